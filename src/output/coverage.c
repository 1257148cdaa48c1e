// SPDX-License-Identifier: GPL-2.0-or-later
/* What has no name, why, and what helps. */
#include "output/internal.h"

enum { FILES_MAX = 10 };

/* What to do about it, by why. */
static const char *const remedies[] = {
	[SYMBOLS_NO_FILE] =
		"name with --symfs where it is, or do without --no-embed when recording",
	[SYMBOLS_DENIED] = "read it as one who may, or record as root",
	[SYMBOLS_DIFFERS] = "find the build that ran, or record again",
	[SYMBOLS_BROKEN] = "replace the file",
	[SYMBOLS_STRIPPED] = "install its debug symbols, or build it without stripping",
	[SYMBOLS_GAP] = "install its debug symbols",
	[SYMBOLS_NOTHING] = "let what makes code while it runs write /tmp/perf-PID.map",
};

static const char *const reasons[] = {
	[SYMBOLS_NO_FILE] = "it is not there",
	[SYMBOLS_DENIED] = "it may not be read",
	[SYMBOLS_DIFFERS] = "its build-id is not the recorded one",
	[SYMBOLS_BROKEN] = "it cannot be read",
	[SYMBOLS_STRIPPED] = "it has no symbols",
	[SYMBOLS_GAP] = "no symbol is at these addresses",
	[SYMBOLS_NOTHING] = "no file holds these addresses",
};

/* One that has names, but not for these addresses, was found. */
static enum symbols_miss miss_of(const struct coverage_file *f)
{
	return f->miss == SYMBOLS_FOUND ? SYMBOLS_GAP : f->miss;
}

const char *coverage_reason(const struct coverage_file *f)
{
	return f->why ? f->why : reasons[miss_of(f)];
}

const char *coverage_remedy(const struct coverage_file *f)
{
	return remedies[miss_of(f)];
}

static void put_end(struct buf *b, uint64_t n, uint64_t all, const char *what)
{
	buf_percent(b, 100.0 * (double)n / (double)all, 0);
	buf_str(b, what);
}

/* Where stacks end, when some are not whole. */
static void stacks_text(struct buf *b, const struct coverage *c, const struct data *d)
{
	enum { HINT_PART = 10 }; /* from a tenth on it is worth a hint */
	uint64_t root = c->by_end[STACK_END_ROOT], cut = c->by_end[STACK_END_CUT],
		 lost = c->by_end[STACK_END_LOST], all = root + cut + lost;
	if (!cut && !lost)
		return;
	buf_str(b, "# Call chains: ");
	put_end(b, root, all, " lead to a root, ");
	put_end(b, cut, all, " were cut at the depth limit, ");
	put_end(b, lost, all, " end elsewhere\n");
	if (cut > all / HINT_PART)
		buf_str(b, "# (deeper ones: pmrec record --max-stack N --raise-max-stack)\n");
	if (lost > all / HINT_PART)
		buf_str(b, data_has_sample_bit(d, ABI_SAMPLE_STACK_USER)
		                   ? "# (from larger copies of stacks: pmrec record --call-graph "
		                     "dwarf,SIZE)\n"
		                   : "# (whole ones of programs without frame pointers: pmrec "
		                     "record --call-graph dwarf)\n");
	buf_str(b, "#\n");
}

bool output_coverage(struct buf *b, const struct profile *p, bool stacks)
{
	struct coverage c;
	coverage_build(&c, p);
	bool some_lack = c.named < c.all;
	if (some_lack) {
		buf_str(b, "# Samples without a name: ");
		buf_percent(b, 100.0 * (double)(c.all - c.named) / (double)c.all, 0);
		buf_str(b, "\n#\n");
		coverage_text(b, &c, p->stacks.places->session, 2, "# ");
		buf_str(b, "#\n");
	}
	if (stacks) {
		coverage_stacks(&c, p);
		stacks_text(b, &c, p->stacks.places->session->data);
	}
	coverage_release(&c);
	return some_lack;
}

void coverage_text(struct buf *b, const struct coverage *c, const struct session *s, size_t columns,
                   const char *before)
{
	for (uint32_t i = 0; i < c->n && i < FILES_MAX; i++) {
		const struct coverage_file *f = &c->v[i];
		buf_left(b, before, columns);
		buf_percent(b, 100.0 * (double)f->samples / (double)c->all, 7);
		buf_str(b, "  ");
		buf_text(b, session_text(s, s->files[f->file].path));
		buf_str(b, ": ");
		buf_text(b, coverage_reason(f));
		buf_printf(b, " (%s)\n", coverage_remedy(f));
	}
	if (c->n > FILES_MAX) {
		buf_left(b, before, columns);
		buf_printf(b, "and %u more files\n", c->n - FILES_MAX);
	}
}
