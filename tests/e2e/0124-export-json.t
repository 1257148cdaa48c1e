#!/bin/sh
# The JSON of export has all that perf's own has (perf data convert), sample by sample, of perf 6.1 and 7.2. Names are compared
# in the program: elsewhere the two differ in what they call aliases and entries of the PLT, and where a return address is the
# first byte of the next function, by which perf names a caller.
. "$(dirname "$0")/lib.sh"
need_recording
need_root
command -v perf >/dev/null || skip_all "no perf here"
command -v python3 >/dev/null || skip_all "no python3"

cat >compare.py <<'EOT'
import json, sys
ours, theirs = [json.load(open(path)) for path in sys.argv[1:]]
assert ours["linux-perf-json-version"] == theirs["linux-perf-json-version"]
for key, value in theirs["headers"].items():
    assert ours["headers"][key] == value, (key, ours["headers"][key], value)
n_names = 0
for ours, theirs in zip(ours["samples"], theirs["samples"]):
    chain, want = ours.pop("callchain"), theirs.pop("callchain")
    if theirs["comm"] == f":{theirs['tid']}": # perf forgets a thread's name when it exits
        theirs.pop("comm")
    assert theirs.items() <= ours.items(), (ours, theirs)
    assert [f["ip"] for f in chain] == [f["ip"] for f in want], (chain, want)
    for f, perfs in zip(chain, want):
        assert perfs.get("dso", f.get("dso")) == f.get("dso"), (f, perfs)
        if f.get("dso") in ("chain", "threads"):
            assert f.get("symbol") == perfs.get("symbol"), (f, perfs)
            n_names += "symbol" in f
print(n_names)
EOT

compare() { # PERF NAME FILE LEAST
	rm -f theirs.json
	$1 data convert --force --to-json theirs.json -i "$3" 2>err >/dev/null || fail "$2 converts $3" "$(cat err)"
	"$PMREC" export -q --format json -o ours.json -i "$3" || fail "$3 is exported"
	n=$(python3 compare.py ours.json theirs.json 2>&1)
	at_least "$n" "$4" "$3: the samples are those of $2"
	is "$(grep -c '^{"timestamp"' ours.json)" "$(grep -c '"timestamp"' theirs.json)" "$3: as many as $2 has"
}

"$PMREC" record -q -g -F 2000 -o chain.data "$workloads/chain" >/dev/null || fail "record"
"$PMREC" record -q -g -k CLOCK_MONOTONIC -e cpu-clock,page-faults -o events.data "$workloads/threads" 100 2 2 >/dev/null || fail "record"
for data in chain.data events.data; do
	compare perf "perf 6.1" $data 50
	! have_perf_new || compare "$perf_new" "perf 7.2" $data 50
done
finish
