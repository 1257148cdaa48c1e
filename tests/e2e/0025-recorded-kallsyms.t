#!/bin/sh
# The copy of /proc/kallsyms that simpleperf keeps: in one record, or in parts where it is longer than a record can be. The
# kernel and its modules are named from it whatever runs here; what the person names counts more.
. "$(dirname "$0")/lib.sh"
command -v python3 >/dev/null || skip_all "no python3"

printf 'ffffffc000080000 T _text\nffffffc000081000 T do_one\nffffffc000082000 t do_two\nffffffc000090000 T _etext\nffffffbffc000000 t mod_fn\t[mod]\nffffffbffc001000 t mod_end\t[mod]\n' >kallsyms
sed 's/do_/named_/' kallsyms >given

# recording TEXT PIECES: with the text in so many parts; 1 = in a record of its own
recording() {
	python3 - "$1" "$2" >in.txt <<'E2'
import struct, sys
text, pieces = open(sys.argv[1], "rb").read(), int(sys.argv[2])
print("event cycles type=0 config=0 freq=100 sample=IP|TID|TIME ids=1")
body = struct.pack("<I", len(text)) + text + bytes(-len(text) % 8)
if pieces == 1:
    print(f"raw type=32769 body={body.hex()}")
else:
    size = 8 + len(body)
    whole = struct.pack("<IHH", 32769, size >> 16, size & 0xffff) + body
    each = (len(whole) // pieces + 8) & ~7
    for at in range(0, len(whole), each):
        print(f"raw type=32772 body={whole[at:at + each].hex()}")
    print("raw type=32773 body=")
print("""mmap pid=-1 tid=0 start=0 len=0xffffffffffffffff file=[kernel.kallsyms] mode=kernel
mmap pid=-1 tid=0 start=0xffffffbffc000000 len=0x2000 file=[mod] mode=kernel
comm pid=10 comm=app time=1
buildid file=[kernel.kallsyms] id=00112233445566778899aabbccddeeff00112233 mode=kernel
sample pid=10 tid=10 mode=kernel ip=0xffffffc000081010 time=2
sample pid=10 tid=10 mode=kernel ip=0xffffffc000082010 time=3
sample pid=10 tid=10 mode=kernel ip=0xffffffbffc000010 time=4""")
E2
	"$root/tests/data/mkperf" in.txt >p.data
}
names() {
	"$PMREC" script -F ip,sym -i p.data "$@" 2>err | awk 'NF { printf "%s", $2 == "[unknown]" ? "?" : $2 }'
}

for pieces in 1 2 5; do
	recording kallsyms $pieces
	is "$(names)" "do_onedo_twomod_fn" "in $pieces parts"
	is "$(cat err)" "" "without a word"
	run 0 "a sound file" "$PMREC" info --check -i p.data
done
# Of this length a record cannot be.
{ sed '$d' kallsyms; seq -f 'ffffffc0000a%04.0f t filler' 1000 4999; } >long
recording long 3
is "$(names | cut -c 1-12)" "do_onedo_two" "more than 65535 bytes"
is "$(names --kallsyms given)" "named_onenamed_twomod_fn" "--kallsyms counts more"
printf 'no kallsyms at all\n' >words
recording words 1
is "$(names)" "???" "a text that is none: no names"
has err "the recorded kallsyms" "and it is said"
# The length is a lie.
recording kallsyms 1
sed 's/^raw type=32769 body=......../raw type=32769 body=ffffff7f/' in.txt >lie.txt
"$root/tests/data/mkperf" lie.txt >p.data
is "$(names)" "???" "a length beyond the record: no names"
finish
