// SPDX-License-Identifier: GPL-2.0-or-later
/* Which files' build-ids go into a recording. The ids themselves are checked against readelf. */
#include "../tap.h"

#include <unistd.h>

#include "capture/internal.h"

enum { USER = 2 };

static struct write_event event = {
	.attr = { .size = ABI_ATTR_VER5,
	          .sample_type = ABI_SAMPLE_IDENTIFIER | ABI_SAMPLE_IP | ABI_SAMPLE_TID,
	          .flags = ABI_SAMPLE_ID_ALL },
};

static void collect_of(struct buf *out, struct bytes file, uint64_t off, uint64_t n,
                       const struct plan *p)
{
	struct names *ns = names_new(false, NULL, NULL);
	names_read(ns, file, off, n);
	names_add(out, ns, p, false);
	names_free(ns);
}

static void collect(struct buf *out, const struct buf *records, const struct plan *p)
{
	struct bytes all = { (unsigned char *)records->p, records->n, false };
	collect_of(out, all, 0, records->n, p);
}

static void add_sample(struct buf *b, uint32_t pid)
{
	const uint64_t words[] = { 9 | (uint64_t)32 << 48, 1, 0x1000, (uint64_t)pid << 32 | pid };
	buf_add(b, words, sizeof words);
}

static void add_map(struct buf *b, uint32_t pid, uint32_t prot, const char *path)
{
	struct write_mmap2 m = { .pid = pid, .tid = pid, .len = 4096, .prot = prot, .path = path };
	struct write_id id = { .pid = pid, .tid = pid };
	write_mmap2(b, &event.attr, USER, &m, &id);
}

/* How many entries name path; the last one's id as hex in out. */
static int entries(const struct buf *section, const char *path, char out[41])
{
	int n = 0;
	for (size_t at = 0; at + 36 < section->n; at += load16(section->p + at + 6)) {
		const char *p = section->p + at;
		if (load16(p + 6) < 36)
			break;
		if (strcmp(p + 36, path) != 0)
			continue;
		for (int i = 0; i < 20; i++)
			snprintf(out + 2 * i, 3, "%02x", (unsigned char)p[12 + i]);
		n++;
	}
	return n;
}

static bool readelf_id(const char *path, char out[41])
{
	char command[4200];
	snprintf(command, sizeof command,
	         "readelf -n '%s' 2>/dev/null | sed -n 's/.*Build ID: //p'", path);
	FILE *f = popen(command, "r");
	bool got = f && fscanf(f, "%40s", out) == 1;
	if (f)
		pclose(f);
	return got;
}

int main(void)
{
	char self[4096], id[41], want[41];
	ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
	if (n <= 0)
		return 1;
	self[n] = 0;
	if (!readelf_id(self, want)) {
		skip("no readelf, or this program has no build-id", "build-ids");
		return done_testing();
	}
	struct plan plan = { .events = &event, .n_events = 1 };
	struct buf records = { 0 }, out = { 0 };

	add_map(&records, 10, 5, self);
	add_map(&records, 10, 5, "//anon");
	add_map(&records, 10, 5, "[heap]");
	add_map(&records, 10, 5, "/no/such/file");
	add_map(&records, 10, 5, "/etc/passwd");
	collect(&out, &records, &plan);
	is_u64(out.n, 0, "a process without a sample names nothing");

	add_sample(&records, 10);
	add_sample(&records, 10);
	collect(&out, &records, &plan);
	is_u64((uint64_t)entries(&out, self, id), 1, "with samples, its file is named once");
	is_str(id, want, "with the id that readelf shows");
	is_u64(out.n, load16(out.p + 6), "and nothing else is");

	out.n = records.n = 0;
	struct write_id trailer = { .pid = 20, .tid = 20 };
	add_map(&records, 20, 5, self);
	write_fork(&records, &event.attr, 0, 21, 20, 21, 20, 0, &trailer);
	add_sample(&records, 21);
	collect(&out, &records, &plan);
	is_u64((uint64_t)entries(&out, self, id), 1, "a forked child runs on its parent's files");

	out.n = records.n = 0;
	add_map(&records, 30, 1, self);
	add_sample(&records, 30);
	collect(&out, &records, &plan);
	is_u64(out.n, 0, "what is not executable is not named");

	records.n = 0;
	write_fork(&records, &event.attr, 0, 40, 41, 40, 41, 0, &trailer);
	write_fork(&records, &event.attr, 0, 41, 40, 41, 40, 0, &trailer);
	add_sample(&records, 40);
	collect(&out, &records, &plan);
	is_u64(out.n, 0, "two that are each other's parents come to an end");
	struct bytes all = { (unsigned char *)records.p, records.n, false };
	collect_of(&out, all, 0, records.n - 4, &plan);
	collect_of(&out, (struct bytes){ 0 }, 0, 0, &plan);
	collect_of(&out, all, 8, records.n, &plan); /* more than there is */
	is_u64(out.n, 0, "a cut record and no records at all are survived");
	buf_release(&records);
	buf_release(&out);
	return done_testing();
}
