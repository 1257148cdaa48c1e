// SPDX-License-Identifier: GPL-2.0-or-later
/* The overview of a profile made by hand: names, stacks, processes; text that JSON cannot hold as
 * it is. (Of whole recordings: tests/e2e/0062-info.t.) */
#include "output/output.h"

#include "tests/unit/profile/make.h"
#include "tests/unit/tap.h"

static void has(struct buf *b, const char *want, const char *what)
{
	if (!ok(strstr(buf_cstr(b), want) != NULL, "%s", what))
		printf("# no '%s' in: %s\n", want, buf_cstr(b));
}

int main(void)
{
	static unsigned char none[16];
	struct made m;
	struct buf b = { 0 };
	uint64_t samples[1] = { 4 }, weight[1] = { 9 }, lost[1] = { 2 };
	made_init(&m);
	m.data.bytes = (struct bytes){ .p = none, .n = sizeof none };
	m.event.attr.sample_type = ABI_SAMPLE_IP | ABI_SAMPLE_CALLCHAIN;
	m.event.attr.sample_max_stack = 3;
	m.profile.event_samples = samples;
	m.profile.event_weight = weight;
	m.session.stats.event_lost = lost;
	/* The function 'r' is the root. */
	m.places.functions['r' - 'a'].name = intern(&m.places.texts, "_start");
	made_add(&m, "one", "rab", 1);
	made_add(&m, "\"tw\\o\n", "a?", 2);
	made_add(&m, "three", "cba", 3);
	made_add(&m, "three", "ba", 3);
	m.places.functions[26].file = 0;
	for (uint32_t i = 0; i < m.profile.n; i++)
		m.profile.v[i].pid = i ? 20 : 10;
	m.profile.v[1].samples = 5;

	output_info(&b, &m.profile, &(struct info_options){ .path = "p" });
	has(&b, "event         e, 4 samples, 9 counted, 2 samples lost\n", "the event");
	has(&b, "call chains fp, fields IP|CALLCHAIN\n", "its fields");
	has(&b,
	    "names         3 (37.5%) of the samples fell on a function with a name, 0 (0.0%) on "
	    "none, "
	    "5 (62.5%) on no file\n",
	    "names");
	has(&b,
	    "stacks        1 (12.5%) reach a root, 1 (12.5%) were cut at the depth limit, "
	    "6 (75.0%) end elsewhere\n",
	    "stacks");
	has(&b, "processes     2 have samples\n", "processes");
	has(&b, "      20  \"tw\\o?  7 (87.5%)\n", "named as most of their samples are");
	b.n = 0;
	output_info(&b, &m.profile, &(struct info_options){ .path = "a\"b\\c\xff", .json = true });
	has(&b, "{\"file\":\"a\\\"b\\\\c\xef\xbf\xbd\"",
	    "JSON: quotes, backslashes, bytes that are no UTF-8");
	has(&b,
	    "{\"pid\":20,\"comm\":\"\\\"tw\\\\o?\",\"samples\":7},{\"pid\":10,\"comm\":\"one\","
	    "\"samples\":1}]}\n",
	    "processes, most first");
	has(&b, "\"stacks\":{\"rooted\":1,\"cut\":1,\"rootless\":6,\"incomplete\":0}", "stacks");
	buf_release(&b);
	m.profile.event_samples = m.profile.event_weight = NULL;
	m.session.stats.event_lost = NULL;
	made_release(&m);
	return done_testing();
}
