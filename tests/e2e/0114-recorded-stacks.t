#!/bin/sh
# Stacks that are unwound while they are recorded: in each form of target and output, across exec, beside frame pointers.
. "$(dirname "$0")/lib.sh"
. "$root/tests/e2e/unwind.sh"
need_recording
case $(uname -m) in x86_64 | aarch64) ;; *) skip_all "not for this CPU" ;; esac
command -v gcc >/dev/null || skip_all "no gcc"
here=$(pwd -P)
own=$(cd "$workloads/unwind" && pwd -P)

# check NAME: the stacks in NAME.data are those of NAME.truth
check() {
	stacks "$1"
	compare "$1" "$own"
	judge "$1" 100 "$1.judged"
}

# check_of WHOSE NAME TRUTH: the stacks in NAME.data of one of several programs, chosen by --comm=COMM or --pid=PID
check_of() {
	"$PMREC" script "$1" --max-stack 1024 -F comm,tid,ip,sym,dso -i "$2.data" >"$3.txt" 2>"$3.err"
	compare "$3" "$own"
	judge "$3 in $2" 50 "$3.judged"
}

# The file is many times smaller than with copies, and other readers need no program to read it.
run 0 "with copies" "$PMREC" record -q -F 4999 --call-graph dwarf,16384,raw -e cpu-clock:u -o raw.data "$own/calls" 80
mode=$chains
dump plain "$own/calls" 80
per_sample() { awk -v bytes="$(wc -c <"$1.data")" -v n="$("$PMREC" script -F comm -i "$1.data" | grep -c .)" 'BEGIN { print bytes / n }'; }
at_least "$(awk -v a="$(per_sample raw)" -v b="$(per_sample plain)" 'BEGIN { print a / b }')" 20 "copies take many times as much"
"$PMREC" evlist -v -i plain.data >list
is "$(grep -c 'REGS_USER\|STACK_USER\|exclude_callchain_user' list)" 0 "the file has chains alone"
check plain
if command -v perf >/dev/null; then
	dump read "$own/frames" 80
	perf script --no-inline -F comm,tid,ip,sym,dso -i read.data >read.txt 2>/dev/null
	compare read "$own"
	judge "perf reads them" 100 read.judged
fi

# Other ways to the file, other targets.
mode="$chains -z"
dump packed "$own/calls" 80
check packed
"$PMREC" record -q -F 4999 --call-graph $chains -e cpu-clock:u -o - -- sh -c '"$1" 80 >piped.truth' - "$own/calls" 2>err >piped.data
check_of --comm=calls piped piped
mode="$chains --per-thread"
dump alone "$own/calls" 80
check alone
run 0 "all CPUs" "$PMREC" record -q -a -F 999 --call-graph dwarf -e cpu-clock:u -o everywhere.data sh -c 'echo $$ >pid; exec "$1" 300' - "$own/calls"
mv out everywhere.truth
check_of --pid="$(cat pid)" everywhere everywhere

# A process that runs already: what it has mapped is told by /proc.
"$own/calls" 1500 >attached.truth &
pid=$!
"$PMREC" record -q -F 4999 --call-graph $chains -e cpu-clock:u -o attached.data -p $pid --duration 0.3 2>err
kill $pid
wait $pid 2>/dev/null
check attached

# An exec in the middle of a round: addresses of the old image mean nothing in the new one.
cat >exec.sh <<'E2'
for i in 1 2 3 4 5 6 7 8; do
	"$1/calls" 20
	"$1/frames" 20
done
E2
mode=$chains
dump runs sh exec.sh "$own"
for program in calls frames; do
	"$own/$program" 1 >$program.truth
	check_of --comm=$program runs $program
done

