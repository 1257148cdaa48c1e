#!/bin/sh
# Source lines and inlined functions, against addr2line: every instruction of a program is a sample, once as the
# innermost address and once as the one a call returns to.
. "$(dirname "$0")/lib.sh"
for tool in g++ addr2line nm objdump objcopy readelf python3; do
	command -v $tool >/dev/null || skip_all "no $tool"
done
mkperf=$root/tests/data/mkperf

mkdir sub
cat >sub/mix.h <<'EOF'
namespace demo { template <class T> struct Mixer { T at;
	__attribute__((always_inline)) T step(T x) const {
		return x * 31 + at;
	}
	__attribute__((always_inline)) T twice(T x) const {
		auto again = [&](T y) __attribute__((always_inline)) {
			return step(y) ^ y; };
		return again(
			step(x));
	}
}; }
EOF
cat >program.cc <<'EOF'
#include "sub/mix.h"
static inline __attribute__((always_inline)) unsigned long fold(unsigned long x)
{
	for (int i = 0; i < 9; i++)
		x ^= demo::Mixer<unsigned long>{ x }.twice(x);
	return x;
}
extern "C" __attribute__((noinline)) unsigned long work(unsigned long x)
{
	return fold(x) + 1;
}
struct Base { virtual unsigned long run(unsigned long x) { return fold(x); } virtual ~Base() {} };
struct Other : Base { unsigned long run(unsigned long x) override { return Base::run(x) + work(x); } };
__attribute__((noinline)) Base *make(int n)
{
	return n > 1 ? new Other : new Base;
}
int main(int argc, char **argv)
{
	unsigned long x = (unsigned long)argc;
	(void)argv;
	Base *b = make(argc);
	for (int i = 0; i < 1000; i++)
		x = b->run(x);
	delete b;
	return x == 1;
}
EOF

# recording BINARY PATH [WHOLE]: of every instruction in its functions, to standard output; the addresses that are looked up in
# asked: the instruction's, and the byte before it as of a call that returns there
recording() {
	objdump -d --no-show-raw-insn -j .text "$1" | sed -n 's/^ *\([0-9a-f][0-9a-f]*\):\t.*/\1/p' >addresses
	nm -S "${3:-$1}" | awk 'NF == 4 && $3 ~ /[tTwW]/ { print $1, $2 }' >functions
	python3 - "$2" "$(readelf -lW "$1" | awk '$1 == "LOAD" && / E / { print $2, $3, $5 }')" >text <<'EOF'
import sys
path, segment = sys.argv[1:3]
off, vaddr, size = (int(x, 16) for x in segment.split())
base = 0x5500000000
functions = [[int(x, 16) for x in line.split()] for line in open("functions")]
print("event cycles type=0 config=0 period=1 sample=IP|TID|TIME|CALLCHAIN flags=MMAP|COMM")
print("comm pid=7 tid=7 comm=program time=1")
print(f"mmap2 pid=7 tid=7 start={base:#x} len={size + 0xfff & ~0xfff:#x} pgoff={off:#x} file={path} time=2")
asked = open("asked", "w")
for line in open("addresses"):
    at = int(line, 16)
    if not any(start < at < start + n for start, n in functions):
        continue
    ip = base + at - vaddr
    print(f"sample pid=7 tid=7 time=3 ip={ip:#x} chain=U,{ip:#x},{ip:#x}")
    print(f"{at:#x}\n{at - 1:#x}", file=asked)
EOF
	"$mkperf" text
}

