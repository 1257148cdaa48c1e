#!/bin/sh
# Tracepoints: names, default fields and text are those of perf, of what really happens here and of made-up raw data for
# every event that the kernel has.
. "$(dirname "$0")/lib.sh"
need_root
command -v perf >/dev/null || skip_all "no perf here"
command -v python3 >/dev/null || skip_all "no python3"
need_tracefs events/header_page "no tracefs here"
perf record -q -e sched:sched_process_exec -o probe.data true >/dev/null 2>&1 || skip_all "perf cannot record tracepoints here"

perfs=perf
have_perf_new && perfs="perf $perf_new"

# perf 6.1 pads thread numbers to 5 columns, later ones to 7; a thread that ends has the name it had in pmrec.
plain() {
	sed -e 's/^ *//' -e 's/ \{2,\}/ /g' -e 's/^:[0-9]* /- /'
}

# agree FILE: line for line by both perfs; names of threads that perf no longer knows (":TID") are passed over.
agree() {
	"$PMREC" script -i "$1" 2>/dev/null | plain >pmrec.out
	for perf in $perfs; do
		"$perf" script --no-inline -i "$1" 2>perf.err </dev/null | plain >perf.out
		at_least "$(wc -l <perf.out)" "$2" "$(basename "$perf"): lines of $1"
		paste -d '\n' perf.out pmrec.out | awk 'NR % 2 { a = $0; next } { b = $0
			if (a ~ /^- /) { sub(/^- /, "", a); sub(/^[^ ]+ /, "", b) }
			if (a != b) print "-" a "\n+" b }' >differ
		is "$(wc -l <perf.out)" "$(wc -l <pmrec.out)" "$(basename "$perf"): as many lines of $1"
		is "$(cat differ)" "" "$(basename "$perf"): the same text of $1"
	done
}

# What happens while a few programs run; a hundred kinds, since the kernel takes 30 ms to give up one. Events that name
# addresses of the kernel are left out: of several names of one address another may be shown.
events=$(cd "$tracefs/events" && for e in sched/* task/* signal/* timer/* irq/* writeback/* workqueue/* kmem/* filemap/* skb/* \
	net/* syscalls/sys_*_openat syscalls/sys_*_execve syscalls/sys_*_mmap syscalls/sys_*_read syscalls/sys_*_wait4; do
	[ -r "$e/format" ] || continue
	grep -q -e '%p[sSfF]' -e '[{(] *[A-Z][A-Z]*_' "$e/format" || echo "-e $(echo "$e" | tr / :)"
done | head -n 130)
at_least "$(echo "$events" | wc -l)" 50 "events to record"
# shellcheck disable=SC2086 # words
perf record -q -a $events -o real.data -- sh -c 'ls -l / | cat >x; cat x >y; sync y; sleep 0.05' >record.err 2>&1 ||
	fail "record them" "$(cat record.err)"
at_least "$("$PMREC" script -F event -i real.data | sort -u | wc -l)" 20 "kinds of events that happened"
agree real.data 300

perf record -q -g -e sched:sched_process_exec -e sched:sched_process_exit -o chain.data sh -c 'true; true' >/dev/null 2>&1
perf script -F event,trace -i chain.data >perf.out 2>/dev/null </dev/null
"$PMREC" script -F event,trace -i chain.data >pmrec.out
at_least "$(grep -c sched_process pmrec.out)" 2 "tracepoints with call chains"
same pmrec.out perf.out "their text"

# Every event of this kernel, with raw data made up. Left out is what perf does not print as the kernel would: operators
# that lean to the left (10 - 3 - 2), names that are padded, the sign of a short, shifts past 32 bits, dumps past an array,
# bitmaps, tables with constants that have no value in the format, sizeof.
cat >every.py <<'E2'
import os, re, random, sys
random.seed(1)
root, skip = sys.argv[1], re.compile(sys.argv[2])
events, samples = [], []
for path in sorted(os.path.join(root, s, e) for s in os.listdir(root) if os.path.isdir(os.path.join(root, s)) and s != "ftrace"
                   for e in os.listdir(os.path.join(root, s))):
    try:
        text = open(path + "/format").read()
    except OSError:
        continue
    name = ":".join(path.split("/")[-2:])
    if skip.search(text) or len(events) >= 2500:
        continue
    number = int(re.search(r"^ID: (\d+)", text, re.M)[1])
    fields = [(m[0], int(m[1]), int(m[2])) for m in re.findall(r"field:(.*?);\s*offset:(\d+);\s*size:(\d+);", text)]
    size = max(off + n for _, off, n in fields)
    raw, rest = bytearray(size), b""
    for field, off, n in fields:
        if field.startswith(("__data_loc", "__rel_loc")):
            data = b"text%d\0" % random.randrange(100) if "char" in field else bytes(random.randrange(1, 100) for _ in range(16))
            at = size + len(rest) - (off + 4 if field.startswith("__rel") else 0)
            raw[off:off + 4] = (at | len(data) << 16).to_bytes(4, sys.byteorder)
            rest += data
        elif "char" in field and "[" in field:
            raw[off:off + n] = (b"str%d" % random.randrange(100))[:n - 1].ljust(n, b"\0")
        elif "[" in field:
            raw[off:off + n] = bytes(random.randrange(1, 256) for _ in range(n))
            if n == 28:
                raw[off:off + 2] = random.choice([2, 10]).to_bytes(2, sys.byteorder)
        else:
            bits = min(15, 8 * n - 1)
            value = random.choice([random.randrange(20), 1 << random.randrange(bits), random.randrange(1 << bits)])
            raw[off:off + n] = value.to_bytes(n, sys.byteorder)
    raw[0:2] = number.to_bytes(2, sys.byteorder)
    print("event %s type=2 config=%d period=1 sample=IDENTIFIER|IP|TID|TIME|CPU|RAW ids=%d" % (name, number, number + 10))
    print("format %s file=%s/format" % (name, path))
    samples.append("sample event=%d id=%d pid=10 time=%d raw=%s" % (len(samples), number + 10, 1000 * len(samples) + 5000,
                                                                 (bytes(raw) + rest).hex()))
    events.append(name)
print("feature nrcpus=1,1\ncomm pid=10 tid=10 comm=app time=1")
print("\n".join(samples))
E2
python3 every.py "$tracefs/events" '%-?[0-9]+s|pbl|cpumask|sizeof|__print_hex|__print_array|ULL << 6|<< REC->|- .* - |[{(<] *[A-Z][A-Z]*_|& \(0x|\{ *\}' >every.txt
"$root/tests/data/mkperf" --attr-size=128 every.txt >every.data
at_least "$(grep -c '^sample' every.txt)" 1000 "events of this kernel"
"$PMREC" script -F event,trace -i every.data >pmrec.out
for perf in $perfs; do
	"$perf" script --no-inline -F event,trace -i every.data >perf.out 2>/dev/null </dev/null
	same pmrec.out perf.out "$(basename "$perf"): the same text of every event"
done
finish
