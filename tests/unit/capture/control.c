// SPDX-License-Identifier: GPL-2.0-or-later
/* Commands through a pipe: what opens it, and how bytes become lines. */
#include "../tap.h"

#include <fcntl.h>
#include <stdlib.h>
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
};

static void lines(void)
{
	int fds[2];
	char spec[32], filler[300];
	struct control c;
	if (pipe2(fds, O_NONBLOCK) < 0)
		exit(1);
	snprintf(spec, sizeof spec, "fd:%d,%d", fds[0], fds[1]);
	control_open(&c, spec, NULL);
	ok(!control_next(&c), "nothing has arrived");
	ok(write(fds[1], "ena", 3) == 3 && !control_next(&c), "half a line is none");
	ok(write(fds[1], "ble\nping\0stop\n", 14) == 14, "the rest and more");
	is_str(control_next(&c), "enable", "a line in two parts");
	is_str(control_next(&c), "ping", "one that ends with a NUL byte");
	is_str(control_next(&c), "stop", "the last");
	ok(!control_next(&c), "no more");
	memset(filler, 'x', sizeof filler);
	ok(write(fds[1], filler, sizeof filler) == sizeof filler, "more than a line may be long");
	while (control_next(&c))
		;
	ok(write(fds[1], "\nping\n", 6) == 6, "then another one");
	const char *last = NULL;
	for (const char *line; (line = control_next(&c));)
		last = line;
	is_str(last, "ping", "is found");
	char got[8] = { 0 };
	control_ack(&c);
	ok(read(fds[0], got, sizeof got) == 4 && strcmp(got, "ack\n") == 0, "the answer");
	close(fds[1]);
	ok(!control_next(&c) && c.fd < 0, "the end of the pipe ends the watching");
	ok(!control_next(&c), "and that is survived");
	control_close(&c);
	close(fds[0]);
}

int main(void)
{
	for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
		struct control c;
		int rc = control_open(&c, specs[i].text, NULL);
		if (specs[i].fd == -2)
			ok(rc == ERR_USAGE, "'%s' is refused", specs[i].text);
		else
			ok(rc == 0 && c.fd == specs[i].fd && c.ack == specs[i].ack, "'%s'",
			   specs[i].text);
		control_close(&c);
	}
	lines();
	return done_testing();
}
