#!/bin/sh
# A stripped program that carries its symbols packed within itself (.gnu_debugdata): they are used; broken ones are not.
. "$(dirname "$0")/lib.sh"
need_recording
for tool in nm objcopy strip xz; do
	command -v $tool >/dev/null || skip_all "no $tool"
done

nm --format=posix --defined-only "$workloads/chain" | awk '$2 ~ /^[tT]$/ { print $1 }' >functions
objcopy --only-keep-debug "$workloads/chain" debug
objcopy -S --keep-symbols=functions debug mini
xz -k mini
strip --strip-all -o stripped "$workloads/chain"
objcopy --add-section .gnu_debugdata=mini.xz stripped packed

"$PMREC" record -q -g -F 2000 -o stripped.data ./stripped 150 >/dev/null
"$PMREC" fold -i stripped.data >folded
is "$(grep -c ';busy ' folded)" 0 "a stripped program has no names"
has folded ';\[stripped\] ' "its functions show as the file"

"$PMREC" record -q -g -F 2000 -o packed.data ./packed 150 >/dev/null
run 0 "fold" "$PMREC" fold -i packed.data
has out ';main;outer;mid;inner;busy [0-9]*$' "with packed symbols it has them"

head -c 100 mini.xz >cut.xz
objcopy --add-section .gnu_debugdata=cut.xz stripped broken
"$PMREC" record -q -g -F 2000 -o broken.data ./broken 150 >/dev/null
run 0 "fold with broken packed symbols" "$PMREC" fold -i broken.data
has out ';\[broken\] ' "broken ones are as good as none"
finish
