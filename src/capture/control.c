// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Commands that come through a pipe while recording: perf's words and its answer. A command that is
 * understood is answered when it is done.
 */
#include <errno.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "capture/internal.h"

static const char answer[] = "ack\n";

/* ------------------------------------------------------------------ the pipe */

static int open_fifo(const char *path, int *fd, struct err *e)
{
	*fd = *path ? sys_fifo_open(path) : -EINVAL;
	if (*fd == -EINVAL)
		return err_set(e, ERR_USAGE, "control '%s' is no named pipe, see mkfifo(1)", path);
	return *fd < 0 ? err_sys(e, -*fd, "cannot open control pipe '%s'", path) : 0;
}

static int open_fifos(struct control *c, const char *text, struct err *e)
{
	char *name = mem_dup(text, strlen(text)), *ack = strchr(name, ',');
	if (ack)
		*ack++ = 0;
	c->opened = true;
	int rc = open_fifo(name, &c->fd, e);
	if (rc == 0 && ack && *ack)
		rc = open_fifo(ack, &c->ack, e);
	free(name);
	return rc;
}

static bool take_fd(const char **s, int *fd)
{
	char *end;
	unsigned long n = strtoul(*s, &end, 10);
	if (**s < '0' || **s > '9' || n > INT32_MAX)
		return false;
	*fd = (int)n;
	*s = end;
	return true;
}

int control_open(struct control *c, const char *text, struct err *e)
{
	*c = (struct control){ .fd = -1, .ack = -1 };
	if (strncmp(text, "fifo:", 5) == 0)
		return open_fifos(c, text + 5, e);
	const char *s = text + 3;
	int fd, ack = -1;
	if (strncmp(text, "fd:", 3) != 0 || !take_fd(&s, &fd) ||
	    (*s && (*s++ != ',' || (*s && !take_fd(&s, &ack)) || *s)))
		return err_set(e, ERR_USAGE,
		               "control '%s' is neither fifo:PIPE[,PIPE] nor fd:N[,N]", text);
	c->fd = sys_dup(fd);
	c->ack = ack < 0 ? -1 : sys_dup(ack);
	c->opened = true;
	if (c->fd < 0 || (ack >= 0 && c->ack < 0))
		return err_set(e, ERR_USAGE, "control '%s': descriptor %d is not open", text,
		               c->fd < 0 ? fd : ack);
	return 0;
}

/* A line ends with a line end or a NUL byte. One that is too long is none. */
const char *control_next(struct control *c)
{
	for (size_t i = 0; i < c->n; i++) {
		if (c->text[i] != '\n' && c->text[i])
			continue;
		memcpy(c->line, c->text, i);
		c->line[i] = 0;
		c->n -= i + 1;
		memmove(c->text, c->text + i + 1, c->n);
		return c->line;
	}
	if (c->n == sizeof c->text)
		c->n = 0;
	return NULL;
}

void control_read(struct control *c)
{
	if (c->fd < 0)
		return;
	long got = sys_read_some(c->fd, c->text + c->n, sizeof c->text - c->n);
	if (got > 0)
		c->n += (size_t)got;
	else if (got != -EAGAIN)
		control_close(c);
}

/* Nobody may be there to read it. */
void control_ack(const struct control *c)
{
	if (c->ack >= 0)
		(void)sys_write(&(int){ c->ack }, answer, sizeof answer - 1);
}

void control_close(struct control *c)
{
	if (c->opened) {
		sys_close(c->fd);
		sys_close(c->ack);
	}
	c->fd = c->ack = -1;
	c->opened = false;
}

/* ------------------------------------------------------------------ the words */

static const struct log *log_of(const struct loop *l)
{
	return l->r->o->log;
}

static void do_enable(struct loop *l, const char *name)
{
	struct err e = { 0 };
	int rc = counters_enable(&l->r->counters, &l->r->plan, name, &e);
	if (rc < 0)
		log_say(log_of(l), LOG_WARNING, "%s", e.text);
	else if (rc > 0)
		log_say(log_of(l), LOG_NOTICE, "control: there is no event '%s'", name);
	else
		log_say(log_of(l), LOG_NOTICE, "%s enabled", name ? name : "events");
}

static void do_disable(struct loop *l, const char *name)
{
	if (counters_pause(&l->r->counters, &l->r->plan, name))
		log_say(log_of(l), LOG_NOTICE, "control: there is no event '%s'", name);
	else
		log_say(log_of(l), LOG_NOTICE, "%s disabled", name ? name : "events");
}

static void do_evlist(struct loop *l, const char *arg)
{
	(void)arg;
	for (uint32_t i = 0; i < l->r->plan.n_events; i++)
		log_say(log_of(l), LOG_WARNING, "event '%s'", l->r->plan.events[i].name);
}

static void do_snapshot(struct loop *l, const char *arg)
{
	(void)arg;
	if (l->r->o->switch_on == CAPTURE_ON_SIGNAL)
		files_switch(l->r);
	else
		files_snapshot(l->r);
}

static void do_stop(struct loop *l, const char *arg)
{
	(void)arg;
	l->stopped = true;
}

static void do_ping(struct loop *l, const char *arg)
{
	(void)l;
	(void)arg;
}

static const struct {
	const char *word;
	void (*run)(struct loop *l, const char *arg); /* arg: NULL = none */
} words[] = {
	{ "enable", do_enable },     { "disable", do_disable }, { "evlist", do_evlist },
	{ "snapshot", do_snapshot }, { "stop", do_stop },       { "ping", do_ping },
};

bool loop_command(struct loop *l, const char *line)
{
	size_t n = strcspn(line, " ");
	const char *arg = line + n + strspn(line + n, " ");
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		if (strlen(words[i].word) != n || memcmp(words[i].word, line, n) != 0)
			continue;
		words[i].run(l, *arg ? arg : NULL);
		return true;
	}
	if (*line)
		log_say(log_of(l), LOG_NOTICE, "control: '%s' is not known", line);
	return false;
}
