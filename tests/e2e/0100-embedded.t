#!/bin/sh
# Names that the recording brings: what ran is gone, was replaced, or never had a path, and still has the names that its
# own files give. Names are compared with those of the same recording without them, looked up in the files while
# these are there; and with what the workloads state.
. "$(dirname "$0")/lib.sh"
need_recording

# bare FILE COPY: without its names: feature 132 is bit 4 of byte 16 of the bits at offset 72 of the header, and its section the last.
bare() {
	cp "$1" "$2"
	printf '\000' | dd of="$2" bs=1 seek=$((72 + 16)) conv=notrunc status=none
}

folded() { # FILE
	"$PMREC" fold -i "$1" 2>/dev/null | sort
}

# as_from_files FILE WHAT: the files are still there.
as_from_files() {
	bare "$1" bare.data
	folded "$1" >own.txt
	folded bare.data >files.txt
	same own.txt files.txt "$2: as from the files"
}

chain=';main;outer;mid;inner;busy '

cp "$workloads/chain" program
run 0 "record" "$PMREC" record -q -g -F 1000 -e cpu-clock -o p.data ./program 150
as_from_files p.data "a program"
has own.txt "$chain" "a program: what it states"
"$PMREC" script -F comm,ip,sym,symoff,dso -i p.data >own.txt 2>/dev/null
"$PMREC" script -F comm,ip,sym,symoff,dso -i bare.data >files.txt 2>/dev/null
same own.txt files.txt "a program: and places in its functions too"
mkdir empty
"$PMREC" fold -i p.data 2>/dev/null | sort >here.txt
"$PMREC" fold -i p.data --symfs empty 2>err | sort >elsewhere.txt
same here.txt elsewhere.txt "on a machine that has none of the files"
cp "$workloads/threads" program
folded p.data >after.txt
same here.txt after.txt "the program was replaced"
rm program
folded p.data >after.txt
same here.txt after.txt "the program is gone"
for reader in perf "$perf_new"; do
	command -v "$reader" >/dev/null || continue
	[ "$reader" = perf ] || have_perf_new || continue
	cp "$workloads/chain" program
	"$reader" report -i p.data --stdio >out 2>err </dev/null
	is "$(cat err)" "" "$(basename "$reader") reads it in silence"
	has out "busy" "$(basename "$reader") finds its own names"
	rm program
done

# It is deleted while it runs.
cp "$workloads/chain" program
run 0 "deleted: record" "$PMREC" record -q -g -F 1000 -e cpu-clock -o d.data sh -c './program 300 & sleep 0.1; rm program; wait'
folded d.data >out
has out "program$chain\|program;.*$chain" "deleted: named"
run 0 "deleted, packed: record" sh -c 'cp "$0" program; exec "$1" record -q -z -g -F 1000 -e cpu-clock -o z.data sh -c "./program 300 & sleep 0.1; rm program; wait"' "$workloads/chain" "$PMREC"
folded z.data >out
has out "program;.*$chain" "deleted, in a recording that is compressed: named"

# Another one takes its place while it runs; and the kernel tells inodes, not build-ids.
for how in --buildid-mmap --no-buildid-mmap; do
	cp "$workloads/chain" program
	run 0 "replaced $how: record" "$PMREC" record -q -g -F 1000 $how -e cpu-clock -o r.data \
		sh -c './program 300 & sleep 0.1; rm program; cp "$0" program; wait' "$workloads/threads"
	folded r.data >out
	has out "program;.*$chain" "replaced $how: named"
	id=$(readelf -n "$workloads/chain" 2>/dev/null | sed -n 's/.*Build ID: //p')
	is "$("$PMREC" buildid-list -i r.data | awk -v f="$dir/program" '$2 == f { print $1 }')" "$id" \
		"replaced $how: the build-id is that of what ran"
done

# Both run under one path.
cp "$workloads/chain" program
cat >both <<END
./program 150
rm program
cp "$workloads/attach" program
./program 150
END
for how in --buildid-mmap --no-buildid-mmap; do
	cp "$workloads/chain" program
	run 0 "two of one path $how: record" "$PMREC" record -q -g -F 1000 $how -e cpu-clock:u -o two.data sh both
	folded two.data >out
	if [ $how = --buildid-mmap ] && "$PMREC" evlist -v -i two.data | grep -q 'build_id: 1'; then
		has out "program;.*$chain" "two of one path: the first is named"
	else
		is "$(grep '^program;' out | grep -c ';main')" 0 "two of one path, nothing tells them apart: no names"
		"$PMREC" report -i two.data >out 2>err
		has out "several files of this path" "two of one path, nothing tells them apart: said"
	fi
done

# It is changed where it lies: nobody knows what its names were.
cp "$workloads/chain" program
run 0 "changed in place: record" "$PMREC" record -q -g -F 1000 --no-buildid-mmap -e cpu-clock:u -o c.data \
	sh -c './program 200; printf x >>program'
"$PMREC" script -D -i c.data 2>/dev/null | grep -q nothing || true
bare c.data bare.data
folded c.data >own.txt
folded bare.data >files.txt
same own.txt files.txt "changed in place: nothing of it is in the recording"

run 0 "memfd: record" "$PMREC" record -q -g -F 1000 -e cpu-clock -o m.data "$workloads/memfd" "$workloads/chain" 300
folded m.data >out
has out "$chain" "a program in memory, with a space in its name: named"
"$PMREC" script -F dso,sym,ip -i m.data 2>/dev/null | grep busy >out
has out "memfd:a name (deleted)" "a program in memory: its name"

run 0 "made code: record" "$PMREC" record -q -F 1000 -e cpu-clock -o j.data "$workloads/writes_map" 300
rm -f "$(cat out)"
folded j.data >out
has out "made code" "code made at run time, whose map is gone: named"

run 0 "jitdump: record" "$PMREC" record -q -F 1000 -e cpu-clock -o jd.data "$workloads/writes_map" 300 dump
as_from_files jd.data "jitdump"
rm "$(cat out)"
folded jd.data >out
has out "dumped code" "jitdump, which is gone: named"
run 0 "jitdump, --no-embed: record" "$PMREC" record -q --no-embed -F 1000 -e cpu-clock -o jn.data "$workloads/writes_map" 300 dump
folded jn.data >out
has out "dumped code" "jitdump, of a recording without names"

run 0 "--no-embed: record" "$PMREC" record -q --no-embed -g -F 1000 -e cpu-clock -o n.data "$workloads/chain" 100
bare n.data bare.data
same n.data bare.data "--no-embed: no section"
run 0 "-B: record" "$PMREC" record -q -B -g -F 1000 -e cpu-clock -o n.data sh -c 'cp "$0" program; ./program 200; rm program' "$workloads/chain"
folded n.data >out
has out "program;.*$chain" "-B: named without any build-id"
finish
