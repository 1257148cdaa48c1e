#!/bin/sh
# A reader that leaves before the end of what is printed, as head does, is no fault: status 0 and no word.
. "$(dirname "$0")/lib.sh"

# Far more than a pipe holds, whatever is printed of it: each sample is in a function of its own with a long name.
awk 'BEGIN {
	print "event cpu-clock type=1 config=0 freq=100 sample=IP|TID|TIME|PERIOD|CALLCHAIN ids=1"
	print "comm pid=10 comm=long time=1"
	for (i = 0; i < 3000; i++)
		printf "ksymbol addr=0x%x len=0x10 name=function_%0100d time=2\n", 3221225472 + 16 * i, i
	for (i = 0; i < 3000; i++)
		printf "sample pid=10 ip=0x%x mode=kernel period=1 time=%d chain=K,0x%x\n", 3221225472 + 16 * i, i + 3, 3221225472 + 16 * i
}' | sed 's/0xc/0xffffffffc/g' >long.txt
"$root/tests/data/mkperf" long.txt >long.data || fail "a long recording"

left() { # WORDS...
	"$PMREC" "$@" 2>err | wc -c >size
	at_least "$(cat size)" 200000 "$*: it is long"
	is "$(cat err)" "" "$*: nothing is to be said"
	{
		status=0
		"$PMREC" "$@" 2>err || status=$?
		echo $status >status
	} | head -n 1 >line
	is "$(cat status)" 0 "$*: its reader leaves"
	is "$(cat err)" "" "$*: nothing is said of it"
}
left report -i long.data
left report -q --csv -i long.data
left report -q --json -i long.data
left report -D -i long.data
left script -i long.data
left script --json -i long.data
left fold -i long.data
left diff --percent-limit 0 long.data long.data
left flame -i long.data -o -
left inject -q -i long.data -o -
for format in $("$PMREC" export -h | sed -n 's/.*--format.*what to write://p'); do
	[ "$format" = pprof ] || left export -q --format "$format" -i long.data # which is packed: it is short
done

# The command that is recorded is told as it would be without us.
if (need_recording) >/dev/null; then
	grep SigIgn /proc/self/status >want
	"$PMREC" record -q -e cpu-clock -o r.data grep SigIgn /proc/self/status >got
	same got want "signals are ignored in a command that is recorded as in any other"
fi
finish
