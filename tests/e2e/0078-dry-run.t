#!/bin/sh
# --dry-run: what a recording would refuse before it executes its command is refused with the same words and status; else
# nothing happens.
. "$(dirname "$0")/lib.sh"
need_recording

run 0 "a recording that would work" "$PMREC" record --dry-run -e cpu-clock:u -o none.data touch touched
is "$(cat out err)" "" "is told by no word"
mkfifo pipe
run 0 "into a pipe" timeout 20 "$PMREC" record --dry-run -e cpu-clock:u -o pipe touch touched
is "$(cat out err)" "" "that has no reader"
echo before >old.data
run 0 "where a file is" "$PMREC" record --dry-run -e cpu-clock:u -o old.data touch touched
is "$(cat old.data; ls old.data*)" "before
old.data" "which stays as it is"

gone=$(sh -c 'echo $$')
while read -r words; do
	status=0
	# shellcheck disable=SC2086 # words
	timeout 60 "$PMREC" record $words touch touched >out 2>want </dev/null || status=$?
	at_least $status 1 "$words: refused"
	# shellcheck disable=SC2086
	run $status "--dry-run with the same status" "$PMREC" record --dry-run $words touch touched
	same err want "and words"
done <<E2
-e foo -o none.data
-e cpu-clock/nosuch/ -o none.data
-F 1 -c 1 -o none.data
-C 9999 -o none.data
-C x -o none.data
-p abc -o none.data
-p $gone -e cpu-clock:u -o none.data
-u nobody-of-that-name -o none.data
--control bogus -o none.data
--control fifo:nowhere -o none.data
-a -G no-such-cgroup -e cpu-clock -o none.data
-e cpu-clock:u --strict-freq -F 1000000000 -o none.data
-e cpu-clock:u -o nowhere/none.data
-e cpu-clock:u -o .
-e cpu-clock:u -j any -o none.data
-e cpu-clock:u -g --max-stack 8000 -o none.data
E2
is "$(ls -A touched none.data* 2>/dev/null)" "" "nothing was executed or written"
finish
