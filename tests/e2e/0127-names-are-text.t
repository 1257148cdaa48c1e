#!/bin/sh
# Names that are more than letters are text in all that is printed: nothing in them steers a terminal, ends a line or turns
# the text around them, whichever command shows them.
. "$(dirname "$0")/lib.sh"

mkperf=$root/tests/data/mkperf
command -v python3 >/dev/null || skip_all "no python3"

# A comm, a file, a function and an event with an escape sequence, a newline, a control character of C1, bytes that are no
# UTF-8, and U+202E, U+2066, U+200F and U+FEFF. What turns text must stand in a word that is looked for: turned.
bad='\x1b[31m\n\xc2\x9b\xff\xe2\x80\xae'
marks='\xe2\x81\xa6\xe2\x80\x8f\xef\xbb\xbf'
# text N: the rows of the recording, N samples
text() {
	cat <<E2
event 'cpu${bad}turned' type=1 freq=1000 sample=IP|TID|TIME|PERIOD|CALLCHAIN ids=1
comm pid=10 comm='c\xe2\x80\xaeturned' time=1
mmap2 pid=10 start=0x400000 len=0x1000 file='/none/f${bad}turned${marks}' time=1
ksymbol addr=0xffffffffc0000100 len=0x100 name='f${bad}turned${marks}' time=2
E2
	for i in $(seq "$1"); do
		echo "sample pid=10 ip=0xffffffffc0000110 mode=kernel chain=K,0xffffffffc0000110,U,0x400010 period=7 time=$((i + 3))"
		echo "sample pid=10 ip=0x400010 chain=U,0x400010 period=7 time=$((i + 3))"
	done
}
text 3 >names.txt
text 5 >later.txt
"$mkperf" names.txt >names.data || fail "a recording of such names"
"$mkperf" later.txt >later.data || fail "a later one"

# Bytes that no output may have, of a file on standard input: controls but for the newline and the tab, those of C1, and
# what turns text.
unsafe() {
	LC_ALL=C tr '\000-\010\013-\037\177' '\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001' |
		LC_ALL=C grep -c -a -e "$(printf '\001')" -e "$(printf '\302[\200-\237]')" -e "$(printf '\342\200[\213-\217\250-\256]')" \
			-e "$(printf '\342\201[\240-\257]')" -e "$(printf '\357\273\277')"
}
is "$(printf 'a\342\200\256b\na\033b\na\302\233b\na\342\201\246\na\357\273\277\nplain\303\251\tb\n' | unsafe)" 5 "the net catches what it is for"

while read -r words; do
	# shellcheck disable=SC2086
	"$PMREC" $words </dev/null >out 2>err
	case $words in
	*pprof*) gzip -dc <out | "$root/tests/data/pproftexts" >text && mv text out ;;
	*-o\ picture.svg*) cat picture.svg >out ;;
	*-o\ page.html*) cat page.html >out ;;
	esac
	is "$(cat out err | unsafe)" 0 "$words: no such byte"
	is "$(iconv -f UTF-8 -t UTF-8 <out 2>&1 >/dev/null | head -n 1)" "" "$words: all of it is UTF-8"
	grep -q -a -e '\(<\|&#60;\|&lt;\|\\u003c\)U+202E\(>\|&#62;\|&gt;\)turned' out && pass "$words: the names are there" ||
		fail "$words: the names are there" "$(head -c 2000 out)"
done <<'E2'
report -i names.data
report -g -i names.data
report --by comm,dso,sym -i names.data
report --tree -i names.data
report --tree=bottom-up -i names.data
report --csv -i names.data
report --json -i names.data
report --stats -i names.data
report -D -i names.data
report --header-only -I -i names.data
script -i names.data
script -F comm,ip,sym,dso -i names.data
script --show-mmap-events --show-task-events -i names.data
script --json -i names.data
fold -i names.data
fold --diff names.data -i later.data
diff names.data later.data
evlist -v -i names.data
info -i names.data
info --json -i names.data
flame -i names.data -o page.html
flame -i names.data -o picture.svg
flame --diff names.data -i later.data -o page.html
flame --diff names.data -i later.data -o picture.svg
export --format pprof -i names.data -o -
export --format firefox -i names.data -o -
export --format speedscope -i names.data -o -
export --format callgrind -i names.data -o -
export --format chrome -i names.data -o -
export --format folded -i names.data -o -
export --format perf-script -i names.data -o -
export --format json -i names.data -o -
E2

# What is said of names, too.
run 2 "a command that is none" "$PMREC" "$(printf 'a\033b\342\200\256')"
is "$(unsafe <err)" 0 "its name is text"
run 1 "a file that is not there" "$PMREC" report -i "$(printf 'a\033b\342\200\256')"
is "$(unsafe <err)" 0 "its name is text"
finish
