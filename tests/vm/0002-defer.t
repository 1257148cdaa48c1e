#!/bin/sh
# Deferred call chains: where the kernel has them they are whole, elsewhere one word is said and the chains are there.
. "$(dirname "$0")/lib.sh"

guest x86_64 sid 2 defer
for name in defer defer-all; do
	works $name
	agree $name
	at_least "$("$PMREC" report -D -i out/$name.data 2>/dev/null | grep -c 'CALLCHAIN_DEFERRED')" 10 "$name: deferred chains"
done
chains defer

guest x86_64 trixie 2 defer
works defer
has out/defer.err "lacks deferred call chains" "an older kernel: said"
agree defer
chains defer
finish
