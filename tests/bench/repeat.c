// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * repeat N IN OUT: a recording that lasts N times as long: the records of IN N times, each time
 * later by as long as all of it took. IN is one of pmrec's own: all events have the same
 * sample_type, all records end in the same fields.
 */
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DATA_OFF = 40, DATA_SIZE = 48, FEATURE_BITS = 72, ATTRS_OFF = 24, SAMPLE_TYPE = 24 };

static unsigned char *in;

static uint64_t u64_at(const unsigned char *p)
{
	uint64_t v;
	memcpy(&v, p, sizeof v);
	return v;
}

static void put_u64(unsigned char *p, uint64_t v)
{
	memcpy(p, &v, sizeof v);
}

/* Where a record has its time. NULL: it is the recorder's and has none. */
static unsigned char *time_of(unsigned char *p, uint64_t type)
{
	const struct perf_event_header *h = (const void *)p;
	static const uint64_t before[] = { PERF_SAMPLE_IDENTIFIER, PERF_SAMPLE_IP,
		                           PERF_SAMPLE_TID };
	static const uint64_t behind[] = { PERF_SAMPLE_TIME, PERF_SAMPLE_ID, PERF_SAMPLE_STREAM_ID,
		                           PERF_SAMPLE_CPU, PERF_SAMPLE_IDENTIFIER };
	size_t at = sizeof *h, from_end = 0;
	if (h->type >= 64)
		return NULL;
	if (h->type == PERF_RECORD_SAMPLE) {
		for (size_t i = 0; i < sizeof before / sizeof *before; i++)
			at += type & before[i] ? 8 : 0;
		return p + at;
	}
	for (size_t i = 0; i < sizeof behind / sizeof *behind; i++)
		from_end += type & behind[i] ? 8 : 0;
	return p + h->size - from_end;
}

static void put_all(FILE *out, const void *p, size_t n)
{
	if (fwrite(p, 1, n, out) != n) {
		perror("repeat");
		exit(1);
	}
}

int main(int argc, char **argv)
{
	struct stat st;
	int fd = argc == 4 ? open(argv[2], O_RDONLY) : -1;
	FILE *out = argc == 4 ? fopen(argv[3], "w") : NULL;
	unsigned n = argc == 4 ? (unsigned)atoi(argv[1]) : 0;
	if (fd < 0 || !out || !n || fstat(fd, &st) < 0) {
		fprintf(stderr, "usage: repeat N IN OUT\n");
		return 2;
	}
	in = mmap(NULL, (size_t)st.st_size, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
	if (in == MAP_FAILED)
		return 1;
	uint64_t off = u64_at(in + DATA_OFF), size = u64_at(in + DATA_SIZE), first = UINT64_MAX,
		 last = 0;
	uint64_t type = u64_at(in + u64_at(in + ATTRS_OFF) + SAMPLE_TYPE), grown = (n - 1) * size;
	for (unsigned char *p = in + off; p < in + off + size;
	     p += ((const struct perf_event_header *)(const void *)p)->size) {
		const unsigned char *at = time_of(p, type);
		uint64_t t = at ? u64_at(at) : 0;
		first = t && t < first ? t : first;
		last = t > last ? t : last;
	}
	put_u64(in + DATA_SIZE, n * size);
	put_all(out, in, off);
	for (unsigned i = 0; i < n; i++) {
		put_all(out, in + off, size);
		for (unsigned char *p = in + off; p < in + off + size;
		     p += ((const struct perf_event_header *)(const void *)p)->size) {
			unsigned char *at = time_of(p, type);
			if (at && u64_at(at))
				put_u64(at, u64_at(at) + (last - first) + 1000000);
		}
	}
	unsigned char *table = in + off + size;
	for (unsigned bit = 0; bit < 256; bit++)
		if (u64_at(in + FEATURE_BITS + bit / 64 * 8) >> bit % 64 & 1) {
			put_u64(table, u64_at(table) + grown);
			table += 16;
		}
	put_all(out, in + off + size, (size_t)st.st_size - off - size);
	return fclose(out) ? 1 : 0;
}
