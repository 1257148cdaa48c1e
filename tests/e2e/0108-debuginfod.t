#!/bin/sh
# Debug files that a server has: fetched when that is asked for, and only then.
. "$(dirname "$0")/lib.sh"
for tool in gcc objcopy readelf nm python3; do
	command -v $tool >/dev/null || skip_all "no $tool"
done
cat >t.c <<'END'
int work(int x) { return x * 3 + N; }
int main(void) { return work(1); }
END
for i in 1 2; do
	gcc -g -DN=$i -Wl,--build-id -o prog$i t.c || skip_all "gcc cannot build"
	objcopy --only-keep-debug prog$i prog$i.debug
done
id=$(readelf -n prog1 | sed -n 's/.*Build ID: //p')
[ -n "$id" ] || skip_all "gcc makes no build-ids"
at=$(nm prog1 | awk '$3 == "work" { print $1 }')
strip prog1 prog2
python3 - "$at" "$id" "$dir/prog1" >text <<'END'
import sys
at, id, path = int(sys.argv[1], 16), sys.argv[2], sys.argv[3]
print("event cycles type=0 config=0 period=1 sample=IP|TID|TIME flags=MMAP|COMM")
print("comm pid=7 tid=7 comm=program time=1")
# A program of gcc's that can lie anywhere: addresses and offsets in the file are the same for its code.
print(f"mmap2 pid=7 tid=7 start=0x5500000000 len=0x8000 pgoff=0 file={path} buildid={id} time=2")
print(f"sample pid=7 tid=7 time=3 ip={0x5500000000 + at + 2:#x}")
END
"$root/tests/data/mkperf" text >p.data

mkdir none
export DEBUGINFOD_CACHE_PATH="$dir/cache"
unset DEBUGINFOD_URLS DEBUGINFOD_TIMEOUT
names() { # OPTION...
	rm -rf cache
	"$PMREC" script -F ip,sym -i p.data "$@" 2>err | awk '{ print $2 }'
}
unnamed="[unknown]"
is "$(names)" "$unnamed" "without the option: no name"
run 1 "without the program" env PATH="$dir/none" "$PMREC" report --debuginfod=http://127.0.0.1:9 -i p.data
has err "no 'debuginfod-find' here.*package 'debuginfod'" "without the program: the package is named"

if ! command -v debuginfod-find >/dev/null; then
	echo "# no debuginfod-find here: it is only refused"
	finish
fi
run 2 "no server" "$PMREC" report --debuginfod -i p.data
# What it is asked for is in the log.
mkdir -p "www/buildid/$id"
cat >server.py <<'END'
import functools, http.server, os
handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory="www")
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
with open("port.new", "w") as f:
    f.write(str(server.server_address[1]))
os.rename("port.new", "port")
server.serve_forever()
END
python3 server.py 2>log &
server=$!
trap 'kill $server; rm -rf "$dir"' EXIT
until [ -e port ]; do
	kill -0 $server 2>/dev/null || skip_all "no server can be started here"
	sleep 0.1
done
url=http://127.0.0.1:$(cat port)

is "$(names --debuginfod="$url")" "$unnamed" "the server does not have it"
has log "GET /buildid/$id/debuginfo.* 404" "it was asked"
cp prog1.debug "www/buildid/$id/debuginfo"
: >log
is "$(names)" "$unnamed" "without the option: no name"
is "$(cat log)" "" "and nobody was asked"
is "$(names --debuginfod="$url")" work "it has: named"
is "$(names --debuginfod "$url")" work "the server as a word of its own"
is "$(DEBUGINFOD_URLS=$url names --debuginfod)" work "the servers of the environment"
is "$(DEBUGINFOD_URLS=http://127.0.0.1:9 names --debuginfod="$url")" work "the named one counts more"
names -v --debuginfod="$url" >/dev/null
has err "debug file of '$dir/prog1': fetched" "-v: said"
rm -rf cache
"$PMREC" fold --debuginfod="$url" -i p.data >out 2>err
is "$(cat out)" "program;work 1" "fold"
"$PMREC" report --debuginfod="$url" --sort sym -g none -i p.data >out 2>err
has out "\[\.\] work *$" "report"
cp prog2.debug "www/buildid/$id/debuginfo"
is "$(names --debuginfod="$url")" "$unnamed" "that of another program is not taken"
finish
