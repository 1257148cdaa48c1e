#!/bin/sh
# When samples are taken: delays, commands through a pipe. What is compared is the time that the kernel gave the samples.
. "$(dirname "$0")/lib.sh"
need_recording
command -v python3 >/dev/null || skip_all "no python3"

# drive.py PMREC: start disabled, and tell it what to do, with the kernel's clock before and after each answer. Prints
# what was answered; the file "spans" gets "from to" of each time in which samples may be.
cat >drive.py <<'EOF'
import os, subprocess, sys, time
pmrec, threads = sys.argv[1:]
os.mkfifo("ctl"); os.mkfifo("ack")
err = open("err", "w")
p = subprocess.Popen([pmrec, "record", "-e", "cpu-clock:u", "-D", "-1", "--control", "fifo:ctl,ack", "-o", "c.data",
                      threads, "20000", "1", "0"], stdout=subprocess.DEVNULL, stderr=err)
ctl, ack = os.open("ctl", os.O_RDWR), os.open("ack", os.O_RDWR)
now = lambda: time.clock_gettime(time.CLOCK_MONOTONIC)
def tell(line):
    before = now()
    os.write(ctl, line.encode() + b"\n")
    answer = os.read(ack, 100)
    print(line, answer)
    return before, now()
tell("ping")
time.sleep(0.3)
spans = []
for on, off in (("enable", "disable"), ("enable cpu-clock:u", "disable cpu-clock:u")):
    a = tell(on)[0]
    time.sleep(0.3)
    spans.append((a, tell(off)[1]))
    time.sleep(0.3)
tell("evlist")
os.write(ctl, b"nonsense\n")
tell("snapshot")
tell("stop")
print("exit", p.wait(20))
with open("spans", "w") as f:
    for a, b in spans:
        print("%.9f %.9f" % (a, b), file=f)
EOF
python3 drive.py "$PMREC" "$workloads/threads" >answers 2>&1
cat >want <<'EOF'
ping b'ack\n'
enable b'ack\n'
disable b'ack\n'
enable cpu-clock:u b'ack\n'
disable cpu-clock:u b'ack\n'
evlist b'ack\n'
snapshot b'ack\n'
stop b'ack\n'
exit 0
EOF
same answers want "each command is answered, and stop ends it"
has err "event 'cpu-clock:u'" "evlist lists the events"
has err "'nonsense' is not known" "what is no command is said"

# The kernel's clock of samples is not the monotonic one, but ticks as it does: the two differ by what the first
# sample shows, so lengths and distances are compared.
"$PMREC" script -i c.data -F time --ns | awk '
	FNR == NR { from[NR] = $1; to[NR] = $2; next }
	{ t = $1 + 0 }
	!n || t - last > 0.2 { n++; first[n] = t }
	{ last = t; end[n] = t }
	END {
		print "groups", n
		for (i = 1; i <= n; i++)
			if (end[i] - first[i] > to[i] - from[i]) print "group", i, "is longer than it was enabled"
			else if (end[i] - first[i] < 0.1) print "group", i, "is short"
		if (first[2] - end[1] < 0.2) print "samples in between"
	}' spans - >groups
is "$(cat groups)" "groups 2" "samples between enable and disable, and only there"

# The exec of the command is told by the kernel; samples come so much later.
run 0 "-D" "$PMREC" record -e cpu-clock:u -D 400 -o d.data "$workloads/threads" 1000 1 0
at_least "$("$PMREC" report -D -i d.data | awk '
	/PERF_RECORD_COMM exec/ && !exec_ns { exec_ns = $2 }
	/PERF_RECORD_SAMPLE/ && !sample_ns { sample_ns = $2 }
	END { printf "%.3f", (sample_ns - exec_ns) / 1e9 }')" 0.39 "-D 400: seconds from the exec to the first sample"
at_least "$("$PMREC" script -i d.data -F time | wc -l)" 100 "-D 400: samples thereafter"

# A writer that never ends, and one that holds the pipe open: neither holds up the recording.
yes ping 2>/dev/null | timeout -k 1 10 "$PMREC" record -q -e cpu-clock:u --control fd:0 -o y.data sh -c 'exec sleep 0.1' 2>err
is "$? $(cat err)" "0 " "--control: a flood of commands"
mkfifo held
{ echo ping; sleep 5; } >held &
run 0 "--control: a pipe that is held open" timeout 4 "$PMREC" record -q -e cpu-clock:u --control fd:0 -o h.data sh -c 'exec sleep 0.1' <held
run 2 "--control: a number that is not open" "$PMREC" record -e cpu-clock:u --control fd:77 -o n.data true
has err "descriptor 77 is not open" "--control: said"
run 0 "--control fd" "$PMREC" record -e cpu-clock:u --control fd:0 -o f.data sh -c 'exec sleep 0.1'
printf 'stop\n' >stop
status=0
"$PMREC" record -q -e cpu-clock:u --control fd:7 -o f.data sleep 100 7<stop >out 2>err || status=$?
is "$status $(cat err)" "0 " "--control fd: a stop that was there before"
for bad in x fd: fd:x fd:1,x fifo: fifo:/etc/passwd; do
	status=0
	"$PMREC" record -q -e cpu-clock:u --control $bad -o bad.data true 2>err || status=$?
	is "$status $(wc -l <err | tr -d ' ')" "2 1" "--control $bad is refused"
done
run 2 "-D x" "$PMREC" record -D x true
run 2 "--duration 0" "$PMREC" record --duration 0 true
run 2 "--duration 1s" "$PMREC" record --duration 1s true
finish
