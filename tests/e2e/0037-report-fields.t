#!/bin/sh
# report --fields: perf's columns, their heads, widths and order, and its order of rows. A made recording first, whose numbers can
# be told by hand, then perf's own output for a real one.
. "$(dirname "$0")/lib.sh"
command -v python3 >/dev/null || skip_all "no python3"
cat >made.txt <<'EOT'
event cycles type=0 config=0 freq=1000 sample=IDENTIFIER|IP|TID|TIME|CPU|PERIOD|CALLCHAIN ids=1
event faults type=1 config=2 freq=1000 sample=IDENTIFIER|IP|TID|TIME|CPU|PERIOD|CALLCHAIN ids=2
feature section17='i1;t{anon_group};i0;i2'
comm pid=10 comm=bb time=1 id=1
comm pid=20 comm=a time=1 id=1
ksymbol addr=0xffffffffc0000100 len=0x100 name=zoo time=2 id=1
ksymbol addr=0xffffffffc0000200 len=0x100 name=abc time=2 id=1
sample event=0 id=1 pid=10 cpu=0 ip=0xffffffffc0000110 mode=kernel chain=K,0xffffffffc0000110,0xffffffffc0000210 period=30 time=3
sample event=0 id=1 pid=10 cpu=2 ip=0x1010 chain=U,0x1010 period=10 time=4
sample event=0 id=1 pid=20 cpu=2 ip=0xffffffffc0000210 mode=kernel chain=K,0xffffffffc0000210 period=50 time=5
sample event=0 id=1 pid=20 cpu=10 ip=0x2020 mode=guest_user period=6 time=6
sample event=0 id=1 pid=20 cpu=10 ip=0x2020 mode=guest_kernel period=4 time=7
sample event=1 id=2 pid=20 cpu=1 ip=0xffffffffc0000210 mode=kernel chain=K,0xffffffffc0000210 period=7 time=8
EOT
"$root/tests/data/mkperf" made.txt >made.data
table() { # OPTIONS...: heads and rows of the table
	"$PMREC" report -q -g none -i made.data "$@" | sed '/^# To /d; /^#.*[:%]/d; /^#$/d; /^$/d; s/ *$//'
}
table -F comm,overhead_sys,overhead_us,overhead_guest_sys,overhead_guest_us >got
cat >want <<'EOT'
# Command               sys               usr           guest sys           guest usr
# .......  ................  ................  ..................  ..................
  a          50.00% 100.00%     0.00%   0.00%      4.00%    0.00%      6.00%    0.00%
  bb         30.00%   0.00%    10.00%   0.00%      0.00%    0.00%      0.00%    0.00%
EOT
same got want "a group of events: what ran where, by name of the command"
table --event cycles -F sym,overhead,sample,overhead_children >got
cat >want <<'EOT'
# Symbol                  Overhead       Samples  Children
# ......................  ........  ............  ........
  [k] abc                   50.00%             1    80.00%
  [k] zoo                   30.00%             1    30.00%
  [.] 0x0000000000001010    10.00%             1    10.00%
  [u] 0x0000000000002020     6.00%             1     6.00%
  [g] 0x0000000000002020     4.00%             1     4.00%
EOT
same got want "by name, what has none last"
table --event cycles -F cpu,period -s comm >got
cat >want <<'EOT'
# CPU        Period  Command
# ...  ............  .......
  002            50  a
  010            10  a
  000            30  bb
  002            10  bb
EOT
same got want "keys of --sort are columns behind those of --fields, and decide first"
table --event cycles -F period,sym --percent-limit 10 --no-children >got
sed -n 's/^ *\([0-9]*\)  \[.*/\1/p' got | tr '\n' ' ' >rows
is "$(cat rows)" "50 30 10 " "by number, the largest first"
table --event cycles -F comm,period --percent-limit 50 --no-children >got
is "$(sed '/^#/d' got | tr -s ' ')" " a 60" "--percent-limit is not of the number in front"
"$PMREC" report --csv -q --no-children --event cycles -s sym,overhead -i made.data | sed '1d' | cut -d , -f 2,5 >got
printf '%s\n' 50,abc 30,zoo 10,0x0000000000001010 6,0x0000000000002020 4,0x0000000000002020 >want
same got want "--csv is in the order of --sort"
is "$(table --event cycles -F period,overhead -t ,)" "# Period,Overhead
100,100.00%" "-t, and no key: all is one group"

