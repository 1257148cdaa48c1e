// SPDX-License-Identifier: GPL-2.0-or-later
/* The letters behind an event or a group: a row each. Their meaning: perf-list(1). */
#include "event/internal.h"

enum modifier_kind {
	ONLY_HERE, /* one of a set: whatever of the set is not named is excluded */
	PRECISE,   /* counts up */
	SET,       /* sets its bit */
	MOST,      /* as precise as can be had */
	READ,      /* samples hold the group's counts */
	WEAK,      /* the group may be broken up */
};

struct modifier {
	char letter;
	enum modifier_kind kind;
	uint64_t flags; /* ONLY_HERE: the exclusion that naming it lifts */
	uint64_t set;   /* ONLY_HERE: all exclusions of its set */
};

#define PRIVILEGES (ABI_EXCLUDE_USER | ABI_EXCLUDE_KERNEL | ABI_EXCLUDE_HV)
#define MACHINES (ABI_EXCLUDE_HOST | ABI_EXCLUDE_GUEST)

static const struct modifier modifiers[] = {
	{ 'u', ONLY_HERE, ABI_EXCLUDE_USER, PRIVILEGES },
	{ 'k', ONLY_HERE, ABI_EXCLUDE_KERNEL, PRIVILEGES },
	{ 'h', ONLY_HERE, ABI_EXCLUDE_HV, PRIVILEGES },
	{ 'H', ONLY_HERE, ABI_EXCLUDE_HOST, MACHINES },
	{ 'G', ONLY_HERE, ABI_EXCLUDE_GUEST, MACHINES },
	{ 'I', SET, ABI_EXCLUDE_IDLE, 0 },
	{ 'D', SET, ABI_PINNED, 0 },
	{ 'e', SET, ABI_EXCLUSIVE, 0 },
	{ 'p', PRECISE, 0, 0 },
	{ 'P', MOST, 0, 0 },
	{ 'S', READ, 0, 0 },
	{ 'W', WEAK, 0, 0 },
};

enum { PRECISE_MAX = 3 };

static const struct modifier *modifier_find(char letter)
{
	for (size_t i = 0; i < sizeof modifiers / sizeof *modifiers; i++)
		if (modifiers[i].letter == letter)
			return &modifiers[i];
	return NULL;
}

bool modifiers_are(const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!modifier_find(s[i]))
			return false;
	return n > 0;
}

/* The exclusions of a set once some of it were named. Those of a group are added to what its event
 * names. */
static uint64_t only_named(uint64_t flags, uint64_t set, uint64_t named, bool of_group)
{
	if (!(named & set))
		return flags;
	uint64_t excluded = of_group && (flags & set) ? flags & set : set;
	return (flags & ~set) | (excluded & ~named);
}

static void precise_set(struct event_spec *spec, uint64_t precise)
{
	spec->attr.flags &= ~ABI_PRECISE_MASK;
	spec->attr.flags |= precise << ABI_PRECISE_SHIFT;
}

int modifiers_apply(const struct parse *p, const char *s, size_t n, bool of_group,
                    struct event_spec *spec)
{
	uint64_t named = 0, precise = 0;
	if (!n)
		return parse_fault(p, s, "there are no modifiers behind the ':'");
	for (size_t i = 0; i < n; i++) {
		const struct modifier *m = modifier_find(s[i]);
		if (!m)
			return parse_fault(
				p, s + i,
				"'%c' is no modifier known here (u k h H G I D e p P S W)", s[i]);
		if (m->kind == PRECISE && ++precise > PRECISE_MAX)
			return parse_fault(p, s + i, "more than three p");
		if (m->kind == SET)
			spec->attr.flags |= m->flags;
		if (m->kind == ONLY_HERE)
			named |= m->flags;
		spec->reads_group |= m->kind == READ;
		spec->is_weak |= m->kind == WEAK;
		spec->most_precise |= m->kind == MOST;
	}
	spec->attr.flags = only_named(spec->attr.flags, PRIVILEGES, named, of_group);
	spec->attr.flags = only_named(spec->attr.flags, MACHINES, named, of_group);
	if (precise)
		precise_set(spec, precise);
	if (spec->most_precise)
		precise_set(spec, PRECISE_MAX);
	return 0;
}
