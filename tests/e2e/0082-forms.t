#!/bin/sh
# The forms of the output: stream, compressed, switched, flight recorder. Each file is read by pmrec and by both perfs:
# without a word, and with as many samples.
. "$(dirname "$0")/lib.sh"
need_recording
perf=$(command -v perf) perfs=${perf:+perf}
have_perf_new && perfs="$perfs $perf_new"

samples() { # FILE: as pmrec finds them; no warning
	"$PMREC" report -D -i "$1" 2>own.err | grep -c 'PERF_RECORD_SAMPLE('
	cat own.err
}

# agree FILE WHAT [stream] [new]: new = only perf of 6.16 and later reads it.
agree() {
	f=$1 what=$2
	shift 2
	want=$(samples "$f")
	at_least "$want" 1 "$what: samples"
	for perf in $perfs; do
		inline=
		[ "$perf" = perf ] || inline=--no-inline
		case "$perf $*" in "perf "*new*) continue ;; esac
		case $* in *stream*) from=- ;; *) from=$f ;; esac
		for words in "report $inline -D" "report $inline --stdio" "script $inline -F time,ip,sym" evlist; do
			status=0
			# shellcheck disable=SC2086 # words
			"$perf" $words -i "$from" <"$f" >perf.out 2>perf.err || status=$?
			# A killed recorder's file has no number of CPUs; new perf says so.
			case $* in *killed*) sed -i '/missing HEADER_NRCPUS/d' perf.err ;; esac
			is "$status $(cat perf.err)" "0 " "$what: $(basename "$perf") $words"
			case $words in
			*-D) is "$(grep -c 'PERF_RECORD_SAMPLE(' perf.out)" "$want" "$what: as many samples" ;;
			*--stdio) has perf.out busy "$what: named" ;;
			evlist) has perf.out cpu-clock "$what: its events" ;;
			esac
		done
	done
}

record() {
	"$PMREC" record -q -e cpu-clock:u -F 2000 -g "$@"
}

# ------------------------------------------------------------------ the stream form

record -o - "$workloads/chain" 300 >pipe.data 2>err
is "$(cat err)" "$("$workloads/chain" 1)" "-o -: what the command writes goes to standard error"
is "$(head -c 8 pipe.data)" PERFILE2 "-o -: the stream alone is on standard output"
agree pipe.data "stream" stream
"$PMREC" buildid-list -i pipe.data >ids
has ids "/chain$" "stream: build-ids"
is "$(record -o - "$workloads/chain" 300 2>/dev/null | "$PMREC" report -i - --stats 2>&1 | grep -c SAMPLE)" \
	"$("$PMREC" report -i pipe.data --stats | grep -c SAMPLE)" "report reads it from a pipe"
mkfifo fifo
cat fifo >fifo.data &
record -o fifo "$workloads/chain" 300 >out
wait
agree fifo.data "named pipe" stream
status=0
{ record -o - "$workloads/chain" 1500 2>err || echo $? >status; } | head -c 3000 >cut.data
is "$(cat status)" 1 "a reader that goes away: status"
has err "Broken pipe" "a reader that goes away: said"

# ------------------------------------------------------------------ compressed

record -z --compress-form 1 -o z1.data "$workloads/chain" 300 >out
agree z1.data "-z, form 1"
record -z19 -o z2.data "$workloads/chain" 300 >out
agree z2.data "-z19" new
record -z -o - "$workloads/chain" 300 >z3.data 2>err
agree z3.data "-z -o -" stream new
record -z --compress-form 1 -o - "$workloads/chain" 300 >z4.data 2>err
agree z4.data "-z -o -, form 1" stream
record --compression-level=0 -o z0.data "$workloads/chain" 300 >out
agree z0.data "-z0"
# That it holds what one that is not compressed would: chains of one known depth, as many as the time gives.
for f in z1 z2 z0; do
	"$PMREC" fold -i $f.data >$f.folded 2>/dev/null
	is "$(awk '{ n = $NF; $NF = ""; if (n > most) { most = n; s = $0 } } END { print s }' $f.folded | grep -c 'main;outer;mid;inner;busy')" 1 \
		"$f: the stack"
done
at_least "$(awk -v a="$(wc -c <z0.data)" -v b="$(wc -c <z2.data)" 'BEGIN { print a / b }')" 2 "-z19: so many times smaller"

# Killed: what was flushed is there.
"$PMREC" record -q -e cpu-clock:u -F 1000 -g -z --compress-form 1 -o killed.data "$workloads/chain" 60000 >out &
recorder=$!
tries=0
until [ "$(samples killed.data 2>/dev/null | head -n 1)" -ge 20 ] 2>/dev/null || [ $tries -ge 200 ]; do
	tries=$((tries + 1))
	sleep 0.1
done
child=$(awk -v p=$recorder '$4 == p { print $1 }' /proc/[0-9]*/stat 2>/dev/null | head -n 1)
kill -KILL $recorder
wait $recorder 2>/dev/null
[ -z "$child" ] || kill -KILL "$child"
agree killed.data "-z, killed" killed

# ------------------------------------------------------------------ one file after another

