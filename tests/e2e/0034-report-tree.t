#!/bin/sh
# report --tree: the sums of every function of the tree, by arithmetic from the samples that script prints; drawn lines that
# add up; and what cannot be had with it.
. "$(dirname "$0")/lib.sh"
need_recording
command -v python3 >/dev/null || skip_all "no python3"
"$PMREC" record -q -g -F 3000 -o p.data "$workloads/threads" 150 2 2 >/dev/null || fail "record"
"$PMREC" script -q -F comm,period,ip,sym,dso -i p.data >samples

cat >tree.py <<'EOT'
# tree.py HOW [comm]: the tree of the samples in "samples" against that in "out". A function without a name is its file.
import json, re, sys
up, comms = sys.argv[1] == "bottom-up", len(sys.argv) > 2
want = {}
def nameless(file):
    return "[" + file.split("/")[-1].strip("[]") + "]"
def add(path, weight):
    for i in range(len(path) + 1):
        w = want.setdefault(tuple(path[:i]), [0, 0, 0])
        w[0] += weight
        w[1] += 1
        w[2] += weight if i == len(path) else 0
for block in open("samples").read().split("\n\n"):
    lines = block.split("\n")
    if not lines[0].strip():
        continue
    comm, period = re.match(r" *(.*\S) +([0-9]+) *$", lines[0]).groups()
    frames = []
    for line in lines[1:]:
        name, dso = re.match(r"\s*[0-9a-f]+ (.*) \((.*)\)$", line).groups()
        frames.append(name if name != "[unknown]" else nameless(dso))
    add(([comm] if comms else []) + (frames if up else frames[::-1]), int(period))
got = {}
def walk(node, path):
    sums = got.setdefault(path, [0, 0, 0])  # files may have functions of the same name, such as _start
    for i, key in enumerate(("weight", "samples", "own_weight")):
        sums[i] += node[key]
    assert node["weight"] == node["own_weight"] + node["rest_weight"] + sum(c["weight"] for c in node["children"]), path
    assert node["samples"] == node["own_samples"] + node["rest_samples"] + sum(c["samples"] for c in node["children"]), path
    assert abs(node["share"] * total - node["weight"]) <= 1e-9 * total, path
    weights = [c["weight"] for c in node["children"]]
    assert weights == sorted(weights, reverse=True), path
    for c in node["children"]:
        name = c.get("function", c.get("comm"))
        walk(c, path + (nameless(name) if name.startswith("[") else name,))
(event,) = json.load(open("out"))["events"]
total = event["weight"]
walk(event["tree"], ())
for path in sorted(set(want) | set(got)):
    if want.get(path) != got.get(path):
        sys.exit(f"{path}: want {want.get(path)}, got {got.get(path)}")
print(len(got))
EOT
for how in top-down bottom-up; do
	for by in "" comm; do
		run 0 "--tree=$how ${by:+--by $by} as JSON" "$PMREC" report -q --json --tree=$how -g 0 ${by:+--by $by} -i p.data
		# shellcheck disable=SC2086 # a word or none
		n=$(python3 tree.py $how $by 2>err)
		at_least "$n" 30 "--tree=$how ${by:+--by $by}: each node is the sum of its samples"
		is "$(cat err)" "" "--tree=$how ${by:+--by $by}: nothing is wrong"
	done
done

cat >drawn.py <<'EOT'
# drawn.py: of each line of the text in "out" the ones a step below it add up to it, if there are any; and those at the top to
# what the head says.
import re, sys
total, sums = None, []
def close(depth):
    while sums and sums[-1][0] >= depth:
        d, own, below, line = sums.pop()
        assert below in (0, own), (line, own, below)
lines = 0
for line in open("out"):
    m = re.match(r"# Event count \(approx.\): (\d+)", line)
    if m:
        total = int(m[1])
        sums.append([-1, total, 0, "all"])
    m = re.match(r" +(\d+\.\d\d)% +(\d+)  ([# ]{10})  ((?:[|] {2}| {3})*)([|`]- )?(\S.*)$", line)
    if not m:
        assert not line.startswith(" ") or re.match(r"^ {20,}[|` ]*[^ |].*$", line), line
        continue
    weight, depth = int(m[2]), len(m[4]) // 3 + (1 if m[5] else 0)
    assert abs(float(m[1]) - 100 * weight / total) <= 0.0051, line
    assert abs(len(m[3].rstrip()) - 10 * weight / total) <= 0.51, line
    close(depth)
    sums[-1][2] += weight
    sums.append([depth, weight, 0, line])
    lines += 1
close(-1)
print(lines)
EOT
for words in "--tree" "--tree -g 0" "--tree bottom-up -g 5" "--tree=bottom-up --by comm" "--tree --percent-limit 10" "--tree -g srcline"; do
	# shellcheck disable=SC2086 # words
	run 0 "$words" "$PMREC" report -q $words -i p.data
	n=$(python3 drawn.py 2>err)
	at_least "$n" 4 "$words: what is drawn adds up $(tail -n 1 err)"
done
LC_ALL=C "$PMREC" report -q --tree -i p.data >ascii
LC_ALL='' LC_CTYPE=C.UTF-8 LANG=C "$PMREC" report -q --tree -i p.data >utf8
is "$(LC_ALL=C grep -c "$(printf '[\200-\377]')" ascii)" 0 "ASCII where the locale has no more"
has utf8 "├─ " "UTF-8 where it has"
cat >alike.py <<'EOT'
import re
def lines(name):
    text = open(name, encoding="utf-8").read()
    for a, b in ("├─", "|-"), ("└─", "`-"), ("│", "|"):
        text = text.replace(a, b)
    return re.sub(r"(?m)^( +[0-9.]+% +\d+  ).{10}", r"\1", text) # without the bars
assert lines("utf8") == lines("ascii")
EOT
run 0 "and the same is told" python3 alike.py

run 2 "another form" "$PMREC" report --tree=sideways -i p.data
run 2 "--tree --csv" "$PMREC" report --tree --csv -i p.data
run 2 "--tree --by dso" "$PMREC" report --tree --by dso -i p.data
run 2 "--tree -b" "$PMREC" report --tree -b -i p.data

# A frame is two levels of JSON; readers that take 256 can have trees that are bounded as pmrec-report(1) says.
awk 'BEGIN {
	print "event cpu-clock type=1 freq=1000 sample=IP|TID|TIME|PERIOD|CALLCHAIN ids=1"
	print "comm pid=10 comm=deep time=1"
	printf "sample pid=10 ip=0x1000 period=1 time=2 chain=U"
	for (i = 0; i < 200; i++)
		printf ",0x%x", 4096 + i
	print ""
}' >deep.txt
"$root/tests/data/mkperf" deep.txt >deep.data || fail "a deep recording"
for by in "" "--by comm"; do
	# shellcheck disable=SC2086 # words or none
	"$PMREC" report -q --json --tree $by --max-stack 100 -i deep.data >out 2>err || fail "a deep tree" "$(cat err)"
	n=$(tr -d -c '[]{}' <out | fold -w 1 | awk '/[[{]/ && ++n > most { most = n } /[]}]/ { n-- } END { print most }')
	at_least "$n" 200 "a deep tree $by"
	at_least 256 "$n" "and no deeper than 256"
done
finish
