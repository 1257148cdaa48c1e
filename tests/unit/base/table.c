// SPDX-License-Identifier: GPL-2.0-or-later
/* The hash table and the interned texts on it: keys that all collide, growth, and clearing. */
#include "base/table.h"

#include "base/intern.h"
#include "tests/unit/tap.h"

static uint64_t hash_good(uint64_t key)
{
	return hash_mix(key, 0);
}

static uint64_t hash_same_slot(uint64_t key)
{
	return key << 32 | 7;
}

static uint64_t hash_same(uint64_t key)
{
	return key & 0;
}

static uint32_t find(const struct table *t, uint64_t (*hash)(uint64_t), const uint64_t *keys,
                     uint64_t key)
{
	uint32_t i = TABLE_START, id;
	while ((id = table_probe(t, hash(key), &i)) != TABLE_NONE)
		if (keys[id] == key)
			return id;
	return TABLE_NONE;
}

static void test_table(uint64_t (*hash)(uint64_t), uint32_t n, const char *what)
{
	static uint64_t keys[20000];
	struct table t = { 0 };
	uint32_t lost = 0, found = 0;
	ok(find(&t, hash, keys, 1) == TABLE_NONE, "%s: nothing in the empty table", what);
	for (uint32_t i = 0; i < n; i++) {
		keys[i] = i * 0x10001ull + 1;
		table_add(&t, hash(keys[i]), i);
	}
	for (uint32_t i = 0; i < n; i++) {
		lost += find(&t, hash, keys, keys[i]) != i;
		found += find(&t, hash, keys, keys[i] + 1) != TABLE_NONE;
	}
	is_u64(lost, 0, "every key is found");
	is_u64(found, 0, "and no other");
	table_release(&t);
	table_release(&t);
	ok(find(&t, hash, keys, keys[0]) == TABLE_NONE, "%s: released", what);
}

/* A hash must depend on every byte and on the length. */
static void test_hash(void)
{
	unsigned char text[80] = { 0 };
	int same = 0;
	for (size_t n = 0; n <= sizeof text; n++) {
		uint64_t h = hash_bytes(text, n, 0);
		same += n > 0 && h == hash_bytes(text, n - 1, 0);
		for (size_t i = 0; i < n; i++) {
			text[i] = 1;
			same += hash_bytes(text, n, 0) == h;
			text[i] = 0;
		}
	}
	is_u64((uint64_t)same, 0, "hash_bytes: each byte and the length count");
}

static void test_intern(void)
{
	struct intern in = { 0 };
	char text[16];
	int wrong = 0;
	for (int turn = 0; turn < 2; turn++)
		for (uint32_t i = 0; i < 3000; i++) {
			snprintf(text, sizeof text, "text%u", i);
			wrong += intern(&in, text) != i;
		}
	is_u64((uint64_t)wrong, 0, "ids count up in order of first sight");
	is_u64(in.n, 3000, "each text once");
	is_str(intern_str(&in, 2999), "text2999", "and is kept");
	uint32_t a = intern_n(&in, "a\0b", 3), b = intern_n(&in, "a\0c", 3), c = intern(&in, "a");
	ok(a != b && b != c && a != c, "texts with NUL bytes in them differ behind them");
	is_u64(in.v[a].n, 3, "and keep their length");
	is_u64(intern_n(&in, NULL, 0), intern(&in, ""), "the empty text");
	intern_release(&in);
	intern_release(&in);
}

int main(void)
{
	test_table(hash_good, 20000, "good hash");
	test_table(hash_same_slot, 1000, "one slot for all");
	test_table(hash_same, 1000, "one hash for all");
	test_hash();
	test_intern();
	return done_testing();
}
