// SPDX-License-Identifier: GPL-2.0-or-later
/* archive: the files that names of a recording come from, packed to be read elsewhere. */
#include <stdlib.h>
#include <time.h>

#include "base/alloc.h"
#include "cli/cli.h"
#include "output/output.h"
#include "sys/sys.h"

struct archive_args {
	struct input_options input;
	const char *output;
	bool all, unhit;
};

const struct opt archive_opts[] = {
	INPUT_OPTS(struct archive_args),
	{ .kind = OPT_TEXT,
	  .letter = 'o',
	  .name = "output",
	  .arg = "FILE",
	  .flags = OPT_IS_FILE,
	  .off = offsetof(struct archive_args, output),
	  .help = "archive to write (default the recording's name and .tar.zst; - for standard "
	          "output)" },
	{ .kind = OPT_FLAG,
	  .letter = 'a',
	  .name = "all",
	  .off = offsetof(struct archive_args, all),
	  .help = "pack the recording, too" },
	{ .kind = OPT_FLAG,
	  .name = "unhit",
	  .off = offsetof(struct archive_args, unhit),
	  .help = "pack each file that was mapped, not only those with samples" },
	{ .kind = OPT_COUNT,
	  .letter = 'q',
	  .name = "quiet",
	  .off = offsetof(struct archive_args, input.quiet),
	  .help = "do not list what is packed and what is left out" },
	{ .kind = OPT_END },
};

/* From the recording to a file: tar, packed, written. */
struct packing {
	struct input *in;
	struct archive archive;
	struct buf tar, packed;
	struct zstd *zstd;
	struct sys_output file;
	struct buf *list; /* what is told of each */
};

/* ------------------------------------------------------------------ the archive */

static int write_packed(void *fd, const void *p, size_t n)
{
	return sys_write(fd, p, n);
}

static void packing_open(struct packing *p)
{
	int64_t mtime = sys_file_mtime(p->in->path);
	uint64_t now_ns = 0;
	if (mtime <= 0 && sys_clock_ns(CLOCK_REALTIME, &now_ns) == 0)
		mtime = (int64_t)(now_ns / 1000000000); /* of a stream */
	p->packed = (struct buf){ .drain = write_packed, .ctx = &p->file.fd };
	p->zstd = zstd_new(&p->packed);
	p->tar = (struct buf){ .drain = zstd_drain, .ctx = p->zstd };
	p->archive = (struct archive){ .out = &p->tar, .mtime = (uint64_t)mtime };
}

/* Nothing takes the place of an older archive before it is whole. */
static int packing_end(struct packing *p, const char *path, struct err *e)
{
	if (!p->archive.n_files)
		return err_set(e, ERR_UNSUPPORTED, "no file of '%s' can be packed", p->in->name);
	tar_end(&p->tar);
	buf_flush(&p->tar);
	int failed = zstd_end(p->zstd);
	buf_flush(&p->packed);
	failed = failed ? failed : p->tar.failed ? p->tar.failed : p->packed.failed;
	if (failed && !outfile_has_no_reader(&p->file, failed))
		return err_sys(e, failed, "cannot write '%s'", path);
	if (sys_has_shrunk())
		return err_set(e, ERR_SYS, "a file became shorter while it was packed");
	int rc = sys_output_replace(&p->file);
	return rc < 0 ? err_sys(e, -rc, "cannot write '%s'", path) : 0;
}

static void packing_close(struct packing *p)
{
	archive_release(&p->archive);
	buf_release(&p->tar);
	buf_release(&p->packed);
	zstd_free(p->zstd);
	sys_output_close(&p->file);
}

/* ------------------------------------------------------------------ a file */

static void list_file(struct packing *p, const char *what, const char *path, const char *more)
{
	buf_str(p->list, what);
	buf_text_n(p->list, path, symbols_path_bytes(path));
	buf_text(p->list, more);
	buf_char(p->list, '\n');
}

static void list_left_out(struct packing *p, const char *path, const char *why)
{
	struct buf more = { 0 };
	size_t n = symbols_path_bytes(path);
	/* It may begin with the path in quotation marks. */
	if (why[0] == '\'' && strncmp(why + 1, path, n) == 0 && strncmp(why + 1 + n, "': ", 3) == 0)
		why += n + strlen("'': ");
	buf_printf(&more, ": %s", why);
	list_file(p, "left out ", path, buf_cstr(&more));
	buf_release(&more);
}

/* As the cache calls it. */
static const char *image_name(const struct symbols_id *id, const struct symbols_images *images)
{
	return images->is_kallsyms ? "kallsyms" : id->kind == SYMBOLS_VDSO ? "vdso" : "elf";
}

static void add_images(struct packing *p, const char *folder, const struct symbols_id *id,
                       const struct symbols_images *images)
{
	if (images->own.n)
		archive_add(&p->archive, folder, &id->build_id, image_name(id, images),
		            span_of(images->own.p, images->own.n));
	if (images->debug.n)
		archive_add(&p->archive, folder, &id->build_id, "debug",
		            span_of(images->debug.p, images->debug.n));
}

