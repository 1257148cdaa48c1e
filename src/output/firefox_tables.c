// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What all threads share: libraries, functions and stacks. Functions are those that are shown alike
 * (frames.c); a frame stands for its whole function, so that it has no address.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "output/firefox.h"
#include "output/json.h"

/* ------------------------------------------------------------------ columns */

void firefox_columns(struct firefox *f, const char *name, const struct column *columns, uint32_t n)
{
	json_open(&f->b, name, '{');
	for (const struct column *c = columns; c->name; c++) {
		json_open(&f->b, c->name, '[');
		for (uint32_t i = 0; i < n; i++) {
			json_next(&f->b);
			if (c->put)
				c->put(f, i);
			else
				buf_str(&f->b, c->same);
			json_move(&f->b, f->x->out);
		}
		buf_char(&f->b, ']');
	}
	json_u64(&f->b, "length", n);
}

static void put_table(struct firefox *f, const char *name, const struct column *columns, uint32_t n)
{
	firefox_columns(f, name, columns, n);
	buf_char(&f->b, '}');
}

static void put_row(struct firefox *f, uint32_t row)
{
	buf_u64(&f->b, row);
}

/* A number, or what stands for none. */
static void put_index(struct firefox *f, uint32_t index, const char *none)
{
	if (index == TABLE_NONE)
		buf_str(&f->b, none);
	else
		buf_u64(&f->b, index);
}

/* ------------------------------------------------------------------ stacks, frames, functions */

static void put_frame(struct firefox *f, uint32_t row)
{
	buf_u64(&f->b, f->tree.v[f->nodes[row]].frame);
}

/* Threads' names are nodes of depth 0, and no stacks. */
static void put_prefix(struct firefox *f, uint32_t row)
{
	uint32_t above = f->parents[f->nodes[row]];
	put_index(f, f->tree.v[above].depth ? f->stacks[above] : TABLE_NONE, "null");
}

static void put_category(struct firefox *f, uint32_t row)
{
	buf_u64(&f->b, f->tree.frames.v[row].kind);
}

static void put_name(struct firefox *f, uint32_t row)
{
	buf_u64(&f->b, f->tree.frames.v[row].name);
}

static void put_resource(struct firefox *f, uint32_t row)
{
	put_index(f, f->resource_of[f->tree.frames.v[row].module] - 1, "-1");
}

static const struct column stack_columns[] = {
	{ "frame", NULL, put_frame },
	{ "prefix", NULL, put_prefix },
	{ NULL, NULL, NULL },
};

static const struct column frame_columns[] = {
	{ "address", "-1", NULL },          { "inlineDepth", "0", NULL },
	{ "category", NULL, put_category }, { "subcategory", "0", NULL },
	{ "func", NULL, put_row },          { "nativeSymbol", "null", NULL },
	{ "innerWindowID", "null", NULL },  { "line", "null", NULL },
	{ "column", "null", NULL },         { NULL, NULL, NULL },
};

static const struct column function_columns[] = {
	{ "name", NULL, put_name },         { "isJS", "false", NULL },
	{ "relevantForJS", "false", NULL }, { "resource", NULL, put_resource },
	{ "source", "null", NULL },         { "lineNumber", "null", NULL },
	{ "columnNumber", "null", NULL },   { NULL, NULL, NULL },
};

/* ------------------------------------------------------------------ resources and libraries */

static void put_resource_lib(struct firefox *f, uint32_t row)
{
	put_index(f, f->resources[row].lib, "null");
}

static void put_resource_name(struct firefox *f, uint32_t row)
{
	buf_u64(&f->b, f->resources[row].text);
}

static const struct column resource_columns[] = {
	{ "lib", NULL, put_resource_lib },
	{ "name", NULL, put_resource_name },
	{ "host", "null", NULL },
	{ "type", "1", NULL }, /* of a library */
	{ NULL, NULL, NULL },
};

static const struct column symbol_columns[] = {
	{ "libIndex", NULL, NULL },     { "address", NULL, NULL }, { "name", NULL, NULL },
	{ "functionSize", NULL, NULL }, { NULL, NULL, NULL },
};

static const struct column source_columns[] = {
	{ "id", NULL, NULL },          { "filename", NULL, NULL },     { "startLine", NULL, NULL },
	{ "startColumn", NULL, NULL }, { "sourceMapURL", NULL, NULL }, { NULL, NULL, NULL },
};

