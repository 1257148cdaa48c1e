#!/bin/sh
# Whom to record: processes, threads, a user, a cgroup. The workload says which function ran in which process and thread.
. "$(dirname "$0")/lib.sh"
need_recording

# begin NAME FUNCTION [WORD...]: a workload that waits on NAME.in, its pid in the variable pid. WORDs precede it.
begin() {
	name=$1 function=$2
	shift 2
	mkfifo "$name.in"
	"$@" "$workloads/attach" "$function" 200 "${idle:-0}" <"$name.in" >"$name.out" &
	job=$!
}

# The process of NAME works: pid.
ready() {
	tries=0
	until grep -qs busy "$1.out" || [ $tries -ge 200 ]; do
		tries=$((tries + 1))
		sleep 0.05
	done
	pid=$(awk '/busy/ { print $3; exit }' "$1.out")
}

# functions FILE: "pid tid function" of its samples in the workload's functions, each once.
functions() {
	"$PMREC" script -i "$1" -F pid,tid,ip,sym --no-demangle 2>/dev/null |
		sed -n 's,^ *\([0-9]*\)/\([0-9]*\) .* \(busy_[a-z]*\|late_[a-z]*\) *\((.*\)*$,\1 \2 \3,p;
			s,^ *\([0-9]*\)/\([0-9]*\) .* \(busy_[a-z]*\|late_[a-z]*\)$,\1 \2 \3,p' | sort -u
}

# truth FILE...: the same as the workloads state it.
truth() {
	awk '{ print $3, $4, $2 }' "$@" | sort -u
}

# agree FILE WHAT: both perfs read it without a word and find as many samples.
agree() {
	want=$("$PMREC" script -i "$1" -F time | wc -l)
	for perf in perf "$perf_new"; do
		command -v "$perf" >/dev/null || continue
		inline=
		[ "$perf" = perf ] || inline=--no-inline
		# shellcheck disable=SC2086 # none, or a word
		"$perf" report $inline -D -i "$1" >perf.out 2>perf.err </dev/null
		is "$(grep -c 'PERF_RECORD_SAMPLE(' perf.out) $(cat perf.err)" "$want " "$2: $(basename "$perf") finds its $want samples"
	done
}

begin a one
exec 5>a.in
ready a
a=$pid
begin b two
exec 6>b.in
ready b
b=$pid

run 0 "-p and a command" "$PMREC" record -q -e cpu-clock:u -o b.data -p "$b" sleep 0.4
is "$(functions b.data)" "$(truth b.out)" "-p and a command: that process alone"
agree b.data "-p and a command"
run 0 "-t" "$PMREC" record -q -e cpu-clock:u -o t.data -t "$b" --duration 0.4
is "$(functions t.data)" "$(truth b.out)" "-t: that thread alone"
# As perf has it: processes before threads, and those before a user.
for words in "-p $b -t $a" "-t $a -p $b" "-t $b -u 0" "-p $b -u no-such-user-here -t $a"; do
	# shellcheck disable=SC2086
	run 0 "$words" "$PMREC" record -q -e cpu-clock:u -o one.data $words --duration 0.2
	has err "is given: -[tu] .* is ignored" "$words: what is ignored is said"
	is "$(functions one.data)" "$(truth b.out)" "$words: one of them"
done
run 0 "--per-thread" "$PMREC" record -q -e cpu-clock:u -o pt.data --per-thread -p "$b" --duration 0.4
is "$(functions pt.data)" "$(truth b.out)" "--per-thread: that thread alone"
agree pt.data "--per-thread"
at_least "$("$PMREC" script -i t.data -F time | awk 'NR == 1 { a = $1 + 0 } { b = $1 + 0 } END { print b - a }')" 0.2 \
	"--duration: seconds"

# Until the process ends: what it starts later is recorded too.
"$PMREC" record -q -e cpu-clock:u -o a.data -p "$a" -p "$a,$b" sleep 100 >out 2>err &
recorder=$!
tries=0
until [ -s a.data ] || [ $tries -ge 200 ]; do
	tries=$((tries + 1))
	sleep 0.05
