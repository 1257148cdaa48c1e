#!/bin/sh
# report --csv and --json, read by python's own modules: a made recording's numbers, names that need quotes, several events.
. "$(dirname "$0")/lib.sh"
command -v python3 >/dev/null || skip_all "no python3"
cat >made.txt <<'EOT'
event cycles type=0 config=0 freq=1000 sample=IDENTIFIER|IP|TID|TIME|CPU|PERIOD|CALLCHAIN ids=1
event instructions type=0 config=1 freq=1000 sample=IDENTIFIER|IP|TID|TIME|CPU|PERIOD|CALLCHAIN ids=2
event page-faults type=1 config=2 freq=1000 sample=IDENTIFIER|IP|TID|TIME|CPU|PERIOD|CALLCHAIN ids=3
feature section17='i1;t{anon_group};i0;i2'
comm pid=10 comm='a, "b"' time=1 id=1
comm pid=10 tid=11 comm='two\nlines' time=1 id=1
ksymbol addr=0xffffffffc0000100 len=0x100 name='plain' time=2 id=1
ksymbol addr=0xffffffffc0000200 len=0x100 name='f(int, "x")\x01' time=2 id=1
mmap2 pid=10 start=0x1000 len=0x4000 file='/bin/no, such "file"' time=2 id=1
sample event=0 id=1 pid=10 cpu=0 ip=0xffffffffc0000110 mode=kernel chain=K,0xffffffffc0000110,0xffffffffc0000210 period=1 time=3
sample event=0 id=1 pid=10 cpu=2 ip=0xffffffffc0000110 mode=kernel chain=K,0xffffffffc0000110 period=2 time=4
sample event=0 id=1 pid=10 tid=11 cpu=2 ip=0xffffffffc0000210 mode=kernel chain=K,0xffffffffc0000210 period=9007199254740993 time=5
sample event=0 id=1 pid=10 cpu=2 ip=0x1010 chain=U,0x1010 period=4 time=6
sample event=1 id=2 pid=10 cpu=1 ip=0xffffffffc0000210 mode=kernel chain=K,0xffffffffc0000210 period=7 time=7
lost_samples id=2 lost=3 time=8
EOT
"$root/tests/data/mkperf" made.txt >made.data

# What is to come out: of each event the total, and by comm, dso and symbol the weight, samples and weight with children.
cat >check.py <<'EOT'
import csv, json, sys
from fractions import Fraction
BIG = 9007199254740993
A, B, F = 'a, "b"', "two?lines", 'f(int, "x")?'
WANT = {
    "cycles": (BIG + 7, 4, 0, {
        (A, "plain", "kernel"): (3, 2, 3), (A, F, "kernel"): (0, 0, 1), (B, F, "kernel"): (BIG, 1, BIG),
        (A, "0x0000000000000010", "user"): (4, 1, 4)}),
    "instructions": (7, 1, 3, {(A, F, "kernel"): (7, 1, 7)}),
}
def share(part, total):
    return float(Fraction(part, total))
children = sys.argv[2] == "children"
got, n = {}, 0
if sys.argv[1] == "csv":
    rows = list(csv.DictReader(open("got", newline="")))
    assert None not in [k for r in rows for k in r], rows
else:
    report = json.load(open("got"))
    assert list(report) == ["events"]
    assert [e["name"] for e in report["events"]] == ["cycles", "instructions"]
    for e in report["events"]:
        assert (e["weight"], e["samples"], e["lost"]) == WANT[e["name"]][:3], e["name"]
    rows = [dict(r, event=e["name"]) for e in report["events"] for r in e["rows"]]
for r in rows:
    total, _, _, groups = WANT[r["event"]]
    weight, samples, whole = groups[r["comm"], r["symbol"], r["mode"]]
    assert int(r["weight"]) == weight and int(r["samples"]) == samples, r
    assert abs(float(r["share"]) - share(weight, total)) <= 1e-16, r
    assert ("children" in r) == children, r
    if children:
        assert int(r["children"]) == whole, r
        assert abs(float(r["children_share"]) - share(whole, total)) <= 1e-16, r
    if r["mode"] == "user":
        assert r["dso"] == 'no, such "file"', r
    n += 1
