#!/bin/sh
# Build-ids that the kernel tells with mappings, against what readelf finds in the file.
. "$(dirname "$0")/lib.sh"
need_recording
command -v readelf >/dev/null || skip_all "no readelf"

id=$(readelf -n "$workloads/chain" | sed -n 's/.*Build ID: //p')
[ -n "$id" ] || skip_all "the workload has no build-id"
cp "$workloads/chain" gone
program="$dir/gone"

# maps READER FILE: how the mapping of the program's code is told.
maps() {
	case $1 in "$perf_new") inline=--no-inline ;; *) inline= ;; esac
	# shellcheck disable=SC2086 # none, or a word
	"$1" script $inline --show-mmap-events -i "$2" 2>/dev/null </dev/null | grep "MMAP2.* r-xp $program\$" | sed 's/.* @ [^ ]* \(.*\)\]: .*/\1/' | head -n 1
}

# It is gone when the recording ends.
record() { # OPTIONS...
	cp "$workloads/chain" gone
	"$PMREC" record -q -e cpu-clock:u "$@" sh -c './gone 100 >&2; rm gone' 2>err
}
run 0 "record" record -o told.data
if "$PMREC" evlist -v -i told.data | grep -q 'build_id: 1'; then
	for reader in perf "$perf_new" "$PMREC"; do
		command -v "$reader" >/dev/null || continue
		is "$(maps "$reader" told.data)" "<$id>" "$(basename "$reader"): the mapping has the build-id"
		is "$("$reader" buildid-list -i told.data | awk -v f="$program" '$2 == f { print $1 }')" "$id" \
			"$(basename "$reader"): so has the list, though the file is gone"
	done
	record -o - >told.stream
	is "$("$PMREC" buildid-list -i told.stream | awk -v f="$program" '$2 == f { print $1 }')" "$id" "a stream has it too"
	if command -v perf >/dev/null; then
		is "$(perf buildid-list -i - <told.stream | awk -v f="$program" '$2 == f { print $1 }')" "$id" "a stream, as perf reads it"
	fi
else
	echo "# this kernel tells no build-ids"
	has err "this kernel lacks .*build-ids" "what is missing is said"
fi

# Beside a recorder that asks for build-ids, whose mark the kernel would leave on our records.
"$PMREC" record -q -a -e cpu-clock -o /dev/null sleep 4 2>/dev/null &
other=$!
sleep 0.5
cp "$workloads/chain" gone
inode=$(stat -c %i gone)
run 0 "--no-buildid-mmap: record" "$PMREC" record -q -e cpu-clock:u --no-buildid-mmap -o inode.data ./gone 100
for reader in perf "$perf_new" "$PMREC"; do
	command -v "$reader" >/dev/null || continue
	is "$(maps "$reader" inode.data | cut -d ' ' -f 2)" "$inode" "--no-buildid-mmap: $(basename "$reader"): the inode instead"
	is "$("$reader" buildid-list -i inode.data | awk -v f="$program" '$2 == f { print $1 }')" "$id" \
		"--no-buildid-mmap: $(basename "$reader"): the list has what was read from the file"
done
kill $other
wait $other
run 0 "-B: record" "$PMREC" record -q -e cpu-clock:u -B -o bare.data ./gone 100
is "$("$PMREC" buildid-list -i bare.data | grep -c gone) $("$PMREC" evlist -v -i bare.data | grep -c build_id)" "0 0" "-B: none at all"
run 0 "-N: record" "$PMREC" record -q -e cpu-clock:u -N -o both.data ./gone 100
is "$("$PMREC" buildid-list -i both.data | grep -c "^$id")" 1 "-N changes nothing"
finish
