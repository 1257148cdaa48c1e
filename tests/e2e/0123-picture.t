#!/bin/sh
# Flame graphs as SVG: a reader of its own, which goes by where frames lie, finds the stacks of fold; and frames that are summed up.
. "$(dirname "$0")/lib.sh"
command -v python3 >/dev/null || skip_all "no python3"
mkperf=$root/tests/data/mkperf
readsvg=$root/tests/data/readsvg

for case in filters threads fork-exec ksymbol perfmap names; do
	"$mkperf" "$root/tests/golden/$case/in.txt" >$case.data
	run 0 "$case" "$PMREC" flame -q -o $case.svg -i $case.data --min-share 0
	"$readsvg" $case.svg >got
	"$PMREC" fold -i $case.data --weight=samples 2>/dev/null | LC_ALL=C sort >want
	same got want "$case: the stacks of fold"
	at_least "$(wc -l <want)" 1 "$case: there are some"
done
run 0 "another event" "$PMREC" flame -o faults.svg -i filters.data --event page-faults --min-share 0
"$readsvg" faults.svg >got
"$PMREC" fold -i filters.data --event page-faults --weight=samples >want
same got want "its stacks"
run 0 "the first event by itself" "$PMREC" flame -o first.svg -i filters.data
has err "drawn event 'cpu-clock': 1 samples of others are left out" "what is not in it is said"

# A recording of one thread whose weights are known, in percent: a 50 (b 30 (c 1, d 2), e 4), f 40, g 6, h 4.
k=0xffffffffc0000
{
	echo "event cpu-clock type=1 freq=1000 sample=IDENTIFIER|IP|TID|TIME|PERIOD|CALLCHAIN ids=1"
	echo "comm pid=10 comm=one time=1 id=1"
	n=1
	for name in a b c d e f g h; do
		echo "ksymbol addr=${k}${n}00 len=0x100 name=$name time=2 id=1"
		n=$((n + 1))
	done
	sample() { # WEIGHT CHAIN
		echo "sample id=1 pid=10 ip=${2%%,*} mode=kernel chain=K,$2 period=$1 time=10"
	}
	sample 160 ${k}110
	sample 270 ${k}210,${k}110
	sample 10 ${k}310,${k}210,${k}110
	sample 20 ${k}410,${k}210,${k}110
	sample 40 ${k}510,${k}110
	sample 400 ${k}610
	sample 60 ${k}710
	sample 40 ${k}810
} >known.txt
"$mkperf" known.txt >known.data || fail "make a recording"
"$PMREC" flame -o known.svg -i known.data
"$readsvg" --shares known.svg >got
cat >want <<'EOT'
all 100.00 100.00 
one 100.00 100.00 
a 50.00 50.00 
b 30.00 30.00 
f 40.00 40.00 
g 6.00 6.00 
h 4.00 4.00 
e 4.00 4.00 
d 2.00 2.00 
c 1.00 1.00 
EOT
LC_ALL=C sort got >a
LC_ALL=C sort want >b
same a b "each is as wide as its share, and says it"

# What shares are of is told where it is not the number of samples: of a clock as a time. 8 samples weigh 1000 together.
weights() { # EVENT ZEROS: each period that much larger
	sed "s/^event cpu-clock type=1/event $1/; s/period=\([0-9]*\)/period=\1$2/" known.txt >weights.txt
	"$mkperf" weights.txt >weights.data
	"$PMREC" flame -o weights.svg -i weights.data
	"$readsvg" --weights weights.svg | grep -E "^(all|b|g) "
}
weights "cpu-clock type=1" 000000 >got
printf '%s\n' "all 8 1.000 100.00" "b 3 0.300 30.00" "g 1 0.060 6.00" >want
same got want "seconds of a clock"
weights "page-faults type=1 config=2" "" >got
printf '%s\n' "all 8 1000 100.00" "b 3 300 30.00" "g 1 60 6.00" >want
same got want "the event count of others"
is "$(grep -o '>page-faults: [^<]*<' weights.svg)" ">page-faults: 8 samples, event count 1000<" "in the head as well"
sed 's/period=[0-9]*/period=1/' known.txt >ones.txt
"$mkperf" ones.txt >ones.data
"$PMREC" flame -o ones.svg -i ones.data
"$readsvg" --weights ones.svg | grep -E "^(all|b|g) " >got
printf '%s\n' "all 8 - 100.00" "b 3 - 37.50" "g 1 - 12.50" >want
same got want "samples say it all where each counts once"

"$PMREC" flame -o reverse.svg -i known.data --reverse
"$readsvg" --shares reverse.svg | grep -v '^[a-h] [0-9.]* [0-9.]* $' >got
echo "all 100.00 100.00 " >want
same got want "from the innermost: no threads"
is "$("$readsvg" --shares reverse.svg | awk '$1 == "a" { sum += $2 } $1 == "b" { own += $2 } END { print sum, own }')" "50 30" \
	"each function has its share there"
is "$("$readsvg" reverse.svg | tr '\n' ' ')" "a 1 b;a 1 c;b;a 1 d;b;a 1 e;a 1 f 1 g 1 h 1 " "callers lie above"

