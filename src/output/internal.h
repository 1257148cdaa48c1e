/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of this module share. */
#ifndef PMREC_OUTPUT_INTERNAL_H
#define PMREC_OUTPUT_INTERNAL_H

#include "output/output.h"

/* The PMUs of the recording's machine that PMU_MAPPINGS tells of; more than this no machine has. */
enum { PMUS_MAX = 256 };
struct pmus {
	uint32_t n;
	struct {
		uint32_t type;
		struct span name;
	} v[PMUS_MAX];
};
void pmus_read(struct pmus *p, const struct data *d);
/* The name of a type, empty when it is not known. */
struct span pmus_name(const struct pmus *p, uint64_t type);

/* output/attr.c: an attr as the header's event lines have it, "type = 1 (PERF_TYPE_SOFTWARE), ...".
 */
void header_attr(struct buf *b, const struct data_event *ev, const struct pmus *pmus);

/* output/header.c: each prints a section that is there, from a reader at its front. */
struct header_section {
	struct buf *out;
	struct data *d;
	struct feature_reader r;
};

/* Print what a reader is at the beginning of; afterwards it is where that ended. */
void header_section_read(struct buf *out, struct data *d, unsigned feature,
                         struct feature_reader *r);

/* output/check_sections.c: what is wrong with the feature sections is given to fault(). */
typedef void check_fault(void *ctx, uint64_t off, const char *what, const char *text);
void check_sections(struct data *d, check_fault *fault, void *ctx);

/* "LABELtext\n" for each of n texts at *r. */
void header_texts(struct buf *b, const char *label, struct feature_reader *r, uint32_t n);
void header_span(struct buf *b, struct span text); /* made safe to print */

/* output/header_machine.c */
void header_cpu_topology(struct header_section *h);
void header_numa_topology(struct header_section *h);
void header_pmu_mappings(struct header_section *h);
void header_cache(struct header_section *h);
void header_mem_topology(struct header_section *h);
void header_cpu_pmu_caps(struct header_section *h);
void header_pmu_caps(struct header_section *h);
void header_hybrid_topology(struct header_section *h);
void header_domains(struct header_section *h);

/* output/header_bpf.c */
void header_bpf_progs(struct header_section *h);
void header_bpf_btf(struct header_section *h);

/* output/script*.c: what prints a field of the record in hand. */
#define SCRIPT_PUT(ID, NAME, NEEDS, PUT) \
	void PUT(struct buf *b, struct script *s, const struct session_event *ev);
SCRIPT_FIELDS(SCRIPT_PUT)
/* What all records have in front: who, where and when. */
void script_prefix(struct buf *b, struct script *s, const struct session_event *ev);
/* output/data_src.c: "|OP LOAD|LVL L1 hit|...", and the same as members of an object. */
void data_src_text(struct buf *b, uint64_t data_src);
void data_src_json(struct buf *b, uint64_t data_src);
/* The kind of a branch, and what is known of its speculation, of its flags; NULL = nothing. */
const char *branch_type_name(uint64_t flags);
const char *branch_spec_name(uint64_t flags);
/* output/script_json.c: a record of any kind. */
void script_json(struct buf *out, struct script *s, const struct session_event *ev);
/* The mode that the processor was in: "kernel", "user", ...; NULL = there is none such. */
const char *mode_name(uint16_t misc);
/* output/json_fields.c: the fields of one that is no sample, as members of the object that is open.
 */
void json_fields(struct buf *b, struct script *s, const struct session_event *ev);
/* output/script_lines.c: a record that is no sample, if it was asked for. */
void script_line(struct buf *b, struct script *s, const struct session_event *ev);
/* A frame's function, or [unknown]; offset: with how far into it. */
void script_name(struct buf *b, struct script *s, const struct frame *f, bool offset);
/* " (FILE)" of a frame as fields want it; output/script_frames.c. */
void script_dso(struct buf *b, struct script *s, const struct frame *f);

/* output/dump.c: a record at a time. */
struct dump {
	struct buf *b;
	struct data *d;
	const char *path, *arch; /* arch: NULL = not known */
	uint64_t sample_type;    /* of all events */
	bool sample_id_all;
	uint32_t n_attrs; /* ATTR records so far */
	uint64_t features_seen[ABI_FEATURE_MAX / 64];
};

