// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Where a memory access was answered: uapi perf_event.h, union perf_mem_data_src, in the words of
 * perf script.
 */
#include "output/internal.h"
#include "output/json.h"

struct src_name {
	unsigned bit;
	const char *name;
};

static const struct src_name ops[] = {
	{ 0, "N/A" }, { 1, "LOAD" }, { 2, "STORE" }, { 3, "PFETCH" }, { 4, "EXEC" },
};
static const struct src_name levels[] = {
	{ 8, "L1" },
	{ 9, "LFB/MAB" },
	{ 10, "L2" },
	{ 11, "L3" },
	{ 12, "Local RAM" },
	{ 13, "Remote RAM (1 hop)" },
	{ 14, "Remote RAM (2 hops)" },
	{ 15, "Remote Cache (1 hop)" },
	{ 16, "Remote Cache (2 hops)" },
	{ 17, "I/O" },
	{ 18, "Uncached" },
};
static const struct src_name snoops[] = {
	{ 19, "N/A" },  { 20, "None" }, { 21, "Hit" },  { 22, "Miss" },
	{ 23, "HitM" }, { 38, "Fwd" },  { 39, "Peer" },
};
static const struct src_name tlbs[] = {
	{ 26, "N/A" }, { 29, "L1" }, { 30, "L2" }, { 31, "Walker" }, { 32, "Fault" },
};
static const char *const numbered[16] = {
	NULL,   "L1",       "L2",  "L3",  "L4",        "L2 MHB",  "Memory-side Cache",
	NULL,   "Uncached", "CXL", "I/O", "Any cache", "LFB/MAB", "RAM",
	"PMEM", NULL,
};
static const char *const hops[8] = { "",
	                             "core, same node ",
	                             "node, same socket ",
	                             "socket, same board ",
	                             "board ",
	                             "(null) ",
	                             "(null) ",
	                             "(null) " };

#define N_OF(v) (sizeof(v) / sizeof *(v))

static bool has(uint64_t v, unsigned bit)
{
	return v >> bit & 1;
}

/* Those that are set, with " or " between; none = nothing and false. */
static bool put_names(struct buf *b, uint64_t v, const struct src_name *names, size_t n)
{
	bool any = false;
	for (size_t i = 0; i < n; i++) {
		if (!has(v, names[i].bit))
			continue;
		buf_str(b, any ? " or " : "");
		buf_str(b, names[i].name);
		any = true;
	}
	return any;
}

static void put_op(struct buf *b, uint64_t v)
{
	for (size_t i = 0; i < N_OF(ops); i++)
		if (has(v, ops[i].bit)) {
			buf_str(b, ops[i].name);
			return;
		}
	buf_str(b, "No");
}

/* By number where the processor gives one, which may be far away; else by bits. */
static void put_level(struct buf *b, uint64_t v)
{
	enum { NUMBER_NA = 15 };
	unsigned number = v >> 33 & 15;
	const char *answer = has(v, 7) ? " miss" : has(v, 6) ? " hit" : " ";
	if (number && number != NUMBER_NA) {
		buf_str(b, has(v, 37) ? "Remote " : "");
		buf_str(b, hops[v >> 43 & 7]);
		if (numbered[number])
			buf_str(b, numbered[number]);
		else
			buf_printf(b, "Unknown level %u", number);
		buf_str(b, answer);
	} else if (put_names(b, v, levels, N_OF(levels))) {
		buf_str(b, answer);
	} else {
		buf_str(b, "N/A");
	}
}

static void put_snoop(struct buf *b, uint64_t v)
{
	if (!put_names(b, v, snoops, N_OF(snoops)))
		buf_str(b, "N/A");
}

static void put_tlb(struct buf *b, uint64_t v)
{
	if (!put_names(b, v, tlbs, N_OF(tlbs)))
		buf_str(b, "N/A");
	buf_str(b, has(v, 27) ? " hit" : "");
	buf_str(b, has(v, 28) ? " miss" : "");
}

static void put_lock(struct buf *b, uint64_t v)
{
	buf_str(b, has(v, 24) ? "N/A" : has(v, 25) ? "Yes" : "No");
}

static void put_block(struct buf *b, uint64_t v)
{
	if (has(v, 40) || !(has(v, 41) || has(v, 42)))
		buf_str(b, " N/A");
	else
		buf_printf(b, "%s%s", has(v, 41) ? " Data" : "", has(v, 42) ? " Addr" : "");
}

static const struct {
	const char *title, *name;
	void (*put)(struct buf *b, uint64_t v);
} parts[] = {
	{ "|OP ", "op", put_op },        { "|LVL ", "level", put_level },
	{ "|SNP ", "snoop", put_snoop }, { "|TLB ", "tlb", put_tlb },
	{ "|LCK ", "lock", put_lock },   { "|BLK ", "block", put_block },
};

void data_src_text(struct buf *b, uint64_t v)
{
	for (size_t i = 0; i < N_OF(parts); i++) {
		buf_str(b, parts[i].title);
		parts[i].put(b, v);
	}
}

void data_src_json(struct buf *b, uint64_t v)
{
	for (size_t i = 0; i < N_OF(parts); i++) {
		struct buf text = { 0 };
		parts[i].put(&text, v);
		const char *s = buf_cstr(&text);
		json_text(b, parts[i].name, s + (*s == ' '));
		buf_release(&text);
	}
}
