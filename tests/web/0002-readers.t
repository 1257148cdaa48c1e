#!/bin/sh
# Files of export in the hands of those they are for: pprof-format, and speedscope in Chromium.
. "$(dirname "$0")/lib.sh"
need_package pprof-format 2.3.2
need_package speedscope 1.25.0

node "$root/tests/web/readers.js" "$dir/in.data"
