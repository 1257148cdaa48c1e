// SPDX-License-Identifier: GPL-2.0-or-later
/* The bodies of the records that are no samples: perf_event_open(2), "MMAP layout". */
#include "data/internal.h"

static int too_short(const struct record *r, struct err *e)
{
	const char *name = abi_record_name(r->type);
	return err_corrupt(e, r->off, "%s record of %u bytes is too short", name ? name : "unknown",
	                   r->n);
}

/* The text at off, which ends before the sample_id trailer; NULL when no NUL byte ends it. The
 * kernel pads it to 8 bytes. A trailer that would leave nothing is taken not to be there: old
 * recorders made records up without one. */
static const char *body_text(const struct record *r, const struct data_event *ev, uint32_t off)
{
	uint32_t end = r->n;
	if (ev && off + ev->tail_bytes < end)
		end -= ev->tail_bytes;
	if (off >= end || !memchr(r->p + off, 0, end - off))
		return off < r->n && memchr(r->p + off, 0, r->n - off) ? (const char *)r->p + off
		                                                       : NULL;
	return (const char *)r->p + off;
}

int body_mmap(const struct record *r, const struct data_event *ev, struct body_mmap *out,
              struct err *e)
{
	const unsigned char *p = r->p;
	uint32_t text = r->type == ABI_RECORD_MMAP2 ? 72 : 40;
	*out = (struct body_mmap){ .is_mmap2 = r->type == ABI_RECORD_MMAP2 };
	if (r->n <= text)
		return too_short(r, e);
	out->pid = load32(p + 8);
	out->tid = load32(p + 12);
	out->start = load64(p + 16);
	out->len = load64(p + 24);
	out->pgoff = load64(p + 32);
	if (out->is_mmap2) {
		if (r->misc & ABI_MISC_MMAP_BUILD_ID) {
			out->n_build_id = p[40] <= 20 ? p[40] : 20;
			memcpy(out->build_id, p + 44, out->n_build_id);
		} else {
			out->maj = load32(p + 40);
			out->min = load32(p + 44);
			out->ino = load64(p + 48);
			out->ino_generation = load64(p + 56);
		}
		out->prot = load32(p + 64);
		out->flags = load32(p + 68);
	} else {
		/* MMAP records tell only code from data. */
		out->prot = r->misc & ABI_MISC_MMAP_DATA ? 1 : 1 | 4;
	}
	out->path = body_text(r, ev, text);
	return out->path ? 0 : too_short(r, e);
}

int body_deferred(const struct record *r, const struct data_event *ev, struct body_deferred *out,
                  struct err *e)
{
	enum { IPS = 24 };
	uint32_t tail = ev ? ev->tail_bytes : 0;
	if (r->n < IPS + tail || load64(r->p + 16) > (r->n - tail - IPS) / 8)
		return too_short(r, e);
	*out = (struct body_deferred){ load64(r->p + 8), { r->p + IPS, load64(r->p + 16) } };
	return 0;
}

int body_comm(const struct record *r, const struct data_event *ev, struct body_comm *out,
              struct err *e)
{
	if (r->n <= 16)
		return too_short(r, e);
	*out = (struct body_comm){ load32(r->p + 8), load32(r->p + 12), body_text(r, ev, 16) };
	return out->comm ? 0 : too_short(r, e);
}

int body_task(const struct record *r, const struct data_event *ev, struct body_task *out,
              struct err *e)
{
	(void)ev;
	const unsigned char *p = r->p;
	if (r->n < 32)
		return too_short(r, e);
	*out = (struct body_task){ load32(p + 8), load32(p + 12), load32(p + 16), load32(p + 20),
		                   load64(p + 24) };
	return 0;
}

int body_lost(const struct record *r, const struct data_event *ev, struct body_lost *out,
              struct err *e)
{
	(void)ev;
	bool samples = r->type == ABI_RECORD_LOST_SAMPLES;
	if (r->n < (samples ? 16u : 24u))
		return too_short(r, e);
	*out = samples ? (struct body_lost){ 0, load64(r->p + 8) }
	               : (struct body_lost){ load64(r->p + 8), load64(r->p + 16) };
	return 0;
}

int body_ksymbol(const struct record *r, const struct data_event *ev, struct body_ksymbol *out,
                 struct err *e)
{
	if (r->n <= 24)
		return too_short(r, e);
	*out = (struct body_ksymbol){ load64(r->p + 8), load32(r->p + 16), load16(r->p + 20),
		                      load16(r->p + 22), body_text(r, ev, 24) };
	return out->name ? 0 : too_short(r, e);
}
