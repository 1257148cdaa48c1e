#!/bin/sh
# info: the overview as text and as JSON, and the check; the figures are those of the text that the recording is made of.
. "$(dirname "$0")/lib.sh"
command -v python3 >/dev/null || skip_all "no python3"
mkperf=$root/tests/data/mkperf

cat >in.txt <<'E2'
event cycles type=0 config=0 freq=4000 sample=IP|TID|TIME|PERIOD|IDENTIFIER flags=FREQ|SAMPLE_ID_ALL ids=1
event page-faults type=1 config=2 period=1 sample=IP|TID|TIME|CALLCHAIN|PERIOD|IDENTIFIER ids=2
feature hostname=box osrelease=7.2 version=7.2.13 arch=x86_64 nrcpus=4,2 total_mem=2048 cmdline='perf record say"no"\ls'
ksymbol addr=0x1000 len=0x1000 name=_start time=1000000000 event=0 id=1
ksymbol addr=0xffffffffc0000000 len=0x1000 name=ret_from_fork time=1000000000 event=0 id=1
ksymbol addr=0xffffffffc0001000 len=0x1000 name=work time=1000000000 event=0 id=1
comm pid=7 tid=7 comm=busy time=1000000000 id=1
comm pid=8 tid=8 comm=idle time=1000000000 id=1
mmap pid=7 tid=7 start=0x400000 len=0x1000 pgoff=0 prot=rx file=/nowhere/program mode=user time=1000000001 id=1
sample event=0 id=1 mode=kernel ip=0xffffffffc0001010 pid=7 tid=7 time=2000000000 period=10
sample event=0 id=1 ip=0x400010 pid=7 tid=7 time=2500000000 period=20
sample event=0 id=1 ip=0x99000000 pid=8 tid=8 time=3000000000 period=30
record type=5 words=2600000000,1,7,0x700000007,2600000000,1
record type=6 words=2700000000,1,7,0x700000007,2700000000,1
lost id=1 lost=5 time=2800000000 id=1
lost_samples lost=3 time=2900000000 id=1
sample event=1 id=2 mode=kernel ip=0xffffffffc0001010 pid=7 tid=7 time=4000000000 period=1 chain=K,0xffffffffc0001010,0xffffffffc0000010
sample event=1 id=2 mode=kernel ip=0xffffffffc0001010 pid=7 tid=7 time=4000000000 period=1 chain=K,0xffffffffc0001010,0xffffffffc0001020
E2
# One chain as deep as the kernel records.
printf 'sample event=1 id=2 mode=kernel ip=0xffffffffc0001010 pid=7 tid=7 time=4000000000 period=1 chain=K' >>in.txt
i=0
while [ $i -lt 127 ]; do
	printf ',0xffffffffc0001020' >>in.txt
	i=$((i + 1))
done
echo >>in.txt
"$mkperf" in.txt >in.data

run 0 "text" "$PMREC" info -i in.data
for line in 'command *perf record say"no".ls$' 'recorder *7.2.13$' 'host *box$' 'kernel *7.2$' 'CPUs *4, online 2$' 'memory *2 MiB$' \
	'clock *perf$' 'samples from *2.000000 to 4.000000, 2.000 s, 3 a second$' \
	'event *cycles, 4000 Hz, 3 samples, 60 counted, 3 samples lost$' ' *call chains none, fields IP|TID|TIME|PERIOD|IDENTIFIER$' \
	'event *page-faults, period 1, 3 samples, 3 counted$' ' *call chains fp, fields IP|TID|TIME|CALLCHAIN|PERIOD|IDENTIFIER$' \
	' *SAMPLE  *6 records' 'losses *5 records, 3 samples; throttled 1 times$' \
	' *THROTTLE: 1 records, from 2.600000 to 2.600000$' ' *LOST: 1 records, from 2.800000 to 2.800000$' \
	'names *4 (66.7%) of .* name, 1 (16.7%) on none, 1 (16.7%) on no file$' \
	'stacks *1 (33.3%) reach a root, 1 (33.3%) were cut at the depth limit, 1 (33.3%) end elsewhere$' \
	'processes *2 have samples$' ' *7  busy  5 (83.3%)$' ' *8  idle  1 (16.7%)$'; do
	has out "^$line" "text: $line"
done