for form in --tree --csv --json; do
	for option in "-F period" --showcpuutilization; do
		# shellcheck disable=SC2086 # two words
		run 2 "$option $form" "$PMREC" report $option $form -i made.data
		has err "only a table's columns can be chosen" "$option $form"
	done
done
run 2 "an unknown field" "$PMREC" report -F period,nothing -i made.data
has err "unknown field 'nothing': overhead overhead_children .* srcfile" "those that are known are told"
for list in '' ',' + 'sym,+period'; do
	run 2 "--fields '$list'" "$PMREC" report -F "$list" -i made.data
done

command -v perf >/dev/null || {
	pass "perf's tables # SKIP no perf here"
	finish
}
"$PMREC" record -q -o probe.data -e cpu-clock true 2>/dev/null || {
	pass "perf's tables # SKIP cannot record here"
	finish
}
"$PMREC" record -q --sample-cpu -F 3000 -o p.data "$workloads/threads" 100 3 2 >/dev/null || fail "record"
"$PMREC" record -q -g --sample-cpu -F 3000 -o g.data "$workloads/threads" 100 3 2 >/dev/null || fail "record -g"
"$PMREC" record -q --sample-cpu -e '{cpu-clock,task-clock}' -F 2000 -o e.data "$workloads/threads" 100 2 1 >/dev/null || fail "record a group"

# Heads and rows as they are, but for the spaces that perf leaves at the end of a line. perf names no program of its own.
clean() {
	sed '/^# To /d; /^#.*[:%(]/d; /^#$/d; /^$/d; s/ *$//'
}
# Rows in the order of their keys have but one order; of equal numbers they may stand in another.
columns() { # PERF FILE ORDERED OPTIONS...
	perf=$1 file=$2 ordered=$3
	shift 3
	"$perf" report --stdio --no-inline -i "$file" "$@" 2>/dev/null </dev/null | clean >perf.rows
	"$PMREC" report -q -i "$file" "$@" | clean >pmrec.rows
	if [ "$ordered" = sorted ]; then
		{ sed 2q perf.rows; sed 1,2d perf.rows | sort; } >perf.sorted && mv perf.sorted perf.rows
		{ sed 2q pmrec.rows; sed 1,2d pmrec.rows | sort; } >pmrec.sorted && mv pmrec.sorted pmrec.rows
	fi
	at_least "$(wc -l <perf.rows)" 3 "$file $*: rows of perf"
	same pmrec.rows perf.rows "$file $*: ${perf##*/}'s table"
}
all_columns() { # PERF
	for file in p.data e.data; do
		columns "$1" $file same -F comm,dso,overhead
		columns "$1" $file same -F dso,cpu,sample,period,comm
		columns "$1" $file same -F overhead_sys,overhead_us,sample,overhead,period,comm,pid,dso
		columns "$1" $file same -F pid,overhead_guest_sys,overhead_guest_us,overhead_sys
		columns "$1" $file same -F overhead,sample -s pid,dso
		columns "$1" $file same -F dso,overhead_us -s cpu
		columns "$1" $file sorted -F +period,sample -s dso,cpu
		columns "$1" $file sorted --show-total-period --showcpuutilization -n -s dso,pid
		columns "$1" $file same -F sample,period
		columns "$1" $file same -F overhead_children,dso
		columns "$1" $file same -s dso,pid,overhead
		columns "$1" $file sorted -s sample,dso -n
	done
	columns "$1" g.data same -g none -F dso,overhead,overhead_children
	columns "$1" g.data same -g none -F dso,overhead_children,overhead,sample
	columns "$1" g.data sorted -g none --show-total-period --showcpuutilization -n -s dso
	columns "$1" g.data sorted -g none -F +cpu,period -s dso
	columns "$1" g.data same -g none --no-children -F period,sample,dso
}
all_columns perf
if have_perf_new; then
	all_columns "$perf_new"
	columns "$perf_new" g.data same -g none -s dso,overhead
	columns "$perf_new" g.data same -g none -s overhead_children,dso
	columns "$perf_new" p.data same -F tgid,cpu,sample
fi
finish
