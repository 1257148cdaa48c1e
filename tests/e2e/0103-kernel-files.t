#!/bin/sh
# Kernel names from the files of the recorded kernel: a vmlinux (-k) that lay elsewhere, and modules that are packed. Files
# and recording are made here, for a kernel that runs nowhere; what each address is called, nm says.
. "$(dirname "$0")/lib.sh"
for tool in gcc addr2line ld nm readelf python3 xz gzip zstd strip; do
	command -v $tool >/dev/null || skip_all "no $tool"
done
[ "$(uname -m)" = x86_64 ] || skip_all "its kernel is of x86-64"

cat >kernel.s <<'END'
	.globl _text, _stext, start_kernel, schedule
	.text
_text:
_stext:
	.rept 64
	nop
	.endr
	.type start_kernel, @function
start_kernel:
	.rept 32
	nop
	.endr
	.size start_kernel, 32
	.rept 16
	nop
	.endr
	.type schedule, @function
schedule:
	.rept 48
	nop
	.endr
	.size schedule, 48
END
gcc -g -c -o kernel.o kernel.s
ld --build-id -Ttext=0xffffffff81000000 -e 0xffffffff81000000 -o vmlinux kernel.o
cat >mod.c <<'END'
int sink;
#define SOME for (int i = 0; i < n; i++) sink += i * sink
__attribute__((noinline)) int mod_read(int n) { SOME; return n; }
__attribute__((noinline, section(".text.unlikely"), aligned(64))) int mod_cold(int n) { SOME; return n; }
__attribute__((noinline, section(".init.text"))) int mod_init(int n) { SOME; return n; }
__attribute__((noinline)) int mod_write(int n) { SOME; return mod_read(n); }
__attribute__((noinline, section(".exit.text"))) int mod_exit(int n) { SOME; return n; }
END
gcc -O1 -fno-pic -mcmodel=kernel -c -o mod.o mod.c
ld -r --build-id -o mod_a.ko mod.o
id() { readelf -n "$1" 2>/dev/null | sed -n 's/.*Build ID: //p'; }
kernel_id=$(id vmlinux) mod_id=$(id mod_a.ko)
[ -n "$kernel_id" ] && [ -n "$mod_id" ] || skip_all "ld makes no build-ids"
shift=0x2000000 # KASLR
base=0xc0400000 # the lower half: sh has 63 bits

# The kernel puts the sections with code one behind the other, but for .init.
where() { # FUNCTION: its address in the module
	readelf -SW mod_a.ko | sed 's/^ *\[ *//; s/\]//' | awk '$8 ~ /X/ || $7 ~ /X/ { print $1, $2, $6, $NF }' >sections
	at=0
	while read -r number name size align; do
		case $name in .init*) continue ;; esac
		at=$(((at + align - 1) / align * align))
		value=$(readelf -sW mod_a.ko | awk -v s="$number" -v f="$1" '$7 == s && $8 == f { print $2 }')
		[ -z "$value" ] || { printf '0xffffffff%08x\n' $((base + at + 0x$value)); return 0; }
		at=$((at + 0x$size))
	done <sections
}
in_kernel() { # FUNCTION
	printf '0xffffffff%08x\n' $((0x$(nm vmlinux | awk -v f="$1" '$3 == f { print substr($1, 9) }') + shift))
}

