/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Aggregation: samples in, weights out. Everything is a small id here. An address belongs to a
 * function, which is named once; a call chain is a stack of functions, and is taken apart once; a
 * profile is a table of (event, stack, thread attributes) -> weight.
 */
#ifndef PMREC_PROFILE_PROFILE_H
#define PMREC_PROFILE_PROFILE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/intern.h"
#include "base/ranges.h"
#include "session/unwinding.h"
#include "symbols/symbols.h"

/* ------------------------------ places and functions (functions.c, places.c, walk.c) */

/* A function, or an address that belongs to none that is known. */
struct function {
	uint64_t start; /* address in the file; of a function without a name: the place itself */
	uint32_t file;  /* session file id */
	uint32_t name;  /* text id in places.texts; TABLE_NONE = no name */
	uint8_t mode;   /* ABI_MISC_KERNEL, ABI_MISC_USER, ... */
	enum {
		STRIKES_NEVER,
		STRIKES_FROM_START, /* at its first byte */
		STRIKES_ALWAYS,
	} strikes : 8; /* when the frame outside it is no return address, but where it struck */
	bool is_inlined;
	uint32_t site; /* what debugging information tells of it; 0 = nothing */
};

/* A place in the source: a line, and the functions that were inlined there. */
struct site {
	uint32_t line;     /* text id: "file.c:12", "function+12" where that is not known */
	uint32_t path;     /* text id: "file.c"; both TABLE_NONE where not known or not wanted */
	uint32_t first, n; /* places.inlined[first, first + n): functions, innermost first, the
	                      one they are inlined into last; n = 0 = there are none */
};

struct places {
	struct session *session;  /* borrowed */
	struct symbols *resolver; /* borrowed */
	enum {
		UNNAMED_BY_ADDRESS, /* each address of a file that has no name is a function of its
		                       own */
		UNNAMED_BY_IP,      /* the same, by the address as sampled */
		UNNAMED_BY_FILE,    /* all of a file are one at address 0: cheaper where they are
		                       shown alike */
	} unnamed;
	struct arena embedded; /* names that the recording brings */
	struct intern texts;
	struct function *functions;
	uint32_t n_functions, cap_functions;
	struct table function_table;
	struct known_spot *known; /* functions.c: of places met lately */
	/* sites.c; each address is looked up once. v[0] stands for nothing. */
	struct sites {
		unsigned wanted; /* enum sites_wanted */
		struct site *v;
		uint32_t n, cap;
		struct table table;
		uint32_t *inlined;
		uint32_t n_inlined, cap_inlined;
		struct site_address {
			uint64_t addr;
			uint32_t function, site;
		} *addresses;
		uint32_t n_addresses, cap_addresses;
		struct table address_table;
		uint32_t *plain; /* of a function with a site the same without, + 1 */
		uint32_t n_plain;
	} sites;
	/* By session file id. */
	struct places_file {
		uint32_t handle; /* the resolver's + 1, 0 = not registered yet */
		uint32_t last;   /* the function of all that has no name, or of a KSYMBOL: the
		                    last one's id + 1 */
		enum file_kind kind;
		bool has_none;      /* there are no names to be had: no need to look */
		uint64_t n_unnamed; /* how often no name was found */
	} *files;
	uint32_t n_files, cap_files;
	struct unwinding *unwinding; /* NULL until a sample needs it */
};

/* An address of a sample and the mapping that held it then: all that it takes to name it, whenever.
 */
struct address {
	uint64_t ip;      /* as sampled */
	uint32_t mapping; /* session id */
	uint8_t mode;     /* ABI_MISC_KERNEL, ABI_MISC_USER, ... */
	bool is_caller;   /* a return address, unless the frame inside it struck it */
};

/* One frame of a sample: where it was, and what that is. */
struct frame {
	uint64_t ip;   /* as sampled */
	uint64_t addr; /* in its file: of user files and of the vdso an offset in bytes, else ip */
	uint32_t function; /* id */
};

enum { FRAMES_MAX = ABI_RECORD_MAX / 8 };

enum sites_wanted {
	SITES_INLINED = 1,   /* inlined functions */
	SITES_LINES = 2,     /* source lines */
	SITES_FULL_PATH = 4, /* of the files; else their last part */
};

/* How the walks over copied stacks ended; NULL = no sample had anything to unwind. */
const struct unwinding_stats *places_unwinding(const struct places *p);

