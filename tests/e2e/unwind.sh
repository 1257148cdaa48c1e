# What the tests of unwinding share. PMREC_UNWINDER: another reader with perf's options, to see what it makes of the same.
unwinder=${PMREC_UNWINDER:-$PMREC}

# What is recorded: registers and stacks of 16 KB, which the recorder unwinds (chains), or a reader (dumps).
chains=dwarf,16384
dumps=dwarf,16384,raw
[ "$unwinder" = "$PMREC" ] || chains=$dumps
mode=$dumps

# dump NAME COMMAND...: NAME.data, recorded as $mode says, NAME.truth with what the command prints.
dump() {
	name=$1
	shift
	run 0 "$name: recorded" "$PMREC" record -q -F 4999 --call-graph $mode -e cpu-clock:u -o "$name.data" "$@"
	mv out "$name.truth"
}

# stacks NAME: NAME.txt with those of NAME.data, which is not needed any more.
stacks() {
	"$unwinder" script --no-inline --max-stack 1024 -F comm,tid,ip,sym,dso -i "$1.data" >"$1.txt" 2>"$1.err" </dev/null
	rm -f "$1.data"
}

# compare NAME FOLDER: NAME.judged, what truth.awk says of NAME.txt beside NAME.truth; FOLDER holds the program's own files.
compare() {
	awk -v own="$2/" -f "$root/tests/e2e/truth.awk" "$1.truth" "$1.txt" >"$1.judged"
	rm -f "$1.txt"
}

# judge NAME LEAST FILE...: of at least so many stacks in all these nearly all are as the programs state; of a few hundred
# two may differ.
judge() {
	name=$1 least=$2
	shift 2
	awk '{ n[$1] += $2 } END { print n["judged"] + 0, n["judged"] - n["good"], n["judged"] ? 100 * n["good"] / n["judged"] : 0 }' "$@" >figures
	read -r all missed percent <figures
	at_least "$all" "$least" "$name: samples"
	if awk -v percent="$percent" -v missed="$missed" 'BEGIN { exit !(percent >= 99.5 || percent > 0 && missed <= 2) }'; then
		pass "$name: percent with the stack that the program states ($percent)"
	else
		fail "$name: percent with the stack that the program states ($percent)" "$(grep -h '^miss' "$@" | sort -k 2rn | head -n 12)"
	fi
}
