// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The feature sections read for their faults alone. What a section states the number of must fit
 * its bytes, and nothing may be left behind the last.
 */
#include <stdio.h>

#include "output/internal.h"

/* u32 events, u32 attr bytes; then for each its attr, u32 ids, its name, ids of 8 bytes. */
static void read_events(struct feature_reader *r)
{
	uint32_t n = feature_u32(r), attr_bytes = feature_u32(r);
	for (uint32_t i = 0; i < n && r->ok; i++) {
		feature_bytes(r, attr_bytes);
		uint64_t n_ids = feature_u32(r);
		feature_text(r);
		feature_bytes(r, 8 * n_ids);
	}
}

/* u32 groups; then for each its name, u32 leader, u32 members. */
static void read_groups(struct feature_reader *r)
{
	for (uint32_t n = feature_u32(r); n && r->ok; n--) {
		feature_text(r);
		feature_bytes(r, 8);
	}
}

/* u32 programs; then for each u32 bytes of the kernel's structure and of its arrays, u64, both. */
static void read_bpf_progs(struct feature_reader *r)
{
	for (uint32_t n = feature_u32(r); n && r->ok; n--) {
		uint64_t bytes = feature_u32(r);
		bytes += feature_u32(r);
		feature_u64(r);
		feature_bytes(r, bytes);
	}
}

/* u32 blobs; then for each u32 id, u32 bytes, and those. */
static void read_bpf_btf(struct feature_reader *r)
{
	for (uint32_t n = feature_u32(r); n && r->ok; n--) {
		feature_u32(r);
		feature_bytes(r, feature_u32(r));
	}
}

/* Sections that state a number of things: how they are read; NULL = as they are printed. */
static const struct {
	bool is_counted;
	void (*read)(struct feature_reader *r);
} sections[ABI_FEATURE_END] = {
	[ABI_FEATURE_CMDLINE] = { true, NULL },
	[ABI_FEATURE_EVENT_DESC] = { true, read_events },
	[ABI_FEATURE_NUMA_TOPOLOGY] = { true, NULL },
	[ABI_FEATURE_PMU_MAPPINGS] = { true, NULL },
	[ABI_FEATURE_GROUP_DESC] = { true, read_groups },
	[ABI_FEATURE_CACHE] = { true, NULL },
	[ABI_FEATURE_MEM_TOPOLOGY] = { true, NULL },
	[ABI_FEATURE_BPF_PROG_INFO] = { true, read_bpf_progs },
	[ABI_FEATURE_BPF_BTF] = { true, read_bpf_btf },
	[ABI_FEATURE_CPU_PMU_CAPS] = { true, NULL },
	[ABI_FEATURE_HYBRID_TOPOLOGY] = { true, NULL },
	[ABI_FEATURE_PMU_CAPS] = { true, NULL },
};

/* Its text is not wanted, only where the reader of it ended. */
static void read_section(struct data *d, unsigned feature, struct feature_reader *r)
{
	struct buf text = { 0 };
	if (sections[feature].read)
		sections[feature].read(r);
	else
		header_section_read(&text, d, feature, r);
	buf_release(&text);
}

static void check_section(struct data *d, unsigned feature, check_fault *fault, void *ctx)
{
	struct feature_reader r;
	char text[96];
	if (!feature_open(d, feature, &r) || !r.left.n)
		return;
	uint64_t off = d->feature_file_off[feature], n = r.left.n;
	read_section(d, feature, &r);
	if (!r.ok) {
		fault(ctx, off, abi_feature_name(feature),
		      sections[feature].is_counted ? "it ends before what it states the number of"
		                                   : "the section ends early");
	} else if (r.left.n && sections[feature].is_counted) {
		snprintf(text, sizeof text, "%zu bytes follow what it states the number of",
		         r.left.n);
		fault(ctx, off + n - r.left.n, abi_feature_name(feature), text);
	}
}

/* Its entries have lengths of their own: the last must end where the section does. */
static void check_build_ids(struct data *d, check_fault *fault, void *ctx)
{
	struct data_build_id id;
	uint64_t at = 0;
	while (data_build_id_next(d, &at, &id) == 0)
		;
	if (!d->pipe && data_has_feature(d, ABI_FEATURE_BUILD_ID) &&
	    at != d->feature[ABI_FEATURE_BUILD_ID].n)
		fault(ctx, d->feature_file_off[ABI_FEATURE_BUILD_ID] + at, "BUILD_ID",
		      "an entry does not fit the section");
}

void check_sections(struct data *d, check_fault *fault, void *ctx)
{
	for (unsigned f = 1; f < ABI_FEATURE_END; f++)
		check_section(d, f, fault, ctx);
	check_build_ids(d, fault, ctx);
}