void places_init(struct places *p, struct session *s, struct symbols *resolver);
void places_release(struct places *p);
/* Functions and their names stay; all that is needed to look up more is given back. */
void places_finish(struct places *p);

/* Give the resolver the names that the recording brings (embedded.c). */
void places_embed(struct places *p);

/* The addresses of a sample's call chain into out (room for FRAMES_MAX), innermost first; returns
 * how many. A sample of an event without call chains has one, its ip. *incomplete tells that the
 * user part was put off and is not at hand. */
uint32_t place_walk(struct places *p, const struct session_event *ev, struct address *out,
                    bool *incomplete);
/* A sample's call chain, whose user part its copy of the stack gives if it has one. Valid until the
 * next call. */
struct words place_unwind(struct places *p, const struct session_event *ev);
/* The sample's own ip, and any address of its thread: the upper half is the kernel's. */
struct address place_own(const struct places *p, const struct session_event *ev);
struct address place_of(const struct places *p, const struct session_event *ev, uint64_t ip);
/* The function of an address; *struck: the frame outside it is no return address. */
uint32_t function_of(struct places *p, const struct address *a, bool *struck);
/* Those of the addresses of whole chains, one chain after the other; ids into out. */
void functions_of(struct places *p, const struct address *a, uint32_t n, uint32_t *out);

/* The function as it is at a site; as it is at an address of its file. */
uint32_t function_with_site(struct places *p, uint32_t function, uint32_t site);
uint32_t function_at_site(struct places *p, uint32_t function, uint64_t addr);
/* The functions that run in one with a site: those inlined, innermost first, and itself; borrowed
 * until the next function is made. */
uint32_t function_expand(const struct places *p, const uint32_t *function, const uint32_t **out);
/* The same function without its site. */
static inline uint32_t function_plain(const struct places *p, uint32_t function)
{
	const struct sites *s = &p->sites;
	return function < s->n_plain && s->plain[function] ? s->plain[function] - 1 : function;
}
/* The text of the line and of the path that is known of a function; NULL = none is. */
static inline const char *function_line(const struct places *p, const struct function *f)
{
	uint32_t text = f->site ? p->sites.v[f->site].line : TABLE_NONE;
	return text == TABLE_NONE ? NULL : intern_str(&p->texts, text);
}
static inline const char *function_path(const struct places *p, const struct function *f)
{
	uint32_t text = f->site ? p->sites.v[f->site].path : TABLE_NONE;
	return text == TABLE_NONE ? NULL : intern_str(&p->texts, text);
}
/* Registers a function unless it is there already. */
uint32_t function_intern(struct places *p, struct function f);
void sites_release(struct sites *s);

/* Walk and name in one: the frames of a sample's call chain into out (room for FRAMES_MAX), as
 * place_walk(). */
uint32_t place_chain(struct places *p, const struct session_event *ev, struct frame *out,
                     bool *incomplete);
/* The same for place_own() and place_of(). */
struct frame place_leaf(struct places *p, const struct session_event *ev);
struct frame place_address(struct places *p, const struct session_event *ev, uint64_t ip);

/* What is known of a session file. Valid until the session has more files. */
struct places_file *places_file_new(struct places *p, uint32_t file); /* not seen before */
static inline struct places_file *places_file(struct places *p, uint32_t file)
{
	return file < p->n_files ? &p->files[file] : places_file_new(p, file);
}
/* A session file as the resolver is told of it; borrowed from the session. */
struct symbols_id places_id(const struct places *p, uint32_t file);
/* The resolver's handle of a file that places_file() knows. */
uint32_t places_handle(struct places *p, uint32_t file);

static inline uint64_t address_in_file(const struct places_file *pf, const struct mapping *m,
                                       uint64_t ip)
{
	return file_kind_has_offsets(pf->kind) ? ip - m->start + m->pgoff : ip;
}

/* Why a session file's addresses have no names; SYMBOLS_FOUND when they should. *why as of
 * symbols_state(). */
enum symbols_miss place_file_state(const struct places *p, uint32_t file, const char **why);
/* The same of symbols_lines_gap(). */
const char *place_lines_gap(const struct places *p, uint32_t file);

/* By session file id: does any sample lie in it? With chains also: its callers, and the branches
 * that led there? All that is left of the recording is replayed. malloc'ed, and long enough for all
 * files (hit.c). */
bool *places_hit(struct places *p, bool chains);

/* The function's name, or NULL. */
static inline const char *function_name(const struct places *p, const struct function *f)
{
	return f->name == TABLE_NONE ? NULL : intern_str(&p->texts, f->name);
}

