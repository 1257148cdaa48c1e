#!/bin/sh
# The formats of export: by a reader of each, every function has the same weight and the same of its own as in fold.
. "$(dirname "$0")/lib.sh"
command -v python3 >/dev/null || skip_all "no python3"
readexport=$root/tests/data/readexport

agree() { # DATA OPTIONS
	"$PMREC" fold -i "$@" >in.folded 2>/dev/null
	"$readexport" folded in.folded >want
	for format in pprof speedscope callgrind folded; do
		"$PMREC" export -q --format $format -o out.$format -i "$@" 2>err || fail "$format of $*" "$(cat err)"
		"$readexport" $format out.$format >got 2>err || fail "$format of $*: it can be read" "$(cat err)"
		same got want "$format of $*: total and self of each function are those of fold"
	done
}

for case in threads ksymbol names filters; do
	"$root/tests/data/mkperf" "$root/tests/golden/$case/in.txt" >$case.data
	agree $case.data
	at_least "$(wc -l <want)" 1 "$case: there are functions"
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
sort -k 3 want >got
same got sums "the sums are those of the samples"
"$PMREC" export -q --format pprof -o all.pprof -i recursive.data
"$readexport" pprof --event page-faults all.pprof >got
is "$(cat got)" '8 8 <c>"\' "pprof has each event"
"$PMREC" export -q --format speedscope -o all.json -i recursive.data
"$readexport" speedscope --event page-faults all.json >got
is "$(cat got)" '8 8 <c>"\' "so has speedscope"
run 0 "one event where there is room for one" "$PMREC" export --format callgrind -i recursive.data
has err "exported event 'cpu-clock': 1 samples of others are left out" "the others are told of"

if command -v callgrind_annotate >/dev/null; then
	callgrind_annotate --inclusive=yes out.callgrind >annotated 2>err || fail "callgrind_annotate" "$(cat err)"
	has annotated '^ *7 (100.0%).*:a' "callgrind_annotate has the same for a"
else
	pass "callgrind_annotate # SKIP there is none"
fi

run 2 "a format is needed" "$PMREC" export -i recursive.data
run 2 "an unknown one" "$PMREC" export --format xml -i recursive.data
has err "unknown format 'xml', it is none of pprof speedscope callgrind folded" "those that are known are told"
words=$("$PMREC" completion fish | sed -n "s/.*-l format -x -a '\([^']*\)'.*/\1/p" | head -n 1)
is "$("$PMREC" export --format x 2>&1 | sed 's/.*none of//')" "$words" "those that completion offers"
run 2 "the recording itself is not written over" "$PMREC" export --format folded -i recursive.data -o recursive.data
finish
