#!/bin/sh
# A ring of one page under a flood: what was lost is counted to the last event, and nothing that tells of processes is lost.
. "$(dirname "$0")/lib.sh"
[ "$(id -u)" = 0 ] || skip_all "needs root"
need_tracefs events/syscalls/sys_enter_write/id "no tracepoint of write(2) here"
dd=$(command -v dd)

counts() { # samples, samples lost
	"$PMREC" report --stats -i "$1" 2>/dev/null | awk '
		/SAMPLE events:/ && !/LOST/ && !s { s = $3 }
		END { print s + 0 }'
	"$PMREC" info --json -i "$1" 2>/dev/null | sed 's/.*"losses":{[^}]*"samples":\([0-9]*\).*/\1/'
}

n=300000
run 0 "a flood" "$PMREC" record -m 1 -e syscalls:sys_enter_write -o flood.data -- dd if=/dev/zero of=/dev/null bs=1 count=$n status=none
# shellcheck disable=SC2046 # two words
set -- $(counts flood.data)
is "$(($1 + $2))" $n "$1 samples and $2 lost are all of $n writes"

# Processes come and go under it.
procs=500
cat >load <<'E2'
i=0
while [ $i -lt $1 ]; do
	i=$((i + 1))
	dd if=/dev/zero of=/dev/null bs=1 count=400 status=none
done
E2
run 0 "a flood of processes" "$PMREC" record -m 1 -e syscalls:sys_enter_write -o procs.data -- sh load $procs
# shellcheck disable=SC2046
set -- $(counts procs.data)
is "$(($1 + $2))" $((400 * procs)) "$1 samples and $2 lost are all writes"
"$PMREC" script --show-task-events --show-mmap-events -i procs.data >out 2>/dev/null
is "$(grep -c 'PERF_RECORD_COMM exec: dd:' out)" $procs "each exec is told"
is "$(grep -c 'PERF_RECORD_FORK' out)" $((procs + 1)) "each fork, and the shell that the recorder tells of"
is "$(grep -c 'PERF_RECORD_EXIT' out)" $((procs + 1)) "each exit, the shell's too"
is "$(grep 'PERF_RECORD_MMAP2.* r-xp' out | grep -c " $dd\$\| $(realpath "$dd")\$")" $procs "each mapping of the program"
finish
