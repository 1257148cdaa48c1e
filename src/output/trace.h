/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The raw data of tracepoints as text, after the print format of the event: a format string of the
 * kernel's printf and arguments in C. Sources: Documentation/trace/events.rst and
 * Documentation/core-api/printk-formats.rst of Linux 7.2,
 * include/trace/stages/stage3_trace_output.h for the functions that the arguments may call.
 *
 * A print format is parsed once into a program: pieces of the format string, each with the
 * expressions of its arguments. To run it takes no memory. Formats and raw data are hostile: the
 * depth of expressions, the number of nodes and all widths are bounded.
 */
#ifndef PMREC_OUTPUT_TRACE_H
#define PMREC_OUTPUT_TRACE_H

#include "base/arena.h"
#include "base/buf.h"
#include "data/tracing.h"

enum {
	TRACE_DEPTH_MAX = 200,   /* of a tree */
	TRACE_NESTING_MAX = 300, /* of the parser in itself */
	TRACE_NODES_MAX = 20000, /* of one event; the longest table of flags has some hundred */
	TRACE_WIDTH_MAX = 1024,
	TRACE_BYTES_MAX = 65536, /* of a sample's text, after which no more is begun */
};

enum trace_op {
	TRACE_NUMBER, /* number */
	TRACE_TEXT,   /* text */
	TRACE_FIELD,  /* field: its number, text or bytes */
	TRACE_LENGTH, /* field: how many bytes it has */
	TRACE_INDEX,  /* a[b] */
	TRACE_CAST,   /* (bits, is_unsigned) a, or to a pointer to that */
	TRACE_UNARY,  /* letter a */
	TRACE_BINARY, /* a letter b */
	TRACE_CHOICE, /* a ? b : c */
	/* Functions that give text. */
	TRACE_FLAGS,    /* a, names, text between them */
	TRACE_SYMBOLIC, /* a, names */
	TRACE_HEX,      /* b bytes of a; number: blanks between them */
	TRACE_ARRAY,    /* b elements of c bytes of a */
	TRACE_BITMASK,  /* field */
	TRACE_CPUS,     /* field, a list of ranges */
	TRACE_SOCKET,   /* field, a socket address */
};

struct trace_name {
	uint64_t value;
	struct span text;
};

struct trace_node {
	uint8_t op;     /* enum trace_op */
	uint8_t depth;  /* of the expression below it */
	uint8_t bits;   /* NUMBER and CAST: 8, 16, 32 or 64 */
	uint8_t letter; /* UNARY, BINARY: the operator; two letters are one: see trace_parse.c */
	bool is_unsigned, is_pointer;
	uint64_t number;
	struct span text;
	const struct tracing_field *field;
	const struct trace_node *a, *b, *c;
	struct trace_name *names;
	uint32_t n_names;
};

/* The operators of two letters. */
enum {
	TRACE_SHL = 'l',
	TRACE_SHR = 'r',
	TRACE_LE = 'L',
	TRACE_GE = 'G',
	TRACE_EQ = '=',
	TRACE_NE = 'N',
	TRACE_AND = 'A',
	TRACE_OR = 'O'
};

/* Text, and a conversion behind it. */
struct trace_piece {
	struct span text;  /* escapes and "%%" are resolved */
	char conversion;   /* d u x X o c s p; 0 = the text is all */
	char extension[8]; /* of p: the letters behind it */
	bool left, plus, space, alternate, zero;
	uint8_t bits;                                             /* of a number: 8, 16, 32, 64 */
	int width, precision;                                     /* -1 = none */
	const struct trace_node *width_arg, *precision_arg, *arg; /* NULL = none */
};

struct trace_program {
	const struct trace_piece *pieces;
	uint32_t n_pieces;
};

/* What a program is run on. */
struct trace_run {
	const struct tracing *tracing;
	struct span raw;
	/* Append the name of a kernel address, with how far it is from its start if asked to; false
	 * = it has none. May be NULL. */
	bool (*name)(void *ctx, uint64_t addr, bool offset, struct buf *out);
	/* The text at an address of the kernel that the tracing data states; empty = none. May be
	 * NULL. */
	struct span (*text)(void *ctx, uint64_t addr);
	void *ctx;
};

/* A value of C: a number as an int, unsigned, long or unsigned long has it. */
struct trace_value {
	uint64_t v; /* extended to 64 bits as its type says */
	uint8_t bits;
	bool is_unsigned;
};

/* trace_parse.c. 0, or ERR_UNSUPPORTED: it has something in it that is not known here. ev has its
 * fields. */
int trace_parse(const struct tracing *t, const struct tracing_event *ev, struct arena *a,
                struct trace_program *out, struct err *e);
/* The text that is left to parse, and what it may refer to. */
struct trace_parser {
	const struct tracing *tracing;
	const struct tracing_event *event;
	struct arena *arena;
	struct span left;
	uint32_t depth, n_nodes;
	/* So far: an expression without a field is constant, unless it has an unknown constant. */
	uint32_t n_fields, n_unknown;
};
/* trace_token.c: each skips blanks in front. */
void trace_skip_blanks(struct trace_parser *p);
bool trace_is_word(unsigned char c);                         /* may be in a name or number */
bool trace_accept(struct trace_parser *p, const char *word); /* cuts the word off if it is next */
struct span trace_word(struct trace_parser *p);              /* a name or number, may be empty */
bool trace_string(struct trace_parser *p, struct span *out); /* "..." "...", escapes resolved */
/* A constant; NULL = not understood. A character's opening quote is cut off already. */
const struct trace_node *trace_number(struct trace_parser *p);
const struct trace_node *trace_character(struct trace_parser *p);
/* trace_expression.c: what is next as one expression, and a node of it; NULL = not understood, or
 * out of bounds. */
const struct trace_node *trace_expression(struct trace_parser *p);
const struct trace_node *trace_node(struct trace_parser *p, struct trace_node node);
/* trace_function.c: the arguments behind the opening parenthesis and the closing one. */
const struct trace_node *trace_function(struct trace_parser *p, struct span name);

/* trace_value.c */
struct trace_value trace_value(const struct trace_run *r, const struct trace_node *n);
struct span trace_bytes(const struct trace_run *r, const struct trace_node *n, uint32_t *each);
struct trace_value trace_cast(uint64_t v, uint8_t bits, bool is_unsigned);
/* trace_text.c: what an expression of text says. */
void trace_text(const struct trace_run *r, const struct trace_node *n, struct buf *out);
/* trace_pointer.c: the extensions of %p that show bytes; false = it is none of them. */
bool trace_pointer(const struct trace_run *r, const struct trace_piece *piece, struct buf *out);
void trace_socket(struct span bytes, const char *how, struct buf *out);
void trace_cpu_list(const struct trace_run *r, struct span bits, struct buf *out);
/* trace_print.c */
void trace_print(const struct trace_run *r, const struct trace_program *p, struct buf *out);
/* trace_fields.c: the value of a field. */
void trace_print_field(const struct trace_run *r, const struct tracing_field *f, struct buf *out);
/* " field=value" for all but those that every event has. */
void trace_print_fields(const struct trace_run *r, const struct tracing_event *ev, struct buf *out);

#endif
