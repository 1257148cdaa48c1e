#!/bin/sh
# evlist and buildid-list against what perf, readelf and the kernel say of the same.
. "$(dirname "$0")/lib.sh"
need_recording

command -v readelf >/dev/null || skip_all "no readelf"
id_of() { readelf -n "$1" 2>/dev/null | sed -n 's/.*Build ID: //p'; }
id=$(id_of "$workloads/chain")
run 0 "buildid-list of a program" "$PMREC" buildid-list -i "$workloads/chain"
is "$(cat out)" "$id" "it is what readelf finds"
echo text >neither
run 4 "of what is neither a recording nor a program" "$PMREC" buildid-list -i neither
# A program without a build-id is no recording either.
if command -v objcopy >/dev/null && objcopy --remove-section=.note.gnu.build-id "$workloads/chain" bare 2>/dev/null &&
	[ -z "$(id_of bare)" ]; then
	run 4 "of a program without one" "$PMREC" buildid-list -i bare
fi
run 2 "evlist -g -F" "$PMREC" evlist -g -F -i neither
has err "-g prints names alone" "is refused"

need_root
command -v perf >/dev/null || skip_all "no perf here"
run 0 "buildid-list -k" "$PMREC" buildid-list -k
is "$(cat out)" "$(perf buildid-list -k)" "the kernel's build-id is the one that perf prints"

# What is after the lists are tips.
of_perf() { "$perf" "$@" 2>/dev/null </dev/null | grep -v '^#'; }
events="{cpu-clock,page-faults},task-clock/period=250000/"
mount_tracefs
[ ! -r "$tracefs/events/header_page" ] || events="$events,sched:sched_process_exit"
perf record -q -o events.data -F 500 -e "$events" "$workloads/chain" 20 >/dev/null 2>perf.err ||
	perf record -q -o events.data -F 500 -e '{cpu-clock,page-faults}' "$workloads/chain" 20 >/dev/null 2>perf.err
perf record -q -B -o bare.data -e cpu-clock "$workloads/chain" 20 >/dev/null 2>perf.err
perfs=perf
have_perf_new && perfs="perf $perf_new"
for perf in $perfs; do
	for words in "" -F -g --trace-fields "-F --trace-fields"; do
		# shellcheck disable=SC2086 # words
		of_perf evlist $words -i events.data >want
		# shellcheck disable=SC2086 # words
		run 0 "evlist $words" "$PMREC" evlist $words -i events.data
		same out want "evlist $words: the lines of $(basename "$perf")"
	done
done
has want 'sample_freq=500' "a frequency is in them"

# Files that were only mapped have build-ids in their mappings, and are in a list only without -H.
run 0 "record build-ids with the mappings" "$PMREC" record -q -e cpu-clock:u -o hit.data "$workloads/chain" 50
"$PMREC" script -F ip,dso -i hit.data | sed -n 's/.*(\(\/[^)]*\))$/\1/p' | sort -u >want
run 0 "buildid-list -H" "$PMREC" buildid-list -H -i hit.data
grep -o ' /.*' out | sed 's/ //' | sort >got
same got want "-H: the files that samples fell on"
finish
