#!/bin/sh
# Alone: it takes a CPU away, and compares times.
# Recording while things go wrong: what was recorded until then is there, the status says it, nothing is left behind.
. "$(dirname "$0")/lib.sh"
need_recording

# alive PID: the word, when it is neither gone nor only waits to be reaped.
alive() {
	sed -n 's/.*) \(.\).*/\1/p' "/proc/$1/stat" 2>/dev/null | grep -q '[^ZX]' && echo alive
}

sound() { # FILE WHAT: readers find nothing wrong, and samples
	run 0 "$2: the file is sound" "$PMREC" info --check -i "$1"
	samples=$("$PMREC" script -F time -i "$1" 2>err | wc -l)
	at_least "$samples" 1 "$2: samples"
	have_perf_new || return 0
	is "$("$perf_new" script --no-inline -F time -i "$1" 2>/dev/null </dev/null | wc -l)" "$samples" "$2: perf finds them too"
}

# ------------------------------------------------------------------ the output

if [ "$(id -u)" = 0 ] && mkdir small && mount -t tmpfs -o size=64k none small 2>/dev/null; then
	trap 'umount small 2>/dev/null; rm -rf "$dir"' EXIT
	run 1 "a full disk" "$PMREC" record -q -e cpu-clock:u -g -F 10000 -o small/p.data sh -c 'echo $$ >child; exec "$0" 60000' "$workloads/chain"
	has err "cannot write all of 'small/p.data': No space left on device" "a full disk: said"
	is "$(ls -A small)" p.data "a full disk: only the file is there"
	is "$(alive "$(cat child)")" "" "a full disk: the command was ended"
	cp small/p.data full.data
	sound full.data "a full disk"
	umount small
else
	echo "# no small disk can be made"
fi

{ "$PMREC" record -q -e cpu-clock:u -F 10000 -o - sh -c 'echo $$ >child; exec "$0" 60000' "$workloads/chain" 2>err; echo $? >status; } |
	head -c 30000 >part.data
is "$(cat status)" 1 "a reader that goes away: status"
has err "cannot write all of '-': Broken pipe" "a reader that goes away: said"
is "$(alive "$(cat child)")" "" "a reader that goes away: the command was ended"
at_least "$("$PMREC" script -F time -i part.data 2>/dev/null | wc -l)" 1 "a reader that goes away: what it got can be read"

# ------------------------------------------------------------------ the command

# It ignores every signal: the first one waits for it, the second ends it, and what it started with it.
sh -c 'echo $$ >pid; exec "$0" record -q -e cpu-clock:u -o deaf.data sh -c "
	trap \"\" INT TERM HUP
	sleep 300 & echo \$! >child2
	echo \$\$ >child
	exec \"$1\" 60000"' "$PMREC" "$workloads/chain" >out 2>err &
job=$!
rm -f child
tries=0
until [ -s child ] && [ -s deaf.data ] || [ $tries -ge 200 ]; do
	tries=$((tries + 1))
	sleep 0.05
done
sleep 0.3
kill -TERM "$(cat pid)"
sleep 0.3
is "$(alive "$(cat child)")" alive "a deaf command: the first signal waits for it"
kill -TERM "$(cat pid)"
status=0
wait $job || status=$?
is "$status $(cat err)" "143 " "a deaf command: the second ends it"
is "$(alive "$(cat child)")$(alive "$(cat child2)")" "" \
	"a deaf command: neither it nor what it started is left"
sound deaf.data "a deaf command"

# ------------------------------------------------------------------ the machine

online=/sys/devices/system/cpu/cpu1/online
if [ "$(id -u)" = 0 ] && [ -w $online ] && [ "$(cat $online)" = 1 ]; then
	trap 'echo 1 >$online; rm -rf "$dir"' EXIT
	if echo 0 2>/dev/null >$online; then
		echo 1 >$online
		# The workload is there before and after; what it says of its CPUs comes from the kernel.
		run 0 "a CPU that goes and comes" "$PMREC" record -q -a -e cpu-clock -F 1000 -o cpu.data sh -c "
			\"$workloads/chain\" 300; echo 0 >$online; \"$workloads/chain\" 300; echo 1 >$online; \"$workloads/chain\" 300
			taskset -c 1 \"$workloads/chain\" 300"
		is "$(cat err)" "" "a CPU that goes and comes: without a word"
		sound cpu.data "a CPU that goes and comes"
		at_least "$("$PMREC" script -F comm,cpu -i cpu.data | grep -c '^ *chain.*\[000\]')" 200 "a CPU that goes and comes: samples of the one that stays"
		run 0 "a CPU that is away" sh -c "echo 0 >$online; \"$PMREC\" record -q -a -e cpu-clock -o away.data sleep 0.2; s=\$?; echo 1 >$online; exit \$s"
		sound away.data "a CPU that is away"
		is "$("$PMREC" report --header-only -i away.data | grep '^# nrcpus online')" "# nrcpus online : $(($(nproc) - 1))" \
			"a CPU that is away: how many were there"
	else
		echo "# no CPU can be taken offline here"
	fi
	trap 'rm -rf "$dir"' EXIT