static void add_resource(struct firefox *f, uint32_t text, uint32_t lib)
{
	if (f->resource_of[text] || !f->tree.frames.texts.v[text].n)
		return;
	VEC_ROOM(f->resources, f->n_resources, f->cap_resources);
	f->resources[f->n_resources++] = (struct firefox_resource){ text, lib };
	f->resource_of[text] = f->n_resources;
}

/* Of files of the same name the first one stands for all. */
static void find_libs(struct firefox *f)
{
	const struct places *p = f->x->places;
	struct frames *frames = &f->tree.frames;
	bool *hit = mem_new(p->session->n_files + (size_t)1);
	uint32_t *texts = mem_new((p->session->n_files + (size_t)1) * sizeof *texts);
	f->libs = mem_new((p->session->n_files + (size_t)1) * sizeof *f->libs);
	for (uint32_t i = 0; i < p->n_functions; i++)
		hit[p->functions[i].file] = true;
	for (uint32_t i = 1; i < p->session->n_files; i++) { /* 0 is none */
		const struct session_file *file = &p->session->files[i];
		if (!hit[i])
			continue;
		f->libs[f->n_libs] = i;
		texts[f->n_libs++] = frames_module(frames, p, file);
	}
	f->resource_of = mem_new((frames->texts.n + (size_t)1) * sizeof *f->resource_of);
	for (uint32_t i = 0; i < f->n_libs; i++)
		add_resource(f, texts[i], i);
	for (uint32_t i = 0; i < frames->n; i++)
		add_resource(f, frames->v[i].module, TABLE_NONE);
	free(hit);
	free(texts);
}

/* A GUID, whose numbers have the machine's byte order, and an age of 0. */
static void put_breakpad_id(struct buf *b, const struct session_file *file)
{
	static const uint8_t order[16] = { 3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15 };
	json_name(b, "breakpadId");
	buf_char(b, '"');
	for (size_t i = 0; file->n_build_id && i < sizeof order; i++)
		buf_printf(b, "%02X", order[i] < file->n_build_id ? file->build_id[order[i]] : 0);
	buf_str(b, file->n_build_id ? "0\"" : "\"");
}

static void put_lib(struct firefox *f, uint32_t id)
{
	const struct session *s = f->x->places->session;
	const struct session_file *file = &s->files[id];
	const char *name = session_text(s, file->short_name), *path = session_text(s, file->path);
	const char *arch = data_text(s->data, ABI_FEATURE_ARCH);
	json_element(&f->b);
	json_text(&f->b, "arch", arch ? arch : "");
	json_text(&f->b, "name", name);
	json_text(&f->b, "path", path);
	json_text(&f->b, "debugName", name);
	json_text(&f->b, "debugPath", path);
	put_breakpad_id(&f->b, file);
	if (file->n_build_id) {
		json_bytes(&f->b, "codeId", span_of(file->build_id, file->n_build_id));
	} else {
		json_name(&f->b, "codeId");
		buf_str(&f->b, "null");
	}
	buf_char(&f->b, '}');
}

static void put_strings(struct firefox *f)
{
	const struct intern *texts = &f->tree.frames.texts;
	json_open(&f->b, "stringArray", '[');
	for (uint32_t i = 0; i < texts->n; i++) {
		json_next(&f->b);
		json_string(&f->b, texts->v[i].s, texts->v[i].n);
		json_move(&f->b, f->x->out);
	}
	buf_char(&f->b, ']');
}

void firefox_shared(struct firefox *f)
{
	find_libs(f);
	json_open(&f->b, "libs", '[');
	for (uint32_t i = 0; i < f->n_libs; i++)
		put_lib(f, f->libs[i]);
	buf_char(&f->b, ']');
	json_open(&f->b, "shared", '{');
	put_table(f, "stackTable", stack_columns, f->n_stacks);
	put_table(f, "frameTable", frame_columns, f->tree.frames.n);
	put_table(f, "funcTable", function_columns, f->tree.frames.n);
	put_table(f, "resourceTable", resource_columns, f->n_resources);
	put_table(f, "nativeSymbols", symbol_columns, 0);
	put_table(f, "sources", source_columns, 0);
	put_strings(f);
	buf_char(&f->b, '}');
}
