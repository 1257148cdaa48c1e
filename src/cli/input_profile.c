// SPDX-License-Identifier: GPL-2.0-or-later
/* From the recording that a command reads to a profile of the samples that were chosen. */
#include "cli/cli.h"
#include "output/output.h"

/* The slots cover all that was sampled. */
static void profile_span(struct profile *p, struct input *in)
{
	uint64_t first, last;
	if (!session_sample_time(&in->session, &first, &last))
		return;
	p->slot_ns = flame_slot_ns(last - first);
	p->from_ns = first - first % p->slot_ns;
}

bool input_next(struct input *in, struct filter *f, struct session_event *ev)
{
	while (session_next(&in->session, ev) == 0)
		if (ev->rec.type != ABI_RECORD_SAMPLE || filter_takes(f, &in->places, ev))
			return true;
	return false;
}

void input_profile_begin(struct input *in, struct profile *p, unsigned keys)
{
	profile_init(p, &in->places, keys);
	if (keys & PROFILE_TIME)
		profile_span(p, in);
}

void input_profile(struct input *in, struct profile *p, struct filter *f, unsigned keys)
{
	struct session_event ev;
	input_profile_begin(in, p, keys);
	while (input_next(in, f, &ev))
		if (ev.rec.type == ABI_RECORD_SAMPLE)
			profile_add(p, &ev);
	profile_finish(p);
}

const char *input_event(const struct input *in, const struct profile *p, const struct filter *f)
{
	if (f->event)
		return f->event;
	for (uint32_t i = 0; i < in->data.n_events; i++)
		if (p->event_samples[i])
			return in->data.events[i].name;
	return "";
}

void input_say_left_out(const struct input *in, const struct profile *p, const char *event,
                        const char *done)
{
	uint64_t n = 0;
	struct log log = cli_log(in->quiet, in->verbose);
	for (uint32_t i = 0; event && i < in->data.n_events; i++)
		if (strcmp(in->data.events[i].name, event))
			n += p->event_samples[i];
	if (n)
		log_say(&log, LOG_NOTICE,
		        "%s event '%s': %llu samples of others are left out, see --event", done,
		        event, (unsigned long long)n);
	if (p->stacks.n_refused)
		log_say(&log, LOG_WARNING,
		        "%llu samples are without their call chain: all chains are larger than "
		        "their recording",
		        (unsigned long long)p->stacks.n_refused);
}