/* A field of a record, 0 past its end. */
static inline unsigned long long dump_word(const struct record *r, uint32_t off)
{
	return off + 8 <= r->n ? load64(r->p + off) : 0;
}

static inline unsigned dump_half(const struct record *r, uint32_t off)
{
	return off + 4 <= r->n ? load32(r->p + off) : 0;
}

void dump_text(struct buf *b, const struct record *r,
               uint32_t off); /* to its NUL byte or the record's end */
void dump_chain(struct buf *b, struct words chain);
/* output/dump_sample.c, dump_kernel.c, dump_recorder.c: what follows the type, with the end of the
 * line. */
void dump_sample(const struct dump *du, const struct record *r, const struct data_event *ev,
                 const struct sample *s);
void dump_kernel(struct buf *b, const struct record *r, const struct data_event *ev,
                 const struct sample_id *id);
void dump_text_poke(struct buf *b, const struct record *r, const char *where);
/* A map of CPUs at off: "0-3,5". */
void dump_cpus(struct buf *b, const struct record *r, uint32_t off);
void dump_recorder(struct dump *du, const struct record *r);

/* The name of a register by its bit in the mask; buf holds one that has to be made up. */
const char *dump_reg_name(const char *arch, unsigned bit, char *buf, size_t n);
const char *dump_page_size(uint64_t bytes, char *buf, size_t n); /* "4K", "N/A" */

/* output/info.c: what there is to say of a recording as a whole; info_text.c and info_json.c say
 * it. */
struct info_moments { /* records of a kind: how many, from when to when; 0 = no time known */
	uint64_t n, first_ns, last_ns;
};
struct info {
	struct data *d;
	const struct profile *p;
	const char *path;
	int64_t mtime;                                     /* seconds since 1970, 0 = not known */
	uint64_t n[ABI_RECORD_END], bytes[ABI_RECORD_END]; /* by type; 0 = types nobody knows */
	struct info_moments samples, lost, lost_samples, throttled, unthrottled;
	struct info_moments stackless; /* samples of user code whose stack dump was left out */
	uint64_t n_lost;               /* sum of the LOST records */
	struct coverage names;
	struct info_process {
		uint32_t pid, comm; /* comm: session text id, of most of its samples */
		uint64_t samples;
	} *processes; /* by samples, most first */
	uint32_t n_processes;
};
static inline double percent_of(uint64_t part, uint64_t total)
{
	return total ? 100.0 * (double)part / (double)total : 0;
}

/* A part of one sum as the same part of another. */
static inline uint64_t scaled(uint64_t v, uint64_t from, uint64_t to)
{
	return from ? (uint64_t)((unsigned __int128)v * to / from) : v;
}

/* output/cut.c: the buffer to write lines to that are cut to so many columns on their way to out; 0
 * = out itself, nothing is cut. */
struct line_cut {
	struct buf buf, *out;
	size_t columns, at; /* at: of the line in hand */
	bool in_escape;
};
struct buf *line_cut_open(struct line_cut *c, struct buf *out, size_t columns);
void line_cut_close(struct line_cut *c);

/* output/coverage.c: a line a file, each behind before, which is made so many columns wide. */
void coverage_text(struct buf *b, const struct coverage *c, const struct session *s, size_t columns,
                   const char *before);
const char *coverage_reason(const struct coverage_file *f);
const char *coverage_remedy(const struct coverage_file *f);

enum { INFO_PROCESSES_MAX = 10 };
double info_seconds(const struct info *i); /* between the first and the last sample */
const char *
info_chains(const struct data_event *ev); /* how its call chains were recorded; "none" */
const char *info_clock(const struct data *d, char *buf,
                       size_t n); /* which clock the times are of */
void info_text(struct buf *b, const struct info *i);
void info_json(struct buf *b, const struct info *i);
/* A member: the words of the command that was recorded, or nothing. */
void json_command(struct buf *b, const char *name, const struct data *d);

#endif
