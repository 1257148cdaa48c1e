# What readelf --debug-dump=frames-interp prints, as tests/unwind/rows does: "address rules" where they begin to hold, and
# "address none" behind the last of a function, in any order. Of the registers those of -v names=... are told, "ra" being the
# last one. A register of which nothing is said, and one that is said to be as it was, is "u".
BEGIN { n_names = split(names, name, " ") }

# The rules in the order of names; columns are those of the last heading.
function rules(first,   i, text, at) {
	text = $(first)
	for (i = 1; i <= n_names; i++) {
		at = name[i] in column ? column[name[i]] : 0
		text = text " " (at && $(at) != "s" ? $(at) : "u")
	}
	return text
}
function flush() {
	if (pending)
		print from, initial[cie]
	pending = 0
}

# A register in another one is told by two words, "r1 (rdx)".
{
	while (match($0, /r[0-9]+ \([a-z0-9]+\)/)) {
		cell = substr($0, RSTART, RLENGTH)
		sub(/.*\(/, "", cell)
		sub(/\)/, "", cell)
		$0 = substr($0, 1, RSTART - 1) cell substr($0, RSTART + RLENGTH)
	}
}
/ CIE / { flush(); own = $1; in_cie = 1; initial[own] = "?"; delete column; n_columns = 0; next }
/ FDE / {
	flush()
	in_cie = n_columns = 0
	delete column
	cie = $5
	sub(/^cie=/, "", cie)
	split(substr($6, 4), range, "[.][.]")
	from = range[1]
	if (range[1] "" == range[2] "") # not as numbers: "0e12" is one
		next
	pending = 1 # until there is a row of its own
	print range[2], "none"
	next
}
$1 == "LOC" {
	for (i = n_columns = NF; i >= 2; i--)
		column[$i] = i
	next
}
/^[0-9a-f]+ / && NF == n_columns {
	if (in_cie)
		initial[own] = rules(2)
	else {
		pending = 0
		print $1, rules(2)
	}
}
/^Contents of/ { flush() }
END { flush() }
