#!/bin/sh
# Stripped programs that tell their functions as Go programs do: tables of each age made from what nm says of a workload,
# and Go programs of the compiler that is here, against nm of the same program before it was stripped.
. "$(dirname "$0")/lib.sh"
need_recording
for tool in nm objcopy python3 strip; do
	command -v $tool >/dev/null || skip_all "no $tool"
done

# One that lies where its addresses say, and one that can lie anywhere: the mapping tells.
cp "$workloads/chain" whole
nm -n -S --defined-only whole | awk '$3 ~ /^[tT]$/ && $4 !~ /^_/ { print $1, $2, "chain." $4 }' |
	while read -r start size name; do printf '%x %x %s\n' $((0x$start)) $((0x$start + 0x$size)) "$name"; done >functions
has functions ' chain.busy$' "nm names the functions"
strip --strip-all -o stripped whole
for age in 1.2 1.16 1.18 1.20; do
	"$root/tests/data/mkgopclntab" --age $age functions >table
	objcopy --add-section .gopclntab=table stripped go$age
	run 0 "Go $age: record" "$PMREC" record -q -g -F 2000 -e cpu-clock:u -o p.data ./go$age 100
	"$PMREC" fold -i p.data >folded
	has folded ';chain.main;chain.outer;chain.mid;chain.inner;chain.busy [0-9]*$' "Go $age: it has the names"
done
"$root/tests/data/mkgopclntab" --age 1.20 --no-text functions >table
objcopy --add-section .gopclntab=table stripped lost
"$PMREC" record -q -g -F 2000 -e cpu-clock:u -o p.data ./lost 100 >/dev/null
"$PMREC" fold -i p.data >folded
is "$(grep -c 'chain\.' folded)" 0 "nothing tells where the code begins: no names"
head -c 120 table >table.cut
objcopy --add-section .gopclntab=table.cut stripped torn
"$PMREC" record -q -g -F 2000 -e cpu-clock:u -o p.data ./torn 100 >/dev/null
run 0 "a torn table: fold" "$PMREC" fold -i p.data
is "$(grep -c 'chain\.' out)" 0 "a torn table: no names"

if ! command -v go >/dev/null; then
	echo "# no go: its own programs are not tried"
	finish
fi
export GOCACHE="${GOCACHE:-$root/build/go-cache}" GOPATH="$dir/gopath" GO111MODULE=off GOFLAGS='' GOTOOLCHAIN=local
cat >main.go <<'END'
package main

import (
	"fmt"
	"time"
)

//go:noinline
func busy(n uint64) uint64 {
	s := uint64(1)
	for i := uint64(0); i < n; i++ {
		s = s*6364136223846793005 + i
	}
	return s
}

type work struct{ sum uint64 }

//go:noinline
func (w *work) step(n uint64) {
	for i := uint64(0); i < n; i++ {
		w.sum = w.sum*2862933555777941757 + i
	}
}

func main() {
	w := &work{}
	for end := time.Now().Add(200 * time.Millisecond); time.Now().Before(end); {
		w.step(100000)
		w.sum += busy(100000)
	}
	fmt.Println(w.sum & 1)
}
END
sed 's/^import (/import "C"\n&/' main.go >cgo.go

# go_program NAME SOURCE FLAGS...
go_program() {
	name=$1 source=$2
	shift 2
	go build -o whole "$@" "$source" 2>err || { echo "# $name: $(tail -n 1 err)"; return 0; }
	strip --strip-all -o program whole
	run 0 "$name: record" "$PMREC" record -q -g -F 2000 -e cpu-clock:u -o p.data ./program
	"$PMREC" script -i p.data -F ip,sym,symoff | awk '/^\t/ && $2 ~ /^(main|runtime)\./ { print $2 }' | sort -u >places
	has places '^main\.busy+0x' "$name: the function that is busy"
	has places '^main\.(\*work)\.step+0x' "$name: a method"
	has places '^runtime\.main+0x' "$name: what called main (two leaves without frames hide main itself)"
	# The function that nm has at the address that a sample of it says it began at.
	"$PMREC" script -i p.data --show-mmap-events -F ip,sym,symoff,dso 2>/dev/null >script.txt
	base=$(awk '/PERF_RECORD_MMAP2.* r-xp .*\/program$/ { sub(/.*\[/, ""); sub(/\(.*@/, ""); print $1, $2; exit }' script.txt)
	off=$(readelf -lW whole | awk '$1 == "LOAD" && / R E / { print $2, $3; exit }')
	set -- $base $off
	awk '/^\t/ && $2 ~ /^main\.busy\+/ { sub(/.*\+/, "", $2); print $1, $2; exit }' script.txt >one
	read -r ip symoff <one
	start=$(printf '%016x' $((0x$ip - symoff - $1 + $2 - $3 + $4)))
	is "$(nm whole | awk -v a="$start" '$1 == a { print $3 }')" main.busy "$name: nm has it where it begins"
}
go_program "plain" main.go
go_program "PIE" main.go -buildmode=pie
if command -v gcc >/dev/null; then
	go_program "cgo" cgo.go -ldflags=-linkmode=external
	go_program "cgo, PIE" cgo.go -buildmode=pie -ldflags=-linkmode=external
fi
finish
