// SPDX-License-Identifier: GPL-2.0-or-later
/* The tables of commands and options: complete, without doubles; and what a mistyped word is taken
 * for. */
#include "cli/cli.h"

#include "tests/unit/tap.h"

/* What takes b back is a's name. */
static bool is_taken(const struct opt *a, const struct opt *b)
{
	if (!a->name || !b->name)
		return false;
	const bool a_no = strncmp(a->name, "no-", 3) == 0, b_no = strncmp(b->name, "no-", 3) == 0;
	return a_no != b_no && strcmp(a->name + 3 * a_no, b->name + 3 * b_no) == 0;
}

static void test_tables(void)
{
	for (const struct command *c = commands; c->name; c++) {
		int wrong = !c->summary || !c->usage || !c->run || !c->opts ||
		            command_find(c->name) != c;
		for (const struct opt *o = c->opts; o && o->kind; o++) {
			wrong += !o->help || (!o->letter && !o->name) ||
			         (o->kind == OPT_CALL) != (o->set != NULL);
			wrong += o->letter == 'h' || (o->name && strcmp(o->name, "help") == 0);
			wrong += o->kind == OPT_TEXT && !o->arg;
			wrong += (o->kind == OPT_FLAG || o->kind == OPT_COUNT ||
			          o->kind == OPT_BITS) &&
			         o->arg;
			wrong += (o->kind == OPT_BITS) != (o->bits != 0);
			wrong += (o->flags & OPT_MAYBE) && o->kind != OPT_CALL &&
			         o->kind != OPT_TEXT;
			for (const struct opt *p = c->opts; p != o; p++)
				wrong += (o->letter && o->letter == p->letter) || is_taken(o, p) ||
				         (o->name && p->name && strcmp(o->name, p->name) == 0);
		}
		is_u64((uint64_t)wrong, 0, c->name);
	}
	ok(!command_find("nosuch") && !command_find("") && !command_find("rec"),
	   "what is no command");
}

static void test_nearest(void)
{
	static const struct {
		const char *word, *want;
	} rows[] = {
		{ "recrod", "record" },
		{ "reprot", "report" },
		{ "fodl", "fold" },
		{ "scrip", "script" },
		{ "scripts", "script" },
		{ "evlists", "evlist" },
		{ "buildid-lst", "buildid-list" },
		{ "zzzzzzzzzz", NULL },
		{ "a-word-that-is-longer-than-all-the-names-there-are", NULL },
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		is_str(nearest_command(rows[i].word), rows[i].want, rows[i].word);
	is_str(nearest_option(fold_opts, "kernal"), "kernel", "an option");
}

int main(void)
{
	test_tables();
	test_nearest();
	return done_testing();
}
