// SPDX-License-Identifier: GPL-2.0-or-later
/* The recording that a reading command works on, and what is to be said of it. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "cli/cli.h"
#include "sys/sys.h"

/* The form of a folder: what a file has but for most records is in "data" there, the records are in
 * data.0, data.1, ... false = the path is longer than any that can be opened. */
static bool main_file(const struct input *in, char path[PATH_MAX])
{
	return snprintf(path, PATH_MAX, "%s/data", in->path) < PATH_MAX;
}

static bool more_file(const struct input *in, uint32_t i, char path[PATH_MAX])
{
	return snprintf(path, PATH_MAX, "%s/" DATA_MORE_NAME, in->path, i) < PATH_MAX;
}

static int input_bytes(struct input *in, struct err *e)
{
	char path[PATH_MAX];
	if (strcmp(in->path, "-") == 0)
		return sys_read_fd_all(0, in->name, data_is_magic, &in->bytes, e);
	if (main_file(in, path) && sys_exists(path))
		return sys_map(path, data_is_magic, &in->bytes, e);
	int rc = sys_map(in->path, data_is_magic, &in->bytes, e);
	if (rc == ERR_SYS && !sys_exists(in->path))
		return err_set(e, ERR_SYS,
		               "no '%s' here: record one with 'pmrec record -g ./program', or name "
		               "another one",
		               in->path);
	return rc;
}

/* How many files of records a folder has, or had. */
static uint32_t count_more(const char *folder)
{
	enum { FILES_MAX = 65536 };
	struct sys_dir dir;
	uint32_t n = 0;
	if (sys_dir_open(&dir, -1, folder) < 0)
		return 0;
	for (const char *name; (name = sys_dir_next(&dir));) {
		char own[32];
		uint64_t i = strncmp(name, "data.", 5) == 0 ? strtoull(name + 5, NULL, 10) : n;
		snprintf(own, sizeof own, DATA_MORE_NAME, (uint32_t)i);
		if (i >= n && i < FILES_MAX && strcmp(name, own) == 0)
			n = (uint32_t)i + 1;
	}
	sys_dir_close(&dir);
	return n;
}

/* What is missing leaves an empty place. */
static int input_more(struct input *in, struct err *e)
{
	char path[PATH_MAX];
	uint32_t n = count_more(in->path);
	in->more = mem_new((n + (size_t)1) * sizeof *in->more);
	for (; in->n_more < n; in->n_more++) {
		struct bytes *records = &in->more[in->n_more];
		if (!more_file(in, in->n_more, path))
			return err_sys(e, ENAMETOOLONG, "cannot open '" DATA_MORE_NAME "'",
			               in->n_more);
		bool is_there = sys_exists(path);
		int rc = is_there ? sys_map_file(path, records, e) : 0;
		if (rc)
			return rc;
		if (!is_there)
			data_fault(&in->data, 0, DATA_MORE_NAME " is missing", in->n_more);
		data_add_area(&in->data, *records);
	}
	return 0;
}

static void input_behind(void *ctx, uint64_t from, uint64_t to)
{
	enum { AHEAD_BYTES = 1 << 22 };
	const struct input *in = ctx;
	sys_forget(in->bytes, from, to);
	sys_expect(in->bytes, to, to + AHEAD_BYTES);
}

int input_parse(const struct opt *opts, void *options, int argc, char **argv, struct err *e)
{
	int rest, rc = opts_parse(opts, options, false, argc, argv, &rest, e);
	if (!rc && rest < argc)
		rc = err_set(e, ERR_USAGE, "unexpected word '%s' (a recording is named with -i)",
		             argv[rest]);
	return rc;
}

int input_open(struct input *in, const struct opt *opts, void *options,
               const struct input_options *o, int argc, char **argv, struct err *e)
{
	*in = (struct input){ 0 };
	int rc = input_parse(opts, options, argc, argv, e);
	return rc ? rc : input_open_path(in, input_path(o), o, e);
}

