// SPDX-License-Identifier: GPL-2.0-or-later
/* Commands through a pipe: what opens it, and how bytes become lines. */
#include "../tap.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "capture/internal.h"

static const struct {
	const char *text;
	int fd, ack; /* -2 = refused */
} specs[] = {
	{ "fd:7", 7, -1 },     { "fd:7,8", 7, 8 },          { "fd:7,", 7, -1 },
	{ "fd:", -2, 0 },      { "fd:x", -2, 0 },           { "fd:1,x", -2, 0 },
	{ "fd:1,2,3", -2, 0 }, { "fd:99999999999", -2, 0 }, { "7", -2, 0 },
	{ "fifo", -2, 0 },     { "fifo:/dev/null", -2, 0 }, { "", -2, 0 },
	{ "fifo:", -2, 0 },    { "fd:1000000", -2, 0 },     { "fd:7,1000000", -2, 0 },
};

/* What has arrived, read when there is nothing left of it. */
static const char *next(struct control *c)
{
	const char *line = control_next(c);
	if (!line)
		control_read(c);
	return line ? line : control_next(c);
}

static void lines(void)
{
	int fds[2];
	char spec[32], filler[300];
	struct control c;
	if (pipe2(fds, O_NONBLOCK) < 0)
		exit(1);
	snprintf(spec, sizeof spec, "fd:%d,%d", fds[0], fds[1]);
	control_open(&c, spec, NULL);
	ok(!next(&c), "nothing has arrived");
	ok(write(fds[1], "ena", 3) == 3 && !next(&c), "half a line is none");
	ok(write(fds[1], "ble\nping\0stop\n", 14) == 14, "the rest and more");
	is_str(next(&c), "enable", "a line in two parts");
	is_str(next(&c), "ping", "one that ends with a NUL byte");
	is_str(next(&c), "stop", "the last");
	ok(!next(&c), "no more");
	memset(filler, 'x', sizeof filler);
	ok(write(fds[1], filler, sizeof filler) == sizeof filler, "more than a line may be long");
	while (next(&c))
		;
	ok(write(fds[1], "\nping\n", 6) == 6, "then another one");
	const char *last = NULL;
	for (const char *line; (line = next(&c));)
		last = line;
	is_str(last, "ping", "is found");
	char got[8] = { 0 };
	control_ack(&c);
	ok(read(fds[0], got, sizeof got) == 4 && strcmp(got, "ack\n") == 0, "the answer");
	close(fds[1]);
	close(c.ack);
	c.ack = -1;
	ok(!next(&c) && c.fd < 0, "the end of the pipe ends the watching");
	ok(!next(&c), "and that is survived");
	control_close(&c);
	close(fds[0]);
}

/* Both descriptors lead where the numbers do, and are our own. */
static bool leads(int copy, int fd)
{
	struct stat a, b;
	return copy != fd && fstat(copy, &a) == 0 && fstat(fd, &b) == 0 && a.st_ino == b.st_ino;
}

int main(void)
{
	int fds[2];
	if (pipe(fds) < 0 || dup2(fds[0], 7) < 0 || dup2(fds[1], 8) < 0)
		exit(1);
	for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
		struct control c;
		int rc = control_open(&c, specs[i].text, NULL);
		if (specs[i].fd == -2)
			ok(rc == ERR_USAGE, "'%s' is refused", specs[i].text);
		else
			ok(rc == 0 && leads(c.fd, specs[i].fd) &&
			           (specs[i].ack < 0 ? c.ack < 0 : leads(c.ack, specs[i].ack)),
			   "'%s'", specs[i].text);
		control_close(&c);
	}
	lines();
	return done_testing();
}