expected = sum(1 for e in WANT.values() for g in e[3].values() if g[1] or children)
assert n == expected, (n, expected)
EOT
for form in csv json; do
	for children in children no-children; do
		run 0 "--$form --$children" "$PMREC" report --$form --$children -i made.data
		cp out got
		run 0 "--$form --$children: python reads what the samples are" python3 check.py $form $children
	done
done
run 0 "in the form of a table the same" "$PMREC" report --csv -i made.data
is "$(sed 1q out)" "event,weight,samples,share,children,children_share,comm,dso,symbol,mode" "the head of --csv"
has err "no, such" "what has no names is told on standard error"

# Other keys, and what is not recorded.
"$PMREC" report --csv --no-children --by cpu,thread --event cycles -q -i made.data >out
cat >want <<'EOT'
event,weight,samples,share,cpu,comm,tid
cycles,9007199254740993,1,0.9999999999999992,2,two?lines,11
cycles,6,2,6.661338147750933e-16,2,"a, ""b""",10
cycles,1,1,1.1102230246251556e-16,0,"a, ""b""",10
EOT
same out want "--csv --by cpu,thread"
sed 's/|CPU//' made.txt >nocpu.txt
"$root/tests/data/mkperf" nocpu.txt >nocpu.data
"$PMREC" report --json --by cpu --event instructions -q -i nocpu.data >out
is "$(python3 -c 'import json; print([r["cpu"] for r in json.load(open("out"))["events"][0]["rows"]])')" "[-1]" "a CPU that was not recorded"
"$PMREC" report --json --event page-faults -q -i made.data >out
is "$(cat out)" '{"events":[]}' "no sample"
"$PMREC" report --csv --by comm --percent-limit 50 -q -i made.data >out
is "$(awk -F , '{ print $1, $2 }' out | tr '\n' ';')" "event weight;cycles 9007199254740993;instructions 7;" "--percent-limit is of each event"

# -t: the separator is not in a name.
"$PMREC" report -q -t , -n --no-children -g none --sort sym,comm --event instructions -i made.data | sed '/^#\|^$/d' >out
is "$(cat out)" '100.00%,1,[k] f(int. "x")?,a. "b"' "-t"
"$PMREC" report -q -t '\t' --color always -n --no-children -g none --sort comm,sym --event instructions -i made.data | sed '/^#\|^$/d' >out
is "$(cat out)" "$(printf '100.00%%\t1\ta, "b"\t[k] f(int, "x")?')" "-t with a tab, without colours"
for char in '' . ab; do
	run 2 "-t '$char'" "$PMREC" report -t "$char" -i made.data
done

for words in "--csv --json" "--json --header" "--csv --stats" "--csv -D"; do
	# shellcheck disable=SC2086 # words
	run 2 "$words" "$PMREC" report $words -i made.data
done

# A real recording: as many samples and as much weight as perf counts of each symbol's file.
if "$PMREC" record -q -g -F 2000 -o p.data "$workloads/threads" 100 2 1 >/dev/null 2>&1 && command -v perf >/dev/null; then
	perf script --no-inline -G -F comm,period,ip,dso -i p.data 2>/dev/null | sed 's/^ *//' |
		awk '{ dso = $NF; gsub(/^\(|\)$/, "", dso); sub(/.*\//, "", dso); n[dso]++; sum[dso] += $2 } END { for (d in n) print d, n[d], sum[d] }' |
		grep -e '^threads ' -e '^libc' | sort >want
	"$PMREC" report --csv --by dso --no-children -q -i p.data | awk -F , '{ print $5, $3, $2 }' | grep -e '^threads ' -e '^libc' | sort >got
	at_least "$(awk '$1 == "threads" { print $2 }' want)" 50 "samples of the program"
	same got want "samples and weight by file, as perf script has them"
else
	pass "a real recording # SKIP cannot record here, or no perf"
fi
finish
