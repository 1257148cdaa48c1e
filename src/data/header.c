// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The file header, the attr section and the feature section table.
 *
 * A recorder that was killed leaves a header whose data size is 0 or short of the file: then the
 * records go to the end of the file and there are no features, whatever the header says. A section
 * that lies beyond the file is a fault, not an error: the rest is still used.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "data/internal.h"

enum {
	MAGIC_AT = 0,
	SIZE_AT = 8,
	ATTR_SIZE_AT = 16,
	ATTRS_AT = 24,
	DATA_AT = 40,
	FEATURES_AT = 72,
	HEADER_BYTES = 104,
	PIPE_HEADER_BYTES = 16,
	SECTION_BYTES = 16, /* u64 offset, u64 size */
};

static const uint64_t magic_2 = 0x32454c4946524550,
		      magic_1 = 0x454c494646524550; /* PERFILE2 PERFFILE */

void data_fault(struct data *d, uint64_t off, const char *fmt, ...)
{
	if (d->n_faults < DATA_FAULTS_MAX) {
		struct data_fault *f = &d->faults[d->n_faults];
		va_list ap;
		va_start(ap, fmt);
		vsnprintf(f->text, sizeof f->text, fmt, ap);
		va_end(ap);
		f->off = off;
	}
	d->n_faults++;
}

bool data_has_feature(const struct data *d, unsigned feature)
{
	return feature < ABI_FEATURE_MAX && (d->features[feature / 64] >> (feature % 64) & 1);
}

static struct span whole(const struct data *d)
{
	return span_of(d->bytes.p, d->bytes.n);
}

static int attrs_open(struct data *d, uint64_t attr_size, struct err *e)
{
	uint64_t off = get64(d, d->bytes.p + ATTRS_AT), n = get64(d, d->bytes.p + ATTRS_AT + 8);
	struct span attrs;
	if (attr_size < ABI_ATTR_VER0 + SECTION_BYTES || attr_size > 4096)
		return err_corrupt(e, ATTR_SIZE_AT, "the header states attrs of %llu bytes",
		                   (unsigned long long)attr_size);
	if (!span_sub(whole(d), off, n, &attrs)) {
		data_fault(d, ATTRS_AT, "the attr section lies beyond the file");
		if (off >= d->bytes.n)
			return err_corrupt(e, ATTRS_AT,
			                   "the attr section lies beyond the end of the file");
		attrs = span_of(d->bytes.p + off, d->bytes.n - off);
	}
	struct span one;
	while (span_take(&attrs, attr_size, &one)) {
		struct abi_attr attr;
		struct span ids = { 0 };
		const unsigned char *section = one.p + attr_size - SECTION_BYTES;
		attr_decode(span_of(one.p, attr_size - SECTION_BYTES), d->swapped, &attr);
		if (!span_sub(whole(d), get64(d, section), get64(d, section + 8), &ids))
			data_fault(d, (uint64_t)(section - d->bytes.p), "ids lie beyond the file");
		event_add(d, &attr, ids);
	}
	if (!d->n_events)
		return err_corrupt(e, ATTRS_AT, "the file has no events");
	return 0;
}

/* The bitmap is an array of unsigned long: in files of the other byte order its words may be of 8
 * or 4 bytes. Every recorder writes HOSTNAME, so that bit tells. */
static void feature_bits(struct data *d)
{
	const unsigned char *p = d->bytes.p + FEATURES_AT;
	for (unsigned i = 0; i < 4; i++)
		d->features[i] = get64(d, p + 8 * i);
	if (!d->swapped || data_has_feature(d, ABI_FEATURE_HOSTNAME))
		return;
	for (unsigned i = 0; i < 4; i++)
		d->features[i] = get32(d, p + 8 * i) | (uint64_t)get32(d, p + 8 * i + 4) << 32;
}

/* Is there a table of sections at an offset, all of which lie in the file? A recorder that was
 * killed may have stated its features before there are any: then these are records. */
static bool has_features_at(const struct data *d, uint64_t at)
{
	bool any = false;
	for (unsigned f = 0; f < ABI_FEATURE_MAX; f++) {
		struct span section, body;
		if (!data_has_feature(d, f))
			continue;
		if (!span_sub(whole(d), at, SECTION_BYTES, &section) ||
		    !span_sub(whole(d), get64(d, section.p), get64(d, section.p + 8), &body))
			return false;
		any = true;
		at += SECTION_BYTES;
	}
	return any;
}

