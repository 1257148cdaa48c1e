#!/bin/sh
# The cases of tests/golden: a recording made from text, and the output written by hand from the documented rules. Each as a
# file, as one of a machine of the other byte order, as a stream and with attrs of the oldest size.
. "$(dirname "$0")/lib.sh"
command -v python3 >/dev/null || skip_all "no python3"
mkperf=$root/tests/data/mkperf

# One line of a case's commands: the exit status, the file with the expected output, the words after "pmrec".
# In these "@" is the case's folder.
check() { # CASE FORM LINE
	set -f
	# shellcheck disable=SC2046,SC2086
	set -- "$1" "$2" $(printf '%s\n' "$3" | sed "s,@,$root/tests/golden/$1,g")
	set +f
	case=$1 form=$2 want=$3 file=$4
	shift 4
	status=0
	"$PMREC" "$@" -i in.data >whole 2>err || status=$?
	# Why names are missing depends on the machine.
	sed '/^# Samples without a name/,$d' whole >out
	is "$status" "$want" "$case $form: $*: status"
	same out "$root/tests/golden/$case/$file" "$case $form: $file"
}

rows=0
for case in $(cd "$root/tests/golden" && echo *); do
	in=$root/tests/golden/$case/in.txt
	[ -f "$in" ] || continue
	options=$(sed -n 's/^# options: //p' "$in")
	needs=$(sed -n 's/^# needs: //p' "$in")
	if [ -n "$needs" ] && ! command -v "$needs" >/dev/null; then
		pass "$case # SKIP no $needs"
		continue
	fi
	for form in --attr-size=136 --big --pipe "--pipe --big" --attr-size=64; do
		# An attr of 64 bytes has no room for what some samples need.
		[ "$form" = --attr-size=64 ] && grep -q -e 'branch=' "$in" && continue
		rows=$((rows + 1))
		sampled $rows 3 || continue
		# shellcheck disable=SC2086
		"$mkperf" $options $form "$in" >in.data || fail "$case $form: make"
		while read -r line; do
			check "$case" "$form" "$line"
		done <"$root/tests/golden/$case/commands"
	done
done
finish
