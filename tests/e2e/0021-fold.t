#!/bin/sh
# fold against an own small collapse of perf script's text: line for line.
. "$(dirname "$0")/lib.sh"
need_recording
command -v perf >/dev/null || skip_all "no perf here"
command -v nm >/dev/null || skip_all "no nm here"

"$PMREC" record -q -g -F 3000 -o p.data "$workloads/demo" >/dev/null || fail "record"

# comm;outer;...;leaf sum-of-periods, sorted. A frame without a name is its file's last part in brackets; perf calls
# the stub of an indirect function "@plt", which is no name.
collapse() {
	awk '
	/^$/ { if (comm != "") sum[comm stack] += period; comm = stack = ""; next }
	/^[^\t ]/ { comm = $1; period = $(NF - 1); next }
	/^\t/ {
		name = $2; sub(/\+0x[0-9a-f]+$/, "", name)
		if (name == "[unknown]" || name == "@plt") {
			name = $NF; gsub(/^\(|\)$/, "", name)
			if (name == "[unknown]") name = "unknown"
			sub(/.*\//, "", name); name = "[" name "]"
		}
		stack = ";" name stack
	}
	END { for (k in sum) print k, sum[k] }' | sort
}
perf script --no-inline -F comm,tid,time,period,event,ip,sym,symoff,dso -i p.data 2>/dev/null >perf.txt
collapse <perf.txt >want
"$PMREC" fold -i p.data | sort >got
# Names may differ by pmrec(1)'s rules outside the program: another alias in a library or the kernel, a caller that perf
# takes for the function behind the call. So stacks whose functions are all the program's own (and those that start its
# threads) are compared line for line, and all together by their sum. Of a chain with a word that is no address and no
# context perf drops every frame: what is left of it is a line without one.
nm --format=posix --defined-only "$workloads/demo" | awk '$2 ~ /^[tT]$/ { print $1 }' >functions
printf '%s\n' start_thread __libc_start_call_main '[libc.so.6]' >>functions
own() {
	awk -F ';' 'NR == FNR { own[$0] = 1; next }
	NF < 2 { next }
	{ line = $0; sub(/ [0-9]+$/, ""); for (i = 2; i <= NF; i++) if (!own[$i]) next; print line }' functions "$1"
}
own want >want.own
own got >got.own
same got.own want.own "line for line"
at_least "$(awk '{ s += $NF } END { print s }' want.own)" "$(awk '{ s += $NF } END { print s * 0.9 }' want)" "that is most of the weight"
at_least "$(wc -l <want.own)" 10 "there are stacks to compare"
is "$(awk '{ s += $NF } END { print s }' got)" "$(awk '{ s += $NF } END { print s }' want)" "the sums agree"
is "$(awk '{ s += $NF } END { print s }' got)" "$("$PMREC" script -F period -i p.data | awk '{ s += $1 } END { print s }')" "and are the sum of all periods"

# What a reader of the format demands: a stack, a space, a number; no ";" at an end; no empty frame.
is "$(grep -c -v -E '^[^ ;][^;]*(;[^;]+)* [0-9]+$' got)" 0 "every line is well formed"
"$PMREC" fold --weight=samples -i p.data | awk '{ s += $NF } END { print s }' >n
is "$(cat n)" "$("$PMREC" report --stats -i p.data | awk '/SAMPLE events/ { print $3; exit }')" "--weight=samples counts samples"
"$PMREC" fold --pid -i p.data | head -n 1 | grep -q -E '^[^;]+-[0-9]+;' && pass "--pid" || fail "--pid"
"$PMREC" fold --tid -i p.data | head -n 1 | grep -q -E '^[^;]+-[0-9]+/[0-9]+;' && pass "--tid" || fail "--tid"
"$PMREC" fold --addrs -i p.data >addrs
if "$PMREC" fold -i p.data | grep -q '\[[^];]*\]'; then
	has addrs '\[[^]]* <[0-9a-f]*>\]' "--addrs"
fi
finish
