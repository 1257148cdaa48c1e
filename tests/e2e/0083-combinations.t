#!/bin/sh
# Events of every kind with targets and forms of every kind. The program's number of calls is known: each is one write,
# and one more write is the line that tells the addresses.
. "$(dirname "$0")/lib.sh"
need_recording
need_root
command -v perf >/dev/null || skip_all "no perf here"
need_tracefs events/syscalls/sys_enter_write/id "no tracepoints of system calls here"

calls=1000
writes=$((calls + 1))
enter=syscalls:sys_enter_write
perfs=perf
have_perf_new && perfs="perf $perf_new"
mkfifo go

# attached STATUS WHAT OPTION...: record a process from before its calls to its end; its pid is in the variable pid. It
# goes on when the recorder's command runs, and so when all events are open. %PID% in an option is its pid. It stays on one
# CPU: a group is counted on each for itself, and a call that ends on another one is in no sample.
cpu=$(sed -n 's/^Cpus_allowed_list:[^0-9]*\([0-9]*\).*/\1/p' /proc/self/status)
attached() {
	want=$1 what=$2
	shift 2
	taskset -c "$cpu" sh -c 'read -r line; exec "$0" "$@"' "$workloads/counts" $calls <go >counts.out &
	pid=$!
	exec 7>go
	n=$#
	while [ $((n -= 1)) -ge 0 ]; do
		word=$(echo "$1" | sed "s/%PID%/$pid/")
		shift
		set -- "$@" "$word"
	done
	run "$want" "$what" "$PMREC" record -q -o a.data "$@" sh -c 'echo >go; exec sleep 60'
	exec 7>&-
	wait $pid
}

# counted FILE EVENT: how many samples, and whose.
counted() {
	"$PMREC" script -F pid,event,ip -i "$1" 2>/dev/null | awk -v e="$2" 'index($0, e) { n[$1]++ } END { for (p in n) print p, n[p] }'
}

# agree FILE WHAT [-]: both perfs read it without a word, and as many samples; - = as a stream.
agree() {
	want=$("$PMREC" report -D -i "$1" 2>own.err | grep -c 'PERF_RECORD_SAMPLE(')
	is "$(cat own.err)" "" "$2: nothing to complain of"
	for perf in $perfs; do
		from=${3:-$1}
		"$perf" report --no-inline -D -i "$from" <"$1" >perf.out 2>perf.err
		is "$(grep -c 'PERF_RECORD_SAMPLE(' perf.out) $(cat perf.err)" "$want " "$2: $(basename "$perf") finds its $want samples"
	done
}

# ------------------------------------------------------------------ targets

attached 0 "a tracepoint with -p" -e $enter -p %PID%
is "$(counted a.data $enter)" "$pid $writes" "-p: each write, of that process alone"
agree a.data "-p"
attached 0 "a filter with -t" -e $enter --filter 'count == 1' -t %PID%
is "$(counted a.data $enter)" "$pid $calls" "-t: those that the filter lets through"
attached 0 "a tracepoint with --per-thread" -e $enter,cpu-clock --per-thread -p %PID%
is "$(counted a.data $enter)" "$pid $writes" "--per-thread: each write"
agree a.data "--per-thread"
if [ -d /sys/bus/event_source/devices/uprobe ]; then
	attached 0 "a uprobe with -p" -e "uprobe/path=$workloads/counts,func=work/" -p %PID%
	is "$(counted a.data uprobe)" "$pid $calls" "a uprobe with -p: each call"
	agree a.data "a uprobe with -p"
else
	echo "# no uprobes here"
fi

# In its last sample the leader was counted once more than the member, which is what happens behind it.
for how in -p --per-thread\ -p; do
	# shellcheck disable=SC2086 # words
	attached 0 "a group with $how" -e "{$enter,syscalls:sys_exit_write}:S" -c 1 $how %PID%
	is "$(counted a.data $enter)" "$pid $writes" "a group with $how: only its leader is sampled"
	agree a.data "a group with $how"
	for perf in $perfs; do
		"$perf" script --no-inline -F event,period -i a.data 2>perf.err </dev/null |
			awk '{ n[$2] += $1 } END { print n["syscalls:sys_enter_write:"], n["syscalls:sys_exit_write:"] }' >sums
		is "$(cat sums perf.err)" "$writes $calls" "a group with $how: $(basename "$perf") sums the counts of both"
	done
done
run 0 "a group on all CPUs" "$PMREC" record -q -a -o all.data -e "{$enter,syscalls:sys_exit_write}:S" -c 1 "$workloads/counts" $calls
for perf in $perfs; do
	"$perf" report --no-inline -D -i all.data 2>/dev/null </dev/null | grep -c 'PERF_RECORD_SAMPLE(' >samples
	"$perf" script --no-inline -F event,period -i all.data 2>/dev/null </dev/null |
		awk '$2 == "syscalls:sys_enter_write:" { n += $1 } END { print n }' >sums
	same samples sums "a group on all CPUs: $(basename "$perf") sums as many as there are samples"
done
run 2 "inherit with --per-thread" "$PMREC" record -q -o none.data -e cpu-clock/inherit/ --per-thread true
has err "event 'cpu-clock/inherit/' cannot be inherited with --per-thread" "which cannot be is said"
attached 0 "no-inherit with --per-thread" -e $enter/no-inherit/ --per-thread -p %PID%