static void features_open(struct data *d)
{
	uint64_t at = d->feature_off;
	uint32_t beyond = 0;
	for (unsigned f = 0; f < ABI_FEATURE_MAX; f++) {
		struct span section;
		if (!data_has_feature(d, f))
			continue;
		if (!span_sub(whole(d), at, SECTION_BYTES, &section)) {
			data_fault(d, at, "the feature section table is cut at %s",
			           abi_feature_name(f) ? abi_feature_name(f)
			                               : "an unknown feature");
			memset(d->features, 0, sizeof d->features);
			return;
		}
		uint64_t off = get64(d, section.p), n = get64(d, section.p + 8);
		if (!span_sub(whole(d), off, n, &d->feature[f]))
			beyond++;
		d->feature_file_off[f] = off;
		at += SECTION_BYTES;
	}
	if (beyond)
		data_fault(d, d->feature_off, "%u feature section%s beyond the file", beyond,
		           beyond == 1 ? " lies" : "s lie");
}

static int file_open(struct data *d, struct err *e)
{
	const unsigned char *p = d->bytes.p;
	uint64_t size = get64(d, p + SIZE_AT);
	if (d->bytes.n < HEADER_BYTES)
		return err_corrupt(e, d->bytes.n, "the file ends within its header");
	int rc = attrs_open(d, get64(d, p + ATTR_SIZE_AT), e);
	if (rc)
		return rc;
	uint64_t n = get64(d, p + DATA_AT + 8);
	feature_bits(d);
	d->data_off = get64(d, p + DATA_AT);
	if (d->data_off > d->bytes.n) {
		d->data_off = d->data_end = d->bytes.n;
		d->truncated = true;
		data_fault(d, DATA_AT, "the records lie beyond the file");
	} else if (n == 0) {
		/* A recording without a single record states 0 as well, and its file ends there or
		 * goes on with feature sections. */
		d->truncated = d->data_off < d->bytes.n && !has_features_at(d, d->data_off);
		d->data_end = d->truncated ? d->bytes.n : d->data_off;
	} else if (n > d->bytes.n - d->data_off) {
		d->data_end = d->bytes.n;
		d->truncated = true;
	} else {
		d->data_end = d->data_off + n;
	}
	/* Before Linux 2.6.32 the header ended before the feature bits. */
	if (!d->truncated && size > FEATURES_AT) {
		d->feature_off = d->data_end;
		features_open(d);
	} else {
		memset(d->features, 0, sizeof d->features);
	}
	return events_finish(d, e);
}

/* The magic of version 1 is the same text in both byte orders; its attr size tells which it is. */
static bool version_1_swapped(const unsigned char *p)
{
	return load64(p + ATTR_SIZE_AT) > UINT32_MAX;
}

static void area_add(struct data *d, struct data_area area)
{
	d->areas = mem_resize(d->areas, d->n_areas + 1, sizeof *d->areas);
	d->areas[d->n_areas++] = area;
}

void data_add_area(struct data *d, struct bytes records)
{
	area_add(d, (struct data_area){ .bytes = records, .end = records.n });
}

bool data_is_magic(const void *start, size_t n)
{
	if (n < sizeof magic_1)
		return false;
	uint64_t magic = load64(start);
	return magic == magic_1 || magic == magic_2 || magic == __builtin_bswap64(magic_2);
}

int data_open(struct data *d, struct bytes bytes, struct err *e)
{
	*d = (struct data){ .bytes = bytes, .id_off = -1, .id_tail_off = -1 };
	if (bytes.n == 0)
		return err_set(e, ERR_UNSUPPORTED, "the file is empty");
	if (bytes.n < PIPE_HEADER_BYTES)
		return err_set(e, ERR_UNSUPPORTED, "not a perf.data file");
	uint64_t magic = load64(bytes.p + MAGIC_AT);
	if (magic == __builtin_bswap64(magic_2))
		d->swapped = true;
	else if (magic == magic_1 && bytes.n >= HEADER_BYTES)
		d->swapped = version_1_swapped(bytes.p);
	else if (magic != magic_2)
		return err_set(e, ERR_UNSUPPORTED, "not a perf.data file");
	int rc;
	if (get64(d, bytes.p + SIZE_AT) != PIPE_HEADER_BYTES) {
		rc = file_open(d, e);
	} else {
		d->pipe = true;
		d->data_off = PIPE_HEADER_BYTES;
		d->data_end = bytes.n;
		rc = pipe_open(d, e);
	}
	if (rc == 0)
		area_add(d, (struct data_area){ .bytes = bytes,
		                                .begin = d->data_off,
		                                .end = d->data_end,
		                                .swapped_to = d->data_off,
		                                .cut_off = d->data_end,
		                                .is_cut = d->truncated });
	return rc;
}

void data_close(struct data *d)
{
	free(d->events);
	free(d->areas);
	free(d->id_event);
	table_release(&d->ids);
	if (d->tracing)
		tracing_release(d->tracing);
	arena_release(&d->arena);
	*d = (struct data){ 0 };
}
