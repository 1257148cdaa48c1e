#!/bin/sh
# Two recordings compared: diff's table is arithmetic on what they hold and perf's own; fold --diff is both folds side by side,
# and so is the page of flame --diff.
. "$(dirname "$0")/lib.sh"
mkperf=$root/tests/data/mkperf

recording() { # FILE SAMPLES...
	file=$1
	{
		cat <<'EOT'
event cpu-clock type=1 freq=1000 sample=IDENTIFIER|IP|TID|TIME|PERIOD|CALLCHAIN ids=1
event page-faults type=1 config=2 freq=1000 sample=IDENTIFIER|IP|TID|TIME|PERIOD|CALLCHAIN ids=2
comm pid=10 comm=one time=1 id=1
comm pid=20 comm=two time=1 id=1
ksymbol addr=0xffffffffc0000100 len=0x100 name=outer time=2 id=1
ksymbol addr=0xffffffffc0000200 len=0x100 name=gone time=2 id=1
ksymbol addr=0xffffffffc0000300 len=0x100 name=new time=2 id=1
ksymbol addr=0xffffffffc0000400 len=0x100 name=same time=2 id=1
EOT
		cat
	} >"$file.txt"
	"$mkperf" "$file.txt" >"$file" || fail "make $file"
}
k=0xffffffffc0000
# outer 10 of 100, gone below it 30, same below it 40, outer once more within outer 20.
recording old.data <<EOT
sample event=0 id=1 pid=10 ip=${k}110 mode=kernel chain=K,${k}110 period=10 time=10000
sample event=0 id=1 pid=10 ip=${k}210 mode=kernel chain=K,${k}210,${k}110 period=30 time=11000
sample event=0 id=1 pid=20 ip=${k}410 mode=kernel chain=K,${k}410,${k}110 period=40 time=12000
sample event=0 id=1 pid=10 ip=${k}110 mode=kernel chain=K,${k}110,${k}110 period=20 time=13000
sample event=1 id=2 pid=10 ip=${k}210 mode=kernel chain=K,${k}210 period=5 time=13000
EOT
# outer 20 of 200, new below it 90 (2 samples), same alone 90.
recording new.data <<EOT
sample event=0 id=1 pid=10 ip=${k}110 mode=kernel chain=K,${k}110 period=20 time=10000
sample event=0 id=1 pid=20 ip=${k}310 mode=kernel chain=K,${k}310,${k}110 period=40 time=11000
sample event=0 id=1 pid=20 ip=${k}310 mode=kernel chain=K,${k}310,${k}110 period=50 time=12000
sample event=0 id=1 pid=20 ip=${k}410 mode=kernel chain=K,${k}410 period=90 time=13000
EOT

