#!/bin/sh
# Signals: the command gets the first one once, and all the time it needs for its end; a second one kills it.
. "$(dirname "$0")/lib.sh"
need_recording
need_terminal

# The command says "ready", counts the signals that it gets, and takes a while to end after the first. How long, and
# what is done to pmrec meanwhile, differs: see below.
cat >command.py <<'EOT'
import os, signal, sys, time
end_s, mark, ready = float(sys.argv[1]), sys.argv[2], sys.argv[3]
def count(sig, frame):
    with open(mark, "a") as f:
        f.write(signal.Signals(sig).name + "\n")
for sig in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
    signal.signal(sig, count)
if ready != "-":
    open(ready, "w").close()
while not os.path.exists(mark):
    time.sleep(0.01)
until = time.monotonic() + end_s
while time.monotonic() < until:   # it works, so that it is recorded
    pass
with open(mark, "a") as f:
    f.write("ended\n")
EOT

# drive.py PMREC HOW MARK END_S SIGNAL...: start pmrec on command.py, with a terminal of its own for HOW = typed; then
# send it the signals, each when something has happened: the first when the command is ready, the others when it
# counted the first. A number is a pause in seconds. Prints the status and how long it took after the last signal.
cat >drive.py <<'EOT'
import os, pty, signal, subprocess, sys, time
pmrec, how, mark, end_s, *todo = sys.argv[1:]
for sig in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):   # nohup and shells ignore some for us
    signal.signal(sig, signal.SIG_DFL)
ready = mark + ".ready"
argv = [pmrec, "record", "-e", "cpu-clock", "-o", mark + ".data", sys.executable, "command.py", end_s, mark, ready]
def wait_for(path):
    until = time.monotonic() + 20
    while not os.path.exists(path) and time.monotonic() < until:
        time.sleep(0.005)
master = None
if how == "typed":
    pid, master = pty.fork()
    if pid == 0:
        os.dup2(os.open(mark + ".err", os.O_WRONLY | os.O_CREAT, 0o600), 2)
        os.execv(argv[0], argv)
else:
    with open(mark + ".err", "w") as err:
        pid = subprocess.Popen(argv, stderr=err, start_new_session=True).pid
wait_for(ready)
sent = False
for word in todo:
    if word[0].isdigit():
        time.sleep(float(word))
        continue
    if sent:
        wait_for(mark)
    sent = True
    if word == "ctrl-c":
        os.write(master, b"\x03")
    elif word == "hangup":
        os.close(master)
        master = None
    else:
        os.kill(pid, getattr(signal, word))
    last = time.monotonic()
how_ended = os.waitpid(pid, 0)[1]
took = time.monotonic() - last
if os.WIFSIGNALED(how_ended):
    print("signal", os.WTERMSIG(how_ended))
else:
    print("exit", os.WEXITSTATUS(how_ended))
print("quick" if took < 3 else "slow")
EOT

drive() {
	python3 drive.py "$PMREC" "$@" >result 2>&1
	sed -n 1p result
}

# The end of the command takes longer than any patience but one without limit would have: it is the time that is
# recorded, too.
is "$(drive sent a 2.5 SIGTERM)" "exit 143" "SIGTERM: status"
is "$(tr '\n' ' ' <a)" "SIGTERM ended " "SIGTERM: the command gets one, and ends as it wants"
has a.err "captured and wrote" "SIGTERM: the closing line"
run 0 "SIGTERM: the file is whole" "$PMREC" script -i a.data -F time
at_least "$(awk 'NR == 1 { a = $1 + 0 } { b = $1 + 0 } END { printf "%.1f", b - a }' out)" 2.4 \
	"SIGTERM: seconds recorded, its end included"

is "$(drive sent b 0.3 SIGINT)" "exit 130" "SIGINT: status"
is "$(tr '\n' ' ' <b)" "SIGTERM ended " "SIGINT: the command gets one SIGTERM"
is "$(drive sent c 0.3 SIGHUP SIGHUP)" "exit 129" "SIGHUP twice: status"
is "$(tr '\n' ' ' <c)" "SIGTERM ended " "SIGHUP twice: the command gets one SIGTERM, and is not killed"
is "$(drive sent d 0.3 SIGTERM SIGTERM)" "exit 143" "SIGTERM twice at once, as timeout(1) does: status"
has d ended "SIGTERM twice at once: the command is not killed"

is "$(drive typed e 0.3 ctrl-c)" "exit 130" "Ctrl-C: status"
is "$(tr '\n' ' ' <e)" "SIGINT ended " "Ctrl-C: the command got it from the terminal, and nothing more"
has e.err "captured and wrote" "Ctrl-C: the closing line"

is "$(drive typed i 0.3 hangup)" "exit 129" "the terminal goes away: status"
is "$(grep -c SIGTERM i) $(tail -n 1 i)" "1 ended" "the terminal goes away: the command is asked to end, once"

for how in "sent f 60 SIGTERM 0.2 SIGTERM" "sent g 60 SIGHUP 0.2 SIGINT" "typed h 60 ctrl-c 0.2 ctrl-c"; do
	# shellcheck disable=SC2086 # words
	drive $how >/dev/null
	mark=$(echo "$how" | cut -d ' ' -f 2)
	case $mark in f) want=143 ;; g) want=129 ;; h) want=130 ;; esac
	is "$(tr '\n' ' ' <result)" "exit $want quick " "a second one ($how): status"
	is "$(grep -c ended "$mark")" 0 "a second one: the command is killed"
	has $mark.err "captured and wrote" "a second one: the closing line"
	run 0 "a second one: the file is whole" "$PMREC" report -i $mark.data
done

# Many of them: whatever is pending at the end does not end pmrec itself.
cat >storm.py <<'EOT'
import os, signal, subprocess, sys, time
for i in range(20):
    if os.path.exists("storm.data"):
        os.unlink("storm.data")
    p = subprocess.Popen([sys.argv[1], "record", "-q", "-e", "cpu-clock", "-o", "storm.data", "sleep", "60"],
                         stdout=subprocess.DEVNULL)
    while not os.path.exists("storm.data"):
        time.sleep(0.001)
    while p.poll() is None:
        p.send_signal(signal.SIGINT)
    if p.returncode != 130:
        print(p.returncode)
EOT
is "$(python3 storm.py "$PMREC")" "" "signals without end: the status is pmrec's own"
finish
