# What the tests in guests share. The guest's tool and kernels are not part of this tree: VMRUN names the tool.
root=$(cd "$(dirname "$0")/../.." && pwd)
vmrun=${VMRUN:-$root/../shared/tools/vmrun}
vm_files=${VM_FILES:-$root/../shared/vm}
. "$root/tests/e2e/lib.sh"
[ -x "$vmrun" ] || skip_all "there is no tool to run guests"

# program ARCH NAME: a workload for the guest's CPU, with nothing to be loaded.
program() {
	cc=cc
	[ "$1" = "$(uname -m)" ] || cc=$1-linux-gnu-gcc
	command -v $cc >/dev/null || skip_all "there is no compiler for $1"
	$cc -std=c11 -D_GNU_SOURCE -O0 -g -fno-omit-frame-pointer -mno-omit-leaf-frame-pointer -pthread -static -o "$2" "$root/tests/workloads/$2.c"
}

vm_qemu='' # more of QEMU's words
vm_cpu='' # a CPU model
vm_add='' # one more file
vm_first='' # a command before the others

# Guests are emulated, whatever the host has: KVM inside a guest does not always work.
emulated() {
	if [ -w /dev/kvm ] && [ "$(id -u)" = 0 ]; then
		: >no-kvm
		# shellcheck disable=SC2016 # for the other shell
		unshare -m sh -c 'mount --bind no-kvm /dev/kvm && mount -o remount,ro,bind /dev/kvm && exec "$@"' sh "$@"
	else
		"$@"
	fi
}

# guest ARCH KERNEL CPUS WHAT...: what guest.sh leaves is in out/ afterwards.
guest() {
	arch=$1 kernel=$2 cpus=$3
	shift 3
	binary=$root/pmrec-static-amd64
	[ "$arch" = x86_64 ] || binary=$root/pmrec-static-arm64
	[ -x "$binary" ] || skip_all "there is no static pmrec for $arch"
	program "$arch" chain
	program "$arch" threads
	rm -rf out
	status=0
	emulated "$vmrun" --arch "$arch" --kernel "$kernel" --smp "$cpus" --timeout "${VM_SECONDS:-300}" --qemu "$vm_qemu" \
		${vm_cpu:+--cpu "$vm_cpu"} ${vm_add:+--add "$vm_add"} --add "$binary:/root/pmrec" \
		--add "$root/tests/vm/guest.sh" --add chain --add threads --get /root/out:. -- \
		"${vm_first:+$vm_first;} sh guest.sh $*" >console 2>&1 || status=$?
	is "$status" 0 "a guest of $kernel on $arch ran"
	[ $status = 0 ] || sed 's/^/# /' console | tail -n 20
	echo "# Linux $(cat out/release 2>/dev/null)"
}

# works NAME: its command succeeded. refused NAME PATTERN: it did not, and said why.
works() {
	is "$(cat "out/$1.status" 2>/dev/null)" 0 "$1: recorded"
	[ "$(cat "out/$1.status" 2>/dev/null)" = 0 ] || sed 's/^/# /' "out/$1.err"
}

# agree NAME: the newest perf here reads the file without a word and finds as many samples as pmrec, and some.
agree() {
	n=$("$PMREC" report -D -i "out/$1.data" 2>/dev/null | grep -c 'PERF_RECORD_SAMPLE(')
	at_least "$n" "${2:-10}" "$1: samples"
	command -v "$perf_new" >/dev/null || return 0
	"$perf_new" report --no-inline -D -i "out/$1.data" >perf.out 2>perf.err </dev/null
	is "$(grep -c 'PERF_RECORD_SAMPLE(' perf.out) $(cat perf.err)" "$n " "$1: perf finds as many"
}

# chains NAME: the text of script; percent of the samples in the program that have its stack.
chains() {
	awk '
	function finish() { if (chain ~ / busy /) { all++; good += chain ~ / busy inner mid outer main / } chain = " " }
	/^[^\t ]/ || /^ *[^\t ]/ && !/^\t/ { finish(); next }
	/^\t/ { if ($3 ~ /chain/) chain = chain $2 " " }
	END { finish(); printf "%d %d\n", all, all ? 100 * good / all : 0 }' "out/$1.txt" >figures
	read -r all percent <figures
	at_least "$all" 20 "$1: samples in the program"
	at_least "$percent" 95 "$1: percent of them with its whole stack"
}

# skip_rest WHY: what cannot be tried here.
skip_rest() {
	echo "# not tried: $1"
	finish
	exit
}
