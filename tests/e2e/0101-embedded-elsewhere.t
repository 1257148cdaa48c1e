#!/bin/sh
# Names that the recording brings, of what only its own namespaces showed, and for readers who may look at nothing.
. "$(dirname "$0")/lib.sh"
need_root
need_recording
unshare -m true 2>/dev/null || skip_all "no mount namespaces here"

folded() { # FILE
	"$PMREC" fold -i "$1" 2>/dev/null | sort
}

chain=';main;outer;mid;inner;busy '
mkdir inner

# The file was only in a mount namespace that is gone.
run 0 "mount namespace: record" "$PMREC" record -q -g -F 1000 -e cpu-clock -o m.data \
	unshare -m sh -c 'mount -t tmpfs none inner && cp "$0" inner/program && inner/program 300; true' "$workloads/chain"
is "$(ls inner)" "" "mount namespace: the program is not here"
folded m.data >out
has out "program;.*$chain" "mount namespace: named"

# In a pid namespace a process calls itself 1, in a /tmp of its own; another one's map is here.
if unshare -p -f true 2>/dev/null; then
	run 0 "pid namespace: record" "$PMREC" record -q -F 1000 -e cpu-clock -o j.data \
		unshare -m -p -f sh -c 'exec 3<"$0" && mount -t tmpfs none /tmp && cat <&3 >/tmp/program &&
			chmod +x /tmp/program && exec 3<&- /tmp/program 300' "$workloads/writes_map"
	has out "^/tmp/perf-1.map" "pid namespace: the process takes itself for 1"
	folded j.data >folded.txt
	has folded.txt "made code" "pid namespace: named, by its map there"
else
	echo "# no pid namespaces here"
fi

# Two files of one path run in two namespaces when a recording begins: each has its own names.
cp "$workloads/chain" inner/program
./inner/program 2000 >/dev/null &
one=$!
unshare -m sh -c 'mount -t tmpfs none inner && cp "$0" inner/program && exec inner/program 2000 1 0' "$workloads/threads" >/dev/null &
two=$!
# Both have begun, and the programs of both are mapped.
for pid in $one $two; do
	until grep -q /inner/program "/proc/$pid/maps"; do
		kill -0 $pid || break
	done
done
run 0 "two of one path: record" "$PMREC" record -q -g -F 1000 -e cpu-clock:u -o t.data -p $one,$two sleep 0.5
kill $one $two
wait
"$PMREC" fold --pid -i t.data 2>/dev/null | sort >folded.txt
has folded.txt "program-.*$one.*$chain" "two of one path: the one"
has folded.txt "program-.*$two.*;thread_fn_[0-9]" "two of one path: the other"
is "$(grep "$two" folded.txt | grep -c ';outer\|;busy')" 0 "two of one path: no names of the wrong one"
rm inner/program

# Of a recording of root somebody else sees the same, where the kernel hides its addresses and the files are not there.
"$PMREC" record -q -g -F 2000 -e cpu-clock -o r.data dd if=/dev/zero of=/dev/null bs=1 count=400000 2>/dev/null
chmod 644 r.data
chmod 755 .
folded r.data >here.txt
case $(id -u nobody) in
'') echo "# no user nobody" ;;
*)
	mkdir empty
	sed 's/^[0-9a-f]*/0000000000000000/' /proc/kallsyms | head -n 2000 >zeroes
	chmod 644 zeroes
	chmod 755 empty
	cp "$PMREC" reader
	chmod 755 reader
	run 0 "nobody: fold" unshare -m sh -c 'mount --bind zeroes /proc/kallsyms &&
		exec setpriv --reuid="$(id -u nobody)" --clear-groups ./reader fold -i r.data --symfs empty'
	sort out >there.txt
	same here.txt there.txt "nobody, with nothing to look at: the same"
	if grep -q ';entry_SYSCALL_64\|;el0t_64_sync' here.txt; then
		pass "names of the kernel are among them"
	elif head -n 1 /proc/kallsyms | grep -q '^0*[1-9a-f]'; then
		fail "names of the kernel are among them" "$(cat here.txt)"
	fi
	;;
esac

# A program that has its names in a separate file, which goes.
if command -v objcopy >/dev/null; then
	cp "$workloads/chain" program
	objcopy --only-keep-debug program program.debug
	objcopy --strip-all --add-gnu-debuglink=program.debug program
	run 0 "debug file: record" "$PMREC" record -q -g -F 1000 -e cpu-clock -o d.data ./program 150
	rm program.debug
	folded d.data >out
	has out "program;.*$chain" "names of a debug file that is gone"
fi
finish
