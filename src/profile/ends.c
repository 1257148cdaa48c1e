// SPDX-License-Identifier: GPL-2.0-or-later
/* Where call chains end: at a function that nothing called, at the depth to which the kernel
 * follows them, or somewhere else, as nobody could tell who called. */
#include <stdlib.h>

#include "base/alloc.h"
#include "profile/profile.h"

/* The kernel's default of kernel.perf_event_max_stack, where an attr states no other. */
enum { MAX_STACK_DEFAULT = 127 };

/* Functions that nothing called, or that only an assembler stub did: where whole stacks end. Those
 * of user space, then the kernel's: its entries, its threads, its idle loops. With a '*' any name
 * that begins so. */
static const char *const user_roots[] = { "_start",
	                                  "__libc_start_main*",
	                                  "__libc_start_call_main",
	                                  "_dl_start*",
	                                  "_rt_entry*",
	                                  "start_thread",
	                                  "thread_start",
	                                  "clone",
	                                  "clone3",
	                                  "__clone*",
	                                  "runtime.goexit*",
	                                  "runtime.rt0_go*",
	                                  "runtime.mstart*",
	                                  NULL };
static const char *const kernel_roots[] = { "entry_SYSCALL_64*",
	                                    "entry_SYSENTER*",
	                                    "entry_INT80*",
	                                    "asm_*",
	                                    "ret_from_fork*",
	                                    "secondary_startup_64*",
	                                    "start_kernel",
	                                    "x86_64_start*",
	                                    "common_startup_64",
	                                    "ret_to_user",
	                                    "el0*",
	                                    "el1*",
	                                    "kthread",
	                                    "__secondary_switched",
	                                    "__primary_switched",
	                                    "vectors",
	                                    "irq_entries_start",
	                                    "error_entry",
	                                    "syscall_return_via_sysret",
	                                    "swapgs_restore_regs*",
	                                    NULL };

static bool is_root(const char *name, const char *const *roots)
{
	for (; *roots; roots++) {
		if (**roots != *name)
			continue;
		size_t n = strlen(*roots);
		if ((*roots)[n - 1] == '*' ? strncmp(name, *roots, n - 1) == 0
		                           : strcmp(name, *roots) == 0)
			return true;
	}
	return false;
}

static const struct abi_attr *attr_of(const struct profile *p, const struct profile_entry *x)
{
	return &p->stacks.places->session->data->events[x->event].attr;
}

/* Has it as many frames as the kernel gives? */
static bool is_deepest(const struct profile *p, const struct profile_entry *x)
{
	uint32_t most = attr_of(p, x)->sample_max_stack;
	return p->stacks.v[x->stack].n >= (most ? most : MAX_STACK_DEFAULT);
}

enum stack_end profile_end(const struct profile *p, const struct profile_entry *x)
{
	const struct stacks *st = &p->stacks;
	const struct stack *s = &st->v[x->stack];
	if (!(attr_of(p, x)->sample_type & ABI_SAMPLE_CALLCHAIN))
		return STACK_END_NONE;
	if (!s->n)
		return STACK_END_LOST;
	const struct function *f = &st->places->functions[st->frames[s->first + s->n - 1]];
	const char *name = function_name(st->places, f);
	if (name && strcmp(name, STACK_CUT_NAME) == 0)
		return STACK_END_CUT;
	if (name && is_root(name, f->mode == ABI_MISC_KERNEL ? kernel_roots : user_roots))
		return STACK_END_ROOT;
	return is_deepest(p, x) ? STACK_END_CUT : STACK_END_LOST;
}

/* By stack: has it as many frames as the kernel gives for any event? Most have not, and need no
 * look. */
static bool *deep_stacks(const struct profile *p)
{
	const struct data *d = p->stacks.places->session->data;
	bool *deep = mem_new(p->stacks.n + (size_t)1);
	uint32_t least = MAX_STACK_DEFAULT;
	for (uint32_t i = 0; i < d->n_events; i++) {
		uint32_t most = d->events[i].attr.sample_max_stack;
		least = most && most < least ? most : least;
	}
	for (uint32_t i = 0; i < p->stacks.n; i++)
		deep[i] = p->stacks.v[i].n >= least;
	return deep;
}

/* The same stack with the mark as its root. */
static uint32_t stack_marked(struct stacks *st, uint32_t stack, uint32_t mark)
{
	struct stack s = st->v[stack];
	uint32_t *functions = mem_resize(NULL, s.n + (size_t)1, sizeof *functions);
	memcpy(functions, st->frames + s.first, s.n * sizeof *functions);
	functions[s.n] = mark;
	stacks_allow(st, s.n + 1);
	uint32_t id = stack_intern(st, stack_hash(functions, s.n + 1, s.leaf), functions, s.n + 1,
	                           s.leaf);
	free(functions);
	return id;
}

static uint32_t mark_function(struct places *p)
{
	return function_intern(p, (struct function){ .name = intern(&p->texts, STACK_CUT_NAME),
	                                             .mode = ABI_MISC_USER });
}

/* Do all events that have call chains have them to one depth? Then a stack alone tells whether it
 * was cut. *event: one of them. */
static bool has_one_depth(const struct data *d, uint32_t *event)
{
	*event = TABLE_NONE;
	for (uint32_t i = 0; i < d->n_events; i++) {
		const struct abi_attr *a = &d->events[i].attr;
		if (!(a->sample_type & ABI_SAMPLE_CALLCHAIN))
			continue;
		if (*event == TABLE_NONE)
			*event = i;
		if (a->sample_max_stack != d->events[*event].attr.sample_max_stack)
			return false;
	}
	return *event != TABLE_NONE;
}

/* In their places, so that no entry has to be looked at. */
static void mark_stacks(struct profile *p, const bool *deep, uint32_t event)
{
	struct stacks *st = &p->stacks;
	uint32_t mark = TABLE_NONE, n = st->n;
	for (uint32_t i = 0; i < n; i++) {
		const struct profile_entry x = { .event = event, .stack = i };
		if (!deep[i] || profile_end(p, &x) != STACK_END_CUT)
			continue;
		mark = mark == TABLE_NONE ? mark_function(st->places) : mark;
		stack_append(st, i, mark);
	}
}

void profile_mark_ends(struct profile *p)
{
	struct stacks *st = &p->stacks;
	bool *deep = deep_stacks(p);
	uint32_t event, mark = TABLE_NONE;
	bool by_stack = has_one_depth(st->places->session->data, &event);
	if (by_stack)
		mark_stacks(p, deep, event);
	for (uint32_t i = 0; i < p->n && !by_stack; i++) {
		struct profile_entry *x = &p->v[i];
		if (!deep[x->stack] || !is_deepest(p, x) || profile_end(p, x) != STACK_END_CUT)
			continue;
		mark = mark == TABLE_NONE ? mark_function(st->places) : mark;
		x->stack = stack_marked(st, x->stack, mark);
	}
	free(deep);
}
