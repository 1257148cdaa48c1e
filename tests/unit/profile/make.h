/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Profiles made by hand: functions are single letters, a chain is a word of them, outermost first.
 */
#ifndef PMREC_TESTS_PROFILE_MAKE_H
#define PMREC_TESTS_PROFILE_MAKE_H

#include <stdlib.h>

#include "base/alloc.h"
#include "profile/profile.h"

struct made {
	struct data data;
	struct data_event event; /* the only one, "e" */
	struct session session;
	struct places places;
	struct profile profile;
};

/* The functions 'a' to 'z' have ids 0 to 25 and are those of file 1, "/bin/x"; '?' has none of its
 * own: 26. */
__attribute__((unused)) static void made_init(struct made *m)
{
	*m = (struct made){ 0 };
	struct session *s = &m->session;
	m->event.name = "e";
	m->data = (struct data){ .events = &m->event, .n_events = 1 };
	s->data = &m->data;
	s->n_files = s->cap_files = 2;
	s->files = mem_new(2 * sizeof *s->files);
	s->files[0].path = s->files[0].short_name = intern(&s->texts, "[unknown]");
	s->files[1] = (struct session_file){ .kind = FILE_USER };
	s->files[1].path = intern(&s->texts, "/bin/x");
	s->files[1].short_name = intern(&s->texts, "x");
	places_init(&m->places, s, NULL);
	m->places.functions = mem_new(27 * sizeof *m->places.functions);
	m->places.n_functions = m->places.cap_functions = 27;
	for (uint32_t i = 0; i < 27; i++) {
		char name[2] = { (char)('a' + i), 0 };
		m->places.functions[i] = (struct function){
			.start = 0x1000 + 16 * i,
			.file = 1,
			.name = i < 26 ? intern(&m->places.texts, name) : TABLE_NONE,
			.mode = ABI_MISC_USER,
		};
	}
	stacks_init(&m->profile.stacks, &m->places);
}

/* A sample of a chain that was not added before. */
__attribute__((unused)) static void made_add(struct made *m, const char *comm, const char *chain,
                                             uint64_t weight)
{
	struct stacks *st = &m->profile.stacks;
	uint32_t n = (uint32_t)strlen(chain);
	VEC_ROOM(st->v, st->n, st->cap);
	st->v[st->n] = (struct stack){ (uint32_t)st->n_frames, n, 26 };
	for (uint32_t i = n; i--;) {
		VEC_ROOM(st->frames, st->n_frames, st->cap_frames);
		st->frames[st->n_frames++] = chain[i] == '?' ? 26 : (uint32_t)(chain[i] - 'a');
	}
	if (n)
		st->v[st->n].leaf = st->frames[st->v[st->n].first];
	struct profile *p = &m->profile;
	VEC_ROOM(p->v, p->n, p->cap);
	p->v[p->n++] = (struct profile_entry){ .stack = st->n++,
		                               .comm = intern(&m->session.texts, comm),
		                               .weight = weight,
		                               .samples = 1 };
}

__attribute__((unused)) static void made_release(struct made *m)
{
	profile_release(&m->profile);
	places_release(&m->places);
	intern_release(&m->session.texts);
	free(m->session.files);
}

#endif
