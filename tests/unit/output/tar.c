// SPDX-License-Identifier: GPL-2.0-or-later
/* Tar archives, read by Python's tarfile and by tar. */
#include "../tap.h"

#include <stdlib.h>
#include <unistd.h>

#include "output/output.h"

/* "type path mode mtime size checksum-of-contents target", an entry a line. */
static const char list[] =
	"python3 -c 'import sys, tarfile, zlib\n"
	"for m in tarfile.open(sys.argv[1]):\n"
	"  f = m.isfile() and m.size < 9999 and tarfile.open(sys.argv[1]).extractfile(m)\n"
	"  print(m.type.decode(), m.name, oct(m.mode), m.mtime, m.size,\n"
	"    zlib.crc32(f.read()) if f else \"-\", m.linkname, m.uid, m.gid)' ";

static char path[] = "/tmp/pmrec-test-tar.XXXXXX", command[4096];

static void put(const struct buf *b)
{
	FILE *f = fopen(path, "w");
	if (f) {
		fwrite(b->p, 1, b->n, f);
		fclose(f);
	}
}

/* What a command prints. */
static const char *said(const char *by)
{
	static char text[65536];
	snprintf(command, sizeof command, "%s %s 2>&1", by, path);
	FILE *f = popen(command, "r");
	size_t n = f ? fread(text, 1, sizeof text - 1, f) : 0;
	text[n] = 0;
	if (f)
		pclose(f);
	return text;
}

static void add_file(struct buf *b, const char *name, const char *content, size_t n)
{
	struct tar_entry e = { .path = name, .mode = 0640, .mtime = 1700000000, .n_bytes = n };
	tar_begin(b, &e);
	buf_add(b, content, n);
	tar_file_end(b, &e);
}

static void add_link(struct buf *b, const char *name, const char *target)
{
	struct tar_entry e = { .path = name, .target = target, .mode = 0777, .mtime = 5 };
	tar_begin(b, &e);
}

/* A path of n bytes in folders of 50. */
static const char *long_path(size_t n, char first)
{
	static char paths[2][8192];
	static int which;
	char *p = paths[which ^= 1];
	for (size_t i = 0; i < n; i++)
		p[i] = i % 50 == 49 && i + 1 < n ? '/' : first;
	p[n] = 0;
	return p;
}

static void test_sizes(void)
{
	static const size_t sizes[] = { 0, 1, 511, 512, 513, 1024 };
	static char content[1024];
	struct buf b = { 0 }, want = { 0 };
	memset(content, 'x', sizeof content);
	/* Those of zlib's crc32 of so many x. */
	static const char *const crcs[] = { "0",         "2363233923", "1780999550",
		                            "990604637", "2570924199", "1222111331" };
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		char name[40];
		snprintf(name, sizeof name, "folder/of %zu", sizes[i]);
		add_file(&b, name, content, sizes[i]);
		buf_printf(&want, "0 %s 0o640 1700000000 %zu %s  0 0\n", name, sizes[i], crcs[i]);
	}
	tar_end(&b);
	ok(b.n % 512 == 0, "whole blocks");
	put(&b);
	is_str(said(list), buf_cstr(&want), "files of several sizes");
	buf_release(&b);
	buf_release(&want);
}

static void test_names(void)
{
	static const size_t sizes[] = { 99, 100, 101, 255, 256, 988, 989, 4000 };
	struct buf b = { 0 }, want = { 0 };
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		const char *name = long_path(sizes[i], 'a'), *target = long_path(sizes[i], 'b');
		add_link(&b, name, target);
		buf_printf(&want, "2 %s 0o777 5 0 - %s 0 0\n", name, target);
		buf_printf(&want, "0 %s 0o640 1700000000 2 2659403885  0 0\n", name);
		add_file(&b, name, "ab", 2);
	}
	tar_end(&b);
	put(&b);
	is_str(said(list), buf_cstr(&want), "names and targets of any length");
	is_str(said("tar tf >/dev/null"), "", "tar has nothing to say against it");
	buf_release(&b);
	buf_release(&want);
}

/* Only the header: who reads it finds out that the contents are missing when it asks for them. */
static void test_large(void)
{
	static const uint64_t sizes[] = { 8589934591, 8589934592, 99999999999999 };
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		struct buf b = { 0 };
		char want[100];
		struct tar_entry e = { .path = "large", .mode = 0600, .n_bytes = sizes[i] };
		tar_begin(&b, &e);
		put(&b);
		snprintf(want, sizeof want, "%" PRIu64 "\n", sizes[i]);
		is_str(said("python3 -c 'import sys, tarfile\n"
		            "print(tarfile.open(sys.argv[1]).next().size)'"),
		       want, "a size that may not fit into the header");
		buf_release(&b);
	}
}

static void test_same(void)
{
	struct buf a = { 0 }, b = { 0 };
	add_file(&a, long_path(300, 'a'), "ab", 2);
	add_file(&b, long_path(300, 'a'), "ab", 2);
	ok(a.n == b.n && memcmp(a.p, b.p, a.n) == 0, "what is written depends on nothing else");
	buf_release(&a);
	buf_release(&b);
}

int main(void)
{
	int fd = mkstemp(path);
	test_same();
	if (fd < 0 || system("python3 -c 'import tarfile' 2>/dev/null") != 0) {
		skip("no python3", "archives are read by another program");
	} else {
		test_sizes();
		test_names();
		test_large();
	}
	if (fd >= 0)
		unlink(path);
	return done_testing();
}
