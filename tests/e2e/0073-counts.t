#!/bin/sh
# Events whose number is known: a program calls a function 1000 times, which writes a byte and stores into a variable.
. "$(dirname "$0")/lib.sh"
need_recording
need_root
mount_tracefs
calls=1000
perfs=
command -v perf >/dev/null && perfs=perf
have_perf_new && perfs="$perfs $perf_new"

# samples FILE [FIELD]: how many
samples() {
	"$PMREC" script -F event,ip,sym -i "$1" 2>/dev/null | grep -c "${2:-.}"
}

count() { # EVENT WANT WHAT
	run 0 "record $3" "$PMREC" record -q -o counts.data -e "$1" "$workloads/counts" $calls
	is "$(samples counts.data)" "$2" "$3: as many samples as there were"
	for perf in $perfs; do
		is "$("$perf" script --no-inline -F event,ip -i counts.data 2>/dev/null </dev/null | grep -c .)" "$2" \
			"$3: $(basename "$perf") sees as many"
	done
}

if [ -r /sys/kernel/tracing/events/syscalls/sys_enter_write/id ]; then
	# One more write is the line that tells the addresses.
	count syscalls:sys_enter_write $((calls + 1)) "a tracepoint"
	run 0 "a filter" "$PMREC" record -q -o counts.data -e syscalls:sys_enter_write --filter 'count == 1' "$workloads/counts" $calls
	is "$(samples counts.data)" $calls "lets only those through"
	run 0 "two filters" "$PMREC" record -q -o counts.data -e syscalls:sys_enter_write --filter 'count >= 1' --filter 'fd == 1' \
		-e syscalls:sys_exit_write --filter 'ret == 1' "$workloads/counts" $calls
	is "$(samples counts.data sys_enter_write)" 1 "are both to be met"
	is "$(samples counts.data sys_exit_write)" $calls "and each event has its own"
	run 0 "a text" "$PMREC" record -q -o counts.data -e sched:sched_process_exec --filter 'filename ~ "*counts"' \
		sh -c "true; $workloads/counts 1; /bin/true"
	is "$(samples counts.data)" 1 "filters by its end"
	run 0 "every tenth" "$PMREC" record -q -c 10 -o counts.data -e syscalls:sys_enter_write "$workloads/counts" $calls
	is "$(samples counts.data)" 100 "by -c"
	run 0 "every seventh" "$PMREC" record -q -c 10 -o counts.data -e syscalls:sys_enter_write/period=7/ "$workloads/counts" $calls
	is "$(samples counts.data)" 143 "by its own period, which goes before -c"
	run 2 "a wrong filter" "$PMREC" record -q -o bad.data -e syscalls:sys_enter_write --filter 'fd == 1 && cuont == 1' true
	has err "no field 'cuont', did you mean 'count'?" "says what is wrong"
	has err "(at 'cuont == 1' in 'fd == 1 && cuont == 1'" "and where"
	run 2 "a filter without an event" "$PMREC" record -q -o bad.data --filter 'count == 1' -e syscalls:sys_enter_write true
	run 2 "a filter of no tracepoint" "$PMREC" record -q -o bad.data -e cpu-clock --filter 'count == 1' true
	[ ! -e bad.data ] && pass "no file is left" || fail "no file is left"
else
	echo "# no tracefs here"
fi

# A position independent program lies elsewhere in each run; without randomisation in none.
if command -v setarch >/dev/null && setarch -R true 2>/dev/null; then
	addresses=$(setarch -R "$workloads/counts" 0)
	watched=$(echo "$addresses" | awk '{ print $2 }') work=$(echo "$addresses" | awk '{ print $4 }')
