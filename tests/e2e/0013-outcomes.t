#!/bin/sh
# How a recording ends: the command's own status, a file that is complete or none, nothing left behind.
. "$(dirname "$0")/lib.sh"
need_recording

run 127 "a missing command" "$PMREC" record -q -e cpu-clock -o p.data ./no-such-command
is "$(wc -l <err | tr -d ' ')" 1 "a missing command: one line"
is "$(ls p.data 2>/dev/null)" "" "a missing command: no file"

echo data >plain
run 126 "a command that cannot be executed" "$PMREC" record -o p.data ./plain
is "$(ls p.data 2>/dev/null)" "" "a command that cannot be executed: no file"

run 0 "a command that succeeds" "$PMREC" record -q -o p.data true
run 7 "a command that fails: its status" "$PMREC" record -q -o p.data sh -c 'exit 7'
run 0 "its file is whole" "$PMREC" report -i p.data
is "$(ls p.data.old)" p.data.old "the file before it is kept"
cp p.data good
run 127 "a missing command again" "$PMREC" record -e cpu-clock -o p.data ./no-such-command
same p.data good "a missing command leaves a good file alone"
run 143 "a command that dies of a signal: 128 + the signal" "$PMREC" record -q -o p.data sh -c 'kill -TERM $$'
run 0 "its file is whole" "$PMREC" report -i p.data

run 2 "an unknown event" "$PMREC" record -o q.data -e no-such-event true
is "$(ls q.data 2>/dev/null)" "" "an unknown event: no file"
run 1 "a folder that is not there" "$PMREC" record -o nowhere/p.data touch executed
is "$(ls executed 2>/dev/null)" "" "a folder that is not there: the command was not started"

# Ctrl-C and SIGTERM while the command runs. "exec" makes the pid known to us that of pmrec.
stopped_by() { # SIGNAL
	rm -f p.data pid
	sh -c 'echo $$ >pid; exec "$0" record -q -F 1000 -o p.data sh -c "echo \$\$ >child; exec sleep 30"' "$PMREC" &
	job=$!
	tries=0
	until [ -s child ] && [ -s p.data ]; do
		tries=$((tries + 1))
		[ $tries -lt 200 ] || break
		sleep 0.05
	done
	kill -"$1" "$(cat pid)"
	status=0
	wait $job || status=$?
	case $1 in INT) want=130 ;; TERM) want=143 ;; esac
	is "$status" "$want" "SIG$1: status"
	run 0 "SIG$1: the file is whole" "$PMREC" report -i p.data
	if kill -0 "$(cat child)" 2>/dev/null; then
		fail "SIG$1: the command is gone"
	else
		pass "SIG$1: the command is gone"
	fi
	rm -f child
}
# A shell starts background jobs with SIGINT ignored, so only SIGTERM can be tried this way everywhere.
stopped_by TERM

run 0 "into /dev/null" "$PMREC" record -q -o /dev/null true
is "$(ls -l /dev/null | cut -c 1)" c "/dev/null is still a device"
is "$(find . -name '.?*' ! -path './.home*')" "" "no temporary file is left"
finish
