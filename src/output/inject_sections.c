// SPDX-License-Identifier: GPL-2.0-or-later
/* The sections of a recording that is written again: as they were, but for those that tell of what
 * changes. */
#include "output/inject.h"

/* The bytes of a section. False: there is none. */
static bool section(const struct inject *j, unsigned feature, struct span *content)
{
	const struct data *d = j->places->session->data;
	switch (feature) {
	case ABI_FEATURE_COMPRESSED:
	case ABI_FEATURE_DIR_FORMAT:
	case ABI_FEATURE_AUXTRACE: /* where in the file its records are */
		return false;
	case ABI_FEATURE_EVENT_DESC:
		*content = span_of(j->event_desc.p, j->event_desc.n);
		return content->n;
	case ABI_FEATURE_SIMPLEPERF_FILE2:
		*content = span_of(j->names.p, j->names.n);
		return content->n;
	default:
		*content = d->feature[feature]; /* NULL: beyond the end of the file */
		return data_has_feature(d, feature) && content->p;
	}
}

void inject_sections(struct inject *j, uint64_t bits[ABI_FEATURE_MAX / 64],
                     struct span content[ABI_FEATURE_MAX], const struct log *log)
{
	uint32_t n = 0;
	write_event_desc(&j->event_desc, j->events, j->n_events);
	inject_names(&j->names, &j->hits, j->places, log);
	for (unsigned f = 0; f < ABI_FEATURE_MAX; f++)
		if (section(j, f, &content[n])) {
			bits[f / 64] |= 1ull << f % 64;
			n++;
		}
}

static void add_build_ids(struct data *d, struct buf *out)
{
	struct data_build_id id;
	uint64_t at = 0;
	while (data_build_id_next(d, &at, &id) == 0)
		write_build_id_record(out, id.misc, id.pid, id.id, id.n, id.path);
}

void inject_section_records(struct inject *j, struct buf *out)
{
	struct span content;
	write_event_desc(&j->event_desc, j->events, j->n_events);
	for (unsigned f = 0; f < ABI_FEATURE_END; f++) {
		if (!abi_feature_streams(f) || !section(j, f, &content))
			continue;
		if (f == ABI_FEATURE_BUILD_ID)
			add_build_ids(j->places->session->data, out);
		else if (f == ABI_FEATURE_TRACING_DATA)
			write_tracing_record(out, content);
		else
			write_feature_record(out, f, content);
	}
}
