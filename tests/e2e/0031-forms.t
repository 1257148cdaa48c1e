#!/bin/sh
# Forms of a recording that are read in part or not at all: each is said in one line, with a documented status.
. "$(dirname "$0")/lib.sh"
command -v python3 >/dev/null || skip_all "no python3"
mkperf=$root/tests/data/mkperf
in=$root/tests/golden/threads/in.txt

one_line() { # STATUS TEXT WHAT: of the last pmrec fold
	is "$(wc -l <err | tr -d ' ')" 1 "$3: one line"
	has err "$2" "$3: says why"
}

# precise_ip has two bits, which lie the other way round there.
printf 'event cycles type=0 config=0 freq=100 sample=IP|TID|TIME ids=1 precise=1\nsample ip=1 time=1\n' >precise.txt
for form in --attr-size=136 --big --pipe "--pipe --big"; do
	# shellcheck disable=SC2086
	"$mkperf" $form precise.txt >precise.data
	run 0 "precise, $form" "$PMREC" evlist -v -i precise.data
	has out 'precise_ip: 1' "precise, $form"
done

# A stream through a pipe, not a file.
"$mkperf" --pipe "$in" | "$PMREC" fold -i - >out 2>err
same out "$root/tests/golden/threads/fold.txt" "a stream through a pipe"

# Saved together with what perf record says on standard error.
{ "$mkperf" --pipe "$in"; printf '[ perf record: Woken up 1 times to write data ]\n'; } >words.pipe
run 0 "a stream with words behind it" "$PMREC" fold -i words.pipe
same out "$root/tests/golden/threads/fold.txt" "a stream with words behind it"
is "$(grep -c early err)" 0 "a stream with words behind it: nothing is missing"

# A recorder that was killed: it may have stated the features that it did not come to write.
for form in --killed "--killed --stated" "--killed --stated --big"; do
	# shellcheck disable=SC2086 # words
	"$mkperf" $form "$in" >killed.data
	run 3 "$form" "$PMREC" fold -i killed.data
	same out "$root/tests/golden/threads/fold.txt" "$form: all samples are there"
	has err "ends early" "$form: and that it was cut is said"
done

# A folder, whose records are in files of their own; with one of them missing the others are read.
"$mkperf" "$in" >whole.data
mkdir folder
python3 -c 'import struct
data = open("whole.data", "rb").read()
at, n = struct.unpack_from("<QQ", data, 40)
end = at + n
parts, half = [], at
while half < at + n // 2: half += struct.unpack_from("<H", data, half + 6)[0]
open("folder/data", "wb").write(data[:48] + bytes(8) + data[56:72] + bytes(32) + data[104:at])
open("folder/data.0", "wb").write(data[at:half])
open("folder/data.1", "wb").write(data[half:end])'
run 0 "a folder" "$PMREC" fold -i folder
same out "$root/tests/golden/threads/fold.txt" "a folder: all of it"
run 0 "a folder, as samples" "$PMREC" script -F time -i folder
all=$(wc -l <out)
mv folder/data.1 kept
run 0 "its first file alone" "$PMREC" script -F time -i folder
first=$(wc -l <out)
at_least "$first" 1 "has samples"
mv kept folder/data.1
rm folder/data.0
run 3 "a folder without its first file" "$PMREC" script -F time -i folder
is "$(wc -l <out | tr -d ' ')" $((all - first)) "has the samples of the second"
has err "data.0 is missing" "and what is missing is said"

# A record whose second half was in a compressed record that is not there.
if command -v zstd >/dev/null; then
	printf '%s\n' 'event cycles type=0 config=0 period=1 sample=IP|TID|TIME' 'pack 1 split=60' 'sample pid=1 tid=1 ip=1 time=1' \
		'sample pid=1 tid=1 ip=2 time=2' 'sample pid=1 tid=1 ip=3 time=3' end >halves.txt
	"$mkperf" --pipe halves.txt >halves.pipe
	run 0 "a record in two halves" "$PMREC" script -F ip -i halves.pipe
	is "$(grep -c . out)" 3 "a record in two halves"
	python3 -c 'import struct, sys
data = open("halves.pipe", "rb").read()
at, last = 16, 16
while at < len(data): last, at = at, at + struct.unpack_from("<H", data, at + 6)[0]
sys.stdout.buffer.write(data[:last])' >half.pipe
	run 3 "half a record" "$PMREC" script -F ip -i half.pipe
	is "$(grep -c . out)" 1 "what came whole is there"
	has err "ends early" "and that the rest is missing is said"
