// SPDX-License-Identifier: GPL-2.0-or-later
/* kernel.perf_event_max_stack, which binds all call chains. The kernel lets nobody change it while
 * any are recorded. */
#include <errno.h>

#include "capture/internal.h"

static const char path[] = "/proc/sys/kernel/perf_event_max_stack";

int depth_raise(struct recorder *r, struct err *e)
{
	const struct capture_samples *s = &r->o->samples;
	long long was = sys_number(path, 0);
	if (!s->raise_max_stack || was >= s->max_stack)
		return 0;
	int rc = sys_put_number(path, s->max_stack);
	if (rc == -EBUSY)
		return err_set(e, ERR_DENIED,
		               "kernel.perf_event_max_stack is %lld and cannot be raised while "
		               "somebody records call chains",
		               was);
	if (rc == -EACCES || rc == -EPERM || rc == -EROFS)
		return err_set(e, ERR_DENIED,
		               "kernel.perf_event_max_stack is %lld and only root can raise it",
		               was);
	if (rc < 0)
		return err_sys(e, -rc, "cannot raise kernel.perf_event_max_stack");
	r->depth_was = was;
	return 0;
}

/* Unless somebody has changed it meanwhile. What stays changed on the machine is said with -q, too.
 */
void depth_restore(const struct recorder *r)
{
	if (r->depth_was && sys_number(path, 0) == r->o->samples.max_stack &&
	    sys_put_number(path, r->depth_was) < 0)
		log_say(r->o->log, LOG_WARNING,
		        "kernel.perf_event_max_stack stays at %u, as somebody records call chains; "
		        "it was %lld",
		        r->o->samples.max_stack, r->depth_was);
}
