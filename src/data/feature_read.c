// SPDX-License-Identifier: GPL-2.0-or-later
/* A feature section read from its front: numbers in the recorder's byte order, texts with their
 * length in front. */
#include "data/internal.h"

bool feature_open(const struct data *d, unsigned feature, struct feature_reader *r)
{
	*r = (struct feature_reader){ .swapped = d->swapped };
	if (!data_has_feature(d, feature))
		return false;
	r->left = d->feature[feature];
	r->ok = true;
	return true;
}

struct span feature_bytes(struct feature_reader *r, uint64_t n)
{
	struct span s = { 0 };
	if (r->ok)
		r->ok = span_take(&r->left, n, &s);
	return s;
}

uint32_t feature_u32(struct feature_reader *r)
{
	struct span s = feature_bytes(r, 4);
	return s.n ? swap32(load32(s.p), r->swapped) : 0;
}

uint64_t feature_u64(struct feature_reader *r)
{
	struct span s = feature_bytes(r, 8);
	return s.n ? swap64(load64(s.p), r->swapped) : 0;
}

struct span feature_text(struct feature_reader *r)
{
	uint32_t n = feature_u32(r);
	struct span s = feature_bytes(r, n);
	return span_of(s.p, span_strnlen(s));
}

void feature_skip_texts(struct feature_reader *r, uint32_t n)
{
	for (uint32_t i = 0; i < n && r->ok; i++)
		feature_text(r);
}

uint32_t feature_u32_at(const struct feature_reader *r, struct span s, size_t off)
{
	return swap32(load32(s.p + off), r->swapped);
}

uint64_t feature_u64_at(const struct feature_reader *r, struct span s, size_t off)
{
	return swap64(load64(s.p + off), r->swapped);
}
