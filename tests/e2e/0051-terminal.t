#!/bin/sh
# On a terminal: through a pager, in colour; elsewhere neither. A pager that is not there or is left early is no harm.
. "$(dirname "$0")/lib.sh"
need_recording
need_terminal
"$PMREC" record -q -g -F 1000 -o p.data "$workloads/chain" 200 >/dev/null

cat >on-a-terminal.py <<'E2'
import os, pty, sys
# on-a-terminal.py COMMAND...: run it on a terminal of its own; what it showed goes to standard output
status = pty.spawn(sys.argv[1:])
sys.exit(os.waitstatus_to_exitcode(status) & 255)
E2
printf '#!/bin/sh\necho "-- pager"\ncat\n' >pager
chmod +x pager

run 0 "a pager on a terminal" env TERM=xterm PAGER=./pager python3 on-a-terminal.py "$PMREC" report -i p.data -g none
has out "^-- pager" "it is used"
has out "busy" "and gets the report"
has out "$(printf '\033')\\[" "in colour"
run 0 "PMREC_PAGER goes before PAGER" env TERM=xterm PAGER=false PMREC_PAGER=./pager python3 on-a-terminal.py "$PMREC" help
has out "^-- pager" "it is used"
run 0 "a pager that is not there" env TERM=xterm PAGER=./no-such-pager python3 on-a-terminal.py "$PMREC" report -i p.data
has out "busy" "the report is printed all the same"
run 0 "PAGER=cat" env TERM=xterm PAGER=cat python3 on-a-terminal.py "$PMREC" report -i p.data
has out "busy" "the report is printed"
run 0 "a pager that reads nothing" env TERM=xterm PAGER=true python3 on-a-terminal.py "$PMREC" script -i p.data
run 0 "a terminal that is dumb" env TERM=dumb PAGER=./pager python3 on-a-terminal.py "$PMREC" report -i p.data
is "$(grep -c -e '-- pager' -e "$(printf '\033')" out)" 0 "no pager, no colour"
run 0 "no terminal" env TERM=xterm PAGER=./pager "$PMREC" report -i p.data
is "$(grep -c -e '-- pager' -e "$(printf '\033')" out)" 0 "no pager, no colour"

# A reader that goes away is not an error; a full disk is.
status=0
{ "$PMREC" script -i p.data 2>err || echo $? >status; } | head -n 1 >first
case $(cat status 2>/dev/null) in '' | 141) pass "a reader that goes away" ;; *) fail "a reader that goes away" "$(cat status)" ;; esac
is "$(cat err)" "" "a reader that goes away: nothing is said"
for words in "report -i p.data" "script -i p.data" "fold -i p.data" "evlist -i p.data" "version" "help"; do
	status=0
	# shellcheck disable=SC2086 # words
	"$PMREC" $words >/dev/full 2>err || status=$?
	is "$status" 1 "$words into a full disk"
	has err "No space left" "$words into a full disk: said"
done
finish
