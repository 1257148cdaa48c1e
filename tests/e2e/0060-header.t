#!/bin/sh
# The header: every section that has a text, in every form of a recording. The text expected is what perf 7.2 prints of the
# same file (BPF types and two lines it cannot be given in one file by hand). Where perf 7.2's own recordings are at hand,
# all that it printed of them.
. "$(dirname "$0")/lib.sh"
command -v python3 >/dev/null || skip_all "no python3"
export TZ=UTC
mkperf=$root/tests/data/mkperf
golden=$root/tests/golden/header

# What is not of the sections: the frame, where the records lie, what is missing.
sections() {
	grep -v -e '^# =*$' -e '^# captured on' -e '^# header version' -e '^# data offset' -e '^# data size' -e '^# feat offset' \
		-e '^# missing features'
}

for form in --attr-size=136 --big --pipe; do
	"$mkperf" "$form" "$golden/sections.txt" >in.data || fail "make $form"
	run 0 "$form: read" "$PMREC" report --header-only -I -i in.data
	"$PMREC" report --header-only -I -i in.data | sections | grep -v '^#$' >got
	same got "$golden/want.txt" "$form: every section"
	"$PMREC" report --header-only -i in.data >short
	is "$(grep -c 'info available, use -I to display$' short)" 6 "$form: the long sections are only named without -I"
	run 0 "$form: no fault" "$PMREC" info --check -i in.data
done
"$mkperf" "$golden/sections.txt" >in.data
"$PMREC" report --header-only -I -i in.data >got
has got '^# missing features: TRACING_DATA BUILD_ID $' "the missing features"
has got '^# header version : 1$' "the version"

# A section cut at any byte costs no more than itself.
for n in 1 2 3 4 5 6 7 8 9 20 21; do
	sed "s/^feature section\(.*\)'\(.*;\)\{$n\}.*'\$/feature section\1'\2'/" "$golden/sections.txt" >cut.txt
	"$mkperf" cut.txt >cut.data
	run 0 "cut sections, $n" "$PMREC" report --header-only -I -i cut.data
done

perf_golden=${PMREC_GOLDEN:-$root/../shared/vm/golden}
if [ -d "$perf_golden" ]; then
	for text in "$perf_golden"/*/*.header.txt; do
		data=${text%.header.txt}.data
		[ -f "$data" ] || continue
		"$PMREC" report --header-only -I -i "$data" 2>/dev/null | grep -v '^# captured on' >got
		grep -v '^# captured on' "$text" >want
		same got want "${text##*golden/}"
	done
else
	pass "perf's own texts # SKIP they are not here"
fi
finish
