/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of doctor/ share. */
#ifndef PMREC_DOCTOR_INTERNAL_H
#define PMREC_DOCTOR_INTERNAL_H

#include "data/data.h"
#include "doctor/doctor.h"
#include "event/event.h"
#include "sys/sys.h"

void doctor_fail(struct doctor_result *r, const char *fix, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
void doctor_skip(struct doctor_result *r, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
/* It passes, and this is worth saying. */
void doctor_note(struct doctor_result *r, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
/* An event that was refused: the reason and its remedy, as record would give them. */
void doctor_refused(struct doctor_result *r, const char *name, const struct abi_attr *attr,
                    int errnum, bool all_cpus);

/* ------------------------------------------------------------------ an event being tried (probe.c)
 */

/* The empty value is {.fd = -1}. */
struct probe {
	int fd;
	struct sys_ring ring;
	struct data_event event; /* only attr and name: enough to decode samples */
	struct span part[2];     /* what is in the ring */
	size_t at;
	unsigned char record[ABI_RECORD_MAX]; /* the record in hand, in one piece */
};

/* A sampling attr: disabled, of this process, ids and times with each sample. */
struct abi_attr probe_attr(uint32_t type, uint64_t config, uint64_t period);
/* Open it for this process and the threads it will have, on a CPU or on any (-1), with a ring of so
 * many pages. 0 or -errno. */
int probe_open(struct probe *p, const struct abi_attr *attr, int cpu, uint32_t n_pages);
/* What is in the ring now: one record after the other. False = no more. */
bool probe_next(struct probe *p, struct record *out);
/* The same of what is in part already. */
bool probe_take(struct probe *p, struct record *out);
bool probe_sample(const struct probe *p, const struct record *r, struct sample *out);
void probe_close(struct probe *p); /* idempotent */

/* ------------------------------------------------------------------ PMUs of the cores (cores.c) */

/* One of several, on machines with cores of several kinds. */
struct core_pmu {
	const char *name;
	uint32_t type;
	char cpus[256]; /* its CPUs, such as "0-3,6" */
};

/* Walks over them: core_pmus_open(&dir), core_pmu_next() until it is false, sys_dir_close(). */
bool core_pmus_open(struct sys_dir *dir); /* false: no PMU is listed, and dir is not open */
bool core_pmu_next(struct sys_dir *dir, struct core_pmu *out);
/* A hardware event as this PMU has it. */
struct abi_attr core_pmu_attr(struct abi_attr attr, const struct core_pmu *pmu);

/* ------------------------------------------------------------------ work of known shape (work.c)
 */

enum { WORK_DEPTH = 8, WORK_THREADS = 4 };

/* A range of code addresses. */
struct code {
	uint64_t from, to;
};
/* Burn about so many milliseconds of CPU time in a chain of WORK_DEPTH functions, each called by
 * the next: level[0] is the innermost. They keep frame pointers. */
void work_deep(unsigned ms, struct code level[WORK_DEPTH]);
/* The same in WORK_THREADS threads, each in a function of its own. tids[i] belongs to code[i]. */
bool work_threads(unsigned ms, uint32_t tids[WORK_THREADS], struct code code[WORK_THREADS]);

/* ------------------------------------------------------------------ the checks */

void check_own_code(struct doctor_result *r);
void check_kernel_code(struct doctor_result *r);
void check_all_cpus(struct doctor_result *r);
void check_rings(struct doctor_result *r);
void check_open_files(struct doctor_result *r);
void check_rate(struct doctor_result *r);
void check_kernel_names(struct doctor_result *r);
void check_tracefs(struct doctor_result *r);

void check_cycles(struct doctor_result *r);
void check_instructions(struct doctor_result *r);
void check_cpu_clock(struct doctor_result *r);
void check_page_faults(struct doctor_result *r);
void check_context_switches(struct doctor_result *r);
void check_breakpoints(struct doctor_result *r);
void check_kprobes(struct doctor_result *r);
void check_uprobes(struct doctor_result *r);

void check_chain_user(struct doctor_result *r);
void check_chain_kernel(struct doctor_result *r);
void check_stack_dump(struct doctor_result *r);
void check_branches(struct doctor_result *r);
void check_deferred(struct doctor_result *r);

void check_thread_ids(struct doctor_result *r);
void check_losses(struct doctor_result *r);
void check_multiplexing(struct doctor_result *r);
void check_core_pmus(struct doctor_result *r);

#endif