run 0 "JSON" "$PMREC" info --json -i in.data
cp out info.json
cat >facts.py <<'E2'
import json, os
j = json.load(open("info.json"))
assert j["file"] == "in.data" and j["command"] == ["perf", "record", 'say"no"\\ls'], j["command"]
assert (j["recorder"], j["host"], j["kernel"], j["architecture"]) == ("7.2.13", "box", "7.2", "x86_64")
assert (j["cpus"], j["cpus_online"], j["memory_kib"], j["clock"]) == (4, 2, 2048, "perf")
assert (j["first_sample_ns"], j["last_sample_ns"], j["duration_s"], j["samples_per_second"]) == (2000000000, 4000000000, 2, 3)
a, b = j["events"]
assert (a["name"], a["frequency_hz"], a["samples"], a["count"], a["lost_samples"]) == ("cycles", 4000, 3, 60, 3)
assert (b["name"], b["period"], b["call_chains"], "CALLCHAIN" in b["fields"]) == ("page-faults", 1, "fp", True)
assert j["bytes"] == os.path.getsize("in.data")
assert sum(r["bytes"] for r in j["records"]) == j["record_bytes"]
assert {r["type"]: r["records"] for r in j["records"]} == {
    "KSYMBOL": 3, "COMM": 2, "MMAP": 1, "SAMPLE": 6, "THROTTLE": 1, "UNTHROTTLE": 1, "LOST": 1, "LOST_SAMPLES": 1}
assert j["losses"]["records"] == 5 and j["losses"]["samples"] == 3
assert j["losses"]["UNTHROTTLE"] == {"records": 1, "first_ns": 2700000000, "last_ns": 2700000000}
without = j["names"].pop("without")
assert j["names"] == {"named": 4, "unnamed": 1, "no_file": 1}
assert sorted((f["file"], f["samples"]) for f in without) == [("/nowhere/program", 1), ("[unknown]", 1)]
assert j["stacks"] == {"rooted": 1, "cut": 1, "rootless": 1, "incomplete": 0}
assert j["processes"] == [{"pid": 7, "comm": "busy", "samples": 5}, {"pid": 8, "comm": "idle", "samples": 1}]
E2
run 0 "the JSON object says the same" python3 facts.py
for form in "" --json; do
	# shellcheck disable=SC2086 # a word or none
	run 0 "info $form" "$PMREC" info $form -i in.data
	is "$(cat err)" "" "what has no names is said once, in the output"
done

# Of the samples whose user part was put off, those of another thread and of a cookie that no record has lack it.
"$root/tests/data/mkperf" "$root/tests/golden/deferred/in.txt" >deferred.data
run 0 "put off" "$PMREC" info --json -i deferred.data
has out '"incomplete":2' "two stacks lack their user part"
run 0 "put off, as text" "$PMREC" info -i deferred.data
has out '2 (33.3%) of the stacks lack their user part' "and in the text"

# One object also of a recording without a single sample, and as a stream.
"$mkperf" --pipe in.txt >pipe.data
"$PMREC" info --json - <pipe.data >/dev/null 2>&1 && fail "a word that is no option" || pass "a recording is named with -i"
"$PMREC" info --json -i - <pipe.data | python3 -c 'import json, sys; json.load(sys.stdin)' && pass "of a stream" || fail "of a stream"
grep -v '^sample' in.txt >none.txt
"$mkperf" none.txt >none.data
"$PMREC" info --json -i none.data | python3 -c 'import json, sys; json.load(sys.stdin)' && pass "of no samples" || fail "of no samples"

run 0 "check: a sound one" "$PMREC" info --check -i in.data
is "$(cat out)" "" "nothing to say"
cat >faults.txt <<'E2'
event cycles type=0 config=0 period=1 sample=IP|TID|TIME|IDENTIFIER ids=1
event other type=0 config=0 period=1 sample=IP|TID|TIME|IDENTIFIER ids=2
feature section14='i1;i7'
comm pid=1 tid=1 comm=init time=5 id=1
sample event=0 id=77 ip=0x1234 pid=1 tid=1 time=30
record type=9 words=1,2
record type=2 words=1
record type=5 words=1
record type=69 words=9,1
record type=200 words=1
E2
"$mkperf" faults.txt >faults.data
run 3 "check: faults" "$PMREC" info --check -i faults.data
is "$(sed 's/^0x[0-9a-f]*: //; s/: .*//' out | tr '\n' ' ')" "NUMA_TOPOLOGY SAMPLE SAMPLE LOST THROTTLE ID_INDEX UNKNOWN " "each is named"
for off in $(sed 's/: .*//' out | tail -n +2); do
	"$PMREC" report -D -i faults.data 2>/dev/null | grep -q "^$off@" || fail "no record at $off"
