// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Writing the file's frame: header, attrs, feature sections. Layout: tools/perf/Documentation/
 * perf.data-file-format.txt of Linux 7.2.
 */
#include "data/write.h"

enum {
	STRING_ALIGN = 64,
	FILE_ALIGN = 8,
	BUILD_ID_BYTES = 24,
	BUILD_ID_HEAD_BYTES = ABI_HEADER_BYTES + 4 + BUILD_ID_BYTES, /* before the path */
};

/* Set in the misc field of a build-id entry whose byte 20 tells the id's length (Linux 5.12). */
#define MISC_BUILD_ID_SIZE (1u << 15)

void write_u32(struct buf *b, uint32_t v)
{
	buf_add(b, &v, sizeof v);
}

void write_u64(struct buf *b, uint64_t v)
{
	buf_add(b, &v, sizeof v);
}

static void pad_to(struct buf *b, size_t align)
{
	buf_fill(b, 0, (align - b->n % align) % align);
}

/* ------------------------------------------------------------------ header and attrs */

void write_header(struct buf *b, uint64_t attrs_off, uint32_t n_attrs, uint32_t attr_bytes,
                  uint64_t data_off, uint64_t data_bytes,
                  const uint64_t features[ABI_FEATURE_MAX / 64])
{
	buf_add(b, "PERFILE2", 8);
	write_u64(b, WRITE_HEADER_BYTES);
	write_u64(b, attr_bytes);
	write_u64(b, attrs_off);
	write_u64(b, (uint64_t)n_attrs * attr_bytes);
	write_u64(b, data_off);
	write_u64(b, data_bytes);
	write_u64(b, 0); /* event types: no longer used */
	write_u64(b, 0);
	for (int i = 0; i < ABI_FEATURE_MAX / 64; i++)
		write_u64(b, features[i]);
}

/* The entries of a file's attr table are all of one size: that of the largest attr. */
static uint32_t attr_bytes_max(const struct write_event *events, uint32_t n_events)
{
	uint32_t most = ABI_ATTR_VER0;
	for (uint32_t i = 0; i < n_events; i++)
		if (events[i].attr.size > most)
			most = events[i].attr.size;
	return most;
}

static void add_attr(struct buf *b, const struct write_event *ev, uint32_t bytes)
{
	struct abi_attr attr = ev->attr;
	attr.size = bytes;
	buf_add(b, &attr, bytes);
}

void write_prologue(struct buf *b, const struct write_event *events, uint32_t n_events)
{
	static const uint64_t no_features[ABI_FEATURE_MAX / 64];
	uint32_t bytes = attr_bytes_max(events, n_events), each = bytes + 16;
	uint64_t n_ids = 0;
	for (uint32_t i = 0; i < n_events; i++)
		n_ids += events[i].n_ids;
	uint64_t attrs_off = WRITE_HEADER_BYTES + 8 * n_ids;
	uint64_t data_off = (attrs_off + (uint64_t)each * n_events + FILE_ALIGN - 1) &
	                    ~(uint64_t)(FILE_ALIGN - 1);
	write_header(b, attrs_off, n_events, each, data_off, 0, no_features);
	for (uint32_t i = 0; i < n_events; i++)
		buf_add(b, events[i].ids, 8 * (size_t)events[i].n_ids);
	uint64_t ids_off = WRITE_HEADER_BYTES;
	for (uint32_t i = 0; i < n_events; i++) {
		add_attr(b, &events[i], bytes);
		write_u64(b, ids_off);
		write_u64(b, 8 * (uint64_t)events[i].n_ids);
		ids_off += 8 * (uint64_t)events[i].n_ids;
	}
	pad_to(b, FILE_ALIGN);
}

/* ------------------------------------------------------------------ features */

void write_features(struct buf *b, uint64_t file_off, const uint64_t features[ABI_FEATURE_MAX / 64],
                    const struct span *content)
{
	uint64_t n = 0;
	for (int i = 0; i < ABI_FEATURE_MAX / 64; i++)
		n += (uint64_t)__builtin_popcountll(features[i]);
	uint64_t at = file_off + 16 * n;
	for (uint64_t i = 0; i < n; i++) {
		write_u64(b, at);
		write_u64(b, content[i].n);
		at += content[i].n;
	}
	for (uint64_t i = 0; i < n; i++)
		buf_add(b, content[i].p, content[i].n);
}

void write_string(struct buf *b, const char *s)
{
	size_t n = strlen(s) + 1, padded = (n + STRING_ALIGN - 1) & ~(size_t)(STRING_ALIGN - 1);
	write_u32(b, (uint32_t)padded);
	buf_add(b, s, n);
	buf_fill(b, 0, padded - n);
}

void write_nrcpus(struct buf *b, uint32_t available, uint32_t online)
{
	write_u32(b, available);
	write_u32(b, online);
}

void write_cmdline(struct buf *b, const char *const *words, uint32_t n)
{
	write_u32(b, n);
	for (uint32_t i = 0; i < n; i++)
		write_string(b, words[i]);
}

void write_event_desc(struct buf *b, const struct write_event *events, uint32_t n_events)
{
	uint32_t bytes = attr_bytes_max(events, n_events);
	write_u32(b, n_events);
	write_u32(b, bytes);
	for (uint32_t i = 0; i < n_events; i++) {
		add_attr(b, &events[i], bytes);
		write_u32(b, events[i].n_ids);
		write_string(b, events[i].name);
		buf_add(b, events[i].ids, 8 * (size_t)events[i].n_ids);
	}
}

/* perf's own name of a group that has none. */
void write_group_desc(struct buf *b, const struct write_group *groups, uint32_t n)
{
	write_u32(b, n);
	for (uint32_t i = 0; i < n; i++) {
		write_string(b, "{anon_group}");
		write_u32(b, groups[i].leader);
		write_u32(b, groups[i].n_members);
	}
}

static void add_build_id(struct buf *b, uint16_t misc, int32_t pid, const uint8_t *id, uint8_t n,
                         const char *path, size_t path_bytes)
{
	uint8_t bytes[BUILD_ID_BYTES] = { 0 };
	size_t n_path = strlen(path) + 1;
	if (n > 20)
		n = 20;
	memcpy(bytes, id, n);
	bytes[20] = n;
	size_t size = BUILD_ID_HEAD_BYTES + path_bytes;
	if (size > ABI_RECORD_MAX)
		return;
	uint16_t head[2] = { (uint16_t)(misc | MISC_BUILD_ID_SIZE), (uint16_t)size };
	write_u32(b, ABI_RECORD_HEADER_BUILD_ID);
	buf_add(b, head, sizeof head);
	buf_add(b, &pid, sizeof pid);
	buf_add(b, bytes, sizeof bytes);
	buf_add(b, path, n_path);
	buf_fill(b, 0, path_bytes - n_path);
}

static size_t round_up(size_t n, size_t to)
{
	return (n + to - 1) & ~(to - 1);
}

void write_build_id(struct buf *b, uint16_t misc, int32_t pid, const uint8_t *id, uint8_t n,
                    const char *path)
{
	add_build_id(b, misc, pid, id, n, path, round_up(strlen(path) + 1, STRING_ALIGN));
}

/* A record among the data is a multiple of 8 long; an entry of the section need not be. */
void write_build_id_record(struct buf *b, uint16_t misc, int32_t pid, const uint8_t *id, uint8_t n,
                           const char *path)
{
	size_t whole = round_up(BUILD_ID_HEAD_BYTES + strlen(path) + 1, FILE_ALIGN);
	add_build_id(b, misc, pid, id, n, path, whole - BUILD_ID_HEAD_BYTES);
}
