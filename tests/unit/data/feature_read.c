// SPDX-License-Identifier: GPL-2.0-or-later
/* Sections read from their front; BPF programs and the names of their functions, made by hand after
 * struct bpf_prog_info of include/uapi/linux/bpf.h and Documentation/bpf/btf.rst. */
#include "make.h"
#include "tests/unit/tap.h"

static void give(struct data *d, unsigned feature, const struct make *m)
{
	d->swapped = m->big;
	d->features[feature / 64] |= 1ull << (feature % 64);
	d->feature[feature] = span_of(m->b.p, m->b.n);
}

static void test_reader(bool big)
{
	struct make m = { .big = big };
	struct data d = { 0 };
	struct feature_reader r;
	put(&m, 4, 0x01020304);
	put(&m, 8, 0x0102030405060708);
	put(&m, 4, 4);
	buf_add(&m.b, "ab\0c", 4);
	put(&m, 4, UINT32_MAX);
	ok(!feature_open(&d, 40, &r) && !r.ok, "a section that is not there");
	is_u64(feature_u32(&r), 0, "reads as 0");
	give(&d, 40, &m);
	ok(feature_open(&d, 40, &r) && r.ok, big ? "big-endian" : "little-endian");
	is_u64(feature_u32(&r), 0x01020304, "u32");
	is_u64(feature_u64(&r), 0x0102030405060708, "u64");
	struct span text = feature_text(&r);
	ok(text.n == 2 && memcmp(text.p, "ab", 2) == 0, "a text ends at its NUL byte");
	text = feature_text(&r);
	ok(text.n == 0 && !r.ok, "one that is longer than the section");
	is_u64(feature_u32(&r), 0, "then nothing more is read");
	feature_open(&d, 40, &r);
	feature_skip_texts(&r, UINT32_MAX);
	ok(!r.ok, "4294967295 texts end with the section");
	buf_release(&m.b);
}

/* A program of n parts; its data: n addresses, n lengths, n tags, n pairs of offset and type. */
static void put_prog(struct make *m, uint32_t id, uint32_t n, const char *name, uint32_t btf)
{
	size_t from;
	put(m, 4, 192);
	put(m, 4, n * (8 + 4 + 8 + 8));
	put(m, 8, 0x118);
	from = m->b.n;
	put(m, 4, 0);
	put(m, 4, id);
	buf_add(&m->b, "TAGTAGTA", 8);
	buf_fill(&m->b, 0, 48);
	buf_str(&m->b, name);
	buf_fill(&m->b, 0, 104 - (m->b.n - from));
	put(m, 4, n);
	put(m, 4, n);
	put(m, 8, 0);
	put(m, 8, 8 * n);
	put(m, 4, btf);
	put(m, 4, 8);
	put(m, 8, 20 * n);
	put(m, 4, n);
	buf_fill(&m->b, 0, 180 - (m->b.n - from));
	put(m, 4, n);
	put(m, 8, 12 * n);
	for (uint32_t i = 0; i < n; i++)
		put(m, 8, 0xffff0000 + i);
	for (uint32_t i = 0; i < n; i++)
		put(m, 4, 100 + i);
	for (uint32_t i = 0; i < n; i++)
		buf_add(&m->b, "01234567", 8);
	for (uint32_t i = 0; i < n; i++) {
		put(m, 4, i);
		put(m, 4, 2 + i);
	}
}

/* int, func a, func b, struct of one member: 12 bytes a type and what is behind it. */
static void put_btf(struct make *m, uint32_t id)
{
	static const char names[] = "\0int\0first\0second";
	put(m, 4, id);
	put(m, 4, 24 + 64 + sizeof names);
	put(m, 2, 0xeb9f);
	put(m, 2, m->big ? 0x0100 : 1);
	const uint32_t words[] = { 24, 0,           64, 64, sizeof names,
		                   1,  1 << 24,     4,  32, /* INT and its encoding */
		                   5,  12 << 24,    0,      /* FUNC first */
		                   11, 12 << 24,    0,      /* FUNC second */
		                   0,  4 << 24 | 1, 8,  0,  1,
		                   0 };
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		put(m, 4, words[i]);
	buf_add(&m->b, names, sizeof names);
}

static void test_bpf(bool big)
{
	struct make progs = { .big = big }, btf = { .big = big };
	struct data d = { 0 };
	struct data_btf t;
	uint32_t n;
	put(&progs, 4, 2);
	put_prog(&progs, 9, 2, "", 3);
	put_prog(&progs, 7, 1, "named", 0);
	put(&btf, 4, 1);
	put_btf(&btf, 3);
	give(&d, ABI_FEATURE_BPF_PROG_INFO, &progs);
	give(&d, ABI_FEATURE_BPF_BTF, &btf);
	const struct data_bpf_prog *p = data_bpf_progs(&d, &n);
	is_u64(n, 2, "two programs");
	ok(p[0].id == 9 && p[0].btf_id == 3 && p[0].n_parts == 2, "the first");
	ok(p[1].id == 7 && p[1].n_parts == 1, "the second");
	is_str(p[1].name, "named", "its name");
	struct feature_reader r;
	feature_open(&d, ABI_FEATURE_BPF_PROG_INFO, &r);
	is_u64(feature_u64_at(&r, p[0].addrs, 8), 0xffff0001, "the address of a part");
	is_u64(feature_u32_at(&r, p[0].bytes, 4), 101, "its length");
	is_u64(feature_u32_at(&r, p[0].types, 12), 3, "its type");
	data_btf_init(&t, &d);
	is_str(data_btf_name(&t, 3, 2), "first", "the name of a type");
	is_str(data_btf_name(&t, 3, 3), "second", "of another");
	is_str(data_btf_name(&t, 3, 5), NULL, "of one there is not");
	is_str(data_btf_name(&t, 3, 0), NULL, "of none");
	is_str(data_btf_name(&t, 4, 2), NULL, "of no BTF");
	data_btf_release(&t);
	arena_release(&d.arena);
	/* Cut at every byte, each in memory of its own size. */
	for (size_t cut = 0; cut < progs.b.n + btf.b.n; cut++) {
		struct make *m = cut < progs.b.n ? &progs : &btf;
		size_t size = cut < progs.b.n ? cut : cut - progs.b.n;
		unsigned char *bytes = malloc(size ? size : 1);
		struct data c = d;
		memcpy(bytes, m->b.p, size);
		c.feature[m == &progs ? ABI_FEATURE_BPF_PROG_INFO : ABI_FEATURE_BPF_BTF] =
			span_of(bytes, size);
		data_bpf_progs(&c, &n);
		data_btf_init(&t, &c);
		for (uint32_t type = 0; type < 7; type++)
			data_btf_name(&t, 3, type);
		data_btf_release(&t);
		arena_release(&c.arena);
		free(bytes);
	}
	ok(true, "cut at every byte");
	buf_release(&progs.b);
	buf_release(&btf.b);
}

int main(void)
{
	test_reader(false);
	test_reader(true);
	test_bpf(false);
	test_bpf(true);
	return done_testing();
}
