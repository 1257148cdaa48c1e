#!/bin/sh
# --switch-output-event: a new file whenever an event occurs that is not recorded itself.
. "$(dirname "$0")/lib.sh"
need_recording
need_tracefs events/sched/sched_process_exec/id "the tracepoints cannot be read here"

# Its own execution, and then one after another when the one before has led to a file: four.
cat >load <<'E2'
wait_for() { # so many files
	i=0
	set -- p.data.[0-9]* "$1"
	until eval "[ $(($# - 1)) -ge \${$#} ]" && [ -e "$1" ]; do
		i=$((i + 1))
		[ $i -lt 200000 ] || exit 1
		eval "set -- p.data.[0-9]* \${$#}"
	done
}
for files in 1 2 3; do
	wait_for $files
	/bin/true
done
wait_for 4
E2
run 0 "switched by executions" timeout 120 "$PMREC" record -e cpu-clock --switch-output-event sched:sched_process_exec -o p.data sh load
samples=$(sed -n 's/.*(\([0-9]*\) samples).*/\1/p' err)
set -- p.data.*
is $# 5 "a file for each, and the last one"
sum=0
for file; do
	"$PMREC" info --check -i "$file" >out 2>&1 || fail "$file is sound" "$(cat out)"
	is "$("$PMREC" evlist -i "$file" | grep -cv dummy)" 1 "only what is recorded is in it"
	sum=$((sum + $("$PMREC" script -F time -i "$file" 2>/dev/null | wc -l)))
done
is "$sum" "$samples" "all samples are in one of them"
is "$(grep -c 'wrote .p.data' err)" 5 "each is told"

run 0 "an event that does not occur" "$PMREC" record -e cpu-clock --switch-output-event sched:sched_process_hang -o q.data true
set -- q.data.*
is $# 1 "switches nothing"
run 0 "by executions on all CPUs" "$PMREC" record -a -e cpu-clock --switch-output-event sched:sched_process_exec -o a.data true
set -- a.data.*
at_least $# 1 "are files"
run 2 "an event that nobody has" "$PMREC" record --switch-output-event nosuch -o none.data true
has err nosuch "is refused"
"$PMREC" record -e cpu-clock --switch-output-event cpu-clock -o - true 2>err | cat >none.data
has err "only files can be switched" "nor is a stream switched"
finish
