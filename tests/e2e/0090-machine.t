#!/bin/sh
# The sections that describe the machine: each perf prints the same of our file, and of our stream, as of a file that perf
# recorded here; on this machine, and on one that is made up in a mount namespace. Last, BPF programs.
. "$(dirname "$0")/lib.sh"
need_recording
[ -x "$perf_new" ] && "$perf_new" --version >/dev/null 2>&1 || skip_all "no new perf"

# What differs from moment to moment or from one recorder to the other: free memory, and PMUs that perf makes up.
sections() {
	sed -n '/^# sibling sockets/,/^# missing features/p' "$1" |
		sed -e 's/free = [0-9]* kB/free = N kB/' -e '/^# time of /d' -e '/^# sample duration/d' -e '/^# missing features/d' \
			-e "/^# pmu mappings/s/tool = [0-9]*, //" >"$1.sections"
	[ -e /sys/bus/event_source/devices/cpu ] || sed -i '/^# pmu mappings/s/cpu = 4, //' "$1.sections"
}

# header COMMAND FILE OUT: of a file, or a stream through standard input; the lines that order does not matter to are sorted.
header() {
	case $2 in *.stream) from=- ;; *) from=$2 ;; esac
	case $1 in "$perf_new") inline=--no-inline ;; *) inline= ;; esac
	# shellcheck disable=SC2086 # none, or a word
	"$1" report $inline --header-only -I -i $from <"$2" >"$3" 2>"$3.err"
	sections "$3"
}

compare() { # NAME RECORD-OPTIONS...
	name=$1
	shift
	"$perf_new" record -q -e cpu-clock -o perf.data "$@" >out 2>err </dev/null || fail "$name: perf records" "$(cat err)"
	run 0 "$name: record" "$PMREC" record -q -e cpu-clock -o own.data "$@"
	"$PMREC" record -q -e cpu-clock -o - "$@" >own.stream 2>err
	header "$perf_new" perf.data want
	at_least "$(wc -l <want.sections)" 10 "$name: lines of perf's own"
	header "$perf_new" own.data got
	same got.sections want.sections "$name: the same of our file"
	is "$(grep '^# missing' got | tr ' ' '\n' | grep -v BUILD_ID)" "$(grep '^# missing' want | tr ' ' '\n' | grep -v BUILD_ID)" \
		"$name: no section is missing that perf has"
	header "$PMREC" own.data got
	same got.sections want.sections "$name: pmrec prints the same"
	# perf prints what a stream tells, each line as it comes.
	header "$perf_new" own.stream got
	is "$(grep -c . got.err)" 0 "$name: a stream is read without a word"
	for line in sibling CPU node pmu L1 L2 L3 memory; do
		grep "^# *$line" want.sections >a
		sed -e 's/free = [0-9]* kB/free = N kB/' got | grep "^# *$line" | sed "s/tool = [0-9]*, //" >b
		same b a "$name: a stream's lines of $line"
	done
	# The old one says nothing of a PMU where none is called cpu, and does not sort.
	if command -v perf >/dev/null && perf record -q -e cpu-clock -o perf.data "$@" >out 2>err </dev/null; then
		for whose in perf own; do
			header perf $whose.data got
			grep '^# pmu mappings' got.sections | sed 's/^# pmu mappings: //' | tr ',' '\n' | tr -d ' ' | sort >$whose.pmus
			grep -v -e '^# pmu mappings' -e '^# cpu pmu capabilities' got.sections >$whose.sections
		done
		same own.sections perf.sections "$name: perf $(perf --version | tr -dc '0-9.') prints the same as of its own"
		same own.pmus perf.pmus "$name: its PMUs"
	fi
}

[ -n "$INSIDE" ] || INSIDE=
compare "this machine" -a true
compare "a command" true

# ------------------------------------------------------------------ a made-up machine

