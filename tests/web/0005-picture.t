#!/bin/sh
# The picture of flame in Chromium: what its script does with the pointer, a click and a search is what report tells.
. "$(dirname "$0")/lib.sh"

"$PMREC" flame -q -i in.data -o picture.svg --min-share 0 || exit 1
node "$root/tests/web/picture.js" "$dir/in.data" "$dir/picture.svg"
