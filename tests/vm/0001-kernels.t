#!/bin/sh
# One static program for kernels old and new: it works on each, and says what an old one lacks.
. "$(dirname "$0")/lib.sh"

for row in "x86_64 bullseye" "x86_64 bookworm" "x86_64 trixie" "x86_64 sid" "aarch64 bookworm" "aarch64 sid"; do
	# shellcheck disable=SC2086 # two words
	set -- $row
	guest "$1" "$2" 2 chain all stream contexts tracepoint
	for name in chain all stream zstd contexts tracepoint; do
		works $name
	done
	for name in chain all stream zstd contexts; do
		agree $name
	done
	agree tracepoint 3
	chains chain
	for type in NAMESPACES SWITCH_CPU_WIDE; do
		has out/contexts.stats "$type events: *[1-9]" "records of type $type"
	done
	case $2 in
	bullseye) has out/chain.err "this kernel lacks.*counts of lost samples" "what Linux 5.10 lacks is said" ;;
	*) is "$(grep -c 'lacks' out/chain.err)" 0 "nothing is lacking" ;;
	esac
done
finish
