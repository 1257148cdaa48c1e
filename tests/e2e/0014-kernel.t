#!/bin/sh
# Kernel samples: each carries a kernel chain below the user's, by the kernel's own names.
. "$(dirname "$0")/lib.sh"
need_recording
need_root
[ "$(head -n 1 /proc/kallsyms | cut -d ' ' -f 1)" != 0000000000000000 ] || skip_all "the kernel hides its addresses"

run 0 "record" "$PMREC" record -q -g -F 4000 -o p.data dd if=/dev/zero of=/dev/null bs=4096 count=600000
"$PMREC" script -i p.data -F comm,ip,sym,dso | awk '
/^\t/ { n++; k = $1 ~ /^ffff/ && length($1) == 16; if (n == 1) leaf_kernel = k; if (k) { kernel++; last = $2; if ($2 == "[unknown]") unknown++ } next }
/^$/ { if (leaf_kernel) { all++; deep += kernel >= 2; entered += last ~ /(entry_|asm_|ret_from_fork|el0)/ } n = kernel = leaf_kernel = 0 }
END { printf "%d %.2f %.2f %d\n", all, all ? 100 * deep / all : 0, all ? 100 * entered / all : 0, unknown }' >figures
read -r all deep entered unknown <figures
at_least "$all" 300 "samples in the kernel"
at_least "$deep" 99 "percent of them have a kernel chain of two frames and more"
at_least "$entered" 99 "percent of the chains reach an entry of the kernel"
is "$unknown" 0 "no kernel frame is without a name"
finish
