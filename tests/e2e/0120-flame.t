#!/bin/sh
# The page of flame: what is in it, read by a reader of its own, is what fold tells; nothing in a name is more than text.
. "$(dirname "$0")/lib.sh"
command -v python3 >/dev/null || skip_all "no python3"
mkperf=$root/tests/data/mkperf
readflame=$root/tests/data/readflame

folded() { # OPTIONS
	"$PMREC" fold -i "$@" 2>/dev/null | LC_ALL=C sort
}
page_is_fold() { # DATA OPTIONS
	"$PMREC" flame -q -o page.html -i "$@" 2>err || fail "flame $*" "$(cat err)"
	"$readflame" page.html >got
	folded "$@" >want
	same got want "flame $*: the stacks of fold, line for line"
	"$readflame" --samples page.html >got
	folded "$@" --weight=samples >want
	same got want "flame $*: and their samples"
}

for case in filters threads fork-exec ksymbol perfmap names; do
	"$mkperf" "$root/tests/golden/$case/in.txt" >$case.data
	page_is_fold $case.data
	at_least "$(wc -l <want)" 1 "$case: there are stacks"
done
page_is_fold filters.data --cpu 0-1
page_is_fold filters.data --comm two
page_is_fold filters.data --tid=10
"$PMREC" flame -o all.html -i filters.data
"$readflame" --event page-faults all.html >got
folded filters.data --event page-faults >want
same got want "each event by itself"

# A span of slots is that span of time.
# shellcheck disable=SC2046
set -- $("$readflame" --slots all.html)
is "$*" "1000000000 500000 4001" "slots begin and end at decimal times"
"$readflame" all.html 0 3000 >got
"$PMREC" fold -i filters.data --time ,2.499999999 >want
same got want "the slots before 2.5 s"
"$readflame" all.html 3000 4001 >got
"$PMREC" fold -i filters.data --time 2.5, >want
same got want "the slots from 2.5 s on"

# Names that would be more than text.
cat >hostile.txt <<EOT
event cpu-clock type=1 freq=1000 sample=IP|TID|TIME|PERIOD|CALLCHAIN ids=1
comm pid=10 comm='</script><b>&' time=1
ksymbol addr=0xffffffffc0000100 len=0x100 name='</script><script>document.title="x"</script><!--' time=2
ksymbol addr=0xffffffffc0000200 len=0x100 name='a\\x01\\x1b[31m"q\\\\n\\xff\\xe2\\x80\\xaeb' time=2
sample pid=10 ip=0xffffffffc0000110 mode=kernel chain=K,0xffffffffc0000110,0xffffffffc0000210 period=7 time=3
EOT
"$mkperf" hostile.txt >hostile.data || fail "a recording of hostile names"
page_is_fold hostile.data
"$PMREC" flame -o page.html -i hostile.data --title '</title><script>&'
is "$("$readflame" --title page.html)" '</title><script>&' "the title is text"
is "$(grep -c -i '</script>' page.html)" 4 "no element ends but by the page itself"
is "$(LC_ALL=C tr -d '\n\t\40-\176\200-\377' <page.html | wc -c | tr -d ' ')" 0 "no control byte"
iconv -f UTF-8 -t UTF-8 page.html >/dev/null 2>&1 && pass "all of it is UTF-8" || fail "all of it is UTF-8"
is "$(grep -c -E '(src|href)=|url\(|@import|https?://' page.html)" 0 "nothing is loaded from elsewhere"

# Where it goes.
run 0 "flame.html by default" "$PMREC" flame -i filters.data
[ -s flame.html ] && pass "it is there" || fail "it is there"
run 0 "-o -" "$PMREC" flame -i filters.data -o -
same out flame.html "the same on standard output"

# Who may read what is made says the umask, as of any file; a recording that is written anew stays its owner's.
cp filters.data same.data
(
	umask 026
	"$PMREC" flame -i same.data -o mode.html
	"$PMREC" export -q --format folded -i same.data -o mode.folded
	"$PMREC" inject -q -i same.data -o mode.data
)
is "$(stat -c %a mode.html mode.folded mode.data | tr '\n' ' ')" "640 640 600 " "a page, an export, a recording"
run 2 "the recording itself is not written over" "$PMREC" flame -i same.data -o same.data
has err "is the recording itself" "that is said"
run 1 "a folder that is not there" "$PMREC" flame -i filters.data -o none/x.html
run 0 "no samples chosen" "$PMREC" flame -i filters.data --comm nobody -o none.html
has err "is of those chosen" "that is said"
is "$("$readflame" none.html)" "" "a page without stacks"
head -c 1500 filters.data >cut.data
run 3 "a recording that is cut" "$PMREC" flame -i cut.data -o cut.html
"$PMREC" flame -i - <filters.data -o stream.html 2>err || fail "from standard input" "$(cat err)"
"$readflame" stream.html >got
folded filters.data >want
same got want "from standard input"
finish
