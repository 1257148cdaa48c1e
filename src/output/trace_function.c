// SPDX-License-Identifier: GPL-2.0-or-later
/* The functions that print formats call, each with the arguments that it takes. */
#include "base/alloc.h"
#include "output/trace.h"

#include <stdlib.h>

static const struct tracing_field *field_argument(struct trace_parser *p)
{
	size_t n = 0;
	trace_accept(p, ""); /* blanks */
	while (n < p->left.n && p->left.p[n] != ')' && p->left.p[n] != ' ')
		n++;
	const struct tracing_field *f = tracing_field(p->event, span_of(p->left.p, n));
	p->left.p += n;
	p->left.n -= n;
	p->n_fields++;
	return f && trace_accept(p, ")") ? f : NULL;
}

static const struct trace_node *of_field(struct trace_parser *p, struct trace_node n)
{
	n.field = field_argument(p);
	return n.field ? trace_node(p, n) : NULL;
}

/* A number that no field is in. *known: no name that nobody knows is in it either. */
static bool constant(struct trace_parser *p, uint64_t *v, bool *known)
{
	uint32_t n_fields = p->n_fields, n_unknown = p->n_unknown;
	const struct trace_node *n = trace_expression(p);
	if (!n || p->n_fields != n_fields)
		return false;
	const struct trace_run none = { .tracing = p->tracing };
	*v = trace_value(&none, n).v;
	*known = p->n_unknown == n_unknown;
	return true;
}

/* A name's text; the end of some tables has a NULL instead, *known = false. */
static bool name_text(struct trace_parser *p, struct span *out, bool *known)
{
	if (trace_string(p, out))
		return true;
	*known = false;
	return trace_expression(p) != NULL;
}

/* ", { value, "name" } ..." up to the closing parenthesis. A name whose value is not known is never
 * given. */
static const struct trace_node *with_names(struct trace_parser *p, struct trace_node n)
{
	struct trace_name *v = NULL, one;
	uint32_t cap = 0;
	bool done = false, known;
	while (trace_accept(p, ",")) {
		if (!trace_accept(p, "{"))
			goto out;
		if (trace_accept(p, "}"))
			continue;
		if (!constant(p, &one.value, &known) || !trace_accept(p, ",") ||
		    !name_text(p, &one.text, &known) || !trace_accept(p, "}"))
			goto out;
		if (!known)
			continue;
		VEC_ROOM(v, n.n_names, cap);
		v[n.n_names++] = one;
	}
	done = trace_accept(p, ")");
out:
	n.names = done ? arena_new(p->arena, n.n_names * sizeof *v) : NULL;
	if (done && n.n_names)
		memcpy(n.names, v, n.n_names * sizeof *v);
	free(v);
	return done ? trace_node(p, n) : NULL;
}

static const struct trace_node *flags(struct trace_parser *p, struct trace_node n)
{
	n.a = trace_expression(p);
	if (!n.a || (n.op == TRACE_FLAGS && (!trace_accept(p, ",") || !trace_string(p, &n.text))))
		return NULL;
	return with_names(p, n);
}

/* Two or three expressions. */
static const struct trace_node *of_expressions(struct trace_parser *p, struct trace_node n)
{
	n.a = trace_expression(p);
	n.b = n.a && trace_accept(p, ",") ? trace_expression(p) : NULL;
	if (n.b && n.op == TRACE_ARRAY)
		n.c = trace_accept(p, ",") ? trace_expression(p) : NULL;
	if (!n.b || (n.op == TRACE_ARRAY && !n.c) || !trace_accept(p, ")"))
		return NULL;
	return trace_node(p, n);
}

/* prefix, type of prefix, bytes a line, bytes a group, where, how many, with characters */
static const struct trace_node *hex_dump(struct trace_parser *p, struct trace_node n)
{
	const struct trace_node *args[7] = { NULL };
	for (unsigned i = 0; i < 7; i++) {
		if ((i && !trace_accept(p, ",")) || !(args[i] = trace_expression(p)))
			return NULL;
	}
	n.a = args[4];
	n.b = args[5];
	return trace_accept(p, ")") ? trace_node(p, n) : NULL;
}

/* A hint for the compiler: its first argument. */
static const struct trace_node *expect(struct trace_parser *p, struct trace_node n)
{
	uint64_t v;
	bool known;
	n.a = trace_expression(p);
	if (!n.a || !trace_accept(p, ",") || !constant(p, &v, &known) || !trace_accept(p, ")"))
		return NULL;
	return n.a;
}

static const struct {
	const char *name;
	const struct trace_node *(*read)(struct trace_parser *p, struct trace_node n);
	struct trace_node node;
} functions[] = {
	{ "__get_str", of_field, { .op = TRACE_FIELD } },
	{ "__get_rel_str", of_field, { .op = TRACE_FIELD } },
	{ "__get_dynamic_array", of_field, { .op = TRACE_FIELD } },
	{ "__get_rel_dynamic_array", of_field, { .op = TRACE_FIELD } },
	{ "__get_dynamic_array_len", of_field, { .op = TRACE_LENGTH } },
	{ "__get_rel_dynamic_array_len", of_field, { .op = TRACE_LENGTH } },
	{ "__get_bitmask", of_field, { .op = TRACE_BITMASK } },
	{ "__get_rel_bitmask", of_field, { .op = TRACE_BITMASK } },
	{ "__get_cpumask", of_field, { .op = TRACE_CPUS } },
	{ "__get_rel_cpumask", of_field, { .op = TRACE_CPUS } },
	{ "__get_sockaddr", of_field, { .op = TRACE_SOCKET } },
	{ "__get_rel_sockaddr", of_field, { .op = TRACE_SOCKET } },
	{ "__print_flags", flags, { .op = TRACE_FLAGS } },
	{ "__print_flags_u64", flags, { .op = TRACE_FLAGS } },
	{ "__print_symbolic", flags, { .op = TRACE_SYMBOLIC } },
	{ "__print_symbolic_u64", flags, { .op = TRACE_SYMBOLIC } },
	{ "__print_hex", of_expressions, { .op = TRACE_HEX, .number = 1 } },
	{ "__print_hex_str", of_expressions, { .op = TRACE_HEX } },
	{ "__print_array", of_expressions, { .op = TRACE_ARRAY } },
	{ "__print_hex_dump", hex_dump, { .op = TRACE_HEX, .number = 1 } },
	{ "__builtin_expect", expect, { .op = TRACE_NUMBER } },
};

const struct trace_node *trace_function(struct trace_parser *p, struct span name)
{
	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
		if (span_equal(name, span_str(functions[i].name)))
			return functions[i].read(p, functions[i].node);
	return NULL;
}
