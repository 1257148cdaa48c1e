# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck disable=SC2034 # names for those who read this
# What the benchmarks share: called as NAME PMREC RUSAGE REPEAT, a folder of its own, rows of a table.

pmrec=$(realpath "$1")
rusage=$(realpath "$2")
repeat=$(realpath "$3")
root=$(cd "$(dirname "$0")/../.." && pwd)
command -v perf >/dev/null || {
	echo "bench: no perf to compare with (Debian: linux-perf)" >&2
	exit 1
}
dir=$(mktemp -d "${TMPDIR:-/tmp}/pmrec-bench.XXXXXX")
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
export LC_ALL=C PAGER=cat

# measure COMMAND...: CPU seconds, wall seconds and peak KB of the best of three runs, in $cpu, $wall and $kb.
measure() {
	line=$(for _ in 1 2 3; do "$rusage" "$@" || echo "bench: '$*' failed" >&2; done | sort -n | head -n 1)
	cpu=${line%% *}
	line=${line#* }
	wall=${line%% *}
	kb=${line#* }
}

row() { # WHAT PMREC-VALUE PERF-VALUE UNIT
	awk -v what="$1" -v a="$2" -v b="$3" -v unit="$4" \
		'BEGIN { printf "%-44s %10s %10s %-4s %6.1f\n", what, a, b, unit, (a > 0 ? b / a : 0) }'
}

compare() { # WHAT, then two commands separated by --
	what=$1
	shift
	mine=
	while [ "$1" != -- ]; do
		mine="$mine $1"
		shift
	done
	shift
	# shellcheck disable=SC2086 # words
	measure $mine
	own=$cpu own_kb=$kb
	measure "$@"
	row "$what, CPU" "$own" "$cpu" s
	row "$what, peak memory" "$((own_kb / 1000))" "$((kb / 1000))" MB
}
