#!/bin/sh
# Call chains of a program that states its own: main calls outer, mid, inner, busy.
. "$(dirname "$0")/lib.sh"
need_recording

run 0 "record" "$PMREC" record -q -g -F 4000 -o p.data "$workloads/chain" 600
is "$(cat out)" "stack main;outer;mid;inner;busy" "the workload states its stack"
stack=$(sed -n 's/^stack //p' out)

# The user part of each sample's chain, innermost frame first, of samples taken in user mode in the program.
"$PMREC" script -i p.data -F comm,ip,sym,dso >p.txt
awk -v want="$stack" '
function close_sample() {
	if (!open) return
	n = split(chain, f, " ")
	if (leaf ~ /\/chain\)$/) {
		all++
		m = split(want, w, ";"); good = n >= m
		for (i = 1; i <= m; i++) if (f[i] != w[m + 1 - i]) good = 0
		hits += good
	}
	open = 0
}
/^[^\t ]/ { close_sample(); open = 1; chain = leaf = ""; next }
/^ *[^ \t].*$/ && !/^\t/ { close_sample(); open = 1; chain = leaf = ""; next }
/^\t/ { if (leaf == "") leaf = $0; chain = chain " " $2 }
END { close_sample(); printf "%d %.2f\n", all, all ? 100 * hits / all : 0 }' p.txt >figures
read -r all percent <figures
at_least "$all" 1000 "samples in the program"
at_least "$percent" 95 "percent of them with exactly the stated chain"

"$PMREC" fold -i p.data >folded
heaviest=$(awk '{ print $NF, $0 }' folded | sort -rn | head -n 1 | cut -d ' ' -f 2-)
case $heaviest in
*";$stack "[0-9]*) pass "the heaviest folded stack is the stated one" ;;
*) fail "the heaviest folded stack is the stated one" "$heaviest" ;;
esac
finish