# Less than 5 %: c, d and e, h. As a page and as a picture.
"$PMREC" flame -o page.html -i known.data --min-share 5
"$root/tests/data/readflame" page.html >got
cat >want <<'EOT'
one;[less than_5 %] 40
one;a 160
one;a;[less than_5 %] 40
one;a;b 270
one;a;b;[less than_5 %] 30
one;f 400
one;g 60
EOT
same got want "what is less than 5 % is summed up where it is"
"$PMREC" flame -o few.svg -i known.data --min-share 5
"$readsvg" --shares few.svg | grep less | sort >got
printf '[less than 5 %%] %s ' 3.00 >want
cat >want <<'EOT'
[less than 5 %] 3.00 3.00 
[less than 5 %] 4.00 4.00 
[less than 5 %] 4.00 4.00 
EOT
same got want "the same in a picture"
run 2 "no share" "$PMREC" flame -i known.data --min-share x
run 2 "more than all" "$PMREC" flame -i known.data --min-share 101

# Two recordings: b is gone, f doubled.
grep -v "${k}210" known.txt | sed 's/period=400/period=800/' >after.txt
"$mkperf" after.txt >after.data
run 0 "compared" "$PMREC" flame -o diff.svg -i after.data --diff known.data
"$readsvg" --shares diff.svg | grep '^[bf] ' | sort >got
f=$(awk 'BEGIN { printf "%.2f", 100 * 800 / 1100 }')
printf 'b 15.00 0.00 30.00\nf %s %s 40.00\n' "$(awk 'BEGIN { printf "%.2f", (100 * 800 / 1100 + 40) / 2 }')" "$f" >want
same got want "a frame is as wide as the mean of both, and tells both"
colour() { grep "<title>$1 " diff.svg | sed 's/.*fill="#\(..\)..\(..\)".*/\1 \2/'; }
# shellcheck disable=SC2046 # words
set -- $(colour f) $(colour b)
[ $((0x$1)) -gt $((0x$2)) ] && [ $((0x$3)) -lt $((0x$4)) ] && pass "what grew is red, what is gone blue" || fail "colours" "$*"

# Periods whose sum is more than a word holds: what is beyond weighs nothing, and nothing is wider than all.
k=0xffffffffc0000
{
	sed '/^sample/d' known.txt
	sample 9223372036854775808 ${k}210,${k}110
	sample 9223372036854775809 ${k}310,${k}110
	sample 7 ${k}410
} >large.txt
"$mkperf" large.txt >large.data || fail "make a recording"
for words in "report --tree" "report --tree --json" "report --csv" "report -g none" "diff large.data"; do
	# shellcheck disable=SC2086 # words
	case $words in
	diff*) run 0 "large sums: $words" "$PMREC" $words large.data ;;
	*) run 0 "large sums: $words" "$PMREC" $words -i large.data ;;
	esac
done
"$PMREC" report --csv --sort sym -i large.data | awk -F , '/^cpu/ { print $(NF - 1), $2 }' >got
printf '%s\n' 'b 9223372036854775808' 'c 9223372036854775807' 'd 0' >want
grep -v '^a ' got >a
same a want "large sums: each weighs what is left"
run 0 "large sums: a picture" "$PMREC" flame -o large.svg -i large.data
"$readsvg" --shares large.svg | awk '{ if ($2 > 100 || $3 > 100) print }' >got
is "$(cat got)" "" "nothing is wider than all"

# Names that would be more than text.
cat >hostile.txt <<EOT
event cpu-clock type=1 freq=1000 sample=IP|TID|TIME|PERIOD|CALLCHAIN ids=1
comm pid=10 comm=']]></script><b>&' time=1
ksymbol addr=0xffffffffc0000100 len=0x100 name=']]></script><script>document.title="x"</script><!--' time=2
ksymbol addr=0xffffffffc0000200 len=0x100 name='a\\x01\\x1b[31m"q\\\\n\\xff\\xe2\\x80\\xae\\xef\\xbf\\xbfb' time=2
sample pid=10 ip=0xffffffffc0000110 mode=kernel chain=K,0xffffffffc0000110,0xffffffffc0000210 period=7 time=3
EOT
"$mkperf" hostile.txt >hostile.data || fail "a recording of hostile names"
run 0 "hostile names" "$PMREC" flame -o hostile.svg -i hostile.data --title ']]></svg>'
"$readsvg" --shares hostile.svg | sed -n 's/ 100.00 100.00 $//p' >got
cat >want <<'EOT'
all
]]></script><b>&
a??[31m"q\n�<U+202E><U+FFFF>b
]]></script><script>document.title="x"</script><!--
EOT
same got want "are text"
is "$(grep -c '</script>' hostile.svg)" 1 "no element ends but by the file itself"
is "$(LC_ALL=C tr -d '\n\t\40-\176\200-\377' <hostile.svg | wc -c | tr -d ' ')" 0 "no control byte"
is "$(grep -c -E 'href=|url\(|@import' hostile.svg)" 0 "nothing is loaded from elsewhere"
run 0 "no samples chosen" "$PMREC" flame -i known.data --comm nobody -o none.svg
is "$("$readsvg" --weights none.svg)" "all 0 - 0.00" "a picture all the same, of nothing"
finish
