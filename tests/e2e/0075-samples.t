#!/bin/sh
# What samples hold: for the same words the attr in the file is that of perf, in all that the words decide on, and both
# perfs read the file without a word and find as many samples as were written.
. "$(dirname "$0")/lib.sh"
need_recording
need_root
command -v perf >/dev/null || skip_all "no perf here"
mount_tracefs

perfs=perf
have_perf_new && perfs="perf $perf_new"

cat >load <<'E2'
i=0
while [ $i -lt ${1:-30000} ]; do i=$((i + 1)); done
E2

# What the options decide on, of the list of a file's attrs: each event by itself; which of them tells of mappings of data
# is not the same in perf. pmrec always records who, when and where.
decided() {
	tr '\n' ';' | sed 's/;/\n/g' | grep -v '^#\|^$' | awk -F': type: ' '
		{ gsub(/ \([^)]*\)/, ""); data = data || /mmap_data: 1/ }
		$1 !~ /^dummy/ {
			n = split("type: " $2, field, ", ")
			for (i = 1; i <= n; i++) {
				split(field[i], pair, ": ")
				value = pair[2]
				if (pair[1] == "sample_type" || pair[1] == "read_format")
					value = sorted(value)
				if (wanted(pair[1]) && value != "0")
					print pair[1] ": " value
			}
		}
		END { if (data) print "mmap_data: 1" }
		function wanted(name) {
			return name ~ /^(type|config|sample_type|read_format|inherit|inherit_stat|freq|use_clockid|clockid)$/ ||
				name ~ /sample_(freq|regs|stack|max)|^exclude_(user|kernel|hv|idle|callchain)|branch_sample|precise/
		}
		function sorted(bits,    v, k, j, n, t, s) {
			n = split(bits, v, "|")
			for (k = 2; k <= n; k++)
				for (j = k; j > 1 && v[j] < v[j - 1]; j--) { t = v[j]; v[j] = v[j - 1]; v[j - 1] = t }
			for (k = 1; k <= n; k++)
				if (v[k] !~ /^(IP|TID|TIME|CPU|ID|IDENTIFIER|LOST)$/) s = s "|" v[k]
			return s
		}'
}

# ask PERF WORDS: what it records itself, and what it makes of pmrec.data, into files that begin with its name. A thread
# of its own for BPF programs would make it wait for a second.
ask() {
	perf=$1 to=$(basename "$1")
	shift
	"$perf" record --no-bpf-event -B -q "$@" -o "$to.data" /bin/sh load $turns >/dev/null 2>"$to.err"
	"$perf" evlist -v -i "$to.data" 2>/dev/null | decided >"$to.wrote"
	"$perf" evlist -v -i pmrec.data 2>/dev/null | decided >"$to.read"
	"$perf" script --no-inline -F comm,time -i pmrec.data 2>"$to.script-err" | grep -c . >"$to.script"
	"$perf" report --no-inline -D -i pmrec.data 2>"$to.dump-err" | grep -c 'PERF_RECORD_SAMPLE(' >"$to.dump"
}

