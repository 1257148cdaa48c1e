// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The fields of script that are addresses: where the sample was taken and by whom it was called,
 * what it touched, and the branches before it.
 */
#include "base/alloc.h"
#include "output/internal.h"

#define TAIL_FIELDS (FIELD(SYM) | FIELD(SYMOFF) | FIELD(DSO) | FIELD(DSOFF))

/* perf has a module whose build-id it does not know by its name, other files by their path. */
void script_dso(struct buf *b, struct script *s, uint32_t place)
{
	const struct places *p = s->places;
	const struct session_file *file = &p->session->files[p->v[place].file];
	bool by_name = file->kind == FILE_MODULE && !file->n_build_id;
	bool in_kernel = file->kind == FILE_KERNEL || file->kind == FILE_MODULE ||
	                 file->kind == FILE_KSYMBOL;
	buf_str(b, " (");
	buf_text(b, session_text(p->session, by_name ? file->short_name : file->path));
	if ((s->mask & FIELD(DSOFF)) && file->kind != FILE_UNKNOWN && !in_kernel) {
		buf_str(b, "+0x");
		buf_hex(b, p->v[place].addr);
	}
	buf_char(b, ')');
}

void script_name(struct buf *b, const struct places *p, uint32_t place, bool offset)
{
	const struct function *fn = place_function(p, place);
	const char *name = function_name(p, fn);
	buf_text(b, name ? name : "[unknown]");
	if (name && offset) {
		buf_str(b, "+0x");
		buf_hex(b, p->v[place].addr - fn->start);
	}
}

static void put_tail(struct buf *b, struct script *s, uint32_t place)
{
	if (s->mask & FIELD(SYM)) {
		buf_char(b, ' ');
		script_name(b, s->places, place, s->mask & FIELD(SYMOFF));
	}
	if (s->mask & FIELD(DSO))
		script_dso(b, s, place);
}

/* The same few places make most frames: what stands behind their addresses is written once. */
static void put_known_tail(struct buf *b, struct script *s, uint32_t place)
{
	if (place >= s->n_tails) {
		uint32_t n = s->places->n > 2 * s->n_tails ? s->places->n : 2 * s->n_tails;
		s->tails = mem_resize(s->tails, n, sizeof *s->tails);
		memset(s->tails + s->n_tails, 0, (n - s->n_tails) * sizeof *s->tails);
		s->n_tails = n;
	}
	struct script_tail *t = &s->tails[place];
	if (!t->p) {
		struct buf text = { 0 };
		put_tail(&text, s, place);
		t->n = (uint32_t)text.n;
		t->p = arena_dup(&s->tail_texts, text.p, text.n);
		buf_release(&text);
	}
	buf_add(b, t->p, t->n);
}

/* The tails of a whole chain wait for memory together. */
static void prefetch_tails(const struct script *s, const struct frame *frames, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (frames[i].place < s->n_tails)
			__builtin_prefetch(s->tails[frames[i].place].p);
}

static void put_frame(struct buf *b, struct script *s, struct frame f)
{
	uint64_t fields = s->mask & TAIL_FIELDS;
	buf_hex_width(b, f.ip, 16, ' ');
	if (!s->n_tails)
		s->tail_fields = fields;
	if (fields == s->tail_fields)
		put_known_tail(b, s, f.place);
	else
		put_tail(b, s, f.place);
}

void script_ip(struct buf *b, struct script *s, const struct session_event *ev)
{
	struct frame frames[FRAMES_MAX];
	bool incomplete;
	if (s->o->hide_chains || !(ev->event->attr.sample_type & ABI_SAMPLE_CALLCHAIN)) {
		buf_char(b, ' ');
		put_frame(b, s, place_leaf(s->places, ev));
		return;
	}
	uint32_t n = place_chain(s->places, ev, frames, &incomplete);
	if (n > s->o->max_stack)
		n = s->o->max_stack;
	prefetch_tails(s, frames, n);
	buf_char(b, '\n');
	for (uint32_t i = 0; i < n; i++) {
		buf_char(b, '\t');
		put_frame(b, s, frames[i]);
		buf_char(b, '\n');
	}
}

/* Events whose addr is that of code or data in a mapping, which perf therefore names. */
static bool addr_has_name(const struct abi_attr *attr)
{
	return attr->type == ABI_TYPE_SOFTWARE &&
	       (attr->config == ABI_SW_PAGE_FAULTS || attr->config == ABI_SW_PAGE_FAULTS_MIN ||
	        attr->config == ABI_SW_PAGE_FAULTS_MAJ);
}

