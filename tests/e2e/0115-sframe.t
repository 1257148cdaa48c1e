#!/bin/sh
# Programs that tell of their frames in .sframe alone: the rules are those that readelf reads, and the stacks those that the
# programs state. Which version of the format it is depends on the assembler that is here.
. "$(dirname "$0")/lib.sh"
[ -z "${PMREC_ASAN:-}" ] || skip_all "with a sanitizer the fuzzers read the same tables"
. "$root/tests/e2e/unwind.sh"
need_recording
[ "$(uname -m)" = x86_64 ] || skip_all "not for this CPU"
. "$root/tests/e2e/rows.sh"
for tool in gcc objcopy readelf; do
	command -v $tool >/dev/null || skip_all "no $tool"
done
sources=$root/tests/workloads/unwind
here=$(pwd -P)

for name in calls recursion frames; do
	gcc -D_GNU_SOURCE -O2 -g -fomit-frame-pointer -pthread -Wa,--gsframe -o whole "$sources/$name.c" 2>err ||
		skip_all "the assembler makes no .sframe: $(head -n 1 err)"
	objcopy -R .eh_frame -R .eh_frame_hdr whole "$name" 2>err
	is "$(readelf -SW "$name" | grep -c 'eh_frame\|debug_frame')" 0 "$name: nothing but .sframe"
	"$rows" "$name" 2>err | awk '{ print $1, $2 == "none" ? $2 : $2 " " $4 " " $9 }' | once >ours
	readelf --sframe=.sframe "$name" >sframe
	awk -v sp=rsp -v fp=rbp -v ra=c-8 -f "$root/tests/e2e/sframe.awk" sframe | once >theirs
	at_least "$(wc -l <theirs)" 30 "$name: rows"
	same ours theirs "$name: the same as readelf's"
	# The frames of functions that realign their stack can be told since version 3.
	if [ $name = frames ] && grep -q 'SFRAME_VERSION_[12]' sframe; then
		pass "$name: stacks # SKIP $(sed -n 's/.*Version: //p' sframe) cannot tell all"
		continue
	fi
	dump "$name" "$here/$name" 80
	stacks "$name"
	compare "$name" "$here"
	judge "$name" 100 "$name.judged"
	is "$(grep '^unseen' "$name.judged")" "" "$name: each stack was seen"
done
finish
