// SPDX-License-Identifier: GPL-2.0-or-later
/* Any bytes as what follows the header of a stream: attrs, features and records. */
#include "tests/fuzz/recording.h"

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
	static const uint64_t head[] = { 0x32454c4946524550, 16 };
	unsigned char *bytes = mem_new(sizeof(head) + n);
	memcpy(bytes, head, sizeof(head));
	if (n)
		memcpy(bytes + sizeof(head), p, n);
	recording_read(bytes, sizeof(head) + n);
	free(bytes);
	return 0;
}