rows=0
while read -r words; do
	case $words in '' | '#'*) continue ;; esac
	case $words in *sched:*) [ -r /sys/kernel/tracing/events/header_page ] || continue ;; esac
	rows=$((rows + 1))
	sampled $rows 8 || continue
	case $words in *-e*) ;; *) words="-e cpu-clock $words" ;; esac
	words="-m 2M $words" # that nothing is lost on a busy machine
	turns=
	case $words in *'-F max'*) turns=300 ;; esac # a slow machine does little but sample then
	# shellcheck disable=SC2086 # words
	run 0 "record $words" "$PMREC" record --raw-stacks $words -o pmrec.data /bin/sh load $turns
	samples=$(sed -n 's/.*(\([0-9]*\) samples).*/\1/p' err)
	case $words in
	*defer*) has err "lacks deferred call chains" "and that it is not deferred is said" ;;
	*) is "$(wc -l <err)" 1 "with no word but the last" ;;
	esac
	is "$("$PMREC" script -F comm -i pmrec.data 2>/dev/null | grep -c .)" "$samples" "it reads its samples"
	for perf in $perfs; do
		# shellcheck disable=SC2086
		ask "$perf" $words &
	done
	wait
	for perf in $perfs; do
		name=$(basename "$perf")
		# Perf 6.1 asked for addresses, too, when it asked for stacks; each does still where the event itself says it.
		case $name$words in
		*-d\ * | *-d) ;;
		perf-m*dwarf* | *=dwarf*) sed -i 's/|ADDR//; s/|DATA_SRC//' "$name.wrote" ;;
		esac
		at_least "$(wc -l <"$name.wrote")" 4 "$name: an attr"
		same "$name.read" "$name.wrote" "$name: the attr of $words"
		is "$(cat "$name.script" "$name.script-err")" "$samples" "it reads as many samples, without a word"
		# It says of any file that has only some of the registers that it cannot unwind by them.
		is "$(cat "$name.dump"; grep -v '^unwind: ' "$name.dump-err")" "$samples" "and dumps them"
	done
done <<'E2'
-g
--call-graph fp
--call-graph fp,16
--call-graph fp,defer
--call-graph dwarf
--call-graph dwarf,4096
--call-graph dwarf,1001
--call-graph dwarf,65528 -F 200
--call-graph dwarf,0x100 -F 500
-g --user-callchains
-g --kernel-callchains
--call-graph dwarf --kernel-callchains
--call-graph dwarf --user-callchains -g
-g --no-call-graph
-d
-d -W -P --phys-data -g
-T
-P
--no-period
-c 100000
-c 100000 -P
-c 100000 --no-period
-W
--phys-data
--data-page-size
--code-page-size
--transaction
--sample-cpu
--sample-identifier
-R
--user-regs
--user-regs=ax,ip
--user-regs=AX,r15 --call-graph dwarf
-I
-Iip
--intr-regs=bx,sp --user-regs=cx
-s
-n
-n -s
--running-time
-k monotonic
-k CLOCK_MONOTONIC_RAW
-k mono
-k raw
-k boot
-k 0
--all-user
--all-kernel -g
--all-user -e task-clock:k
-F max
-F 997 --call-graph fp -I --code-page-size -W
-i -c 250000
-e cpu-clock/call-graph=dwarf,stack-size=4096/ -e task-clock -g
-e cpu-clock/max-stack=5/
-e cpu-clock/period=300000,call-graph=no/ -g
-e sched:sched_switch -g -d
-e sched:sched_switch,cpu-clock -k mono --user-regs
-e sched:sched_switch -n
E2
at_least "$rows" 30 "rows"

# What a machine lacks: the cause is named, and nothing is written.
rm -f none.data
run 5 "registers that are not there" "$PMREC" record -e cpu-clock --intr-regs=xmm3 -o none.data true
has err "registers at interrupts" "are named"
run 5 "branch records without a PMU" "$PMREC" record -e cpu-clock -b -o none.data true
has err "branch records.*LBR" "say what they need"
run 2 "a clock nobody has" "$PMREC" record -e cpu-clock -k 99 -o none.data true
has err "clock.*monotonic" "says which there are"
run 2 "a clock that the kernel does not give" "$PMREC" record -e cpu-clock -k 3 -o none.data true
run 2 "an output without a name" "$PMREC" record -e cpu-clock -o "" true
has err "output" "is told"
for words in "--max-stack 10 --call-graph fp,20" "--call-graph fp,10 --max-stack 20" "--max-stack 20 --call-graph fp"; do
	# shellcheck disable=SC2086
	"$PMREC" record -q -e cpu-clock $words -o depth.data true
	is "$("$PMREC" evlist -v -i depth.data | grep -o 'sample_max_stack: [0-9]*')" "sample_max_stack: 20" "$words: the later counts"