# In which folder cgroups are made: where the kernel looks for them (cgroups(7)).
groups=$(awk '$3 == "cgroup" && $4 ~ /perf_event/ { print $2 }' /proc/mounts | head -n 1)
[ -n "$groups" ] || groups=$(awk '$3 == "cgroup2" { print $2 }' /proc/mounts | head -n 1)
group=pmrec-test-$$
if [ -n "$groups" ] && mkdir "$groups/$group" 2>/dev/null; then
	run 0 "a group in a cgroup" "$PMREC" record -q -a -G $group -o g.data -e "{$enter,syscalls:sys_exit_write}" \
		sh -c "echo \$\$ >$groups/$group/cgroup.procs && exec $workloads/counts $calls"
	is "$(counted g.data $enter | cut -d ' ' -f 2)" $writes "--cgroup: each write of what is in it"
	is "$(counted g.data sys_exit_write | cut -d ' ' -f 2)" $((writes + 1)) "--cgroup: each return, that of the move included"
	agree g.data "--cgroup"
	rmdir "$groups/$group" 2>/dev/null
else
	echo "# no cgroup can be made here"
fi

# ------------------------------------------------------------------ forms

# What is written lies at the same addresses in each run.
still=
command -v setarch >/dev/null && setarch -R true 2>/dev/null && still="setarch -R"
texts() { # FILE: those of the program alone
	"$PMREC" script -F comm,event,trace -i "$1" 2>/dev/null | grep "^ *counts .*$enter" | sed 's/^ *//'
}
perf_texts() { # PERF FILE FROM
	"$1" script --no-inline -F comm,event,trace -i "$3" <"$2" 2>perf.all | grep "^ *counts .*$enter" | sed 's/^ *//'
	grep -v "Ignoring\.$" perf.all >perf.err
}
# The header of FILE, read by PROGRAM from FROM, has the group.
grouped() { # PROGRAM FILE FROM GROUP WHAT
	"$1" report --header-only -i "$3" <"$2" >header 2>/dev/null
	has header "^# group: $4$" "$5: $(basename "$1") knows the group"
}
record() {
	# shellcheck disable=SC2086 # none, or words
	"$PMREC" record -q -a -e "$enter" -e '{cpu-clock,page-faults}:S' "$@" $still "$workloads/counts" $calls
}

record -o file.data >out 2>err
texts file.data >want
is "$(grep -c "$enter" want)" $writes "a file: each write"
has want 'count: 0x0*1$' "with its fields"
for form in stream:- zstream:-z zfile:-z; do
	name=${form%:*} flag=${form#*:} to=- from=-
	[ "$flag" = -z ] && flag="-z --compress-form 1" || flag=
	[ $name = zfile ] && to=zfile.data from=zfile.data
	# shellcheck disable=SC2086 # none, or words
	if [ $to = - ]; then record $flag -o - >$name.data 2>err; else record $flag -o $name.data >out 2>err; fi
	texts $name.data | grep "$enter" >got
	grep "$enter" want >want.enter
	if [ -n "$still" ]; then same want.enter got "$name: the same text as of a file"; else is "$(wc -l <got)" "$(wc -l <want.enter)" "$name: as many lines"; fi
	grouped "$PMREC" $name.data $name.data '{cpu-clock,page-faults}' "$name"
	agree $name.data "$name" $from
	for perf in $perfs; do
		texts $name.data >own
		perf_texts "$perf" $name.data $from >got
		same own got "$name: $(basename "$perf") prints the same text"
		is "$(cat perf.err)" "" "$name: without a word"
		grouped "$perf" $name.data $from '{cpu-clock,page-faults}' "$name"
	done
done
record -o - 2>err | perf script -F comm,event,trace -i - 2>perf.err >got
is "$(grep '^ *counts ' got | grep -c "$enter")$(grep -v "Ignoring\.$" perf.err)" $writes "a stream into perf's script: each write"

# Each file of several is whole by itself: the signal comes before the end of the command.
"$PMREC" record -q -z --compress-form 1 --switch-output -o sw.data -e "{$enter,syscalls:sys_exit_write}" -e cpu-clock \
	sh -c "$workloads/counts $calls >&2; kill -USR2 \$PPID; $workloads/counts $calls >&2" >out 2>err
at_least "$(find . -name 'sw.data.2*' | wc -l)" 2 "--switch-output: files"
total=0
for f in sw.data.2*; do
	total=$((total + $("$PMREC" script -F comm,event -i "$f" | grep '^ *counts ' | grep -c "$enter")))
	"$PMREC" script -F event,trace -i "$f" >own 2>err
	agree "$f" "--switch-output"
	for perf in $perfs; do
		"$perf" script --no-inline -F event,trace -i "$f" >got 2>perf.err </dev/null
		same own got "--switch-output: $(basename "$perf") prints the same text"
		is "$(grep -v "Ignoring\.$" perf.err)" "" "--switch-output: without a word"
		grouped "$perf" "$f" "$f" "{$enter,syscalls:sys_exit_write}" "--switch-output"
	done
done
is "$total" $((2 * writes)) "together they have each write"
finish
