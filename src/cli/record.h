/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of pmrec record share. */
#ifndef PMREC_CLI_RECORD_H
#define PMREC_CLI_RECORD_H

#include "capture/capture.h"
#include "cli/cli.h"

struct record_options {
	struct event_list events;
	struct capture_options c;
	int quiet, verbose;
};

/* The words of options -> fields of a struct record_options; as opt.set. */
typedef int record_setter(void *options, const char *arg, bool negated, struct err *e);
record_setter record_set_event, record_set_filter, record_set_freq, record_set_count,
	record_set_call_graph, record_set_ring, record_set_max_size, record_set_duration,
	record_set_delay, record_set_switch, record_set_switch_files, record_set_zstd,
	record_set_zstd_form, record_set_nothing, record_set_buffer;

/* What cannot be meant together: ERR_USAGE. */
int record_options_check(const struct capture_options *c, bool has_command, struct err *e);

#endif
