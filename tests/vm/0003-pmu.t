#!/bin/sh
# Hardware counters: an emulated PMU, and the PMUs of two kinds of cores in one machine, each on its own CPUs.
. "$(dirname "$0")/lib.sh"

vm_qemu="-icount shift=1" # else instructions are not counted; and time goes by them, whatever the host is busy with
for kernel in bookworm sid; do
	guest aarch64 $kernel 2 pmu
	for name in pmu counts many; do
		works $name
		agree $name
	done
	chains pmu
	"$PMREC" evlist -i out/pmu.data >events 2>/dev/null
	has events '^cycles' "the PMU's own cycles"
	# Both counters of a group count, and a sample says both.
	"$PMREC" report --stdio -g none -i out/counts.data 2>/dev/null >report
	has report "cycles.*instructions" "the group is one table"
done

# Two kinds of cores: the device tree that QEMU's machine has, made to tell of two PMUs.
command -v dtc >/dev/null || skip_rest "there is no dtc"
command -v qemu-system-aarch64 >/dev/null || skip_rest "there is no QEMU"
qemu-system-aarch64 -M virt,gic-version=3,dumpdtb=plain.dtb -cpu cortex-a72 -smp 4 -m 1G >/dev/null 2>&1
dtc -q -I dtb -O dts plain.dtb >plain.dts 2>/dev/null && python3 "$vm_files/biglittle.py" plain.dts >two.dts &&
	dtc -q -I dts -O dtb two.dts >two.dtb 2>/dev/null || skip_rest "no device tree of two PMUs"
vm_qemu="-M gic-version=3 -dtb $PWD/two.dtb -icount shift=2"
guest aarch64 sid 4 cores doctor
works cores
agree cores
is "$(cut -d / -f 1 out/cores.events | grep -c 'a53\|a72')" 2 "cycles is opened on both PMUs"
is "$(grep -c . out/cores.cpus)" 2 "the kernel shows two PMUs"
while read -r pmu cpus; do
	first=${cpus%-*} last=${cpus#*-}
	awk -v pmu="$pmu" -v first="$first" -v last="$last" 'index($0, pmu) { n++; gsub(/[][]/, "", $1); if ($1 + 0 < first || $1 + 0 > last) bad++ }
		END { print n + 0, bad + 0 }' out/cores.txt >figures
	read -r n bad <figures
	at_least "$n" 10 "$pmu: samples"
	is "$bad" 0 "$pmu: all of them on its own CPUs, $cpus"
done <out/cores.cpus
works doctor
has out/doctor.out FULL "doctor finds nothing missing"
finish
