#!/bin/sh
# How the rings are read: with a real-time priority, on the ring's own CPU, and only when there is enough in them.
. "$(dirname "$0")/lib.sh"
need_recording

run 2 "-r 0" "$PMREC" record -r 0 true
run 2 "-r 100" "$PMREC" record -r 100 true
run 2 "--affinity of another word" "$PMREC" record --affinity socket true
run 2 "--mmap-flush of no size" "$PMREC" record --mmap-flush 0 true

# policies PID: the scheduling policies of its threads, as sched(7) numbers them: field 41 of /proc/PID/stat, and the
# priority, field 40.
cat >policies <<'E2'
for f in /proc/$1/task/*/stat; do
	sed 's/.*) //' "$f" | cut -d ' ' -f 38,39
done | sort -u | tr '\n' ';'
E2
if [ "$(id -u)" = 0 ]; then
	run 0 "-r" "$PMREC" record -q -e cpu-clock -r 7 -o r.data sh -c 'sh policies $PPID; sh policies $$'
	is "$(cat out)" "7 1;0 0;" "-r: both of our threads have SCHED_FIFO and the priority, the command has neither"
	if command -v setpriv >/dev/null; then
		chmod 755 "$dir"
		cp "$PMREC" own
		run 5 "-r without permission" setpriv --reuid 12345 --clear-groups --inh-caps=-all ./own record -e cpu-clock:u -r 7 -o /dev/null true
		has err "CAP_SYS_NICE" "-r without permission: said"
	fi
fi

# where WHERE: the CPUs that our threads may run on, some time after the recording began.
where() {
	"$PMREC" record -q -a -e cpu-clock -F 5000 --affinity "$1" -o a.data sh -c '
		sleep 1.5
		sed -n "s/^Cpus_allowed_list:[[:space:]]*//p" /proc/$PPID/task/*/status | sort -u' 2>err
}
all=$(sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' /proc/self/status)
is "$(where sys)" "$all" "--affinity sys: anywhere"
if [ "$(nproc)" -gt 1 ]; then
	at_least "$(where cpu | grep -vx "$all" | grep -cx '[0-9]*')" 1 "--affinity cpu: on one CPU"
fi
nodes=$(cat /sys/devices/system/node/node*/cpulist 2>/dev/null)
if [ -n "$nodes" ]; then
	is "$(where node | grep -vxF "$nodes" | grep -vx "$all")" "" "--affinity node: on the CPUs of a node"
fi
run 0 "a file of --affinity is sound" "$PMREC" info --check -i a.data

rounds() { # OPTIONS...: how many times a round was finished; the file in f.data
	"$PMREC" record -q -a -e cpu-clock -F 20000 -m 64K -o f.data "$@" "$workloads/chain" 1500 >out 2>err || fail "record $*" "$(cat err)"
	"$PMREC" report -D -i f.data 2>/dev/null | grep -c PERF_RECORD_FINISHED_ROUND
}
# Without it all rings are emptied whenever one is a quarter full; with it, once a second.
often=$(rounds)
seldom=$(rounds --mmap-flush 1M)
at_least "$often" $((seldom + 1)) "--mmap-flush: $seldom rounds in which all was taken, without it"
want=$("$PMREC" script -F time -i f.data | wc -l)
at_least "$want" 1000 "--mmap-flush: samples"
is "$("$PMREC" script -F time -i f.data | sort -c -n 2>&1)" "" "--mmap-flush: in order"
perf=$(command -v perf) perfs=${perf:+perf}
have_perf_new && perfs="$perfs $perf_new"
for perf in $perfs; do
	inline=
	[ "$perf" = perf ] || inline=--no-inline
	# shellcheck disable=SC2086 # none, or a word
	"$perf" script $inline -F time -i f.data >got 2>perf.err </dev/null
	is "$(wc -l <got | tr -d ' ') $(grep -i order perf.err) $(sort -c -n got 2>&1)" "$want  " "--mmap-flush: $(basename "$perf") has them all, in order"
done
finish
