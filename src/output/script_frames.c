// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The fields of script that are addresses: where the sample was taken and by whom it was called,
 * what it touched, and the branches before it.
 */
#include "base/alloc.h"
#include "output/internal.h"

static const struct script_text *text_keep(struct script *s, struct script_text *at,
                                           const char *before, const char *name)
{
	struct buf text = { 0 };
	buf_str(&text, before);
	buf_text(&text, name);
	at->n = (uint32_t)text.n;
	at->p = arena_dup(&s->texts, text.p, text.n);
	buf_release(&text);
	return at;
}

static struct script_text *text_at(struct script_texts *t, uint32_t id, uint32_t n_ids)
{
	if (id >= t->n) {
		uint32_t n = n_ids > 2 * t->n ? n_ids : 2 * t->n;
		t->v = mem_resize(t->v, n, sizeof *t->v);
		memset(t->v + t->n, 0, (n - t->n) * sizeof *t->v);
		t->n = n;
	}
	return &t->v[id];
}

static const struct script_text *text_of_function(struct script *s, uint32_t function)
{
	const struct places *p = s->places;
	struct script_text *t = text_at(&s->names, function, p->n_functions);
	if (t->p)
		return t;
	const char *name = function_name(p, &p->functions[function]);
	return text_keep(s, t, "", name ? name : "[unknown]");
}

/* perf has a module whose build-id it does not know by its name, other files by their path. */
static const struct script_text *text_of_file(struct script *s, uint32_t file)
{
	const struct session *session = s->places->session;
	const struct session_file *f = &session->files[file];
	bool by_name = f->kind == FILE_MODULE && !f->n_build_id;
	struct script_text *t = text_at(&s->dsos, file, session->n_files);
	/* A build-id may be learned later. */
	if (t->p && t->by_name == by_name)
		return t;
	t->by_name = by_name;
	return text_keep(s, t, " (", session_text(session, by_name ? f->short_name : f->path));
}

void script_dso(struct buf *b, struct script *s, const struct frame *f)
{
	uint32_t file = s->places->functions[f->function].file;
	const struct script_text *t = text_of_file(s, file);
	buf_add(b, t->p, t->n);
	if (s->mask & FIELD(DSOFF)) {
		enum file_kind kind = s->places->session->files[file].kind;
		if (kind != FILE_UNKNOWN && kind != FILE_KERNEL && kind != FILE_MODULE &&
		    kind != FILE_KSYMBOL) {
			buf_str(b, "+0x");
			buf_hex(b, f->addr);
		}
	}
	buf_char(b, ')');
}

void script_name(struct buf *b, struct script *s, const struct frame *f, bool offset)
{
	const struct script_text *t = text_of_function(s, f->function);
	const struct function *fn = &s->places->functions[f->function];
	buf_add(b, t->p, t->n);
	if (offset && fn->name != TABLE_NONE) {
		buf_add(b, "+0x", 3);
		buf_hex(b, f->addr - fn->start);
	}
}

static void put_names(struct buf *b, struct script *s, const struct frame *f)
{
	if (s->mask & FIELD(SYM)) {
		buf_char(b, ' ');
		script_name(b, s, f, s->mask & FIELD(SYMOFF));
	}
	if (s->mask & FIELD(DSO) && !s->places->functions[f->function].is_inlined)
		script_dso(b, s, f);
}

/* The line stands in a line of its own; perf has the mark of an inlined function behind it. */
static void put_frame(struct buf *b, struct script *s, const struct frame *f)
{
	const struct function *fn = &s->places->functions[f->function];
	buf_hex_width(b, f->ip, 16, ' ');
	put_names(b, s, f);
	if (s->mask & FIELD(SRCLINE) && function_path(s->places, fn)) {
		buf_str(b, "\n  ");
		buf_text(b, function_line(s->places, fn));
	}
	if (fn->is_inlined && s->mask & FIELD(SYM))
		buf_str(b, " (inlined)");
}

void script_ip(struct buf *b, struct script *s, const struct session_event *ev)
{
	struct frame frames[FRAMES_MAX];
	bool incomplete;
	if (s->o->hide_chains || !(ev->event->attr.sample_type & ABI_SAMPLE_CALLCHAIN)) {
		buf_char(b, ' ');
		frames[0] = place_leaf(s->places, ev);
		put_frame(b, s, &frames[0]);
		return;
	}
	uint32_t n = place_chain(s->places, ev, frames, &incomplete);
	if (n > s->o->max_stack)
		n = s->o->max_stack;
	buf_char(b, '\n');
	for (uint32_t i = 0; i < n; i++) {
		buf_char(b, '\t');
		put_frame(b, s, &frames[i]);
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
	if (addr_has_name(&ev->event->attr)) {
		struct frame f = place_address(s->places, ev, ev->sample.addr);
		put_names(b, s, &f);
	}
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
	struct frame f = place_address(s->places, ev, ip);
	if (form == BRANCH_NAME) {
		script_name(b, s, &f, true);
	} else {
		buf_str(b, "0x");
		buf_hex(b, form == BRANCH_OFFSET ? f.addr : ip);
	}
	if (s->mask & FIELD(DSO))
		script_dso(b, s, &f);
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
