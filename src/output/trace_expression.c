// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Expressions of C as print formats have them, into trees. An operator's precedence is its row in a
 * table; depth is bounded on the way down (parentheses, unary operators) and on the way up (long
 * chains of binary ones lean to the left).
 */
#include "output/trace.h"

static uint8_t depth_of(const struct trace_node *n)
{
	return n ? n->depth : 0;
}

const struct trace_node *trace_node(struct trace_parser *p, struct trace_node node)
{
	uint8_t a = depth_of(node.a), b = depth_of(node.b), c = depth_of(node.c);
	uint8_t most = a > b ? a : b;
	most = c > most ? c : most;
	if (most >= TRACE_DEPTH_MAX || ++p->n_nodes > TRACE_NODES_MAX)
		return NULL;
	node.depth = (uint8_t)(most + 1);
	struct trace_node *n = arena_new(p->arena, sizeof *n);
	*n = node;
	return n;
}

/* ------------------------------------------------------------------ types */

static const struct type {
	const char *name;
	uint8_t bits; /* 0: as wide as a long */
	bool is_unsigned;
} types[] = {
	{ "char", 8, false },     { "s8", 8, false },       { "u8", 8, true },
	{ "__s8", 8, false },     { "__u8", 8, true },      { "int8_t", 8, false },
	{ "uint8_t", 8, true },   { "bool", 8, true },      { "_Bool", 8, true },
	{ "short", 16, false },   { "s16", 16, false },     { "u16", 16, true },
	{ "__s16", 16, false },   { "__u16", 16, true },    { "int16_t", 16, false },
	{ "uint16_t", 16, true }, { "__be16", 16, true },   { "__le16", 16, true },
	{ "umode_t", 16, true },  { "int", 32, false },     { "s32", 32, false },
	{ "u32", 32, true },      { "__s32", 32, false },   { "__u32", 32, true },
	{ "int32_t", 32, false }, { "uint32_t", 32, true }, { "__be32", 32, true },
	{ "__le32", 32, true },   { "pid_t", 32, false },   { "dev_t", 32, true },
	{ "gfp_t", 32, true },    { "uint", 32, true },     { "s64", 64, false },
	{ "u64", 64, true },      { "__s64", 64, false },   { "__u64", 64, true },
	{ "int64_t", 64, false }, { "uint64_t", 64, true }, { "__be64", 64, true },
	{ "__le64", 64, true },   { "sector_t", 64, true }, { "loff_t", 64, false },
	{ "ino_t", 0, true },     { "size_t", 0, true },    { "ssize_t", 0, false },
	{ "pgoff_t", 0, true },   { "uintptr_t", 0, true }, { "ulong", 0, true },
};

/* Words and stars up to a parenthesis, into the cast; false = they are no type. A type that is not
 * known is taken for one of 64 bits, but *known says so. */
static bool take_type(struct trace_parser *p, struct trace_node *cast, bool *known)
{
	unsigned longs = 0, words = 0;
	bool is_unsigned = false;
	*cast = (struct trace_node){ .op = TRACE_CAST, .bits = 64 };
	*known = false;
	while (!trace_accept(p, ")")) {
		if (trace_accept(p, "*")) {
			cast->is_pointer = words != 0;
			continue;
		}
		struct span word = trace_word(p);
		if (!word.n || (word.p[0] >= '0' && word.p[0] <= '9') || cast->is_pointer ||
		    span_equal(word, span_str("REC")) || p->left.n == 0)
			return false;
		words++;
		longs += span_equal(word, span_str("long"));
		if (span_equal(word, span_str("unsigned"))) {
			is_unsigned = *known = true;
			cast->bits = 32;
		}
		for (size_t i = 0; i < sizeof types / sizeof *types; i++)
			if (span_equal(word, span_str(types[i].name)) && !longs) {
				cast->bits = types[i].bits ? types[i].bits
				                           : (uint8_t)(8 * p->tracing->long_bytes);
				is_unsigned |= types[i].is_unsigned;
				*known = true;
			}
	}
	if (longs) {
		cast->bits = longs > 1 ? 64 : (uint8_t)(8 * p->tracing->long_bytes);
		*known = true;
	}
	cast->is_unsigned = is_unsigned;
	return words != 0;
}