int input_open_path(struct input *in, const char *path, const struct input_options *o,
                    struct err *e)
{
	*in = (struct input){ .path = path,
		              .name = strcmp(path, "-") == 0 ? "standard input" : path };
	int rc;
	in->quiet = o->quiet;
	in->verbose = o->verbose;
	rc = input_bytes(in, e);
	if (rc)
		return rc;
	rc = data_open(&in->data, in->bytes, e);
	if (!rc)
		rc = input_more(in, e);
	if (rc)
		return err_context(e, "'%s'", in->name);
	session_open(&in->session, &in->data);
	in->session.behind = input_behind;
	in->session.behind_ctx = in;
	rc = input_source(in, o, e);
	if (rc)
		return rc;
	in->symbols = symbols_new(&in->source);
	places_init(&in->places, &in->session, in->symbols);
	places_embed(&in->places);
	in->places.sites.wanted = (o->inlined ? SITES_INLINED : 0u) |
	                          (o->full_path ? SITES_FULL_PATH : 0u);
	return 0;
}

void input_close(struct input *in)
{
	places_release(&in->places);
	symbols_free(in->symbols);
	session_close(&in->session);
	data_close(&in->data);
	sys_unmap(in->bytes);
	for (uint32_t i = 0; i < in->n_more; i++)
		sys_unmap(in->more[i]);
	free(in->more);
	*in = (struct input){ 0 };
}

static bool is_one(const char *a, const char *b)
{
	uint64_t dev[2], ino[2];
	return sys_identity(-1, a, &dev[0], &ino[0]) == 0 &&
	       sys_identity(-1, b, &dev[1], &ino[1]) == 0 && dev[0] == dev[1] && ino[0] == ino[1];
}

int input_spared(const struct input *in, const char *output, struct err *e)
{
	char path[PATH_MAX];
	bool is_it = is_one(output, in->path) || (main_file(in, path) && is_one(output, path));
	for (uint32_t i = 0; i < in->n_more; i++)
		is_it |= more_file(in, i, path) && is_one(output, path);
	return is_it && strcmp(output, "-") != 0
	               ? err_set(e, ERR_USAGE, "output '%s' is the recording itself", output)
	               : 0;
}

/* The file of a folder that an area is, else the recording. */
static const char *area_file(const struct input *in, uint32_t area, char path[PATH_MAX])
{
	return area && more_file(in, area - 1, path) ? path : in->name;
}

/* The first area that ends early; 0 also where none is known to. */
static uint32_t cut_area(const struct data *d)
{
	for (uint32_t i = 0; i < d->n_areas; i++)
		if (d->areas[i].is_cut)
			return i;
	return 0;
}

/* Damage: the first thing that was wrong, and how many more. */
static bool say_damage(const struct input *in, const struct log *log)
{
	const struct session *s = &in->session;
	const struct data *d = &in->data;
	char more[64] = "", path[PATH_MAX];
	uint32_t cut = cut_area(d);
	if (d->n_faults > 1)
		snprintf(more, sizeof more, ", and %u more faults", d->n_faults - 1);
	if (sys_has_shrunk())
		log_say(log, LOG_WARNING,
		        "'%s', or a file with names for it, became shorter while it was read: what "
		        "was cut off is missing",
		        in->name);
	else if (s->failed)
		log_say(log, LOG_WARNING, "'%s': at offset %llu: %s; what follows was not read",
		        area_file(in, s->cursor.area, path), (unsigned long long)s->failure.off,
		        s->failure.text);
	else if (d->truncated)
		log_say(log, LOG_WARNING,
		        "'%s' ends early at offset %llu: the recorder was stopped or the file was "
		        "cut; all that is "
		        "there was read",
		        area_file(in, cut, path), (unsigned long long)d->areas[cut].bytes.n);
	else if (d->n_faults)
		log_say(log, LOG_WARNING, "'%s': at offset %llu: %s%s", in->name,
		        (unsigned long long)d->faults[0].off, d->faults[0].text, more);
	else if (s->stats.spaces_dropped)
		log_say(log, LOG_WARNING,
		        "'%s': more mappings than there is room for: %llu processes have only "
		        "those made after their start",
		        in->name, (unsigned long long)s->stats.spaces_dropped);
	else if (s->stats.bad + s->stats.no_event)
		log_say(log, LOG_WARNING, "'%s': %llu records could not be decoded", in->name,
		        (unsigned long long)(s->stats.bad + s->stats.no_event));
	else
		return false;
	return true;
}

/* Names: the file that most addresses have none in for a reason that can be helped, and how many
 * more there are. */