done
sleep 0.3
echo >&5
echo >&6
wait $recorder
is "$? $(cat err)" "0 " "two processes that end: so does the recording, and the command with it"
is "$(functions a.data)" "$(truth a.out b.out)" "two processes: all that they started, and which thread ran what"
agree a.data "two processes"

run 1 "a process that is not there" "$PMREC" record -e cpu-clock:u -o none.data -p 4194305 true
has err "there is no process 4194305" "a process that is not there: said"
is "$(ls none.data 2>/dev/null)" "" "a process that is not there: no file"
run 2 "-p without a number" "$PMREC" record -e cpu-clock:u -o none.data -p x true
run 2 "-p and -a" "$PMREC" record -e cpu-clock:u -o none.data -a -p 1 true
run 2 "a user that is not there" "$PMREC" record -e cpu-clock:u -o none.data -u no-such-user-here true
run 2 "a cgroup without -a" "$PMREC" record -e cpu-clock:u -o none.data -G x true

idle=1000
begin many one
exec 5>many.in
ready many
is "$(find "/proc/$pid/task" -mindepth 1 -maxdepth 1 | wc -l | tr -d ' ')" 1001 "a process of 1001 threads"
status=0
"$PMREC" record -q -e cpu-clock:u -o many.data -p "$pid" sleep 0.4 2>err || status=$?
if grep -q "too many open files" err; then
	echo "# this user may not have so many files open"
else
	is "$status $(cat err)" "0 " "1001 threads"
	is "$("$PMREC" evlist -i many.data -v 2>/dev/null | wc -l | tr -d ' ') $(functions many.data)" "2 $(truth many.out)" \
		"1001 threads: the one that works"
	agree many.data "1001 threads"
fi
echo >&5
idle=0

if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
	chmod 755 "$dir"
	begin u two setpriv --reuid 12345 --clear-groups
	exec 6>u.in
	ready u
	run 0 "-u" "$PMREC" record -q -e cpu-clock:u -o u.data -u 12345 sleep 0.4
	is "$(functions u.data)" "$(truth u.out)" "-u: the processes of that user alone"
	agree u.data "-u"

	# In which folder cgroups are made: where the kernel looks for them (cgroups(7)).
	groups=$(awk '$3 == "cgroup" && $4 ~ /perf_event/ { print $2 }' /proc/mounts | head -n 1)
	[ -n "$groups" ] || groups=$(awk '$3 == "cgroup2" { print $2 }' /proc/mounts | head -n 1)
	group=pmrec-test-$$
	if [ -n "$groups" ] && mkdir "$groups/$group" 2>/dev/null; then
		if echo "$pid" 2>/dev/null >"$groups/$group/cgroup.procs"; then
			run 0 "--cgroup" "$PMREC" record -q -a -e cpu-clock:u -o g.data -G "$group" sleep 0.4
			is "$("$PMREC" script -i g.data -F pid | sort -u | tr -d ' ')" "$pid" "--cgroup: what is in it alone"
			is "$(functions g.data)" "$(truth u.out)" "--cgroup: its function"
			agree g.data "--cgroup"
		else
			echo "# cgroup: the process cannot be moved here"
		fi
		run 1 "a cgroup that is not there" "$PMREC" record -a -e cpu-clock:u -o none.data -G $group/none true
		has err "cannot open cgroup" "a cgroup that is not there: said"
		run 2 "a folder above the cgroups" "$PMREC" record -a -e cpu-clock:u -o none.data -G ../../.. true
		has err "'../../..' is no cgroup, it leads out of '$groups'" "a folder above the cgroups: said"
	else
		echo "# no cgroup can be made here"
	fi
	echo >&6
	wait
	[ -z "$groups" ] || rmdir "$groups/$group" 2>/dev/null
fi
wait
finish
