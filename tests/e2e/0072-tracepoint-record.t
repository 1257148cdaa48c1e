#!/bin/sh
# Tracepoints that pmrec records: perf reads the file without a word and prints the same text of them.
. "$(dirname "$0")/lib.sh"
need_recording
need_root
command -v perf >/dev/null || skip_all "no perf here"
need_tracefs events/header_page "no tracefs here"

perfs=perf
have_perf_new && perfs="perf $perf_new"

# Whatever runs on the machine is in the recording, under any name: perf prints control bytes as they are, pmrec does not.
# The work of kernel threads is told by its function: of several names of one address another may be shown.
plain() {
	awk '/^ *[a-z0-9_-]+:[a-zA-Z0-9_]+: / { if (NR > 1) print line; line = $0; next }
	{ line = NR == 1 ? $0 : line "?" $0 }
	END { if (NR) print line }' | sed 's/[^ -~][^ -~]*/?/g; s/??*/?/g' | grep -v 'work struct'
}
samples() { sed 's/^ *//' | grep -a '\[[0-9]*\] *[0-9]*\.[0-9]*: '; }

agree() { # FILE LEAST
	"$PMREC" script -F event,trace -i "$1" 2>/dev/null | plain >pmrec.out
	at_least "$(grep -c . pmrec.out)" "$2" "lines of $1"
	for perf in $perfs; do
		"$perf" script --no-inline -F event,trace -i "$1" 2>perf.err </dev/null | plain >perf.out
		same pmrec.out perf.out "$(basename "$perf"): the same text of $1"
		is "$(grep -v "Ignoring\.$" perf.err)" "" "$(basename "$perf"): no warning of $1"
		"$perf" script --no-inline -F comm,tid,cpu,time,event -i "$1" 2>/dev/null </dev/null | samples >perf.out
		"$PMREC" script -F comm,tid,cpu,time,event -i "$1" 2>/dev/null | samples >pmrec.all
		is "$(wc -l <pmrec.all)" "$(wc -l <perf.out)" "$(basename "$perf"): as many samples in $1"
		"$perf" report --header-only -i "$1" >header 2>/dev/null </dev/null
		is "$(grep -c TRACING_DATA header)" 0 "$(basename "$perf"): the tracing data is there"
	done
}

run 0 "all of a system" "$PMREC" record -q -a -e 'sched:*' -o system.data sh -c 'ls -l / | cat >x; cat x >y; sleep 0.05'
agree system.data 100
# Events that name addresses of the kernel are left out: of several names of one address another may be shown.
run 0 "several systems" "$PMREC" record -q -o several.data -e 'task:*,signal:*' -e 'syscalls:sys_*_openat' -e cpu-clock \
	-e 'syscalls:sys_*_write,syscalls:sys_*_mmap' sh -c 'ls -l / | cat >x; cat x >y; true'
agree several.data 100
is "$("$PMREC" evlist -i several.data | grep -c ':sys_')" 6 "each is an event"
run 0 "with chains" "$PMREC" record -q -g -o chains.data -e sched:sched_process_exec -e sched:sched_process_exit sh -c 'true; /bin/true'
agree chains.data 3
run 0 "under another name" "$PMREC" record -q -o name.data -e 'sched:sched_process_exec/name=started/' true
is "$("$PMREC" evlist -i name.data | head -n 1)" started "has that name"
for perf in $perfs; do
	"$perf" script --no-inline -F trace -i name.data >perf.out 2>/dev/null </dev/null
	has perf.out 'filename=' "$(basename "$perf"): and its fields"
done
finish
