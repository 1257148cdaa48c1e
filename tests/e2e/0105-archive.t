#!/bin/sh
# The files behind a recording, packed: against tar, readelf and cmp; perf names from them when the files are gone.
. "$(dirname "$0")/lib.sh"
for tool in tar zstd xz readelf python3 gcc objcopy; do
	command -v $tool >/dev/null || skip_all "no $tool"
done
mkperf=$root/tests/data/mkperf
id_of() { readelf -n "$1" 2>/dev/null | sed -n 's/.*Build ID: //p'; }
[ -n "$(id_of "$workloads/chain")" ] || skip_all "the workload has no build-id"

# unpack ARCHIVE: into the folder cache
unpack() {
	rm -rf cache
	mkdir cache
	zstd -dqc "$1" | tar xf - -C cache
}

# code FILE PATH: a description of a process whose file has the build-id of FILE
code() {
	n=$((${n:-0} + 1))
	echo "mmap2 pid=7 tid=7 start=0x${n}0000 len=0x8000 pgoff=0x0 file=$2 time=2 buildid=$(id_of "$1")"
}
describe() {
	echo "event cycles type=0 config=0 period=1 sample=IP|TID|TIME|CALLCHAIN flags=MMAP|COMM"
	echo "comm pid=7 tid=7 comm=program time=1"
	"$@"
}

# A program, its caller, a file that no sample fell on; a stripped one with a debug file beside it; one that is another
# by now; one without a build-id; a module; and what no file has.
mkdir -p "a folder" .debug long
cp "$workloads/chain" leaf
cp "$workloads/threads" "a folder/caller"
cp "$workloads/exec" unhit
cat >t.c <<'END'
#ifndef START
#define START main
#endif
int work(int x) { return x * 3 + N; }
int START(void) { return work(1); }
END
for i in 1 2 3 4; do
	gcc -g -DN=$i -Wl,--build-id -o prog$i t.c || skip_all "gcc cannot build"
done
for i in 5 6; do
	gcc -g -DN=$i -DSTART=init_module -c -o module.o t.c && ld -r --build-id -o module$i.ko module.o
done
xz -k module6.ko
mv module6.ko unpacked.ko
objcopy --only-keep-debug prog1 .debug/prog1.debug
objcopy --strip-all --add-gnu-debuglink=.debug/prog1.debug prog1
mv prog2 recorded
gcc -g -DN=22 -Wl,--build-id -o prog2 t.c
gcc -g -DN=3 -Wl,--build-id=none -o without t.c
# More than fits into the header of a tar file.
deep=$(python3 -c 'print("long/" + "/".join(["d" * 60] * 4))')
mkdir -p "$deep"
mv prog4 "$deep/prog4"
everything() {
	code leaf "$dir/leaf"
	code "a folder/caller" "'$dir/a folder/caller'"
	code unhit "$dir/unhit"
	code prog1 "$dir/prog1"
	code recorded "$dir/prog2"
	code prog3 "$dir/without"
	code prog3 "'$dir/prog3 (deleted)'"
	code "$deep/prog4" "$dir/$deep/prog4"
	echo "mmap2 pid=7 tid=7 start=0x300000 len=0x8000 file=$dir/unknown time=2 ino=5"
	code leaf "$dir/../$(basename "$dir")/leaf"
	echo "mmap2 pid=7 tid=7 start=0x200000 len=0x8000 file=//anon time=2"
	echo "mmap pid=-1 tid=0 start=0xffffffffc0000000 len=0x1000 file=$dir/module5.ko mode=kernel"
	echo "buildid file=$dir/module5.ko id=$(id_of module5.ko) mode=kernel"
	echo "mmap pid=-1 tid=0 start=0xffffffffc0001000 len=0x1000 file=$dir/module6.ko.xz mode=kernel"
	echo "buildid file=$dir/module6.ko.xz id=$(id_of unpacked.ko) mode=kernel"
	echo "mmap pid=-1 tid=0 start=0xffffffff81000000 len=0x1000000 pgoff=0xffffffff81000000 file=[kernel.kallsyms]_text mode=kernel"
	echo "buildid file=[kernel.kallsyms] id=00112233445566778899aabbccddeeff00112233 mode=kernel"
	echo "sample pid=7 tid=7 time=3 ip=0x10100 chain=U,0x10100,0x20100"
	for at in 40100 50100 60100 70100 80100 90100 200100 300100; do
		echo "sample pid=7 tid=7 time=3 ip=0x$at chain=U,0x$at"
	done
	echo "sample pid=7 tid=7 time=3 mode=kernel ip=0xffffffffc0000010 chain=K,0xffffffffc0000010,0xffffffffc0001010,0xffffffff81000500"
}
describe everything >text
"$mkperf" text >p.data
run 0 "archive" "$PMREC" archive -i p.data
cp out lines
is "$(sed "s,$dir/,,g" out | grep '^packed' | sort)" "$(printf '%s\n' "packed $deep/prog4" "packed a folder/caller" \
	"packed leaf" "packed module5.ko" "packed module6.ko.xz" "packed prog1 and its debug file" "packed prog3" | sort)" "those with samples and callers are packed"
