#!/bin/sh
# script --json: a line is one object, whatever was recorded; its values are those that perf 7.2 dumped of the same files.
. "$(dirname "$0")/lib.sh"
command -v python3 >/dev/null || skip_all "no python3"
mkperf=$root/tests/data/mkperf

cat >check.py <<'E2'
import json, sys
def once(pairs):
    assert len(dict(pairs)) == len(pairs), "a name twice: %s" % pairs
    return dict(pairs)
def never(word):
    raise ValueError(word)
def read(path):
    for line in open(path, encoding="utf-8", errors="strict"):
        yield json.loads(line, object_pairs_hook=once, parse_constant=never)
E2

# By hand, from the text the recording is made of.
cat >in.txt <<'E2'
event cyc type=0 config=0 freq=100 sample=IP|TID|TIME|ADDR|READ|CALLCHAIN|ID|CPU|PERIOD|STREAM_ID|RAW|BRANCH_STACK|REGS_USER|STACK_USER|WEIGHT|DATA_SRC|IDENTIFIER|TRANSACTION|REGS_INTR|PHYS_ADDR|CGROUP|DATA_PAGE_SIZE|CODE_PAGE_SIZE ids=2 read=23 regs=0x103 intr=0x5 stack=16
feature arch=x86_64
record type=69 words=1,2,0,0,7,5,6
mmap2 pid=1 tid=1 start=0x1000 len=0x2000 pgoff=0x3000 prot=rx file='/tmp/"\\\x01\xff\n' time=4 cpu=1 id=2 maj=8 min=1 ino=5 gen=6
comm pid=1 tid=1 comm='a\x1b"b' time=5 cpu=1 id=2
record type=19 as=Q words=7 text=/foo trailer=1 pid=1 time=6 cpu=1
record type=16 as=IIQ4Q words=1,1,2,4,0xeff,5,0xefe trailer=1 pid=1 time=7 cpu=1
record type=78 as=QQ words=1,2 tail=000000000000f87f
record type=75 words=3,0,1,1,1000,2,1
record type=73 as=Q6Q words=9,5,0x6f6f66,0,6,0,0
record type=74 as=4H words=0,2,0,1
record type=4000 words=1
sample ip=0x1010 pid=1 tid=1 time=31 cpu=1 id=2 stream=3 period=7 addr=0x77 read=1,2,3,2,5 chain=K,0x9,U,0x1010 raw=11223344 branches=0x5:0x6:0x7,0x8:0x9:0x2100013 regs=2:1,2,3 intr=2:3,0xffffffffffffffff stack=aabbccddaabbccddaabbccddaabbccdd filled=8 weight=9 data_src=0x68100142 transaction=5 phys_addr=0x99 cgroup=7 data_page_size=4096 code_page_size=2097152
E2
cat >hand.py <<'E2'
from check import read
import sys
r = {}
for o in read(sys.argv[1]):
    r.setdefault(o["record"], []).append(o)
f = {k: v[0].get("fields") for k, v in r.items()}
name = '/tmp/"\\?\ufffd?'
assert f["MMAP2"] == {"pid": 1, "tid": 1, "addr": "0x1000", "len": "0x2000", "pgoff": "0x3000", "maj": 8, "min": 1, "ino": 5,
                      "ino_generation": 6, "prot": 5, "flags": 2, "filename": name}, f["MMAP2"]
assert f["COMM"] == {"pid": 1, "tid": 1, "comm": 'a?"b'}, f["COMM"]
assert f["CGROUP"] == {"id": 7, "path": "/foo"}
assert f["NAMESPACES"]["link_info"] == [{"dev": 4, "ino": 0xeff}, {"dev": 5, "ino": 0xefe}]
assert f["ID_INDEX"]["guests"] == [{"machine_pid": 5, "vcpu": 6}]
assert f["EVENT_UPDATE"] == {"type": 1, "id": 2, "scale": None}
assert f["STAT_CONFIG"]["data"] == [{"tag": 0, "val": 1}, {"tag": 1, "val": 1000}, {"tag": 2, "val": 1}]
assert f["THREAD_MAP"] == {"nr": 9, "entries": [{"pid": 5, "comm": "foo"}, {"pid": 6, "comm": ""}]}, f["THREAD_MAP"]
assert f["CPU_MAP"] == {"cpus": "0-1"}
assert r["UNKNOWN"][0]["record_type"] == 4000 and f["UNKNOWN"] == {"bytes": "0100000000000000"}
s = r["SAMPLE"][0]
del s["file_offset"]
dso = {"dso": name}
assert s == {
    "record": "SAMPLE", "record_type": 9, "misc": 2, "mode": "user", "event": "cyc", "comm": 'a?"b', "pid": 1, "tid": 1, "cpu": 1,
    "time_ns": 31, "id": 2, "stream_id": 3, "ip": "0x1010", "dso": name, "addr": "0x77", "period": s["period"],
    "read": {"time_enabled": 2, "time_running": 3, "values": [{"value": 1, "id": 2, "lost": 5}]},
    "callchain": [{"ip": "0x9"}, {"ip": "0x1010", "dso": name}], "raw_size": 4, "raw": "11223344",
    "branch_stack": [
        {"from": {"addr": "0x5"}, "to": {"addr": "0x6"}, "mispred": True, "predicted": True, "in_tx": True, "abort": False,
         "not_taken": False, "cycles": 0},
        {"from": {"addr": "0x8"}, "to": {"addr": "0x9"}, "mispred": True, "predicted": True, "in_tx": False, "abort": False,
         "not_taken": False, "cycles": 1, "branch_type": "COND", "spec": "NON_SPEC_CORRECT_PATH"}],
    "user_regs": {"abi": 2, "regs": {"AX": "0x1", "BX": "0x2", "IP": "0x3"}},
    "user_stack_size": 8, "weight": 9,
    "data_src": {"value": "0x68100142", "op": "LOAD", "level": "L1 hit", "snoop": "None", "tlb": "L1 or L2 hit", "lock": "No",
                 "block": "N/A"},
    "intr_regs": {"abi": 2, "regs": {"AX": "0x3", "CX": "0xffffffffffffffff"}},
    "transaction": "0x5", "phys_addr": "0x99", "cgroup": {"id": 7, "path": "/foo"}, "data_page_size": 4096,
    "code_page_size": 2097152, "machine_pid": 5, "vcpu": 6}, s
