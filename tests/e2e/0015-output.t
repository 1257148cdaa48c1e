#!/bin/sh
# Where a recording goes: what cannot be written is said before the command is executed, and nobody else's file or
# device is touched.
. "$(dirname "$0")/lib.sh"
need_recording

# refused STATUS PATTERN WHAT ARGUMENTS...: one line, the command was not started, and no file came or went.
refused() {
	want=$1 pattern=$2 what=$3
	shift 3
	ls -aiR . >before
	status=0
	"$PMREC" record -q -e cpu-clock "$@" touch executed >out 2>err </dev/null || status=$?
	ls -aiR . >after
	is "$status" "$want" "$what: status"
	has err "$pattern" "$what: said"
	is "$(wc -l <err | tr -d ' ')" 1 "$what: in one line"
	same after before "$what: nothing was executed or written"
}
touch after before out err

mkdir folder folder/sub b.old
echo old >b
refused 1 "Is a directory" "a folder" -o folder
refused 1 "Is a directory" "a folder where the old file is to go" -o b
refused 1 "No such file" "a folder that is not there" -o nowhere/p.data
refused 2 "is empty" "no name" -o ''
refused 1 "No space left" "a full device" -o /dev/full
"$PMREC" record -q -e cpu-clock -o /dev/stdout touch executed >plain 2>err
has err "use -o - for the stream form" "standard output that is a file: said"
is "$(ls executed 2>/dev/null)" "" "standard output: the command was not started"

status=0
(mkdir gone && cd gone && rmdir ../gone && exec "$PMREC" record -q -e cpu-clock touch "$dir/executed") 2>err || status=$?
is "$status $(grep -c 'No such file' err) $(ls executed 2>/dev/null)" "1 1 " "a folder that was removed"
status=0
(cd /proc && exec "$PMREC" record -q -e cpu-clock touch "$dir/executed") 2>err || status=$?
is "$status $(grep -c "cannot write 'perf.data'" err) $(ls executed 2>/dev/null)" "1 1 " "a folder that takes no files"
status=0
(ulimit -f 0 && exec "$PMREC" record -q -e cpu-clock -o p.data touch executed 2>&1) | grep . >err || status=$?
is "$(grep -c 'File too large' err) $(ls p.data executed 2>/dev/null)" "1 " "no file may have a byte"
is "$(find . -name '.pmrec*')" "" "no temporary file is left"

# A limit that is met while recording: the file is whole up to there. POSIX: in blocks of 512 bytes.
(ulimit -f 40 && exec "$PMREC" record -q -e cpu-clock -F 10000 -g -o p.data "$workloads/chain" 300) >out 2>err
is "$?" 1 "a file that may grow no more: status"
has err "cannot write all of 'p.data': File too large" "a file that may grow no more: said"
run 0 "a file that may grow no more: whole" "$PMREC" report --stats -i p.data
is "$(find . -name '.pmrec*')" "" "no temporary file is left"

# Links, as perf has them.
ln -s folder/target link
run 0 "a link to nothing" "$PMREC" record -q -e cpu-clock -o link true
is "$(ls folder/target) $(readlink link)" "folder/target folder/target" "a link to nothing is followed"
cp folder/target target.copy
run 0 "a link to a file" "$PMREC" record -q -e cpu-clock -o link true
same folder/target target.copy "what it leads to is left alone"
is "$(readlink link.old) $(readlink link)" "folder/target " "the link is kept"

# While it runs it is there, at its name; the old one at its own.
run 0 "what the command sees" "$PMREC" record -q -e cpu-clock -o seen.data true
run 0 "what the command sees" "$PMREC" record -q -e cpu-clock -o seen.data sh -c '
	for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
		[ -s seen.data.old ] && [ -s seen.data ] && exit 0
		sleep 0.05
	done
	exit 1'

if [ "$(id -u)" = 0 ]; then
	before=$(ls -l /dev/null | cut -d ' ' -f 1-6)
	SUDO_UID=12345 SUDO_GID=23456
	export SUDO_UID SUDO_GID
	run 0 "sudo: into a device" "$PMREC" record -q -e cpu-clock -o /dev/null true
	is "$(ls -l /dev/null | cut -d ' ' -f 1-6)" "$before" "sudo: the device keeps its owner"
	run 0 "sudo: a new file" "$PMREC" record -q -e cpu-clock -o sudo.data true
	is "$(stat -c %u:%g sudo.data)" 12345:23456 "sudo: it is the caller's"
	echo root >victim
	: >empty
	ln -s victim l1
	ln -s empty l2
	ln -s none l3
	ln -s /dev/null l4
	for l in l1 l2 l3; do
		run 0 "sudo: through a link" "$PMREC" record -q -e cpu-clock -o $l true
		is "$(readlink $l) $(stat -c %u $l)" " 12345" "sudo: the link is replaced"
	done
	is "$(cat victim empty none 2>/dev/null) $(stat -c %u victim empty | tr '\n' ' ')" "root 0 0 " \
		"sudo: what they lead to is neither written nor given away"
	refused 2 "neither a file" "sudo: a link to a device" -o l4
	unset SUDO_UID SUDO_GID

	if command -v setpriv >/dev/null && [ "$(cat /proc/sys/kernel/perf_event_paranoid)" -le 2 ]; then
		chmod 755 "$dir"
		mkdir sticky closed
		chmod 1777 sticky
		echo root >sticky/perf.data
		cp "$PMREC" pmrec
		own=$PMREC
		PMREC=$dir/as-user
		printf '#!/bin/sh\nexec setpriv --reuid 12345 --regid 12345 --clear-groups "%s" "$@"\n' "$dir/pmrec" >as-user
		chmod 755 as-user
		refused 1 "cannot rename.*not permitted" "another's file in a sticky folder" -o sticky/perf.data
		refused 1 "Permission denied" "a folder that is not ours" -o closed/perf.data
		run 0 "a sticky folder" "$PMREC" record -q -e cpu-clock:u -o sticky/own.data true
		PMREC=$own
	fi
fi
is "$(find . -name '.pmrec*')" "" "no temporary file is left"
finish
