// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The ring that the kernel writes records into (perf_event_mmap_page of Linux 7.2).
 *
 * The kernel moves data_head after it has written; we load it with acquire, read, and store
 * data_tail with release, so that nothing is overwritten that we have yet to read. Both count up
 * without end; the place in the ring is the count modulo its size.
 */
#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

#include "sys/sys.h"

/* Offsets in the control page. data_offset and data_size are there since 4.1. */
enum { DATA_HEAD_OFF = 1024, DATA_TAIL_OFF = 1032, DATA_OFFSET_OFF = 1040, DATA_SIZE_OFF = 1048 };

int sys_ring_map(struct sys_ring *r, int fd, size_t data_bytes)
{
	size_t page = sys_page_bytes();
	*r = (struct sys_ring){ 0 };
	void *map = mmap(NULL, page + data_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (map == MAP_FAILED)
		return -errno;
	uint64_t off = load64((unsigned char *)map + DATA_OFFSET_OFF);
	uint64_t size = load64((unsigned char *)map + DATA_SIZE_OFF);
	if (!off || size != data_bytes) {
		off = page;
		size = data_bytes;
	}
	*r = (struct sys_ring){ map, (unsigned char *)map + off, page + data_bytes, size, 0 };
	return 0;
}

void sys_ring_unmap(struct sys_ring *r)
{
	if (r->map)
		munmap(r->map, r->map_bytes);
	*r = (struct sys_ring){ 0 };
}

size_t sys_ring_peek(const struct sys_ring *r, struct span part[2])
{
	part[0] = part[1] = (struct span){ 0 };
	if (!r->map)
		return 0;
	uint64_t head = __atomic_load_n((const uint64_t *)(const void *)(r->map + DATA_HEAD_OFF),
	                                __ATOMIC_ACQUIRE);
	size_t n = (size_t)(head - r->tail), at = (size_t)(r->tail & (r->data_bytes - 1));
	size_t to_end = (size_t)r->data_bytes - at, first = n < to_end ? n : to_end;
	part[0] = span_of(r->data + at, first);
	part[1] = span_of(r->data, n - first);
	return n;
}

void sys_ring_consume(struct sys_ring *r, size_t n_bytes)
{
	r->tail += n_bytes;
	__atomic_store_n((uint64_t *)(void *)(r->map + DATA_TAIL_OFF), r->tail, __ATOMIC_RELEASE);
}

int sys_poll(struct pollfd *v, size_t n, int timeout_ms)
{
	int rc = poll(v, (nfds_t)n, timeout_ms);
	if (rc >= 0)
		return rc;
	return errno == EINTR ? 0 : -errno;
}