# Two kinds of core on 4 CPUs of which two are offline, two nodes, PMUs that tell what they can, and /proc/schedstat.
cat >machine.sh <<'E2'
set -e
put() { # FILE TEXT
	mkdir -p "$(dirname "$1")"
	echo "$2" >"$1"
}
d=$1
for cpu in 0 1; do
	c=$d/cpu/cpu$cpu
	put $c/topology/core_id $((cpu * 4))
	put $c/topology/physical_package_id $cpu
	put $c/topology/die_id $((cpu * 3))
	pack=$cpu,$((cpu + 2)) core=$cpu
	put $c/topology/package_cpus_list $pack
	put $c/topology/core_siblings_list $pack
	put $c/topology/die_cpus_list $pack
	put $c/topology/core_cpus_list $core
	put $c/topology/thread_siblings_list $core
	i=0
	for cache in "1 Data 48K $cpu" "1 Instruction 32K $cpu" "2 Unified 2048K $core" "3 Unified 8192K $pack"; do
		# shellcheck disable=SC2086 # words
		set -- $cache
		put $c/cache/index$i/level $1
		put $c/cache/index$i/type $2
		put $c/cache/index$i/size $3
		put $c/cache/index$i/shared_cpu_list $4
		put $c/cache/index$i/coherency_line_size 64
		put $c/cache/index$i/number_of_sets 64
		put $c/cache/index$i/ways_of_associativity 12
		i=$((i + 1))
	done
done
mkdir $d/cpu/cpu2 $d/cpu/cpu3
put $d/cpu/online 0-1
put $d/cpu/possible 0-3
put $d/cpu/present 0-3
put $d/node/online 0-1
put $d/node/possible 0-1
put $d/node/has_cpu 0-1
for node in 0 1; do
	n=$d/node/node$node
	printf 'Node %s MemTotal:       %s kB\nNode %s MemFree:         %s kB\n' $node 1234$node $node 99$node >m
	mkdir -p $n
	mv m $n/meminfo
	put $n/cpulist $((node * 2))-$((node * 2 + 1))
	for block in 0 1 2 5 64; do
		mkdir $n/memory$((block + node * 70))
	done
done
for pmu in cpu_core:4:0:16 cpu_atom:10:1:16 software:1 tracepoint:2 breakpoint:5 uncore_imc_0:20 ibs_op:11; do
	IFS=: read -r name type cpus branches <<-E3
		$pmu
	E3
	put $d/pmus/$name/type $type
	mkdir -p $d/pmus/$name/format $d/pmus/$name/events
	[ -z "$cpus" ] || put $d/pmus/$name/cpus $cpus
	[ -z "$branches" ] || put $d/pmus/$name/caps/branches $branches
	[ -z "$branches" ] || put $d/pmus/$name/caps/max_precise 3
	[ -z "$branches" ] || put $d/pmus/$name/caps/pmu_name some_lake
