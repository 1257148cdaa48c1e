// SPDX-License-Identifier: GPL-2.0-or-later
/* Sections of the header as text: odd contents, and each cut at every byte. (What perf prints of
 * all of them: tests/e2e/0060-header.t.) */
#include <stdlib.h>

#include "output/output.h"

#include "tests/unit/tap.h"

/* A recipe: i = u32, q = u64, t = text up to the next space; numbers are decimal. */
static void cook(struct buf *b, const char *recipe, bool big)
{
	while (*recipe) {
		size_t n = strcspn(recipe, " ");
		unsigned width = *recipe == 'q' ? 8 : 4;
		uint64_t v = *recipe == 't' ? n : strtoull(recipe + 1, NULL, 0);
		for (unsigned i = 0; i < width; i++)
			buf_char(b, (char)(v >> 8 * (big ? width - 1 - i : i)));
		if (*recipe == 't') {
			buf_add(b, recipe + 1, n - 1);
			buf_char(b, 0);
		}
		recipe += n + (recipe[n] == ' ');
	}
}

static void text_of(struct buf *out, unsigned feature, struct span bytes, bool big)
{
	static unsigned char none[16];
	struct data d = { .swapped = big, .bytes = { .p = none, .n = sizeof none } };
	d.features[0] = 1ull << feature;
	d.feature[feature] = bytes;
	out->n = 0;
	output_feature(out, &d, feature, true);
	arena_release(&d.arena);
}

static const struct {
	unsigned feature;
	const char *recipe, *want;
} cases[] = {
	{ ABI_FEATURE_HOSTNAME, "ta\nb", "# hostname : a?b\n" },
	{ ABI_FEATURE_NRCPUS, "i8", "" },
	{ ABI_FEATURE_CPU_TOPOLOGY, "i1 t0 i0",
	  "# sibling sockets : 0\n# Core ID and Socket ID information is not available\n" },
	{ ABI_FEATURE_CPU_TOPOLOGY, "i4000000000 t0",
	  "# sibling sockets : 0\n"
	  "# Core ID and Socket ID information is not available\n" },
	{ ABI_FEATURE_NUMA_TOPOLOGY, "i2 i0 q1 q2 t0-1 i1",
	  "# node0 meminfo  : total = 1 kB, free = 2 kB\n# node0 cpu list : 0-1\n" },
	{ ABI_FEATURE_PMU_MAPPINGS, "i0", "# pmu mappings: not available\n" },
	{ ABI_FEATURE_PMU_MAPPINGS, "i9 i1 tsoftware i4", "# pmu mappings: software = 1\n" },
	{ ABI_FEATURE_GROUP_DESC, "i1 tg i0 i2", "" }, /* there are no events */
	{ ABI_FEATURE_CACHE, "i2 i0", "" },
	{ ABI_FEATURE_CACHE, "i1 i1 i2 i0 i0 i0 tAnUncommonlyLongType t123456789K t1",
	  "# CPU cache info:\n#  L2 AnUncommonlyLongType 123456789K [1]\n" },
	{ ABI_FEATURE_SAMPLE_TIME, "q1999999999 q2000001000",
	  "# time of first sample : 1.999999\n# time of last sample : 2.000001\n"
	  "# sample duration :      0.001 ms\n" },
	{ ABI_FEATURE_MEM_TOPOLOGY, "q1 q512 q1 q3 q1 q1 q1",
	  "# memory nodes (nr 1, block size 0x200):\n#    3 [512B]: 0\n" },
	{ ABI_FEATURE_MEM_TOPOLOGY, "q1 q512 q1 q0 q0 q18446744073709551615 q1",
	  "# memory nodes (nr 1, block size 0x200):\n" },
	{ ABI_FEATURE_COMPRESSED, "i1 i2 i3 i4 i5",
	  "# compressed : Unknown, level = 3, ratio = 4\n" },
	{ ABI_FEATURE_CPU_PMU_CAPS, "i0", "# cpu pmu capabilities: not available\n" },
	{ ABI_FEATURE_CLOCK_DATA, "i2 i1 q1 q1", "" },
	{ ABI_FEATURE_PMU_CAPS, "i2 i1 ta tb tpmu i1", "# pmu pmu capabilities: a=b\n" },
	{ ABI_FEATURE_BPF_PROG_INFO, "i7", "# bpf_prog_info empty\n" },
	{ ABI_FEATURE_BPF_BTF, "i1 i5 i0", "# btf info of id 5\n" },
	{ ABI_FEATURE_E_MACHINE, "i183", "" },
};

int main(void)
{
	struct buf out = { 0 };
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		for (int big = 0; big < 2; big++) {
			struct buf in = { 0 };
			cook(&in, cases[i].recipe, big);
			text_of(&out, cases[i].feature, span_of(in.p, in.n), big);
			is_str(buf_cstr(&out), cases[i].want, cases[i].recipe);
			for (size_t n = 0; n < in.n; n++) {
				unsigned char *p = malloc(n ? n : 1);
				memcpy(p, in.p, n);
				text_of(&out, cases[i].feature, span_of(p, n), big);
				free(p);
			}
			buf_release(&in);
		}
	ok(true, "each cut at every byte");
	buf_release(&out);
	return done_testing();
}
