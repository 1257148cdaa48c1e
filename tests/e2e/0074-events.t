#!/bin/sh
# Event descriptions: for each one that can be opened here the attr is that of perf, in what a description says: type,
# configs, breakpoint, exclusions, precision, rate. What perf refuses is refused.
. "$(dirname "$0")/lib.sh"
need_recording
need_root
command -v perf >/dev/null || skip_all "no perf here"
mount_tracefs

perfs=perf
have_perf_new && perfs="perf $perf_new"

# The numbers of each attr of a list that a description decides on, behind the place of the event; exclude_guest is perf's
# own choice, which changed.
numbers() {
	awk '{ print "@" NR; gsub(/ \([^)]*\)/, ""); gsub(/,/, "\n"); print }' "$1" |
		sed 's/^ *//; s/{ bp_addr *$//; s/^config1 }/bp_addr/; s/{ bp_len *$//; s/^config2 }/bp_len/; s/^.*: *type: /type: /
			s/ *}: /: /; s/^sample_freq:/rate:/' |
		grep -E '^@|^(type|config[0-9]*|rate|bp_[a-z]*|exclude_(user|kernel|hv|idle|host)|pinned|exclusive|precise_ip|freq|sample_stack_user|sample_max_stack|exclude_callchain_user|inherit): ' |
		grep -v '^config: 0$' | sed 's/^bp_addr: /config1: /; s/^bp_len: /config2: /' |
		awk '/^@/ { at = $0; next } { print at, $0 }' | sort
}

# perf drops the length of a breakpoint from its name, and what stands behind it.
names() {
	sed 's/: type: .*//; s,^\(mem:[^/]*\)/.*,\1,' "$1"
}

# same_attrs FILE WHAT: the events in a file, one a line, all in one recording of each.
same_attrs() {
	set -- "$1" "$2" "$(grep -c . "$1")"
	args="" order="cat"
	[ "$1" != tracepoints ] || order="sort" # perf has them in the order of the folder
	while read -r event; do
		args="$args -e $event"
	done <"$1"
	# shellcheck disable=SC2086 # words
	run 0 "record $2" "$PMREC" record -q --raw-stacks -o pmrec.data $args true
	"$PMREC" evlist -v -i pmrec.data | grep -v '^dummy:u' | $order >pmrec.list
	at_least "$(wc -l <pmrec.list)" "$3" "$2"
	numbers pmrec.list >pmrec.out
	names pmrec.list >pmrec.names
	at_least "$(wc -l <pmrec.out)" $((3 * $3)) "their numbers"
	for perf in $perfs; do
		name=$(basename "$perf")
		# shellcheck disable=SC2086 # words
		"$perf" record --no-bpf-event -q -o perf.data $args true >/dev/null 2>perf.err || fail "$name records $2" "$(cat perf.err)"
		"$perf" evlist -v -i perf.data 2>/dev/null | grep -v '^dummy:u\|^#\|^$' | $order >perf.list
		"$perf" evlist -v -i pmrec.data 2>/dev/null | grep -v '^dummy:u\|^#\|^$' | $order >read.list
		numbers perf.list >perf.out
		numbers read.list >read.out
		names perf.list >perf.names
		same pmrec.names perf.names "$name: the names of $2"
		same pmrec.out perf.out "$name: the attrs of $2"
		same pmrec.out read.out "$name: and it reads that"
	done
}

cat >plain <<'E2'
cpu-clock
task-clock:u
page-faults
faults:k
minor-faults:uk
major-faults:ukh
context-switches
cs:I
cpu-migrations:D
migrations
alignment-faults
emulation-faults
cgroup-switches
bpf-output
cpu-clock:G
cpu-clock:H
cpu-clock:GH
cpu-clock:e
cpu-clock//u
cpu-clock/period=12345/
cpu-clock/freq=123/
cpu-clock/freq=123/k
cpu-clock/period=1000000,name=renamed/u
cpu-clock/call-graph=fp/
cpu-clock/call-graph=dwarf/
cpu-clock/call-graph=dwarf,stack-size=4096/
cpu-clock/call-graph=no/
cpu-clock/call-graph=fp,max-stack=5/
cpu-clock/no-inherit/
cpu-clock/inherit/
page-faults/period=1/,cs/period=2/u,cpu-clock
software/config=2/
software/config=0x3,name=switches/
E2
same_attrs plain "events"
# A CPU of this kind has four.
cat >breakpoints <<'E2'
mem:0x401000
mem:0x401000:x
mem:0x401000:w
mem:0x401000/1:w
E2
same_attrs breakpoints "breakpoints"
cat >more-breakpoints <<'E2'
mem:0x401000/2:rw
mem:0x401000/8:w
mem:0x401000:rw:u
mem:0x401000:u
E2
same_attrs more-breakpoints "more breakpoints"
cat >groups <<'E2'
{cpu-clock,page-faults}
{cpu-clock,page-faults:u}
{cpu-clock:u,cs}:k
{cpu-clock/period=1000000/,cs/period=3/}
{cpu-clock,cs},{task-clock,faults}
E2
same_attrs groups "groups"

if [ -r /sys/kernel/tracing/events/header_page ]; then
	cat >tracepoints <<'E2'
sched:sched_switch
sched:sched_wakeup:k
sched:sched_st*
sched:sched_process_e[x]*
syscalls:sys_enter_write,cpu-clock
sched:sched_migrate_task/max-stack=3/
E2
	same_attrs tracepoints "tracepoints"
fi

# Refusals: a mistake is shown where it is. perf refuses each of these too.
while read -r event; do
	run 2 "'$event' is refused" "$PMREC" record -q -o bad.data -e "$event" true
	is "$(wc -l <err)" 1 "in one line"
	case $event in
	cycels | rxyz | no-such* | L1* | iTLB*) ;; # the place is the beginning
	*) has err "(at .*'$event')$" "which shows the place" ;;
	esac
	perf record -q -o perf.data -e "$event" true >/dev/null 2>&1 && fail "perf takes '$event'"
done <<'E2'
cycels
cpu-clock:pppp
cpu-clock/period=/
cpu-clock/nonsense=1/
cpu-clock/period=1
no-such-pmu/config=1/
software/nonsense=1/
mem:zzz
sched:no_such_tracepoint
{cpu-clock,}
L1-dcache-nonsense
iTLB-stores
rxyz
E2
[ ! -e bad.data ] && pass "no file is left" || fail "no file is left"
finish