done
put $d/pmus/ibs_op/caps/zen4_ibs_extensions 1
cat >$d/schedstat <<E3
version 17
timestamp 4300000000
cpu0 0 0 0 0 0 0 1 2 3
domain0 SMT 00000003 1 2 3
domain1 PKG 00000001,0000000f 1 2 3
cpu1 0 0 0 0 0 0 1 2 3
domain0 PKG f000000d 1 2 3
E3
E2
cat >inside.sh <<'E2'
set -e
d=$1
shift
mount --bind "$d/pmus" /sys/bus/event_source/devices
mount --bind "$d/cpu" /sys/devices/system/cpu
mount --bind "$d/node" /sys/devices/system/node
exec sh "$@"
E2
# /proc is one of links, to the files of another.
cat >schedstat.sh <<'E2'
set -e
d=$1
mkdir "$d/proc" "$d/realproc"
mount -t proc proc "$d/realproc"
for f in "$d/realproc"/*; do
	ln -s "$f" "$d/proc/"
done
rm -f "$d/proc/schedstat"
cp "$d/schedstat" "$d/proc/"
mount --bind "$d/cpu" /sys/devices/system/cpu
mount --bind "$d/proc" /proc
exec "$2" record -q -e cpu-clock -o domains.data true
E2
domains() { # WANT-LINES...: what perf reads of our section
	run 0 "schedstat: record" unshare -m sh schedstat.sh "$dir/made" "$PMREC"
	"$perf_new" report --no-inline --header-only -I -i domains.data 2>perf.err </dev/null |
		sed -n '/schedstat version/,/^# [em]/p' | grep -v '^# [em]' | tr -s '\t ' ' ' >got
	printf '# %s\n' "$@" >want
	same got want "schedstat: what is in /proc/schedstat"
	rmdir made/realproc
	rm -rf made/proc
}

if [ -z "$INSIDE" ] && [ "$(id -u)" = 0 ] && unshare -m true 2>/dev/null && [ -e /sys/devices/system/cpu/cpu1 ]; then
	mkdir made
	if sh machine.sh "$dir/made" 2>err; then
		INSIDE=1 PMREC=$PMREC unshare -m sh inside.sh "$dir/made" "$root/tests/e2e/0090-machine.t" >inside.out 2>&1 </dev/null
		is "$?" 0 "a made-up machine: all of it"
		sed 's/^/# /' inside.out
		domains "schedstat version : 17" "Maximum sched domains : 2" "cpu : 0" "nr_domains : 2" \
			"Domain : 0" "Domain name : SMT" "Domain cpu map : 00000003" "Domain cpu list : 0-1" \
			"Domain : 1" "Domain name : PKG" "Domain cpu map : 00000001,0000000f" "Domain cpu list : 0-3,32" \
			"cpu : 1" "nr_domains : 1" "Domain : 0" "Domain name : PKG" "Domain cpu map : f000000d" "Domain cpu list : 0,2-3,28-31"
	else
		fail "a machine is made up" "$(cat err)"
	fi
else
	echo "# no machine can be made up here"
fi

[ -z "$INSIDE" ] || finish

# ------------------------------------------------------------------ BPF

# A program that is there before, seen by both recorders at once; then one that is only loaded and gone meanwhile.
mkfifo hold
"$workloads/bpf" wait <hold >bpf.out 2>&1 &
exec 5>hold
tries=0
until grep -qs program bpf.out || [ $tries -ge 100 ] || ! kill -0 $! 2>/dev/null; do
	tries=$((tries + 1))
	sleep 0.05
done
if grep -q '^program' bpf.out; then
	"$perf_new" record -q -a -e cpu-clock -o perf.data sleep 0.2 >out 2>err </dev/null
	run 0 "BPF: record" "$PMREC" record -q -a -e cpu-clock -o own.data sleep 0.2
	"$PMREC" record -q -a -e cpu-clock -o - sleep 0.2 >own.stream 2>err
	programs() {
		sed -n '/^# bpf_prog_info/,/^# [a-z]*[^b_]* /{/^# bpf_prog_info/p;/sub_prog/p}' "$1"
		grep '^# btf info' "$1"
	}
	"$perf_new" report --no-inline --header-only -I -i perf.data 2>/dev/null >text </dev/null
	programs text >want
	at_least "$(grep -c pmrec_inner want)" 1 "BPF: perf tells of the program"
	for reader in "$perf_new" perf "$PMREC"; do
		command -v "$reader" >/dev/null || continue
		inline=
		[ "$reader" = "$perf_new" ] && inline=--no-inline
		# shellcheck disable=SC2086 # none, or a word
		"$reader" report $inline --header-only -I -i own.data 2>/dev/null >text </dev/null
		programs text >got
		same got want "BPF: $(basename "$reader") tells the same of our file"
		for f in own.data own.stream; do
			case $f in *.stream) from=- ;; *) from=$f ;; esac
			# shellcheck disable=SC2086
			"$reader" script $inline -F ip,sym -i "$from" <$f 2>/dev/null >text
			at_least "$(grep -c 'bpf_prog_[0-9a-f]*_pmrec_inner' text)" 20 "BPF: $(basename "$reader") names its samples in $f"
		done
	done
	exec 5>&-
	wait
	run 0 "BPF: loaded meanwhile" "$PMREC" record -q -a -e cpu-clock -o own.data "$workloads/bpf" 2500
	id=$(awk '/^program/ { print $2 }' out)
	is "$("$perf_new" report --no-inline --header-only -I -i own.data 2>/dev/null </dev/null | grep -c "^# bpf_prog_info $id:")" 1 \
		"BPF: what was loaded and is gone is in the file"
else
	echo "# no BPF here: $(cat bpf.out)"
	exec 5>&-
fi
finish
