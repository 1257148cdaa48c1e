// SPDX-License-Identifier: GPL-2.0-or-later
/* What the feature sections say. Texts are u32 length and that many bytes, padded with NUL bytes.
 */
#include "data/internal.h"

static const char *take_text(struct data *d, struct span *s)
{
	struct span head, text;
	if (!span_take(s, 4, &head) || !span_take(s, get32(d, head.p), &text))
		return NULL;
	return arena_dup(&d->arena, text.p, span_strnlen(text));
}

const char *data_text(struct data *d, unsigned feature)
{
	struct span s = d->feature[feature];
	return data_has_feature(d, feature) ? take_text(d, &s) : NULL;
}

bool data_nrcpus(struct data *d, uint32_t *available, uint32_t *online)
{
	struct span s = d->feature[ABI_FEATURE_NRCPUS];
	if (!data_has_feature(d, ABI_FEATURE_NRCPUS) || s.n < 8)
		return false;
	*available = get32(d, s.p);
	*online = get32(d, s.p + 4);
	return true;
}

bool data_total_mem(struct data *d, uint64_t *kib)
{
	struct span s = d->feature[ABI_FEATURE_TOTAL_MEM];
	if (!data_has_feature(d, ABI_FEATURE_TOTAL_MEM) || s.n < 8)
		return false;
	*kib = get64(d, s.p);
	return true;
}

bool data_sample_time(struct data *d, uint64_t *first_ns, uint64_t *last_ns)
{
	struct span s = d->feature[ABI_FEATURE_SAMPLE_TIME];
	if (!data_has_feature(d, ABI_FEATURE_SAMPLE_TIME) || s.n < 16)
		return false;
	*first_ns = get64(d, s.p);
	*last_ns = get64(d, s.p + 8);
	return true;
}

/* An entry is a record: perf_event_header, s32 pid, 24 bytes (20 of build-id, u8 length when misc
 * says so), path. */
static bool build_id_entry(struct data *d, struct span entry, bool swap, struct data_build_id *out)
{
	enum { HAS_SIZE = 1 << 15, FIXED = 8 + 4 + 24 };
	const unsigned char *p = entry.p;
	if (entry.n < FIXED)
		return false;
	uint16_t misc = swap16(load16(p + 4), swap);
	*out = (struct data_build_id){ .pid = (int32_t)swap32(load32(p + 8), swap),
		                       .misc = misc & ABI_MISC_CPUMODE_MASK };
	out->n = misc & HAS_SIZE && p[32] <= 20 ? p[32] : 20;
	memcpy(out->id, p + 12, 20);
	struct span path = span_of(p + FIXED, entry.n - FIXED);
	out->path = arena_dup(&d->arena, path.p, span_strnlen(path));
	return true;
}

int data_build_id_next(struct data *d, uint64_t *at, struct data_build_id *out)
{
	struct span s = d->feature[ABI_FEATURE_BUILD_ID], entry;
	if (!data_has_feature(d, ABI_FEATURE_BUILD_ID) ||
	    !span_sub(s, *at, ABI_HEADER_BYTES, &entry))
		return 1;
	uint16_t size = swap16(load16(entry.p + 6), d->swapped);
	if (!span_sub(s, *at, size, &entry) || !build_id_entry(d, entry, d->swapped, out))
		return 1;
	*at += size;
	return 0;
}

int data_build_id_record(struct data *d, const struct record *r, struct data_build_id *out)
{
	return build_id_entry(d, span_of(r->p, r->n), false, out) ? 0 : 1;
}

bool data_clock(struct feature_reader *r, struct data_clock *out)
{
	uint32_t version = feature_u32(r);
	out->clock = feature_u32(r);
	out->day_ns = feature_u64(r);
	out->recorded_ns = feature_u64(r);
	return version == 1 && r->ok;
}

bool data_groups_next(const struct data *d, struct data_groups *g, struct data_group *out)
{
	if (!g->begun)
		g->left = feature_u32(g->r);
	for (g->begun = true; g->left; g->left--) {
		out->name = feature_text(g->r);
		out->leader = feature_u32(g->r);
		out->n = feature_u32(g->r);
		if (!g->r->ok || out->leader < g->next_leader || out->leader >= d->n_events ||
		    out->n > d->n_events - out->leader)
			return false;
		if (out->n < 2)
			continue;
		g->left--;
		g->next_leader = out->leader + out->n;
		if (span_equal(out->name, span_str("{anon_group}")))
			out->name.n = 0;
		return true;
	}
	return false;
}
