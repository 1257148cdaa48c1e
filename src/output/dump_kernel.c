// SPDX-License-Identifier: GPL-2.0-or-later
/* The bodies of the kernel's records that are no samples. */
#include "output/internal.h"

/* Of an event's name, where it stands in every record. */
enum { NAME_BYTES_MAX = 256 };

static void put_mmap(struct buf *b, const struct record *r, const struct data_event *ev)
{
	struct body_mmap m;
	if (body_mmap(r, ev, &m, NULL))
		return;
	buf_printf(b, " %d/%d: [%#llx(%#llx) @ %#llx", (int)m.pid, (int)m.tid,
	           (unsigned long long)m.start, (unsigned long long)m.len,
	           (unsigned long long)m.pgoff);
	if (!m.is_mmap2) {
		buf_printf(b, "]: %c ", r->misc & ABI_MISC_MMAP_DATA ? 'r' : 'x');
	} else {
		if (r->misc & ABI_MISC_MMAP_BUILD_ID) {
			buf_str(b, " <");
			for (int i = 0; i < m.n_build_id; i++)
				buf_hex_width(b, m.build_id[i], 2, '0');
			buf_char(b, '>');
		} else {
			buf_printf(b, " %02x:%02x %llu %llu", m.maj, m.min,
			           (unsigned long long)m.ino, (unsigned long long)m.ino_generation);
		}
		buf_printf(b, "]: %c%c%c%c ", m.prot & 1 ? 'r' : '-', m.prot & 2 ? 'w' : '-',
		           m.prot & 4 ? 'x' : '-', m.flags & 1 ? 's' : 'p');
	}
	buf_text(b, m.path);
}

static void put_switch(struct buf *b, const struct record *r)
{
	bool out = r->misc & ABI_MISC_SWITCH_OUT, wide = r->type == ABI_RECORD_SWITCH_CPU_WIDE;
	buf_printf(b, " %-3s %-7s", out ? "OUT" : "IN",
	           out && r->misc & ABI_MISC_SWITCH_OUT_PREEMPT ? "preempt" : "");
	if (wide)
		buf_printf(b, "  %s pid/tid: %5d/%-5d", out ? "next" : "prev", (int)dump_half(r, 8),
		           (int)dump_half(r, 12));
}

static void put_namespaces(struct buf *b, const struct record *r)
{
	static const char *const names[] = { "net",  "uts", "ipc",    "pid",
		                             "user", "mnt", "cgroup", "time" };
	uint64_t n = dump_word(r, 16), there = r->n >= 24 ? (r->n - 24) / 16 : 0;
	buf_printf(b, " %d/%d - nr_namespaces: %llu", (int)dump_half(r, 8), (int)dump_half(r, 12),
	           (unsigned long long)n);
	for (uint32_t i = 0; i < n && i < there; i++)
		buf_printf(b, "%s%u/%s: %llu/0x%llx",
		           i == 0  ? "\n\t\t["
		           : i % 4 ? ", "
		                   : ", \n\t\t ",
		           i, i < sizeof names / sizeof *names ? names[i] : "unknown",
		           dump_word(r, 24 + 16 * i), dump_word(r, 32 + 16 * i));
	if (n && there)
		buf_char(b, ']');
}

static void put_poke_bytes(struct buf *b, const char *which, struct span s)
{
	buf_printf(b, "\n            %s bytes:", which);
	for (size_t i = 0; i < s.n; i++)
		buf_printf(b, " %02x", s.p[i]);
}

static void put_text_poke(struct buf *b, const struct record *r)
{
	struct span all = span_of(r->p, r->n), old = { 0 }, now = { 0 };
	unsigned n_old = dump_half(r, 16) & 0xffff, n_new = dump_half(r, 16) >> 16;
	buf_printf(b, " %llx  old len %u new len %u", dump_word(r, 8), n_old, n_new);
	span_sub(all, 20, n_old, &old);
	span_sub(all, 20ull + n_old, n_new, &now);
	put_poke_bytes(b, "Old", old);
	put_poke_bytes(b, "New", now);
}

static void put_deferred(struct buf *b, const struct record *r, const struct sample_id *id)
{
	uint64_t n = dump_word(r, 16), there = r->n >= 24 ? (r->n - 24) / 8 : 0;
	buf_printf(b, "(IP, 0x%x): %d/%d: 0x%llx\n", r->misc, (int)id->pid, (int)id->tid,
	           dump_word(r, 8));
	dump_chain(b, (struct words){ r->p + 24, n < there ? n : there });
}

