#!/bin/sh
# Alone: it sets kernel.perf_event_paranoid.
# What a user without rights may record at each level of kernel.perf_event_paranoid, and what is said of the rest; then
# in a user namespace and under a filter of system calls. What is permitted is as the kernel's own documentation has it
# (Documentation/admin-guide/sysctl/kernel.rst); levels above 2 bind in the kernels of some distributions only.
. "$(dirname "$0")/lib.sh"
need_recording
need_root
command -v setpriv >/dev/null || skip_all "there is no setpriv"
sysctl=/proc/sys/kernel/perf_event_paranoid
was=$(cat $sysctl)
trap 'echo "$was" >$sysctl; rm -rf "$dir"' EXIT
{ echo "$was" >$sysctl; } 2>/dev/null || skip_all "kernel.perf_event_paranoid cannot be set"

chmod 755 .
mkdir -m 777 open
cp "$PMREC" open/pmrec
cat >open/loop <<'E2'
i=0
while [ $i -lt 200000 ]; do i=$((i + 1)); done
E2
cd open || exit 1
as_user() { setpriv --reuid 12345 --regid 12345 --clear-groups ./pmrec "$@"; }

# row LEVEL STATUS SAYS -- ARGUMENTS: SAYS is empty where nothing is to be said.
row() {
	level=$1 want=$2 says=$3
	shift 4
	echo "$level" >$sysctl
	rm -f u.data
	status=0
	as_user record -o u.data "$@" >out 2>all </dev/null || status=$?
	grep -v '^\[ pmrec record: captured' all >err
	is "$status" "$want" "paranoid $level: $*: status"
	if [ -n "$says" ]; then
		has err "$says" "paranoid $level: $*: said"
		is "$(wc -l <err | tr -d ' ')" 1 "paranoid $level: $*: in one line"
	else
		is "$(cat err)" "" "paranoid $level: $*: nothing is said"
	fi
	is "$(ls u.data 2>/dev/null)" "$([ "$want" = 0 ] && echo u.data)" "paranoid $level: $*: a file if it worked"
}

# Kernels that refuse everything above 2.
echo 3 >$sysctl
strict=''
as_user record -q -e cpu-clock:u -o u.data true 2>/dev/null || strict=1
echo "# levels above 2 ${strict:-do not} bind here"

for level in -1 0 1 2 3 4; do
	own=0 all=5 kernel='' denied=''
	[ $level -le 2 ] || [ -z "$strict" ] || own=5 denied="is $level;.*paranoid=2"
	[ $level -gt 0 ] || all=0
	[ $level -lt 2 ] || kernel="kernel's own code is left out.*is $level;.*paranoid=1"
	[ $own = 0 ] || kernel=$denied
	row $level $own "$denied" -- -e cpu-clock:u sh loop
	[ $own != 0 ] || is "$(./pmrec script -i u.data -F ip | awk '/^ *f{8}/' | wc -l | tr -d ' ')" 0 "no address of the kernel"
	row $level $own "$kernel" -- -e cpu-clock sh loop
	has_kernel=$([ $own = 0 ] && ./pmrec evlist -v -i u.data | grep -c 'cpu-clock.*exclude_kernel: 1')
	[ $own != 0 ] || is "$has_kernel" "$([ $level -ge 2 ] && echo 1 || echo 0)" "the kernel is in it up to level 1"
	row $level $all "$([ $all = 0 ] || echo "on all CPUs.*is $level;.*paranoid=0")" -- -a -e cpu-clock sh loop
	if [ -z "$strict" ] || [ $level -le 2 ]; then
		row $level 5 "another user's.*CAP_PERFMON" -- -e cpu-clock:u -p 1 --duration 0.1
	fi
done

echo 2 >$sysctl
if unshare -Ur true 2>/dev/null; then
	status=0
	unshare -Ur ./pmrec record -q -a -e cpu-clock -o n.data true >out 2>err || status=$?
	is "$status" 5 "root of a user namespace: status"
	has err "user namespace (a container) only.*paranoid=0' outside" "root of a user namespace: said"
else
	echo "# no user namespaces here"
fi

# A filter as containers have it, which answers in the kernel's place: EPERM.
cat >confined.py <<'E2'
import ctypes, os, platform, struct, sys
nr = {"x86_64": 298, "aarch64": 241}[platform.machine()]
code = [(0x20, 0, 0, 0), (0x15, 0, 1, nr), (6, 0, 0, 0x00050001), (6, 0, 0, 0x7fff0000)]
text = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *c) for c in code))
prog = ctypes.create_string_buffer(struct.pack("HxxxxxxQ", len(code), ctypes.addressof(text)))
libc = ctypes.CDLL(None, use_errno=True)
if libc.prctl(38, 1, 0, 0, 0) or libc.prctl(22, 2, prog, 0, 0):
    sys.exit(77)
os.execv(sys.argv[1], sys.argv[1:])
E2
if command -v python3 >/dev/null; then
	status=0
	python3 confined.py ./pmrec record -q -e cpu-clock -o s.data true >out 2>err || status=$?
	if [ $status = 77 ]; then
		echo "# no filters here"
	else
		is "$status" 5 "a filter: status"
		has err "seccomp filter.*seccomp=unconfined" "a filter: said"
	fi
fi
finish
