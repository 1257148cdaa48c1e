// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Every record as an object, a line each: pmrec-script(1), JSON. Addresses, registers and words
 * without a meaning of their own are hexadecimal strings, all other numbers are numbers.
 */
#include "output/internal.h"
#include "output/json.h"

static void put_ids(struct buf *b, const struct sample_id *id)
{
	if (id->pid != UINT32_MAX || id->tid != UINT32_MAX) {
		json_i64(b, "pid", (int32_t)id->pid);
		json_i64(b, "tid", (int32_t)id->tid);
	}
	if (id->cpu != UINT32_MAX)
		json_u64(b, "cpu", id->cpu);
	if (id->time_ns)
		json_u64(b, "time_ns", id->time_ns);
	if (id->id)
		json_u64(b, "id", id->id);
	if (id->stream_id)
		json_u64(b, "stream_id", id->stream_id);
}

/* Members of the object that is open. */
static void put_frame(struct buf *b, struct script *s, const char *name, struct frame f)
{
	const struct places *p = s->places;
	const struct function *fn = &p->functions[f.function];
	const char *sym = function_name(p, fn);
	json_hex(b, name, f.ip);
	json_text(b, "sym", sym);
	if (sym)
		json_u64(b, "symoff", f.addr - fn->start);
	if (fn->is_inlined)
		json_bool(b, "inlined", true);
	else if (fn->file)
		json_text(b, "dso", session_text(p->session, p->session->files[fn->file].path));
	if (function_path(p, fn))
		json_text(b, "srcline", function_line(p, fn));
}

static void put_chain(struct buf *b, struct script *s, const struct session_event *ev)
{
	struct frame frames[FRAMES_MAX];
	bool incomplete;
	uint32_t n = place_chain(s->places, ev, frames, &incomplete);
	json_open(b, "callchain", '[');
	for (uint32_t i = 0; i < n && i < s->o->max_stack; i++) {
		json_element(b);
		put_frame(b, s, "ip", frames[i]);
		buf_char(b, '}');
	}
	buf_char(b, ']');
	if (incomplete)
		json_bool(b, "callchain_incomplete", true);
}

static void put_read(struct buf *b, const struct session_event *ev)
{
	const struct sample *s = &ev->sample;
	uint64_t format = ev->event->attr.read_format, n = data_read_count(ev->event, s);
	uint64_t at = 1;
	json_open(b, "read", '{');
	if (s->read.n && (format & ABI_FORMAT_TOTAL_TIME_ENABLED))
		json_u64(b, "time_enabled", words_at(s->read, at++));
	if (s->read.n && (format & ABI_FORMAT_TOTAL_TIME_RUNNING))
		json_u64(b, "time_running", words_at(s->read, at));
	json_open(b, "values", '[');
	for (uint64_t i = 0; i < n; i++) {
		struct read_value v = data_read_at(ev->event, s, i);
		json_element(b);
		json_u64(b, "value", v.value);
		if (format & ABI_FORMAT_ID)
			json_u64(b, "id", v.id);
		if (format & ABI_FORMAT_LOST)
			json_u64(b, "lost", v.lost);
		buf_char(b, '}');
	}
	buf_str(b, "]}");
}

static void put_branches(struct buf *b, struct script *s, const struct session_event *ev)
{
	struct words w = ev->sample.branches;
	json_open(b, "branch_stack", '[');
	for (uint64_t i = 0; i + 2 < w.n; i += 3) {
		uint64_t f = words_at(w, i + 2);
		json_next(b);
		buf_str(b, "{\"from\":{");
		put_frame(b, s, "addr", place_address(s->places, ev, words_at(w, i)));
		buf_str(b, "},\"to\":{");
		put_frame(b, s, "addr", place_address(s->places, ev, words_at(w, i + 1)));
		buf_char(b, '}');
		json_bool(b, "mispred", f & 1);
		json_bool(b, "predicted", f & 2);
		json_bool(b, "in_tx", f & 4);
		json_bool(b, "abort", f & 8);
		json_bool(b, "not_taken", f >> 33 & 1);
		json_u64(b, "cycles", f >> 4 & 0xffff);
		json_text(b, "branch_type", branch_type_name(f));
		json_text(b, "spec", branch_spec_name(f));
		if (i / 3 < ev->sample.branch_counters.n)
			json_hex(b, "counters", words_at(ev->sample.branch_counters, i / 3));
		buf_char(b, '}');
	}
	buf_char(b, ']');
}

static void put_regs(struct buf *b, const char *name, const char *arch, uint64_t abi, uint64_t mask,
                     struct words regs)
{
	char text[16];
	uint64_t at = 0;
	json_open(b, name, '{');
	json_u64(b, "abi", abi);
	json_open(b, "regs", '{');
	for (; mask && at < regs.n; mask &= mask - 1)
		json_hex(b, dump_reg_name(arch, (unsigned)__builtin_ctzll(mask), text, sizeof text),
		         words_at(regs, at++));
	buf_str(b, "}}");
}