static void put_aux(struct buf *b, const struct record *r)
{
	static const char letters[] = "TOPC";
	uint64_t flags = dump_word(r, 24);
	buf_printf(b, " offset: %#llx size: %#llx flags: %#llx [", dump_word(r, 8),
	           dump_word(r, 16), dump_word(r, 24));
	for (int i = 0; i < 4; i++)
		if (flags >> i & 1)
			buf_char(b, letters[i]);
	buf_char(b, ']');
}

void dump_kernel(struct buf *b, const struct record *r, const struct data_event *ev,
                 const struct sample_id *id)
{
	struct body_task task;
	struct body_comm comm;
	struct body_ksymbol sym;
	switch (r->type) {
	case ABI_RECORD_MMAP:
	case ABI_RECORD_MMAP2:
		put_mmap(b, r, ev);
		break;
	case ABI_RECORD_COMM:
		if (body_comm(r, ev, &comm, NULL) == 0) {
			buf_str(b, r->misc & ABI_MISC_COMM_EXEC ? " exec: " : ": ");
			buf_text(b, comm.comm);
			buf_printf(b, ":%d/%d", (int)comm.pid, (int)comm.tid);
		}
		break;
	case ABI_RECORD_FORK:
	case ABI_RECORD_EXIT:
		if (body_task(r, ev, &task, NULL) == 0)
			buf_printf(b, "(%d:%d):(%d:%d)", (int)task.pid, (int)task.tid,
			           (int)task.ppid, (int)task.ptid);
		break;
	case ABI_RECORD_LOST:
		buf_printf(b, ": id:%llu: lost:%llu", dump_word(r, 8), dump_word(r, 16));
		break;
	case ABI_RECORD_LOST_SAMPLES:
		buf_printf(b, ": id:%llu: lost samples :%llu", (unsigned long long)id->id,
		           dump_word(r, 8));
		break;
	case ABI_RECORD_THROTTLE:
	case ABI_RECORD_UNTHROTTLE:
		buf_printf(b, " time: %llu id: %llu stream: %llu", dump_word(r, 8),
		           dump_word(r, 16), dump_word(r, 24));
		break;
	case ABI_RECORD_READ:
		buf_printf(b, ": %d %d ", (int)dump_half(r, 8), (int)dump_half(r, 12));
		if (ev)
			buf_text_n(b, ev->name, strnlen(ev->name, NAME_BYTES_MAX));
		buf_printf(b, " %llu", dump_word(r, 16));
		break;
	case ABI_RECORD_AUX:
		put_aux(b, r);
		break;
	case ABI_RECORD_ITRACE_START:
		buf_printf(b, " pid: %d tid: %d", (int)dump_half(r, 8), (int)dump_half(r, 12));
		break;
	case ABI_RECORD_SWITCH:
	case ABI_RECORD_SWITCH_CPU_WIDE:
		put_switch(b, r);
		break;
	case ABI_RECORD_NAMESPACES:
		put_namespaces(b, r);
		break;
	case ABI_RECORD_KSYMBOL:
		if (body_ksymbol(r, ev, &sym, NULL) == 0) {
			buf_printf(b, " addr %llx len %u type %u flags 0x%x name ",
			           (unsigned long long)sym.addr, sym.len, sym.ksym_type, sym.flags);
			buf_text(b, sym.name);
		}
		break;
	case ABI_RECORD_BPF_EVENT:
		buf_printf(b, " type %u, flags %u, id %u", dump_half(r, 8) & 0xffff,
		           dump_half(r, 8) >> 16, dump_half(r, 12));
		break;
	case ABI_RECORD_CGROUP:
		buf_printf(b, " cgroup: %llu ", dump_word(r, 8));
		dump_text(b, r, 16);
		break;
	case ABI_RECORD_TEXT_POKE:
		put_text_poke(b, r);
		break;
	case ABI_RECORD_AUX_OUTPUT_HW_ID:
		buf_printf(b, " hw_id: %#llx", dump_word(r, 8));
		break;
	case ABI_RECORD_CALLCHAIN_DEFERRED:
		put_deferred(b, r, id);
		return;
	}
	buf_char(b, '\n');
}
