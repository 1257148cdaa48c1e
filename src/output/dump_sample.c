// SPDX-License-Identifier: GPL-2.0-or-later
/* A sample's fields, in the order perf prints them, which is not that of the record. */
#include <stdio.h>

#include "output/internal.h"

void dump_chain(struct buf *b, struct words chain)
{
	static const struct {
		uint64_t marker;
		const char *name;
	} contexts[] = {
		{ ABI_CONTEXT_HV, "HV" },
		{ ABI_CONTEXT_KERNEL, "KERNEL" },
		{ ABI_CONTEXT_USER, "USER" },
		{ ABI_CONTEXT_USER_DEFERRED, "USER_DEFERRED" },
		{ ABI_CONTEXT_GUEST, "GUEST" },
		{ ABI_CONTEXT_GUEST_KERNEL, "GUEST_KERNEL" },
		{ ABI_CONTEXT_GUEST_USER, "GUEST_USER" },
	};
	bool deferred = false;
	buf_printf(b, "... FP chain: nr:%llu\n", (unsigned long long)chain.n);
	for (uint64_t i = 0; i < chain.n; i++) {
		uint64_t ip = words_at(chain, i);
		buf_printf(b, "..... %2u: %016llx", (unsigned)i, (unsigned long long)ip);
		for (size_t k = 0; ip >= ABI_CONTEXT_MAX && k < sizeof contexts / sizeof *contexts;
		     k++)
			if (ip == contexts[k].marker)
				buf_printf(b, " (PERF_CONTEXT_%s)", contexts[k].name);
		buf_char(b, '\n');
		deferred |= ip == ABI_CONTEXT_USER_DEFERRED;
	}
	if (deferred)
		buf_str(b, "...... (deferred)\n");
}

static void put_branches(struct buf *b, const struct sample *s)
{
	static const char *const types[16] = { "",       "COND",      "UNCOND",   "IND",
		                               "CALL",   "IND_CALL",  "RET",      "SYSCALL",
		                               "SYSRET", "COND_CALL", "COND_RET", "ERET",
		                               "IRQ",    "SERROR",    "NO_TX",    "EXT_ABI" };
	static const char *const specs[4] = { "", "SPEC_WRONG_PATH", "NON_SPEC_CORRECT_PATH",
		                              "SPEC_CORRECT_PATH" };
	buf_printf(b, "... branch stack: nr:%llu\n", (unsigned long long)s->branches.n / 3);
	for (uint64_t i = 0; i < s->branches.n / 3; i++) {
		uint64_t f = words_at(s->branches, 3 * i + 2);
		buf_printf(b, "..... %2u: %016llx -> %016llx %u cycles %c%c%c%c %x %s %s\n",
		           (unsigned)i, (unsigned long long)words_at(s->branches, 3 * i),
		           (unsigned long long)words_at(s->branches, 3 * i + 1),
		           (unsigned)(f >> 4 & 0xffff), f & 1 ? 'M' : ' ', f & 2 ? 'P' : ' ',
		           f & 8 ? 'A' : ' ', f & 4 ? 'T' : ' ', (unsigned)(f >> 33),
		           types[f >> 20 & 15], specs[f >> 24 & 3]);
	}
}

const char *dump_reg_name(const char *arch, unsigned bit, char *buf, size_t n)
{
	const struct abi_registers *r = abi_registers(arch);
	if (r && bit < r->n && r->names[bit])
		return r->names[bit];
	snprintf(buf, n, "%s%u", r && !r->wide ? "x" : "r", bit);
	return buf;
}

static void put_regs(const struct dump *du, const char *which, uint64_t abi, uint64_t mask,
                     struct words regs)
{
	char name[16];
	uint64_t at = 0;
	if (!abi)
		return;
	buf_printf(du->b, "... %s regs: mask 0x%llx ABI %s\n", which, (unsigned long long)mask,
	           abi == 2   ? "64-bit"
	           : abi == 1 ? "32-bit"
	                      : "unknown");
	for (unsigned bit = 0; bit < 64 && at < regs.n; bit++)
		if (mask >> bit & 1)
			buf_printf(du->b, ".... %-5s 0x%016llx\n",
			           dump_reg_name(du->arch, bit, name, sizeof name),
			           (unsigned long long)words_at(regs, at++));
}

static void put_counter(struct buf *b, struct words w, uint64_t at, uint64_t id_at, uint64_t format)
{
	uint64_t id = format & ABI_FORMAT_ID ? words_at(w, id_at++) : 0;
	buf_printf(b, "..... id %016llx, value %016llx", (unsigned long long)id,
	           (unsigned long long)words_at(w, at));
	if (format & ABI_FORMAT_LOST)
		buf_printf(b, ", lost %llu", (unsigned long long)words_at(w, id_at));
	buf_char(b, '\n');
}

