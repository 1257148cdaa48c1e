#!/bin/sh
# A program that executes another: no name of the old one after that.
. "$(dirname "$0")/lib.sh"
need_recording

run 0 "record" "$PMREC" record -q -g -F 4000 -o p.data "$workloads/exec" "$workloads/exec_next" 250
"$PMREC" script -i p.data -F comm,time,ip,sym,dso | awk '
/^[^\t]*: *$/ || /^ *exec/ { comm = $1; leaf = 0; next }
/^\t/ { print comm, $2, $NF }' >frames
old=$(grep -c '^exec old_busy ' frames)
new=$(grep -c '^exec_next new_busy ' frames)
at_least "$old" 300 "samples of the old program's function"
at_least "$new" 300 "samples of the new program's function"
is "$(grep '^exec_next ' frames | grep -c -e 'old_busy' -e '/exec)')" 0 "no name of the old program after exec"
is "$(grep '^exec ' frames | grep -c -e 'new_busy' -e '/exec_next)')" 0 "no name of the new program before exec"
finish
