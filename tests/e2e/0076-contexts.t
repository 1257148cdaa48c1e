#!/bin/sh
# Namespaces, cgroups and context switches: asked for as perf asks for them, what is recorded is what the system itself says, and
# a flood of switches costs none of the records that tell of processes.
. "$(dirname "$0")/lib.sh"
need_recording
need_root
command -v unshare >/dev/null || skip_all "no unshare here"
mount_tracefs
perf=$(command -v perf) perfs=${perf:+perf}
have_perf_new && perfs="$perfs $perf_new"

cat >load <<'E2'
i=0
while [ $i -lt 30000 ]; do i=$((i + 1)); done
E2

# The bits of any event of a file's attrs, and whether each sample has its cgroup.
bits() {
	awk '!/^#/ && !/^dummy/ && /sample_type/ { n++; with += /\|CGROUP/ }
		{ for (i = 1; i < NF; i++) if ($i ~ /^(namespaces|cgroup|context_switch):$/ && $(i + 1) ~ /^1/) bit[$i] = 1 }
		END { print bit["namespaces:"] + 0, bit["cgroup:"] + 0, bit["context_switch:"] + 0, with / n }'
}

while read -r words; do
	# shellcheck disable=SC2086 # words
	run 0 "record $words" "$PMREC" record $words -o pmrec.data /bin/sh load
	is "$(grep -cv ': events [a-z]*abled$' err)" 1 "with no word but the last"
	samples=$(sed -n 's/.*(\([0-9]*\) samples).*/\1/p' err)
	for reader in $perfs; do
		name=$(basename "$reader")
		# shellcheck disable=SC2086
		"$reader" record --no-bpf-event -B -q $words -o perf.data /bin/sh load >/dev/null 2>&1
		"$reader" evlist -v -i perf.data 2>/dev/null | bits >bits.wrote
		"$reader" evlist -v -i pmrec.data 2>/dev/null | bits >bits.read
		same bits.read bits.wrote "$name: the bits of $words"
		"$reader" script --no-inline -F comm,time -i pmrec.data 2>said | grep -c . >n
		is "$(cat n said)" "$samples" "$name reads as many samples, without a word"
		"$reader" report --no-inline --stdio -i pmrec.data 2>&1 >/dev/null | grep -v '^$' >said
		is "$(cat said)" "" "and reports them"
	done
	run 0 "the file is sound" "$PMREC" info --check -i pmrec.data
done <<'E2'
-e cpu-clock
-e cpu-clock --namespaces
-e cpu-clock --all-cgroups
-e cpu-clock --switch-events
-e cpu-clock -a --namespaces --all-cgroups --switch-events
-e cpu-clock,task-clock --switch-events --namespaces -D 5
-e cpu-clock -c 100000 --all-cgroups -g --per-thread
E2

# ---------------------------------------------------------------- namespaces

# Who is where, by those who are there: a name, the process, and the numbers in the order of the record.
cat >where <<'E2'
printf '%s %s' "$1" $$
for kind in net uts ipc pid user mnt cgroup; do
	printf ' %d/0x%x' "$(stat -Lc %d /proc/self/ns/$kind)" "$(stat -Lc %i /proc/self/ns/$kind)"
done
echo
sleep 0.01
E2
cat >spaces <<'E2'
sh where as-it-is
exec 3>&1
unshare -u sh where uts
unshare -n sh where net
unshare -i -m sh where ipc-mnt
unshare -C sh where cgroup
E2
run 0 "record namespaces" "$PMREC" record -q -e cpu-clock --namespaces -o spaces.data sh spaces
cp out truth
# The last word of each process before its exit, as "PID numbers".
told() {
	"$@" --show-namespace-events -i spaces.data 2>/dev/null | awk '
		/PERF_RECORD_NAMESPACES/ { split($0, a, "NAMESPACES "); split(a[2], b, "/"); pid = b[1]; line[pid] = "" }
		pid && /[0-9]\/[a-z]+: / {
			s = $0
			while (match(s, /: [0-9]+\/0x[0-9a-f]+/)) {
				line[pid] = line[pid] " " substr(s, RSTART + 2, RLENGTH - 2)
				s = substr(s, RSTART + RLENGTH)
			}
		}
		END { for (pid in line) print pid line[pid] }' | sort
}
cut -d ' ' -f 2- truth | sort >want
is "$(wc -l <want)" 5 "five processes say where they are"
at_least "$(cut -d ' ' -f 2- want | sort -u | wc -l)" 5 "each somewhere else"
for reader in "$PMREC script" ${perf:+"perf script"}; do
	# shellcheck disable=SC2086
	told $reader >all
	cut -d ' ' -f 1 want | while read -r pid; do grep "^$pid " all; done >got
	same got want "$(basename "$reader"): each is where it says"