static void say_names(const struct input *in, const struct log *log)
{
	const struct places *p = &in->places;
	uint32_t worst = 0, n_files = 0;
	for (uint32_t f = 1; f < p->n_files; f++) {
		uint64_t n = p->files[f].n_unnamed;
		enum symbols_miss miss = n ? place_file_state(p, f, NULL) : SYMBOLS_FOUND;
		if (miss == SYMBOLS_FOUND || miss == SYMBOLS_STRIPPED || miss == SYMBOLS_NOTHING)
			continue;
		n_files++;
		if (!worst || n > p->files[worst].n_unnamed)
			worst = f;
	}
	if (worst) {
		const char *why = NULL;
		char more[64] = "";
		place_file_state(p, worst, &why);
		if (n_files > 1)
			snprintf(more, sizeof more, "; so have %u more files", n_files - 1);
		log_say(log, LOG_NOTICE, "addresses in '%s' have no name: %s%s",
		        session_text(p->session, p->session->files[worst].path),
		        why ? why : "it cannot be read", more);
	}
}

/* Lines and inlined functions: the first file whose debugging information is not whole. */
static void say_lines(const struct input *in, const struct log *log)
{
	const struct places *p = &in->places;
	const char *why = NULL, *first_why = NULL;
	uint32_t first = 0, n_files = 0;
	for (uint32_t f = 1; f < p->n_files; f++) {
		if (!(why = place_lines_gap(p, f)))
			continue;
		if (!n_files++) {
			first = f;
			first_why = why;
		}
	}
	char more[64] = "";
	if (n_files > 1)
		snprintf(more, sizeof more, "; so do %u more files", n_files - 1);
	if (n_files)
		log_say(log, LOG_NOTICE, "inlined functions of '%s' lack a file: %s%s",
		        session_text(p->session, p->session->files[first].path), first_why, more);
}

static void say_chosen(const struct input *in, const struct filter *f, const struct log *log)
{
	uint64_t n = in->session.stats.records[ABI_RECORD_SAMPLE];
	if (f && n && !filter_is_empty(f) && !f->n_taken)
		log_say(log, LOG_NOTICE, "'%s': none of the %llu samples is of those chosen",
		        in->name, (unsigned long long)n);
}

static void say_unwound(const struct input *in, const struct log *log)
{
	const struct unwinding_stats *u = places_unwinding(&in->places);
	const char *why;
	uint64_t n;
	if (!u)
		return;
	if ((n = unwinding_unfinished(u, &why)))
		log_say(log, LOG_NOTICE,
		        "%llu of %llu copied stacks do not lead to their root, most because of %s",
		        (unsigned long long)n, (unsigned long long)u->samples, why);
	n = u->narrow + u->other_cpu;
	if (n)
		log_say(log, LOG_NOTICE,
		        "%llu samples hold copies of stacks of a CPU that is not unwound here: "
		        "their callers in user space are missing",
		        (unsigned long long)n);
}

/* LOST tells of rings that were full; LOST_SAMPLES of all samples, those that found no room in the
 * recorder's own memory too. */
void input_say_lost(const struct input *in)
{
	struct log log = cli_log(in->quiet, in->verbose);
	const struct session_stats *s = &in->session.stats;
	bool rings_alone = s->lost_records >= s->lost_samples;
	uint64_t n = rings_alone ? s->lost_records : s->lost_samples;
	if (n)
		log_say(&log, LOG_NOTICE,
		        "%llu of %llu samples were lost when this was recorded: pmrec record with "
		        "larger rings (-m)%s or a lower -F",
		        (unsigned long long)n,
		        (unsigned long long)(n + s->records[ABI_RECORD_SAMPLE]),
		        rings_alone ? "" : ", a larger --buffer-size");
}

int input_verdict(const struct input *in, const struct filter *f)
{
	struct log log = cli_log(in->quiet, in->verbose);
	bool damaged = say_damage(in, &log);
	say_chosen(in, f, &log);
	say_unwound(in, &log);
	if (!in->names_told)
		say_names(in, &log);
	say_lines(in, &log);
	return damaged ? EXIT_PARTIAL : EXIT_DONE;
}

int parse_max_stack(const char *text, uint32_t *out, struct err *e)
{
	uint64_t v;
	int rc = parse_u64(text, "--max-stack", 0, FRAMES_MAX, &v, e);
	if (!rc)
		*out = (uint32_t)v;
	return rc;
}
