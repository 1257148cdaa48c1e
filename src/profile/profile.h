/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Aggregation: samples in, weights out. Everything is a small id here: an address in a mapping is a place, a
 * call chain is a stack of places, and a profile is a table of (stack, thread attributes) -> weight. Each place
 * is named once and each stack is taken apart once, however often they were sampled.
 */
#ifndef PMREC_PROFILE_PROFILE_H
#define PMREC_PROFILE_PROFILE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/intern.h"
#include "session/session.h"
#include "symbols/symbols.h"

/* ------------------------------------------------------------------ places and their names (places.c) */

/* What a place belongs to: a function, or where none is known the address itself. */
struct place_symbol {
	uint32_t file;     /* session file id */
	uint32_t name;     /* text id in places.texts; TABLE_NONE = no name */
	uint64_t start;    /* of the function, or the place itself, as an address of the file */
};

struct place {
	uint64_t ip;       /* as sampled */
	uint64_t sym_off;  /* ip - start of the function, in bytes; 0 without a name */
	uint32_t mapping;  /* session mapping id; 0 = none */
	uint32_t symbol;   /* id of a place_symbol */
	uint8_t mode;      /* ABI_MISC_KERNEL, ABI_MISC_USER, ... */
	bool is_caller;    /* looked up at ip - 1 */
	bool struck;       /* it interrupted the frame outside it, which is no return address */
};

struct places {
	struct session *session;  /* borrowed */
	struct symbols *resolver; /* borrowed */
	struct intern texts;
	struct place *v;
	uint32_t n, cap;
	struct table table;
	struct place_symbol *symbols;
	uint32_t n_symbols, cap_symbols;
	struct table symbol_table;
	uint32_t *handles; /* by session file id: the resolver's handle + 1, 0 = not registered yet */
	uint32_t n_handles;
};

void places_init(struct places *p, struct session *s, struct symbols *resolver);
void places_release(struct places *p);
/* The id of a place; it is named when it is new. */
uint32_t place_intern(struct places *p, uint32_t mapping, uint64_t ip, uint8_t mode, bool is_caller);
/* The resolver's handle of a session file. */
uint32_t place_file_handle(struct places *p, uint32_t file);

static inline const struct place_symbol *place_symbol_of(const struct places *p, uint32_t place)
{
	return &p->symbols[p->v[place].symbol];
}

/* The function's name, or NULL. */
static inline const char *place_name(const struct places *p, uint32_t place)
{
	uint32_t name = place_symbol_of(p, place)->name;
	return name == TABLE_NONE ? NULL : intern_str(&p->texts, name);
}

/* Append the places of a sample's call chain to out (room for max), innermost first; returns how many. The leaf
 * of a sample without a chain is its ip. *deferred tells that the user part is missing. */
uint32_t place_chain(struct places *p, const struct session_event *ev, uint32_t *out, uint32_t max,
		     bool *deferred);
/* The place of the sample's own ip. */
uint32_t place_leaf(struct places *p, const struct session_event *ev);

/* ------------------------------------------------------------------ stacks (stacks.c) */

struct stack {
	uint32_t first, n; /* its places: stacks.frames[first, first + n), innermost first */
	uint32_t leaf;     /* place of the sample's ip */
};

struct stacks {
	struct places *places; /* borrowed */
	struct stack *v;
	uint32_t n, cap;
	uint32_t *frames;
	size_t n_frames, cap_frames;
	struct table table; /* places -> stack */
	/* Chains as they were recorded -> stack. The bytes are borrowed from the recording. */
	struct stacks_raw {
		struct words chain;
		uint64_t ip;
		uint32_t user_version, kernel_version; /* of the mappings they were resolved in */
		uint32_t stack;
		uint8_t mode;
		bool deferred; /* the user part was put off */
	} *raw;
	uint32_t n_raw, cap_raw;
	struct table raw_table;
	uint64_t n_deferred; /* samples whose user part was put off and never came */
};

void stacks_init(struct stacks *st, struct places *p);
void stacks_release(struct stacks *st);
uint32_t stack_intern(struct stacks *st, const struct session_event *ev);

/* ------------------------------------------------------------------ the profile (profile.c) */

enum profile_key { PROFILE_PID = 1, PROFILE_TID = 2, PROFILE_CPU = 4 }; /* kept apart besides the comm */

struct profile_entry {
	uint32_t stack, comm; /* comm: session text id */
	uint32_t pid, tid, cpu; /* 0 unless kept apart */
	uint64_t weight, samples; /* sum of periods, number of samples */
};

/* The samples of one event. */
struct profile {
	struct profile_entry *v;
	uint32_t n, cap;
	struct table table;
	uint64_t weight, samples;
};

void profile_add(struct profile *p, uint32_t stack, const struct session_event *ev, unsigned keys);
void profile_release(struct profile *p);

/* ------------------------------------------------------------------ histograms (hist.c) */

enum sort_key { SORT_COMM, SORT_DSO, SORT_SYM, SORT_PID, SORT_TID, SORT_CPU, SORT_KEYS };

struct hist_entry {
	uint32_t comm, file, symbol, pid, tid, cpu; /* 0 for keys that are not sorted by */
	uint8_t mode;            /* of the place */
	uint32_t place;          /* one of its places */
	uint64_t self, self_samples, children; /* weights; children includes self */
	struct chain_node *chains; /* NULL = none */
};

struct hist {
	const struct stacks *stacks;
	struct hist_entry *v;
	uint32_t n, cap;
	struct table table;
	struct arena arena;
};

enum chain_order { CHAIN_NONE, CHAIN_CALLER, CHAIN_CALLEE };

struct hist_options {
	unsigned keys;       /* bits 1 << enum sort_key */
	bool children;       /* give callers the weight of what they called */
	enum chain_order chains;
};

void hist_build(struct hist *h, const struct stacks *st, const struct profile *p, const struct hist_options *o);
/* Pointers to the entries, largest first (by children or self); free() the array. */
struct hist_entry **hist_sorted(const struct hist *h, bool children);
void hist_release(struct hist *h);

/* ------------------------------------------------------------------ chains of an entry (tree.c) */

/* A radix tree of call chains by symbol: a node holds the run of symbols that all its chains share. */
struct chain_node {
	struct chain_node *child, *sibling; /* children by weight, largest first, after chain_sort() */
	uint32_t *places;  /* one place of each symbol of the run */
	uint32_t n;
	uint64_t hit, children_hit;
};

static inline uint64_t chain_weight(const struct chain_node *n)
{
	return n->hit + n->children_hit;
}

/* Add a chain of places to the tree under root. Memory is the arena's. */
void chain_add(struct chain_node *root, const struct places *p, const uint32_t *places, uint32_t n,
	       uint64_t weight, struct arena *a);
/* Order children by weight and drop those below min. */
void chain_sort(struct chain_node *root, const struct places *p, uint64_t min);

#endif
