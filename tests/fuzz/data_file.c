// SPDX-License-Identifier: GPL-2.0-or-later
/* Any bytes as a recording, in file or stream form. */
#include "tests/fuzz/recording.h"

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
	/* A copy of its own size, so that a read past the end is seen. */
	unsigned char *bytes = mem_new(n);
	if (n)
		memcpy(bytes, p, n);
	recording_read(bytes, n);
	free(bytes);
	return 0;
}
