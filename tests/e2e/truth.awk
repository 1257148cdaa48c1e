# SPDX-License-Identifier: GPL-2.0-or-later
# How many stacks are the ones that a program of tests/workloads/unwind states (truth.h there says in which form).
# awk -v own=FOLDER/ -f truth.awk TRUTH TEXT: TEXT is by script -F comm,tid,ip,sym,dso; what lies below FOLDER is the
# program's own. Prints "judged N", "good N", "unseen LINE" of a stack that less than three samples have, "miss N CHAIN".
#
# A stack that begins in another file is judged from the first of the program's functions on, unless a line says what it
# is. Those that end in the dynamic linker, where a program starts, are not judged.
FILENAME == ARGV[1] {
	if ($1 != "stack" && $1 != "also" && $1 != "torn") next
	n_lines++
	text[n_lines] = $0
	kind[n_lines] = $1
	sub(/^[a-z]+ /, "")
	n = split($0, part, ";")
	for (i = 1; i <= n; i++) {
		name = part[i]
		low = high = 1
		if (name == "-") high = 1e9
		if (split(name, times, "*") == 2) {
			name = times[1]
			high = times[2]
			low = high + 0
			if (sub(/^[0-9]+-/, "", high)) high = high == "" ? 1e9 : high + 0
		}
		truth_name[n_lines, i] = name
		truth_low[n_lines, i] = low
		truth_high[n_lines, i] = high + 0
		if (name != "-" && name != "?") is_own[name] = 1
		if (kind[n_lines] != "torn") starts[name] = starts[name] " " n_lines "," i
	}
	truth_size[n_lines] = n
	next
}

/^\t/ {
	frame = $0
	sub(/^[\t ]+[0-9a-f]+ /, "", frame)
	dso = ""
	if (match(frame, / \([\/\[].*\)$/)) {
		dso = substr(frame, RSTART + 2, RLENGTH - 3)
		frame = substr(frame, 1, RSTART - 1)
	}
	sub(/\+0x[0-9a-f]+$|\([^()]*\)( const)?$/, "", frame)
	sub(/\.(cold|part|constprop|isra)\..*$|\.cold$/, "", frame)
	if (dso == "" || dso == "[unknown]" || dso ~ /^\/\/anon/) frame = "?"
	else if (index(dso, own) != 1 || !(frame in is_own)) frame = "-"
	if (n_frames && frame == name_of[n_frames]) count_of[n_frames]++
	else {
		name_of[++n_frames] = frame
		count_of[n_frames] = 1
	}
	last_dso = dso
	next
}

{
	judge()
	is_open = $0 != ""
}
END {
	judge()
	print "judged", judged + 0
	print "good", good + 0
	for (i = 1; i <= n_lines; i++)
		if (kind[i] == "stack" && seen[i] < 3) print "unseen", text[i]
	for (chain in misses) print "miss", misses[chain], chain
}

# The frames from number at on are what line says from element e on.
function matches(at, line, e,   may_end) {
	for (; at <= n_frames; at++) {
		if (truth_name[line, e] == "?") {
			may_end = 1
			e++
		}
		if (e > truth_size[line] || name_of[at] != truth_name[line, e]) return 0
		if (count_of[at] < truth_low[line, e] || count_of[at] > truth_high[line, e]) return 0
		e++
	}
	return may_end || e > truth_size[line] || truth_name[line, e] == "?"
}

# Some line or the rest of one is the stack from frame number at on. Where it begins a line, that one was seen.
function is_true(at,   n, i, pair, start, found) {
	n = split(starts[name_of[at]], start, " ")
	for (i = 1; i <= n; i++) {
		split(start[i], pair, ",")
		if (pair[2] > 1 && name_of[at] == "-" || !matches(at, pair[1], pair[2] + 0)) continue
		found = 1
		if (pair[2] == 1) seen[pair[1]]++
	}
	return found
}

# It begins as a line says that tells no callers.
function is_torn(   line, i) {
	for (line = 1; line <= n_lines; line++) {
		if (kind[line] != "torn") continue
		for (i = 1; i <= truth_size[line] && name_of[i] == truth_name[line, i]; i++) continue
		if (i > truth_size[line]) return 1
	}
	return 0
}

function judge(   i, first, chain) {
	if (!n_frames) {
		judged += is_open
		if (is_open) misses["(no frame)"]++
		is_open = 0
		return
	}
	is_open = 0
	first = name_of[1] == "-" && n_frames > 1 ? 2 : 1
	if (is_true(1) || first == 2 && is_true(2)) good++
	else if (is_torn() || n_frames == 1 && name_of[1] == "-" && last_dso ~ /\/ld[-.][^\/]*$/) judged--
	else {
		for (i = 1; i <= n_frames; i++)
			chain = chain (i > 1 ? ";" : "") name_of[i] (count_of[i] > 1 ? "*" count_of[i] : "")
		misses[chain]++
	}
	judged++
	n_frames = 0
}