/* ------------------------------------------------------------------ which samples count (filter.c)
 */

struct filter_numbers {
	struct range *v;
	uint32_t n, cap; /* n = 0: all */
};

/* Spans of time, the last one with its end, those before it without. */
struct filter_times {
	struct filter_span {
		uint64_t from_ns, to_ns;
		double from, to; /* parts of 1 of the time that was sampled */
	} *v;
	uint32_t n, cap;                /* n = 0: all */
	bool are_parts;                 /* from and to are set; the times are of one recording */
	const struct session *resolved; /* of which */
};

/* {0} takes all. It may be asked of one recording after another. Texts are borrowed; lists are
 * separated by commas; NULL = all. */
struct filter {
	struct filter_numbers pids, tids, cpus;
	const char *comms, *dsos, *symbols,
		*event; /* dso: path or last part; dso and symbol of the sample's ip */
	struct filter_times times;
	uint64_t n_taken; /* samples so far */
};

/* "0-3,7"; what is the option's name for the error. 0 or ERR_USAGE. */
int filter_numbers(struct filter_numbers *f, const char *text, const char *what, struct err *e);
/* "FROM,TO ..." in seconds (either may be left out), or "A%-B%,C%/N,..." of the time that was
 * sampled, C%/N being the Nth piece of that length. 0 or ERR_USAGE. */
int filter_time(struct filter_times *f, const char *text, struct err *e);
/* Does the recording have what is asked for by name? 0 or ERR_USAGE. */
int filter_check(const struct filter *f, const struct data *d, struct err *e);
bool filter_is_empty(const struct filter *f);
bool filter_takes(struct filter *f, struct places *p, const struct session_event *ev);
void filter_release(struct filter *f);

/* ------------------------------------------------------------------ stacks (stacks.c) */

struct stack {
	uint32_t first, n; /* its functions: stacks.frames[first, first + n), innermost first */
	uint32_t leaf;     /* function of the sample's ip */
};

struct stacks {
	struct places *places; /* borrowed */
	struct stack *v;
	uint32_t n, cap;
	uint32_t *frames; /* function ids */
	uint32_t n_frames, cap_frames;
	uint32_t frames_max; /* grows with the samples; then stacks are their leaf alone, and
	                        counted */
	uint64_t n_refused;
	struct table table;
};

void stacks_init(struct stacks *st, struct places *p);
void stacks_release(struct stacks *st);
/* A sample holds n more frames: so many more may be kept. */
void stacks_allow(struct stacks *st, uint64_t n);
/* A stack of n functions, innermost first, whose leaf may be another. hash: stack_hash() of them.
 */
uint64_t stack_hash(const uint32_t *functions, uint32_t n, uint32_t leaf);
uint32_t stack_intern(struct stacks *st, uint64_t hash, const uint32_t *functions, uint32_t n,
                      uint32_t leaf);
/* A function becomes the root of a stack, when no stack is interned any more. */
void stack_append(struct stacks *st, uint32_t stack, uint32_t function);
/* Have what stack_intern() will look at fetched: steps 0, 1, 2, with others between them. */
void stack_prefetch(const struct stacks *st, uint64_t hash, unsigned step);

/* ------------------------------------------------------------------ the profile (profile.c) */

enum profile_key {
	/* Kept apart besides event and comm. */
	PROFILE_PID = 1,
	PROFILE_TID = 2,
	PROFILE_CPU = 4,
	PROFILE_TIME = 8,
	/* Each sample is listed. */
	PROFILE_SAMPLES = 16,
};

struct profile_entry {
	uint32_t event;           /* index */
	uint32_t stack, comm;     /* comm: session text id */
	uint32_t pid, tid, cpu;   /* 0 unless kept apart */
	uint32_t slot;            /* of time, from profile.from_ns on; 0 unless kept apart. The same
	                             entry may come several times then. */
	uint64_t weight, samples; /* sum of periods, number of samples */
};

struct profile {
	struct stacks stacks;
	unsigned keys;             /* enum profile_key */
	uint64_t from_ns, slot_ns; /* PROFILE_TIME: when slot 0 begins, how long each is; may be
	                              set after profile_init() */
	struct profile_entry *v;
	uint32_t n, cap;
	struct table table;
	struct profile_sample {
		uint64_t time_ns, weight;
		uint32_t entry;
	} *samples; /* PROFILE_SAMPLES: as they came */
	uint32_t n_samples, cap_samples;
	struct profile_batch *batch; /* samples that are not in v yet */
	uint64_t n_incomplete;       /* samples whose user part was put off and never came */
	uint64_t *event_weight, *event_samples; /* totals by event */
	uint64_t weight; /* of all; what would go beyond a word weighs nothing */
};

