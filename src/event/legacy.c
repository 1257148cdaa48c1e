// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Events whose numbers are the same on every machine: those of abi_events[], caches, and raw codes.
 */
#include <stdio.h>
#include <strings.h>

#include "event/internal.h"

enum { NAMES_EACH = 5 };

struct part {
	const char *names[NAMES_EACH]; /* perf's own first */
	unsigned ops;                  /* of a cache: bit o = it has the operation o */
};

enum { LOADS = 1 << 0, STORES = 1 << 1, PREFETCHES = 1 << 2, ALL = 7 };

static const struct part caches[] = {
	{ { "L1-dcache", "l1-d", "l1d", "L1-data" }, ALL },
	{ { "L1-icache", "l1-i", "l1i", "L1-instruction" }, LOADS | PREFETCHES },
	{ { "LLC", "L2" }, ALL },
	{ { "dTLB", "d-tlb", "Data-TLB" }, ALL },
	{ { "iTLB", "i-tlb", "Instruction-TLB" }, LOADS },
	{ { "branch", "branches", "bpu", "btb", "bpc" }, LOADS },
	{ { "node" }, ALL },
};

static const struct part ops[] = {
	{ { "loads", "load", "read" }, 0 },
	{ { "stores", "store", "write" }, 0 },
	{ { "prefetches", "prefetch", "speculative-read", "speculative-load" }, 0 },
};

static const struct part results[] = {
	{ { "refs", "Reference", "ops", "access" }, 0 },
	{ { "misses", "miss" }, 0 },
};

#define COUNT(a) (sizeof(a) / sizeof *(a))

/* What config holds: the cache, the operation << 8, the result << 16. */
enum { OP_SHIFT = 8, RESULT_SHIFT = 16 };

/* Take the part that s begins with off it, a '-' before it unless first; its number, or -1. The
 * longest name wins: "L1-instruction" is no "l1-i". */
static int take_part(struct span *s, const struct part *v, size_t n, bool first)
{
	int found = -1;
	size_t longest = 0, skip = first ? 0 : 1;
	if (!first && (!s->n || *s->p != '-'))
		return -1;
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < NAMES_EACH && v[i].names[k]; k++) {
			size_t len = strlen(v[i].names[k]);
			const char *at = (const char *)s->p + skip;
			if (len <= longest || s->n - skip < len ||
			    strncasecmp(at, v[i].names[k], len) != 0)
				continue;
			if (s->n - skip > len && at[len] != '-')
				continue;
			longest = len;
			found = (int)i;
		}
	if (found >= 0) {
		s->p += longest + skip;
		s->n -= longest + skip;
	}
	return found;
}

bool cache_find(struct span name, uint64_t *config)
{
	int op = -1, result = -1, cache = take_part(&name, caches, COUNT(caches), true);
	if (cache < 0)
		return false;
	/* Operation and result come in any order, and either may be left out. */
	for (int i = 0; i < 2 && name.n; i++) {
		if (op < 0)
			op = take_part(&name, ops, COUNT(ops), false);
		if (result < 0)
			result = take_part(&name, results, COUNT(results), false);
	}
	op = op < 0 ? 0 : op;
	if (name.n || !(caches[cache].ops & 1u << op))
		return false;
	*config = (uint64_t)cache | (uint64_t)op << OP_SHIFT |
	          (uint64_t)(result > 0) << RESULT_SHIFT;
	return true;
}

bool cache_name(unsigned i, char out[32], uint64_t *config)
{
	static const char *const misses[] = { "load", "store", "prefetch" };
	for (unsigned cache = 0; cache < COUNT(caches); cache++)
		for (unsigned op = 0; op < COUNT(ops); op++) {
			if (!(caches[cache].ops & 1u << op))
				continue;
			for (unsigned result = 0; result < 2; result++, i--) {
				if (i)
					continue;
				snprintf(out, 32, "%s-%s%s", caches[cache].names[0],
				         result ? misses[op] : ops[op].names[0],
				         result ? "-misses" : "");
				*config = cache | op << OP_SHIFT | result << RESULT_SHIFT;
				return true;
			}
		}
	return false;
}

static bool hex_parse(struct span s, uint64_t *out)
{
	uint64_t v = 0;
	if (!s.n || s.n > 16)
		return false;
	for (size_t i = 0; i < s.n; i++) {
		unsigned c = s.p[i] | 0x20u;
		if (s.p[i] >= '0' && s.p[i] <= '9')
			v = v << 4 | (s.p[i] - '0');
		else if (c >= 'a' && c <= 'f')
			v = v << 4 | (c - 'a' + 10);
		else
			return false;
	}
	*out = v;
	return true;
}

bool number_parse(struct span s, uint64_t *out)
{
	uint64_t v = 0;
	if (s.n > 2 && s.p[0] == '0' && (s.p[1] | 0x20) == 'x')
		return hex_parse(span_of(s.p + 2, s.n - 2), out);
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] < '0' || s.p[i] > '9' || __builtin_mul_overflow(v, 10, &v) ||
		    __builtin_add_overflow(v, s.p[i] - '0', &v))
			return false;
	*out = v;
	return s.n > 0;
}

bool raw_find(struct span name, uint64_t *config)
{
	if (name.n < 2 || name.p[0] != 'r')
		return false;
	name = span_of(name.p + 1, name.n - 1);
	if (name.n > 2 && name.p[0] == '0' && name.p[1] == 'x')
		name = span_of(name.p + 2, name.n - 2);
	return hex_parse(name, config);
}

bool legacy_find(struct span name, struct abi_attr *attr)
{
	for (const struct abi_event *ev = abi_events; ev->name; ev++)
		if (span_is(name, ev->name) || (ev->alias && span_is(name, ev->alias))) {
			attr->type = ev->type;
			attr->config = ev->config;
			return true;
		}
	if (!cache_find(name, &attr->config))
		return false;
	attr->type = ABI_TYPE_HW_CACHE;
	return true;
}