E2
"$mkperf" in.txt >in.data
run 0 "read" "$PMREC" script --json -i in.data
cp out made
run 0 "every value" python3 hand.py made
run 2 "it takes no fields" "$PMREC" script --json -F comm -i in.data

# The counters of a group: the chain is told once for each sample.
cat >group.txt <<'E2'
event cycles type=0 config=0 period=100 sample=IP|TID|TIME|READ|ID|CALLCHAIN read=GROUP|ID ids=1 flags=SAMPLE_ID_ALL
event instructions type=0 config=1 sample=IP|TID|TIME|READ|ID|CALLCHAIN read=GROUP|ID ids=2 flags=SAMPLE_ID_ALL
event branches type=0 config=4 sample=IP|TID|TIME|READ|ID|CALLCHAIN read=GROUP|ID ids=3 flags=SAMPLE_ID_ALL
comm pid=10 comm=task time=1 id=1
sample event=0 pid=10 ip=0x1004 time=3 id=1 read=3,100,1,40,2,7,3 chain=U,0x1004,0x2000
sample event=0 pid=10 ip=0x1008 time=4 id=1 read=3,100,1,50,2,8,3 chain=U,0x1008,0x3000
E2
cat >group.py <<'E2'
from check import read
import sys
o = [x for x in read(sys.argv[1]) if x["record"] == "SAMPLE"]
assert [(x["event"], x["period"], x["ip"]) for x in o] == [
    ("cycles", 100, "0x1004"), ("instructions", 40, "0x1004"), ("branches", 7, "0x1004"),
    ("instructions", 10, "0x1008"), ("branches", 1, "0x1008")], o
assert [x.get("further") for x in o] == [None, True, True, None, True], o
assert ["callchain" in x and "read" in x for x in o] == [True, False, False, True, False], o
E2
"$mkperf" group.txt >group.data
run 0 "a group" "$PMREC" script --json -i group.data
cp out made
run 0 "its chains are told once" python3 group.py made

# perf's dump: as many records of each type, and of each sample what its line says.
cat >dumped.py <<'E2'
import gzip, re, sys
from collections import Counter
from check import read
# The session takes in what only carries others, and groups are handed out counter by counter.
apart = {"SAMPLE", "COMPRESSED", "COMPRESSED2"}
perf, ours, samples, seen = Counter(), Counter(), Counter(), Counter()
for line in gzip.open(sys.argv[1], "rt", errors="replace"):
    m = re.match(r"(?:(-?\d+) )?(?:(-?\d+) )?(?:0x[0-9a-f]+|0) \[0x[0-9a-f]+\]: PERF_RECORD_([A-Z_0-9]+)(.*)", line)
    if not m:
        continue
    perf[m[3]] += 1
    n = re.match(r"\(IP, 0x([0-9a-f]+)\): (-?\d+)/(-?\d+): (0x[0-9a-f]+|0) period: \d+ addr: (0x[0-9a-f]+|0)", m[4])
    if n and m[3] == "SAMPLE":
        samples[int(n[1], 16), int(n[2]), int(n[3]), int(n[4], 16), int(n[5], 16)] += 1
for o in read(sys.argv[2]):
    ours[o["record"]] += 1
    if o["record"] == "SAMPLE":
        seen[o["misc"], o.get("pid"), o.get("tid"), int(o["ip"], 16), int(o.get("addr", "0x0"), 16)] += 1
for name in sorted((set(perf) | set(ours)) - apart):
    assert perf[name] == ours[name], "%s: perf %d, pmrec %d" % (name, perf[name], ours[name])
assert set(samples) == set(seen), "samples: %s" % sorted(set(samples) ^ set(seen))[:3]
E2
perf_golden=${PMREC_GOLDEN:-$root/../shared/vm/golden}
if [ -d "$perf_golden" ]; then
	rows=0
	for dump in "$perf_golden"/*/*.dump.txt.gz; do
		data=${dump%.dump.txt.gz}.data
		rows=$((rows + 1))
		[ -f "$data" ] && sampled $rows 4 || continue
		"$PMREC" script --json -i "$data" >made 2>/dev/null
		run 0 "${dump##*golden/}" python3 dumped.py "$dump" made
	done
else
	pass "perf's own dumps # SKIP they are not here"
fi

# Whatever others recorded, and what was made to be wrong: valid all the same.
printf 'from check import read\nimport sys\nprint(sum(1 for o in read(sys.argv[1])))\n' >valid.py
if [ -d "$corpus/files" ]; then
	rows=0
	find "$corpus/files" -type f -size -800k | sort | while read -r data; do
		rows=$((rows + 1))
		sampled $rows 4 || continue
		"$PMREC" script --json -i "$data" >made 2>/dev/null
		python3 valid.py made >valid 2>err || echo "$data: $(tail -n 1 err)"
		cat valid >>sum
	done >bad
	is "$(cat bad)" "" "the recordings of others are valid JSON"
	at_least "$(awk '{ s += $1 } END { print s }' sum)" 1000 "their records"
else
	pass "the recordings of others # SKIP they are not here"
fi
finish