static void pack_images(struct packing *p, const struct symbols_id *id,
                        const struct symbols_images *images, const char *why)
{
	const char *folder = images->path + (*images->path == '/');
	if (!images->own.n && !images->debug.n) {
		list_left_out(p, id->path, why ? why : "it is empty");
	} else if (!archive_takes(folder) || id->build_id.n < 2) {
		list_left_out(p, id->path, "its path or its build-id is none that a system makes");
	} else if (archive_find(&p->archive, &id->build_id)) {
		list_file(p, "packed ", id->path, ", the same as one before");
	} else {
		add_images(p, folder, id, images);
		list_file(p, "packed ", id->path,
		          !images->debug.n ? ""
		          : images->own.n  ? " and its debug file"
		                           : ", only its debug file");
	}
}

/* With a resolver of its own: what was looked at is given back before the next. */
static void pack_file(struct packing *p, const struct symbols_id *id)
{
	struct symbols_images images;
	const char *why;
	struct symbols *symbols = symbols_new(&p->in->source);
	symbols_images(symbols, symbols_file(symbols, id), &images, &why);
	pack_images(p, id, &images, why);
	symbols_free(symbols);
}

/* The recording's own name, without its folder. */
static const char *recording_name(const char *path)
{
	size_t n = strlen(path);
	while (n > 1 && path[n - 1] == '/')
		n--;
	while (n && path[n - 1] != '/')
		n--;
	return strcmp(path, "-") == 0 ? "perf.data" : path + n;
}

static void pack_bytes(struct packing *p, const char *path, struct bytes b)
{
	struct tar_entry e = {
		.path = path, .mode = 0600, .mtime = p->archive.mtime, .n_bytes = b.n
	};
	tar_file(&p->tar, &e, span_of(b.p, b.n));
}

/* As a file, or as the files of a folder (cli/input.c). */
static void pack_recording(struct packing *p)
{
	const struct input *in = p->in;
	const char *name = recording_name(in->path);
	struct buf path = { 0 };
	buf_add(&path, name, strcspn(name, "/"));
	if (in->n_more)
		buf_str(&path, "/data");
	size_t n = path.n;
	pack_bytes(p, buf_cstr(&path), in->bytes);
	for (uint32_t i = 0; i < in->n_more; i++) {
		path.n = n;
		buf_printf(&path, ".%u", i);
		pack_bytes(p, buf_cstr(&path), in->more[i]);
	}
	buf_release(&path);
	list_file(p, "packed ", in->name, ", the recording");
}

static void pack_files(struct packing *p, bool all)
{
	struct places *places = &p->in->places;
	bool *hit = places_hit(places, true);
	for (uint32_t f = 0; f < places->session->n_files; f++) {
		struct symbols_id id = places_id(places, f);
		if ((hit[f] || all) && id.kind != SYMBOLS_NONE)
			pack_file(p, &id);
	}
	free(hit);
}

/* ------------------------------------------------------------------ the command */

/* The recording's name, which may be a folder's, and .tar.zst; malloc'ed. */
static char *default_name(const char *recording)
{
	struct buf name = { 0 };
	size_t n = strlen(recording);
	while (n > 1 && recording[n - 1] == '/')
		n--;
	buf_add(&name, recording, n);
	buf_str(&name, ".tar.zst");
	buf_cstr(&name);
	return name.p;
}

static void list_end(const struct packing *p, const char *path)
{
	uint64_t n = p->archive.n_files;
	if (strcmp(path, "-") == 0)
		return;
	buf_text(p->list, path);
	buf_printf(p->list, ": %llu file%s%s; where it is to be used: tar xf ",
	           (unsigned long long)n, n == 1 ? "" : "s",
	           *p->archive.folder ? " and the recording" : "");
	buf_text(p->list, path);
	buf_str(p->list, *p->archive.folder ? ", and read it with --buildid-dir .debug\n"
	                                    : " -C ~/.debug\n");
}

static int archive_write(struct input *in, const char *path, const struct archive_args *o,
                         struct buf *list, struct err *e)
{
	struct packing p = { .in = in, .list = list };
	int rc = sys_output_open(&p.file, path, e);
	if (!rc) {
		packing_open(&p);
		p.archive.folder = o->all ? ".debug/" : "";
		if (o->all)
			pack_recording(&p);
		pack_files(&p, o->unhit);
		rc = packing_end(&p, path, e);
	}
	if (!rc)
		list_end(&p, path);
	packing_close(&p);
	return rc;
}

static int archive_run(struct input *in, const struct archive_args *o, const char *path,
                       struct err *e)
{
	struct output out;
	struct buf silent = { 0 };
	struct err ignored;
	bool is_stream = strcmp(path, "-") == 0;
	int rc = input_spared(in, path, e);
	if (rc)
		return rc;
	output_open(&out, false);
	out.fd = is_stream ? 2 : out.fd;
	rc = archive_write(in, path, o, o->input.quiet ? &silent : &out.buf, e);
	int closed = output_close(&out, rc ? &ignored : e);
	buf_release(&silent);
	return rc ? rc : closed;
}

int cmd_archive(int argc, char **argv, struct err *e)
{
	struct archive_args o = { 0 };
	struct input in;
	int rc = input_open(&in, archive_opts, &o, &o.input, argc, argv, e);
	if (!rc && !o.output && strcmp(in.path, "-") == 0)
		rc = err_set(e, ERR_USAGE,
		             "a recording from standard input has no name for the "
		             "archive: give it one with -o");
	if (!rc) {
		char *name = default_name(in.path);
		rc = archive_run(&in, &o, o.output ? o.output : name, e);
		free(name);
	}
	if (!rc)
		rc = input_verdict(&in, NULL);
	input_close(&in);
	return rc;
}
