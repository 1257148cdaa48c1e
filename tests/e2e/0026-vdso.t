#!/bin/sh
# The vdso is named from the one of this machine where that is proven to be the recorded one: by its own build-id, else by the
# kernel's, else by the release; and never at an address of a 32-bit process. What is in it, nm says of a copy from memory.
. "$(dirname "$0")/lib.sh"
for tool in python3 nm readelf; do
	command -v $tool >/dev/null || skip_all "no $tool"
done
python3 - <<'E2' || skip_all "this machine has no vdso that can be read"
for line in open("/proc/self/maps"):
    if line.rstrip().endswith("[vdso]"):
        start, end = (int(x, 16) for x in line.split()[0].split("-"))
        with open("/proc/self/mem", "rb") as mem:
            mem.seek(start)
            open("vdso.so", "wb").write(mem.read(end - start))
        break
else:
    raise SystemExit(1)
E2
nm -D --defined-only vdso.so 2>/dev/null | awk '$2 ~ /[TW]/ && $3 ~ /clock_gettime/ { print $1, $3 }' | sed 's/@.*//' | sort >functions
[ -s functions ] || skip_all "the vdso exports no clock_gettime"
at=$(head -n 1 functions | cut -d ' ' -f 1)
own=$(readelf -n vdso.so 2>/dev/null | sed -n 's/.*Build ID: //p')
kernel=$(readelf -n /sys/kernel/notes 2>/dev/null | sed -n 's/.*Build ID: //p')
[ -n "$kernel" ] || kernel=$(python3 - <<'E2'
import struct
notes, at = open("/sys/kernel/notes", "rb").read(), 0
while at + 12 <= len(notes):
    n, d, kind = struct.unpack_from("<3I", notes, at)
    name, desc = notes[at + 12:at + 12 + n], notes[at + 12 + (n + 3 & ~3):][:d]
    if kind == 3 and name == b"GNU\0":
        print(desc.hex())
        break
    at += 12 + (n + 3 & ~3) + (d + 3 & ~3)
E2
)
other=00112233445566778899aabbccddeeff00112233

# named START RELEASE KERNEL-ID VDSO-ID: the name of the function at its address; ids may be empty
named() {
	{
		echo "event cycles type=0 config=0 freq=100 sample=IP|TID|TIME ids=1"
		echo "feature osrelease=$2 arch=$(uname -m)"
		[ -z "$3" ] || echo "buildid file=[kernel.kallsyms] id=$3 mode=kernel"
		echo "mmap2 pid=7 tid=7 start=$1 len=0x2000 file=[vdso] time=1${4:+ buildid=$4}"
		echo "comm pid=7 tid=7 comm=app time=2"
		printf 'sample pid=7 tid=7 ip=0x%x time=3\n' $(($1 + 0x$at))
	} >in.txt
	"$root/tests/data/mkperf" in.txt >p.data
	name=$("$PMREC" script -F ip,sym -i p.data 2>err | awk 'NF { print $2 }')
	if grep -q "^$at $name\$" functions; then echo named; else echo "$name"; fi
}
high=0x7ffff7fc1000 here=$(uname -r)
rows=0
while read -r want start release kernel_id own_id what; do
	rows=$((rows + 1))
	[ "$own_id" != here ] || [ -n "$own" ] || continue
	case $kernel_id in here) kernel_id=$kernel ;; other) kernel_id=$other ;; *) kernel_id= ;; esac
	case $own_id in here) own_id=$own ;; other) own_id=$other ;; *) own_id= ;; esac
	[ "$release" != here ] || release=$here
	is "$(named "$start" "$release" "$kernel_id" "$own_id")" "$want" "$what"
done <<E2
named $high here here - the kernel that runs here
named $high 1.2.3 here - its build-id counts, not the release
[unknown] $high here other - another kernel of the same release
named $high here - - without a build-id the release will do
[unknown] $high 1.2.3 - - another release
named $high 1.2.3 other here the build-id of the vdso itself
[unknown] $high here here other that of another vdso, on the kernel that runs here
[unknown] 0xf7fc1000 here here - a 32-bit process
E2
is "$rows" 8 "rows"
finish
