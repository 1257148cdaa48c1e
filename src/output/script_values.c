// SPDX-License-Identifier: GPL-2.0-or-later
/* The fields of script that are values the sample carries: registers, memory accesses, raw bytes.
 */
#include <stdio.h>

#include "output/internal.h"

static void put_regs(struct buf *b, const char *arch, uint64_t abi, uint64_t mask,
                     struct words regs)
{
	char name[16];
	uint64_t at = 0;
	if (!abi)
		return;
	buf_str(b, " ABI:");
	buf_u64(b, abi);
	buf_char(b, ' ');
	for (; mask && at < regs.n; mask &= mask - 1) {
		unsigned bit = (unsigned)__builtin_ctzll(mask);
		buf_right(b, dump_reg_name(arch, bit, name, sizeof name), 5);
		buf_str(b, ":0x");
		buf_hex(b, words_at(regs, at++));
		buf_char(b, ' ');
	}
}

void script_iregs(struct buf *b, struct script *s, const struct session_event *ev)
{
	put_regs(b, s->arch, ev->sample.intr_abi, ev->event->attr.sample_regs_intr,
	         ev->sample.intr_regs);
}

void script_uregs(struct buf *b, struct script *s, const struct session_event *ev)
{
	put_regs(b, s->arch, ev->sample.user_abi, ev->event->attr.sample_regs_user,
	         ev->sample.user_regs);
}

/* perf pads the text to the widest it had before, and cuts it at 99 bytes. */
void script_data_src(struct buf *b, struct script *s, const struct session_event *ev)
{
	enum { TEXT_BYTES_MAX = 99 };
	struct buf text = { 0 };
	buf_hex_width(&text, ev->sample.data_src, 16, ' ');
	buf_char(&text, ' ');
	data_src_text(&text, ev->sample.data_src);
	if (text.n > TEXT_BYTES_MAX)
		text.n = TEXT_BYTES_MAX;
	if (text.n > s->data_src_width)
		s->data_src_width = text.n;
	buf_left(b, buf_cstr(&text), s->data_src_width);
	buf_release(&text);
}

void script_weight(struct buf *b, struct script *s, const struct session_event *ev)
{
	(void)s;
	bool parts = ev->event->attr.sample_type & ABI_SAMPLE_WEIGHT_STRUCT;
	buf_u64_width(b, parts ? ev->sample.weight & UINT32_MAX : ev->sample.weight, 16, ' ');
}

void script_ins_lat(struct buf *b, struct script *s, const struct session_event *ev)
{
	(void)s;
	buf_u64_width(b, ev->sample.weight >> 32 & 0xffff, 16, ' ');
}

void script_retire_lat(struct buf *b, struct script *s, const struct session_event *ev)
{
	(void)s;
	buf_u64_width(b, ev->sample.weight >> 48, 16, ' ');
}

void script_phys_addr(struct buf *b, struct script *s, const struct session_event *ev)
{
	(void)s;
	buf_hex_width(b, ev->sample.phys_addr, 16, ' ');
}

static void put_page(struct buf *b, uint64_t bytes)
{
	char text[24];
	buf_char(b, ' ');
	buf_str(b, dump_page_size(bytes, text, sizeof text));
}

void script_data_page(struct buf *b, struct script *s, const struct session_event *ev)
{
	(void)s;
	put_page(b, ev->sample.data_page_bytes);
}

void script_code_page(struct buf *b, struct script *s, const struct session_event *ev)
{
	(void)s;
	put_page(b, ev->sample.code_page_bytes);
}

void script_trace(struct buf *b, struct script *s, const struct session_event *ev)
{
	output_trace(b, &s->traces, s->places, ev);
}

static void put_raw_line(struct buf *b, struct span raw, size_t at)
{
	enum { EACH = 8 };
	buf_printf(b, "%17s %04zx:", at ? "" : "BPF output:", at);
	for (size_t i = at; i < at + EACH; i++) {
		if (i < raw.n)
			buf_printf(b, " %02x", raw.p[i]);
		else
			buf_str(b, "   ");
	}
	buf_str(b, "  ");
	for (size_t i = at; i < at + EACH; i++) {
		bool shown = i < raw.n && raw.p[i] >= 0x20 && raw.p[i] < 0x7f;
		buf_char(b, shown ? (char)raw.p[i] : i < raw.n ? '.' : ' ');
	}
	buf_char(b, '\n');
}

/* What a BPF program wrote; text when it is that, and ends. */
void script_bpf_output(struct buf *b, struct script *s, const struct session_event *ev)
{
	struct span raw = ev->sample.raw;
	(void)s;
	if (!raw.n)
		return;
	buf_char(b, '\n');
	for (size_t at = 0; at < raw.n; at += 8)
		put_raw_line(b, raw, at);
	size_t n = span_strnlen(raw);
	bool text = n < raw.n;
	for (size_t i = 0; i < raw.n; i++)
		text &= i < n ? raw.p[i] >= 0x20 && raw.p[i] < 0x7f : raw.p[i] == 0;
	if (text)
		buf_printf(b, "%17s \"%.*s\"\n", "BPF string:", (int)n, (const char *)raw.p);
}