# The cells of a table but for the file: N pairs of shares, the samples, what is left; "-" for an empty one.
rows() { # PAIRS
	awk -v pairs="$1" '/^#/ || !NF { next }
	function cell(width, text) {
		text = substr($0, at, width); at += width
		gsub(/ /, "", text)
		printf "%s ", text == "" ? "-" : text
	}
	{
		at = 1
		for (i = 0; i < 2 * pairs; i++) cell(10)
		cell(12); cell(12)
		print $NF
	}'
}
run 0 "diff" "$PMREC" diff old.data new.data
rows 2 <out >got
cat >want <<'EOT'
- +45.00% - +45.00% 0 +2 new
30.00% -30.00% 30.00% -30.00% 1 -1 gone
30.00% -20.00% 100.00% -45.00% 2 -1 outer
40.00% +5.00% 40.00% +5.00% 1 +0 same
EOT
same got want "largest change first; a function in itself counts once in its total"
is "$(grep -c "^# Event" out)" 1 "one table: page-faults are in one of them only"
has out "^# Event 'cpu-clock'" "it is of the event that both have"
has out "old.data: 4 samples, event count (approx.) 100" "what is compared"
has out "new.data: 4 samples, event count (approx.) 200" "with what"
has out "^# Baseline  *Delta  *Children  *Delta  *Samples  *Delta  *Shared Object  *Symbol$" "the head"
"$PMREC" diff --compute delta --no-children old.data new.data | rows 1 >got
cat >want <<'EOT'
- +45.00% 0 +2 new
40.00% +5.00% 1 +0 same
30.00% -20.00% 2 -1 outer
30.00% -30.00% 1 -1 gone
EOT
same got want "in order of growth, without totals"
"$PMREC" diff --children old.data new.data | rows 2 | awk '{ print $NF, $4 }' >got
printf '%s\n' 'outer -45.00%' 'new +45.00%' 'gone -30.00%' 'same +5.00%' >want
same got want "in order of the change in totals"
"$PMREC" diff -s comm old.data new.data | rows 2 >got
printf '%s\n' '40.00% +50.00% 40.00% +50.00% 1 +2 two' '60.00% -50.00% 60.00% -50.00% 3 -2 one' >want
same got want "by command"
"$PMREC" diff -s comm,sym old.data new.data | awk '/^#/ { next } /\[k\]/ { print $(NF - 2), $NF, $(NF - 4), $(NF - 3) }' | sort >got
cat >want <<'EOT'
one gone 1 -1
one outer 2 -1
two new 0 +2
two outer 0 +0
two same 1 +0
EOT
same got want "by command and function"
"$PMREC" diff --comm one old.data new.data | rows 2 | awk '{ print $NF, $1, $2 }' >got
printf '%s\n' 'outer 50.00% +50.00%' 'gone 50.00% -50.00%' >want
same got want "of one command: shares are of what was chosen"
"$PMREC" diff --time 0%-34% old.data new.data | rows 2 | awk '{ print $NF, $1, $2 }' >got
printf '%s\n' 'gone 75.00% -75.00%' 'new - +66.67%' 'outer 25.00% +8.33%' >want
same got want "of a part of each one's time"
mv old.data perf.data.old
mv new.data perf.data
run 0 "diff without names" "$PMREC" diff
is "$(rows 2 <out | head -n 1)" "- +45.00% - +45.00% 0 +2 new" "perf.data.old and perf.data"
mv perf.data.old old.data
mv perf.data new.data
run 0 "an event that only one has samples of" "$PMREC" diff --event page-faults old.data new.data
is "$(cat err)" "pmrec: 'new.data': none of the 4 samples is of those chosen" "that is said of this one"
run 0 "a choice that takes nothing" "$PMREC" diff --pid 99 old.data new.data
printf "pmrec: '%s': none of the %d samples is of those chosen\n" new.data 4 old.data 5 >want
same err want "that is said of each"
is "$(cat out)" "" "and there is no table"
for words in "diff --pid 99 new.data new.data" "report -i new.data --pid 99" "report --json -i new.data --pid 99" "report --csv -i new.data --pid 99"; do
	# shellcheck disable=SC2086 # words
	run 0 "$words" "$PMREC" $words
	is "$(cat err)" "pmrec: 'new.data': none of the 4 samples is of those chosen" "it is said once"
done
run 0 "small rows are left out" "$PMREC" diff --percent-limit 45 old.data new.data
is "$(rows 2 <out | awk '{ print $NF }' | tr '\n' ' ')" "new outer same " "those that are large before or after stay"
run 2 "both from standard input" "$PMREC" diff - -
run 2 "--normalize without --diff" "$PMREC" fold --normalize -i new.data
run 2 "three recordings" "$PMREC" diff old.data new.data old.data
run 1 "one that is not there" "$PMREC" diff none.data new.data
run 2 "an unknown key" "$PMREC" diff -s pid old.data new.data
head -c -20 new.data >cut-new.data
head -c -20 old.data >cut-old.data
run 3 "both are cut" "$PMREC" diff cut-old.data cut-new.data
has err "cut-new.data.*beyond the file" "that is said"
has err "cut-old.data.*beyond the file" "of both"

# Without the section that names events these are told by what they count: the old one was cut there.
head -c -20 old.data >unnamed.data
run 3 "an older one without the names of its events" "$PMREC" diff unnamed.data new.data
rows 2 <out >got
"$PMREC" diff old.data new.data | rows 2 >want
same got want "the same table"

# Names of more bytes than letters.
sed 's/comm=two/comm=größe/' new.data.txt >utf.txt
"$mkperf" utf.txt >utf.data
"$PMREC" diff -s comm,sym old.data utf.data | sed -n '/^#/d; s/^\(.*\)\[[k.]\].*/\1/p' | sed 's/ö/o/; s/ß/s/' |
	awk '{ print length($0) }' | sort -u >got
is "$(wc -l <got | tr -d ' ')" 1 "columns line up"

