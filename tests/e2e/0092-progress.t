#!/bin/sh
# Alone: it counts the seconds of a recording.
# The line that tells on a terminal how far a recording is: once a second, gone at the end, and nowhere else.
. "$(dirname "$0")/lib.sh"
need_recording
need_terminal

cat >on-a-terminal.py <<'E2'
import os, pty, sys
# on-a-terminal.py WORD COMMAND...: run it on a terminal of its own; what it showed goes to standard output. WORD raw: a
# program has the whole screen.
def read(fd):
    return os.read(fd, 4096)
argv = sys.argv[2:]
if sys.argv[1] == "raw":
    argv = ["sh", "-c", 'stty raw; exec "$@"', "sh"] + argv
status = pty.spawn(argv, read)
sys.exit(os.waitstatus_to_exitcode(status) & 255)
E2
export TERM=xterm

# lines FILE: the progress lines in it, one a line.
lines() {
	tr '\r' '\n' <"$1" | grep '\[ [0-9]*:[0-9][0-9], ' | sed 's/.*\[ /[ /'
}
erase=$(printf '\r\033[K')

run 0 "on a terminal" python3 on-a-terminal.py plain "$PMREC" record -e cpu-clock:u -o p.data --duration 3.5 "$workloads/chain" 60000
lines out >told
is "$(($(wc -l <told)))" 3 "a line a second"
is "$(cut -d , -f 1 <told | tr '\n' ' ')" "[ 0:01 [ 0:02 [ 0:03 " "with the time"
samples=$("$PMREC" script -F time -i p.data | wc -l)
is "$(sed 's/.*, \([0-9]*\) samples.*/\1/' told | awk -v most="$samples" '
	NR == 1 { first = $1 } $1 < last { falls++ } { last = $1 } END { print (last > first) - falls, (last <= most), (last * 2 > most) }')" "1 1 1" \
	"with the samples, which become more and at last near $samples"
is "$(grep -c 'lost\|dropped' told)" 0 "nothing was lost"
is "$(grep -cF "${erase}[ pmrec record: captured and wrote" out)" 1 "it is erased before the last line"

# silent NAME COMMAND...: begun now; what it showed goes to NAME.out.
silent() {
	name=$1
	shift
	{ "$@" >"$name.out" 2>&1 </dev/null; echo $? >"$name.status"; } &
}
for_a_while="-e cpu-clock:u --duration 1.5"
# shellcheck disable=SC2086 # words
{
	silent q python3 on-a-terminal.py plain "$PMREC" record -q $for_a_while -o q.data "$workloads/chain" 60000
	silent none "$PMREC" record $for_a_while -o none.data "$workloads/chain" 60000
	silent raw python3 on-a-terminal.py raw "$PMREC" record $for_a_while -o raw.data "$workloads/chain" 60000
	silent dumb env TERM=dumb python3 on-a-terminal.py plain "$PMREC" record $for_a_while -o dumb.data "$workloads/chain" 60000
}
wait
for what in "q:-q" "none:no terminal" "raw:a program that has the screen" "dumb:a dumb terminal"; do
	name=${what%%:*}
	is "$(cat "$name.status") $(lines "$name.out")" "0 " "${what#*:}: none"
	[ "$name" = q ] || has "$name.out" "captured and wrote" "${what#*:}: the last line is there"
done

if [ "$(id -u)" = 0 ] && { [ -e /sys/kernel/tracing/events/syscalls/sys_enter_write/id ] ||
	mount -t tracefs nodev /sys/kernel/tracing 2>/dev/null; }; then
	run 0 "a flood" python3 on-a-terminal.py plain "$PMREC" record -m 1 -e syscalls:sys_enter_write -o p.data -- \
		sh -c 'timeout 1.6 dd if=/dev/zero of=/dev/null bs=1 status=none; true'
	at_least "$(lines out | sed -n 's/.*, \([0-9]*\) lost.*/\1/p' | head -n 1)" 1 "a flood: what was lost is told"
fi

# Context switches that find no room, as nobody reads meanwhile: no samples are said to be dropped. The command lasts until
# the line has told of them.
cat >switches <<'E3'
mkfifo a b
(while read -r line; do echo "$line"; done <a >b) &
i=0
while [ $i -lt 30000 ]; do i=$((i + 1)); echo x; read -r line <&3; done >a 3<b
>over
wait
tries=0
until grep -q 'switches dropped' out || [ $tries -ge 500 ]; do
	tries=$((tries + 1))
	sleep 0.02
done
E3
cat >slowly <<'E3'
"$PMREC" record -c 1000000000000 -e cpu-clock --switch-events --buffer-size 1M -o - -- sh switches | {
	while [ ! -e over ]; do sleep 0.02; done
	cat >slow.data
}
E3
export PMREC
run 0 "a slow reader" timeout 120 python3 on-a-terminal.py plain sh slowly
dropped=$(sed -n 's/.*: \([0-9]*\) records of context switches were dropped.*/\1/p' out)
lines out | tail -n 1 >told
at_least "$(sed -n 's/.*, \([0-9]*\) context switches dropped.*/\1/p' told)" 1 "a slow reader: dropped switches are told"
at_least "${dropped:-0}" "$(sed -n 's/.*, \([0-9]*\) context switches dropped.*/\1/p' told)" "not more than in the end"
is "$(grep -c '[0-9] dropped' told)$(grep -c 'samples were dropped' out)" 00 "and not as samples"
finish
