#!/bin/sh
# Alone: it looks for gaps between samples.
# When samples are let in, what is refused, and the words of perf that are accepted.
. "$(dirname "$0")/lib.sh"
need_recording
need_root
perf=$(command -v perf) # where it is not, nothing is compared with it
reader=${perf:-$PMREC}

cat >load <<'E2'
i=0
while [ $i -lt 30000 ]; do i=$((i + 1)); done
E2
cat >busy <<'E2'
while :; do :; done
E2

# Two windows of 200 ms, 300 ms apart, of a command that has no end: it is over behind the second.
run 0 "-D with ranges" "$PMREC" record -k mono -e cpu-clock -D 100-300,600-800 -o when.data timeout 20 sh busy
is "$(sed -n 's/.*: events \(.*\)/\1/p' err | tr '\n' ' ')" "disabled enabled disabled enabled disabled " "what it says it does"
"$reader" script -F comm,time -i when.data 2>/dev/null | awk '
	{ t = $NF + 0 }
	n && t - last > 0.15 { gaps++; gap = t - last }
	!n { first = t }
	{ n++; last = t }
	END { printf "%d %.3f %.3f\n", gaps, gap, last - first }' >spans
read -r gaps gap span <spans
is "$gaps" 1 "two windows"
at_least "$gap" 0.2 "between them there is no sample"
at_least "$span" 0.5 "from the first sample to the last"
at_least 5 "$span" "and no longer"
while read -r words; do
	# shellcheck disable=SC2086
	run 2 "-D $words is refused" "$PMREC" record -o none.data -e cpu-clock -D $words true
	is "$(wc -l <err)" 1 "in one line"
	if have_perf_new; then
		# shellcheck disable=SC2086
		"$perf_new" record -q -o perf.data -e cpu-clock -D $words true >/dev/null 2>&1
		is $? 129 "as perf does"
	fi
done <<'E2'
10-20,20-30
10-20,15-30
10-5
5-5
10-
10-20,
10-20,30
x
E2

# Frequencies above the kernel's limit.
most=$(cat /proc/sys/kernel/perf_event_max_sample_rate)
run 0 "a frequency that is too high" "$PMREC" record -F $((most * 2)) -e cpu-clock -o freq.data true
has err "$most Hz" "is lowered"
run 5 "--strict-freq" "$PMREC" record --strict-freq -F $((most * 2)) -e cpu-clock -o none.data true
has err "perf_event_max_sample_rate.*$most" "says what the limit is"
run 0 "--strict-freq with one that is not" "$PMREC" record --strict-freq -F 100 -e cpu-clock -o freq.data true

# Attrs: the words and what perf's own files have with them.
bits() { grep '^cpu-clock' | grep -o 'watermark: 1\|wakeup_events: 1\|wakeup_events.*}: 1$'| sed 's/.*wakeup_events.*/wakeup 1/'; }
if [ -n "$perf" ]; then
	perf record -q --no-bpf-event --no-buffering -e cpu-clock -o perf.data true >/dev/null 2>&1
	perf evlist -v -i perf.data 2>/dev/null | sed 's/{ wakeup_events, wakeup_watermark }/wakeup_events/' | bits >want
	"$PMREC" record -q --no-buffering -e cpu-clock -o buf.data sh load
	perf evlist -v -i buf.data 2>/dev/null | sed 's/{ wakeup_events, wakeup_watermark }/wakeup_events/' | bits >got
	is "$(wc -l <want)" 1 "perf wakes at each record"
	same got want "--no-buffering: so it is here"
fi
"$PMREC" record -q --no-bpf-event -e cpu-clock -o bpf.data true
is "$("$PMREC" evlist -v -i bpf.data | grep -c bpf_event)" 0 "--no-bpf-event: no such records are asked for"
"$PMREC" record -q -e cpu-clock -o bpf.data true
is "$("$PMREC" evlist -v -i bpf.data | grep -c bpf_event)" 1 "else they are"
"$PMREC" record -q --latency -e cpu-clock -o latency.data sh load
is "$("$PMREC" evlist -v -i latency.data | grep -c 'context_switch: 1')" 1 "--latency: context switches are recorded"
if have_perf_new && "$perf_new" report -h 2>&1 | grep -q -e --latency; then
	"$perf_new" report --latency --no-inline --stdio -i latency.data 2>&1 | grep -v '^#\|^$' >out
	is "$("$PMREC" script -F comm -i latency.data | grep -c .)" "$("$perf_new" script --no-inline -F comm -i latency.data 2>/dev/null | grep -c .)" "perf reads its samples"
	at_least "$(grep -c '^ *[0-9.]*% *[0-9.]*%' out)" 5 "and reports latencies"
fi
run 2 "--latency -a" "$PMREC" record -a --latency -e cpu-clock -o none.data true

# Files that were mapped, but never hit. perf says which they are.
for all in "" --buildid-all; do
	# shellcheck disable=SC2086
	"$PMREC" record -q $all -c 100000000000000 -e cpu-clock -o ids.data sh load
	"$PMREC" buildid-list -i ids.data | grep -v '\[' | sort >got
	if [ -z "$all" ]; then
		is "$(wc -l <got)" 0 "no file was hit"
	elif [ -n "$perf" ]; then
		perf record -q --no-bpf-event -N --buildid-all -c 100000000000000 -e cpu-clock -o perf.data sh load >/dev/null 2>&1
		perf buildid-list -i perf.data 2>/dev/null | grep -v '\[' | sort >want
		at_least "$(wc -l <want)" 3 "files that perf has"
		same got want "--buildid-all: the same files"
	fi
done

while read -r words; do
	# shellcheck disable=SC2086
	run 0 "$words is accepted" "$PMREC" record -q $words -e cpu-clock -o ok.data sh load
	is "$(cat out err)" "" "without a word"
	is "$("$reader" report --header-only -i ok.data 2>/dev/null | grep -c 'time of [a-z]* sample : [1-9]')" 2 "with the times of samples"
done <<'E2'
--timestamp-boundary
--aio
--aio=2
--num-thread-synthesize 2
--proc-map-timeout 500
--vmlinux /nowhere
E2

while read -r words; do
	# shellcheck disable=SC2086
	run 2 "$words is refused" "$PMREC" record $words -e cpu-clock -o none.data true
	has err "'$words' of perf is not here: [a-z-]" "with a reason"
done <<'E2'
--kcore
--threads
--threads=cpu
--off-cpu
--off-cpu-thresh=5
--aux-sample
--snapshot
--debuginfod
--setup-filter=pin
E2
[ ! -e none.data ] && pass "no file" || fail "no file"
finish
