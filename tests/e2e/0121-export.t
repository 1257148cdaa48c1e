#!/bin/sh
# The formats of export: by a reader of each, every function has the same weight and the same of its own as in fold.
. "$(dirname "$0")/lib.sh"
command -v python3 >/dev/null || skip_all "no python3"
readexport=$root/tests/data/readexport

formats=$("$PMREC" completion fish | sed -n "s/.*-l format -x -a '\([^']*\)'.*/\1/p" | head -n 1)
at_least "$(echo "$formats" | wc -w)" 4 "formats"

agree() { # DATA OPTIONS
	rm -f ./*.sums
	"$PMREC" fold -i "$@" >in.folded 2>/dev/null
	files=
	for format in $formats; do
		"$PMREC" export -q --format $format -o out.$format -i "$@" 2>err || fail "$format of $*" "$(cat err)"
		files="$files $format=out.$format"
	done
	"$readexport" folded=in.folded $files 2>err || fail "all of $* can be read" "$(cat err)"
	"$PMREC" script -q -i "$@" >script 2>/dev/null
	same out.perf-script script "perf-script of $* is what script prints"
	for format in $formats; do
		same out.$format.sums in.folded.sums "$format of $*: total and self of each function are those of fold"
	done
}

for case in threads ksymbol names filters; do
	"$root/tests/data/mkperf" "$root/tests/golden/$case/in.txt" >$case.data
	agree $case.data
	at_least "$(wc -l <in.folded.sums)" 1 "$case: there are functions"
done
agree filters.data --event page-faults
agree filters.data --time 2,2.5

# Functions that call themselves, and two that call each other; each counts once a stack.
cat >recursive.txt <<'EOT'
event cpu-clock type=1 freq=1000 sample=IDENTIFIER|IP|TID|TIME|PERIOD|CALLCHAIN ids=1
event page-faults type=1 config=2 freq=1000 sample=IDENTIFIER|IP|TID|TIME|PERIOD|CALLCHAIN ids=2
comm pid=10 comm='a; b' time=1
ksymbol addr=0xffffffffc0000100 len=0x100 name=a time=2
ksymbol addr=0xffffffffc0000200 len=0x100 name=b time=2
ksymbol addr=0xffffffffc0000300 len=0x100 name='<c>"\\' time=2
sample id=1 pid=10 ip=0xffffffffc0000110 mode=kernel chain=K,0xffffffffc0000110,0xffffffffc0000210,0xffffffffc0000110 period=1 time=3
sample id=1 pid=10 ip=0xffffffffc0000210 mode=kernel chain=K,0xffffffffc0000210,0xffffffffc0000210,0xffffffffc0000110 period=2 time=4
sample id=1 pid=10 ip=0xffffffffc0000310 mode=kernel chain=K,0xffffffffc0000310,0xffffffffc0000210,0xffffffffc0000110,0xffffffffc0000210 period=4 time=5
sample id=2 event=1 pid=10 ip=0xffffffffc0000310 mode=kernel chain=K,0xffffffffc0000310 period=8 time=6
EOT
"$root/tests/data/mkperf" recursive.txt >recursive.data
agree recursive.data
printf '7 1 a\n7 2 b\n4 4 <c>"\\\n' | sort -k 3 >sums
sort -k 3 in.folded.sums >got
same got sums "the sums are those of the samples"
"$readexport" --event page-faults pprof=out.pprof speedscope=out.speedscope chrome=out.chrome perf-script=out.perf-script \
	json=out.json firefox=out.firefox
for format in pprof speedscope chrome perf-script json firefox; do
	is "$(cat out.$format.sums)" '8 8 <c>"\' "$format has each event"
done
run 0 "one event where there is room for one" "$PMREC" export --format callgrind -i recursive.data
has err "exported event 'cpu-clock': 1 samples of others are left out" "the others are told of"

# Stacks as deep as the kernel makes them are cut, and say so at their root.
{
	cat <<'EOT'
event cpu-clock type=1 freq=1000 sample=IDENTIFIER|IP|TID|TIME|PERIOD|CALLCHAIN ids=1
comm pid=10 comm=deep time=1
ksymbol addr=0xffffffffc0000100 len=0x100 name=a time=2
ksymbol addr=0xffffffffc0000200 len=0x100 name=b time=2
EOT
	# 127 frames: two of a, and a b at another place in each.
	awk 'BEGIN {
		for (k = 0; k < 20; k++) {
			printf "sample id=1 pid=10 ip=0xffffffffc0000110 mode=kernel period=1 time=%d chain=K", k + 3
			for (i = 0; i < 127; i++) printf ",0xffffffffc0000%d10", i == k + 1 ? 2 : 1
			print ""
		}
	}'
} >deep.txt
"$root/tests/data/mkperf" deep.txt >deep.data
through='callgrind chrome firefox pprof speedscope'
"$PMREC" fold -i deep.data >in.folded
is "$(grep -c '^deep;\[truncated\];a;.*;b;' in.folded)" 20 "stacks that were cut"
files=
for format in $through; do
	run 0 "$format of stacks that were cut" "$PMREC" export -q --format "$format" -o "out.$format" -i deep.data
	files="$files $format=out.$format"
done
# shellcheck disable=SC2086 # words
"$readexport" folded=in.folded $files 2>err || fail "all of them can be read" "$(cat err)"
for format in $through; do
	same "out.$format.sums" in.folded.sums "$format of stacks that were cut: total and self of each function are those of fold"
done

# Each sample with its time in microseconds, of those that a filter takes.
cat >times.txt <<'EOT'
event cpu-clock type=1 freq=1000 sample=IDENTIFIER|IP|TID|TIME|CPU|PERIOD|CALLCHAIN ids=1
comm pid=10 comm=main time=1
comm pid=10 tid=11 comm='"w\x01\xff' time=1
ksymbol addr=0xffffffffc0000100 len=0x100 name=a time=2
sample id=1 pid=10 tid=10 cpu=3 ip=0xffffffffc0000110 mode=kernel chain=K,0xffffffffc0000110 period=5 time=1000001234
sample id=1 pid=10 tid=11 cpu=0 ip=0xffffffffc0000110 mode=kernel chain=K,0xffffffffc0000110 period=7 time=1000001235
sample id=1 pid=10 tid=10 cpu=1 ip=0xffffffffc0000120 mode=kernel chain=K,0xffffffffc0000120,0xffffffffc0000110 period=5 time=1000001236
EOT
"$root/tests/data/mkperf" times.txt >times.data
"$PMREC" export -q --format chrome -o times.json -i times.data
python3 - <<'EOT' >got
import json
data = json.load(open("times.json"), parse_float=str)
for e in data["traceEvents"]:
    print(e["name"], e["pid"], e["tid"], e["args"]["name"])
for s in data["samples"]:
    print(s["ts"], s["cpu"], s["pid"], s["tid"], s["weight"], s["name"])
EOT
cat >want <<'EOT'
process_name 10 10 main
thread_name 10 10 main
process_name 10 11 main
thread_name 10 11 "w?�
1000001.234 3 10 10 5 cpu-clock
1000001.235 0 10 11 7 cpu-clock
1000001.236 1 10 10 5 cpu-clock
EOT
same got want "chrome: each sample with its time, threads with their names"
"$PMREC" export -q --format chrome -o times.json -i times.data --tid 11
is "$(grep -o '"ts":[0-9.]*' times.json)" '"ts":1000001.235' "chrome: only those that were chosen"

if command -v callgrind_annotate >/dev/null; then
	"$PMREC" export -q --format callgrind -o recursive.callgrind -i recursive.data
	callgrind_annotate --inclusive=yes recursive.callgrind >annotated 2>err
	is "$? $(cat err)" "0 " "callgrind_annotate reads it without a word"
	sed -n 's/^ *\([0-9]*\) ([0-9.]*%)  ???:\(.*\) \[.*/\1 \2/p' annotated | sort >got
	printf '7 a\n7 a; b\n7 b\n4 <c>"\\\n' | sort >want
	same got want "what it has for each function is that with all below it"
else
	pass "callgrind_annotate # SKIP there is none"
fi

# A thread whose name has no letters is seen all the same, under the name that fold gives it.
cat >nameless.txt <<'EOT'
event cpu-clock type=1 freq=1000 sample=IDENTIFIER|IP|TID|TIME|CPU|PERIOD|CALLCHAIN ids=1
comm pid=10 comm='' time=1
ksymbol addr=0xffffffffc0000100 len=0x100 name=a time=2
sample id=1 pid=10 ip=0xffffffffc0000110 mode=kernel chain=K,0xffffffffc0000110 period=1 time=3
EOT
"$root/tests/data/mkperf" nameless.txt >nameless.data
agree nameless.data
is "$(cat in.folded)" "[unknown];a 1" "a thread without a name in fold"
json_of() { # FILE EXPRESSION
	python3 -c "import json, sys; of = json.load(open(sys.argv[1])); print($2)" "$1"
}
is "$(json_of out.chrome '[e["args"]["name"] for e in of["traceEvents"]]')" "['[unknown]', '[unknown]']" "in chrome"
is "$(json_of out.firefox '[[t["name"], t["processName"]] for t in of["threads"]]')" "[['[unknown]', '[unknown]']]" "in firefox"
is "$(sed -n 's/^fn=([0-9]*) //p' out.callgrind | sort | tr '\n' ' ')" "[unknown] a " "in callgrind"
is "$(gzip -dc out.pprof | LC_ALL=C grep -a -c -F '[unknown]')" 1 "in pprof"
"$PMREC" flame -q -o page.html -i nameless.data
is "$(grep -c -F '"comm":"[unknown]"' page.html)" 1 "in the page of flame"
is "$("$PMREC" report -q --csv --sort comm,pid --comms '[unknown]' -i nameless.data | tail -n 1)" "cpu-clock,1,1,1,1,1,[unknown],10" \
	"in report, where it can be chosen"
is "$("$PMREC" info -i nameless.data | sed -n 's/^ *10  \(.*\)  1 .*/\1/p')" "[unknown]" "in info"

run 2 "a format is needed" "$PMREC" export -i recursive.data
run 2 "an unknown one" "$PMREC" export --format xml -i recursive.data
is "$(sed 's/.*none of//' err)" "$formats" "those that completion offers are told"
is "$("$PMREC" export -h | sed -n 's/.*--format.*what to write://p')" "$formats" "and by -h"
is "$(echo "$formats" | tr ' ' '\n' | grep . | sort)" \
	"$(sed -n '/^The formats are/,/^\.El/s/^\.It Cm //p' "$root/man/pmrec-export.1" | sort)" "and the page lists them"
run 2 "the recording itself is not written over" "$PMREC" export --format folded -i recursive.data -o recursive.data
finish
