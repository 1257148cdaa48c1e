// SPDX-License-Identifier: GPL-2.0-or-later
/* The order by time: what a round lets go, what waits, and that nothing is lost. */
#include "session/internal.h"

#include "tests/unit/tap.h"

static const unsigned char records[4096]; /* only their addresses count */

/* A script: numbers are times of records as they come, 0 = the end of a round, -1 = the end of the
 * file. want: the times handed out, 0 where a round's end is over. */
static const struct {
	const char *what;
	int in[20], want[20];
} rows[] = {
	{ "without rounds all waits for the end", { 3, 1, 2, -1 }, { 1, 2, 3 } },
	{ "one round lets nothing go", { 3, 1, 0, 2, -1 }, { 0, 1, 2, 3 } },
	{ "the second lets go what the first had", { 3, 1, 0, 5, 4, 0, -1 }, { 0, 1, 3, 0, 4, 5 } },
	{ "and what is older than that", { 3, 0, 2, 9, 0, -1 }, { 0, 2, 3, 0, 9 } },
	{ "an empty round", { 3, 0, 0, 1, 0, -1 }, { 0, 3, 0, 1, 0 } },
	{ "rounds of nothing", { 0, 0, 0, -1 }, { 0, 0, 0 } },
	{ "equal times keep their order", { 5, 5, 5, 0, 5, 0, -1 }, { 0, 5, 5, 5, 5, 0 } },
	{ "nothing", { -1 }, { -1 } },
};

static int time_of(const unsigned char *p, const int *times)
{
	return times[p - records];
}

static void test_script(size_t row)
{
	struct order o = { 0 };
	const int *in = rows[row].in, *want = rows[row].want;
	const unsigned char *p, *last = NULL;
	int got[24], n = 0, last_time = 0;
	bool stable = true;
	for (int i = 0; n < 20; i++) {
		if (in[i] > 0) {
			order_add(&o, (uint64_t)in[i], records + i);
			continue;
		}
		if (in[i] < 0)
			order_finish(&o);
		else
			order_round(&o);
		while (order_next(&o, &p)) {
			got[n] = time_of(p, in);
			stable = stable && (got[n] != last_time || !last || p > last);
			last_time = got[n++];
			last = p;
		}
		if (in[i] < 0)
			break;
		got[n++] = 0;
	}
	bool same = true;
	for (int i = 0; i < n; i++)
		same = same && got[i] == want[i];
	ok(same && stable, "%s", rows[row].what);
	order_release(&o);
	order_release(&o);
}

/* Many rounds of records that are late by less than a round, as two rings drained in turn give
 * them. */
static void test_many(void)
{
	struct order o = { 0 };
	const unsigned char *p;
	static uint64_t times[4096];
	uint64_t last = 0, n = 0, wrong = 0, t = 1000;
	for (int i = 0; i < 4096; i++) {
		times[i] = t - (uint64_t)(i * 7919 % 50);
		order_add(&o, times[i], records + i);
		t += 10;
		if (i % 16 == 15)
			order_round(&o);
		if (i == 4095)
			order_finish(&o);
		while (order_next(&o, &p)) {
			wrong += times[p - records] < last;
			last = times[p - records];
			n++;
		}
	}
	is_u64(wrong, 0, "many rounds: ascending");
	is_u64(n, 4096, "and complete");
	order_release(&o);
}

int main(void)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		test_script(i);
	test_many();
	return done_testing();
}
