// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The start of a stream, byte by byte: tools/perf/Documentation/perf.data-file-format.txt of Linux
 * 7.2, "Pipe-mode data", PERF_RECORD_HEADER_ATTR (64), HEADER_TRACING_DATA (66), EVENT_UPDATE (78),
 * HEADER_FEATURE (80).
 */
#include "../tap.h"

#include "data/write.h"

int main(void)
{
	const uint64_t ids[] = { 11, 12, 13 };
	struct write_event events[] = {
		{ .attr = { .type = 1, .size = 112, .config = 9 },
		  .ids = ids,
		  .n_ids = 2,
		  .name = "one" },
		{ .attr = { .size = 136, .config3 = 7 },
		  .ids = ids + 2,
		  .n_ids = 1,
		  .name = "exactly8" },
	};
	struct buf b = { 0 };
	write_stream_start(&b, events, 2);
	const char *p = b.p;
	ok(memcmp(p, "PERFILE2", 8) == 0 && load64(p + 8) == 16, "the header of 16 bytes");

	p += 16;
	is_u64(load64(p), 64 | (uint64_t)(8 + 128 + 16) << 48, "the first attr's record");
	is_u64(load32(p + 8), 1, "type");
	is_u64(load32(p + 12), 128, "size, that of old perf at least");
	is_u64(load64(p + 16), 9, "config");
	ok(load64(p + 8 + 128) == 11 && load64(p + 8 + 136) == 12, "ids behind the attr");

	p += 8 + 128 + 16;
	is_u64(load64(p), 64 | (uint64_t)(8 + 136 + 8) << 48, "the second, of its own size");
	is_u64(load64(p + 8 + 128), 7, "config3");
	is_u64(load64(p + 8 + 136), 13, "its id");

	p += 8 + 136 + 8;
	is_u64(load64(p), 78 | (uint64_t)32 << 48, "the first name's record");
	ok(load64(p + 8) == 2 && load64(p + 16) == 11, "a name, of the event of that id");
	is_str(p + 24, "one", "the name");
	p += 32;
	is_u64(load64(p), 78 | (uint64_t)40 << 48, "the second, with room for the end of the text");
	is_str(p + 24, "exactly8", "the name");
	is_u64((uint64_t)(p + 40 - b.p), b.n, "and no more");

	b.n = 0;
	events[0].n_ids = 0;
	write_stream_start(&b, events, 1);
	is_u64(b.n, 16 + 8 + 128, "one without ids has no name, which would be told by one");

	b.n = 0;
	write_feature_record(&b, ABI_FEATURE_NRCPUS, span_of("12345678abcd", 12));
	is_u64(load64(b.p), 80 | (uint64_t)28 << 48, "a feature's record, as long as it is");
	is_u64(load64(b.p + 8), 7, "which feature");
	ok(memcmp(b.p + 16, "12345678abcd", 12) == 0 && b.n == 28, "its content");
	static const char large[65536];
	b.n = 0;
	write_feature_record(&b, ABI_FEATURE_NRCPUS, span_of(large, 65520));
	is_u64(b.n, 0, "one that is too large for a record is left out");
	write_feature_record(&b, ABI_FEATURE_NRCPUS, span_of(large, 65519));
	is_u64(load16(b.p + 6), 65535, "the largest");

	b.n = 0;
	write_tracing_record(&b, span_of("123456789", 9));
	is_u64(load64(b.p), 66 | (uint64_t)12 << 48, "the tracing data's record, of 12 bytes");
	is_u64(load32(b.p + 8), 16, "how many bytes follow it");
	ok(memcmp(b.p + 12, "123456789\0\0\0\0\0\0", 16) == 0 && b.n == 28,
	   "the content, padded by itself");
	b.n = 0;
	write_tracing_record(&b, span_of(large, sizeof large));
	is_u64(load32(b.p + 8), 65536, "it may be larger than a record");
	is_u64(b.n, 12 + 65536, "and is whole");
	buf_release(&b);
	return done_testing();
}
