# SPDX-License-Identifier: GPL-2.0-or-later
# How many stacks reach the place where their thread began. awk -v comms="NAME NAME" -f roots.awk TEXT: TEXT is by
# script -F comm,pid,tid,ip,sym,dso. Prints the number of stacks, that of those which do, and the others' last frames.
#
# A program begins in _start, which a stripped one does not name, so the C library's caller of main does as well; a
# thread in clone3, which a stripped library does not name: two frames of the library at the end of a stack that is not
# the main thread's. Before main runs, the dynamic linker is where it begins.
BEGIN {
	n = split(comms, comm, " ")
	for (i = 1; i <= n; i++) wanted[comm[i]] = 1
}

/^\t/ {
	before_last = last
	last = $0
	n_frames++
	if ($2 ~ /^(_start|__libc_start_main|__libc_start_call_main|clone3?|__clone3?|start_thread|thread_start)([@+_].*)?$/) is_root = 1
	next
}

{
	judge()
	is_wanted = 0
	if (match($0, /[0-9]+\/[0-9]+ *$/)) {
		split(substr($0, RSTART), id, "/")
		is_main = id[1] + 0 == id[2] + 0
		name = substr($0, 1, RSTART - 1)
		gsub(/^ +| +$/, "", name)
		is_wanted = name in wanted
	}
}

END {
	judge()
	print all + 0, reached + 0
	for (end in ends) print ends[end], end
}

function judge() {
	if (is_wanted) {
		all++
		if (is_root || last ~ /\/ld[-.][^\/]*\)$/) reached++
		else if (!is_main && last ~ /\/libc[-.][^\/]*\)$/ && before_last ~ /\/libc[-.][^\/]*\)$/) reached++
		else {
			sub(/^[\t ]*[0-9a-f]+/, "", last)
			ends[last]++
		}
	}
	is_wanted = is_root = n_frames = 0
	last = before_last = ""
}