else
	pass "compressed records # SKIP no zstd"
fi

# Output of many buffers: every line like every other.
printf 'event cycles type=0 config=0 period=1 sample=IP|TID|TIME\ncomm pid=58 comm=aaaaa time=1\n' >long.txt
printf 'sample event=0 pid=58 tid=58 ip=0x1 time=1 times=30000\n' >>long.txt
"$mkperf" long.txt >long.data
run 0 "30000 samples of one kind" "$PMREC" script -F comm,pid,tid,time -i long.data
is "$(sort out | uniq -c | sed 's/ *\([0-9]*\) .*/\1/')" 30000 "30000 lines of one kind"

# Chosen by what was not recorded: an error, not silence.
printf 'event cycles type=0 config=0 period=1 sample=IP\nsample event=0 ip=0x1\n' >bare-samples.txt
"$mkperf" bare-samples.txt >bare-samples.data
for by in --cpu=0 --time=1,2 --pid=1 --tid=1 --fields=brcntr --fields=iregs; do
	run 2 "$by, which was not recorded" "$PMREC" script $by -i bare-samples.data
	one_line 2 "was not recorded" "$by"
done
# Of the software's events one kind is it, which a file may lack.
sed 's/type=0 config=0/type=1 config=0/' bare-samples.txt >software.txt
"$mkperf" software.txt >software.data
run 2 "--fields=bpf-output, which was not recorded" "$PMREC" script --fields=bpf-output -i software.data
one_line 2 "was not recorded" "--fields=bpf-output"

# One record completes many samples, each a chain of its own: memory is bounded by the recording all the same.
samples=6000
[ -z "${PMREC_ASAN:-}" ] || samples=2500
{
	echo 'event cycles type=0 config=0 period=1 sample=IP|TID|TIME|CALLCHAIN flags=SAMPLE_ID_ALL|DEFER_CALLCHAIN|DEFER_OUTPUT'
	awk -v n=$samples 'BEGIN { for (i = 0; i < n; i++)
		printf "sample event=0 pid=1 tid=1 ip=0x%x mode=kernel chain=K,0xffffffff8%07x,D,0x77 time=2\n", i, i * 16 }'
	awk 'BEGIN { printf "deferred pid=1 tid=1 time=3 cookie=0x77 ips=0x1000"; for (i = 1; i < 8000; i++) printf ",0x%x", 4096 + i * 16; print "" }'
} >bomb.txt
"$mkperf" bomb.txt >bomb.data
run 0 "$samples samples of 8000 frames" "$PMREC" report -i bomb.data
has out "without their call chain" "and what was left out is said"

# Without sample_id_all the records of the kernel have no time and are taken as they come.
sed 's/^event .*/& flags=MMAP/' "$in" >old.txt
"$mkperf" old.txt >old.data
run 0 "without sample_id_all" "$PMREC" fold -i old.data

printf 'event cpu-clock type=1 sample=IP|TID|TIME ids=1\n' >none.txt
for form in --attr-size=136 --big --pipe; do
	"$mkperf" $form none.txt >none.data
	run 0 "no records, $form" "$PMREC" fold -i none.data
	is "$(cat out err)" "" "no records, $form: silence"
done
printf 'round\n' >bare.txt
"$mkperf" bare.txt >bare.data
run 4 "no events" "$PMREC" fold -i bare.data
one_line 4 "no events" "no events"

# The id of two events in different places, and ids that lie over each other.
printf 'event a type=1 sample=IP|TID|ID ids=1\nevent b type=1 sample=IP|TID|TIME|ID ids=2\n' >apart.txt
"$mkperf" apart.txt >apart.data
run 4 "ids in different places" "$PMREC" fold -i apart.data

# Every cut of a file and of a stream: a documented status, at most one line, and never more samples than before.
"$mkperf" "$in" >whole.data
"$mkperf" --pipe "$in" >whole.pipe
for file in whole.data whole.pipe; do
	bad=
	n=$(wc -c <$file)
	while [ "$n" -gt 0 ]; do
		n=$((n - 7))
		[ "$n" -gt 0 ] || break
		head -c "$n" $file >part.data
		status=0
		"$PMREC" fold -i part.data >out 2>err || status=$?
		case $status in
		0 | 3 | 4) ;;
		*) bad="$bad $n:$status" ;;
		esac
		[ "$(grep -c -v 'no name' err)" -le 1 ] || bad="$bad $n:lines"
	done
	is "$bad" "" "every seventh cut of $file"
done
finish
