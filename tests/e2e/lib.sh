# SPDX-License-Identifier: GPL-2.0-or-later
# What the end-to-end tests share: a folder of its own for each, TAP, and the programs under test.
# A test is plain POSIX sh that sources this, calls the functions below, and ends with `finish`.

export LC_ALL=C PAGER=cat
unset PMREC_PAGER || true
root=$(cd "$(dirname "$0")/../.." && pwd)
PMREC=${PMREC:-$root/pmrec}
workloads=$root/build/workloads
corpus=${PMREC_CORPUS:-$root/../shared/corpus}
perf_new=${PMREC_PERF_NEW:-$root/../shared/tools/perf-sid}
tests=0
failed=0

dir=$(mktemp -d "${TMPDIR:-/tmp}/pmrec-test.XXXXXX")
trap 'rm -rf "$dir"' EXIT
trap 'exit 1' INT TERM
cd "$dir" || exit 1
# perf keeps programs in the home folder, and pmrec finds them there: what other recordings left must name nothing here.
# Compilers keep what is theirs where it is.
export RUSTUP_HOME="${RUSTUP_HOME:-$HOME/.rustup}" GOCACHE="${GOCACHE:-$HOME/.cache/go-build}" HOME="$dir/.home"
mkdir "$HOME"

# pass WHAT, fail WHAT [DETAIL]
pass() {
	tests=$((tests + 1))
	echo "ok $tests - $1"
}

fail() {
	tests=$((tests + 1))
	failed=$((failed + 1))
	echo "not ok $tests - $1"
	if [ $# -gt 1 ]; then
		printf '%s\n' "$2" | head -n 40 | sed "s/^/# ${0##*/}: /" >&2 # where prove shows it
	fi
}

# is GOT WANT WHAT
is() {
	if [ "$1" = "$2" ]; then
		pass "$3"
	else
		fail "$3" " got: $1
want: $2"
	fi
}

# at_least GOT LEAST WHAT: numbers, decimals allowed
at_least() {
	if awk -v a="$1" -v b="$2" 'BEGIN { exit !(a != "" && a + 0 >= b + 0) }'; then
		pass "$3 ($1)"
	else
		fail "$3" "got '$1', want at least $2"
	fi
}

# same FILE FILE WHAT
same() {
	if cmp -s "$1" "$2"; then
		pass "$3"
	else
		fail "$3" "$(diff "$1" "$2")"
	fi
}

# has FILE PATTERN WHAT
has() {
	if grep -q -e "$2" "$1"; then
		pass "$3"
	else
		fail "$3" "no '$2' in: $(cat "$1")"
	fi
}

# run STATUS WHAT COMMAND...: standard output and error in the files out and err
run() {
	want=$1 what=$2
	shift 2
	status=0
	"$@" >out 2>err </dev/null || status=$?
	if [ "$status" = "$want" ]; then
		pass "$what"
	else
		fail "$what" "exit status $status, not $want: $(cat err)"
	fi
}

skip_all() {
	echo "1..0 # SKIP $1"
	exit 0
}

# Recording needs a kernel that lets us.
need_recording() {
	"$PMREC" record -q -o probe.data -e cpu-clock true 2>probe.err || skip_all "cannot record here: $(tail -n 1 probe.err)"
	rm -f probe.data probe.err
}

# tracefs is there, if it can be. need_tracefs FILE WHY: else, or without FILE in it, nothing is tested.
tracefs=/sys/kernel/tracing
mount_tracefs() {
	[ -d "$tracefs/events" ] || mount -t tracefs nodev "$tracefs" 2>/dev/null || true
}

need_tracefs() {
	mount_tracefs
	[ -r "$tracefs/$1" ] || skip_all "$2"
}

# One in N of a long table is enough with a sanitizer: it is pmrec that is tried then, and it takes its time. The rows are
# counted from 1. sampled ROW N
sampled() {
	[ -z "${PMREC_ASAN:-}" ] || [ $(($1 % $2)) = 1 ]
}

# The newest perf is at hand, and to be compared with.
have_perf_new() {
	[ -z "${PMREC_ASAN:-}" ] && [ -x "${PERF_SID_ROOT:-/var/cache/perf-sid}/usr/bin/perf" ] && [ -x "$perf_new" ]
}

# Tests that need a terminal make one with python3.
need_terminal() {
	command -v python3 >/dev/null || skip_all "no python3"
	python3 -c 'import pty; pty.openpty()' 2>/dev/null || skip_all "no pseudo terminals here"
}

need_root() {
	[ "$(id -u)" = 0 ] || skip_all "not root"
}

finish() {
	echo "1..$tests"
	[ "$failed" = 0 ]
	exit
}
