// SPDX-License-Identifier: GPL-2.0-or-later
/* Any bytes as the section of a feature, the first of them says which one, in a file of either
 * byte order. */
#include "tests/fuzz/recording.h"

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n);

enum { HEADER_BYTES = 104, ATTR_BYTES = 128 + 16 };

static void put64(unsigned char *at, uint64_t v, bool swap)
{
	if (swap)
		v = __builtin_bswap64(v);
	memcpy(at, &v, 8);
}

/* Header, one event, no records, one section. */
static void file_make(unsigned char *f, unsigned feature, const uint8_t *p, size_t n, bool swap)
{
	const uint64_t table = HEADER_BYTES + ATTR_BYTES;
	const uint64_t head[] = {
		HEADER_BYTES, ATTR_BYTES, HEADER_BYTES, ATTR_BYTES, table, 0, 0, 0
	};
	put64(f, 0x32454c4946524550, swap);
	for (unsigned i = 0; i < sizeof(head) / sizeof(head[0]); i++)
		put64(f + 8 + 8 * i, head[i], swap);
	put64(f + 72 + 8 * (feature / 64), 1ull << feature % 64, swap);
	put64(f + HEADER_BYTES, swap ? 128 : 128ull << 32, swap);
	put64(f + HEADER_BYTES + 24, ABI_SAMPLE_IP | ABI_SAMPLE_TID | ABI_SAMPLE_TIME, swap);
	put64(f + table, table + 16, swap);
	put64(f + table + 8, n, swap);
	if (n)
		memcpy(f + table + 16, p, n);
}

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
	size_t all = HEADER_BYTES + ATTR_BYTES + 16 + n;
	if (!n)
		return 0;
	unsigned char *f = mem_new(all - 1);
	file_make(f, 1 + (p[0] & 127u) % (ABI_FEATURE_MAX - 1u), p + 1, n - 1, p[0] & 128);
	recording_read(f, all - 1);
	free(f);
	return 0;
}