# What addr2line says of them, a chain a line: "function path:line; ...". The containing function is without its name, as
# a symbol table may have another for it; so is the innermost, which addr2line names by the symbol table too.
expected() { # BINARY
	addr2line -a -i -f -e "$1" <asked >said
	tidy said
}
tidy() {
	python3 - "$1" <<'EOF'
import os, re, sys
chains = []
for line in open(sys.argv[1]):
    line = line.rstrip("\n")
    if re.fullmatch("0x[0-9a-f]+", line):
        chains.append([])
    else:
        chains[-1].append(line)
for c in chains:
    frames = []
    for name, place in zip(c[::2], c[1::2]):
        path, _, number = re.sub(r" \(discriminator \d+\)$", "", place).rpartition(":")
        known = number not in ("?", "0") and path != "??"
        frames.append([name, f"{os.path.normpath(path)}:{number}" if known else "-"])
    frames[0][0] = frames[-1][0] = ""
    print("; ".join(" ".join(f) for f in frames))
EOF
}

# What script says, in the same form.
told() { # RECORDING OPTION...
	file=$1
	shift
	"$PMREC" script --inline --full-source-path --no-demangle -F ip,sym,srcline -i "$file" "$@" >script.txt || return
	python3 - <<'EOF'
import os, re
for block in open("script.txt").read().strip("\n").split("\n\n"):
    lines, frames = block.split("\n"), []
    for line in lines:
        if line.startswith("\t"):
            frames.append([line.split()[1], "-", line.endswith(" (inlined)")])
        elif line.startswith("  "):
            inlined = line.endswith(" (inlined)")
            path, _, number = line.strip().removesuffix(" (inlined)").rpartition(":")
            frames[-1][1:] = [f"{os.path.normpath(path)}:{number}" if number != "0" else "-", inlined]
    chain = []
    for name, place, inlined in frames:
        chain.append(f"{name if inlined and chain else ''} {place}")
        if not inlined:
            print("; ".join(chain))
            chain = []
EOF
}

compare() { # WHAT BINARY-WITH-LINES RECORDING OPTION...
	what=$1 binary=$2
	shift 2
	expected "$binary" >want.txt
	told "$@" >got.txt
	same want.txt got.txt "$what: $(wc -l <want.txt | tr -d ' ') chains as addr2line has them"
	at_least "$(grep -c '; .*; ' want.txt)" 20 "$what: chains of three and more functions"
}

# build NAME FLAG...
build() {
	out=$1
	shift
	g++ -O2 -g "$@" -o "$out" program.cc
}
rows=0
for flags in -gdwarf-5 -gdwarf-4 "-gdwarf-5 -gz=zlib" "-gdwarf-5 -ffunction-sections -Wl,--gc-sections -no-pie"; do
	rows=$((rows + 1))
	sampled $rows 4 || continue
	# shellcheck disable=SC2086 # words
	build program $flags
	recording program "$dir/program" >p.data
	compare "g++ $flags" program p.data
done

