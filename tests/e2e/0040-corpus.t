#!/bin/sh
# Recordings made by others: none crashes, and what perf states of each is what pmrec states.
. "$(dirname "$0")/lib.sh"
[ -r "$corpus/score.py" ] || skip_all "no corpus (set PMREC_CORPUS)"
command -v python3 >/dev/null || skip_all "no python3"

# With a sanitizer, which reserves terabytes of address space, some are enough, beside all that are malformed.
some=
[ -z "${PMREC_ASAN:-}" ] ||
	some=$(awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
		$column["kind"] == "malformed" || NR % 4 == 0 { printf "%s%s/%s", n++ ? "," : "", $column["source"], $column["name"] }' "$corpus/CATALOG.tsv")
python3 "$corpus/score.py" "$PMREC" --corpus "$corpus" ${some:+--asan --only "$some"} >out 2>&1
malformed=$(sed -n 's/^-- malformed files: \([0-9]*\) of \([0-9]*\) survived.*/\1 \2/p' out)
at_least "${malformed#* }" 1 "malformed files"
is "${malformed% *}" "${malformed#* }" "every malformed file is survived"
if grep -q 'crashed by signal\|timeout' out; then
	fail "no crash, no hang" "$(grep 'crashed by signal\|timeout' out)"
else
	pass "no crash, no hang"
fi
[ -n "$some" ] || at_least "$(sed -n 's/^\([0-9]*\) of [0-9]* files agree$/\1/p' out)" 62 "files that agree"
finish
