/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of profile/ share. */
#ifndef PMREC_PROFILE_INTERNAL_H
#define PMREC_PROFILE_INTERNAL_H

#include "profile/profile.h"

/* ------------------------------------------------------------------ unwinding */

/* A sample's call chain: the kernel's, or with a user part that its registers and its copy of the
 * stack give. Valid until the next call. */
struct words unwinding_chain(struct places *p, const struct session_event *ev);
/* No more samples come; what was counted stays. */
void unwinding_finish(struct unwinding *u);
void unwinding_free(struct unwinding *u); /* NULL is fine */

#endif
