# What readelf --sframe prints, as tests/unwind/rows does but without the registers that SFrame knows nothing of: "address
# CFA frame-pointer return-address" where they begin to hold, and "address none" behind the last of a function. -v sp=, fp=: how
# those registers are called; ra=: where the return address is always, if the section does not say it.
function number(hex,   i, v) {
	for (i = 1; i <= length(hex); i++)
		v = v * 16 + index("0123456789abcdef", substr(hex, i, 1)) - 1
	return v
}
function place(text) {
	if (text ~ /^\(/)
		return "exp"
	sub(/^sp/, sp, text)
	sub(/^fp/, fp, text)
	return text
}
function flush(   at, i) {
	for (at = start; n && at < start + size; at += repeat) {
		for (i = 0; i < n; i++)
			if ((repeats ? at : 0) + offset[i] < start + size)
				printf "%016x %s\n", (repeats ? at : 0) + offset[i], row[i]
		if (!repeats)
			break
	}
	if (n)
		printf "%016x none\n", start + size
	n = 0
}
/fixed RA offset/ { ra = $NF + 0 ? sprintf("c%+d", $NF) : "" }
/func idx/ {
	flush()
	text = $0
	sub(/.*pc = 0x/, "", text)
	start = number(substr(text, 1, index(text, ",") - 1))
	sub(/.*size = /, "", text)
	size = text + 0
	repeats = 0
	repeat = 16
}
/STARTPC\[m\]/ { repeats = 1 }
/^ *[0-9a-f]+ +[(a-z]/ {
	offset[n] = number($1)
	row[n++] = place($2) " " place($3) " " (ra != "" ? ra : $4)
}
END { flush() }
