// SPDX-License-Identifier: GPL-2.0-or-later
/* The sorts: in order, stable, nothing lost; what is found in the result; for lengths around the
 * small-run limit and many shapes of input. */
#include "base/sort.h"

#include <stdlib.h>

#include "tests/unit/tap.h"

enum { N_MAX = 3000 };

static uint32_t state = 1;

static uint32_t random_below(uint32_t n)
{
	state = state * 1664525u + 1013904223u;
	return (state >> 8) % n;
}

static uint64_t shape_random(size_t i, size_t n)
{
	return random_below(4 * (uint32_t)n + 1) + 0 * i;
}
static uint64_t shape_few(size_t i, size_t n)
{
	return random_below(3) + 0 * (i + n);
}
static uint64_t shape_down(size_t i, size_t n)
{
	return n - i;
}
static uint64_t shape_runs(size_t i, size_t n)
{
	return i % 97 + 0 * n;
}
static uint64_t shape_extremes(size_t i, size_t n)
{
	return (i + n) % 3 ? UINT64_MAX : 0;
}

static uint64_t (*const shapes[])(size_t, size_t) = { shape_random, shape_few, shape_down,
	                                              shape_runs, shape_extremes };

static bool pairs_right(const struct sort_pair *v, size_t n, uint64_t sum)
{
	for (size_t i = 0; i < n; i++) {
		sum -= v[i].key * 31 + v[i].value;
		if (i && (v[i - 1].key > v[i].key ||
		          (v[i - 1].key == v[i].key && v[i - 1].value >= v[i].value)))
			return false;
	}
	return sum == 0;
}

static int pair_before(const void *a, const void *b, void *ctx)
{
	const struct sort_pair *x = a, *y = b;
	++*(uint64_t *)ctx;
	return x->key < y->key;
}

/* At a few keys and beside them. */
static int found_wrongly(const struct sort_pair *v, size_t n)
{
	int wrong = 0;
	for (size_t k = 0; k < n; k += n / 8 + 1)
		for (int beside = -1; beside <= 1; beside++) {
			uint64_t key = v[k].key + (uint64_t)(int64_t)beside;
			uint32_t want = 0;
			for (size_t i = 0; i < n; i++)
				want += v[i].key <= key;
			wrong += SORTED_AT_MOST(v, (uint32_t)n, key, key) != want;
		}
	return wrong;
}

int main(void)
{
	static struct sort_pair v[N_MAX], tmp[N_MAX], copy[N_MAX];
	static const struct sort_pair *p[N_MAX];
	int wrong_pairs = 0, wrong_pointers = 0, wrong_found = 0;
	for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
		for (size_t n = 0; n <= N_MAX; n = n < 70 ? n + 1 : n * 3 / 2) {
			uint64_t sum = 0, calls = 0;
			for (size_t i = 0; i < n; i++) {
				v[i] = copy[i] = (struct sort_pair){ shapes[s](i, n), i };
				p[i] = &copy[i];
				sum += v[i].key * 31 + i;
			}
			sort_scattered(v, tmp, n);
			wrong_pairs += !pairs_right(v, n, sum);
			memcpy(v, copy, n * sizeof *v);
			sort_pairs(v, tmp, n);
			wrong_found += found_wrongly(v, n);
			wrong_pairs += !pairs_right(v, n, sum);
			sort_pointers(p, n, pair_before, &calls);
			for (size_t i = 0; i < n; i++)
				wrong_pointers += p[i]->key != v[i].key ||
				                  p[i]->value != v[i].value;
		}
	is_u64((uint64_t)wrong_pairs, 0, "pairs");
	is_u64((uint64_t)wrong_pointers, 0, "pointers");
	is_u64((uint64_t)wrong_found, 0, "how many are at most a key, as counting says");
	is_u64(SORTED_AT_MOST((const struct sort_pair *)NULL, 0, key, 1), 0, "of none: none");

	uint64_t calls = 0;
	for (size_t i = 0; i < N_MAX; i++) {
		copy[i] = (struct sort_pair){ i, i };
		p[i] = &copy[i];
	}
	sort_pointers(p, N_MAX, pair_before, &calls);
	ok(calls < N_MAX, "what is in order already costs one comparison each (%d)", (int)calls);
	return done_testing();
}
