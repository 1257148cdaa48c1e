#!/bin/sh
# Files that are not what was recorded any more: nothing hangs, nothing wrong is named, and one line says why.
. "$(dirname "$0")/lib.sh"
need_recording

cp "$workloads/chain" program
"$PMREC" record -q --no-embed -g -F 1000 -o p.data ./program 150 >/dev/null
run 0 "all is there" "$PMREC" fold -i p.data
has out ';main;outer;mid;inner;busy ' "it is named"
is "$(cat err)" "" "nothing is said"
"$PMREC" info --json -i p.data >info.json
named=$(grep -o '"named":[0-9]*' info.json | cut -d : -f 2)
in_program=$("$PMREC" report --no-children -g none -n --sort dso -i p.data | awk '$3 == "program" { print $2 }')

# program's place is taken by something else
instead() { # WHAT REASON
	run 0 "$1: fold" timeout 20 "$PMREC" fold -i p.data
	is "$(grep -c -e ';busy ' -e ';main;' out)" 0 "$1: no name"
	has out ';\[program\] ' "$1: its functions show as the file"
	is "$(wc -l <err | tr -d ' ')" 1 "$1: one line"
	has err "$2" "$1: the line says why"
	"$PMREC" report -i p.data >out 2>err
	sed -n '/^# Samples without a name/,$p' out >coverage
	has coverage "^# *[0-9.]*%  .*/program: .*$2.* (.*)$" "$1: report ends with how many, which file and why"
	is "$(cat err)" "" "$1: and does not say it twice"
}
rm program
instead "gone" "No such file"
"$PMREC" info --json -i p.data >info.json
is "$(grep -o '"named":[0-9]*' info.json | cut -d : -f 2)" $((named - in_program)) "info: as many samples fewer have a name as the program has"
has info.json "\"file\":\"[^\"]*/program\",\"samples\":$in_program,\"why\":\"[^\"]*No such file" "info --json: the file, its samples, why"
mkfifo program
instead "a FIFO" "not a regular file"
rm program
mkdir program
instead "a folder" "not a regular file"
rmdir program
cp "$workloads/threads" program
instead "another program" "build-id is .*, recorded "
head -c 200 "$workloads/chain" >program
instead "a cut one" "'.*program'"
: >program
instead "an empty file" "'.*program'"

run 1 "--kallsyms of nothing" "$PMREC" report -i p.data --kallsyms nowhere
has err "kallsyms.*nowhere" "--kallsyms of nothing: said"
printf 'root:x:0:0\n' >words
"$root/tests/data/mkperf" "$root/tests/golden/kernel/in.txt" >k.data
"$PMREC" report -i k.data --kallsyms words >out 2>err
has out "'words': no symbols in it" "--kallsyms of other words: said"
mkfifo fifo
run 4 "--kallsyms of a FIFO" timeout 20 "$PMREC" report -i p.data --kallsyms fifo
run 1 "--symfs of nothing" "$PMREC" report -i p.data --symfs nowhere
has err "symfs.*nowhere" "--symfs of nothing: said"
finish
