#!/bin/sh
# Programs as linkers, compilers and strip leave them: each function has at its first, middle and last byte the name that nm
# gives it, or where nobody can know, none.
. "$(dirname "$0")/lib.sh"
. "$root/tests/e2e/names.sh"
[ -z "${PMREC_ASAN:-}" ] || skip_all "with a sanitizer the fuzzers and other tests try the same readers"
for tool in gcc g++ nm objcopy objdump readelf strip xz python3; do
	command -v $tool >/dev/null || skip_all "no $tool"
done
here() { # the paths of files that are made here
	echo "$dir/$1"
}
all_of() { # ELF WHAT LEAST
	symbols "$1" | sites p.data "$1" "$(here "$1")"
	named p.data "$2" "$3"
}
skip() { # WHAT WHY
	pass "$1 # SKIP $2"
}

cat >program.c <<'END'
#include <stdlib.h>
static __attribute__((noinline)) int one(int x) { return x * x + 1; }
static __attribute__((noinline)) int two(int x) { return one(x) ^ abs(x); }
__attribute__((noinline)) int three(int x) { return two(x) - one(x); }
__attribute__((noinline, section(".text.hot"))) int hot(int x) { return three(x) * 3; }
__attribute__((noinline, section("elsewhere"))) int four(int x) { return hot(x) * two(x); }
int main(int n, char **v) { return four(n) + (int)strtol(v[0], 0, 0); }
END
cat >script.ld <<'END'
SECTIONS {
	. = 0x700000 + SIZEOF_HEADERS;
	.text : { *(.text .text.*) *(elsewhere) }
	. = ALIGN(0x1000) + (. & 0xfff);
	.data : { *(.data) *(.bss) }
}
END
# What each linker makes of it.
rows=0
while read -r name flags; do
	rows=$((rows + 1))
	sampled $rows 3 || continue
	# shellcheck disable=SC2086 # words
	if gcc -O1 -fno-optimize-sibling-calls $flags -o "$name" program.c 2>/dev/null; then
		all_of "$name" "$name ($flags)" 5
	else
		skip "$name" "it cannot be linked here"
	fi
done <<'END'
plain -O1
no_pie -no-pie
lld -fuse-ld=lld
lld_no_pie -fuse-ld=lld -no-pie
lld_apart -fuse-ld=lld -Wl,-z,separate-loadable-segments
gold -fuse-ld=gold
gold_no_pie -fuse-ld=gold -no-pie
static -static
static_pie -static-pie
text_segment -no-pie -Wl,-Ttext-segment=0x10000000
together -Wl,-z,noseparate-code
apart -Wl,-z,separate-code
large_pages -Wl,-z,max-page-size=0x200000
functions -ffunction-sections -Wl,--gc-sections
lto -flto
library -shared -fPIC
library_at -shared -fPIC -Wl,-Ttext-segment=0x300000
END
cat >free.c <<'END'
__attribute__((noinline)) int one(int x) { return x * x + 1; }
__attribute__((noinline)) int two(int x) { return one(x) ^ x; }
__attribute__((noinline, section("elsewhere"))) int three(int x) { return two(x) - one(x); }
void _start(void) { for (;;) three(3); }
END
free() { # NAME LEAST COMPILER FLAG...
	name=$1 least=$2
	shift 2
	if "$@" -O1 -nostdlib -ffreestanding -fno-stack-protector -o "$name" free.c 2>/dev/null; then
		all_of "$name" "$name" "$least"
	else
		skip "$name" "$1 cannot make it here"
	fi
}
free "a linker script" 4 gcc -static -no-pie -Wl,-T,script.ld
free "32 bits" 4 gcc -m32 -static -no-pie
free "x32" 4 gcc -mx32 -static -no-pie
free "arm64" 4 aarch64-linux-gnu-gcc -static -no-pie
free "big-endian" 4 aarch64-linux-gnu-gcc -mbig-endian -static -no-pie -Wl,--no-dynamic-linker

# A symbol without a size ends where the next begins, or its section.
cat >sizeless.s <<'END'
	.globl _start, first, second, last
	.text
_start:	nop
	.skip 15
first:	.skip 32
second:	.skip 16
	.type sized, @function
sized:	.skip 16
	.size sized, 8
	.section other, "ax"
