#!/bin/sh
# report --by: the columns of perf report's --sort that each word stands for, with the same numbers.
. "$(dirname "$0")/lib.sh"
need_recording
need_root
command -v perf >/dev/null || skip_all "no perf here"
"$PMREC" record -q -g --sample-cpu -F 3000 -o p.data "$workloads/threads" 150 3 2 >truth || fail "record"

# Overhead, samples and what was grouped by; ties may stand in another order.
rows() {
	grep -v '^#' | grep . | sed 's/ *$//; s/  */ /g' | sort
}
by() { # WORDS KEYS [PATTERN of the rows to compare]
	perf report --stdio --no-inline --no-children -g none -n --sort "$2" -i p.data 2>/dev/null </dev/null | rows | grep -e "${3:-.}" >perf.rows
	"$PMREC" report --no-children -g none -n --by "$1" -i p.data 2>/dev/null | rows | grep -e "${3:-.}" >pmrec.rows
	at_least "$(wc -l <perf.rows)" 1 "rows by $1"
	same pmrec.rows perf.rows "--by $1: perf's rows of --sort $2"
}
by comm comm
by dso dso
by cpu cpu
by thread pid
by tid pid
by symbol sym,dso '_fn_[0-9]'
by cpu,dso cpu,dso
by thread,symbol pid,sym,dso '_fn_[0-9]'
by symbol,symbol,dso sym,dso '_fn_[0-9]'

# -t: perf pads all the same.
perf report --stdio --no-inline --no-children -g none -n -t '|' --sort pid,dso,cpu -i p.data 2>/dev/null </dev/null |
	grep -v '^#$' | sed -n '/^# Overhead/,$s/ *| */|/gp' | sed 's/^ //' | sort >perf.rows
"$PMREC" report -q --no-children -g none -n -t '|' --by thread,dso,cpu -i p.data | sed -n '/^# Overhead/,$s/Tid:/Pid:/p; /^[0-9]/p' | sort >pmrec.rows
at_least "$(wc -l <perf.rows)" 5 "rows of -t"
same pmrec.rows perf.rows "-t: perf's rows and heads"

# Processes, which old perf does not know as a key: by the samples of its script.
perf script -F pid -i p.data 2>/dev/null | awk '{ n[$1]++ } END { for (p in n) print n[p], p ":threads" }' | sort >want
is "$(awk '{ print $3 }' truth | sort -u | wc -l)" "$(wc -l <want)" "as many processes as ran"
"$PMREC" report --no-children -g none -n --by pid -i p.data 2>/dev/null | rows >pmrec.rows
cut -d ' ' -f 3- pmrec.rows | sort >got
same got want "--by pid: samples of each process, by perf script"
if have_perf_new; then
	"$perf_new" report --stdio --no-inline --no-children -g none -n --sort tgid -i p.data 2>/dev/null </dev/null | rows >perf.rows
	same pmrec.rows perf.rows "--by pid: new perf's rows of --sort tgid"
fi

"$PMREC" report --by line,source -i p.data >got
"$PMREC" report --sort srcline,srcfile -i p.data >want
same got want "--by line,source"
"$PMREC" report --by comm --sort sym -i p.data >got
"$PMREC" report --sort sym -i p.data >want
same got want "the last of the two counts"
run 2 "an unknown word" "$PMREC" report --by function -i p.data
has err "unknown word 'function': comm dso symbol line source thread pid cpu" "those that are known are told"
run 2 "no word" "$PMREC" report --by , -i p.data
finish
