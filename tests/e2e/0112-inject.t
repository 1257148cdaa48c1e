#!/bin/sh
# Recordings written again: what they say is what the old ones say, in the hand-written outputs of tests/golden, in what
# pmrec and both perfs print; smaller, and without the files that ran.
. "$(dirname "$0")/lib.sh"
. "$root/tests/e2e/unwind.sh"
command -v python3 >/dev/null || skip_all "no python3"
mkperf=$root/tests/data/mkperf
inject() { "$PMREC" inject "$@"; }

# ------------------------------------------------------------------ records of all kinds
# The outputs of the golden cases, but those that tell of the file's form; every other one is of a stream.
rows=0
for in in "$root"/tests/golden/*/in.txt; do
	folder=$(dirname "$in") case=$(basename "$(dirname "$in")")
	options=$(sed -n 's/^# options: //p' "$in")
	needs=$(sed -n 's/^# needs: //p' "$in")
	[ -z "$needs" ] || command -v "$needs" >/dev/null || continue
	rows=$((rows + 1))
	sampled $rows 3 || continue
	[ $((rows % 2)) = 1 ] && form="" || form=--pipe
	# shellcheck disable=SC2086 # words
	"$mkperf" $options $form "$in" >in.data
	inject -q -i in.data -o new.data 2>err || [ $? = 3 ] || fail "$case $form: injected" "$(cat err)"
	while read -r want file command words; do
		case "$want $command $words" in
		"0 fold "* | "0 report "* | "0 script "*) ;;
		*) continue ;;
		esac
		# The registers go with the copies.
		case $words in *--header* | *--json* | *--show-round* | *uregs*) continue ;; esac
		set -f
		# shellcheck disable=SC2046 # words
		"$PMREC" "$command" $(printf '%s\n' "$words" | sed "s,@,$folder,g") -i new.data 2>err | sed '/^# Samples without a name/,$d' >out
		set +f
		same out "$folder/$file" "$case $form: $command $words"
	done <"$folder/commands"
done

# ------------------------------------------------------------------ chains in two parts
"$mkperf" "$root/tests/golden/deferred/in.txt" >deferred.data
run 0 "deferred chains" inject -i deferred.data -o new.data
has err "3 had a deferred call chain" "those whose second part came, but for that of an execve"
"$PMREC" script --json -i new.data >json 2>err
is "$(grep -c CALLCHAIN_DEFERRED json)" 1 "the record of an execve stays"
is "$(grep -c '"cookie"' json)" "$(grep -c CALLCHAIN_DEFERRED json)" "and no other has a cookie"

# ------------------------------------------------------------------ refusals
"$mkperf" --big "$root/tests/golden/names/in.txt" >big.data
run 4 "of the other byte order" inject -i big.data -o new.data
has err "other byte order" "said"
cp deferred.data in.data
run 2 "without -o" inject -i in.data
run 2 "over its own input" inject -i in.data -o ./in.data
ln in.data link.data
run 2 "under another name" inject -i in.data -o link.data
same in.data deferred.data "which is as it was"
[ ! -c /dev/full ] || run 1 "a full disk" inject -i in.data -o /dev/full
head -c 20 in.data >cut.data
echo old >there.data
run 4 "what cannot be read" inject -i cut.data -o there.data
is "$(cat there.data)" old "what was there is there"
run 0 "over an older one" inject -q -i in.data -o there.data
is "$(head -c 8 there.data)" PERFILE2 "it is replaced"
is "$(stat -c %a there.data)" 600 "for its owner alone"
is "$(find . -name 'there.data?*')" "" "nothing is left beside it"

# ------------------------------------------------------------------ copies of stacks
"$PMREC" record -q -o probe.data -e cpu-clock true 2>probe.err || finish
case $(uname -m) in x86_64 | aarch64) ;; *) finish ;; esac
own=$(cd "$workloads/unwind" && pwd -P)
cp "$own/frames" frames
cp "$own/threads" threads
text() { "$PMREC" script --no-inline -i "$@" 2>/dev/null; }

dump frames "$dir/frames" 80
run 0 "a recording with copies" inject -i frames.data -o new.data
samples=$(text frames.data -G | wc -l)
has err "^pmrec: $samples samples: of $samples the stack was unwound" "all are unwound"
text frames.data >old.txt
text new.data >new.txt
same old.txt new.txt "the samples are the same"
at_least "$(stat -c %s frames.data)" $((20 * $(stat -c %s new.data))) "a small part is left of it"
is "$("$PMREC" script --json -i new.data 2>/dev/null | grep -c 'user_regs\|user_stack')" 0 "neither registers nor stacks"
"$PMREC" script --json -i frames.data >json 2>err
at_least "$(grep -c 'user_regs' json)" "$samples" "(which were there)"
"$PMREC" script --header-only -i frames.data | grep -v '^# event\|^# header\|^# data\|^# feat\|^# captured' >old.txt
"$PMREC" script --header-only -i new.data | grep -v '^# event\|^# header\|^# data\|^# feat\|^# captured' >new.txt
same old.txt new.txt "of the machine the same is said"

# Names: the program is another one by now.
text frames.data >old.txt
mv frames gone
text new.data >new.txt
same old.txt new.txt "without the program it reads the same"
text frames.data >new.txt
at_least "$(($(grep -c ' main+' old.txt) / 4))" "$(grep -c ' main+' new.txt)" "(the old one has no callers to name)"
mv gone frames

# Both perfs print what pmrec prints of the old one; in which form they print addresses, and what they call those that
# belong to no function that has a size, is their own.
fields=comm,tid,time,event,ip,sym,dso
plain() { sed -e "s,^\t *[0-9a-f]* \(.*\) ($dir/frames)\$,\t\1," -e 's,^\t *[0-9a-f]* .* (,\t(,' -e 's/  */ /g' -e 's/^ //'; }
text frames.data -F $fields | plain >old.txt
has old.txt "^	main" "(main is there)"
for perf in perf "$perf_new"; do
	command -v "$perf" >/dev/null || continue
	[ "$perf" = perf ] || have_perf_new || continue
	what=$(basename "$perf")
	"$perf" script --no-inline -F $fields -i new.data 2>err </dev/null | plain >new.txt
	same old.txt new.txt "$what: the samples are the same"
	inject -q -i frames.data -o - | "$perf" script --no-inline -F $fields -i - 2>err | plain >new.txt
	same old.txt new.txt "$what: so they are in the stream form"
	"$perf" evlist -v -i new.data >attrs 2>err </dev/null
	is "$(grep -c 'REGS_USER\|STACK_USER\|exclude_callchain_user' attrs)" 0 "$what: events without copies"
done

# From a stream, packed, of several threads.
"$PMREC" record -q -z -F 4999 --call-graph $dumps -e cpu-clock:u -o packed.data "$dir/threads" 80 >out 2>err </dev/null
run 0 "a packed recording" sh -c '"$0" inject -i - -o new.data <packed.data' "$PMREC"
text packed.data >old.txt
text new.data >new.txt
same old.txt new.txt "the samples are the same"
at_least "$(grep -c 'cpu-clock' new.txt)" 100 "all of them"
is "$("$PMREC" script --json -i new.data 2>/dev/null | grep -c 'COMPRESSED')" 0 "nothing is packed"
run 0 "the same again" inject -i new.data -o again.data
text again.data >new.txt
same old.txt new.txt "changes nothing"
finish
