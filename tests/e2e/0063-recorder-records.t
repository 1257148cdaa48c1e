#!/bin/sh
# The records that recorders write themselves, in report -D: in a file, as a stream, and from a machine of the other byte
# order. The text expected is what perf 7.2 prints of the same file, which says "unhandled!" where it does no more; it
# decodes no AUXTRACE_ERROR there and leaves out the pairs of BPF_METADATA, which are by hand.
. "$(dirname "$0")/lib.sh"
command -v python3 >/dev/null || skip_all "no python3"
mkperf=$root/tests/data/mkperf

cat >in.txt <<'E2'
event cycles type=0 config=0 freq=100 sample=IP|TID|TIME|CPU|ID|PERIOD ids=2
feature arch=x86_64 nrcpus=2,2
record type=69 words=1,2,0,0xffffffffffffffff,7
record type=69 words=1,2,0,0xffffffffffffffff,7,5,6
record type=70 as=II17Q words=1,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,0
record type=72 as=6I2Q words=1,2,3,4,5,1,0x1234,5000000007 tail=6d7367000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
record type=72 as=6IQ words=1,2,3,4,5,0,0x1234 tail=6d73670000000000
record type=72 as=6I2Q words=1,2,3,4,5,2,0x1234,5000000007 tail=6d7367000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
record type=73 words=1,5,0,0
record type=73 as=Q6Q words=2,5,0,0,6,0,0
record type=74 as=4H words=0,2,0,1
record type=74 as=HHHI words=1,1,4,5 tail=00000000
record type=74 as=HHHxxxxQ words=1,1,8,5
record type=74 as=HBBHH words=2,1,0,1,3
record type=74 as=HBBHH words=2,0,0,1,3
record type=75 words=3,0,1,1,1000,2,1
record type=76 as=QII3Q words=2,3,1,100,200,300
record type=77 words=0,1000000001
record type=77 words=1,1000000001
record type=78 as=QQ words=0,2 text=l
record type=78 words=1,2,0x3ff8000000000000
record type=78 as=QQ words=2,2 text=cycles
record type=78 as=QQ4H words=3,2,0,2,0,1
record type=79 as=5QBB words=1,2,3,4,5,1,1
record type=85 as=QIHH6I3Q words=100,2,15,0,1,2,3,4,5,6,7,8,9
record type=86 as=QIHH36I words=100,2,16,1,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36
record type=86 as=QIHH45I words=100,2,17,1,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45
record type=86 as=QIHH4I words=100,2,18,1,1,2,3,4
record type=82
round
E2
# A name of 64 bytes, a count, and a key of 64 and a value of 256 bytes.
zeros() { printf "%0$(($1 * 2))d" 0; }
tail="70726f67$(zeros 60)"
printf 'raw type=84 body=%s%s%s%s%s\n' "$tail" 0200000000000000 "6b6579$(zeros 61)76616c7565$(zeros 251)" "6b32$(zeros 62)7632$(zeros 254)" "" >meta.txt
sed 's/0200000000000000/0000000000000002/' meta.txt >meta-big.txt

cat >want <<'E2'
PERF_RECORD_ID_INDEX nr: 1
 ... id: 2  idx: 0  cpu: -1  tid: 7
PERF_RECORD_ID_INDEX nr: 1
 ... id: 2  idx: 0  cpu: -1  tid: 7  machine_pid: 5  vcpu: 6
PERF_RECORD_AUXTRACE_INFO type: 1
  PMU Type            1
  Time Shift          2
  Time Multiplier     3
  Time Zero           4
  Cap Time Zero       5
  TSC bit             0x6
  NoRETComp bit       0x7
  Have sched_switch   8
  Snapshot mode       9
  Per-cpu maps        10
  MTC bit             0xb
  MTC freq bits       0xc
  TSC:CTC numerator   13
  TSC:CTC denominator 14
  CYC bit             0xf
  Max non-turbo ratio 16
  Filter string len.  0
PERF_RECORD_AUXTRACE_ERROR instruction trace error type 1 time 5.000000007 cpu 3 pid 4 tid 5 ip 0x1234 code 2: msg
PERF_RECORD_AUXTRACE_ERROR instruction trace error type 1 time 0 cpu 3 pid 4 tid 5 ip 0x1234 code 2: msg
PERF_RECORD_AUXTRACE_ERROR instruction trace error type 1 time 5.000000007 cpu 3 pid 4 tid 5 ip 0x1234 code 2: msg
PERF_RECORD_THREAD_MAP nr: 1 thread: 5
PERF_RECORD_THREAD_MAP nr: 2 threads: 5, 6
PERF_RECORD_CPU_MAP: 0-1
PERF_RECORD_CPU_MAP: 0,2
PERF_RECORD_CPU_MAP: 0,2
PERF_RECORD_CPU_MAP: -1,1-3
PERF_RECORD_CPU_MAP: 1-3
PERF_RECORD_STAT_CONFIG
... aggr_mode 1
... scale     1
... interval  1000
PERF_RECORD_STAT
... id 2, cpu 3, thread 1
... value 100, enabled 200, running 300
PERF_RECORD_STAT_ROUND
... time 1000000001, type INTERVAL
PERF_RECORD_STAT_ROUND
... time 1000000001, type FINAL
PERF_RECORD_EVENT_UPDATE
... id:    2
... unit:  l
PERF_RECORD_EVENT_UPDATE
... id:    2
... scale: 1.500000
PERF_RECORD_EVENT_UPDATE
... id:    2
... name:  cycles
PERF_RECORD_EVENT_UPDATE
... id:    2
... 0-1
PERF_RECORD_TIME_CONV
... Time Shift      1
... Time Multiplier 2
... Time Zero       3
... Time Cycles     4
... Time Mask       0x5
... Cap Time Zero   1
... Cap Time Short  1
PERF_RECORD_SCHEDSTAT_CPU
cpu2 1 2 3 4 5 6 7 8 9
PERF_RECORD_SCHEDSTAT_DOMAIN
domain1 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36
PERF_RECORD_SCHEDSTAT_DOMAIN
domain1 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45
PERF_RECORD_SCHEDSTAT_DOMAIN
domain1 Unsupported /proc/schedstat version 18.
PERF_RECORD_FINISHED_INIT
PERF_RECORD_FINISHED_ROUND
PERF_RECORD_BPF_METADATA prog prog - key=value, k2=v2
E2

# What is decoded, without where it lies and without what a stream has in front.
decoded() {
	grep -v -e '^0x' -e '^\.$' -e '^\. \.\.\. raw' -e '^\.  [0-9a-f]*: ' -e '^$' | sed 's/^.*: PERF/PERF/; s/ *$//'
}
for form in "" --big --pipe "--pipe --big"; do
	cat in.txt meta.txt >form.txt
	case $form in *--big*) cat in.txt meta-big.txt >form.txt ;; esac
	# shellcheck disable=SC2086
	"$mkperf" $form form.txt >form.data
	run 0 "read${form:+, $form}" "$PMREC" report -D -i form.data
	# A stream begins with what a file has in its header.
	decoded <out | sed -n '/^PERF_RECORD_ID_INDEX/,$p' >got
	same got want "what the records mean${form:+, $form}"
done
finish
