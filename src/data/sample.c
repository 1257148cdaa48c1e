// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Decoding of samples: the fields that the event's sample_type names, in the order of
 * perf_event_open(2) (PERF_RECORD_SAMPLE). Each take_* cuts one field off the front; a field that
 * is not all there makes the whole sample corrupt.
 */
#include "data/internal.h"

static bool take_u64(struct span *s, uint64_t *v)
{
	if (s->n < 8)
		return false;
	*v = load64(s->p);
	s->p += 8;
	s->n -= 8;
	return true;
}

static bool take_u32_pair(struct span *s, uint32_t *a, uint32_t *b)
{
	if (s->n < 8)
		return false;
	*a = load32(s->p);
	*b = load32(s->p + 4);
	s->p += 8;
	s->n -= 8;
	return true;
}

static bool take_words(struct span *s, uint64_t n, struct words *out)
{
	if (n > s->n / 8)
		return false;
	*out = (struct words){ s->p, n };
	s->p += 8 * n;
	s->n -= 8 * n;
	return true;
}

static bool take_read(struct span *s, uint64_t format, struct words *out)
{
	uint64_t each = read_words_each(format), times = read_words_times(format);
	if (!(format & ABI_FORMAT_GROUP))
		return take_words(s, each + times, out);
	if (s->n < 8 || load64(s->p) > s->n / 8)
		return false;
	return take_words(s, 1 + times + each * load64(s->p), out);
}

static bool take_raw(struct span *s, struct span *out)
{
	struct span head;
	if (!span_take(s, 4, &head))
		return false;
	return span_take(s, load32(head.p), out);
}

static bool take_branches(struct span *s, uint64_t type, struct sample *out)
{
	uint64_t n;
	if (!take_u64(s, &n) || n > s->n / 24)
		return false;
	if ((type & ABI_BRANCH_HW_INDEX) && !take_u64(s, &out->branch_hw_index))
		return false;
	if (n > s->n / 24 || !take_words(s, 3 * n, &out->branches))
		return false;
	return !(type & ABI_BRANCH_COUNTERS) || take_words(s, n, &out->branch_counters);
}

static bool take_regs(struct span *s, uint64_t mask, uint64_t *abi, struct words *out)
{
	if (!take_u64(s, abi))
		return false;
	return take_words(s, *abi ? (uint64_t)__builtin_popcountll(mask) : 0, out);
}

static bool take_stack(struct span *s, struct span *out)
{
	uint64_t size, filled;
	struct span dump;
	if (!take_u64(s, &size))
		return false;
	if (size == 0)
		return true;
	if (!span_take(s, size, &dump) || !take_u64(s, &filled))
		return false;
	return span_sub(dump, 0, filled < size ? filled : size, out);
}

static bool take_aux(struct span *s, struct span *out)
{
	uint64_t size;
	return take_u64(s, &size) && span_take(s, size, out);
}

/* The fields in front of a sample, one u64 each. */
#define FIXED                                                                       \
	(ABI_SAMPLE_IDENTIFIER | ABI_SAMPLE_IP | ABI_SAMPLE_TID | ABI_SAMPLE_TIME | \
	 ABI_SAMPLE_ADDR | ABI_SAMPLE_ID | ABI_SAMPLE_STREAM_ID | ABI_SAMPLE_CPU |  \
	 ABI_SAMPLE_PERIOD)

static bool take_fixed(struct span *s, uint64_t type, struct sample *out)
{
	struct span fields;
	struct sample_id *id = &out->id;
	if (!span_take(s, 8 * (uint64_t)__builtin_popcountll(type & FIXED), &fields))
		return false;
	const unsigned char *p = fields.p;
#define NEXT(bit, field)             \
	if (type & (bit)) {          \
		(field) = load64(p); \
		p += 8;              \
	}
	NEXT(ABI_SAMPLE_IDENTIFIER, id->id)
	NEXT(ABI_SAMPLE_IP, out->ip)
	if (type & ABI_SAMPLE_TID) {
		id->pid = load32(p);
		id->tid = load32(p + 4);
		p += 8;
	}
	NEXT(ABI_SAMPLE_TIME, id->time_ns)
	NEXT(ABI_SAMPLE_ADDR, out->addr)
	NEXT(ABI_SAMPLE_ID, id->id)
	NEXT(ABI_SAMPLE_STREAM_ID, id->stream_id)
	if (type & ABI_SAMPLE_CPU) {
		id->cpu = load32(p);
		p += 8;
	}
	NEXT(ABI_SAMPLE_PERIOD, out->period)
#undef NEXT
	return true;
}

