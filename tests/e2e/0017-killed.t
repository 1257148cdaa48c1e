#!/bin/sh
# A recorder that was killed leaves a file that is good up to its last flush, and tells which kernel it was.
. "$(dirname "$0")/lib.sh"
need_recording

# killed NAME COMMAND...: record until a hundred samples have been flushed, then SIGKILL. The recorder flushes once a second.
killed() {
	name=$1
	shift
	sh -c 'echo $$ >pid; exec "$@"' sh "$PMREC" record -q -e cpu-clock -F 1000 -g -o "$name" "$@" &
	job=$!
	tries=0
	until [ -s "$name" ] && "$PMREC" report --stats -i "$name" 2>/dev/null | grep -q 'SAMPLE events: *[1-9][0-9][0-9]'; do
		tries=$((tries + 1))
		[ $tries -lt 200 ] || break
		sleep 0.05
	done
	kill -KILL "$(cat pid)"
	wait $job 2>/dev/null
}

killed a.data sh -c 'echo $$ >child; exec dd if=/dev/zero of=/dev/null bs=4096' 2>/dev/null
kill -KILL "$(cat child)"
is "$(find . -name '.pmrec*')" "" "no temporary file is left"
run 0 "report of a killed recorder's file" "$PMREC" report --stats -i a.data
at_least "$(awk '/SAMPLE events/ { print $3; exit }' out)" 10 "its samples"

"$PMREC" record -q -e cpu-clock:u -o user.data true
"$PMREC" record -q -e cpu-clock -o whole.data dd if=/dev/zero of=/dev/null bs=4096 count=100000 2>/dev/null

if [ "$(id -u)" = 0 ] && [ -r /sys/kernel/notes ]; then
	# The build-id as the kernel shows it (sysfs: an ELF note of owner "GNU", type 3).
	kernel=$(od -An -v -tx1 /sys/kernel/notes | tr -d ' \n' |
		sed -n 's/.*04000000140000000300000047\(4e5500\)\(.\{40\}\).*/\2/p')
	if [ -z "$kernel" ]; then
		echo "# no build-id of this kernel"
	else
		"$PMREC" buildid-list -i a.data >list 2>/dev/null
		is "$(grep -c "^$kernel .*\[kernel.kallsyms\]" list)" 1 "a killed recorder's file has the kernel's build-id"
		"$PMREC" buildid-list -i whole.data >list
		is "$(grep -c "\[kernel.kallsyms\]" list)" 1 "a whole file has it once"
		"$PMREC" buildid-list -i user.data >list
		is "$(grep -c "\[kernel.kallsyms\]" list)" 0 "one without the kernel does not have it"
		if [ "$(head -n 1 /proc/kallsyms | cut -d ' ' -f 1)" != 0000000000000000 ]; then
			"$PMREC" script -i a.data -F ip,sym,dso | grep '(\[kernel.kallsyms\])' >frames
			at_least "$(wc -l <frames)" 20 "kernel frames"
			is "$(grep -c '\[unknown\]' frames)" 0 "all of them have names"
		fi
	fi
fi

readable() { # PERF NAME
	for f in a.data whole.data; do
		for words in "report --stdio" "script" "buildid-list" "report -D"; do
			# A killed recorder has not written the number of CPUs; new perf says so.
			status=0
			# shellcheck disable=SC2086 # words
			$1 $words -i $f >perf.out 2>perf.err </dev/null || status=$?
			[ $f = whole.data ] || sed -i '/missing HEADER_NRCPUS/d' perf.err
			is "$status$(cat perf.err)" 0 "$2 $words of $f: no warning"
			[ "$words" != buildid-list ] ||
				is "$(grep -c 'kernel.kallsyms' perf.out)" 1 "$2 lists the kernel of $f once"
		done
	done
}
if [ "$(id -u)" = 0 ]; then
	! command -v perf >/dev/null || readable perf perf
	if have_perf_new; then
		readable "$perf_new" "new perf"
	fi
fi
finish
