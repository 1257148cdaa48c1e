#!/bin/sh
# Alone: the doctor looks at how well this machine keeps time.
# doctor: its verdict is the sum of its lines, its lines are what this machine does when it is asked otherwise.
. "$(dirname "$0")/lib.sh"

"$PMREC" doctor >doctor.txt 2>err
status=$?
is "$(cat err)" "" "nothing on standard error"
failed_checks=$(grep -c '^FAIL' doctor.txt)
verdict=$(sed -n '$s/^verdict: //p' doctor.txt)
case $verdict in
FULL) want=0 none=0 ;;
PARTIAL) want=3 none=1 ;;
*) want=1 none=1 ;;
esac
is "$status" "$want" "the status is that of the verdict $verdict"
is "$((failed_checks > 0))" "$none" "and the verdict that of the lines"

line() { # NAME -> PASS, FAIL or SKIP
	awk -v name="$1" '{ at = substr($0, 20, 18); sub(/ *$/, "", at) } at == name { print $1 }' doctor.txt
}

# What perf_event_open says to record is what doctor says.
"$PMREC" record -q -e cpu-clock:u -o x.data true 2>/dev/null && own=PASS || own=FAIL
is "$(line 'own code')" $own "own code: as record finds it"
"$PMREC" record -q -a -e cpu-clock -o x.data true 2>/dev/null && all=PASS || all=FAIL
is "$(line 'all CPUs')" $all "all CPUs: as record finds it"
"$PMREC" record -q -e cycles:u -o x.data true 2>/dev/null && cycles=PASS || cycles=FAIL
is "$(line 'cycles')" $cycles "cycles: as record finds them"
[ "$own" = PASS ] || skip_all "own code may not be sampled here"

# These hold on every kernel that implements the ABI.
is "$(line 'frame pointers')" PASS "chains of known depth come back"
is "$(line 'thread ids')" PASS "samples are their own thread's"
is "$(line 'page-faults')" PASS "page faults are counted"
case $(line 'losses add up') in
PASS | SKIP) pass "samples and losses are all events" ;;
*) fail "samples and losses are all events" "$(cat doctor.txt)" ;;
esac

"$PMREC" doctor --json >out.json
if command -v python3 >/dev/null; then
	cat >facts.py <<'E2'
import json
j = json.load(open("out.json"))
lines = [l for l in open("doctor.txt") if l[:4] in ("PASS", "FAIL", "SKIP")]
assert len(j["checks"]) == len(lines)
for c, l in zip(j["checks"], lines):
    assert l.startswith(c["verdict"]) and c["group"] in l and c["name"] in l, (c, l)
assert j["verdict"] in ("FULL", "PARTIAL", "FAIL")
E2
	run 0 "the JSON object says the same" python3 facts.py
fi

# Another user, whom perf_event_paranoid binds: what it forbids fails with its name.
paranoid=$(cat /proc/sys/kernel/perf_event_paranoid)
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null && [ "$paranoid" -ge 1 ]; then
	cp "$PMREC" "$dir/pmrec"
	chmod 755 "$dir" "$dir/pmrec"
	setpriv --reuid 12345 --regid 12345 --clear-groups "$dir/pmrec" doctor >doctor.txt 2>err
	is "$(line 'all CPUs')" FAIL "a user may not look at all CPUs"
	grep -A1 'all CPUs' doctor.txt >all.txt
	has all.txt 'perf_event_paranoid' "and is told why"
fi
finish