static bool take_varied(struct span *s, const struct abi_attr *attr, struct sample *out)
{
	uint64_t type = attr->sample_type, n;
	if ((type & ABI_SAMPLE_READ) && !take_read(s, attr->read_format, &out->read))
		return false;
	if ((type & ABI_SAMPLE_CALLCHAIN) && (!take_u64(s, &n) || !take_words(s, n, &out->chain)))
		return false;
	if (!(type & ~(FIXED | ABI_SAMPLE_READ | ABI_SAMPLE_CALLCHAIN)))
		return true; /* most samples have no more */
	if ((type & ABI_SAMPLE_RAW) && !take_raw(s, &out->raw))
		return false;
	if ((type & ABI_SAMPLE_BRANCH_STACK) && !take_branches(s, attr->branch_sample_type, out))
		return false;
	if ((type & ABI_SAMPLE_REGS_USER) &&
	    !take_regs(s, attr->sample_regs_user, &out->user_abi, &out->user_regs))
		return false;
	if ((type & ABI_SAMPLE_STACK_USER) && !take_stack(s, &out->user_stack))
		return false;
	if ((type & (ABI_SAMPLE_WEIGHT | ABI_SAMPLE_WEIGHT_STRUCT)) && !take_u64(s, &out->weight))
		return false;
	if ((type & ABI_SAMPLE_DATA_SRC) && !take_u64(s, &out->data_src))
		return false;
	if ((type & ABI_SAMPLE_TRANSACTION) && !take_u64(s, &out->transaction))
		return false;
	if ((type & ABI_SAMPLE_REGS_INTR) &&
	    !take_regs(s, attr->sample_regs_intr, &out->intr_abi, &out->intr_regs))
		return false;
	return (!(type & ABI_SAMPLE_PHYS_ADDR) || take_u64(s, &out->phys_addr)) &&
	       (!(type & ABI_SAMPLE_CGROUP) || take_u64(s, &out->cgroup)) &&
	       (!(type & ABI_SAMPLE_DATA_PAGE_SIZE) || take_u64(s, &out->data_page_bytes)) &&
	       (!(type & ABI_SAMPLE_CODE_PAGE_SIZE) || take_u64(s, &out->code_page_bytes)) &&
	       (!(type & ABI_SAMPLE_AUX) || take_aux(s, &out->aux));
}

int data_sample(const struct data_event *ev, const struct record *r, struct sample *out,
                struct err *e)
{
	struct span s = span_of(r->p + ABI_HEADER_BYTES, r->n - ABI_HEADER_BYTES);
	*out = (struct sample){ .id = { .pid = UINT32_MAX, .tid = UINT32_MAX, .cpu = UINT32_MAX } };
	if (!take_fixed(&s, ev->attr.sample_type, out) || !take_varied(&s, &ev->attr, out))
		return err_corrupt(e, r->off, "sample of event '%s' is shorter than its fields",
		                   ev->name);
	if (!(ev->attr.sample_type & ABI_SAMPLE_PERIOD))
		out->period = ev->attr.period_or_freq;
	return 0;
}

uint64_t data_read_count(const struct data_event *ev, const struct sample *s)
{
	if (!s->read.n)
		return 0;
	return ev->attr.read_format & ABI_FORMAT_GROUP ? words_at(s->read, 0) : 1;
}

/* A group is its size, the times, and for each counter its value and what else was asked for; a
 * single counter is its value, the times, and the rest. */
struct read_value data_read_at(const struct data_event *ev, const struct sample *s, uint64_t i)
{
	uint64_t format = ev->attr.read_format, times = read_words_times(format);
	bool group = format & ABI_FORMAT_GROUP;
	uint64_t value = group ? 1 + times + i * read_words_each(format) : 0;
	uint64_t id = group ? value + 1 : 1 + times;
	uint64_t lost = id + (format & ABI_FORMAT_ID ? 1 : 0);
	return (struct read_value){ words_at(s->read, value),
		                    format & ABI_FORMAT_ID ? words_at(s->read, id) : 0,
		                    format & ABI_FORMAT_LOST ? words_at(s->read, lost) : 0 };
}

void data_sample_id(const struct data_event *ev, const struct record *r, struct sample_id *out)
{
	uint64_t type = ev->attr.sample_type;
	*out = (struct sample_id){ .pid = UINT32_MAX, .tid = UINT32_MAX, .cpu = UINT32_MAX };
	if (!ev->tail_bytes || r->n < ABI_HEADER_BYTES + (uint32_t)ev->tail_bytes)
		return;
	struct span s = span_of(r->p + r->n - ev->tail_bytes, ev->tail_bytes);
	uint32_t reserved;
	if (type & ABI_SAMPLE_TID)
		take_u32_pair(&s, &out->pid, &out->tid);
	if (type & ABI_SAMPLE_TIME)
		take_u64(&s, &out->time_ns);
	if (type & ABI_SAMPLE_ID)
		take_u64(&s, &out->id);
	if (type & ABI_SAMPLE_STREAM_ID)
		take_u64(&s, &out->stream_id);
	if (type & ABI_SAMPLE_CPU)
		take_u32_pair(&s, &out->cpu, &reserved);
	if (type & ABI_SAMPLE_IDENTIFIER)
		take_u64(&s, &out->id);
}
