#!/bin/sh
# What x86 hardware has and no guest: two kinds of cores, branch stacks, call chains by LBR, weights; from a module that makes
# them up. FAKEPMU names it, built for the kernel that the guest boots.
. "$(dirname "$0")/lib.sh"
module=${FAKEPMU:-$vm_files/fakepmu/fakepmu.ko}
[ -e "$module" ] || skip_all "there is no module; see its Makefile, and FAKEPMU"

vm_add=$module:/root/fakepmu.ko
vm_first="insmod fakepmu.ko"
guest x86_64 bookworm 2 branches
for name in branches lbr weights; do
	works $name
	agree $name
done
"$PMREC" script -F brstack -i out/branches.data 2>/dev/null | head -n 5 >out/brstack
has out/brstack "0x[0-9a-f]*/0x[0-9a-f]*/[PM-]" "branch stacks"
is "$("$PMREC" evlist -v -i out/lbr.data | grep -c 'branch_sample_type: 0x2c801')" 1 "LBR asks for USER, CALL_STACK, NO_FLAGS, NO_CYCLES, HW_INDEX"
at_least "$("$PMREC" script -F weight -i out/weights.data 2>/dev/null | sort -u | grep -c .)" 1 "weights"

vm_first="insmod fakepmu.ko hybrid=1"
guest x86_64 bookworm 2 cores
works cores
agree cores
is "$(grep -c 'cpu_core/\|cpu_atom/' out/cores.events)" 2 "cycles is opened on both kinds of cores"
finish