done
# Those that were there before.
"$PMREC" record -q -a -e cpu-clock --namespaces -o spaces.data sh -c 'sh where before; sleep 0.1' >/dev/null
set -- "$(sh where us | cut -d ' ' -f 3-)"
told "$PMREC" script >all
has all "^$$ $1\$" "and so is who was there before"
"$PMREC" record -q -a -e cpu-clock --namespaces --synth no -o spaces.data true
told "$PMREC" script >all
is "$(grep -c "^$$ " all)" 0 "unless that is not wanted"
if command -v setpriv >/dev/null; then
	chmod 755 .
	mkdir -m 777 open
	cp "$PMREC" open/pmrec
	run 5 "an unprivileged user" setpriv --reuid 12345 --regid 12345 --clear-groups sh -c \
		'cd open && exec ./pmrec record -e cpu-clock:u --namespaces -o u.data true'
	has err "namespaces.*CAP_PERFMON" "is told what they need"
	[ ! -e open/u.data ] && pass "no file" || fail "no file"
fi

# ---------------------------------------------------------------- cgroups

# In which folder cgroups are made: where the kernel looks for them (cgroups(7)).
groups=$(awk '$3 == "cgroup" && $4 ~ /perf_event/ { print $2 }' /proc/mounts | head -n 1)
[ -n "$groups" ] || groups=$(awk '$3 == "cgroup2" { print $2 }' /proc/mounts | head -n 1)
group=pmrec-contexts-$$
cleanup() { find "$groups/$group" -depth -type d -exec rmdir {} + 2>/dev/null || true; }
trap 'cleanup; rm -rf "$dir"' EXIT
if [ -n "$groups" ] && mkdir "$groups/$group" "$groups/$group/inner" 2>/dev/null &&
	sh -c "echo \$\$ >'$groups/$group/inner/cgroup.procs'" 2>/dev/null; then
	cat >grouped <<E2
mkdir '$groups/$group/later'
sh load
sh -c 'echo \$\$ >"$groups/$group/inner/cgroup.procs"; exec env A=1 sh load'
stat -c 'inner %i' '$groups/$group/inner'
stat -c 'later %i' '$groups/$group/later'
E2
	run 0 "record cgroups" "$PMREC" record -q -F 5000 -e cpu-clock --all-cgroups -o groups.data sh grouped
	inner=$(sed -n 's/^inner //p' out) later=$(sed -n 's/^later //p' out)
	for reader in "$PMREC" $perfs; do
		name=$(basename "$reader") inline=--no-inline field=cgroup
		[ "$name" != perf ] || field=event # its version may know of no such field
		[ "$name" != pmrec ] || inline=--force
		"$reader" script $inline --show-cgroup-events -F comm,pid,time,$field -i groups.data 2>/dev/null >groups.out
		has groups.out "PERF_RECORD_CGROUP cgroup: $inner /$group/inner\$" "$name: one that was there"
		has groups.out "PERF_RECORD_CGROUP cgroup: $later /$group/later\$" "$name: one that was made"
		[ $field = cgroup ] || continue
		at_least "$(grep -v PERF_RECORD groups.out | grep -c " /$group/inner\$")" 10 "$name: samples in it"
		at_least "$(grep -v PERF_RECORD groups.out | grep -vc " /$group/inner\$")" 10 "$name: and outside"
	done
	"$PMREC" record -q -e cpu-clock --all-cgroups --synth task,mmap -o groups.data true
	"$PMREC" script --show-cgroup-events -i groups.data 2>/dev/null >groups.out
	is "$(grep -c PERF_RECORD_CGROUP groups.out)" 0 "none that was there where that is not wanted"
	deep=$groups/$group/inner
	for level in $(seq 1 65); do
		deep=$deep/$level
	done
	if mkdir -p "$deep" 2>/dev/null; then
		run 0 "65 levels of cgroups" "$PMREC" record -q -e cpu-clock --all-cgroups -o groups.data true
		has err "more than 64 levels deep" "that the names of some are left out is said"
		"$PMREC" script --show-cgroup-events -i groups.data 2>/dev/null >groups.out
		is "$(grep -c "PERF_RECORD_CGROUP cgroup: [0-9]* /$group/inner/1/" groups.out)" 61 "the other ones are told"
	fi
