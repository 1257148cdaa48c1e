// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Any bytes as what COMPRESSED records hold. The first bytes say into how many frames it is cut,
 * into how many records each frame, the form of those, and one byte of the whole that is changed.
 */
#include <zstd.h>

#include "tests/fuzz/recording.h"

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n);

enum { ATTR_BYTES = 72, CONTROLS = 6, INPUT_MAX = 60000 };

static void attr_put(struct buf *f)
{
	unsigned char attr[ATTR_BYTES + 8] = { 1, 0, 0, 0, ATTR_BYTES };
	const uint64_t sample = ABI_SAMPLE_IP | ABI_SAMPLE_TID | ABI_SAMPLE_TIME |
	                        ABI_SAMPLE_CALLCHAIN;
	memcpy(attr + 24, &sample, 8);
	record_put(f, ABI_RECORD_HEADER_ATTR, attr, sizeof(attr));
}

static void compressed_put(struct buf *f, bool old_form, const char *frame, size_t n)
{
	char body[65528];
	if (n > sizeof(body) - 16)
		n = sizeof(body) - 16;
	const uint64_t length = n;
	if (old_form) {
		record_put(f, ABI_RECORD_COMPRESSED, frame, n);
		return;
	}
	memset(body, 0, sizeof(body));
	memcpy(body, &length, 8);
	memcpy(body + 8, frame, n);
	record_put(f, ABI_RECORD_COMPRESSED2, body, 8 + ((n + 7) & ~(size_t)7));
}

static void frame_put(struct buf *f, const uint8_t *p, size_t n, size_t parts, bool old_form)
{
	static char frame[INPUT_MAX * 2];
	size_t all = ZSTD_compress(frame, sizeof(frame), p, n, 1);
	if (ZSTD_isError(all))
		return;
	for (size_t i = 0; i < parts; i++)
		compressed_put(f, old_form, frame + all * i / parts,
		               all * (i + 1) / parts - all * i / parts);
}

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
	if (n < CONTROLS || n > INPUT_MAX)
		return 0;
	struct buf f = { 0 };
	size_t frames = 1 + p[0] % 8, parts = 1 + p[1] % 4, body = n - CONTROLS;
	stream_begin(&f);
	size_t begin = f.n;
	attr_put(&f);
	for (size_t i = 0; i < frames; i++)
		frame_put(&f, p + CONTROLS + body * i / frames,
		          body * (i + 1) / frames - body * i / frames, parts, p[2] & 1);
	size_t at = (size_t)p[3] << 8 | p[4];
	if (at >= begin && at < f.n)
		f.p[at] = (char)(f.p[at] ^ p[5]);
	recording_read_copy(f.p, f.n);
	buf_release(&f);
	return 0;
}
