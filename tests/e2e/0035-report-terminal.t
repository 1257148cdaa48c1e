#!/bin/sh
# The report on a terminal: cut to its width, colours; into a pipe neither, unless colours are asked for.
. "$(dirname "$0")/lib.sh"
need_terminal
command -v stty >/dev/null || skip_all "no stty"
cat >made.txt <<'EOT'
event cpu-clock type=1 freq=1000 sample=IP|TID|TIME|PERIOD|CALLCHAIN ids=1
comm pid=10 comm=prog time=1
ksymbol addr=0xffffffffc0000100 len=0x100 name=kernel_function_with_a_long_name_ąęąęąęąęąęąę_of_sixty time=2
ksymbol addr=0xffffffffc0000200 len=0x100 name=short time=2
mmap2 pid=10 start=0x1000 len=0x4000 file=/bin/a time=2
sample pid=10 ip=0xffffffffc0000110 mode=kernel chain=K,0xffffffffc0000110,0xffffffffc0000210,U,0x1010 period=970 time=3
sample pid=10 ip=0x1010 chain=U,0x1010 period=26 time=4
sample pid=10 ip=0xffffffffc0000210 mode=kernel chain=K,0xffffffffc0000210 period=4 time=5
EOT
"$root/tests/data/mkperf" made.txt >p.data
cat >on-a-terminal.py <<'E2'
import os, pty, sys
status = pty.spawn(sys.argv[1:])
sys.exit(os.waitstatus_to_exitcode(status) & 255)
E2
# terminal COLUMNS WORDS...: what is shown on one that wide, a line each, in the file out
terminal() {
	columns=$1
	shift
	python3 on-a-terminal.py sh -c "stty cols $columns; exec \"\$@\"" sh env TERM=xterm PAGER=cat "$@" </dev/null 2>err | tr -d '\r' >out
}
esc=$(printf '\033')
plain() {
	sed "s/$esc\\[[0-9]*m//g" "$1"
}
# widths FILE: of its longest line that is no comment, in characters
widths() {
	plain "$1" | grep -v '^#' | python3 -c 'import sys; print(max(len(line.rstrip("\n")) for line in open(0, encoding="utf-8")))'
}
cat >cut.py <<'E2'
import re, sys
for line in open(0, encoding="utf-8"):
    comment = line.startswith("#") and not re.match("# *(Overhead|Children|Share|[.]+)  ", line)
    print(line.rstrip("\n") if comment else line.rstrip("\n")[: int(sys.argv[1])])
E2
for words in "report -g none" "report" "report --tree"; do
	# shellcheck disable=SC2086 # words
	"$PMREC" $words -q -i p.data >whole
	at_least "$(widths whole)" 80 "$words: wider than the terminals to come"
	is "$(grep -c "$esc" whole)" 0 "$words: no colour in a file"
	for width in 58 6; do
		# shellcheck disable=SC2086 # words
		terminal $width env -u COLUMNS "$PMREC" $words -q -i p.data
		is "$(widths out)" $width "$words: a terminal of $width columns is filled"
		plain out >got
		python3 cut.py $width <whole >want
		same got want "$words: cut at column $width and not otherwise, comments whole"
	done
done
terminal 200 env COLUMNS=50 "$PMREC" report -g none -q -i p.data
is "$(widths out)" 50 "COLUMNS goes before the window"
terminal 50 env COLUMNS=x "$PMREC" report -g none -q -i p.data
is "$(widths out)" 50 "if it is a number"
COLUMNS=50 "$PMREC" report -g none -q -i p.data >out
"$PMREC" report -g none -q -i p.data >whole
same out whole "into a file nothing is cut"

# Colours: what terminals show for these codes is in ECMA-48: 31 red, 32 green, 33 yellow, 36 cyan.
terminal 300 "$PMREC" report --no-children -g none -q -i p.data
has out "$esc\\[31m  97.00%$esc\\[m .*$esc\\[33m\\[k\\] kernel_function" "much is red, the kernel yellow"
has out "$esc\\[32m   2.60%$esc\\[m .*$esc\\[36m\\[.\\] 0x" "some is green, user space cyan"
has out "^     0.40%  .*$esc\\[33m\\[k\\] short$esc\\[m" "little is plain"
cp out coloured
terminal 300 "$PMREC" report --tree --color auto -g 0 -q -i p.data
has out "$esc\\[33mshort$esc\\[m\$" "a tree: the kernel is yellow, too"
terminal 300 env NO_COLOR=1 "$PMREC" report -q -i p.data
is "$(grep -c "$esc" out)" 0 "NO_COLOR"
terminal 300 env NO_COLOR= "$PMREC" report -q -i p.data
at_least "$(grep -c "$esc" out)" 1 "set to nothing it says nothing"
terminal 300 "$PMREC" report --color never -q -i p.data
is "$(grep -c "$esc" out)" 0 "--color never"
NO_COLOR=1 "$PMREC" report --color=always --no-children -g none -q -i p.data >out
same out coloured "--color always: into a file too, whatever NO_COLOR says"
sed 's/period=970/period=100/' made.txt >other.txt
"$root/tests/data/mkperf" other.txt >other.data
terminal 300 "$PMREC" diff -q p.data other.data
at_least "$(grep -c "$esc" out)" 1 "diff is in colour, too"
terminal 300 env NO_COLOR=1 "$PMREC" diff -q p.data other.data
is "$(grep -c "$esc" out)" 0 "and not with NO_COLOR"
run 2 "another word" "$PMREC" report --color sometimes -i p.data
for form in --csv --json; do
	"$PMREC" report $form --color always -q -i p.data >out
	is "$(grep -c "$esc" out)" 0 "$form has no colours"
	cp out whole
	terminal 20 env -u COLUMNS "$PMREC" report $form -q -i p.data
	same out whole "$form is not cut"
done
finish
