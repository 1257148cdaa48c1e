#!/bin/sh
# Stacks that are found by registers and a copy of the stack: programs without frame pointers state what theirs are.
. "$(dirname "$0")/lib.sh"
. "$root/tests/e2e/unwind.sh"
need_recording
case $(uname -m) in x86_64 | aarch64) ;; *) skip_all "not for this CPU" ;; esac
here=$(pwd -P)
own=$(cd "$workloads/unwind" && pwd -P)
ms=80

# check NAME FOLDER PROGRAM: the stacks of a program whose own files are in FOLDER. On a busy machine there may be few samples:
# then once more, for longer.
check() {
	for long in $ms $((5 * ms)); do
		dump "$1" "$3" $long
		stacks "$1"
		compare "$1" "$2"
		grep -q '^unseen' "$1.judged" || break
	done
	judge "$1" 100 "$1.judged"
	is "$(grep '^unseen' "$1.judged")" "" "$1: each stack was seen"
}

mode=$chains
for kind in calls recursion frames signals contexts threads times plug asm exceptions; do
	if [ -x "$own/$kind" ]; then
		check $kind "$own" "$own/$kind"
	else
		pass "$kind # SKIP it was not built"
	fi
done

mode=$dumps
# The same sources as other compilers, linkers and options make them. With a sanitizer every third: it is pmrec that is
# tried then.
sources=$root/tests/workloads/unwind
rows=0
while read -r name source compiler flags; do
	rows=$((rows + 1))
	[ -z "${PMREC_ASAN:-}" ] || [ $((rows % 3)) = 1 ] || continue
	case $source in
	asm.c) flags="-O2 -g -fomit-frame-pointer $flags $sources/asm.S" ;;
	*.c | *.cc) flags="-O2 -g -fomit-frame-pointer -pthread $flags" ;;
	esac
	# shellcheck disable=SC2086 # words
	if $compiler $flags -o "$name" "$sources/$source" 2>err; then
		check "$name" "$here" "$here/$name"
	else
		pass "$name # SKIP it cannot be made here"
	fi
done <<'ROWS'
static_pie calls.c gcc -static-pie
for_size calls.c gcc -Os -fcf-protection=full
for_speed calls.c gcc -O3 -no-pie
clang calls.c clang -fuse-ld=lld
debug_frame calls.c gcc -fno-asynchronous-unwind-tables -fno-unwind-tables -no-pie
debug_frame_packed calls.c gcc -fno-asynchronous-unwind-tables -fno-unwind-tables -gz
no_index calls.c gcc -Wl,--no-eh-frame-hdr
frame_pointers threads.c gcc -O0 -fno-omit-frame-pointer -fno-asynchronous-unwind-tables -fno-unwind-tables -g0
guarded_frames frames.c gcc -fstack-clash-protection -fstack-protector-all
clang_frames frames.c clang
static_signals signals.c gcc -static
control_flow_signals signals.c gcc -fcf-protection=full
static_contexts contexts.c gcc -static-pie
static_times times.c gcc -static-pie
static_asm asm.c gcc -static
exceptions_static exceptions.cc g++ -static-pie
rust rust.rs rustc -O -g -C force-frame-pointers=no
ROWS

# Without its names in it, which are in a file beside it.
gcc -D_GNU_SOURCE -O2 -g -fomit-frame-pointer -o stripped "$sources/calls.c"
objcopy --only-keep-debug stripped stripped.debug
strip stripped
objcopy --add-gnu-debuglink=stripped.debug stripped
check stripped "$here" "$here/stripped"

judge "all of them" 3000 ./*.judged
finish
