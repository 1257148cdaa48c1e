#!/bin/sh
# Nobody reads the output until the recorded command has ended. Samples may be dropped, each is counted; what tells of
# processes is all there.
. "$(dirname "$0")/lib.sh"
n=300

# Others may run while all CPUs are recorded, but none of this name.
cp /bin/ls one-of-many

# The command says when it begins and when it is over; in between the pipe is not read.
cat >load <<'E2'
>begun
i=0
while [ $i -lt $1 ]; do
	i=$((i + 1))
	./one-of-many / >/dev/null
done
>over
E2
record() { # OPTIONS...: into out.data, what was said into err
	rm -f begun over
	"$PMREC" record -g -F 20000 -e cpu-clock:u "$@" -o - -- sh load $n 2>err | {
		while [ ! -e begun ]; do head -c 4096; done >out.data # what precedes the command's records
		while [ ! -e over ]; do sleep 0.02; done
		cat >>out.data
	}
}

record
is "$("$PMREC" script --show-task-events -i out.data 2>/dev/null | grep -c 'COMM exec: one-of-many:')" $n "each of $n programs is told"
is "$(grep -c dropped err)" 0 "there is room for some seconds"

record --buffer-size 1M -a
is "$("$PMREC" script --show-task-events -i out.data 2>/dev/null | grep -c 'COMM exec: one-of-many:')" $n \
	"each of $n programs is told when samples are dropped"
dropped=$(sed -n 's/.*: \([0-9]*\) samples were dropped.*/\1/p' err)
written=$(sed -n 's/.*(\([0-9]*\) samples.*/\1/p' err)
tops=$(grep -c 'samples may lack callers' err)
is "$((${dropped:-0} == 0 || tops == 1))" 1 "copies of the top of a stack go before samples do"
is "$("$PMREC" info --json -i out.data 2>/dev/null | sed 's/.*"losses":{[^}]*"samples":\([0-9]*\).*/\1/')" "${dropped:-0}" \
	"what was dropped is in the file"
is "$("$PMREC" script -F comm -i out.data 2>/dev/null | grep -c .)" "$written" "and what was written"
run 0 "the stream is sound" "$PMREC" info --check -i out.data

# More comes all the time than the output takes; that keeps no recording from its end.
slowly() {
	while [ "$(head -c 65536 | wc -c)" -gt 0 ]; do sleep 0.05; done
}
prlimit --cpu=100 dd if=/dev/zero of=/dev/null bs=1 2>/dev/null &
busy=$!
"$PMREC" record -q -p $busy --duration 1 --buffer-size 1M -m 16 -F 20000 -e cpu-clock --call-graph dwarf,raw -o - 2>err | slowly
kill $busy 2>/dev/null
is $? 0 "a recording of a second ends, though the queue is never empty"
wait
for size in 0 1K 2G x; do
	run 2 "--buffer-size $size is refused" "$PMREC" record --buffer-size $size true
done
finish
