#!/bin/sh
# What script prints of perf 7.2's own recordings, by default, is what perf printed. The programs and libraries of those
# machines are not here but for one: names of functions are left out of the comparison, and so are the recordings whose
# text needs more than reading (unwinding, formats of tracepoints, chains that perf leaves without their user part).
. "$(dirname "$0")/lib.sh"
[ -z "${PMREC_ASAN:-}" ] || skip_all "the texts do not differ with a sanitizer; the files are read in other tests, too"
command -v python3 >/dev/null || skip_all "no python3"
perf_golden=${PMREC_GOLDEN:-$root/../shared/vm/golden}
[ -d "$perf_golden" ] || skip_all "perf's own texts are not here"

cat >same.py <<'E2'
import re, sys
def nameless(path):
    frame = re.compile(r"(^|\s)([0-9a-f]{4,16}) (?:\[unknown\]|[^ (]+?(?:\+0x[0-9a-f]+)?) \(")
    return [frame.sub(r"\1\2 NAME (", line) for line in open(path, errors="replace").read().split("\n")]
sys.exit(nameless(sys.argv[1]) != nameless(sys.argv[2]))
E2
all=0 equal=0 differ=
for text in "$perf_golden"/*/*.script.txt; do
	all=$((all + 1))
	"$PMREC" script -q -i "${text%.script.txt}.data" >got 2>/dev/null
	if python3 same.py got "$text"; then
		equal=$((equal + 1))
	else
		name=${text##*golden/}
		differ="$differ ${name%.script.txt}"
	fi
done
at_least "$equal" 33 "equal texts of $all; not equal:$differ"
at_least "$all" 50 "texts"
finish
