// SPDX-License-Identifier: GPL-2.0-or-later
/* Names of events: those in the EVENT_DESC feature, those of tracepoints in the tracing data, and
 * the one perf makes up for an attr without. */
#include "data/internal.h"

static const char *cache_event(uint64_t config, struct arena *a)
{
	static const char *const caches[] = { "L1-dcache", "L1-icache", "LLC", "dTLB",
		                              "iTLB",      "branch",    "node" };
	static const char *const ops[][2] = {
		{ "loads", "load-misses" },
		{ "stores", "store-misses" },
		{ "prefetches", "prefetch-misses" },
	};
	uint64_t cache = config & 0xff, op = config >> 8 & 0xff, result = config >> 16 & 0xff;
	if (cache >= sizeof caches / sizeof *caches || op > 2 || result > 1)
		return "unknown-ext-hardware-cache-type";
	return arena_printf(a, "%s-%s", caches[cache], ops[op][result]);
}

static const char *breakpoint_event(const struct abi_attr *attr, struct arena *a)
{
	return arena_printf(a, "mem:0x%llx:%s%s%s", (unsigned long long)attr->config1,
	                    attr->bp_type & 1 ? "r" : "", attr->bp_type & 2 ? "w" : "",
	                    attr->bp_type & 4 ? "x" : "");
}

/* What follows the colon: the contexts that are counted when not all are, and the precision. */
static void modifiers(const struct abi_attr *attr, struct buf *out)
{
	bool guest_default = false;
	size_t from = out->n;
	uint64_t f = attr->flags;
	buf_char(out, ':');
	if (f & (ABI_EXCLUDE_KERNEL | ABI_EXCLUDE_USER | ABI_EXCLUDE_HV)) {
		if (!(f & ABI_EXCLUDE_KERNEL))
			buf_char(out, 'k');
		if (!(f & ABI_EXCLUDE_USER))
			buf_char(out, 'u');
		if (!(f & ABI_EXCLUDE_HV))
			buf_char(out, 'h');
		guest_default = true;
	}
	unsigned precise = (unsigned)((f & ABI_PRECISE_MASK) >> ABI_PRECISE_SHIFT);
	if (precise) {
		buf_fill(out, 'p', precise);
		guest_default = true;
	}
	if ((f & ABI_EXCLUDE_HOST) || !!(f & ABI_EXCLUDE_GUEST) == guest_default) {
		if (!(f & ABI_EXCLUDE_HOST))
			buf_char(out, 'H');
		if (!(f & ABI_EXCLUDE_GUEST))
			buf_char(out, 'G');
	}
	if (out->n == from + 1)
		out->n = from;
}

const char *event_name_of(const struct abi_attr *attr, struct arena *a)
{
	const char *name = abi_event_name(attr->type, attr->config);
	struct buf b = { 0 };
	if (attr->type == ABI_TYPE_TRACEPOINT)
		return "unknown tracepoint";
	if (attr->type == ABI_TYPE_HW_CACHE)
		name = cache_event(attr->config, a);
	else if (attr->type == ABI_TYPE_BREAKPOINT)
		name = breakpoint_event(attr, a);
	else if (attr->type == ABI_TYPE_HARDWARE && !name)
		name = "unknown-hardware";
	else if (attr->type == ABI_TYPE_SOFTWARE && !name)
		name = "unknown-software";
	if (name)
		buf_str(&b, name);
	else if (attr->type == ABI_TYPE_RAW)
		buf_printf(&b, "raw 0x%llx", (unsigned long long)attr->config);
	else
		buf_printf(&b, "unknown attr type: %u", attr->type);
	if (name || attr->type == ABI_TYPE_RAW)
		modifiers(attr, &b);
	char *s = arena_dup(a, b.p, b.n);
	buf_release(&b);
	return s;
}

/* EVENT_DESC: u32 events, u32 attr bytes; then for each its attr, u32 ids, name, ids. In the order
 * of the attrs. */
void event_desc_names(struct data *d)
{
	struct span s = d->feature[ABI_FEATURE_EVENT_DESC], head, skip;
	if (!data_has_feature(d, ABI_FEATURE_EVENT_DESC) || !span_take(&s, 8, &head))
		return;
	uint32_t n = get32(d, head.p), attr_bytes = get32(d, head.p + 4);
	for (uint32_t i = 0; i < n && i < d->n_events; i++) {
		if (!span_take(&s, attr_bytes, &skip) || !span_take(&s, 8, &head))
			break;
		uint32_t n_ids = get32(d, head.p), text_bytes = get32(d, head.p + 4);
		struct span text;
		if (!span_take(&s, text_bytes, &text) || !span_take(&s, 8 * (uint64_t)n_ids, &skip))
			break;
		size_t len = span_strnlen(text);
		if (len && !d->events[i].name)
			d->events[i].name = arena_dup(&d->arena, text.p, len);
	}
}

static void tracing_open(struct data *d)
{
	bool has_section = data_has_feature(d, ABI_FEATURE_TRACING_DATA);
	struct span s = has_section ? d->feature[ABI_FEATURE_TRACING_DATA]
	                            : simpleperf_tracing_data(d);
	struct err e = { 0 };
	d->tracing = arena_zero(&d->arena, sizeof *d->tracing);
	if ((s.n || has_section) && tracing_read(s, &d->arena, d->tracing, &e))
		data_fault(d, has_section ? (uint64_t)(s.p - d->bytes.p) + e.off : d->data_off,
		           "%s", e.text);
}

void event_tracing_names(struct data *d)
{
	for (uint32_t i = 0; i < d->n_events; i++) {
		struct data_event *ev = &d->events[i];
		if (ev->attr.type != ABI_TYPE_TRACEPOINT)
			continue;
		if (!d->tracing)
			tracing_open(d);
		const struct tracing_event *t = tracing_find(d->tracing, ev->attr.config);
		if (t && !ev->name)
			ev->name = arena_printf(&d->arena, "%.*s:%.*s", (int)t->system.n,
			                        (const char *)t->system.p, (int)t->name.n,
			                        (const char *)t->name.p);
	}
}
