// SPDX-License-Identifier: GPL-2.0-or-later
/* An ELF file with debugging information: its lines and inlined functions at addresses all over it.
 * It is its own .dwo file and package of split units, too. */
#include <stdlib.h>
#include <string.h>

#include "symbols/symbols.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

/* What is beside the program. */
struct beside {
	struct bytes image;
	bool is_package; /* not a .dwo file */
};

static bool split_package(void *ctx, struct bytes *out)
{
	const struct beside *b = ctx;
	*out = b->image;
	return b->is_package;
}

static bool split_dwo(void *ctx, const char *path, struct bytes *out)
{
	const struct beside *b = ctx;
	*out = b->image;
	return path && !b->is_package;
}

static size_t look(struct lines *l)
{
	enum { FRAMES = 32, STEP = 16, ADDRESSES = 512 };
	struct line_frame frames[FRAMES];
	size_t length = 0;
	for (uint64_t at = 0; at < ADDRESSES; at++) {
		uint32_t k = lines_find(l, at * STEP, at & 1, frames, FRAMES);
		for (uint32_t i = 0; i < k; i++)
			length += (frames[i].name ? strlen(frames[i].name) : 0) +
			          (frames[i].path ? strlen(frames[i].path) : 0) +
			          (frames[i].dir ? strlen(frames[i].dir) : 0);
	}
	return length;
}

static unsigned char *copy_of(const uint8_t *data, size_t n)
{
	unsigned char *copy = malloc(n ? n : 1);
	memcpy(copy, data, n);
	return copy;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	size_t length = 0;
	for (int is_package = 0; is_package < 2; is_package++) {
		struct bytes own = { .p = copy_of(data, n), .n = n };
		struct beside b = { { .p = copy_of(data, n), .n = n }, is_package };
		struct lines_split split = { split_dwo, split_package, &b };
		struct lines *l;
		if (lines_open(own, &l, NULL) == 0) {
			lines_open_split(l, &split);
			length += look(l);
			lines_close(l);
		}
		free(own.p);
		free(b.image.p);
	}
	return length == SIZE_MAX;
}
