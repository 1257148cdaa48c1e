#!/bin/sh
# The man page of each command, its -h and the option table behind it say the same; so do the completions.
. "$(dirname "$0")/lib.sh"

commands=$("$PMREC" help | sed -n 's/^  \([a-z-]*\)  .*/\1/p' | grep -v '^pmrec')
at_least "$(echo "$commands" | wc -l)" 9 "commands in the help"

for command in $commands; do
	page=$root/man/pmrec-$command.1
	if [ ! -r "$page" ]; then
		fail "$command has a man page" "no $page"
		continue
	fi
	# Every "-x" and "--name" of -h, with --[no-]name as two. -h itself is in every page.
	"$PMREC" "$command" -h | sed -n 's/^  \(-.\)/\1/p; s/^      --/--/p' | sed 's/  .*//' | tr ',' '\n' | sed 's/^ *//' |
		sed 's/[ =[].*$//; s/^--$//' >names
	"$PMREC" "$command" -h | sed -n 's/.*--\[no-\]\([a-z-]*\).*/--\1\n--no-\1/p' >>names
	{ cat names; echo -h; echo --help; } | grep . | sort -u >in-help
	# Every option that an item of the page's list gives.
	sed -n 's/^\.It Fl //p' "$page" | sed 's/ , Fl /\n/g' | sed 's/ Ns .*//; s/ Oo .*//; s/ , .*//' |
		awk '{ print "-" $1 }' | sort -u >in-page
	same in-page in-help "$command: the page and -h have the same options"
	summary=$("$PMREC" "$command" -h | sed -n '1s/^pmrec [a-z-]* - //p')
	is "$(sed -n 's/^\.Nd //p' "$page")" "$summary" "$command: the page and -h have the same summary"
	has "$root/man/pmrec.1" "^\\.Xr pmrec-$command 1" "$command: pmrec(1) refers to it"
done

# The fields of script: those that completion offers are in the page, and each is one that the command knows.
"$PMREC" completion fish | sed -n "s/.*from script' .*-l fields -x -a '\([^']*\)'.*/\1/p" | tr ' ' '\n' | grep . | sort >fields
at_least "$(wc -l <fields)" 34 "fields"
sed -n 's/^\.It Cm //p' "$root/man/pmrec-script.1" | tr -d ' ' | tr ',' '\n' | sort >in-page
same in-page fields "script: the page lists its fields"

for page in "$root"/man/pmrec-*.1; do
	name=${page##*/pmrec-}
	echo "$commands" | grep -q "^${name%.1}\$" || fail "${page##*/} is of a command"
done

for shell in bash:pmrec.bash zsh:_pmrec fish:pmrec.fish; do
	"$PMREC" completion "${shell%%:*}" >made
	same made "$root/completions/${shell#*:}" "completions/${shell#*:} is what the tables give (make golden-update)"
	if command -v "${shell%%:*}" >/dev/null; then
		run 0 "${shell%%:*} can read it" "${shell%%:*}" -n "$root/completions/${shell#*:}"
	fi
done

if command -v bash >/dev/null; then
	cat >complete.sh <<'EOF'
. "$1"
try() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _pmrec; printf '%s\n' "${COMPREPLY[@]}" | sort -u | tr '\n' ' '; }
try pmrec rep; echo; try pmrec fold --weight ''; echo; try pmrec report --chi; echo
try pmrec report --sort comm,d; echo; try pmrec help evl; echo; try pmrec completion f; echo
try pmrec record -F 99 mkfif; echo; try pmrec record mkfifo -; echo
EOF
	is "$(bash complete.sh "$root/completions/pmrec.bash")" "report 
period samples 
--children 
comm,dso 
evlist 
fish 
mkfifo 
 " "bash completes commands, words, lists, options and the command to run"
fi
finish
