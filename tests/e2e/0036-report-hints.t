#!/bin/sh
# What report says of losses, short call chains and missing names: each once, with what helps, on standard error where
# programs read the output.
. "$(dirname "$0")/lib.sh"
command -v python3 >/dev/null || skip_all "no python3"

# made NAME LINE...: 3 samples whose chains end in nowhere, and these lines.
made() {
	{
		cat <<'EOT'
event cpu-clock type=1 freq=1000 sample=IDENTIFIER|IP|TID|TIME|PERIOD|CALLCHAIN ids=1
comm pid=10 comm=prog time=1 id=1
mmap2 pid=10 start=0x1000 len=0x4000 file=/nowhere/a time=2 id=1
sample id=1 pid=10 ip=0x1010 chain=U,0x1010,0x1020 period=1 time=3 times=3
EOT
		shift
		printf '%s\n' "$@"
	} >made.txt
	"$root/tests/data/mkperf" made.txt >"$name.data"
}
lost() { # NAME LINES... : then standard error is in err
	name=$1
	made "$@"
	run 0 "$name" "$PMREC" report -i "$name.data"
	grep lost err >said || true
}
lost nothing
is "$(cat err)" "" "nothing was lost: nothing is said"
lost rings 'lost id=1 lost=5 time=4' 'lost_samples id=1 lost=4 time=5'
is "$(cat said)" "pmrec: 5 of 8 samples were lost when this was recorded: pmrec record with larger rings (-m) or a lower -F" "full rings"
is "$(wc -l <err | tr -d ' ')" 1 "that is all"
lost both 'lost id=1 lost=5 time=4' 'lost_samples id=1 lost=7 time=5'
is "$(cat said)" "pmrec: 7 of 10 samples were lost when this was recorded: pmrec record with larger rings (-m), a larger --buffer-size or a lower -F" "and a full queue"
lost queue 'lost_samples id=1 lost=2 time=5'
is "$(cat said)" "pmrec: 2 of 5 samples were lost when this was recorded: pmrec record with larger rings (-m), a larger --buffer-size or a lower -F" "it is not known which"
run 0 "-q" "$PMREC" report -q -i both.data
is "$(cat err)" "" "-q: nothing is said"
for option in -m -F --buffer-size; do
	"$PMREC" record -h | grep -q -e "$option" && pass "record has $option" || fail "record has $option"
done

# The same lines whether they end the report or go beside what programs read.
"$PMREC" report -i both.data 2>err >text
sed -n '/^# Samples without a name/,$p' text | sed 's/^#[# ]*//' | grep . >comments
has comments "^Samples without a name: 100.00%" "names: how many"
has comments "^100.00%  /nowhere/a: .*No such file.*--symfs" "in which file, why, and what helps"
has comments "^Call chains: 0.00% lead to a root, 0.00% were cut at the depth limit, 100.00% end elsewhere" "call chains"
has comments "--call-graph dwarf" "and what helps"

# What was recorded with copies of stacks wants larger ones.
sed 's/|CALLCHAIN/&|REGS_USER|STACK_USER/; s/^event .*/& regs=0x100 stack=16/; s/^sample .*/& regs=2:0x1010 stack=00000000000000000000000000000000 filled=16/' made.txt >copies.txt
"$root/tests/data/mkperf" copies.txt >copies.data
run 0 "with copies of stacks" "$PMREC" report -i copies.data
has out "--call-graph dwarf,SIZE" "larger ones are what helps"
is "$(grep -c -e '--call-graph dwarf,SIZE' text)" 0 "as it is not where there are none"

for form in --csv --json "--json --tree"; do
	# shellcheck disable=SC2086 # words
	run 0 "$form" "$PMREC" report $form -i both.data
	is "$(grep -c '^#' out)" 0 "$form: no comment in it"
	grep -v ' were lost when ' err | sed 's/^pmrec: //' >said
	same said comments "$form: the comments are on standard error, once"
	is "$(grep -c ' were lost when ' err)" 1 "$form: losses too"
done
"$PMREC" report --csv -g none -i both.data 2>err >out
is "$(grep -c 'Call chains' err)" 0 "nothing of call chains where none are shown"
finish