done
run 5 "chains deeper than the kernel's" "$PMREC" record -g -e cpu-clock --max-stack 7000 -o none.data true
has err "perf_event_max_stack" "name the sysctl"
[ ! -e none.data ] && pass "no file" || fail "no file"
run 0 "LBR chains without LBR" "$PMREC" record -e cpu-clock --call-graph lbr -o lbr.data /bin/sh load
has err "frame pointers" "give way with a word"
"$PMREC" evlist -v -i lbr.data >lbr.out
has lbr.out "cpu-clock.*CALLCHAIN" "to chains"
is "$(grep -c BRANCH lbr.out)" 0 "without branch records"

while read -r words; do
	# shellcheck disable=SC2086
	run 2 "$words is refused" "$PMREC" record -o none.data $words true
	is "$(wc -l <err)" 1 "in one line"
	# shellcheck disable=SC2086
	perf record -e cpu-clock -o perf.data $words true >/dev/null 2>&1 && fail "perf takes $words"
done <<'E2'
--call-graph foo
--call-graph dwarf,0
--call-graph dwarf,65529
--call-graph dwarf,x
--call-graph lbr,1
-j foo
-j any,
-b -j any
-j any -b
--user-regs=foo
--user-regs=ax,,bx
-k foo
--synth foo
--all-user --all-kernel
--exclude-perf
E2

# The names of registers are perf's.
run 0 "--user-regs=?" "$PMREC" record --user-regs=?
is "$(cat out)" "$(perf record --user-regs=? 2>&1 | sed -n 's/ *$//; /^available/p')" "lists what perf lists"
run 0 "-I?" "$PMREC" record -I?
has out "^available registers: AX" "lists too"

# The sections that tell of a clock.
for clock in mono tai 7; do
	"$PMREC" record -q -k $clock -e cpu-clock -o pmrec.data /bin/sh load
	for perf in $perfs; do
		# Beside other recordings perf dies now and then.
		for try in 1 2 3; do
			"$perf" record --no-bpf-event -q -k $clock -e cpu-clock -o perf.data /bin/sh load >/dev/null 2>&1 && break
		done
		for file in pmrec perf; do
			"$perf" report --header-only -i $file.data 2>/dev/null | grep '^# clockid' >$file.out
		done
		at_least "$(wc -l <perf.out)" 2 "$(basename "$perf"): lines of clock $clock"
		same pmrec.out perf.out "they are the same"
		# The calendar's time of the reference is now.
		ref=$("$perf" report --header-only -i pmrec.data 2>/dev/null | sed -n 's/^# reference time: .* = \([0-9]*\)\.[0-9]* (TOD).*/\1/p')
		at_least "$((ref - $(date +%s) + 60))" 0 "the reference time is now"
	done
done
"$PMREC" record -q -e cpu-clock -o pmrec.data /bin/sh load
is "$(perf report --header-only -i pmrec.data 2>/dev/null | grep -c 'clockid:\|reference time')" 0 "and none without a clock"

# Counts of threads.
"$PMREC" record -q -s -i -e cpu-clock -o pmrec.data true
is "$(perf report -D -i pmrec.data 2>/dev/null | grep -c 'PERF_RECORD_READ')" 0 "no counts of what is not inherited"
"$PMREC" record -q -s -e task-clock -o pmrec.data "$workloads/threads" >/dev/null
perf record --no-bpf-event -q -s -e task-clock -o perf.data "$workloads/threads" >/dev/null 2>&1
for file in pmrec perf; do
	perf report -D -i $file.data 2>/dev/null | sed -n 's/.*PERF_RECORD_READ: [0-9]* \([0-9]*\) .*/\1/p' | sort -u | wc -l >$file.out
done
at_least "$(cat perf.out)" 1 "threads that perf has counts of"
same pmrec.out perf.out "pmrec has as many"

