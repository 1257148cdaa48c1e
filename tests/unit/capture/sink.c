// SPDX-License-Identifier: GPL-2.0-or-later
/* The header of a finished file: events that are open on some CPUs only have fewer ids than others.
 */
#include "../tap.h"

#include <stdlib.h>
#include <unistd.h>

#include "capture/internal.h"

int main(void)
{
	static const uint64_t ids[] = { 1, 2, 3 };
	struct write_event events[] = {
		{ .attr = { .size = ABI_ATTR_VER5 }, .ids = ids, .n_ids = 1, .name = "a" },
		{ .attr = { .size = ABI_ATTR_VER5 }, .ids = ids + 1, .n_ids = 2, .name = "b" },
	};
	struct sink s = { .file.fd = -1 };
	struct err e = { 0 };
	char dir[] = "/tmp/pmrec-sink.XXXXXX", path[64];
	unsigned char head[104] = { 0 };
	uint64_t no_features[ABI_FEATURE_MAX / 64] = { 0 };
	if (!ok(mkdtemp(dir) != NULL, "a folder"))
		return done_testing();
	snprintf(path, sizeof path, "%s/p.data", dir);
	ok(sys_output_open(&s.file, path, &e) == 0, "a file %s", e.text);
	sink_begin(&s, events, 2);
	sink_commit(&s);
	ok(sys_output_place(&s.file) == 0, "at its place");
	sink_finish(&s, events, 2, no_features, NULL);
	sink_close(&s);
	FILE *f = fopen(path, "rb");
	ok(f && fread(head, 1, sizeof head, f) == sizeof head, "its header");
	if (f)
		fclose(f);
	/* perf.data-file-format.txt: magic, size, attr_size, attrs (offset, size), data. */
	is_u64(load64(head + 24), 104 + 3 * 8, "the attrs stand behind the ids");
	is_u64(load64(head + 32), 2 * (112 + 16), "all of them");
	is_u64(load64(head + 40), 104 + 3 * 8 + 2 * (112 + 16), "and the data behind those");
	unlink(path);
	rmdir(dir);
	return done_testing();
}