has out "^left out $dir/prog2: build-id is $(id_of prog2), recorded $(id_of recorded)" "another file by now: left out"
has out "^left out $dir/without: build-id is none, recorded " "no build-id: left out"
has out "^left out $dir/unknown: no build-id of it was recorded" "none recorded: left out"
has out "^left out .*/\.\./.*: its path" "a path with .. in it: left out"
has out "^left out /tmp/perf-7.map: " "code made at run time: left out"
has out "^left out \[kernel.kallsyms\]: the kernel that runs here has" "another kernel: left out"
is "$(grep -c unhit out)" 0 "a file without samples is not spoken of"
has out "^p.data.tar.zst: 8 files; .*tar xf p.data.tar.zst -C ~/.debug" "the last line: how it is unpacked"
is "$(cat err)" "" "nothing else is said"
is "$(stat -c %a p.data.tar.zst)" 600 "its owner may read it"
zstd -tq p.data.tar.zst && pass "zstd finds it whole" || fail "zstd finds it whole"

unpack p.data.tar.zst
is "$(find cache -type l | wc -l)" 7 "a link for each build-id"
# packed FILE PATH NAME: by its build-id, and where it is
packed() {
	id=$(id_of "$1")
	same "cache/.build-id/$(echo "$id" | cut -c 1-2)/$(echo "$id" | cut -c 3-)/$3" "$1" "$2: its $3 is found by the build-id"
	same "cache$dir/$2/$id/$3" "$1" "$2: and by the path"
}
packed leaf leaf elf
packed "a folder/caller" "a folder/caller" elf
packed prog1 prog1 elf
packed .debug/prog1.debug prog1 debug
packed prog3 prog3 elf
packed "$deep/prog4" "$deep/prog4" elf
packed module5.ko module5.ko elf
packed unpacked.ko module6.ko.xz elf

# The other options.
run 0 "--unhit" "$PMREC" archive --unhit -i p.data -o unhit.tar.zst
has out "^packed .*/unhit$" "--unhit: a file without samples"
unpack unhit.tar.zst
packed unhit unhit elf
run 0 "--all" "$PMREC" archive -a -i "$dir/p.data" -o all.tar.zst
has out "^packed .*p.data, the recording$" "--all: the recording is spoken of"
is "$(grep -c unhit out)" 0 "--all: a file without samples is not"
has out "^all.tar.zst: 8 files and the recording; .*--buildid-dir .debug" "--all: how it is used"
unpack all.tar.zst
same cache/p.data p.data "--all: the recording"
mv cache whole
unpack p.data.tar.zst
diff -r whole/.debug cache >differs && pass "--all: and the files beside it" || fail "--all: and the files beside it" "$(cat differs)"
run 0 "-q" "$PMREC" archive -q -i p.data -o quiet.tar.zst
is "$(cat out err)" "" "-q: nothing is said"
same quiet.tar.zst p.data.tar.zst "the same again is the same archive"
"$PMREC" archive -i p.data -o - 2>err | cmp -s - p.data.tar.zst && pass "-o -: to standard output" || fail "-o -: to standard output"
grep -v tar.zst lines >want
same err want "-o -: the lines go to standard error"
run 2 "a stream without -o" sh -c '"$0" archive -i - <p.data' "$PMREC"
has err "give it one with -o" "a stream without -o: said"
run 0 "a stream" sh -c '"$0" archive -i - -o stream.tar.zst <p.data' "$PMREC"
unpack stream.tar.zst
packed leaf leaf elf