/* A group has its number in front of the times and its counters behind; a single counter has its
 * value in front. */
static void put_read(struct buf *b, struct words w, uint64_t format)
{
	uint64_t at = 1, each = 1u + !!(format & ABI_FORMAT_ID) + !!(format & ABI_FORMAT_LOST);
	if (!w.n)
		return;
	buf_str(b, "... sample_read:\n");
	if (format & ABI_FORMAT_TOTAL_TIME_ENABLED)
		buf_printf(b, "...... time enabled %016llx\n",
		           (unsigned long long)words_at(w, at++));
	if (format & ABI_FORMAT_TOTAL_TIME_RUNNING)
		buf_printf(b, "...... time running %016llx\n",
		           (unsigned long long)words_at(w, at++));
	if (!(format & ABI_FORMAT_GROUP)) {
		put_counter(b, w, 0, at, format);
		return;
	}
	buf_printf(b, ".... group nr %llu\n", (unsigned long long)words_at(w, 0));
	for (; at + each <= w.n; at += each)
		put_counter(b, w, at, at + 1, format);
}

/* In the largest unit of which it is at least two. */
const char *dump_page_size(uint64_t bytes, char *buf, size_t n)
{
	static const char units[] = "BKMG";
	int unit = 0;
	for (; bytes / 1024 > 1 && unit < 3; unit++)
		bytes /= 1024;
	if (!bytes)
		return "N/A";
	snprintf(buf, n, "%llu%c", (unsigned long long)bytes, units[unit]);
	return buf;
}

static void put_page(struct buf *b, const char *what, uint64_t bytes)
{
	char text[24];
	buf_printf(b, " .. %s page size: %s\n", what, dump_page_size(bytes, text, sizeof text));
}

static void put_weights(struct buf *b, uint64_t type, const struct sample *s)
{
	if (type & ABI_SAMPLE_WEIGHT)
		buf_printf(b, "... weight: %llu\n", (unsigned long long)s->weight);
	else if (type & ABI_SAMPLE_WEIGHT_STRUCT)
		buf_printf(b, "... weight: %u,0x%x,0x%x\n", (unsigned)s->weight,
		           (unsigned)(s->weight >> 32 & 0xffff), (unsigned)(s->weight >> 48));
	if (type & ABI_SAMPLE_DATA_SRC)
		buf_printf(b, " . data_src: 0x%llx\n", (unsigned long long)s->data_src);
	if (type & ABI_SAMPLE_PHYS_ADDR)
		buf_printf(b, " .. phys_addr: 0x%llx\n", (unsigned long long)s->phys_addr);
	if (type & ABI_SAMPLE_DATA_PAGE_SIZE)
		put_page(b, "data", s->data_page_bytes);
	if (type & ABI_SAMPLE_CODE_PAGE_SIZE)
		put_page(b, "code", s->code_page_bytes);
	if (type & ABI_SAMPLE_TRANSACTION)
		buf_printf(b, "... transaction: %llx\n", (unsigned long long)s->transaction);
}

void dump_sample(const struct dump *du, const struct record *r, const struct data_event *ev,
                 const struct sample *s)
{
	struct buf *b = du->b;
	uint64_t type = ev->attr.sample_type;
	buf_printf(b, "(IP, 0x%x): %d/%d: %#llx period: %llu addr: %#llx\n", r->misc,
	           (int)s->id.pid, (int)s->id.tid, (unsigned long long)s->ip,
	           (unsigned long long)s->period, (unsigned long long)s->addr);
	if (type & ABI_SAMPLE_CALLCHAIN)
		dump_chain(b, s->chain);
	if (type & ABI_SAMPLE_BRANCH_STACK)
		put_branches(b, s);
	put_regs(du, "user", s->user_abi, ev->attr.sample_regs_user, s->user_regs);
	put_regs(du, "intr", s->intr_abi, ev->attr.sample_regs_intr, s->intr_regs);
	if (s->user_stack.p) /* the offset is that of the word in front, which has the size */
		buf_printf(b, "... ustack: size %zu, offset 0x%x\n", s->user_stack.n,
		           (unsigned)(s->user_stack.p - r->p) - 8);
	put_weights(b, type, s);
	if (type & ABI_SAMPLE_READ)
		put_read(b, s->read, ev->attr.read_format);
}
