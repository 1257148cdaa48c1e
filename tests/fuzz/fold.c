// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Any texts as names of commands, files and functions: each line of folded stacks must have the
 * shape that its readers take apart again, "frame;frame;... number", with as many frames as the
 * stack, and no control byte.
 */
#include <assert.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "output/output.h"

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n);

enum { FRAMES = 3 };

/* The text up to the next NUL byte or the end. */
static const char *cut(const uint8_t **p, size_t *n, struct arena *a)
{
	size_t len = span_strnlen(span_of(*p, *n)), used = len < *n ? len + 1 : len;
	char *s = arena_dup(a, *p, len);
	*p += used;
	*n -= used;
	return s;
}

static void check(const char *line, size_t n)
{
	unsigned frames = 1, digits = 0;
	for (size_t i = 0; i < n; i++) {
		assert((unsigned char)line[i] >= 0x20 && line[i] != 0x7f);
		frames += line[i] == ';';
		assert(line[i] != ';' || (i && line[i - 1] != ';'));
	}
	assert(frames == FRAMES + 1);
	while (digits < n && line[n - 1 - digits] >= '0' && line[n - 1 - digits] <= '9')
		digits++;
	assert(digits && digits + 1 < n && line[n - 1 - digits] == ' ' &&
	       line[n - 2 - digits] != ';');
	/* No other part of a frame may be read as a count. */
	for (size_t i = 0; i + 2 + digits < n; i++)
		assert(line[i] != ' ' || line[i + 1] < '0' || line[i + 1] > '9');
}

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
	struct arena a = { 0 };
	struct data_event event = { .name = "e" };
	struct data d = { .events = &event, .n_events = 1 };
	struct session s = { .data = &d, .n_files = 1 };
	struct places places;
	struct profile profile = { 0 };
	struct buf out = { 0 };
	uint32_t frames[FRAMES] = { 0, 1, 2 };
	struct function functions[FRAMES];
	struct stack stack = { 0, FRAMES, 0 };
	struct profile_entry entry = { .weight = 12, .samples = 1 };
	struct fold_options o = { 0 };
	if (n) {
		o = (struct fold_options){ .kernel = *p & 1,
			                   .jit = *p & 2,
			                   .pid = *p & 4,
			                   .tid = *p & 8,
			                   .addrs = *p & 16,
			                   .samples = *p & 32,
			                   .mark_inlined = *p & 64 };
		p++;
		n--;
	}
	o.event = "e";
	struct session_file file = { .kind = FILE_USER };
	s.files = &file;
	file.path = file.short_name = intern(&s.texts, cut(&p, &n, &a));
	entry.comm = intern(&s.texts, cut(&p, &n, &a));
	places_init(&places, &s, NULL);
	places.functions = functions;
	places.n_functions = FRAMES;
	for (uint32_t i = 0; i < FRAMES; i++) {
		const char *name = cut(&p, &n, &a);
		functions[i] = (struct function){ .start = i,
			                          .name = *name ? intern(&places.texts, name)
			                                        : TABLE_NONE };
	}
	profile.stacks = (struct stacks){
		.places = &places, .v = &stack, .n = 1, .frames = frames, .n_frames = FRAMES
	};
	profile.v = &entry;
	profile.n = 1;
	output_fold(&out, &profile, &o);
	assert(out.n && out.p[out.n - 1] == '\n');
	check(out.p, out.n - 1);
	buf_release(&out);
	places.functions = NULL; /* ours */
	places_release(&places);
	intern_release(&s.texts);
	arena_release(&a);
	return 0;
}