# The folds of both side by side.
join_folds() { # SCALE
	awk -v scale="$1" 'NR == FNR { n = $NF; sub(/ [0-9]+$/, ""); old[$0] = n; next }
	{ n = $NF; sub(/ [0-9]+$/, ""); print $0, int(old[$0] * scale), n; delete old[$0] }
	END { for (k in old) print k, int(old[k] * scale), 0 }' old.fold new.fold | LC_ALL=C sort
}
"$PMREC" fold -i old.data >old.fold
"$PMREC" fold -i new.data >new.fold
"$PMREC" fold --diff old.data -i new.data >got
join_folds 1 >want
same got want "fold --diff"
at_least "$(wc -l <got)" 6 "that is every stack"
"$PMREC" fold --diff old.data -i new.data --normalize >got
join_folds 2 >want
same got want "normalized: the old one weighs half"
run 2 "fold of an event that the old one has not" "$PMREC" fold --diff new.data -i old.data --event instructions
sed 's/^event cpu-clock/event task-clock/; s/type=1 freq/type=1 config=1 freq/' old.data.txt >other.txt
"$mkperf" other.txt >other.data
run 2 "other events" "$PMREC" diff other.data new.data
has err "'other.data' has 'task-clock', 'page-faults', 'new.data' 'cpu-clock'" "what each has is said"
run 2 "units are not mixed" "$PMREC" fold --diff other.data -i new.data
has err "has no event 'cpu-clock' to compare with: it has 'task-clock', 'page-faults'" "that is said"
sed 's/^comm pid=10/event dummy:u type=1 config=9 freq=1000 sample=IDENTIFIER|IP|TID|TIME|PERIOD|CALLCHAIN ids=3\n&/' other.txt >tracked.txt
"$mkperf" tracked.txt >tracked.data
for command in "fold --diff tracked.data -i new.data" "flame --diff tracked.data -i new.data -o none.html" "diff tracked.data new.data"; do
	# shellcheck disable=SC2086 # words
	run 2 "$command: one has an event without samples" "$PMREC" $command
	is "$(grep -c "has 'task-clock', 'page-faults'" err) $(grep -c dummy err)" "1 0" "those that have samples are named alone"
done

# The page that compares holds both folds.
readflame=$root/tests/data/readflame
run 0 "flame --diff" "$PMREC" flame --diff old.data -i new.data -o page.html
"$readflame" page.html >got
same got new.fold "the new recording"
"$readflame" --before page.html >got
same got old.fold "the old one"
run 2 "flame of an event that the old one has not" "$PMREC" flame --diff other.data -i new.data -o none.html
[ ! -e none.html ] && pass "there is no page then" || fail "there is no page then"
cp old.data kept.data
ln -s old.data link.data
ln old.data hard.data
for output in old.data ./link.data hard.data new.data; do
	run 2 "a page over one of the two: $output" "$PMREC" flame --diff old.data -i new.data -o $output
	has err "'$output' is the recording itself" "that is said"
done
run 2 "nor through a link to the older one" "$PMREC" flame --diff link.data -i new.data -o old.data
cmp -s old.data kept.data && pass "the older one is what it was" || fail "the older one is what it was"

# perf's own comparison of two real recordings.
perfs=
command -v perf >/dev/null && perfs=perf
have_perf_new && perfs="$perfs $perf_new"
if [ -n "$perfs" ] && (need_recording) >/dev/null; then
	for i in 1 2; do
		"$PMREC" record -q -g -F 2000 -o real$i.data "$workloads/demo" >/dev/null || fail "record"
	done
	# Of the program's own functions: elsewhere perf may choose another alias. It says no change where nothing is left.
	own() { sed -n 's/^ *\(.*\)  *demo  *\[\.\] */\1 /p' | awk 'NF > 2 && $2 != "-" $1 { print $1, $2, $3 }' | sort; }
	"$PMREC" diff -q --no-children --percent-limit 0 real1.data real2.data | sed 's/^ \{10\}/ /; s/%  *[0-9]*  *[-+][0-9]*  demo/%  demo/' |
		own >got
	for perf in $perfs; do
		"$perf" diff real1.data real2.data 2>/dev/null </dev/null | sed 's/-0\.00%/+0.00%/' | own >want # of no change it says either
		at_least "$(wc -l <want)" 10 "$(basename "$perf"): rows to compare"
		same got want "$(basename "$perf") diff: the same shares and changes"
	done
fi
finish
