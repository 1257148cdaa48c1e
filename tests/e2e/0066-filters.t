#!/bin/sh
# Which samples are chosen by time: those that perf chooses. What is no choice is refused, and no sample is no silence.
. "$(dirname "$0")/lib.sh"
need_recording
command -v perf >/dev/null || skip_all "there is no perf to compare with"

perf record -q -e cpu-clock -F 2000 -o p.data "$workloads/threads" 100 2 2 >/dev/null 2>&1 || skip_all "perf does not record here"
perf script -i p.data -F time 2>/dev/null >all
# shellcheck disable=SC2046 # four words
set -- $(awk 'NR == 1 { a = $1 + 0 } { b = $1 + 0 }
	END { printf "%.6f %.6f %.6f %.6f", a + (b - a) * .2, a + (b - a) * .3, a + (b - a) * .6, a + (b - a) * .9 }' all)
for span in 10%/2 10% 0%-10% 10%/1,10%/2 0%-10%,30%-40% 90%-100% 20%/5 50%/2 33%-66% "$1,$2" "$1,$2 $3,$4" "$4," ",$1"; do
	perf script -i p.data -F time --time "$span" 2>/dev/null >want
	"$PMREC" script -i p.data -F time --time "$span" >got
	same got want "--time '$span': the samples that perf chooses"
	at_least "$(wc -l <got)" 1 "--time '$span': there are some"
	at_least $(($(wc -l <all) - 1)) "$(wc -l <got)" "--time '$span': not all"
done

for span in '' 10%x 10%/0 10%/11 10%/ 101%-102% 10%-5% '10%/2,' 1,2x '1,2  3,4' 5,1 -1,2 x; do
	run 2 "--time '$span'" "$PMREC" script -i p.data --time "$span"
	has err "--time takes" "--time '$span'"
done
for list in '' 1- -1 +1 ' 1' 3-1 1,,2 '1,' x; do
	run 2 "--cpu '$list'" "$PMREC" script -i p.data --cpu "$list"
	has err "numbers and ranges" "--cpu '$list'"
done

n=$(wc -l <all | tr -d ' ')
for command in script report fold; do
	run 0 "$command: none chosen" "$PMREC" $command -i p.data --time 1,2
	has err "none of the $n samples is of those chosen" "$command: none chosen"
	run 0 "$command: some chosen" "$PMREC" $command -i p.data --time "$1,$2"
	is "$(grep -c 'none of' err)" 0 "$command: some chosen"
done
finish