# Split debugging information: what is told is what the same code compiled without -gsplit-dwarf says.
code() { # BINARY
	objcopy -O binary -j .text "$1" text.bin && readelf -lW "$1" | grep ' E ' && cksum <text.bin
}
for version in 5 4; do
	sampled $version 4 || continue
	kind="split debugging information, version $version"
	build program -gdwarf-$version
	cp program whole
	build program -gdwarf-$version -gsplit-dwarf
	if ! readelf --debug-dump=info program 2>/dev/null | grep -q 'DW_AT_.*dwo_name' || [ "$(code program)" != "$(code whole)" ]; then
		pass "$kind # SKIP the compiler does not split it, or makes other code then"
		continue
	fi
	recording program "$dir/program" whole >p.data
	compare "$kind" whole p.data
	mkdir -p away
	mv ./*.dwo away
	told p.data >got.txt 2>said
	sed 's/.*; / /' got.txt >got.lines
	is "$(grep -c ';' got.txt)" 0 "$kind: nothing is inlined without the .dwo file"
	at_least "$(grep -c 'program.cc:[1-9]' got.lines)" 20 "$kind: lines are told still"
	is "$(grep -c "^pmrec: inlined functions of '$dir/program' lack a file: '$dir/program.dwo' is not there: .*'$dir/program.dwp'$" said)" 1 \
		"$kind: what is missing is said, and what to do"
	run 0 "$kind: lines alone" "$PMREC" script -F ip,sym,srcline -i p.data
	is "$(cat err)" "" "$kind: lines alone lack nothing"
	build program -gdwarf-$version -gsplit-dwarf -O1
	cp away/program.dwo .
	recording program "$dir/program" >p.data
	told p.data >got.txt 2>said
	is "$(grep -c ';' got.txt)" 0 "$kind: a .dwo file of another compilation is not taken"
	has said "'$dir/program.dwo' is of another compilation" "$kind: and that is said"
	rm -f program.dwo
done

# A package of the split units, more than one: beside the program, or by its build-id below a folder.
cat >more.cc <<'EOF'
#include "sub/mix.h"
__attribute__((noinline)) unsigned long more(unsigned long x)
{
	for (unsigned long i = 0; i < (x & 7); i++)
		x += demo::Mixer<unsigned long>{ x }.twice(x);
	return x;
}
EOF
for version in 5 4; do
	sampled $version 4 || continue
	what="a package of split units, version $version"
	build program -gdwarf-$version -Wl,--build-id more.cc
	cp program whole
	build program -gdwarf-$version -Wl,--build-id -gsplit-dwarf more.cc
	# That dwp of binutils 2.40 breaks on DWARF 5.
	pack="dwp -e program -o program.dwp"
	[ $version = 4 ] || pack="$root/tests/data/mkdwp program.dwp program-more.dwo program-program.dwo"
	if [ "$(code program)" != "$(code whole)" ] || ! $pack; then
		pass "$what # SKIP no dwp, or the compiler makes other code then"
		continue
	fi
	recording program "$dir/program" whole >p.data
	mv ./*.dwo away
	compare "$what" whole p.data
	mv got.txt whole.txt
	id=$(readelf -n program | sed -n 's/.*Build ID: //p')
	below=debug/.build-id/$(echo "$id" | cut -c 1-2)
	mkdir -p "$below"
	mv program.dwp "$below/$(echo "$id" | cut -c 3-).dwp"
	told p.data --debug-dir "$dir/debug" >got.txt
	same whole.txt got.txt "$what, by build-id"
	head -c 3000 "$below/$(echo "$id" | cut -c 3-).dwp" >program.dwp
	told p.data >got.txt 2>said
	is "$(grep -c ';' got.txt)" 0 "$what: one that is cut tells nothing"
	rm -f program.dwp
done

# What dwz moved into a file that two programs share: where the link says, and by its build-id below a folder.
if command -v dwz >/dev/null; then
	build program -gdwarf-4
	build other -gdwarf-4
	cp program whole
	mkdir -p .dwz "debug/.build-id"
	dwz -m .dwz/common -M .dwz/common program other
	is "$(readelf -SW program | grep -c gnu_debugaltlink)" 1 "dwz: the program has a link"
	recording program "$dir/program" whole >p.data
	compare "dwz" whole p.data
	id=$(readelf -n .dwz/common | sed -n 's/.*Build ID: //p')
	mkdir -p "debug/.build-id/$(echo "$id" | cut -c 1-2)"
	mv .dwz/common "debug/.build-id/$(echo "$id" | cut -c 1-2)/$(echo "$id" | cut -c 3-).debug"
	compare "dwz, by build-id" whole p.data --debug-dir "$dir/debug"
	told p.data >got.txt 2>said
	has said "'$dir/program' lack a file: '.dwz/common'.* (dwz), is not there: " "dwz: what is missing is said"
	is "$(grep -c 'Mixer' got.txt)" 0 "dwz: names that lie in a file that is not there are not told"
	cp whole .dwz/common
	told p.data >again.txt 2>said
	same got.txt again.txt "dwz: nor is another file taken"
	has said "'.dwz/common'.* (dwz), has another build-id: " "dwz: and that is said"
	# A link that is a whole path: another file there, and what is no file at all.
	build program -gdwarf-4
	build other -gdwarf-4
	dwz -m common -M "$dir/common" program other
	recording program "$dir/program" whole >p.data
	compare "dwz, by its path" whole p.data
	python3 - "$(readelf -n common | sed -n 's/.*Build ID: //p')" <<'EOF'
import sys
image, id = open("common", "rb").read(), bytes.fromhex(sys.argv[1])
open("common", "wb").write(image.replace(id, bytes([id[0] ^ 1]) + id[1:]))
EOF
	told p.data >again.txt 2>said
	is "$(grep -c 'Mixer' again.txt)" 0 "dwz: another file at its path is not taken"
	rm common
	mkfifo common
	timeout 60 "$PMREC" script --inline --no-demangle -F ip,sym,srcline -i p.data >again.txt 2>said
	is "$? $(grep -c 'Mixer' again.txt)" "0 0" "dwz: a FIFO is not opened"
	rm common
else
	pass "dwz # SKIP no dwz"
fi

# In a separate debug file, which must be the one; before, packed in the one way that libdw may not know.
build program -gdwarf-5
cp program whole
if objcopy --compress-debug-sections=zstd program 2>/dev/null && readelf -tW program | grep -q ZSTD; then
	recording program "$dir/program" whole >p.data
	compare "sections packed by zstd" whole p.data
	cp whole program
else
	pass "sections packed by zstd # SKIP objcopy does not pack so"
fi
objcopy --only-keep-debug program program.debug
objcopy --strip-all --add-gnu-debuglink=program.debug program
recording program "$dir/program" whole >p.data
compare "a separate debug file" whole p.data
build other -gdwarf-5 -DOTHER -O1
objcopy --only-keep-debug other program.debug
told p.data >got.txt
is "$(grep -c mix.h got.txt)" 0 "one of another program is not taken"

# The other views of the same.
build program -gdwarf-5
recording program "$dir/program" >p.data
expected program >want.txt
sed -n 1~2p asked | addr2line -e program | sed 's/ (discriminator.*//; s,.*/,,' | sed 's/?$/0/' | sort | uniq -c | awk '{ print $2, $1 }' |
	grep -v ':0' | sort >want.lines