/* sizeof, behind its parenthesis. */
static const struct trace_node *size_of(struct trace_parser *p)
{
	struct trace_node n = { .op = TRACE_NUMBER, .bits = 64, .is_unsigned = true }, type;
	bool known;
	if (trace_accept(p, "REC")) {
		const struct tracing_field *f = trace_accept(p, "->")
		                                        ? tracing_field(p->event, trace_word(p))
		                                        : NULL;
		n.number = f ? f->n_bytes : 0;
		if (!f || !trace_accept(p, ")"))
			return NULL;
		return trace_node(p, n);
	}
	if (!take_type(p, &type, &known) || !(known || type.is_pointer))
		return NULL;
	n.number = type.is_pointer ? p->tracing->long_bytes : type.bits / 8;
	return trace_node(p, n);
}

/* ------------------------------------------------------------------ operands */

static const struct trace_node *unary(struct trace_parser *p);

static const struct trace_node *record_field(struct trace_parser *p)
{
	const struct tracing_field *f = trace_accept(p, "->")
	                                        ? tracing_field(p->event, trace_word(p))
	                                        : NULL;
	p->n_fields++;
	return f ? trace_node(p, (struct trace_node){ .op = TRACE_FIELD, .field = f }) : NULL;
}

static bool begins_operand(struct trace_parser *p)
{
	trace_skip_blanks(p);
	return p->left.n && (trace_is_word(*p->left.p) || memchr("(\"'~!", *p->left.p, 5));
}

/* Behind an opening parenthesis: a type and what is cast to it, or an expression. Of a word that is
 * not known as a type, what follows tells. */
static const struct trace_node *parenthesis(struct trace_parser *p)
{
	struct trace_node cast;
	bool known;
	struct span before = p->left;
	if (take_type(p, &cast, &known) && (known || cast.is_pointer || begins_operand(p))) {
		cast.a = unary(p);
		return cast.a ? trace_node(p, cast) : NULL;
	}
	p->left = before;
	const struct trace_node *n = trace_expression(p);
	return n && trace_accept(p, ")") ? n : NULL;
}

/* Constants of the kernel's uapi headers that it leaves in its formats by name: linux/ioprio.h, and
 * the states of linux/bpf.h's BPF_TCP_*. */
static const struct {
	const char *name;
	uint8_t value;
} constants[] = {
	{ "IOPRIO_CLASS_NONE", 0 },
	{ "IOPRIO_CLASS_RT", 1 },
	{ "IOPRIO_CLASS_BE", 2 },
	{ "IOPRIO_CLASS_IDLE", 3 },
	{ "IOPRIO_CLASS_INVALID", 7 },
	{ "TCP_ESTABLISHED", 1 },
	{ "TCP_SYN_SENT", 2 },
	{ "TCP_SYN_RECV", 3 },
	{ "TCP_FIN_WAIT1", 4 },
	{ "TCP_FIN_WAIT2", 5 },
	{ "TCP_TIME_WAIT", 6 },
	{ "TCP_CLOSE", 7 },
	{ "TCP_CLOSE_WAIT", 8 },
	{ "TCP_LAST_ACK", 9 },
	{ "TCP_LISTEN", 10 },
	{ "TCP_CLOSING", 11 },
	{ "TCP_NEW_SYN_RECV", 12 },
	{ "false", 0 },
	{ "true", 1 },
};

/* One that is not known counts as 0, as in perf. */
static const struct trace_node *constant(struct trace_parser *p, struct span name)
{
	struct trace_node n = { .op = TRACE_NUMBER, .bits = 32 };
	for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
		if (span_equal(name, span_str(constants[i].name))) {
			n.number = constants[i].value;
			return trace_node(p, n);
		}
	p->n_unknown++;
	return trace_node(p, n);
}

static const struct trace_node *word(struct trace_parser *p)
{
	struct span name = trace_word(p);
	if (!name.n)
		return NULL;
	if (span_equal(name, span_str("REC")))
		return record_field(p);
	if (!trace_accept(p, "("))
		return constant(p, name);
	return span_equal(name, span_str("sizeof")) ? size_of(p) : trace_function(p, name);
}

