#!/bin/sh
# The page of flame in Chromium, from disk and without a network: what it shows when one zooms, searches, brushes, chooses a
# thread or opens a link is what report tells.
. "$(dirname "$0")/lib.sh"

"$PMREC" flame -q -i in.data -o page.html --title '</title><b>&' || exit 1
"$PMREC" flame -q -i in.data -o empty.html --comm nobody || exit 1
node "$root/tests/web/flame.js" "$dir/in.data" "$dir/page.html" "$dir/empty.html"
