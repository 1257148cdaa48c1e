# SPDX-License-Identifier: GPL-2.0-or-later
# What tests of names share: recordings of the first, middle and last byte of each function (tests/data/mksites), and the
# comparison of what script says with who knows it. Needs nm, readelf and python3.

# symbols ELF: what nm knows of functions, "address size name". objdump's stubs have no size there:
# those of .plt.got may have 8 bytes, the others have 16.
symbols() {
	"${NM:-nm}" -S --defined-only "$1" | awk 'NF == 4 && $3 ~ /[tTwWiuv]/ { print $1, $2, $4 }'
}
stubs() {
	for stubs_section in .plt .plt.sec .plt.got; do
		[ $stubs_section = .plt.got ] && stubs_size=8 || stubs_size=10
		objdump -d -j $stubs_section "$1" 2>/dev/null | sed -n "s/^\([0-9a-f]*\) <\(.*@plt\)>:\$/\1 $stubs_size \2/p"
	done
}

# sites FILE ELF PATH [PIECES] <SYMBOLS: the recording of these symbols, and want.
sites() {
	sites_file=$1
	shift
	"$root/tests/data/mksites" "$@" >sites.txt && "$root/tests/data/mkperf" sites.txt >"$sites_file"
}

# names RECORDING OPTION...: what stands at each sample.
names() {
	names_file=$1
	shift
	"$PMREC" script -F ip,sym -i "$names_file" "$@" 2>names.err | sed 's/^ *[^ ]* //'
}

# named RECORDING WHAT LEAST OPTION...: each sample has a name of those wanted, of at least so many names.
named() {
	named_file=$1 what=$2 least=$3
	shift 3
	names "$named_file" --no-demangle "$@" >got
	paste want got | awk -F '\t' '{ for (i = 1; i < NF; i++) if ($i == $NF) next; print "at", NR ": not " $0 }' >wrong
	if [ -s wrong ] || [ "$(wc -l <want)" != "$(wc -l <got)" ]; then
		fail "$what" "$(wc -l <want) samples, $(wc -l <got) names; wrong: $(head -n 5 wrong) $(cat names.err)"
	else
		at_least "$(sort -u want | wc -l | tr -d ' ')" "$least" "$what: as nm names them"
	fi
}

# nameless RECORDING WHAT OPTION...: no sample has a name.
nameless() {
	nameless_file=$1 what=$2
	shift 2
	names "$nameless_file" "$@" >got
	is "$(sort -u got)" "[unknown]" "$what"
}