"$PMREC" report --no-children -g none -n --sort srcline -i p.data |
	awk '!/^#/ && NF && $3 ~ /^(program.cc|mix.h):[1-9]/ { print $3, $2 }' | sort >got.lines
same want.lines got.lines "report --sort srcline: samples by line"
sed 's/:.* / /' want.lines | awk '{ n[$1] += $2 } END { for (f in n) print f, n[f] }' | sort >want.files
"$PMREC" report --no-children -g none -n --sort srcfile -i p.data |
	awk '!/^#/ && $3 ~ /^(program.cc|mix.h)$/ { print $3, $2 }' | sort >got.files
is "$(cut -d ' ' -f 1 got.files)" "$(cut -d ' ' -f 1 want.files)" "report --sort srcfile: the files"
run 0 "report --inline" "$PMREC" report --inline -g none --sort sym -i p.data
has out 'demo::Mixer<unsigned long>::twice (inlined)' "report --inline: callers that were inlined have a row"
run 0 "report -g srcline" "$PMREC" report --inline --no-children -g caller,srcline,0 --sort sym -i p.data
has out 'work program.cc:[0-9]*$' "report -g srcline: a function with its line"
has out 'fold.* program.cc:[0-9]* (inlined)$' "report -g srcline: one that was inlined"
run 0 "fold --inline --all" "$PMREC" fold --inline --all -i p.data
has out ';work;fold_\[i\];.*Mixer<unsigned long>::twice_\[i\]' "fold --inline --all: marked"
run 0 "fold" "$PMREC" fold -i p.data
is "$(grep -c Mixer out)" 0 "without --inline there are none"
run 0 "script --json --inline" "$PMREC" script --json --inline -i p.data
has out '"sym":"fold[^"]*","symoff":[0-9]*,"inlined":true,"srcline":"program.cc:5"' "script --json: a frame that was inlined"
finish