fi
# Some virtual machines take breakpoints and do not stop at them, or at few: then perf sees no more.
strikes() {
	command -v perf >/dev/null || return 0
	for _ in 1 2 3; do
		perf record -q -o strikes.data -c 1 -e "mem:$work:x" setarch -R "$workloads/counts" $calls >/dev/null 2>&1
		[ "$(perf script -F ip -i strikes.data 2>/dev/null | grep -c .)" = $calls ] || return 1
	done
}
if [ -z "${work:-}" ]; then
	echo "# no programs without randomisation here"
elif ! strikes; then
	pass "breakpoints # SKIP breakpoints are not hit here: perf sees as little"
else
	for what in "mem:$watched/8:w:u $calls stores" "mem:$work:x $calls calls"; do
		# shellcheck disable=SC2086 # words
		set -- $what
		run 0 "a breakpoint on $3" "$PMREC" record -q -o counts.data -e "$1" setarch -R "$workloads/counts" $calls
		is "$(samples counts.data)" "$2" "$3: as many as there were"
	done
	"$PMREC" record -q -o counts.data -e "mem:$work:x" setarch -R "$workloads/counts" $calls >/dev/null
	is "$("$PMREC" script -F ip,sym -i counts.data | sort | uniq -c | awk '{ print $1, $3 }')" "$calls work" "each is in the function"
fi

if [ -d /sys/bus/event_source/devices/uprobe ]; then
	count "uprobe/path=$workloads/counts,func=work/" $calls "a uprobe"
	count "uprobe/path='$workloads/counts',func=work,retprobe/" $calls "a uretprobe"
	off=$("$PMREC" record -q -o counts.data -e "uprobe/path=$workloads/counts,func=work/" "$workloads/counts" 1 >/dev/null
		"$PMREC" evlist -v -i counts.data | sed -n 's/.*config2: \(0x[0-9a-f]*\).*/\1/p')
	count "uprobe/path=$workloads/counts,offset=$off/" $calls "a uprobe by offset"
	"$PMREC" evlist -v -i counts.data | grep -q "config1" && fail "no address of the recorder is in the file" ||
		pass "no address of the recorder is in the file"
	run 2 "a function that is not there" "$PMREC" record -q -o bad.data -e "uprobe/path=$workloads/counts,func=none/" true
	has err "no function 'none'" "is said"
else
	echo "# no uprobes here"
fi

if [ -d /sys/bus/event_source/devices/kprobe ]; then
	run 0 "a kprobe" "$PMREC" record -q -o counts.data -e kprobe/func=ksys_write/ "$workloads/counts" $calls
	is "$(samples counts.data)" $((calls + 1)) "as many as there were"
else
	echo "# no kprobes here"
fi

# Samples of a group hold the counts of all: what the last one of a thread says is near what perf stat counts.
run 0 "a group" "$PMREC" record -q -o group.data -e '{cpu-clock,page-faults,cs}:S' "$workloads/threads" 100 1 1
"$PMREC" evlist -v -i group.data >list
is "$(grep -c 'READ' list)" 3 "all of a group have counts in their samples"
is "$(grep -c 'GROUP' list)" 1 "of the whole group in those of the first"
is "$(grep -c 'sample_freq }: 4000' list)" 1 "and only the first is sampled"
"$PMREC" report --header-only -i group.data >header 2>/dev/null
has header '^# group: {cpu-clock,page-faults,cs}' "the group is in the header"
for perf in $perfs; do
	"$perf" report --header-only -i group.data >header 2>perf.err </dev/null
	has header '^# group: {cpu-clock,page-faults,cs}' "$(basename "$perf"): the group is in the header"
	"$perf" script --no-inline -F event,period -i group.data >script.out 2>perf.err </dev/null
	is "$(cat perf.err)" "" "$(basename "$perf") reads it without a word"
	at_least "$(grep -c cpu-clock script.out)" 50 "$(basename "$perf"): samples of the first"
	at_least "$(grep page-faults script.out | awk '{ n += $1 } END { print n + 0 }')" 20 "$(basename "$perf"): page faults in its samples"
done
finish
