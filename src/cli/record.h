/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of pmrec record share. */
#ifndef PMREC_CLI_RECORD_H
#define PMREC_CLI_RECORD_H

#include "capture/capture.h"
#include "cli/cli.h"

struct record_options {
	struct event_list events, switch_events;
	struct capture_options c;
	bool call_graph;     /* -g */
	bool list_registers; /* instead of recording */
	bool latency;
	int quiet, verbose;
};

static inline struct capture_samples *samples_of(void *options)
{
	return &((struct record_options *)options)->c.samples;
}

/* The words of options -> fields of a struct record_options; as opt.set. */
typedef int record_setter(void *options, const char *arg, bool negated, struct err *e);
record_setter record_set_event, record_set_filter, record_set_freq, record_set_count,
	record_set_ring, record_set_max_size, record_set_duration, record_set_delay,
	record_set_switch, record_set_switch_event, record_set_switch_files, record_set_zstd,
	record_set_zstd_form, record_set_nothing, record_set_no_number, record_set_buffer,
	record_set_realtime, record_set_affinity, record_set_flush;

/* record_chains.c, record_cpu.c, record_samples.c: what samples hold. */
record_setter record_set_call_graph, record_set_max_stack, record_set_branches,
	record_set_any_branch, record_set_user_regs, record_set_intr_regs, record_set_clock,
	record_set_synth, record_set_period, record_set_data, record_set_exclude_us;
/* The names of the registers, a line. */
void record_registers(struct buf *out);

/* The options are all there: what they say together. */
void record_options_settle(struct record_options *o);
/* What cannot be meant together: ERR_USAGE. */
int record_options_check(const struct record_options *o, bool has_command, struct err *e);

#endif
