// SPDX-License-Identifier: GPL-2.0-or-later
/* Which paths of a recording may become names in an archive, and which build-ids are in it already.
 * What it holds is read by others in tests/e2e/0105-archive.t. */
#include "../tap.h"

#include "output/output.h"

static void folders(void)
{
	static const struct {
		const char *folder;
		bool taken;
	} rows[] = {
		{ "usr/bin/a", true },   { "a", true },          { "[vdso]", true },
		{ "a b/..c/d..", true }, { "...", true },        { "", false },
		{ "/usr/a", false },     { "a//b", false },      { "a/", false },
		{ ".", false },          { "./a", false },       { "a/./b", false },
		{ "..", false },         { "../a", false },      { "a/..", false },
		{ "a/../../b", false },  { "home/x\n/a", true },
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		ok(archive_takes(rows[i].folder) == rows[i].taken, "'%s': %s",
		   i + 1 < sizeof rows / sizeof *rows ? rows[i].folder : "a line end",
		   rows[i].taken ? "taken" : "refused");
}

static void ids(void)
{
	struct buf out = { 0 };
	struct archive a = { .out = &out, .folder = "" };
	struct build_id one = { 4, { 1, 2, 3, 4 } }, other = { 4, { 1, 2, 3, 5 } };
	ok(!archive_find(&a, &one), "nothing is in an empty one");
	archive_add(&a, "bin/x", &one, "elf", span_str("x"));
	is_str(archive_find(&a, &one), "bin/x/01020304", "a folder by path and build-id");
	ok(!archive_find(&a, &other), "not of another build-id");
	size_t n = out.n;
	archive_add(&a, "elsewhere", &one, "debug", span_str("y"));
	is_u64(out.n - n, 1024, "a second file of it: no second link, a header and its contents");
	is_u64(a.n_files, 2, "two files");
	archive_release(&a);
	archive_release(&a);
	buf_release(&out);
}

int main(void)
{
	folders();
	ids();
	return done_testing();
}
