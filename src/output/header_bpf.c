// SPDX-License-Identifier: GPL-2.0-or-later
/* The header's lines on BPF programs, named as the kernel names them in /proc/kallsyms:
 * bpf_prog_TAG_NAME. */
#include <stdlib.h>

#include "base/alloc.h"
#include "base/sort.h"
#include "output/internal.h"

/* The bytes of a symbol in the kernel, the last one NUL. */
enum { KERNEL_NAME_BYTES = 512 };

static void put_part(struct header_section *h, const struct data_bpf_prog *p, uint32_t i,
                     struct data_btf *btf)
{
	struct buf *b = h->out;
	const char *name = NULL;
	buf_str(b, "bpf_prog_");
	for (int k = 0; k < 8; k++)
		buf_hex_width(b, p->tags.p[8 * (size_t)i + (size_t)k], 2, '0');
	if (p->types.n)
		name = data_btf_name(
			btf, p->btf_id,
			feature_u32_at(&h->r, p->types, (size_t)i * p->type_bytes + 4));
	if (!name && p->n_parts == 1 && *p->name)
		name = p->name;
	else if (!name && p->n_parts > 1)
		name = "F";
	if (name) {
		buf_char(b, '_');
		buf_text_n(b, name, strnlen(name, KERNEL_NAME_BYTES - 1));
	}
	buf_printf(b, " addr 0x%llx size %u\n",
	           (unsigned long long)feature_u64_at(&h->r, p->addrs, 8 * (size_t)i),
	           feature_u32_at(&h->r, p->bytes, 4 * (size_t)i));
}

static void put_prog(struct header_section *h, const struct data_bpf_prog *p, struct data_btf *btf)
{
	buf_printf(h->out, "# bpf_prog_info %u:", p->id);
	if (p->n_parts == 1) {
		buf_char(h->out, ' ');
		put_part(h, p, 0, btf);
		return;
	}
	buf_char(h->out, '\n');
	for (uint32_t i = 0; i < p->n_parts; i++) {
		buf_printf(h->out, "# \tsub_prog %u: ", i);
		put_part(h, p, i, btf);
	}
}

/* In the order of their ids; what comes a second time is not printed. */
void header_bpf_progs(struct header_section *h)
{
	uint32_t n;
	const struct data_bpf_prog *v = data_bpf_progs(h->d, &n);
	struct data_btf btf;
	if (!n) {
		buf_str(h->out, "# bpf_prog_info empty\n");
		return;
	}
	struct sort_pair *order = mem_new(2 * (size_t)n * sizeof *order);
	for (uint32_t i = 0; i < n; i++)
		order[i] = (struct sort_pair){ v[i].id, i };
	sort_pairs(order, order + n, n);
	data_btf_init(&btf, h->d);
	for (uint32_t i = 0; i < n; i++)
		if (i == 0 || order[i].key != order[i - 1].key)
			put_prog(h, &v[order[i].value], &btf);
	data_btf_release(&btf);
	free(order);
}

void header_bpf_btf(struct header_section *h)
{
	struct data_btf btf;
	data_btf_init(&btf, h->d);
	if (!btf.n)
		buf_str(h->out, "# btf info empty\n");
	struct sort_pair *order = mem_new((2 * (size_t)btf.n + 1) * sizeof *order);
	for (uint32_t i = 0; i < btf.n; i++)
		order[i] = (struct sort_pair){ btf.blobs[i].id, i };
	sort_pairs(order, order + btf.n, btf.n);
	for (uint32_t i = 0; i < btf.n; i++)
		buf_printf(h->out, "# btf info of id %llu\n", (unsigned long long)order[i].key);
	data_btf_release(&btf);
	free(order);
}
