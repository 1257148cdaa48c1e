#!/bin/sh
# What cannot be recorded: one line that says why, a status of the man page, and nothing is executed.
. "$(dirname "$0")/lib.sh"
need_recording

refused() { # STATUS PATTERN ARGUMENTS...
	want=$1 pattern=$2
	shift 2
	status=0
	"$PMREC" record -q "$@" touch executed >out 2>err </dev/null || status=$?
	is "$status" "$want" "$(echo "$*" | cut -c 1-40): status"
	has err "$pattern" "said"
	at_least 100 "$(wc -c <err)" "bytes at most"
	is "$(wc -l <err | tr -d ' ') $(ls executed perf.data 2>/dev/null)" "1 " "in one line, and nothing is done"
}

many=$(awk 'BEGIN { while (i++ < 4096) printf "cs,"; print "cs" }')
refused 2 "more than 4096 events" -e "$many"
refused 2 "did you mean 'cycles'?" -e cycle
refused 2 "see 'pmrec list'" -e no-such-event
refused 2 "'x' is no modifier" -e cycles:x
refused 2 "ring size '2G' is more than 1G" -m 2G
refused 2 "ring size '99999999999999999999' is more than 1G" -m 99999999999999999999
refused 2 "ring size 'K' is neither" -m K
refused 2 "ring size '' is neither" -m ''
refused 2 "ring size '4MM' is neither" -m 4MM
refused 2 "ring size '-1' is neither" -m -1
refused 2 "ring size '0'" -m 0

if [ -e /sys/bus/event_source/devices/cpu ] || [ -e /sys/bus/event_source/devices/armv8_pmuv3_0 ]; then
	echo "# a PMU is here: not tried without"
else
	status=0
	"$PMREC" record -e cycles touch executed >out 2>err || status=$?
	is "$status $(ls executed 2>/dev/null)" "5 " "no hardware PMU: status"
	has err "use -e cpu-clock" "no hardware PMU: what there is"
fi

# Few files may be open at first: as many as may be are taken, and the command has what it would have had.
run 0 "few open files" sh -c 'ulimit -Sn 6 && exec "$0" record -q -e cpu-clock -o p.data sh -c "ulimit -Sn"' "$PMREC"
is "$(cat out)" 6 "few open files: the command's limit is its own"
run 1 "no more open files" sh -c 'ulimit -n 9 && exec "$0" record -q -e cpu-clock -o q.data touch executed' "$PMREC"
is "$(wc -l <err | tr -d ' ') $(ls executed q.data 2>/dev/null)" "1 " "no more open files: one line, and nothing is done"
finish