void profile_init(struct profile *p, struct places *places, unsigned keys);
void profile_add(struct profile *p, const struct session_event *ev);
/* Count an address that a sample mentions, such as the target of a branch, once: weight 1, no call
 * chain. */
void profile_add_address(struct profile *p, const struct session_event *ev, uint64_t ip);
/* Nothing is added afterwards: only now all are in v, and the memory that only adding needs is
 * given back. */
void profile_finish(struct profile *p);
/* What the events of that name have together; by_event: event_weight or event_samples. */
uint64_t profile_event_sum(const struct profile *p, const char *name, const uint64_t *by_event);
void profile_release(struct profile *p);

/* ------------------------------------------------------------------ where stacks end (ends.c) */

enum stack_end {
	STACK_END_NONE, /* the event has no call chains */
	STACK_END_ROOT, /* at a function that nothing called */
	STACK_END_CUT,  /* at the depth to which the kernel goes */
	STACK_END_LOST, /* elsewhere */
	STACK_ENDS
};
/* Stands for the callers of what was cut. */
#define STACK_CUT_NAME "[truncated]"

enum stack_end profile_end(const struct profile *p, const struct profile_entry *x);
/* Stacks that were cut get a function of that name as their root. profile_finish() does it. */
void profile_mark_ends(struct profile *p);

/* ------------------------------------------------------------------ what has names (coverage.c) */

/* Samples by their own function, the innermost; and by the outermost. */
struct coverage {
	uint64_t all, named;         /* samples; those of a function with a name */
	uint64_t homeless;           /* those in no file */
	uint64_t by_end[STACK_ENDS]; /* coverage_stacks(): samples by where their stacks end */
	struct coverage_file {
		uint32_t file; /* session file id; 0 = no file */
		uint64_t samples;
		enum symbols_miss miss; /* SYMBOLS_FOUND: it has symbols, but none there */
		const char *why;        /* lives as long as the resolver; NULL = nothing to add */
	} *v;                          /* files with samples that have no name, most first */
	uint32_t n;
};
/* After profile_finish(). */
void coverage_build(struct coverage *c, const struct profile *p);
void coverage_stacks(struct coverage *c, const struct profile *p);
void coverage_release(struct coverage *c);

/* ------------------------------------------------------------------ chains of an entry (tree.c) */

/* A call chain: n functions at v, v + step, ... of the trees it is for. */
struct chain {
	const uint32_t *v; /* borrowed */
	uint32_t n;
	uint32_t part; /* the tree's own */
	uint64_t weight;
};

/* A radix tree of call chains: a node holds the run of functions that all its chains share. */
struct chain_node {
	struct chain_node *child, *sibling; /* children by weight, largest first */
	uint32_t *run;                      /* function ids */
	uint32_t n;
	uint64_t hit, children_hit; /* of chains that end here; of those that go on */
};

static inline uint64_t chain_weight(const struct chain_node *n)
{
	return n->hit + n->children_hit;
}

/* Trees that share their memory. */
struct chains {
	struct arena arena;
	const struct places *places; /* borrowed */
	const uint32_t *drawn; /* by function the one that stands for it; borrowed; NULL = itself */
	int step;              /* 1 or -1 */
	struct chain_slot {
		uint32_t stamp, part;
	} *slots; /* by function: its part, if it is of this stamp */
	uint32_t stamp;
	struct chain_part *parts; /* of the nodes that are in the making */
	uint32_t n_parts, cap_parts;
	uint32_t *run; /* of the node that is in the making */
	uint32_t n_run, cap_run;
};

/* No functions are made afterwards. */
void chains_init(struct chains *t, const struct places *p, const uint32_t *drawn, int step);
/* The tree of n chains without its branches below min: a root with no run. The chains are used up.
 */
struct chain_node *chain_tree(struct chains *t, struct chain *v, uint32_t n, uint64_t min);
void chains_release(struct chains *t);

/* ------------------------------------------------------------------ histograms (hist.c) */

/* perf calls threads "pid", and so both keys are the same; a process is "tgid". */
enum sort_key {
	SORT_COMM,
	SORT_DSO,
	SORT_SYM,
	SORT_PID,
	SORT_TID,
	SORT_TGID,
	SORT_CPU,
	SORT_SRCLINE,
	SORT_SRCFILE,
	SORT_KEYS
};

