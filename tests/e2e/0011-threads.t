#!/bin/sh
# The pid and tid of every sample: each thread and child of the workload runs a function of its own and says who it is.
. "$(dirname "$0")/lib.sh"
need_recording

run 0 "record" "$PMREC" record -q -g -F 4000 -o p.data "$workloads/threads" 200 4 3
sed -n 's/^tid //p' out | sort >truth
is "$(wc -l <truth | tr -d ' ')" 7 "four threads and three children say who they are"

# FUNCTION PID TID of every sample whose leaf is one of those functions.
"$PMREC" script -i p.data -F pid,tid,ip,sym | awk '
/^ *[0-9]+\/[0-9]+/ { split($1, id, "/"); leaf = 0; next }
NF >= 2 && !leaf { leaf = 1; if ($2 ~ /^(thread|child)_fn_/) print $2, id[1], id[2] }' >samples
sort samples | uniq -c | awk '{ print $2, $3, $4, $1 }' | sort >counts
cut -d ' ' -f 1-3 counts >seen
at_least "$(wc -l <samples)" 1500 "samples in those functions"
same seen truth "each function was sampled in the thread that ran it, and in no other"

# The comm of the threads is the workload's, and no process is unknown.
"$PMREC" report -i p.data -g none --no-children --sort comm >comms
if grep -q ' :[0-9]' comms; then
	fail "every process has its name" "$(cat comms)"
else
	pass "every process has its name"
fi
finish
