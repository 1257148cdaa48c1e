#!/bin/sh
# Alone: it changes kernel.perf_event_max_stack, which nobody can while others record call chains.
. "$(dirname "$0")/lib.sh"
need_recording
need_root

limit=/proc/sys/kernel/perf_event_max_stack
was=$(cat $limit)
more=$((was + 100))
trap 'rm -rf "$dir"' EXIT
# Not where /proc may only be read, as in containers, nor while somebody records call chains.
for n in $more "$was"; do
	(echo "$n" >$limit) 2>err || skip_all "kernel.perf_event_max_stack cannot be set here: $(tail -n 1 err)"
done
trap 'echo "$was" >$limit; rm -rf "$dir"' EXIT

# Raised while the command runs, and set back.
run 0 "a limit above the kernel's" "$PMREC" record -q -g --max-stack $more --raise-max-stack -e cpu-clock -o deep.data cat $limit
is "$(cat out)" "$more" "it is raised while the command runs"
is "$(cat err)" "" "without a word"
is "$(cat $limit)" "$was" "and set back"
"$PMREC" evlist -v -i deep.data >attrs
has attrs "sample_max_stack: $more" "the attr has it"
run 0 "one that the kernel has" "$PMREC" record -q -g --max-stack 20 --raise-max-stack -e cpu-clock -o low.data cat $limit
is "$(cat out)" "$was" "changes nothing"
run 2 "--raise-max-stack alone is refused" "$PMREC" record --raise-max-stack true

# What begins to record call chains and goes on after its command's end.
cat >begin <<'E2'
>begun
exec sleep 1000
E2
cat >others <<'E2'
"$1" record -q -g -e cpu-clock -o others.data sh begin &
echo $! >pid
while [ ! -e begun ] && kill -0 $!; do sleep 0.01; done
cat /proc/sys/kernel/perf_event_max_stack
E2

# Somebody begins while it is raised: it cannot be set back, and that is said even to who wants to hear little.
run 0 "others record beyond the end" "$PMREC" record -q -g --max-stack $more --raise-max-stack -e cpu-clock -o deep.data sh others "$PMREC"
is "$(cat out)" "$more" "it was raised"
is "$(cat $limit)" "$more" "it stays so"
has err "perf_event_max_stack stays at $more.*it was $was" "and the warning says what it was"

# They still record: it cannot be raised further.
run 5 "it cannot be raised while others record" "$PMREC" record -q -g --max-stack $((more + 1)) --raise-max-stack -e cpu-clock -o no.data true
has err "is $more and cannot be raised while somebody records" "which is the cause that is named"
is "$(cat $limit)" "$more" "and nothing is changed"
kill -INT "$(cat pid)"
while kill -0 "$(cat pid)" 2>/dev/null; do sleep 0.01; done
finish
