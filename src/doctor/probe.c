// SPDX-License-Identifier: GPL-2.0-or-later
/* An event of this very process, its ring, and the records in it. */
#include "doctor/internal.h"

struct abi_attr probe_attr(uint32_t type, uint64_t config, uint64_t period)
{
	return (struct abi_attr){
		.type = type,
		.size = ABI_ATTR_VER5,
		.config = config,
		.period_or_freq = period,
		.sample_type = ABI_SAMPLE_IP | ABI_SAMPLE_TID | ABI_SAMPLE_TIME,
		.flags = ABI_DISABLED | ABI_EXCLUDE_KERNEL | ABI_EXCLUDE_HV,
	};
}

int probe_open(struct probe *p, const struct abi_attr *attr, int cpu, uint32_t n_pages)
{
	*p = (struct probe){ .fd = sys_perf_open(attr, 0, cpu, -1, 0),
		             .event = { .attr = *attr, .name = "" } };
	if (p->fd < 0)
		return p->fd;
	int rc = n_pages ? sys_ring_map(&p->ring, p->fd, n_pages * sys_page_bytes(), false) : 0;
	if (rc < 0)
		probe_close(p);
	return rc;
}

bool probe_take(struct probe *p, struct record *out)
{
	size_t n = p->part[0].n + p->part[1].n;
	if (n - p->at < ABI_HEADER_BYTES)
		return false;
	/* A record may go round the end of the ring; each of its words does not. */
	for (size_t i = 0, size = ABI_HEADER_BYTES; i < size; i += 8) {
		size_t at = p->at + i;
		const unsigned char *from = at < p->part[0].n ? p->part[0].p + at
		                                              : p->part[1].p + (at - p->part[0].n);
		memcpy(p->record + i, from, 8);
		if (i == 0)
			size = load16(p->record + 6);
		if (size > n - p->at || size < ABI_HEADER_BYTES)
			return false;
	}
	*out = (struct record){ p->record, load32(p->record), load16(p->record + 4),
		                load16(p->record + 6), 0 };
	p->at += out->n;
	return true;
}

bool probe_next(struct probe *p, struct record *out)
{
	if (!p->at)
		sys_ring_peek(&p->ring, p->part);
	if (probe_take(p, out))
		return true;
	sys_ring_consume(&p->ring, p->part[0].n + p->part[1].n);
	p->at = 0;
	return false;
}

bool probe_sample(const struct probe *p, const struct record *r, struct sample *out)
{
	return r->type == ABI_RECORD_SAMPLE && data_sample(&p->event, r, out, NULL) == 0;
}

void probe_close(struct probe *p)
{
	sys_ring_unmap(&p->ring);
	if (p->fd >= 0)
		sys_close(p->fd);
	p->fd = -1;
}
