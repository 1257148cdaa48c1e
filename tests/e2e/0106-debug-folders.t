#!/bin/sh
# Separate debug files in folders that were named, and perf's cache of files: each function of a stripped program, or of one
# that is gone, is named as nm names it in the program as it was.
. "$(dirname "$0")/lib.sh"
. "$root/tests/e2e/names.sh"
for tool in gcc nm objcopy readelf python3; do
	command -v $tool >/dev/null || skip_all "no $tool"
done
export HOME="$dir/home"
mkdir home bin

cat >program.c <<'END'
static __attribute__((noinline)) int one(int x) { return x * x + 1; }
static __attribute__((noinline)) int two(int x) { return one(x) ^ x; }
static __attribute__((noinline)) int three(int x) { return two(x) - one(x); }
int main(int n, char **v) { (void)v; return three(n) + OTHER; }
END
build() { # FILE OTHER
	gcc -O1 -fno-optimize-sibling-calls -Wl,--build-id -DOTHER="$2" -o "$1" program.c || skip_all "gcc cannot link here"
}
id_of() {
	readelf -n "$1" 2>/dev/null | sed -n 's/.*Build ID: //p'
}
folder_of() { # DIR ID
	echo "$1/.build-id/$(echo "$2" | cut -c 1-2)"
}
rest_of() {
	echo "$1" | cut -c 3-
}
build whole 1
build other 2
id=$(id_of whole) other_id=$(id_of other)
[ -n "$id" ] && [ "$id" != "$other_id" ] || skip_all "gcc makes no build-ids"
objcopy --only-keep-debug whole whole.debug
objcopy --only-keep-debug other other.debug
objcopy --strip-all whole bin/stripped
symbols whole | sites p.data whole "$dir/bin/stripped" "buildid file='$dir/bin/stripped' id=$id"

# By build-id.
nameless p.data "stripped: no names"
mkdir -p "$(folder_of one "$id")" empty
link=$(folder_of one "$id")/$(rest_of "$id").debug
cp whole.debug "$link"
named p.data "--debug-dir: by build-id" 4 --debug-dir one
named p.data "--debug-dir: in the second of two" 4 --debug-dir empty::one
nameless p.data "--debug-dir: none of it there" --debug-dir empty
cp other.debug "$link"
nameless p.data "--debug-dir: that of another program" --debug-dir one
run 1 "--debug-dir: no folder" "$PMREC" report -i p.data --debug-dir one:nowhere
has err "--debug-dir: there is no 'nowhere'" "--debug-dir: no folder: said"
for command in report script fold info; do
	run 0 "$command --debug-dir --buildid-dir" "$PMREC" $command -i p.data --debug-dir one --buildid-dir empty
done

# By the name and the checksum in the file.
objcopy --strip-all --remove-section=.note.gnu.build-id --add-gnu-debuglink=whole.debug whole bin/stripped
symbols whole | sites l.data whole "$dir/bin/stripped"
mkdir -p "two$dir/bin"
cp whole.debug "two$dir/bin"
named l.data "--debug-dir: by name" 4 --debug-dir empty:two
cp other.debug "two$dir/bin/whole.debug"
nameless l.data "--debug-dir: by name, another checksum" --debug-dir empty:two
for beside in bin bin/.debug; do
	mkdir -p $beside
	cp whole.debug $beside
	named l.data "by name in $beside" 4
	printf x >>$beside/whole.debug
	nameless l.data "by name in $beside, another checksum"
	rm $beside/whole.debug
done

# In perf's cache, as it lies there.
cache() { # DIR PATH ID WHAT FILE
	mkdir -p "$(folder_of "$1" "$3")" "$1/$2/$3"
	ln -sfn "../../$2/$3" "$(folder_of "$1" "$3")/$(rest_of "$3")"
	cp "$5" "$1/$2/$3/$4"
}
rm bin/stripped
nameless p.data "gone: no names"
cache cached bin/stripped "$id" elf whole
named p.data "--buildid-dir: a file that is gone" 4 --buildid-dir cached
symbols whole | sites u.data whole "$dir/bin/stripped"
nameless u.data "--buildid-dir: no build-id was recorded" --buildid-dir cached
cp other bin/stripped
named p.data "--buildid-dir: another file is there" 4 --buildid-dir cached
cache cached bin/stripped "$id" elf other
nameless p.data "--buildid-dir: not the file it is said to be" --buildid-dir cached
objcopy --strip-all whole bin/stripped
cache cached bin/stripped "$id" debug whole.debug
named p.data "--buildid-dir: the debug file" 4 --buildid-dir cached
cache cached bin/stripped "$id" debug other.debug
nameless p.data "--buildid-dir: a debug file of another" --buildid-dir cached
rm bin/stripped
cache cached bin/stripped "$id" elf whole
run 1 "--buildid-dir: no folder" "$PMREC" report -i p.data --buildid-dir nowhere
has err "--buildid-dir: there is no 'nowhere'" "--buildid-dir: no folder: said"

mv cached home/.debug
named p.data "the .debug at home" 4
if [ "$(id -u)" = 0 ]; then
	chown 12345 home/.debug
	nameless p.data "the .debug at home of somebody else"
	named p.data "the .debug at home of somebody else, named" 4 --buildid-dir home/.debug
fi
rm -r home/.debug
if perf --buildid-dir "$dir/perfs" buildid-cache -a whole 2>/dev/null && [ -e "$(folder_of perfs "$id")" ]; then
	named p.data "a cache that perf made" 4 --buildid-dir perfs
fi

# A kernel that does not run here, and lay elsewhere when its kallsyms was taken.
kernel=aabbccddeeff00112233445566778899aabbccdd
cat >kallsyms <<'END'
ffffffff81000000 T _text
ffffffff81000000 T _stext
ffffffff81000100 T start_kernel
ffffffff81000200 T schedule
ffffffff81000300 T _etext
ffffffffc0000000 t mod_fn	[mod]
ffffffffc0000100 t mod_fn2	[mod]
END
cat >k.txt <<END
event cycles type=0 config=0 period=1 sample=IP|TID|TIME flags=MMAP|COMM
buildid file=[kernel.kallsyms] id=$kernel mode=kernel
mmap pid=-1 tid=0 start=0xffffffff83000000 len=0x300 pgoff=0xffffffff83000000 file=[kernel.kallsyms]_text mode=kernel
comm pid=7 tid=7 comm=program time=1
sample pid=7 tid=7 time=3 ip=0xffffffff83000100 mode=kernel
sample pid=7 tid=7 time=3 ip=0xffffffff830002ff mode=kernel
sample pid=7 tid=7 time=3 ip=0xffffffffc2000010 mode=kernel
END
"$root/tests/data/mkperf" k.txt >k.data
cache kernels '[kernel.kallsyms]' $kernel kallsyms kallsyms
is "$(names k.data | tr '\n' ' ')" "[unknown] [unknown] [unknown] " "another kernel: no names"
is "$(names k.data --buildid-dir kernels | tr '\n' ' ')" "start_kernel schedule [unknown] " "--buildid-dir: its kallsyms, moved; not for modules"
sed 's/^[0-9a-f]*/0000000000000000/' kallsyms >zeroes
cache kernels '[kernel.kallsyms]' $kernel kallsyms zeroes
is "$(names k.data --buildid-dir kernels | tr '\n' ' ')" "[unknown] [unknown] [unknown] " "--buildid-dir: one without addresses"
finish
