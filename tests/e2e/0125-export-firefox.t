#!/bin/sh
# What only Firefox Profiler's format has: markers, the lives of threads, libraries, and the time of day.
. "$(dirname "$0")/lib.sh"
command -v python3 >/dev/null || skip_all "no python3"

cat >in.txt <<'EOT'
feature arch=x86_64 section29='i1;i1;q1700000000000000000;q1000000000'
event cpu-clock type=1 freq=4000 sample=IDENTIFIER|IP|TID|TIME|CPU|PERIOD|CALLCHAIN flags=FREQ|SAMPLE_ID_ALL ids=1
event page-faults type=1 config=2 period=1 sample=IDENTIFIER|IP|TID|TIME|CPU|PERIOD|CALLCHAIN flags=SAMPLE_ID_ALL ids=2
comm pid=10 comm=main time=1 id=1
mmap2 pid=10 start=0x1000 len=0x1000 file=/lib/a.so buildid=00112233445566778899aabbccddeeff00112233 time=2 id=1
fork pid=10 tid=11 ppid=10 ptid=10 time=1000200000 id=1
record type=5 as=QQQ words=1000000500,1,1 trailer=1 pid=10 tid=10 cpu=1 time=1000000500 id=1
sample id=1 pid=10 tid=10 cpu=1 ip=0x1010 chain=U,0x1010 period=250000 time=1000001234
record type=6 as=QQQ words=1000101234,1,1 trailer=1 pid=10 tid=10 cpu=1 time=1000101234 id=1
record type=5 as=QQQ words=1000201234,1,1 trailer=1 pid=10 tid=10 cpu=1 time=1000201234 id=1
sample id=1 pid=10 tid=11 cpu=0 ip=0x1010 chain=U,0x1010,0x1020 period=250000 time=1000301234
record type=14 misc=0x2000 trailer=1 pid=10 tid=11 cpu=0 time=1000401234 id=1
record type=14 trailer=1 pid=10 tid=11 cpu=1 time=1000501234 id=1
record type=15 as=II words=1,1 misc=0x6000 trailer=1 pid=10 tid=11 cpu=1 time=1000601234 id=1
record type=14 misc=0x2000 trailer=1 pid=99 tid=99 cpu=0 time=1000601235 id=1
lost id=1 lost=7 pid=10 tid=11 cpu=0 time=1000701234 id=1
lost_samples lost=3 pid=98 tid=98 cpu=0 time=1000801234 id=1
exit pid=10 tid=11 ppid=10 ptid=10 time=1000901234 id=1
sample id=2 event=1 pid=10 tid=10 cpu=1 ip=0x1010 chain=U,0x1010 period=1 time=1001001234
lost_samples lost=5 pid=10 tid=10 cpu=0 time=1001001235 id=1
EOT
"$root/tests/data/mkperf" in.txt >in.data
run 0 "it is written" "$PMREC" export -q --format firefox -o out.json -i in.data
"$root/tests/data/readexport" firefox=out.json 2>err || fail "it is as documented" "$(cat err)"
is "$(cat out.json.sums)" "500000 500000 [a.so]" "each stack counts once"
cat >show.py <<'EOT'
import json
data = json.load(open("out.json"), parse_float=str)
meta, strings = data["meta"], data["shared"]["stringArray"]
print(meta["startTime"], meta["interval"], meta["profilingEndTime"])
for lib in data["libs"]:
    print(lib["name"], lib["path"], lib["arch"], lib["breakpadId"], lib["codeId"])
for t in data["threads"]:
    print(t["name"], t["pid"], t["tid"], t["registerTime"], t["unregisterTime"], t["processName"], t["processShutdownTime"])
    print(" ", *t["samples"]["time"], *t["samples"]["weight"], t["samples"]["weightType"])
    m = t["markers"]
    for name, phase, start, end, d in zip(m["name"], m["phase"], m["startTime"], m["endTime"], m["data"]):
        print(" ", strings[name], phase, end if phase == 3 else start, *[f"{k}={v}" for k, v in d.items() if k != "type"])
EOT
cat >want <<'EOT'
1700000000000.001234 0.250000 1.000000
a.so /lib/a.so x86_64 33221100554477668899AABBCCDDEEFF0 00112233445566778899aabbccddeeff00112233
main (cpu-clock) 10 10 0.000000 None main None
  0.000000 0.250000 tracing-ms
  Throttled 3 0.100000 cpu=1
  Throttled 2 0.200000 cpu=1
  Lost 0 0.800000 cpu=0 samples=3
main (cpu-clock) 10 11 0.198766 0.900000 main None
  0.300000 0.250000 tracing-ms
  Off CPU 2 0.400000 cpu=0 why=waiting
  Off CPU 3 0.500000 cpu=1
  Off CPU 2 0.600000 cpu=1 why=preempted
  Lost 0 0.700000 cpu=0 records=7
main (page-faults) 10 10 0.000000 None main None
  1.000000 1 samples
EOT
python3 show.py >got
same got want "times, lives, libraries and markers"
"$PMREC" export -q --format firefox -o out.json -i in.data --tid 11
python3 show.py >got
is "$(grep -c '^main' got)$(sed -n 's/^main//p' got)" "1 10 11 0.000000 0.600000 main None" "only the threads that were chosen"
finish
