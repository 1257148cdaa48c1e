// SPDX-License-Identifier: GPL-2.0-or-later
/* Any bytes as a recording that is written again, in both forms: what comes out is a recording that
 * can be read to its end. */
#include <assert.h>

#include "output/inject.h"
#include "tests/fuzz/recording.h"

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n);

static void say_nothing(void *ctx, enum log_level level, const char *text)
{
	(void)ctx, (void)level, (void)text;
}

static void check(struct buf *file)
{
	struct data d;
	struct data_cursor c;
	struct record r;
	int rc;
	assert(data_open(&d, (struct bytes){ .p = (unsigned char *)file->p, .n = file->n }, NULL) ==
	       0);
	data_cursor_init(&c, &d);
	while ((rc = data_next(&c, &r, NULL)) == 0)
		assert(r.type != ABI_RECORD_COMPRESSED && r.type != ABI_RECORD_COMPRESSED2);
	assert(rc > 0 && !d.truncated);
	data_cursor_release(&c);
	data_close(&d);
}

/* As the file of a sink would be. */
static void file_end(struct inject *j, struct buf *out, size_t data_off)
{
	const struct log log = { say_nothing, NULL };
	struct span content[ABI_FEATURE_MAX];
	uint64_t bits[ABI_FEATURE_MAX / 64] = { 0 }, bytes = out->n - data_off;
	inject_sections(j, bits, content, &log);
	write_features(out, out->n, bits, content);
	store64(out->p + WRITE_DATA_SIZE_OFF, bytes);
	memcpy(out->p + WRITE_DATA_SIZE_OFF + 24, bits, sizeof bits);
	if (!bytes && out->n > data_off) /* a size of 0 is that of a killed recorder */
		return;
	check(out);
}

static void inject_all(struct data *d, bool stream)
{
	struct session s;
	struct places places;
	struct inject j;
	struct session_event ev;
	struct buf out = { 0 };
	struct symbols *symbols =
		symbols_new(&(struct symbols_source){ .map = map_nothing, .unmap = unmap_nothing });
	session_open(&s, d);
	s.whole_samples = true;
	places_init(&places, &s, symbols);
	places_embed(&places);
	if (inject_open(&j, &places, stream, NULL) == 0) {
		if (stream)
			write_stream_start(&out, j.events, j.n_events);
		else
			write_prologue(&out, j.events, j.n_events);
		size_t data_off = out.n;
		if (stream)
			inject_section_records(&j, &out);
		while (session_next(&s, &ev) == 0)
			inject_record(&j, &out, &ev);
		if (stream)
			check(&out);
		else
			file_end(&j, &out, data_off);
	}
	inject_close(&j);
	buf_release(&out);
	places_release(&places);
	symbols_free(symbols);
	session_close(&s);
}

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
	for (int stream = 0; stream < 2; stream++) {
		struct data d;
		unsigned char *copy = malloc(n ? n : 1);
		memcpy(copy, p, n);
		if (data_open(&d, (struct bytes){ .p = copy, .n = n }, NULL) == 0)
			inject_all(&d, stream);
		data_close(&d);
		free(copy);
	}
	return 0;
}
