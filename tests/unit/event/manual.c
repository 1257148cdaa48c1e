// SPDX-License-Identifier: GPL-2.0-or-later
/* The man page of record names the events and modifiers that are known, and no others. */
#include "../tap.h"

#include <stdlib.h>

#include "event/event.h"

static const char page[] = "man/pmrec-record.1"; /* from the top of the source */

enum { WORDS_MAX = 100 };

struct page_words {
	char text[WORDS_MAX][40];
	int n;
};

static bool has(const struct page_words *w, const char *word)
{
	for (int i = 0; i < w->n; i++)
		if (strcmp(w->text[i], word) == 0)
			return true;
	return false;
}

/* The words behind .Cm, there alone or in brackets, in a line of mdoc(7). */
static void add_words(struct page_words *w, char *line)
{
	char *cm = strstr(line, "Cm ");
	if (*line != '.' || !cm)
		return;
	for (char *s = strtok(cm + 3, " ,.;\n"); s && w->n < WORDS_MAX; s = strtok(NULL, " ,.;\n"))
		snprintf(w->text[w->n++], sizeof w->text[0], "%s", s);
}

static bool read_page(struct page_words *events, struct page_words *modifiers)
{
	char line[500];
	struct page_words *into = NULL;
	FILE *f = fopen(page, "r");
	if (!f)
		return false;
	while (fgets(line, sizeof line, f)) {
		if (strncmp(line, ".Sh ", 4) == 0)
			into = strcmp(line, ".Sh EVENTS\n") == 0 ? events : NULL;
		else if (into && strncmp(line, "Modifiers ", 10) == 0)
			into = modifiers;
		else if (into)
			add_words(into, line);
	}
	fclose(f);
	return true;
}

static bool known(const char *text)
{
	struct event_list list = { 0 };
	struct err e;
	bool is = event_parse(text, NULL, &list, &e) == 0;
	event_list_release(&list);
	return is;
}

int main(void)
{
	static struct page_words events, modifiers;
	if (!read_page(&events, &modifiers)) {
		skip("no man page here", "man page and code");
		return done_testing();
	}
	for (int i = 0; i < events.n; i++)
		ok(known(events.text[i]), "'%s' of the page is known", events.text[i]);
	for (const struct abi_event *ev = abi_events; ev->name; ev++)
		ok(has(&events, ev->name) && (!ev->alias || has(&events, ev->alias)),
		   "'%s' is in the page", ev->name);
	for (int i = 0; i < modifiers.n; i++) {
		char text[64];
		snprintf(text, sizeof text, "cycles:%s", modifiers.text[i]);
		ok(known(text), "modifier '%s' of the page is known", modifiers.text[i]);
	}
	for (int c = '!'; c < 127; c++) {
		char text[] = "cycles:?", letter[] = { (char)c, 0 };
		text[7] = (char)c;
		if (c != ',' && known(text))
			ok(has(&modifiers, letter), "modifier '%c' is in the page", c);
	}
	return done_testing();
}