else
	echo "# no CPU can be taken offline here"
fi

# ------------------------------------------------------------------ many mappings

most=/proc/sys/vm/max_map_count
was=$(cat $most)
if [ "$was" -lt 120000 ] && [ -w $most ]; then
	trap 'echo $was >$most; rm -rf "$dir"' EXIT
	echo 120000 >$most
fi
ms() { # COMMAND...: how long it takes, in ms
	begun=$(date +%s%N)
	"$@" >out 2>err </dev/null || fail "$*" "$(cat err)"
	echo $((($(date +%s%N) - begun) / 1000000))
}
# mapped N: a process with so many is recorded and read; the times in record_N and read_N.
mapped() {
	rm -f hold
	mkfifo hold
	"$workloads/maps" "$1" <hold >maps.out 2>&1 &
	exec 5>hold
	tries=0
	until grep -qs ready maps.out || ! kill -0 $! 2>/dev/null || [ $tries -ge 400 ]; do
		tries=$((tries + 1))
		sleep 0.05
	done
	pid=$(sed -n 's/ready //p' maps.out)
	if [ -z "$pid" ]; then
		exec 5>&-
		return 1
	fi
	record=$(ms "$PMREC" record -q -e cpu-clock:u -o maps.data -p "$pid" --duration 0.3)
	exec 5>&-
	wait $!
	read=$(ms "$PMREC" report --stdio -i maps.data)
	has out "busy" "$1 mappings: named"
	is "$("$PMREC" script --show-mmap-events -i maps.data 2>/dev/null | grep -c "MMAP2 $pid/.*/maps\$")" $(($1 + 1)) "$1 mappings: each is told"
}
if mapped 25000; then
	record_1=$record read_1=$read
	mapped 100000
	# Four times as many take four times as long; twelve would be the product of both.
	at_least $((record_1 * 8 + 1000)) "$record" "100000 mappings: recorded in $record ms, a quarter in $record_1"
	at_least $((read_1 * 8 + 500)) "$read" "100000 mappings: read in $read ms, a quarter in $read_1"
else
	echo "# so many mappings cannot be had here"
fi

# ------------------------------------------------------------------ many processes under a flood

if [ -e /sys/kernel/tracing/events/syscalls/sys_enter_write/id ] && [ "$(id -u)" = 0 ]; then
	n=2000
	cp /bin/true short
	cat >load <<'E2'
dd if=/dev/zero of=/dev/null bs=1 count=100000000 status=none &
dd=$!
i=0
while [ $i -lt $1 ]; do
	i=$((i + 1))
	./short &
	echo $!
	wait $!
done
kill $dd
E2
	run 0 "$n processes under a flood" "$PMREC" record -a -m 1 -e syscalls:sys_enter_write -o procs.data -- sh load $n
	sort <out >want
	at_least "$(sed -n 's/.*: \([0-9]*\) records were lost.*/\1/p' err)" 1 "a flood: samples were lost"
	"$PMREC" script --show-task-events --show-mmap-events -i procs.data 2>/dev/null >text
	is "$(sed -n 's/.*PERF_RECORD_COMM exec: short:\([0-9]*\).*/\1/p' text | sort | cmp - want 2>&1)" "" "each of $n: its name"
	sed -n 's/.*PERF_RECORD_FORK(\([0-9]*\):.*/\1/p' text | sort >forks
	is "$(comm -13 forks want | wc -l | tr -d ' ')" 0 "each of $n: its start"
	sed -n 's/.*PERF_RECORD_EXIT(\([0-9]*\):.*/\1/p' text | sort >exits
	is "$(comm -13 exits want | wc -l | tr -d ' ')" 0 "each of $n: its end"
	is "$(sed -n "s,.*PERF_RECORD_MMAP2 \([0-9]*\)/.* r-xp $dir/short\$,\1,p" text | sort | cmp - want 2>&1)" "" "each of $n: its mapping"
fi
finish
