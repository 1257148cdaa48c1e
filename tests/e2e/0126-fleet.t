#!/bin/sh
# The commands by which the README sends a machine's profiles to a store, as they stand there, against a stand-in for the store
# that takes what its documentation demands: each finished file arrives once, whole, and is gone; what is refused stays.
. "$(dirname "$0")/lib.sh"
[ -z "${PMREC_ASAN:-}" ] || skip_all "it is the README that is tried"
need_recording
for tool in curl python3 base64 hostname; do
	command -v $tool >/dev/null || skip_all "no $tool"
done

cat >store.py <<'EOT'
"""A store: keeps the profiles that come as Pyroscope's Push takes them, as JSON; FAIL there makes it refuse."""
import base64, http.server, json, os

class Store(http.server.BaseHTTPRequestHandler):
    n = 0
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        good = self.path == "/push.v1.PusherService/Push" and self.headers["Content-Type"] == "application/json"
        if not good or os.path.exists("FAIL"):
            self.send_error(400)
            return
        for series in body["series"]:
            labels = {l["name"]: l["value"] for l in series["labels"]}
            for sample in series["samples"]:
                assert len(sample["ID"]) == 36
                Store.n += 1
                with open(f"got{Store.n}.pb.gz", "wb") as file:
                    file.write(base64.b64decode(sample["rawProfile"], validate=True))
                with open(f"got{Store.n}.labels", "w") as file:
                    file.write("".join(f"{k}={v}\n" for k, v in sorted(labels.items())))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"{}")
    def log_message(self, *args):
        pass

server = http.server.HTTPServer(("127.0.0.1", 0), Store)
with open("port.new", "w") as file:
    file.write(str(server.server_port))
os.rename("port.new", "port")
server.serve_forever()
EOT
python3 store.py &
store=$!
trap 'kill $store 2>/dev/null; rm -rf "$dir"' EXIT
until [ -s port ]; do
	kill -0 $store 2>/dev/null || skip_all "no server can be had here"
	sleep 0.05
done
STORE=http://127.0.0.1:$(cat port)
export STORE

# The commands, with a folder of their own and a program in place of the whole machine.
sed -n '/^## Many machines/,/^## Build/s/^    //p' "$root/README.md" | sed "s#/var/lib/pmrec#$dir/files#" >commands
mkdir bin files
ln -s "$PMREC" bin/pmrec
PATH=$dir/bin:$PATH
export PATH
sed -n '/^pmrec record/p' commands | sed 's/ -a / /; s/=60s/=1s/; s/=60 /=9 /' >record.sh
has record.sh "^pmrec record -g -F 49 --switch-output=1s --switch-max-files=9 -o $dir/files/perf.data$" "the README's recorder"
sed -n '/^for file/,/^done/p' commands >send.sh
at_least "$(wc -l <send.sh)" 8 "the README's loop"
echo "$(cat record.sh) -q -F 499 -e cpu-clock '$workloads/chain' 2500" >record.sh
sh record.sh >/dev/null 2>record.err || fail "record" "$(cat record.err)"
i=0
for file in files/perf.data.*; do
	sum=$("$PMREC" fold -i "$file" 2>/dev/null | awk '{ sum += $NF } END { print sum + 0 }')
	if [ "$sum" = 0 ]; then # the last one may be empty
		rm "$file"
		continue
	fi
	i=$((i + 1))
	echo "$sum" >want$i
done
set -- files/perf.data.*
at_least $# 2 "files to send"
: >FAIL
sh send.sh >/dev/null 2>send.err
is "$(ls files/perf.data.* | wc -l)" $# "what the store refuses stays"
rm FAIL
sh send.sh >/dev/null 2>send.err || fail "send" "$(cat send.err)"
is "$(ls got*.pb.gz | wc -l | tr -d ' ')" $# "each file arrived once"
is "$(find files -name 'perf.data.*' | wc -l | tr -d ' ')" 0 "and is gone"
for i in $(seq $#); do
	"$root/tests/data/readexport" pprof=got$i.pb.gz
	awk '{ own += $2 } END { printf "%d\n", own }' got$i.pb.gz.sums >got
	same got want$i "profile $i: its weight is that of fold"
	is "$(tr '\n' ' ' <got$i.labels)" "__name__=process_cpu hostname=$(hostname) service_name=pmrec " "profile $i: its labels"
done
finish
