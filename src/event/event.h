/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Event descriptions as the person writes them -> perf_event_attr, and what to do when a kernel
 * refuses one. Pure: nothing is opened here.
 */
#ifndef PMREC_EVENT_EVENT_H
#define PMREC_EVENT_EVENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "abi/abi.h"
#include "base/err.h"

enum { EVENT_NAME_MAX = 64, EVENTS_MAX = 64 };

struct event_spec {
	struct abi_attr attr; /* type, config and what the modifiers say; nothing about sampling */
	char name[EVENT_NAME_MAX]; /* as it was written, modifiers included */
};

/* The empty list is {0}. */
struct event_list {
	struct event_spec *v;
	uint32_t n, cap;
};

/* Add the events of "name[:modifiers],...". Modifiers: u k h = count only there (user, kernel,
 * hypervisor), H G = only host or guest, I = not while idle, p pp ppp = precise. 0 or ERR_USAGE. */
int event_parse(const char *text, struct event_list *list, struct err *e);
void event_list_release(struct event_list *list);

/* Make an event count user space only, and say so in its name as the u modifier would. */
void event_user_only(struct abi_attr *attr, char name[EVENT_NAME_MAX]);
/* Does it count in the kernel? */
static inline bool event_has_kernel(const struct abi_attr *attr)
{
	return !(attr->flags & ABI_EXCLUDE_KERNEL);
}

/* ------------------------------------------------------------------ refusals (event/fallback.c) */

/* A part of the ABI that older or partial kernels lack. */
struct event_feature {
	uint64_t flags;       /* bits of abi_attr.flags */
	uint64_t read_format; /* bits of abi_attr.read_format */
	const char *what;     /* what is missed without it */
};

extern const struct event_feature event_features[]; /* newest first; ends with what NULL */

/* Could leaving something out of attr help after this errno? Takes the newest feature out that attr
 * has and returns it, or NULL. Call it again after each further refusal. */
const struct event_feature *event_fall_back(struct abi_attr *attr, int errnum);
void event_leave_out(struct abi_attr *attr, const struct event_feature *f);

/* What matters for the reason of a refusal. */
struct event_place {
	long long paranoid; /* kernel.perf_event_paranoid */
	bool all_cpus;
	bool privileged; /* perf_event_paranoid does not bind */
};

/* Say why the kernel refused an event and what would help. Returns the kind. */
int event_refused(const char *name, const struct abi_attr *attr, int errnum,
                  const struct event_place *place, struct err *e);
/* Is it that this machine has no such event at all, so that another may be tried? */
bool event_is_absent(int errnum);

#endif
