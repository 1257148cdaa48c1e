#!/bin/sh
# perf reads what pmrec records, without a warning, and both count the same.
. "$(dirname "$0")/lib.sh"
need_recording
need_root
command -v perf >/dev/null || skip_all "no perf here"

"$PMREC" record -q -g -F 3000 -o threads.data "$workloads/threads" 150 3 2 >/dev/null || fail "record a command"
"$PMREC" record -q -a -g -F 1000 -o all.data "$workloads/threads" 150 2 2 >/dev/null || fail "record all CPUs"
"$PMREC" record -q -e cpu-clock,page-faults,context-switches -o events.data "$workloads/threads" 100 2 2 >/dev/null ||
	fail "record several events"

# Counts by comm, dso and symbol from text in perf script's shape: leaf frames.
counts() {
	awk -F '\t' '
	/^$/ { if (leaf != "") n[comm "|" leaf]++; comm = leaf = ""; next }
	comm == "" { comm = $0; sub(/[ ]+[0-9-]+(\/[0-9-]+)?[ ]*$/, "", comm); sub(/^ +/, "", comm); next }
	leaf == "" { leaf = $2; sub(/^ *[0-9a-f]+ /, "", leaf) }
	END { if (leaf != "") n[comm "|" leaf]++; for (k in n) print n[k], k }' | sort
}

agree() { # PERF NAME FILE
	for words in "report --stdio" "evlist -v" "buildid-list" "script"; do
		case $words in report* | script*) inline=--no-inline ;; *) inline= ;; esac
		# shellcheck disable=SC2086 # words
		status=0
		$1 $words $inline -i "$3" >"perf.out" 2>perf.err </dev/null || status=$?
		is "$status$(cat perf.err)" 0 "$2 $words of $3: no warning"
	done
	$1 report --stats -i "$3" 2>/dev/null </dev/null | awk '/SAMPLE events/ { print $3; exit }' >perf.n
	"$PMREC" report --stats -i "$3" | awk '/SAMPLE events/ { print $3; exit }' >pmrec.n
	same pmrec.n perf.n "$2 and pmrec: as many samples in $3"
	at_least "$(cat pmrec.n)" 100 "$3 has samples"
	$1 script --no-inline -F period -i "$3" 2>/dev/null </dev/null | awk '{ s += $1 } END { print s }' >perf.sum
	"$PMREC" script -F period -i "$3" | awk '{ s += $1 } END { print s }' >pmrec.sum
	same pmrec.sum perf.sum "$2 and pmrec: the same total period in $3"
}

agree perf "perf" threads.data
agree perf "perf" all.data
agree perf "perf" events.data

perf script --no-inline -F comm,tid,ip,sym,dso -i threads.data 2>/dev/null | counts | grep '_fn_[0-9].*/threads)$' >perf.counts
"$PMREC" script -F comm,tid,ip,sym,dso -i threads.data | counts | grep '_fn_[0-9].*/threads)$' >pmrec.counts
same pmrec.counts perf.counts "perf and pmrec: the same count for each comm and function that is busy"
at_least "$(awk '{ s += $1 } END { print s }' perf.counts)" 500 "samples in them"

# The report's rows of the program's own functions; ties may stand in another order.
rows() {
	grep -v '^#' | grep '_fn_[0-9]' | sed 's/ *$//' | sort
}
for words in "--no-children -g none -n" "--children -g none" "--no-children -g none --sort pid,sym" \
	"--no-children -g none -n --sort cpu,dso,sym"; do
	# shellcheck disable=SC2086 # words
	perf report --stdio --no-inline $words -i threads.data 2>/dev/null </dev/null | rows >perf.rows
	# shellcheck disable=SC2086 # words
	"$PMREC" report $words -i threads.data 2>/dev/null | rows >pmrec.rows
	at_least "$(wc -l <perf.rows)" 5 "rows of report $words"
	same pmrec.rows perf.rows "perf and pmrec: the same rows of report $words"
done

# Elsewhere names may differ by pmrec(1)'s rule for aliases, but not what was hit. perf throws a chain away in which the
# kernel followed a frame pointer to nonsense; pmrec keeps what is good of it. A thread that the kernel has already
# taken the number from (-1) has the name of its process in pmrec.
hits() {
	awk -F '\t' '
	/^$/ { if (head != "" && dso != "" && head !~ / -1 /) print head, dso; head = dso = ""; next }
	head == "" { head = $0; gsub(/ +/, " ", head); next }
	dso == "" { dso = $2; sub(/.* \(/, "(", dso) }' | sort
}
for file in threads.data all.data; do
	perf script --no-inline -F comm,tid,time,ip,sym,dso -i $file 2>/dev/null | hits >perf.hits
	"$PMREC" script -F comm,tid,time,ip,sym,dso -i $file | hits >pmrec.hits
	at_least "$(wc -l <perf.hits)" 100 "samples of $file to compare"
	is "$(comm -23 perf.hits pmrec.hits)" "" "perf and pmrec: the same thread, time and dso of each sample of $file"
done

if have_perf_new; then
	agree "$perf_new" "new perf" threads.data
	agree "$perf_new" "new perf" all.data
	agree "$perf_new" "new perf" events.data
fi
finish
