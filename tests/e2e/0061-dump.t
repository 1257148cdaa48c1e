#!/bin/sh
# report -D: each record with its bytes, in the order of the file, and what they mean. The decoded lines are what perf 7.2
# prints of the same records, but for those of THROTTLE, which it leaves undecoded.
. "$(dirname "$0")/lib.sh"
command -v python3 >/dev/null || skip_all "no python3"
mkperf=$root/tests/data/mkperf

cat >in.txt <<'E2'
event cyc type=0 config=0 freq=100 sample=IP|TID|TIME|CPU|IDENTIFIER ids=1
event all type=0 config=1 freq=100 sample=IP|TID|TIME|ADDR|READ|CALLCHAIN|ID|CPU|PERIOD|STREAM_ID|RAW|BRANCH_STACK|REGS_USER|STACK_USER|WEIGHT|DATA_SRC|IDENTIFIER|TRANSACTION|REGS_INTR|PHYS_ADDR|CGROUP|DATA_PAGE_SIZE|CODE_PAGE_SIZE ids=2 read=23 regs=0x103 intr=0x5 stack=16
feature arch=x86_64 nrcpus=2,2
mmap pid=1 tid=1 start=0x1000 len=0x2000 pgoff=0 prot=rx file=/bin/true mode=user time=4 cpu=1 id=1
mmap2 pid=1 tid=1 start=0x1000 len=0x2000 pgoff=0x3000 prot=rx file=/bin/true mode=user time=4 cpu=1 id=1 maj=8 min=1 ino=5 gen=6
comm pid=1 tid=1 comm=init time=5 cpu=1 id=1
comm pid=1 tid=2 comm=sh exec=1 time=6 cpu=0 id=1
fork pid=3 tid=4 ppid=1 ptid=2 time=7 id=1
exit pid=3 tid=4 ppid=1 ptid=2 time=8 id=1
lost id=1 lost=3 time=10 id=1
lost_samples lost=4 time=11 id=1
ksymbol addr=0xffffffffc0000000 len=64 name=bpf_prog_1 time=12 id=1
record type=5 words=13,1,7,0x100000001,19,0,1
record type=8 words=0x100000001,55,0x100000001,19,0,1
record type=11 words=0x10,0x20,0x6,0x100000001,19,0,1
record type=12 words=0x100000001,0x100000001,19,0,1
record type=14 misc=0x6000 words=0x100000001,19,0,1
record type=15 words=0x100000001,0x100000001,19,0,1
record type=16 words=0x100000001,2,4,0xeff,5,0xefe,0x100000001,19,0,1
record type=18 words=0x500000001,0x1122334455667788,0x100000001,19,0,1
record type=20 words=0xffffffff81000000,0x9190909000020002,0x100000001,19,0,1
record type=21 words=5,0x100000001,19,0,1
sample event=0 id=1 ip=0x1234 pid=1 tid=1 time=30 cpu=1
sample event=1 ip=0x1234 pid=1 tid=1 time=31 cpu=1 id=2 period=7 addr=0x77 read=1,2,3,4,5 chain=K,0x9,U,0x10 raw=11223344 branches=0x5:0x6:0x7,0x8:0x9:0x13 regs=2:1,2,3 intr=2:3,4 stack=aabbccddaabbccddaabbccddaabbccdd filled=8 weight=9 data_src=0x1234 transaction=5 phys_addr=0x99 cgroup=7 data_page_size=4096 code_page_size=2097152
record type=73 words=1,5,0,0
record type=74 words=0x0001000000020000
record type=78 words=0,1,0x6c
record type=78 words=1,1,0x3ff0000000000000
record type=79 words=1,2,3,4,5,6
record type=82
round
E2
cat >want <<'E2'
1 4 PERF_RECORD_MMAP 1/1: [0x1000(0x2000) @ 0]: x /bin/true
1 4 PERF_RECORD_MMAP2 1/1: [0x1000(0x2000) @ 0x3000 08:01 5 6]: r-xp /bin/true
1 5 PERF_RECORD_COMM: init:1/1
0 6 PERF_RECORD_COMM exec: sh:1/2
0 7 PERF_RECORD_FORK(3:4):(1:2)
0 8 PERF_RECORD_EXIT(3:4):(1:2)
0 10 PERF_RECORD_LOST: id:1: lost:3
0 11 PERF_RECORD_LOST_SAMPLES: id:1: lost samples :4
0 12 PERF_RECORD_KSYMBOL addr ffffffffc0000000 len 64 type 1 flags 0x0 name bpf_prog_1
0 19 PERF_RECORD_THROTTLE time: 13 id: 1 stream: 7
0 19 PERF_RECORD_READ: 1 1 cyc 55
0 19 PERF_RECORD_AUX offset: 0x10 size: 0x20 flags: 0x6 [OP]
0 19 PERF_RECORD_ITRACE_START pid: 1 tid: 1
0 19 PERF_RECORD_SWITCH OUT preempt
0 19 PERF_RECORD_SWITCH_CPU_WIDE IN           prev pid/tid:     1/1
0 19 PERF_RECORD_NAMESPACES 1/1 - nr_namespaces: 2
		[0/net: 4/0xeff, 1/uts: 5/0xefe]