# What ran before: not a word of tasks, or of what they have mapped.
for synth in all task no; do
	"$PMREC" record -q -a --synth=$synth -e cpu-clock -o $synth.data true
	perf script --show-task-events --show-mmap-events -i $synth.data 2>/dev/null >$synth.out
	comms=$(grep -c '[[:space:]]0\.000000: PERF_RECORD_COMM' $synth.out)
	maps=$(grep '[[:space:]]0\.000000: PERF_RECORD_MMAP2' $synth.out | grep -c 'r-xp')
	case $synth in
	all) at_least "$comms" 5 "all: names" && at_least "$maps" 5 "all: mappings" ;;
	task) at_least "$comms" 5 "task: names" && is "$maps" 0 "task: no mappings" ;;
	no) is "$comms:$maps" 0:0 "no: nothing" ;;
	esac
	has $synth.out "PERF_RECORD_MMAP .*kernel.kallsyms" "$synth: the kernel"
done
"$PMREC" record -q -a -d -e cpu-clock -o data.data true
at_least "$(perf script --show-mmap-events -i data.data 2>/dev/null | grep '[[:space:]]0\.000000: PERF_RECORD_MMAP2' | grep -c ' r--p\| rw-p')" 5 \
	"-d: mappings of data"

# What the recorder does itself, its other thread included.
if [ -r /sys/kernel/tracing/events/syscalls/sys_enter_write/id ]; then
	for option in "" --exclude-perf; do
		# shellcheck disable=SC2086
		"$PMREC" record -q -a -m 4M -e syscalls:sys_enter_write,syscalls:sys_enter_poll $option -o us.data -- \
			/bin/sh -c 'dd if=/dev/zero of=/dev/null bs=1 count=50 status=none; sleep 1.2' &
		us=$!
		wait $us
		perf script -F comm,pid -i us.data 2>/dev/null >who.out
		at_least "$(grep -c '^ *dd ' who.out)" 50 "what others do is there${option:+ with $option}"
		if [ -z "$option" ]; then
			at_least "$(grep -c "[[:space:]]$us *\$" who.out)" 1 "and what the recorder does"
		else
			is "$(grep -c "[[:space:]]$us *\$" who.out)" 0 "but not what the recorder does"
		fi
	done
fi

# A reader that has stopped: stack dumps go first. Who lost one has registers all the same, and a dump of no bytes.
cat >long <<'E2'
>begun
i=0
while [ $i -lt 600000 ]; do i=$((i + 1)); done
>over
E2
rm -f begun over
"$PMREC" record -F 5000 -e cpu-clock:u --call-graph dwarf,raw --buffer-size 1M -o - -- sh long 2>err | {
	while [ ! -e begun ]; do head -c 4096; done >slow.data
	while [ ! -e over ]; do sleep 0.02; done
	cat >>slow.data
}
cut=$(sed -n 's/.*: \([0-9]*\) samples are without their user stacks.*/\1/p' err)
written=$(sed -n 's/.*(\([0-9]*\) samples.*/\1/p' err)
at_least "${cut:-0}" 10 "samples lost their stacks"
has err "dwarf,SIZE.*--buffer-size" "and the remedy is said"
for perf in $perfs; do
	"$perf" report --no-inline -D -i - <slow.data 2>dump.err >dump.out
	is "$(grep -c 'PERF_RECORD_SAMPLE(' dump.out)" "$written" "$(basename "$perf") reads all samples"
	is "$(awk '/user regs:/ { regs = 1 } /PERF_RECORD_/ { regs = 0 } /ustack: size 0,/ && regs { n++ } END { print n + 0 }' dump.out)" "$cut" \
		"and so many have no stack"
done
is "$("$PMREC" info --json -i slow.data 2>/dev/null | sed 's/.*"stacks":\([0-9]*\),"LOST".*/\1/')" "$cut" "the file tells how many lost theirs"
"$PMREC" info -i slow.data >out 2>/dev/null
has out "SAMPLE without its stack: $cut records" "in words, too"
run 0 "the stream is sound" "$PMREC" info --check -i slow.data
is "$("$PMREC" script -F comm -i slow.data 2>/dev/null | grep -c .)" "$written" "pmrec reads all samples"
"$PMREC" report --stdio -i slow.data >out 2>/dev/null
has out "%.*sh " "and the report has their leaves"
finish
