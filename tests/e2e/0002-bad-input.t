#!/bin/sh
# Unreadable, empty, foreign and cut files: one line that names the file, a documented status, no crash.
. "$(dirname "$0")/lib.sh"
need_recording

refuses() { # STATUS FILE WHAT
	for command in report fold script evlist buildid-list; do
		run "$1" "$3: $command" "$PMREC" "$command" -i "$2"
		is "$(wc -l <err | tr -d ' ')" 1 "$3: $command: one line"
		has err "$2" "$3: $command: names the file"
	done
}

refuses 1 missing "a file that is not there"
: >empty
refuses 4 empty "an empty file"
mkdir folder
refuses 1 folder "a folder"
head -c 5000 /dev/urandom >noise
refuses 4 noise "noise"
echo hello >text
refuses 4 text "a short text"
refuses 4 /dev/zero "an endless device"
printf 'PERFILE2' >magic
refuses 4 magic "a magic alone"

"$PMREC" record -q -g -F 2000 -o whole.data "$workloads/chain" 200 >/dev/null 2>err || fail "record" "$(cat err)"
head -c 50 whole.data >header
refuses 4 header "half a header"

# Cut in the middle of the records: every whole record before the cut is used, and one warning says so.
size=$(wc -c <whole.data)
"$PMREC" script -i whole.data >whole.txt
for part in 3 5 7; do
	head -c $((size * part / 10)) whole.data >cut.data
	run 3 "cut at $part tenths" "$PMREC" script -i cut.data
	is "$(grep -c "ends early" err)" 1 "cut at $part tenths: one warning"
	has err "ends early at offset" "cut at $part tenths: says where"
	n=$(grep -c . out)
	at_least "$n" 10 "cut at $part tenths: samples are printed"
done

# Every length of the front of the file: whatever the outcome, a documented status and no signal.
bad=
n=0
while [ $n -lt 1500 ]; do
	head -c $n whole.data >cut.data
	status=0
	"$PMREC" report -i cut.data >out 2>err || status=$?
	case $status in 0 | 3 | 4) ;; *) bad="$bad $n:$status" ;; esac
	n=$((n + 37))
done
is "$bad" "" "cut at every 37th byte of the first 1500"

# A byte set to 255 anywhere in the header, attrs and first records.
bad=
n=0
while [ $n -lt 1200 ]; do
	cp whole.data bent.data
	printf '\377' | dd of=bent.data bs=1 seek=$n conv=notrunc 2>/dev/null
	status=0
	"$PMREC" report -i bent.data >out 2>err || status=$?
	case $status in 0 | 3 | 4) ;; *) bad="$bad $n:$status" ;; esac
	n=$((n + 13))
done
is "$bad" "" "a bent byte at every 13th of the first 1200"
# A file that becomes shorter while it is read: the text waits for its reader, and meanwhile the file is cut.
awk 'BEGIN {
	print "event cpu-clock type=1 config=0 freq=100 sample=IP|TID|TIME|PERIOD|CALLCHAIN ids=1"
	for (i = 0; i < 5000; i++) {
		printf "sample pid=10 ip=0x1000 period=1 time=%d chain=U", i + 1
		for (k = 0; k < 30; k++)
			printf ",0x%x", 4096 + k
		print ""
	}
}' >long.txt
"$root/tests/data/mkperf" long.txt >long.data
{
	"$PMREC" script -i long.data 2>err
	echo $? >status
} | {
	read -r line
	head -c 8192 long.data >short
	cat short >long.data
	cat >rest
}
is "$(cat status)" 3 "a file cut while it is read: status"
has err "became shorter while it was read" "a file cut while it is read: said"

# As long a path as the kernel takes, 4095 bytes: no room is left for the names of a folder's files.
long() { # BYTES NAME
	awk -v n=$(($1 - ${#2})) -v name="$2" 'BEGIN {
		if (n % 2) { printf "/"; n-- } # "././/name"
		for (path = ""; n > 0; n -= 2) path = "./" path
		print path name
	}' | sed 's/^\/\(.*\)\/\([^/]*\)$/\1\/\/\2/'
}
path=$(long 4095 whole.data)
is "${#path}" 4095 "a path of 4095 bytes"
run 0 "a recording of that path" "$PMREC" script -i "$path"
same out whole.txt "is read"
run 1 "a path that is longer" "$PMREC" script -i "./$path"
cp whole.data folder/data
cp whole.data folder/data.0
path=$(long 4090 folder)
run 1 "a folder whose files have longer ones" "$PMREC" script -i "$path"

# What comes by a pipe has a name, the same one wherever it is spoken of.
for n in 8 50 $((size / 2)) $((size - 20)); do
	head -c "$n" whole.data | "$PMREC" script -i - >out 2>err
	is "$(grep -c "'standard input'" err) $(grep -c "'-'" err)" "1 0" "the first $n bytes by standard input"
done
finish