last:	.skip 8
END
gcc -nostdlib -static -no-pie -o sizeless sizeless.s
at() {
	echo "0x$(nm sizeless | awk -v f="$1" '$3 == f { print $1 }')"
}
sizeless() { # name bytes ...
	while [ $# -gt 0 ]; do
		printf '%x %x %s\n' $(($(at "$1"))) "$2" "$1"
		shift 2
	done
}
sizeless _start 16 first 32 second 16 sized 8 last 8 | sites p.data sizeless "$(here sizeless)"
named p.data "without sizes" 5
printf '%x 8 none\n' $(($(at sized) + 8)) | sites p.data sizeless "$(here sizeless)"
nameless p.data "behind the size of a symbol: none"

# Stubs.
for flags in "-Wl,-z,lazy" "-Wl,-z,now" "-Wl,-z,lazy -fcf-protection=full" "-fno-plt" "-fuse-ld=lld" "-fuse-ld=gold" "-Wl,-z,ibtplt"; do
	# shellcheck disable=SC2086 # words
	gcc -O1 $flags -o plt program.c 2>/dev/null || { skip "stubs $flags" "it cannot be linked here"; continue; }
	stubs plt >plt.txt
	if [ -s plt.txt ]; then
		sites p.data plt "$(here plt)" <plt.txt
		named p.data "stubs: $flags" 1
	else
		skip "stubs: $flags" "objdump sees none"
	fi
done

# Stripped.
gcc -O1 -rdynamic -o whole program.c
strip -o exported whole
nm -D -S --defined-only exported | awk 'NF == 4 && $3 ~ /[TW]/ { print $1, $2, $4 }' | sites p.data exported "$(here exported)"
named p.data "stripped, -rdynamic" 4
symbols whole | awk '$3 == "one" || $3 == "two"' | sites p.data exported "$(here exported)"
nameless p.data "stripped, -rdynamic: what is not exported has no name"
gcc -O1 -o whole program.c
objcopy --only-keep-debug whole debug
nm --format=posix --defined-only whole | awk '$2 ~ /^[tT]$/ { print $1 }' >functions
objcopy -S --keep-symbols=functions debug mini
xz -kf mini
strip -o bare whole
objcopy --add-section .gnu_debugdata=mini.xz bare packed
symbols whole | sites p.data whole "$(here packed)"
named p.data "MiniDebugInfo" 5
for bad in 'head -c 100 mini.xz' 'tail -c +9 mini.xz' 'cat bare' 'xz -c bare' 'printf %8s x'; do
	$bad >bad.xz
	objcopy --add-section .gnu_debugdata=bad.xz bare packed
	nameless p.data "MiniDebugInfo: $bad"
done

# Names of other languages: those that nm has, and what c++filt makes of them.
cat >names.cc <<'END'
#include <functional>
#include <string>
namespace { __attribute__((noinline)) int hidden(int x) { return x * 31; } struct Own { int run(int); }; }
__attribute__((noinline)) int Own::run(int x) { return hidden(x) + 1; }
struct V { int x; V operator+(V o) const; bool operator<(V o) const; int operator()(int) const; operator long() const;
	void *operator new(size_t n); V &operator[](int); };
__attribute__((noinline)) V V::operator+(V o) const { return V{ x + o.x }; }
__attribute__((noinline)) bool V::operator<(V o) const { return x < o.x; }
__attribute__((noinline)) int V::operator()(int n) const { return x + n; }
__attribute__((noinline)) V::operator long() const { return x; }
__attribute__((noinline)) void *V::operator new(size_t n) { return ::operator new(n); }
__attribute__((noinline)) V &V::operator[](int n) { x += n; return *this; }
template <class... T> __attribute__((noinline)) int many(T... t) { return int(sizeof...(t)); }
__attribute__((noinline)) int call(const std::function<int(int)> &f) { return f(3); }
int main(int n, char **)
{
	V v{ n };
	auto twice = [&](int y) __attribute__((noinline)) { return hidden(y) * n; };
	std::function<int(int)> f = [=](int y) { return y + n; };
	return Own().run(n) + (v + v).x + (v < v) + v(3) + int(long(v)) + v[2].x + (new V)->x + many(1, 'x', std::string("s")) +
	       twice(n) + call(f) + call(v);
}
END
g++ -O1 -o names names.cc
all_of names "C++" 15
demangled() { # RECORDING WHAT: without parameters and the hashes of Rust's crates
	names "$1" >got
	cut -f 1 want | c++filt -p | sed 's/\[[0-9a-f]\{15,16\}\]//g' >want.txt
	paste want.txt got want | awk -F '\t' 'NF == 3 && $1 != $2' >wrong
	is "$(cat wrong)" "" "$2: as c++filt shows them"
}
demangled p.data "C++"
at_least "$(grep -c 'anonymous namespace' got)" 3 "C++: of an anonymous namespace"
at_least "$(grep -c 'operator' got)" 3 "C++: operators"
at_least "$(grep -c 'lambda' got)" 3 "C++: lambdas"
if command -v rustc >/dev/null; then
	cat >names.rs <<'END'
mod inner { pub trait Run { fn run(&self, x: u64) -> u64; } }
use inner::Run;
struct A<T>(T);
impl Run for A<u64> { #[inline(never)] fn run(&self, x: u64) -> u64 { x * self.0 } }
#[inline(never)] fn apply<F: Fn(u64) -> u64>(f: F) -> u64 { f(7) }
fn main() { let n = std::env::args().count() as u64; std::process::exit((A(n).run(n) + apply(|y| y ^ n)) as i32 & 1) }
END
	for version in v0 legacy; do
		if rustc -O -C symbol-mangling-version=$version -o rust names.rs 2>/dev/null ||
			rustc -O -Z unstable-options -C symbol-mangling-version=$version -o rust names.rs 2>/dev/null; then
			symbols rust | grep '5names' | sites p.data rust "$(here rust)"
			named p.data "Rust $version" 3
			demangled p.data "Rust $version"
		else
			skip "Rust $version" "rustc does not make it"
		fi
	done
else
	skip "Rust" "no rustc"
fi

# A mangled name of a megabyte is shown as it is.
python3 - >long.s <<'END'
name = "_ZN" + "1a" * 500000 + "E1fv"
print(f"\t.globl _start, {name}\n\t.type {name}, @function\n_start: nop\n{name}:\n\t.skip 16\n\t.size {name}, 16")
END
gcc -nostdlib -static -no-pie -o long long.s
symbols long | sites p.data long "$(here long)"
named p.data "a name of a megabyte" 1
run 0 "report of it" "$PMREC" report -i p.data
finish
