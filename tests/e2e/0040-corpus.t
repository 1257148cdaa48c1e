#!/bin/sh
# Recordings made by others: none crashes, and what perf states of each is what pmrec states.
. "$(dirname "$0")/lib.sh"
[ -r "$corpus/score.py" ] || skip_all "no corpus (set PMREC_CORPUS)"
command -v python3 >/dev/null || skip_all "no python3"

# PMREC_ASAN: built with the address sanitizer, which reserves terabytes of address space.
python3 "$corpus/score.py" "$PMREC" --corpus "$corpus" ${PMREC_ASAN:+--asan} >out 2>&1
malformed=$(sed -n 's/^-- malformed files: \([0-9]*\) of \([0-9]*\) survived.*/\1 \2/p' out)
is "${malformed% *}" "${malformed#* }" "every malformed file is survived"
if grep -q 'crashed by signal\|timeout' out; then
	fail "no crash, no hang" "$(grep 'crashed by signal\|timeout' out)"
else
	pass "no crash, no hang"
fi
agree=$(sed -n 's/^\([0-9]*\) of [0-9]* files agree$/\1/p' out)
at_least "$agree" 62 "files that agree"
finish
