/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of this module share. */
#ifndef PMREC_SESSION_INTERNAL_H
#define PMREC_SESSION_INTERNAL_H

#include "session/session.h"

/* session/order.c */
void order_add(struct order *o, uint64_t time_ns, const unsigned char *p);
void order_round(struct order *o);  /* FINISHED_ROUND */
void order_finish(struct order *o); /* all that is queued may go */
bool order_next(struct order *o, const unsigned char **p);
void order_release(struct order *o);

/* session/maps.c */
struct space *space_new(void);
struct space *space_copy(const struct space *from);
void space_free(struct session *s, struct space *sp);
/* What the new mapping overlaps is cut back. */
void space_add(struct session *s, struct space *sp, uint32_t mapping);
uint32_t mapping_intern(struct session *s, struct mapping m);

/* session/files.c */
void files_init(struct session *s);
uint32_t file_intern(struct session *s, struct session_file f);
void build_id_add(struct session *s, const struct data_build_id *b);
uint32_t file_of_mmap(struct session *s, const struct body_mmap *m, uint32_t pid);
/* The build-id that the BUILD_ID section has for f's path, unless f has one; misc 0 = whosever. */
void file_build_id(struct session *s, struct session_file *f, uint16_t misc);

/* session/machine.c: the kernel's own mappings */
void machine_init(struct session *s);
void machine_mmap(struct session *s, const struct body_mmap *m);
void machine_ksymbol(struct session *s, const struct body_ksymbol *k);

/* session/deferred.c */
void deferred_collect(struct session *s);
void deferred_release(struct session *s);
/* A sample whose chain ends in a cookie: true = it waits for the record that brings the rest. Else
 * its user part, if there is one, is in sample->user_chain. may_wait: false for one that has
 * waited. */
bool deferred_wait(struct session *s, const struct record *r, struct sample *sample, bool may_wait);
/* The record that brings it: those that wait may go. */
void deferred_play(struct session *s, const struct session_event *ev);
/* The next sample that has waited. */
bool deferred_next(struct session *s, struct record *out);

/* session/group.c */
void group_begin(struct session *s, const struct session_event *sample);
/* The next counter of the sample in hand as a sample of its own event; false = no more. */
bool group_next(struct session *s, struct session_event *out);
void group_release(struct session *s);

/* session/told.c: what is kept of records that only explain numbers in others */
void told_cgroup(struct session *s, const struct record *r);
void told_id_index(struct session *s, const struct record *r);
void told_release(struct session *s);

/* session/threads.c */
void threads_init(struct session *s);
struct thread *thread_get(struct session *s, uint32_t pid, uint32_t tid);
void thread_comm(struct session *s, const struct body_comm *c, bool exec);
struct thread *thread_fork(struct session *s, const struct body_task *f, bool exec);
struct thread *thread_mmap(struct session *s, const struct body_mmap *m);
void threads_release(struct session *s);

#endif