record --switch-output=500ms -o bad.data true 2>err
has err "is neither signal" "a time without a known unit"
"$PMREC" record -e cpu-clock:u -F 2000 -g --switch-output=1s -o sw.data "$workloads/chain" 2300 >out 2>err
at_least "$(find . -name 'sw.data.2*' | wc -l)" 3 "--switch-output=1s for more than 2 s: files"
is "$(grep -c "wrote 'sw.data.2" err)" "$(find . -name 'sw.data.2*' | wc -l | tr -d ' ')" "each is said"
is "$(ls sw.data 2>/dev/null)" "" "none is left without a time in its name"
total=0
for f in sw.data.2*; do
	[ "$(samples "$f")" != 0 ] || continue # the command had ended or did not come to run in it: perf calls that an error
	agree "$f" "--switch-output=1s"
	total=$((total + $(samples "$f")))
done
is "$(sed -n 's/.*(\([0-9]*\) samples).*/\1/p' err)" $total "together they are all samples"
# No sample twice, none missing: with 2000 Hz of a busy program the times go on from file to file.
for f in sw.data.2*; do "$PMREC" script -i "$f" -F time --ns; done | awk '
	{ t = $1 + 0; if (NR > 1 && t <= last) bad++; last = t } END { print bad + 0 }' >order
is "$(cat order)" 0 "in order from file to file"

record --switch-output=60K --switch-max-files=2 -m 16 -o sz.data "$workloads/chain" 2000 >out 2>err
is "$(find . -name 'sz.data.2*' | wc -l | tr -d ' ')" 2 "--switch-max-files=2"
run 0 "--switch-output below what comes at once" "$PMREC" record -e cpu-clock:u --switch-output=1K -m 64K -o tiny.data true
has err "larger than 1024 bytes.*16384 at once" "is warned of"
run 0 "--switch-output as large" "$PMREC" record -e cpu-clock:u --switch-output=16K -m 64K -o tiny.data true
is "$(grep -c 'at once' err)" 0 "is not"
run 2 "--switch-output and -" "$PMREC" record --switch-output -o - true

# On a signal.
"$PMREC" record -q -e cpu-clock:u -F 2000 -g --switch-output -o sig.data "$workloads/chain" 1500 >out 2>err &
recorder=$!
until [ -s sig.data ]; do sleep 0.05; done
sleep 0.3
kill -USR2 $recorder
wait $recorder
is "$? $(find . -name 'sig.data.2*' | wc -l | tr -d ' ')" "0 2" "SIGUSR2: two files"
for f in sig.data.2*; do agree "$f" "SIGUSR2"; done

run 0 "--max-size" "$PMREC" record -e cpu-clock:u -F 2000 -g -m 16 --max-size=40K -o max.data "$workloads/chain" 60000
at_least "$(wc -c <max.data)" 40960 "--max-size: bytes"
at_least 120000 "$(wc -c <max.data)" "--max-size: not many more"
agree max.data "--max-size"
run 0 "--timestamp-filename" "$PMREC" record -q -e cpu-clock:u --timestamp-filename -o stamp.data true
is "$(ls stamp.data* | sed 's/[0-9]/N/g')" stamp.data.NNNNNNNNNNNNNNNN "--timestamp-filename"

# ------------------------------------------------------------------ the flight recorder

# A ring of 16 KiB for each CPU holds the newest samples, of 64 bytes at least; far more were taken.
record --overwrite -m 4 -o over.data "$workloads/chain" 2000 >out
agree over.data "--overwrite"
"$PMREC" script -i over.data -F time --ns | awk '{ t = $1 + 0; if (NR == 1) a = t } END { printf "%.3f %.9f\n", t - a, t }' >over
at_least $(($(nproc) * 16384 / 64)) "$("$PMREC" script -i over.data -F time -G | grep -c .)" "--overwrite: as many as there is room for"
end=$("$PMREC" report -D -i over.data | awk '/PERF_RECORD_EXIT/ { e = $2 } END { printf "%.9f", e / 1e9 }')
at_least 1 "$(awk -v a="$end" -v b="$(cut -d ' ' -f 2 over)" 'BEGIN { print a - b }')" "--overwrite: up to the end"
"$PMREC" record -q -e cpu-clock:u -F 2000 -g --overwrite --switch-output -m 4 -o snap.data "$workloads/chain" 2500 >out 2>err &
recorder=$!
until [ -s snap.data ]; do sleep 0.05; done
sleep 1
kill -USR2 $recorder
wait $recorder
is "$(find . -name 'snap.data.2*' | wc -l | tr -d ' ')" 2 "--overwrite --switch-output: a file for each snapshot"
for f in snap.data.2*; do agree "$f" "snapshot"; done

# ------------------------------------------------------------------ the rest

record --tail-synthesize -o tail.data "$workloads/chain" 300 >out
agree tail.data "--tail-synthesize"
record -B -o bare.data "$workloads/chain" 300 >out
agree bare.data "-B"
is "$("$PMREC" buildid-list -i bare.data | wc -l | tr -d ' ')" 0 "-B: no build-ids"
record -N -o n.data "$workloads/chain" 100 >out 2>err
is "$? $(cat err)" "0 " "-N is accepted"
finish
