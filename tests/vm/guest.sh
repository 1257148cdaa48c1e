#!/bin/sh
# Runs inside a guest, by busybox: records, and leaves in out/ the files and what was printed. guest.sh WHAT...
mkdir -p out
run() { # NAME COMMAND...: its words and status into NAME.out, NAME.err, NAME.status
	name=$1
	shift
	"$@" >"out/$name.out" 2>"out/$name.err" </dev/null
	echo $? >"out/$name.status"
}

uname -r >out/release
for what; do
	case $what in
	doctor) run doctor ./pmrec doctor ;;
	chain)
		run chain ./pmrec record -g -e cpu-clock -F 1000 -o out/chain.data ./chain 1000
		./pmrec script -F comm,ip,sym,dso -i out/chain.data >out/chain.txt
		;;
	all) run all ./pmrec record -a -g -e cpu-clock -F 500 -o out/all.data ./threads 200 2 2 ;;
	stream)
		run stream sh -c './pmrec record -e cpu-clock -F 500 -o - ./chain 300 >out/stream.data'
		run zstd ./pmrec record -z -g -e cpu-clock -F 500 -o out/zstd.data ./chain 300
		;;
	contexts)
		run contexts ./pmrec record -a --namespaces --all-cgroups --switch-events -e cpu-clock -F 500 -o out/contexts.data ./threads 200 2 2
		./pmrec report --stats -i out/contexts.data >out/contexts.stats
		;;
	tracepoint) run tracepoint ./pmrec record -a -e sched:sched_process_exec -o out/tracepoint.data sh -c './chain 1; ./chain 1; ./chain 1' ;;
	defer)
		run defer ./pmrec record --call-graph defer -e cpu-clock -F 1000 -o out/defer.data ./chain 1000
		run defer-all ./pmrec record -a --call-graph defer -e cpu-clock -F 500 -o out/defer-all.data ./threads 200 2 2
		./pmrec script -F comm,ip,sym,dso -i out/defer.data >out/defer.txt
		;;
	unwind)
		for program in unwind/*; do
			name=${program#unwind/}
			run "$name" ./pmrec record -q -e cpu-clock:u -F 999 --call-graph dwarf,16384 -o "out/$name.data" "./$program" 1000
			./pmrec script --max-stack 1024 -F comm,tid,ip,sym,dso -i "out/$name.data" >"out/$name.txt"
		done
		;;
	pmu)
		run pmu ./pmrec record -g -e cycles -F 1000 -o out/pmu.data ./chain 1000
		./pmrec script -F comm,ip,sym,dso -i out/pmu.data >out/pmu.txt
		run counts ./pmrec record -e '{cycles,instructions}:S' -c 1000000 -o out/counts.data ./chain 100
		run many ./pmrec record -a -e cycles -F 500 -o out/many.data ./threads 200 2 2
		;;
	cores)
		run cores ./pmrec record -a -e cycles -F 500 -o out/cores.data ./threads 100 4 0
		./pmrec evlist -i out/cores.data >out/cores.events
		./pmrec script -F cpu,event -i out/cores.data >out/cores.txt
		for pmu in /sys/bus/event_source/devices/*; do
			[ -e "$pmu/cpus" ] && echo "$(basename "$pmu") $(cat "$pmu/cpus")"
		done >out/cores.cpus
		;;
	branches)
		run branches ./pmrec record -b -e cycles -c 100000 -o out/branches.data ./chain 100
		run lbr ./pmrec record --call-graph lbr -e cycles -c 100000 -o out/lbr.data ./chain 100
		run weights ./pmrec record -W -d -e cycles -c 100000 -o out/weights.data ./chain 100
		;;
	esac
done
exit 0
