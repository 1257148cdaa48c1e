// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Every record of a recording in the order of the file: where it lies, its bytes, what they mean.
 * The shape is that of perf report -D; what depends on records before (which thread, which file) is
 * not said, and what perf leaves "unhandled" is.
 */
#include "output/internal.h"

/* Text at off, to its NUL byte or the end of the record. */
void dump_text(struct buf *b, const struct record *r, uint32_t off)
{
	if (off < r->n)
		buf_text_n(b, (const char *)r->p + off,
		           span_strnlen(span_of(r->p + off, r->n - off)));
}

static void put_bytes(struct buf *b, const struct record *r)
{
	static const char digits[] = "0123456789abcdef";
	char line[16 * 4 + 2];
	for (uint32_t at = 0; at < r->n; at += 16) {
		char *hex = line, *text = line + 16 * 3 + 1;
		memset(line, ' ', sizeof line);
		for (uint32_t i = at; i < r->n && i < at + 16; i++, hex += 3) {
			hex[0] = digits[r->p[i] >> 4];
			hex[1] = digits[r->p[i] & 15];
			*text++ = (char)(r->p[i] >= 0x20 && r->p[i] < 0x7f ? r->p[i] : '.');
		}
		line[sizeof line - 1] = '\n';
		buf_str(b, ".  ");
		buf_hex_width(b, at, 4, '0');
		buf_str(b, ":  ");
		buf_add(b, line, sizeof line);
	}
}

/* What stands before the offset: the CPU and the time, where any event records them. */
static void put_stamp(const struct dump *du, const struct record *r, const struct sample_id *id)
{
	if (du->d->pipe && !du->n_attrs &&
	    r->type >= ABI_RECORD_KERNEL_END) { /* before any event is known */
		buf_str(du->b, "-1 -1 ");
		return;
	}
	if (r->type != ABI_RECORD_SAMPLE && !du->sample_id_all) {
		buf_str(du->b, "-1 ");
		return;
	}
	if (du->sample_type & ABI_SAMPLE_CPU)
		buf_printf(du->b, "%u ", r->type < ABI_RECORD_KERNEL_END ? id->cpu : 0);
	if (du->sample_type & ABI_SAMPLE_TIME)
		buf_printf(du->b, "%llu ", (unsigned long long)id->time_ns);
}

static void put_record(struct dump *du, const struct record *r)
{
	struct buf *b = du->b;
	const char *name = abi_record_name(r->type);
	const struct data_event *ev = r->type < ABI_RECORD_KERNEL_END ? data_record_event(du->d, r)
	                                                              : NULL;
	struct sample s = { .id = { .pid = UINT32_MAX, .tid = UINT32_MAX, .cpu = UINT32_MAX } };
	struct err e = { 0 };
	bool bad = false;
	if (ev && r->type == ABI_RECORD_SAMPLE)
		bad = data_sample(ev, r, &s, &e) != 0;
	else if (ev)
		data_sample_id(ev, r, &s.id);
	buf_printf(b, "\n%#llx@", (unsigned long long)r->off);
	buf_text(b, du->path);
	buf_printf(b, " [%#x]: event: %u\n.\n. ... raw event: size %u bytes\n", r->n, r->type,
	           r->n);
	put_bytes(b, r);
	buf_char(b, '\n');
	put_stamp(du, r, &s.id);
	buf_printf(b, "%#llx [%#x]: PERF_RECORD_%s", (unsigned long long)r->off, r->n,
	           name ? name : "UNKNOWN");
	if (r->type == ABI_RECORD_SAMPLE && (bad || !ev))
		buf_printf(b, ": %s\n", bad ? e.text : "no event has its id");
	else if (r->type == ABI_RECORD_SAMPLE)
		dump_sample(du, r, ev, &s);
	else if (r->type < ABI_RECORD_KERNEL_END)
		dump_kernel(b, r, ev, &s.id);
	else
		dump_recorder(du, r);
}

int output_dump(struct buf *out, struct data *d, const char *path, struct err *e)
{
	struct data_cursor c;
	struct record r;
	struct dump du = { .b = out,
		           .d = d,
		           .path = d->pipe ? "pipe" : path,
		           .arch = data_text(d, ABI_FEATURE_ARCH) };
	int rc;
	for (uint32_t i = 0; i < d->n_events; i++)
		du.sample_type |= d->events[i].attr.sample_type;
	du.sample_id_all = d->n_events && d->events[0].attr.flags & ABI_SAMPLE_ID_ALL;
	data_cursor_init(&c, d);
	while ((rc = data_next(&c, &r, e)) == 0)
		put_record(&du, &r);
	data_cursor_release(&c);
	return rc < 0 ? rc : 0;
}
