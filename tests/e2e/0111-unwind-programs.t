#!/bin/sh
# Programs of the distribution: nearly all stacks reach the place where their thread began, and at least as many as perf
# finds in the same file.
. "$(dirname "$0")/lib.sh"
. "$root/tests/e2e/unwind.sh"
need_recording
[ -z "${PMREC_ASAN:-}" ] || skip_all "large programs take their time; with a sanitizer 0110 tries the same"
case $(uname -m) in x86_64 | aarch64) ;; *) skip_all "not for this CPU" ;; esac

# reaching READER COMM...: of p.data, the number of stacks of these commands and of those that reach a root
reaching() {
	reader=$1
	shift
	"$reader" script --no-inline --max-stack 1024 -F comm,pid,tid,ip,sym,dso -i p.data 2>reader.err </dev/null |
		awk -v comms="$*" -f "$root/tests/e2e/roots.awk" >ends
	head -n 1 ends
}

# program "COMM..." FREQUENCY COMMAND...
program() {
	comms=$1 frequency=$2
	shift 2
	what=${comms%% *}
	"$PMREC" record -q -F "$frequency" --call-graph $dumps -e cpu-clock:u -o p.data "$@" >out 2>err </dev/null ||
		fail "$what: recorded" "$(cat err)"
	# shellcheck disable=SC2086 # words
	reaching "$unwinder" $comms >found
	read -r all reached <found
	at_least "$all" 50 "$what: stacks"
	if awk -v a="$all" -v r="$reached" 'BEGIN { exit !(r >= 0.98 * a) }'; then
		pass "$what: stacks that reach a root ($reached of $all)"
	else
		fail "$what: stacks that reach a root ($reached of $all)" "$(sed 1d ends | sort -rn | head -n 12)"
	fi
	for perf in perf "$perf_new"; do
		command -v "$perf" >/dev/null || continue
		[ "$perf" = perf ] || have_perf_new || continue
		# shellcheck disable=SC2086 # words
		reaching "$perf" $comms >theirs
		at_least "$reached" "$(cut -d ' ' -f 2 theirs)" "$what: no fewer than $(basename "$perf") finds"
	done
	rm -f p.data
}

awk 'BEGIN { srand(1); for (i = 0; i < 150000; i++) print int(rand() * 1e9), "line", i % 977, int(rand() * 5) }' >text

cat >work.py <<'END2'
import json, re
class Item:
    def __init__(self, key): self.key = key
    def __lt__(self, other): return self.key < other.key
def visit(tree, depth):
    return sum(visit(t, depth + 1) for t in tree) if isinstance(tree, list) else depth
def grow(depth): return [grow(depth - 1) for _ in range(3)] if depth else 1
lines = open("text").read().splitlines()[:12000]
items = sorted(Item(re.sub(r"(\d+) line", lambda m: m.group(1)[::-1], l)) for l in lines)
print(len(json.loads(json.dumps([i.key for i in items]))), visit(grow(9), 0))
END2
[ ! -x /usr/bin/python3 ] || program python3 1499 /usr/bin/python3 work.py

cat >work.pl <<'END2'
sub visit { my ($n) = @_; return $n < 2 ? $n : visit($n - 1) + visit($n - 2) }
open my $in, '<', 'text'; my %seen; my @lines = map { chomp; my ($a) = /(\d+) line (\d+)/; $seen{$2} .= $1; $_ } <$in>;
my @sorted = sort { substr($a, 3) cmp substr($b, 3) } @lines[0 .. 20000];
print scalar(@sorted), visit(17), "\n";
END2
program perl 997 perl work.pl

# Straight code: where there are conditions or loops gcc's analysis of ranges recurses deeper than 16 KB at times.
awk 'BEGIN {
	print "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>"
	print "struct item { struct item *next; char name[16]; double weight; int n; };"
	for (i = 0; i < 30; i++) {
		print "struct item *add" i "(struct item *list, const char *name, double w) { struct item *p = malloc(sizeof *p);"
		print "strncpy(p->name, name, 15); p->weight = w; p->n = (int)strlen(name); p->next = list; return p; }"
		print "void print" i "(const struct item *p, FILE *to) { fprintf(to, \"%s %g %d\\n\", p->name, p->weight, p->n); }"
		print "double mean" i "(const struct item *a, const struct item *b) {"
		print "return (a->weight * a->n + b->weight * b->n) / (a->n + b->n + " i "); }"
		print "void swap" i "(struct item *a, struct item *b) { struct item c = *a; *a = *b; *b = c; a->n ^= " i "; }"
	}
}' >work.c
program cc1 599 gcc -O2 -c -w -o work.o work.c

git init -q repository
awk 'BEGIN {
	srand(2)
	for (i = 0; i < 2000; i++) line[i] = "line " i
	for (c = 1; c <= 150; c++) {
		printf "commit refs/heads/main\ncommitter A <a@b> %d +0000\ndata 2\nc\n", 1e9 + c
		for (k = 0; k < 40; k++) line[int(rand() * 2000)] = "line " rand()
		text = ""
		for (i = 0; i < 2000; i++) text = text line[i] "\n"
		printf "M 100644 inline file\ndata %d\n%s\n", length(text), text
	}
}' | git -C repository fast-import --quiet
program git 699 git -C repository --no-pager log -p --stat refs/heads/main

cat text text >twice
program xz 199 xz -k -c -3 -T2 --block-size=262144 twice

if command -v node >/dev/null; then
	# Enough of it that node's start, whose constructors have frames of more than 16 KB, is a small part.
	cat >work.js <<'END2'
const visit = n => n < 2 ? n : visit(n - 1) + visit(n - 2);
const lines = require('fs').readFileSync('text', 'utf8').split('\n').slice(0, 30000);
let sum = 0;
for (let i = 0; i < 20; i++) {
	const turned = lines.map(l => l.replace(/(\d+) line/, (m, d) => d.split('').reverse().join('')));
	sum += turned.sort((a, b) => a < b ? -1 : 1).length + visit(27) + JSON.parse(JSON.stringify(turned)).length;
}
console.log(sum);
END2
	program "node MainThread" 299 node work.js
fi
finish