else
	echo "# no cgroup can be made here"
fi

# ---------------------------------------------------------------- context switches

if [ -r "$tracefs/events/sched/sched_switch/id" ]; then
	# By the tracepoint, which is none of the records in question: how often this process left a CPU.
	cat >pairs <<'E2'
i=0
while [ $i -lt 300 ]; do
	i=$((i + 1))
	sleep 0.0005
done
E2
	run 0 "record switches" "$PMREC" record -q -m 2M -e sched:sched_switch --switch-events -o switch.data sh pairs
	for reader in "$PMREC script" ${perf:+"perf script"}; do
		# shellcheck disable=SC2086
		$reader --show-switch-events -i switch.data 2>/dev/null >switch.out
		sed -n 's/.*sched:sched_switch: .*prev_pid=\([0-9]*\) .*/\1/p; s/.*sched:sched_switch: [^:]*:\([0-9]*\) \[[0-9]*\] .*/\1/p' switch.out | sort | uniq -c >want
		awk '/PERF_RECORD_SWITCH OUT/ { print $2 }' switch.out | sort | uniq -c >got
		at_least "$(wc -l <want)" 300 "$(basename "$reader"): processes that left a CPU"
		same got want "each as often as the tracepoint says"
	done
fi

# As many as there is no room for, as the recorder is stopped meanwhile: what they cost is counted, and told of processes is
# all. Two that wake each other, and short ones beside them.
cat >flood <<'E2'
mkfifo a b
kill -STOP $PPID
(while read -r line; do echo "$line"; done <a >b) &
{ i=0; while [ $i -lt 5000 ]; do i=$((i + 1)); echo x; read -r line <&3; done; } >a 3<b &
i=0
while [ $i -lt 30 ]; do i=$((i + 1)); sleep 0; done
wait
kill -CONT $PPID
E2
rm -f a b
run 0 "a flood of switches" "$PMREC" record -m 1 -e cpu-clock --switch-events -o flood.data -- sh flood
"$PMREC" script --show-task-events --show-switch-events -i flood.data >out 2>/dev/null
switches=$(grep -c PERF_RECORD_SWITCH out)
lost=$("$PMREC" info --json -i flood.data 2>/dev/null | sed 's/.*"losses":{[^}]*"samples":\([0-9]*\).*/\1/')
at_least "$switches" 10 "switches in the file"
at_least "$lost" 1000 "and so many are counted as lost"
is "$(grep -c 'PERF_RECORD_COMM exec: sleep:' out)" 30 "each exec is told"
is "$(grep -c 'PERF_RECORD_EXIT' out)" "$(grep -c 'PERF_RECORD_FORK' out)" "each exit as each fork"

# A reader that has stopped.
rm -f a b begun over
cat >long <<'E2'
>begun
i=0
while [ $i -lt 40000 ]; do i=$((i + 1)); echo x; read -r line <&3; done >a 3<b
>over
E2
cat >both <<'E2'
mkfifo a b
(while read -r line; do echo "$line"; done <a >b) &
sh long
wait
E2
"$PMREC" record -F 100 -e cpu-clock --switch-events --buffer-size 1M -o - -- sh both 2>err | {
	while [ ! -e begun ]; do head -c 4096; done >slow.data
	while [ ! -e over ]; do sleep 0.02; done
	cat >>slow.data
}
dropped=$(sed -n 's/.*: \([0-9]*\) records of context switches were dropped.*/\1/p' err)
at_least "${dropped:-0}" 100 "switches were dropped"
written=$(sed -n 's/.*(\([0-9]*\) samples.*/\1/p' err)
has err "context switches.*--buffer-size" "and the remedy is said"
run 0 "the stream is sound" "$PMREC" info --check -i slow.data
lost=$("$PMREC" info --json -i slow.data 2>/dev/null | sed 's/.*"losses":{[^}]*"samples":\([0-9]*\).*/\1/')
at_least "$lost" "$dropped" "the file tells of them"
[ -z "$perf" ] || is "$(perf script -F comm -i - <slow.data 2>/dev/null | grep -c .)" "$written" "perf reads its samples"
finish