0 19 PERF_RECORD_BPF_EVENT type 1, flags 0, id 5
0 19 PERF_RECORD_TEXT_POKE ffffffff81000000  old len 2 new len 2
            Old bytes: 90 90
            New bytes: 90 91
0 19 PERF_RECORD_AUX_OUTPUT_HW_ID hw_id: 0x5
1 30 PERF_RECORD_SAMPLE(IP, 0x2): 1/1: 0x1234 period: 100 addr: 0
1 31 PERF_RECORD_SAMPLE(IP, 0x2): 1/1: 0x1234 period: 7 addr: 0x77
... FP chain: nr:4
.....  0: ffffffffffffff80 (PERF_CONTEXT_KERNEL)
.....  1: 0000000000000009
.....  2: fffffffffffffe00 (PERF_CONTEXT_USER)
.....  3: 0000000000000010
... branch stack: nr:2
.....  0: 0000000000000005 -> 0000000000000006 0 cycles MP T 0
.....  1: 0000000000000008 -> 0000000000000009 1 cycles MP   0
... user regs: mask 0x103 ABI 64-bit
.... AX    0x0000000000000001
.... BX    0x0000000000000002
.... IP    0x0000000000000003
... intr regs: mask 0x5 ABI 64-bit
.... AX    0x0000000000000003
.... CX    0x0000000000000004
... ustack: size 8, offset 0x100
... weight: 9
 . data_src: 0x1234
 .. phys_addr: 0x99
 .. data page size: 4K
 .. code page size: 2M
... transaction: 5
... sample_read:
...... time enabled 0000000000000002
...... time running 0000000000000003
..... id 0000000000000004, value 0000000000000001, lost 5
0 0 PERF_RECORD_THREAD_MAP nr: 1 thread: 5
0 0 PERF_RECORD_CPU_MAP: 0-1
0 0 PERF_RECORD_EVENT_UPDATE
... id:    1
... unit:  l
0 0 PERF_RECORD_EVENT_UPDATE
... id:    1
... scale: 1.000000
0 0 PERF_RECORD_TIME_CONV
... Time Shift      1
... Time Multiplier 2
... Time Zero       3
... Time Cycles     4
... Time Mask       0x5
... Cap Time Zero   6
... Cap Time Short  0
0 0 PERF_RECORD_FINISHED_INIT
0 0 PERF_RECORD_FINISHED_ROUND
E2

# What is decoded, without where it lies.
decoded() {
	grep -v -e '^0x' -e '^\.$' -e '^\. \.\.\. raw' -e '^\.  [0-9a-f]*: ' -e '^$' | sed 's/ 0x[0-9a-f]* \[0x[0-9a-f]*\]: PERF/ PERF/; s/ *$//'
}
"$mkperf" in.txt >in.data
run 0 "read" "$PMREC" report -D -i in.data
decoded <out >got
same got want "what the records mean"

# Offsets and bytes against those of the file itself.
cat >bytes.py <<'E2'
import re, sys
data = open(sys.argv[1], "rb").read()
at, n, seen, text = 0, 0, b"", open(sys.argv[2], errors="replace").read().split("\n")
end, records = None, 0
for line in text + ["0x0@x [0x0]: event: 0"]:
    m = re.match(r"(0x[0-9a-f]+)@.* \[(0x[0-9a-f]+)\]: event: (\d+)$", line)
    if m:
        assert data[at:at + n] == seen, "bytes at %#x" % at
        if records and n:
            assert int(m[1], 16) in (at + n, 0), "a gap at %#x" % at
        at, n, seen = int(m[1], 16), int(m[2], 16), b""
        records += n > 0
        if n:
            assert int.from_bytes(data[at:at + 4], sys.argv[3]) == int(m[3]), "type at %#x" % at
    m = re.match(r"\.  ([0-9a-f]{4,}):  ((?:[0-9a-f]{2} )+) *(.*)", line)
    if m:
        assert int(m[1], 16) == len(seen), line
        seen += bytes.fromhex(m[2])
print(records)
E2
is "$(python3 bytes.py in.data out little)" "$(grep -c -v -e '^event' -e '^feature' in.txt)" "each record's bytes are those of the file"

"$mkperf" --big in.txt >big.data
run 0 "read big-endian" "$PMREC" report -D -i big.data
decoded <out | grep -e SAMPLE -e COMM -e MMAP -e FORK -e EXIT -e KSYM -e '^\.' | grep -v 'TIME_CONV' >got.big
grep -e SAMPLE -e COMM -e MMAP -e FORK -e EXIT -e KSYM -e '^\.' want >want.big
# The generator turns words, whatever they hold.
grep -v -e 'Cap Time' -e 'scale' -e 'unit' -e '^\.\.\.$' got.big >a
grep -v -e 'Cap Time' -e 'scale' -e 'unit' want.big >b
same a b "big-endian: the same"

head -c $(($(wc -c <in.data) / 2)) in.data >cut.data
run 3 "a cut one" "$PMREC" report -D -i cut.data
at_least "$(grep -c '^0x' out)" 5 "is dumped as far as it goes"
finish