done
# Counts of sections that do not fit: of one more than there is, and of one fewer; the fault is where the section lies, or
# where what is left over does.
counted() { # SECTION NAME BYTES-OF-THE-REST OF-ONE WITH-A-REST [--big]
	form=${6:-}
	printf 'event cycles type=0 config=0 period=1 sample=IP|TID|TIME ids=1\nfeature section%s=%s\nsample ip=1 time=1\n' "$1" "'$4'" >one.txt
	for entries in "$4=" "$(echo "$4" | sed 's/^\([iq]\)1/\12/')=ends before" "$5=follow what it states"; do
		sed "s/'.*'/'${entries%%=*}'/" one.txt >count.txt
		# shellcheck disable=SC2086 # none, or a word
		"$mkperf" $form count.txt >count.data
		status=0
		"$PMREC" info --check -i count.data >out 2>err || status=$?
		if [ -z "${entries#*=}" ]; then
			is "$status $(cat out)" "0 " "$2 $form: a count that fits"
		else
			is "$status $(wc -l <out | tr -d ' ')" "3 1" "$2 $form: one fault"
			has out "^0x[0-9a-f]*: $2: .*${entries#*=}" "$2 $form: ${entries#*=}"
		fi
	done
	# The last one left something over.
	at=$(sed 's/: .*//' out)
	"$PMREC" info --check -i count.data | grep -q "^$at" && is "$(($(wc -c <count.data) - at >= $3))" 1 "$2 $form: the offset is that of the rest"
}
counted 11 CMDLINE 8 'i1;ta' 'i1;ta;tb'
counted 14 NUMA_TOPOLOGY 8 'i1;i0;q1;q2;t0' 'i1;i0;q1;q2;t0;i5;i6' --big
counted 16 PMU_MAPPINGS 8 'i1;i4;tcpu' 'i1;i4;tcpu;i5;i6'
counted 17 GROUP_DESC 8 'i1;tg;i0;i2' 'i1;tg;i0;i2;i5;i6'
counted 25 BPF_PROG_INFO 8 'i1;i4;i4;q0;i1;i2' 'i1;i4;i4;q0;i1;i2;i5;i6' --big
counted 26 BPF_BTF 8 'i1;i7;i4;i1' 'i1;i7;i4;i1;i5;i6'
counted 28 CPU_PMU_CAPS 8 'i1;ta;tb' 'i1;ta;tb;i5;i6'
counted 30 HYBRID_TOPOLOGY 8 'i1;ta;tb' 'i1;ta;tb;i5;i6'
counted 31 PMU_CAPS 8 'i1;i1;ta;tb;tcpu' 'i1;i1;ta;tb;tcpu;i5;i6' --big
head -c 700 in.data >cut.data
run 3 "check: a cut one" "$PMREC" info --check -i cut.data
run 2 "check and json" "$PMREC" info --check --json -i in.data
run 4 "no recording" "$PMREC" info --check -i in.txt

# A recording that is a folder: the file is named in which a fault is. A FINISHED_ROUND record is sound, then comes a
# THROTTLE that is too short, one of an impossible size, the half of one.
round='\104\0\0\0\0\0\010\0'
mkdir folder
"$mkperf" none.txt >folder/data
for fault in 'THROTTLE:\005\0\0\0\0\0\020\0\0\0\0\0\0\0\0\0' 'record:\001\0\0\0\0\0\003\0' 'end:\001\0\0\0'; do
	for at in 0 1; do
		# shellcheck disable=SC2059 # bytes, by their numbers
		for file in 0 1; do
			printf "$round" >"folder/data.$file"
		done
		# shellcheck disable=SC2059
		printf "${fault#*:}" >>"folder/data.$at"
		run 3 "check: a folder, ${fault%%:*} in data.$at" "$PMREC" info --check -i folder
		is "$(cut -d : -f 1-3 out)" "data.$at: 0x8: ${fault%%:*}" "it is named"
		if [ "${fault%%:*}" != THROTTLE ]; then
			run 3 "report: ${fault%%:*} in data.$at" "$PMREC" report -i folder
			has err "'folder/data.$at'.* at offset " "the file is named"
		fi
	done
done

# Streams that were joined: the second one's events are others, with the same ids.
"$mkperf" --pipe none.txt >first.data
for form in --pipe "--pipe --big"; do
	# shellcheck disable=SC2086 # words
	"$mkperf" $form faults.txt >second.data
	cat first.data second.data >joined.data
	run 3 "joined streams, $form" "$PMREC" script --show-task-events -i joined.data
	has err "at offset $(wc -c <first.data): another recording begins here: it was not read" "where the second begins is said"
	"$PMREC" script --show-task-events -i first.data >alone 2>&1
	same out alone "the first is read alone"
	run 3 "check: joined streams, $form" "$PMREC" info --check -i joined.data
	is "$(cut -d : -f 1 out)" "$(printf '0x%x' "$(wc -c <first.data)")" "the one fault"
done
finish