static void put_weights(struct buf *b, uint64_t type, const struct sample *s)
{
	if (type & ABI_SAMPLE_WEIGHT) {
		json_u64(b, "weight", s->weight);
	} else if (type & ABI_SAMPLE_WEIGHT_STRUCT) {
		json_u64(b, "weight", s->weight & UINT32_MAX);
		json_u64(b, "ins_lat", s->weight >> 32 & 0xffff);
		json_u64(b, "retire_lat", s->weight >> 48);
	}
	if (type & ABI_SAMPLE_DATA_SRC) {
		json_open(b, "data_src", '{');
		json_hex(b, "value", s->data_src);
		data_src_json(b, s->data_src);
		buf_char(b, '}');
	}
}

static void put_rest(struct buf *b, struct script *s, const struct session_event *ev)
{
	uint64_t type = ev->event->attr.sample_type;
	const struct sample *v = &ev->sample;
	if (type & ABI_SAMPLE_TRANSACTION)
		json_hex(b, "transaction", v->transaction);
	if (type & ABI_SAMPLE_PHYS_ADDR)
		json_hex(b, "phys_addr", v->phys_addr);
	if (type & ABI_SAMPLE_CGROUP) {
		json_open(b, "cgroup", '{');
		json_u64(b, "id", v->cgroup);
		json_text(b, "path", session_cgroup(s->places->session, v->cgroup));
		buf_char(b, '}');
	}
	if (type & ABI_SAMPLE_DATA_PAGE_SIZE)
		json_u64(b, "data_page_size", v->data_page_bytes);
	if (type & ABI_SAMPLE_CODE_PAGE_SIZE)
		json_u64(b, "code_page_size", v->code_page_bytes);
	if (type & ABI_SAMPLE_AUX)
		json_u64(b, "aux_size", v->aux.n);
	const struct session_guest *g = session_guest(s->places->session, v->id.id);
	if (g) {
		json_u64(b, "machine_pid", g->machine_pid);
		json_u64(b, "vcpu", g->vcpu);
	}
}

/* What may be long. */
static void put_body(struct buf *b, struct script *s, const struct session_event *ev)
{
	const struct abi_attr *attr = &ev->event->attr;
	uint64_t type = attr->sample_type;
	const struct sample *v = &ev->sample;
	if (type & ABI_SAMPLE_READ)
		put_read(b, ev);
	if (type & ABI_SAMPLE_CALLCHAIN)
		put_chain(b, s, ev);
	if (type & ABI_SAMPLE_RAW) {
		json_u64(b, "raw_size", v->raw.n);
		json_bytes(b, "raw", v->raw);
	}
	if (type & ABI_SAMPLE_BRANCH_STACK)
		put_branches(b, s, ev);
	if (type & ABI_SAMPLE_REGS_USER)
		put_regs(b, "user_regs", s->arch, v->user_abi, attr->sample_regs_user,
		         v->user_regs);
	if (type & ABI_SAMPLE_STACK_USER)
		json_u64(b, "user_stack_size", v->user_stack.n);
	put_weights(b, type, v);
	if (type & ABI_SAMPLE_REGS_INTR)
		put_regs(b, "intr_regs", s->arch, v->intr_abi, attr->sample_regs_intr,
		         v->intr_regs);
	put_rest(b, s, ev);
}

static void put_sample(struct buf *b, struct script *s, const struct session_event *ev)
{
	uint64_t type = ev->event->attr.sample_type;
	const struct sample *v = &ev->sample;
	json_text(b, "event", ev->event->name);
	json_text(b, "comm", session_text(s->places->session, ev->thread->comm));
	put_ids(b, &v->id);
	if (type & ABI_SAMPLE_IP)
		put_frame(b, s, "ip", place_leaf(s->places, ev));
	if (type & ABI_SAMPLE_ADDR)
		json_hex(b, "addr", v->addr);
	json_u64(b, "period", v->period);
	if (ev->is_further)
		json_bool(b, "further", true);
	else
		put_body(b, s, ev);
}

const char *mode_name(uint16_t misc)
{
	static const char *const names[8] = { "unknown",      "kernel",     "user", "hypervisor",
		                              "guest_kernel", "guest_user", NULL,   NULL };
	return names[misc & ABI_MISC_CPUMODE_MASK];
}

void script_json(struct buf *out, struct script *s, const struct session_event *ev)
{
	struct buf *b = &s->line;
	const char *name = abi_record_name(ev->rec.type);
	b->n = 0;
	buf_char(b, '{');
	json_text(b, "record", name ? name : "UNKNOWN");
	json_u64(b, "record_type", ev->rec.type);
	json_u64(b, "misc", ev->rec.misc);
	json_u64(b, "file_offset", ev->rec.off);
	if (ev->rec.type < ABI_RECORD_KERNEL_END)
		json_text(b, "mode", mode_name(ev->rec.misc));
	if (ev->rec.type == ABI_RECORD_SAMPLE) {
		put_sample(b, s, ev);
	} else {
		struct sample_id id;
		if (ev->event && ev->event->tail_bytes) {
			data_sample_id(ev->event, &ev->rec, &id);
			json_open(b, "sample_id", '{');
			put_ids(b, &id);
			buf_char(b, '}');
		}
		json_open(b, "fields", '{');
		json_fields(b, s, ev);
		buf_char(b, '}');
	}
	buf_str(b, "}\n");
	buf_add(out, b->p, b->n);
}
