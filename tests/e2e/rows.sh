# What the tests of tables of frames share: tests/unwind/rows, and what it prints.
rows=$(dirname "$PMREC")/rows
[ -x "$rows" ] || rows=$root/build/plain/rows
[ -x "$rows" ] || skip_all "tests/unwind/rows was not built (make workloads)"

# once: of rows in the order of their addresses those that differ from the one before; what a function begins with goes
# before the end of the one that ends there.
once() {
	awk '{ print $1, ($2 == "none"), $0 }' | sort -s -k1,1 -k2,2 | awk '
	$1 "" == addr { next }
	{ addr = $1; $1 = $2 = $3 = ""; sub(/^ */, "") }
	$0 "" != last { print addr, $0; last = $0 }'
}
