// SPDX-License-Identifier: GPL-2.0-or-later
/* An ELF file with debugging information: its lines and inlined functions at addresses all over it.
 */
#include <stdlib.h>
#include <string.h>

#include "symbols/symbols.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	enum { FRAMES = 32, STEP = 16, ADDRESSES = 512 };
	struct line_frame frames[FRAMES];
	struct lines *l;
	struct err e;
	unsigned char *copy = malloc(n ? n : 1);
	size_t length = 0;
	memcpy(copy, data, n);
	if (lines_open((struct bytes){ .p = copy, .n = n }, &l, &e) == 0) {
		for (uint64_t at = 0; at < ADDRESSES; at++) {
			uint32_t k = lines_find(l, at * STEP, at & 1, frames, FRAMES);
			for (uint32_t i = 0; i < k; i++)
				length += (frames[i].name ? strlen(frames[i].name) : 0) +
				          (frames[i].path ? strlen(frames[i].path) : 0) +
				          (frames[i].dir ? strlen(frames[i].dir) : 0);
		}
		lines_close(l);
	}
	free(copy);
	return length == SIZE_MAX;
}