void script_addr(struct buf *b, struct script *s, const struct session_event *ev)
{
	buf_hex_width(b, ev->sample.addr, 16, ' ');
	if (addr_has_name(&ev->event->attr))
		put_tail(b, s, place_address(s->places, ev, ev->sample.addr).place);
}

/* ------------------------------------------------------------------ branches */

const char *branch_type_name(uint64_t flags)
{
	static const char *const types[16] = { NULL,     "COND",      "UNCOND",   "IND",
		                               "CALL",   "IND_CALL",  "RET",      "SYSCALL",
		                               "SYSRET", "COND_CALL", "COND_RET", "ERET",
		                               "IRQ",    "SERROR",    "NO_TX",    NULL };
	/* Type 15: the type is in bits of its own. */
	static const char *const more[16] = { "FAULT_ALGN", "FAULT_DATA", "FAULT_INST", "ARCH_1",
		                              "ARCH_2",     "ARCH_3",     "ARCH_4",     "ARCH_5" };
	unsigned type = flags >> 20 & 15;
	return type == 15 ? more[flags >> 26 & 15] : types[type];
}

const char *branch_spec_name(uint64_t flags)
{
	static const char *const specs[4] = { NULL, "SPEC_WRONG_PATH", "NON_SPEC_CORRECT_PATH",
		                              "SPEC_CORRECT_PATH" };
	return specs[flags >> 24 & 3];
}

/* The flags of an entry: uapi perf_event.h, struct perf_branch_entry. */
static void put_branch_flags(struct buf *b, uint64_t f)
{
	enum { EXTENDED = 15 };
	const char *type = branch_type_name(f), *spec = branch_spec_name(f);
	bool missed = f & 1, predicted = f & 2, not_taken = f >> 33 & 1;
	buf_char(b, '/');
	if (missed || predicted || not_taken)
		buf_char(b, predicted ? 'P' : 'M');
	else
		buf_char(b, '-');
	if (not_taken)
		buf_char(b, 'N');
	buf_str(b, f & 4 ? "/X" : "/-");
	buf_str(b, f & 8 ? "/A/" : "/-/");
	buf_u64(b, f >> 4 & 0xffff);
	buf_char(b, '/');
	if (type)
		buf_str(b, type);
	else if ((f >> 20 & 15) == EXTENDED)
		buf_str(b, "(null)");
	buf_char(b, '/');
	buf_str(b, spec ? spec : "-");
	buf_char(b, ' ');
}

enum branch_form { BRANCH_ADDRESS, BRANCH_NAME, BRANCH_OFFSET };

static void put_branch_end(struct buf *b, struct script *s, const struct session_event *ev,
                           uint64_t ip, enum branch_form form)
{
	uint32_t place = place_address(s->places, ev, ip).place;
	if (form == BRANCH_NAME) {
		script_name(b, s->places, place, true);
	} else {
		buf_str(b, "0x");
		buf_hex(b, form == BRANCH_OFFSET ? s->places->v[place].addr : ip);
	}
	if (s->mask & FIELD(DSO))
		script_dso(b, s, place);
}

static void put_branches(struct buf *b, struct script *s, const struct session_event *ev,
                         enum branch_form form)
{
	struct words w = ev->sample.branches;
	for (uint64_t i = 0; i + 2 < w.n; i += 3) {
		if (form != BRANCH_NAME)
			buf_char(b, ' ');
		put_branch_end(b, s, ev, words_at(w, i), form);
		buf_char(b, '/');
		put_branch_end(b, s, ev, words_at(w, i + 1), form);
		put_branch_flags(b, words_at(w, i + 2));
	}
}

/* Of the three forms one is printed. */
void script_brstack(struct buf *b, struct script *s, const struct session_event *ev)
{
	put_branches(b, s, ev, BRANCH_ADDRESS);
}

void script_brstacksym(struct buf *b, struct script *s, const struct session_event *ev)
{
	if (!(s->mask & FIELD(BRSTACK)))
		put_branches(b, s, ev, BRANCH_NAME);
}

void script_brstackoff(struct buf *b, struct script *s, const struct session_event *ev)
{
	if (!(s->mask & (FIELD(BRSTACK) | FIELD(BRSTACKSYM))))
		put_branches(b, s, ev, BRANCH_OFFSET);
}

/* perf shows these only beside the code of the branches; here they are a word for each branch. */
void script_brcntr(struct buf *b, struct script *s, const struct session_event *ev)
{
	struct words w = ev->sample.branch_counters;
	(void)s;
	for (uint64_t i = 0; i < w.n; i++) {
		buf_str(b, i ? "/0x" : " 0x");
		buf_hex(b, words_at(w, i));
	}
	if (w.n)
		buf_char(b, ' ');
}
