// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The ring that the kernel writes records into (perf_event_mmap_page of Linux 7.2).
 *
 * The kernel moves data_head after it has written; we load it with acquire, read, and store
 * data_tail with release, so that nothing is overwritten that we have yet to read. Both count up
 * without end; the place in the ring is the count modulo its size.
 */
#include <errno.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sys/sys.h"

/* Offsets in the control page. data_offset and data_size are there since 4.1. */
enum { DATA_HEAD_OFF = 1024, DATA_TAIL_OFF = 1032, DATA_OFFSET_OFF = 1040, DATA_SIZE_OFF = 1048 };

#define PERF_IOC_PAUSE_OUTPUT _IOW('$', 9, uint32_t)

/* That we cannot write to it is what tells the kernel not to wait for us. */
int sys_ring_map(struct sys_ring *r, int fd, size_t data_bytes, bool overwrite)
{
	size_t page = sys_page_bytes();
	int prot = PROT_READ | (overwrite ? 0 : PROT_WRITE);
	*r = (struct sys_ring){ 0 };
	void *map = mmap(NULL, page + data_bytes, prot, MAP_SHARED, fd, 0);
	if (map == MAP_FAILED)
		return -errno;
	uint64_t off = load64((unsigned char *)map + DATA_OFFSET_OFF);
	uint64_t size = load64((unsigned char *)map + DATA_SIZE_OFF);
	if (!off || size != data_bytes) {
		off = page;
		size = data_bytes;
	}
	*r = (struct sys_ring){ map, (unsigned char *)map + off, page + data_bytes, size, 0, fd };
	return 0;
}

void sys_ring_unmap(struct sys_ring *r)
{
	if (r->map)
		munmap(r->map, r->map_bytes);
	*r = (struct sys_ring){ 0 };
}

static uint64_t ring_head(const struct sys_ring *r)
{
	return __atomic_load_n((const uint64_t *)(const void *)(r->map + DATA_HEAD_OFF),
	                       __ATOMIC_ACQUIRE);
}

/* n bytes from a place, around the end. */
static size_t ring_parts(const struct sys_ring *r, uint64_t from, size_t n, struct span part[2])
{
	size_t at = (size_t)(from & (r->data_bytes - 1)), to_end = (size_t)r->data_bytes - at;
	size_t first = n < to_end ? n : to_end;
	part[0] = span_of(r->data + at, first);
	part[1] = span_of(r->data, n - first);
	return n;
}

size_t sys_ring_peek(const struct sys_ring *r, struct span part[2])
{
	part[0] = part[1] = (struct span){ 0 };
	if (!r->map)
		return 0;
	return ring_parts(r, r->tail, (size_t)(ring_head(r) - r->tail), part);
}

/* The head counts down from 0. */
size_t sys_ring_peek_back(struct sys_ring *r, struct span part[2])
{
	uint64_t head = ring_head(r), n = r->tail - head;
	r->tail = head;
	return ring_parts(r, head, (size_t)(n < r->data_bytes ? n : r->data_bytes), part);
}

void sys_ring_pause(const struct sys_ring *r, bool pause)
{
	syscall(SYS_ioctl, r->fd, PERF_IOC_PAUSE_OUTPUT, (unsigned long)pause);
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
