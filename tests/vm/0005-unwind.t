#!/bin/sh
# Stacks by registers and stack dumps on both CPUs: programs without frame pointers state what theirs are. On arm64 also
# where return addresses are signed.
. "$(dirname "$0")/lib.sh"
. "$root/tests/e2e/unwind.sh"
sources=$root/tests/workloads/unwind
flags="-D_GNU_SOURCE -O2 -g -fomit-frame-pointer -pthread -static"

# programs ARCH: the workloads for the guest's CPU, with nothing to be loaded, in unwind/.
programs() {
	prefix=
	[ "$1" = "$(uname -m)" ] || prefix=$1-linux-gnu-
	command -v "${prefix}gcc" >/dev/null || skip_all "there is no compiler for $1"
	rm -rf unwind
	mkdir unwind
	for kind in calls recursion frames signals contexts threads times; do
		# shellcheck disable=SC2086 # words
		"${prefix}gcc" $flags -o unwind/$kind "$sources/$kind.c" 2>err || skip_all "there is no C library for $1"
	done
	# shellcheck disable=SC2086 # words
	"${prefix}gcc" $flags -o unwind/asm "$sources/asm.c" "$sources/asm.S"
	case $1 in
	aarch64) protection=-mbranch-protection=standard ;;
	*) protection=-fcf-protection=full ;;
	esac
	for kind in calls frames signals; do
		# shellcheck disable=SC2086 # words
		"${prefix}gcc" $flags $protection -o unwind/protected_$kind "$sources/$kind.c"
	done
	# shellcheck disable=SC2086 # words
	! command -v "${prefix}g++" >/dev/null || "${prefix}g++" $flags -o unwind/exceptions "$sources/exceptions.cc"
}

while read -r arch kernel vm_cpu; do
	programs "$arch"
	vm_add=unwind
	guest "$arch" "$kernel" 2 unwind
	for program in unwind/*; do
		name=${program#unwind/}
		works "$name"
		mv "out/$name.txt" "$name.txt"
		mv "out/$name.out" "$name.truth"
		compare "$name" /root/unwind # some stacks may be unseen, as emulated CPUs do little in the time
	done
	judge "$kernel on $arch${vm_cpu:+, $vm_cpu}" 1000 ./*.judged
	rm -f ./*.judged
done <<'ROWS'
x86_64 sid
aarch64 bookworm
aarch64 sid max
ROWS
finish
