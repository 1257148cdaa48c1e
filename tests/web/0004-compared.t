#!/bin/sh
# The page of flame --diff in Chromium: now and before are what report tells of each recording, and the colours say which is more.
. "$(dirname "$0")/lib.sh"

# Before, every third sample was not there, and every fourth weighed ten times as much.
awk '/^sample / && ++n % 3 == 0 { next } /^sample / && n % 4 == 0 { sub(/period=[0-9]+/, "&0") } { print }' in.txt >old.txt
"$root/tests/data/mkperf" old.txt >old.data || exit 1
"$PMREC" flame -q -i in.data --diff old.data -o page.html || exit 1
node "$root/tests/web/compared.js" "$dir/in.data" "$dir/old.data" "$dir/page.html"
