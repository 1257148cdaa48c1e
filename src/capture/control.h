/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Commands that come through a pipe, one a line. */
#ifndef PMREC_CAPTURE_CONTROL_H
#define PMREC_CAPTURE_CONTROL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

/* The empty value is { .fd = -1, .ack = -1 }. */
struct control {
	int fd, ack;
	bool opened; /* by us: to be closed */
	char text[256], line[256];
	size_t n; /* bytes of text */
};

/* "fifo:NAME[,NAME]" or "fd:N[,N]", to be asked before anything else is opened: the numbers are the
 * caller's. 0 or an error kind. */
int control_open(struct control *c, const char *text, struct err *e);
/* Once each time poll(2) says that something arrived, or a slow or busy writer holds everything up.
 * An end of the file stops the watching. */
void control_read(struct control *c);
/* The next whole line of what was read, valid until the next call; NULL = there is no more. */
const char *control_next(struct control *c);
void control_ack(const struct control *c);
void control_close(struct control *c);

#endif
