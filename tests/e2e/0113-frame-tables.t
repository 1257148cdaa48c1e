#!/bin/sh
# The rules by which frames are walked are those that readelf reads: for each address of whole programs and libraries, where
# the CFA, the registers that a function keeps and the return address are. What expressions compute is not compared here.
. "$(dirname "$0")/lib.sh"
[ -z "${PMREC_ASAN:-}" ] || skip_all "large programs take their time; with a sanitizer the fuzzers read the same tables"
for tool in readelf gcc python3; do
	command -v $tool >/dev/null || skip_all "no $tool"
done
. "$root/tests/e2e/rows.sh"
# The stubs of arm64 programs have no entries: their rules are our own.
no_stubs() {
	readelf -SW "$1" | sed 's/^ *\[ *[0-9]*\]//' | awk '$1 == ".plt" { print $3, $5 }' >plt
	read -r start size <plt || start=0 size=0
	awk -v from="$start" -v to="$(printf %016x $((0x$start + 0x$size)))" '$1 "" < from "" || $1 "" > to ""'
}

# compare FILE WHAT LEAST
compare() {
	if ! "$rows" "$1" 2>size | once >ours; then
		fail "$2" "$(cat size)"
		return
	fi
	case $(readelf -h "$1") in
	*AArch64*)
		names="x19 x20 x21 x22 x23 x24 x25 x26 x27 x28 x29 ra"
		no_stubs "$1" <ours >ours.left
		mv ours.left ours
		;;
	*) names="rbx rbp r12 r13 r14 r15 ra" ;;
	esac
	readelf --debug-dump=frames-interp "$1" 2>/dev/null | awk -v names="$names" -f "$root/tests/e2e/frames.awk" | once >theirs
	at_least "$(wc -l <theirs)" "$3" "$2: rows"
	same ours theirs "$2: the same"
}

library() { ldconfig -p | awk -v name="$1" '$1 == name { print $NF; exit }'; }
for name in libc.so.6 libstdc++.so.6 libgcc_s.so.1 libm.so.6 libcrypto.so.3; do
	file=$(library $name)
	[ -z "$file" ] || compare "$file" "$name" 1000
done
for name in git xz /usr/bin/python3 perl node; do
	file=$(command -v $name) || continue
	file=$(readlink -f "$file")
	[ "$(head -c 4 "$file" | tail -c 3)" = ELF ] && compare "$file" "$name" 100
done
file=/usr/aarch64-linux-gnu/lib/libc.so.6
[ ! -e $file ] || compare $file "arm64 libc" 10000
compare "$(gcc -print-prog-name=cc1)" cc1 100000
compare "$PMREC" "pmrec itself" 1000

# What compilers make seldom: the workloads, whose assembly has it all, and .debug_frame in their place.
for name in calls frames signals asm exceptions; do
	[ ! -x "$workloads/unwind/$name" ] || compare "$workloads/unwind/$name" "$name" 20
done
for flags in "" -gz; do
	gcc -D_GNU_SOURCE -O2 -g -fno-asynchronous-unwind-tables -fno-unwind-tables $flags -pthread -o debug "$root/tests/workloads/unwind/calls.c" &&
		compare debug ".debug_frame $flags" 50
done

python3 - <<'E2' && compare vdso.so vdso 5
import sys
for line in open("/proc/self/maps"):
    if line.rstrip().endswith("[vdso]"):
        start, end = (int(x, 16) for x in line.split()[0].split("-"))
        with open("/proc/self/mem", "rb") as mem:
            mem.seek(start)
            open("vdso.so", "wb").write(mem.read(end - start))
        sys.exit(0)
sys.exit(1)
E2
finish