/* The numbers of a group, which it can be sorted by too. */
enum hist_number {
	NUMBER_CHILDREN = SORT_KEYS,
	NUMBER_SELF,
	/* The own weight of what runs there, hist_options.modes. */
	NUMBER_SYS,
	NUMBER_USER,
	NUMBER_GUEST_SYS,
	NUMBER_GUEST_USER,
	NUMBER_SAMPLES,
	NUMBER_PERIOD, /* as NUMBER_SELF */
	HIST_COLUMNS
};

struct hist_entry {
	/* 0 for keys that are not sorted by; function: the one for all of a group, where it is told
	 * apart by symbol, line or source file. */
	uint32_t comm, file, function, pid, tid, cpu;
	uint32_t example; /* one of its functions */
	uint64_t self, self_samples,
		children; /* weights; children includes self, and is self without children */
	uint64_t by_mode[NUMBER_SAMPLES - NUMBER_SYS];
	uint64_t first_chain; /* hist.chains; n = 0: none */
	uint32_t n_chains;
};

enum chain_order { CHAIN_NONE, CHAIN_CALLER, CHAIN_CALLEE };

struct hist_options {
	unsigned keys; /* bits 1 << enum sort_key */
	bool children; /* give callers the weight of what they called */
	bool modes;    /* sum up hist_entry.by_mode */
	const uint8_t
		*order;   /* enum sort_key or hist_number: what groups are sorted by, borrowed */
	uint32_t n_order; /* 0: by weight, and what is equal by what it is */
	enum chain_order chains;
	bool chain_lines;   /* in call trees functions are told apart by their lines */
	uint64_t chain_min; /* groups of less weight get no call tree, nor do branches */
	uint32_t max_stack; /* frames of a stack that count, innermost first: work grows with its
	                       square */
};

struct hist {
	const struct places *places;   /* borrowed */
	const struct profile *profile; /* borrowed */
	struct hist_options options;
	struct hist_entry *v;
	uint32_t n, cap;
	/* Where the call chains of groups begin. */
	struct hist_chain {
		uint32_t entry, from; /* of the profile; frame, in the order that is drawn */
	} *chains;
	uint64_t n_chains, cap_chains;
	uint32_t *drawn; /* chains_init() */
	struct chains trees;
};

/* kinds.c: for each function the one that stands for all that are the same by the keys for
 * functions and files; free() it. NULL = each stands for itself. */
uint32_t *function_kinds(const struct places *p, unsigned keys);

/* The samples of one event, grouped. */
void hist_build(struct hist *h, const struct profile *p, uint32_t event,
                const struct hist_options *o);
/* The call tree of an entry; NULL = it has none. Lives as long as the histogram. */
struct chain_node *hist_tree(struct hist *h, const struct hist_entry *x);
void hist_release(struct hist *h);

/* ------------------------------------------------------------------ in order (order.c) */

uint64_t hist_number(const struct hist_entry *x, enum hist_number number);
/* Pointers to the entries as options.order has them, else largest first (by children or self);
 * free() the array. */
struct hist_entry **hist_sorted(const struct hist *h, bool children);
/* Of equal weight: in an order that depends on what they are. ctx: const struct places. */
int hist_before(const void *a, const void *b, void *ctx);
/* Any entry of a group as several histograms have it, NULL where one has it not: what it is. */
static inline const struct hist_entry *hist_any(struct hist_entry *const *members)
{
	while (!*members)
		members++;
	return *members;
}
/* Two groups, each as n_members histograms have it, by options.order: below 0, x comes first. */
int hist_compare(const struct hist *h, struct hist_entry *const *x, struct hist_entry *const *y,
                 uint32_t n_members);

/* ------------------------------------------------------------------ rows of a table (rows.c) */

/* The same group in the histograms of several events beside each other, NULL where an event has
 * none: v[row * n_members + member]. Sorted by the first member, then the second, ..., or by what
 * the first one's options.order says. Borrows them.
 */
struct hist_rows {
	const struct hist *first;
	struct hist_entry **v;
	uint32_t n, n_members;
	bool children;
};
void hist_rows_build(struct hist_rows *r, const struct hist *h, uint32_t n_members, bool children);
static inline const struct hist_entry *hist_row_any(const struct hist_rows *r, uint32_t row)
{
	return hist_any(r->v + (size_t)row * r->n_members);
}
void hist_rows_release(struct hist_rows *r);

#endif
