# SPDX-License-Identifier: GPL-2.0-or-later
# The text of a recording (for tests/data/mkperf) whose samples are drawn by a fixed sequence: two events, processes and CPUs,
# three threads, functions f00 to f59 of the kernel, and names that are more than text where they are not shown as such.
function draw(n) {
	seed = (seed * 1103515245 + 12345) % 2147483648
	return int(seed / 65536) % n
}
function address(f) {
	return sprintf("0xffffffffc0%06x", 4096 + f * 256 + 16)
}
BEGIN {
	seed = 1
	print "event cpu-clock type=1 freq=1000 sample=IDENTIFIER|IP|TID|TIME|CPU|PERIOD|CALLCHAIN ids=1"
	print "event page-faults type=1 config=2 freq=1000 sample=IDENTIFIER|IP|TID|TIME|CPU|PERIOD|CALLCHAIN ids=2"
	print "comm pid=10 comm=one time=1"
	print "comm pid=10 tid=11 comm=one time=1"
	print "comm pid=20 comm='<i>two</i>' time=1"
	for (f = 0; f < 60; f++)
		printf "ksymbol addr=0xffffffffc0%06x len=0x100 name='%s' time=2\n", 4096 + f * 256, \
			f == 7 ? "</script><script>hacked=1</script>\\\"q\\x01\\xff" : f == 8 ? "a\\xe2\\x80\\xaeb&lt;" : sprintf("f%02d", f)
	for (i = 0; i < 3000; i++) {
		n = 1 + draw(9)
		chain = "K"
		ip = ""
		for (k = 0; k < n; k++) {
			a = address(k == n - 1 ? draw(3) : draw(60))
			if (ip == "") ip = a
			chain = chain "," a
		}
		t = draw(4)
		printf "sample event=%d id=%d pid=%d tid=%d cpu=%d ip=%s mode=kernel chain=%s period=%d time=%.0f\n", \
			i % 7 == 0, 1 + (i % 7 == 0), t < 3 ? 10 : 20, t < 3 ? 10 + t % 2 : 20, draw(2), ip, chain, 1000 + draw(9), \
			1000000000 + i * 1000000 + draw(900000)
	}
}