# recording MODULE-PATH [KERNEL-ID [MODULE-ID]]
recording() {
	cat >in.txt <<END
feature osrelease=9.9.9-made
event cpu-clock type=1 config=0 freq=100 sample=IP|TID|TIME|PERIOD ids=1
buildid file=[kernel.kallsyms] id=${2:-$kernel_id} mode=kernel
buildid file=$1 id=${3:-$mod_id} mode=kernel
mmap pid=-1 tid=0 start=$(in_kernel _text) len=0x1000000 pgoff=$(in_kernel _text) file=[kernel.kallsyms]_text mode=kernel
mmap pid=-1 tid=0 start=0xffffffff${base#0x} len=0x4000 file=$1 mode=kernel
comm pid=10 comm=app time=1
END
	time=2
	for ip in $(in_kernel start_kernel) $(in_kernel schedule) $(where mod_read) $(where mod_write) $(where mod_cold); do
		echo "sample pid=10 mode=kernel ip=$ip period=1 time=$time" >>in.txt
		time=$((time + 1))
	done
	"$root/tests/data/mkperf" in.txt >k.data
}
names() { "$PMREC" script -i k.data -F ip,sym "$@" 2>err | awk 'NF { printf "%s%s", n++ ? " " : "", $2 }'; }
none='[unknown] [unknown]'

mkdir -p root/lib/modules/9.9.9-made/kernel/drivers
ko=/lib/modules/9.9.9-made/kernel/drivers/mod-a.ko
for pack in "" .xz .gz .zst; do
	rm -f root$ko*
	case $pack in
	.xz) xz --check=crc32 -c mod_a.ko >root$ko.xz ;;
	.gz) gzip -c mod_a.ko >root$ko.gz ;;
	.zst) zstd -q -c mod_a.ko >root$ko.zst ;;
	*) cp mod_a.ko root$ko ;;
	esac
	recording $ko$pack
	is "$(names --symfs root)" "$none mod_read mod_write mod_cold" "mod-a.ko$pack: its functions"
done
is "$(names --symfs root -k vmlinux)" "start_kernel schedule mod_read mod_write mod_cold" "-k vmlinux: the kernel's too"
"$PMREC" script -i k.data -F ip,sym,srcline -k vmlinux 2>/dev/null | sed -n 's/^  //p' >lines
for function in start_kernel schedule; do
	addr2line -e vmlinux "$(nm vmlinux | awk -v f=$function '$3 == f { print $1 }')" | sed 's,.*/,,'
done >want.lines
same want.lines lines "and their lines"
recording $ko.xz
is "$(names --symfs root --vmlinux vmlinux)" "start_kernel schedule mod_read mod_write mod_cold" "recorded packed in another way"
recording '[mod_a]'
is "$(names --symfs root)" "$none $none [unknown]" "by its name alone it is not found"
echo "kernel/drivers/mod-a.ko.zst: kernel/x.ko" >root/lib/modules/9.9.9-made/modules.dep
is "$(names --symfs root)" "$none mod_read mod_write mod_cold" "but where depmod lists it"
recording '[mod_a]' "$kernel_id" 00112233445566778899aabbccddeeff00112233
is "$(names --symfs root)" "$none $none [unknown]" "another module of this name: none"
recording $ko.zst "$kernel_id" 00112233445566778899aabbccddeeff00112233
is "$(names --symfs root)" "$none $none [unknown]" "another module of this path: none"
"$PMREC" report -i k.data --symfs root -k vmlinux >out 2>err
has out "mod-a.ko.zst': build-id is $mod_id, recorded 0011" "and it is said"
recording $ko.zst 00112233445566778899aabbccddeeff00112233
is "$(names --symfs root -k vmlinux)" "$none mod_read mod_write mod_cold" "another kernel: none"
"$PMREC" report -i k.data --symfs root -k vmlinux >out 2>err
has out "'vmlinux': build-id is $kernel_id, recorded 0011" "and it is said"
recording $ko.zst
mkdir -p root/boot
cp vmlinux root/boot/vmlinux-9.9.9-made
is "$(names --symfs root)" "start_kernel schedule mod_read mod_write mod_cold" "a vmlinux where distributions put it, by its build-id"
strip -o stripped vmlinux
"$PMREC" report -i k.data --symfs root -k stripped >out 2>err
has out "'stripped': no symbols in it" "it is said"
run 1 "-k of nothing" "$PMREC" report -i k.data -k nowhere
has err "vmlinux.*nowhere" "-k of nothing: said"
head -c 300 root$ko.zst >torn
cp torn root$ko.zst
is "$(names --symfs root)" "start_kernel schedule $none [unknown]" "a torn module: none"

finish
