#!/bin/sh
# Wrong words on the command line: one clear line on stderr, status 2, and what may have been meant.
. "$(dirname "$0")/lib.sh"

one_line() {
	is "$(wc -l <err | tr -d ' ')" 1 "$1: one line on stderr"
	is "$(wc -c <out | tr -d ' ')" 0 "$1: nothing on stdout"
}

run 2 "no command" "$PMREC"
has err "^usage: pmrec" "no command: says how it is used"

run 2 "an unknown command" "$PMREC" frobnicate
one_line "an unknown command"
run 2 "a mistyped command" "$PMREC" reprot
has err "did you mean 'report'" "a mistyped command: names the one meant"

run 2 "an unknown option" "$PMREC" report --childern
one_line "an unknown option"
has err "did you mean '--children'" "a mistyped option: names the one meant"
run 2 "an unknown letter" "$PMREC" fold -Z
has err "unknown option '-Z'" "an unknown letter: named"
run 2 "an argument left out" "$PMREC" fold -i
has err "needs an argument" "an argument left out: said"
run 2 "an argument too many" "$PMREC" report --no-children=3
has err "takes no argument" "an argument too many: said"
run 2 "a word too many" "$PMREC" report perf.data
has err "named with -i" "a word too many: told how files are named"

for words in "record -F abc true" "record -F 0 true" "record -c 0 true" "record -e nonsense true" "record -e cpu-clock:Q true" \
	"record -m 3Q true" "record" "record --call-graph lbr,x true" "report --sort nonsense" "report --percent-limit x" \
	"report -g sideways" "fold --weight bytes" "script -F nonsense" "help nonsense" "completion tcsh"; do
	# shellcheck disable=SC2086 # words
	run 2 "$words" "$PMREC" $words
	one_line "$words"
done
is "$(ls)" "err
out" "none of them left a file"

run 0 "version" "$PMREC" --version
has out "^pmrec $(cat "$root/VERSION")\$" "version: the one of the tree"
for command in $("$PMREC" help | sed -n 's/^  \([a-z-]*\)  .*/\1/p' | grep -v '^pmrec'); do
	run 0 "$command -h" "$PMREC" "$command" -h
	has out "^usage: pmrec $command" "$command -h: usage"
	cp out h
	run 0 "help $command" "$PMREC" help "$command"
	same out h "help $command says the same as -h"
done

for words in --aio=x --aio= '--num-thread-synthesize x' '--num-thread-synthesize -1' '--proc-map-timeout 5s'; do
	# shellcheck disable=SC2086 # words
	run 2 "record $words" "$PMREC" record $words true
	has err "the number '.*' is not a number" "record $words: says why"
done
finish
