#!/bin/sh
# fold against an own small collapse of perf script's text: line for line, callers apart that are looked up in the call.
. "$(dirname "$0")/lib.sh"
need_recording
command -v perf >/dev/null || skip_all "no perf here"

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
# pmrec names the caller by the call before the return address. Where perf says "name+0x0" for a caller it has named the
# function behind the call; stacks with such a frame are left out of the comparison on both sides.
awk '/^\t/ { n++; if (n > 1 && $2 ~ /\+0x0$/ && $1 !~ /^f/) { sub(/\+0x0$/, "", $2); print $2 } next } { n = 0 }' perf.txt |
	sort -u >late
grep -v -F -f late want >want.rest || true
awk -F '[; ]' '{ print $0 }' got >got.all
if [ -s late ]; then
	lines=$(wc -l <want.rest)
	comm -12 want.rest got >common
	is "$(wc -l <common | tr -d ' ')" "$(echo "$lines" | tr -d ' ')" "every stack of perf's without such a caller is there with the same sum"
else
	same got want "line for line"
fi
at_least "$(wc -l <want)" 20 "there are stacks to compare"
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
