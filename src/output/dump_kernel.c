// SPDX-License-Identifier: GPL-2.0-or-later
/* The bodies of the kernel's records that are no samples. */
#include "output/internal.h"

/* A record with the event it belongs to and its identity. */
struct dumped {
	const struct record *r;
	const struct data_event *ev;
	const struct sample_id *id;
};

/* Of an event's name, where it stands in every record. */
enum { NAME_BYTES_MAX = 256 };

static void put_mmap(struct buf *b, const struct dumped *d)
{
	const struct record *r = d->r;
	const struct data_event *ev = d->ev;
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

static void put_switch(struct buf *b, const struct dumped *d)
{
	const struct record *r = d->r;
	bool out = r->misc & ABI_MISC_SWITCH_OUT, wide = r->type == ABI_RECORD_SWITCH_CPU_WIDE;
	buf_printf(b, " %-3s %-7s", out ? "OUT" : "IN",
	           out && r->misc & ABI_MISC_SWITCH_OUT_PREEMPT ? "preempt" : "");
	if (wide)
		buf_printf(b, "  %s pid/tid: %5d/%-5d", out ? "next" : "prev", (int)dump_half(r, 8),
		           (int)dump_half(r, 12));
}

static void put_namespaces(struct buf *b, const struct dumped *d)
{
	const struct record *r = d->r;
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

void dump_text_poke(struct buf *b, const struct record *r, const char *where)
{
	struct span all = span_of(r->p, r->n), old = { 0 }, now = { 0 };
	unsigned n_old = dump_half(r, 16) & 0xffff, n_new = dump_half(r, 16) >> 16;
	buf_printf(b, " %llx %s old len %u new len %u", dump_word(r, 8), where, n_old, n_new);
	span_sub(all, 20, n_old, &old);
	span_sub(all, 20ull + n_old, n_new, &now);
	put_poke_bytes(b, "Old", old);
	put_poke_bytes(b, "New", now);
}

static void put_text_poke(struct buf *b, const struct dumped *d)
{
	dump_text_poke(b, d->r, "");
}

static void put_deferred(struct buf *b, const struct dumped *d)
{
	const struct record *r = d->r;
	const struct sample_id *id = d->id;
	uint64_t n = dump_word(r, 16), there = r->n >= 24 ? (r->n - 24) / 8 : 0;
	buf_printf(b, "(IP, 0x%x): %d/%d: 0x%llx\n", r->misc, (int)id->pid, (int)id->tid,
	           dump_word(r, 8));
	dump_chain(b, (struct words){ r->p + 24, n < there ? n : there });
}

static void put_aux(struct buf *b, const struct dumped *d)
{
	const struct record *r = d->r;
	static const char letters[] = "TOPC";
	uint64_t flags = dump_word(r, 24);
	buf_printf(b, " offset: %#llx size: %#llx flags: %#llx [", dump_word(r, 8),
	           dump_word(r, 16), dump_word(r, 24));
	for (int i = 0; i < 4; i++)
		if (flags >> i & 1)
			buf_char(b, letters[i]);
	buf_char(b, ']');
}

static void put_comm(struct buf *b, const struct dumped *d)
{
	struct body_comm comm;
	if (body_comm(d->r, d->ev, &comm, NULL))
		return;
	buf_str(b, d->r->misc & ABI_MISC_COMM_EXEC ? " exec: " : ": ");
	buf_text(b, comm.comm);
	buf_printf(b, ":%d/%d", (int)comm.pid, (int)comm.tid);
}

static void put_task(struct buf *b, const struct dumped *d)
{
	struct body_task task;
	if (body_task(d->r, d->ev, &task, NULL) == 0)
		buf_printf(b, "(%d:%d):(%d:%d)", (int)task.pid, (int)task.tid, (int)task.ppid,
		           (int)task.ptid);
}

static void put_lost(struct buf *b, const struct dumped *d)
{
	buf_printf(b, ": id:%llu: lost:%llu", dump_word(d->r, 8), dump_word(d->r, 16));
}

static void put_lost_samples(struct buf *b, const struct dumped *d)
{
	buf_printf(b, ": id:%llu: lost samples :%llu", (unsigned long long)d->id->id,
	           dump_word(d->r, 8));
}

static void put_throttle(struct buf *b, const struct dumped *d)
{
	buf_printf(b, " time: %llu id: %llu stream: %llu", dump_word(d->r, 8), dump_word(d->r, 16),
	           dump_word(d->r, 24));
}

static void put_read(struct buf *b, const struct dumped *d)
{
	buf_printf(b, ": %d %d ", (int)dump_half(d->r, 8), (int)dump_half(d->r, 12));
	if (d->ev)
		buf_text_n(b, d->ev->name, strnlen(d->ev->name, NAME_BYTES_MAX));
	buf_printf(b, " %llu", dump_word(d->r, 16));
}

static void put_itrace_start(struct buf *b, const struct dumped *d)
{
	buf_printf(b, " pid: %d tid: %d", (int)dump_half(d->r, 8), (int)dump_half(d->r, 12));
}

static void put_ksymbol(struct buf *b, const struct dumped *d)
{
	struct body_ksymbol sym;
	if (body_ksymbol(d->r, d->ev, &sym, NULL))
		return;
	buf_printf(b, " addr %llx len %u type %u flags 0x%x name ", (unsigned long long)sym.addr,
	           sym.len, sym.ksym_type, sym.flags);
	buf_text(b, sym.name);
}

static void put_bpf(struct buf *b, const struct dumped *d)
{
	buf_printf(b, " type %u, flags %u, id %u", dump_half(d->r, 8) & 0xffff,
	           dump_half(d->r, 8) >> 16, dump_half(d->r, 12));
}

static void put_cgroup(struct buf *b, const struct dumped *d)
{
	buf_printf(b, " cgroup: %llu ", dump_word(d->r, 8));
	dump_text(b, d->r, 16);
}

static void put_hw_id(struct buf *b, const struct dumped *d)
{
	buf_printf(b, " hw_id: %#llx", dump_word(d->r, 8));
}

static void (*const puts_by_type[ABI_RECORD_KERNEL_END])(struct buf *b, const struct dumped *d) = {
	[ABI_RECORD_MMAP] = put_mmap,
	[ABI_RECORD_LOST] = put_lost,
	[ABI_RECORD_COMM] = put_comm,
	[ABI_RECORD_EXIT] = put_task,
	[ABI_RECORD_THROTTLE] = put_throttle,
	[ABI_RECORD_UNTHROTTLE] = put_throttle,
	[ABI_RECORD_FORK] = put_task,
	[ABI_RECORD_READ] = put_read,
	[ABI_RECORD_MMAP2] = put_mmap,
	[ABI_RECORD_AUX] = put_aux,
	[ABI_RECORD_ITRACE_START] = put_itrace_start,
	[ABI_RECORD_LOST_SAMPLES] = put_lost_samples,
	[ABI_RECORD_SWITCH] = put_switch,
	[ABI_RECORD_SWITCH_CPU_WIDE] = put_switch,
	[ABI_RECORD_NAMESPACES] = put_namespaces,
	[ABI_RECORD_KSYMBOL] = put_ksymbol,
	[ABI_RECORD_BPF_EVENT] = put_bpf,
	[ABI_RECORD_CGROUP] = put_cgroup,
	[ABI_RECORD_TEXT_POKE] = put_text_poke,
	[ABI_RECORD_AUX_OUTPUT_HW_ID] = put_hw_id,
	[ABI_RECORD_CALLCHAIN_DEFERRED] = put_deferred,
};

void dump_kernel(struct buf *b, const struct record *r, const struct data_event *ev,
                 const struct sample_id *id)
{
	if (r->type < ABI_RECORD_KERNEL_END && puts_by_type[r->type])
		puts_by_type[r->type](b, &(struct dumped){ r, ev, id });
	if (r->type != ABI_RECORD_CALLCHAIN_DEFERRED) /* its chain ends with a line */
		buf_char(b, '\n');
}
