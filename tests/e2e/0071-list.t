#!/bin/sh
# What list lists is what tracefs, sysfs and perf say that there is; each name is one that record takes.
. "$(dirname "$0")/lib.sh"

run 0 "software events" "$PMREC" list sw
has out "^Software events (sw):" "they have a heading"
sed -n 's/^  //p' out | sed 's/  .*//; s/ OR /\n/' | sort >names
if command -v perf >/dev/null; then
	perf list sw 2>/dev/null | sed -n 's/ *\[Software event\].*//p' | sed 's/^ *//; s/ OR /\n/' | sort >want
	same names want "the same as perf list sw"
fi
"$PMREC" list cpu-clock 'cpu-mi*' | sed -n 's/^  \([^ ]*\).*/\1/p' | tr '\n' ' ' >got
is "$(cat got)" "cpu-clock cpu-migrations " "parts of names and patterns"
run 1 "what is not there" "$PMREC" list no-such-event
is "$(cat out)" "" "is not listed"
has err "offers no such event" "and said"
run 2 "an unknown option" "$PMREC" list --no-such-option

sysfs=/sys/bus/event_source/devices
for events in "$sysfs"/*/events; do
	[ -d "$events" ] || continue
	pmu=${events%/events} pmu=${pmu##*/}
	for e in "$events"/*; do
		case ${e##*/} in *.scale | *.unit | *.per-pkg | *.snapshot) ;; *) echo "$pmu/${e##*/}/ $(cat "$e")" ;; esac
	done
done | sort >want
"$PMREC" list pmu | sed -n 's/^  \([^ ]*\) *\([^ ,][^ ]*\)$/\1 \2/p; s/^  \([^ ]*\) *\([^ ]*\), .*/\1 \2/p' | sort >got
same got want "the events of PMUs are those of sysfs"

if command -v python3 >/dev/null; then
	"$PMREC" list --json >all.json
	run 0 "JSON" python3 -c 'import json
v = json.load(open("all.json"))
print(len([e for e in v if e["kind"] == "sw"]), all(e["name"] for e in v))'
	is "$(cat out)" "$("$PMREC" list sw | grep -c '^  ') True" "holds the same"
fi

tracefs=/sys/kernel/tracing
[ -r "$tracefs/events/header_page" ] || finish
(cd "$tracefs/events" && for e in */*/id; do echo "$e"; done) | sed 's|/id$||; s|/|:|' | sort >want
"$PMREC" list tracepoint | sed -n 's/^  //p' | sort >got
same got want "tracepoints are those of tracefs"
"$PMREC" list 'sched:sched_process_e*' | sed -n 's/^  //p' >got
is "$(tr '\n' ' ' <got)" "sched:sched_process_exec sched:sched_process_exit " "a pattern of tracepoints"
finish