# What is there stays until there is a better one.
run 2 "over the recording" "$PMREC" archive -i p.data -o ./p.data
has err "is the recording itself" "over the recording: refused"
echo old >old.tar.zst
nothing() { code recorded "$dir/prog2"; echo "sample pid=7 tid=7 time=3 ip=0x${n}0100 chain=U,0x${n}0100"; }
n=0
describe nothing >text
"$mkperf" text >nothing.data
run 4 "nothing to pack" "$PMREC" archive -i nothing.data -o old.tar.zst
has err "no file of 'nothing.data' can be packed" "nothing to pack: said"
is "$(cat old.tar.zst)" old "nothing to pack: what was there stays"
run 0 "over an older one" "$PMREC" archive -q -i p.data -o old.tar.zst
same old.tar.zst p.data.tar.zst "over an older one: replaced"
is "$(find . -name '.pmrec*' -o -name '*.old')" "" "no other file is left"
if [ -w /dev/full ]; then
	run 1 "a full disk" "$PMREC" archive -q -i p.data -o /dev/full
	has err "/dev/full.*No space" "a full disk: said"
fi
run 1 "no recording" "$PMREC" archive -i nowhere
rm .debug/prog1.debug
mv prog1 away
mkdir -p .debug
run 0 "a file that is gone" "$PMREC" archive -i p.data
has out "^left out $dir/prog1: .*No such file" "a file that is gone: left out"

# A program that is recorded, packed and deleted; perf names from the archive, and does not without.
record_and_lose() {
	cp "$workloads/chain" lost
	"$PMREC" record -q --no-embed -g -F 2000 -e cpu-clock -o lost.data ./lost 200 >/dev/null 2>&1 || return 1
	"$PMREC" archive -i lost.data >out || return 1
	rm lost
}
names() { # HOME
	HOME=$1 perf report --stdio --no-children -g none --sort dso,sym -i lost.data 2>/dev/null | awk '$2 == "lost" { print $4 }' | sort -u
}
if ! command -v perf >/dev/null; then
	echo "# no perf"
elif record_and_lose; then
	mkdir -p home empty
	unpack lost.data.tar.zst
	mv cache home/.debug
	has out '^packed .*/lost$' "recorded: packed"
	is "$(names "$dir/empty" | grep -c '^busy$')" 0 "perf without the archive: no name"
	is "$(names "$dir/home" | grep -c '^busy$')" 1 "perf with the archive: named"
	if grep -q '^packed \[kernel.kallsyms\]' out; then
		kernel=$(readelf -n /sys/kernel/notes 2>/dev/null | sed -n 's/.*Build ID: //p')
		kernel=${kernel:-$(perf buildid-list -k)}
		same_size=$(wc -l <"home/.debug/[kernel.kallsyms]/$kernel/kallsyms")
		is "$same_size" "$(wc -l </proc/kallsyms)" "kallsyms of the kernel that runs here"
	fi
	if grep -q '^packed \[vdso\]' out; then
		is "$(find "home/.debug/[vdso]" -name vdso -exec readelf -n {} + | sed -n 's/.*Build ID: //p')" \
			"$(basename "$(ls -d "home/.debug/[vdso]"/*)")" "the vdso, by its build-id"
	fi
else
	echo "# cannot record here"
fi
finish
