// SPDX-License-Identifier: GPL-2.0-or-later
/* Files that reading commands make. */
#include <errno.h>

#include "cli/cli.h"

bool outfile_has_no_reader(const struct sys_output *f, int errnum)
{
	return errnum == EPIPE && f->stream;
}

static int outfile_drain(void *ctx, const void *p, size_t n)
{
	return sys_write(&((struct outfile *)ctx)->file.fd, p, n);
}

int outfile_open(struct outfile *f, const char *path, const struct input *in,
                 const struct input *older, struct err *e)
{
	*f = (struct outfile){ .path = path };
	sys_ignore_sigpipe();
	int rc = input_spared(in, path, e);
	if (!rc && older)
		rc = input_spared(older, path, e);
	if (!rc)
		rc = sys_output_open_shared(&f->file, path, e);
	f->buf.drain = outfile_drain;
	f->buf.ctx = f;
	return rc;
}

int outfile_close(struct outfile *f, struct err *e)
{
	int rc = 0;
	buf_flush(&f->buf);
	if (f->buf.failed && !outfile_has_no_reader(&f->file, f->buf.failed))
		rc = err_sys(e, f->buf.failed, "cannot write '%s'", f->path);
	if (!rc && f->file.regular) {
		int failed = -sys_output_replace(&f->file);
		rc = failed ? err_sys(e, failed, "cannot write '%s'", f->path) : 0;
	}
	buf_release(&f->buf);
	sys_output_close(&f->file);
	return rc;
}