static const struct trace_node *primary(struct trace_parser *p)
{
	trace_skip_blanks(p);
	if (!p->left.n)
		return NULL;
	if (*p->left.p >= '0' && *p->left.p <= '9')
		return trace_number(p);
	if (*p->left.p == '"') {
		struct trace_node n = { .op = TRACE_TEXT };
		return trace_string(p, &n.text) ? trace_node(p, n) : NULL;
	}
	if (trace_accept(p, "'"))
		return trace_character(p);
	return trace_accept(p, "(") ? parenthesis(p) : word(p);
}

static const struct trace_node *postfix(struct trace_parser *p)
{
	const struct trace_node *n = primary(p);
	while (n && trace_accept(p, "[")) {
		const struct trace_node *index = trace_expression(p);
		if (!index || !trace_accept(p, "]"))
			return NULL;
		n = trace_node(p, (struct trace_node){ .op = TRACE_INDEX, .a = n, .b = index });
	}
	return n;
}

static const struct trace_node *with_sign(struct trace_parser *p)
{
	static const char *const operators[] = { "-", "~", "!", "+", "&", "*" };
	struct trace_node n = { .op = TRACE_UNARY };
	for (size_t i = 0; i < sizeof operators / sizeof *operators && !n.letter; i++)
		if (trace_accept(p, operators[i]))
			n.letter = (uint8_t)*operators[i];
	if (!n.letter)
		return postfix(p);
	n.a = unary(p);
	return n.a ? trace_node(p, n) : NULL;
}

static const struct trace_node *unary(struct trace_parser *p)
{
	if (p->depth >= TRACE_NESTING_MAX)
		return NULL;
	p->depth++;
	const struct trace_node *n = with_sign(p);
	p->depth--;
	return n;
}

/* ------------------------------------------------------------------ operators of two operands */

static const struct {
	const char *text;
	uint8_t letter, rank; /* the higher binds the closer */
} binaries[] = {
	{ "<<", TRACE_SHL, 8 }, { ">>", TRACE_SHR, 8 }, { "<=", TRACE_LE, 7 },
	{ ">=", TRACE_GE, 7 },  { "==", TRACE_EQ, 6 },  { "!=", TRACE_NE, 6 },
	{ "&&", TRACE_AND, 2 }, { "||", TRACE_OR, 1 },  { "*", '*', 10 },
	{ "/", '/', 10 },       { "%", '%', 10 },       { "+", '+', 9 },
	{ "-", '-', 9 },        { "<", '<', 7 },        { ">", '>', 7 },
	{ "&", '&', 5 },        { "^", '^', 4 },        { "|", '|', 3 },
};

/* The operator in front that binds at least as close as rank; its index, or -1. */
static int next_binary(struct trace_parser *p, unsigned rank)
{
	struct span before = p->left;
	for (size_t i = 0; i < sizeof binaries / sizeof *binaries; i++) {
		if (!trace_accept(p, binaries[i].text))
			continue;
		if (binaries[i].rank >= rank)
			return (int)i;
		break;
	}
	p->left = before;
	return -1;
}

static const struct trace_node *binary(struct trace_parser *p, unsigned rank)
{
	const struct trace_node *n = unary(p);
	int i;
	while (n && (i = next_binary(p, rank)) >= 0) {
		struct trace_node both = { .op = TRACE_BINARY,
			                   .letter = binaries[i].letter,
			                   .a = n };
		both.b = binary(p, binaries[i].rank + 1u);
		n = both.b ? trace_node(p, both) : NULL;
	}
	return n;
}

const struct trace_node *trace_expression(struct trace_parser *p)
{
	if (p->depth >= TRACE_NESTING_MAX)
		return NULL;
	p->depth++;
	const struct trace_node *n = binary(p, 1);
	if (n && trace_accept(p, "?")) {
		struct trace_node choice = { .op = TRACE_CHOICE, .a = n };
		choice.b = trace_expression(p);
		choice.c = choice.b && trace_accept(p, ":") ? trace_expression(p) : NULL;
		n = choice.c ? trace_node(p, choice) : NULL;
	}
	p->depth--;
	return n;
}