# A function without a frame in a program with frame pointers: gcc makes such leaves.
cat >leaf.c <<'E2'
#define STAYS __attribute__((noipa))
STAYS unsigned leaf(unsigned n) { unsigned s = 0; while (n--) s = s * 31 + n; return s; }
STAYS unsigned middle(unsigned n) { char b[64]; __asm__ volatile("" : : "r"(b) : "memory"); return leaf(n) + 1; }
STAYS unsigned top(unsigned n) { return middle(n) + 1; }
int main(void) { unsigned s = 0; for (int i = 0; i < 4000; i++) s += top(30000); return s == 7; }
E2
gcc -O2 -fno-omit-frame-pointer -momit-leaf-frame-pointer -o leaf leaf.c
# with_callers NAME: the share of samples in leaf with middle, top and main behind it
with_callers() {
	"$PMREC" fold -i "$1.data" | awk '/;leaf [0-9]+$/ { n += $NF; if (/;main;top;middle;leaf /) good += $NF } END { print n ? 100 * good / n : 0 }'
}
run 0 "leaf, the chain of the kernel" "$PMREC" record -q -F 4999 --call-graph fp,raw -e cpu-clock:u -o kernel.data "$here/leaf"
run 0 "leaf, with -g" "$PMREC" record -q -F 4999 -g -e cpu-clock:u -o mended.data "$here/leaf"
at_least "$(with_callers mended)" 99.5 "its caller is there in all but a few samples"
at_least "$(awk -v share="$(with_callers kernel)" 'BEGIN { print 100 - share }')" 90 "as it is not in the kernel's chain"
"$PMREC" evlist -v -i mended.data >list
is "$(grep -c 'REGS_USER\|STACK_USER' list)" 0 "nothing of that is in the file"
if command -v perf >/dev/null; then
	perf evlist -v -i mended.data 2>/dev/null | sed -n 's/.*sample_type: \([A-Z|]*\).*/\1/p' | head -n 1 >theirs
	is "$(cat theirs)" "IP|TID|TIME|CALLCHAIN|CPU|PERIOD|IDENTIFIER" "perf sees a recording with call chains"
fi

# A kernel that copies no stacks: -g goes without, and says so.
cat >poor.c <<'E2'
#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
enum { SAMPLE_TYPE_OFF = 24, STACK_USER = 1 << 13 };
long syscall(long n, ...)
{
	long a[6];
	uint64_t type = 0;
	va_list ap;
	va_start(ap, n);
	for (int i = 0; i < 6; i++) a[i] = va_arg(ap, long);
	va_end(ap);
	if (n == SYS_perf_event_open) memcpy(&type, (char *)a[0] + SAMPLE_TYPE_OFF, sizeof type);
	if (type & STACK_USER) { errno = EINVAL; return -1; }
	long (*next)(long, ...) = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
	return next(n, a[0], a[1], a[2], a[3], a[4], a[5]);
}
E2
if [ -z "${PMREC_ASAN:-}" ] && ldd "$PMREC" >/dev/null 2>&1; then
	gcc -D_GNU_SOURCE -shared -fPIC -o poor.so poor.c
	LD_PRELOAD=$here/poor.so run 0 "a kernel that copies no stacks" "$PMREC" record -g -e cpu-clock:u -o poor.data true
	has err "this kernel lacks copies of user registers and stacks" "what it lacks"
	LD_PRELOAD=$here/poor.so run 5 "it cannot do what was asked for" "$PMREC" record --call-graph dwarf -e cpu-clock:u -o poor.data true
	has err "cannot be sampled with user registers and stacks here" "and what that was"
else
	pass "a kernel that copies no stacks # SKIP the program cannot be made to see one"
fi

# As deep as the kernel goes: what is missing is said.
cat >deep.c <<'E2'
__attribute__((noipa)) unsigned deep(unsigned n) { unsigned s = 0; if (n) return deep(n - 1) + 1; for (int i = 0; i < 100000000; i++) __asm__ volatile("" : "+r"(s)); return s; }
int main(void) { return deep(50) == 7; }
E2
gcc -O1 -fno-omit-frame-pointer -fno-optimize-sibling-calls -o deep deep.c
run 0 "50 levels of which 20 are recorded" "$PMREC" record -q -F 999 --call-graph fp,20,raw -e cpu-clock:u -o cut.data "$here/deep"
"$PMREC" fold -i cut.data >folded
is "$(awk '/deep;deep/ && !/^deep;\[truncated\];deep;/' folded)" "" "the root of each such chain is a mark"
at_least "$(grep -c '\[truncated\]' folded)" 1 "of which there are some"
"$PMREC" report -g -i cut.data >out
has out '% were cut at the depth limit' "report says how many"
has out 'record --max-stack' "and what helps"

# Frame pointers where the copy ends: deep() keeps them.
for mode in dwarf,256 auto,256; do
	run 0 "$mode" "$PMREC" record -q -F 999 --call-graph $mode -e cpu-clock:u -o auto.data "$here/deep"
	"$PMREC" fold -i auto.data | awk '/deep;deep/ { n += $NF; if (/;main;deep/) whole += $NF } END { print n ? 100 * whole / n : 0 }' >"$mode"
done
is "$(cat dwarf,256)" 0 "a copy of 256 bytes does not reach main"
at_least "$(cat auto,256)" 99 "with frame pointers besides it does"
run 2 "no such word" "$PMREC" record --call-graph auto,rare true
has err "raw or the size" "and what there is"
finish
