/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The command line: one table of commands, one table of options a command. The tables feed the
 * parser, -h, the completions and the test that holds the man pages to them. Only this folder
 * prints.
 */
#ifndef PMREC_CLI_CLI_H
#define PMREC_CLI_CLI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/log.h"
#include "base/span.h"
#include "capture/capture.h"
#include "data/data.h"
#include "profile/profile.h"
#include "session/session.h"
#include "sys/sys.h"

/* ------------------------------------------------------------------ options (cli/opts.c) */

enum opt_kind {
	OPT_END,
	OPT_FLAG,  /* bool at off */
	OPT_BITS,  /* bits of the uint64_t at off */
	OPT_COUNT, /* int at off, counted up each time */
	OPT_TEXT,  /* const char * at off, borrowed from argv; "" where it may be left out and is */
	OPT_CALL,  /* set() takes it */
};

/* Each option without an argument can be taken back: --no-NAME sets it to false, the bits or the
 * count to 0, or is negated for set(). Where NAME begins with "no-" that is left out instead. */

enum opt_flag {
	OPT_NEGATE = 1 << 0, /* --no-NAME is worth showing; with an argument: exists at all */
	OPT_MAYBE = 1 << 1,  /* the argument may be left out, before another option or at the end */
	OPT_IS_FILE = 1 << 2, /* completion: a file name */
};

struct opt {
	enum opt_kind kind;
	char letter;       /* 0 = none */
	const char *name;  /* long form, NULL = none */
	const char *arg;   /* what its argument is called, NULL = it takes none */
	const char *words; /* completion: possible arguments, separated by spaces; NULL = free */
	const char *help;  /* one line, lower case, no full stop */
	size_t off;        /* of the field in the command's options struct */
	uint64_t bits;     /* OPT_BITS */
	unsigned flags;    /* enum opt_flag */
	/* OPT_CALL: options is the command's struct; arg is NULL for --no-NAME (negated) or a left
	 * out argument. */
	int (*set)(void *options, const char *arg, bool negated, struct err *e);
};

/* Parse argv[1..]; *rest is the index of the first word that is no option. With leading, the first
 * such word ends the options (the words of a command to run follow). -h and --help are known to
 * every table and give OPTS_HELP. 0, OPTS_HELP, or ERR_USAGE. */
enum { OPTS_HELP = 1000 }; /* no exit status */
int opts_parse(const struct opt *opts, void *options, bool leading, int argc, char **argv,
               int *rest, struct err *e);

/* Numbers as perf's users write them. 0 or ERR_USAGE that names what. */
int parse_u64(const char *text, const char *what, uint64_t min, uint64_t max, uint64_t *out,
              struct err *e);

/* From 0 to 100. */
int parse_percent(const char *text, const char *what, double *out, struct err *e);

/* ------------------------------------------------------------------ commands (cli/commands.c) */

struct command {
	const char *name;
	const char *summary; /* one line */
	const char *usage;   /* what follows "pmrec NAME" */
	const struct opt *opts;
	/* argv[0] is the command's name. The exit status (>= 0), or a negative error kind with *e
	 * filled. */
	int (*run)(int argc, char **argv, struct err *e);
};

extern const struct command commands[]; /* ends with name NULL */
const struct command *command_find(const char *name);
/* The name nearest to a mistyped word, or NULL: of a command, or of one of opts' long names. */
const char *nearest_command(const char *word);
/* Why a long option that perf has is none of ours; NULL = nothing is known of it. */
const char *absent_option(const char *command, const char *word);
const char *nearest_option(const struct opt *opts, const char *word);

int cmd_record(int argc, char **argv, struct err *e);
int cmd_list(int argc, char **argv, struct err *e);
int cmd_report(int argc, char **argv, struct err *e);
int cmd_fold(int argc, char **argv, struct err *e);
int cmd_diff(int argc, char **argv, struct err *e);
int cmd_flame(int argc, char **argv, struct err *e);
int cmd_export(int argc, char **argv, struct err *e);
int cmd_info(int argc, char **argv, struct err *e);
int cmd_doctor(int argc, char **argv, struct err *e);
int cmd_script(int argc, char **argv, struct err *e);
int cmd_archive(int argc, char **argv, struct err *e);
int cmd_inject(int argc, char **argv, struct err *e);
int cmd_evlist(int argc, char **argv, struct err *e);
int cmd_buildid_list(int argc, char **argv, struct err *e);
int cmd_completion(int argc, char **argv, struct err *e);
int cmd_help(int argc, char **argv, struct err *e);
int cmd_version(int argc, char **argv, struct err *e);

extern const struct opt record_opts[], list_opts[], report_opts[], fold_opts[], diff_opts[],
	flame_opts[], export_opts[], script_opts[], archive_opts[], inject_opts[], evlist_opts[],
	buildid_list_opts[], info_opts[], doctor_opts[], completion_opts[], help_opts[],
	version_opts[];

/* ------------------------------------------------------------------ help, output, notices */

void help_all(struct buf *out);
void help_command(struct buf *out, const struct command *c);
/* Print one of the two: of all commands when c is NULL. */
int help_print(const struct command *c, struct err *e);

/* A line on standard error, "pmrec: " before it; names in it are made safe as in all output. */
void message_print(const char *text);
/* Where notices go: to message_print(); level by -q and -v. */
struct log cli_log(int quiet, int verbose);
/* A line on standard error, if that is a terminal that nobody else has taken; and away with it. */
void progress_show(const struct capture_progress *p);
void progress_say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void progress_clear(void);

/* Standard output through a buffer; with a pager (less) when it is a terminal and pager is set. */
struct output {
	struct buf buf;
	int fd;
	int pager_pid; /* 0 = none */
	bool is_terminal;
};
void output_open(struct output *o, bool pager);
/* Is it to be in colour: as was said, else where it is shown, unless NO_COLOR is set. */
enum colour { COLOUR_AUTO, COLOUR_NEVER, COLOUR_ALWAYS };
bool output_has_colour(const struct output *o, enum colour said);
/* To how many columns lines are cut: those of the terminal, which COLUMNS may say; 0 = it is none.
 */
size_t output_columns(const struct output *o);
/* Do those who look at what we print see UTF-8? By the locale that the environment names. */
bool output_is_utf8(void);
/* Flush and wait for the pager. 0, or ERR_SYS; a reader that went away (EPIPE) is not an error. */
int output_close(struct output *o, struct err *e);

/* ------------------------------ the recording a command reads (cli/input.c) */

struct input_options {
	const char *path;        /* NULL = perf.data, "-" = standard input */
	const char *kallsyms;    /* NULL = the running kernel's, when it is the recorded one */
	const char *vmlinux;     /* NULL = none */
	const char *symfs;       /* NULL = none */
	const char *debug_dirs;  /* NULL = none; "DIR:DIR" */
	const char *buildid_dir; /* NULL = perf's, if there is one */
	const char *debuginfod;  /* NULL = nothing is fetched; "" = from the servers that the
	                            environment names */
	bool demangle;
	int quiet, verbose; /* -q and -v, counted */
	bool force;         /* as it is anyway */
	bool inlined;       /* show inlined functions */
	bool full_path;     /* of source files */
};

/* What is fetched from servers (cli/debuginfod.c). */
struct debuginfod {
	const char *url; /* "" = those that the environment names */
	int quiet, verbose;
	bool is_slow; /* it took too long once: nothing more is asked for */
};
/* Can it be done at all? 0 or an error kind. */
int debuginfod_check(const char *url, struct err *e);
/* For symbols_source.fetch; ctx is a struct debuginfod. */
int debuginfod_fetch(void *ctx, const char *path, const char *build_id, struct bytes *out,
                     struct err *e);

struct input {
	const char *path;
	const char *name; /* the path, or what "-" stands for: for messages */
	int quiet, verbose;
	struct bytes bytes;
	struct bytes *more; /* the other files of a recording that is a folder */
	uint32_t n_more;
	struct data data;
	struct session session;
	struct debuginfod debuginfod;
	struct symbols_source source; /* of symbols */
	struct symbols *symbols;
	struct places places;
	bool names_told; /* the output itself says which names are missing, and why */
};

/* Parse a reading command's words into options, and refuse those that are no option. 0, OPTS_HELP,
 * or ERR_USAGE. */
int input_parse(const struct opt *opts, void *options, int argc, char **argv, struct err *e);
static inline const char *input_path(const struct input_options *o)
{
	return o->path ? o->path : "perf.data";
}
/* The same (options hold o), and open the recording with all that is needed to replay it. 0,
 * OPTS_HELP, or an error kind; *in is valid for input_close() in any case. */
int input_open(struct input *in, const struct opt *opts, void *options,
               const struct input_options *o, int argc, char **argv, struct err *e);
/* The same of a recording at this path, where the words were parsed already. */
int input_open_path(struct input *in, const char *path, const struct input_options *o,
                    struct err *e);
void input_close(struct input *in);
/* Fill in->source: where its names are looked for, as the options say and the environment
 * (cli/input_source.c). 0, or an error kind: something that was named is not there. */
int input_source(struct input *in, const struct input_options *o, struct err *e);
/* Refuses an output that is the recording, or a file of it: it would be gone for good. 0 or
 * ERR_USAGE. */
int input_spared(const struct input *in, const char *output, struct err *e);
/* After the replay: say in a line what could not be read, in one that no sample was chosen (filter
 * NULL = there was no choice), and in one what has no names and why, if the output has not told it.
 * EXIT_PARTIAL if the recording is damaged, else EXIT_DONE. */
int input_verdict(const struct input *in, const struct filter *f);

/* Say how many samples were lost when it was recorded, and how to record without that. */
void input_say_lost(const struct input *in);

/* The next record, leaving out the samples that a filter does not take; false = no more. */
bool input_next(struct input *in, struct filter *f, struct session_event *ev);
/* An empty profile of what is to be read. */
void input_profile_begin(struct input *in, struct profile *p, unsigned keys);
/* The samples that a filter takes, as a profile with these of enum profile_key kept apart
 * (cli/input_profile.c). */
void input_profile(struct input *in, struct profile *p, struct filter *f, unsigned keys);
/* Where events are not to be mixed: the one that was asked for, else the first that has samples;
 * "" = none has. */
const char *input_event(const struct input *in, const struct profile *p, const struct filter *f);
/* Say how many samples of others than this event are not in what was done ("folded"), NULL = all
 * are, and how many have no call chain. */
void input_say_left_out(const struct input *in, const struct profile *p, const char *event,
                        const char *done);

/* The recording that another one is compared with (cli/baseline.c). {0} is none. */
struct baseline {
	struct input in;
	struct profile profile;
	uint64_t n_taken; /* samples that the filter took */
	bool is_same;     /* a recording is compared with itself */
};
/* What it is read like: the recording that is compared. */
struct baseline_like {
	const struct input *in;
	const struct input_options *options;
	const struct profile *profile;
	const char *event; /* the one that is compared; "" = each that both have */
};
/* Can both be read? 0 or ERR_USAGE. */
int baseline_check(const char *path, const char *other, struct err *e);
/* Read the one at this path. 0 or an error kind; ERR_USAGE: it does not have the event. */
int baseline_read(struct baseline *b, const char *path, const struct baseline_like *like,
                  struct filter *f, struct err *e);
/* The names of those of its events that p has samples of into out, cut to room bytes: recorders
 * have others that they need for themselves. */
void baseline_event_names(const struct input *in, const struct profile *p, char *out, size_t room);
/* As input_verdict(); rc is what that gave of the other recording, and the worse is returned. Of
 * one that is compared with itself nothing is said twice. */
int baseline_verdict(const struct baseline *b, const struct filter *f, int rc);
void baseline_release(struct baseline *b);

/* The argument of --max-stack. */
int parse_max_stack(const char *text, uint32_t *out, struct err *e);

/* Rows that every reading command has, to be put in its table. O is its options struct, which holds
 * a struct input_options named input. */
#define INPUT_OPTS(O)                                                                 \
	{                                                                             \
		.kind = OPT_TEXT, .letter = 'i', .name = "input", .arg = "FILE",      \
		.flags = OPT_IS_FILE, .off = offsetof(O, input.path),                 \
		.help = "recording to read (default perf.data; - for standard input)" \
	}
#define NAME_PLACE_OPTS(O)                                                                   \
	{ .kind = OPT_TEXT,                                                                  \
	  .name = "kallsyms",                                                                \
	  .arg = "FILE",                                                                     \
	  .flags = OPT_IS_FILE,                                                              \
	  .off = offsetof(O, input.kallsyms),                                                \
	  .help = "read kernel names from this copy of /proc/kallsyms" },                    \
		{ .kind = OPT_TEXT,                                                          \
		  .letter = 'k',                                                             \
		  .name = "vmlinux",                                                         \
		  .arg = "FILE",                                                             \
		  .flags = OPT_IS_FILE,                                                      \
		  .off = offsetof(O, input.vmlinux),                                         \
		  .help = "read kernel names from this vmlinux" },                           \
		{ .kind = OPT_TEXT,                                                          \
		  .name = "symfs",                                                           \
		  .arg = "DIR",                                                              \
		  .flags = OPT_IS_FILE,                                                      \
		  .off = offsetof(O, input.symfs),                                           \
		  .help = "look for the recorded files below this folder" },                 \
		{ .kind = OPT_TEXT,                                                          \
		  .name = "debug-dir",                                                       \
		  .arg = "DIRS",                                                             \
		  .flags = OPT_IS_FILE,                                                      \
		  .off = offsetof(O, input.debug_dirs),                                      \
		  .help = "look for separate debug files here too" },                        \
	{                                                                                    \
		.kind = OPT_TEXT, .name = "buildid-dir", .arg = "DIR", .flags = OPT_IS_FILE, \
		.off = offsetof(O, input.buildid_dir),                                       \
		.help = "perf's cache of files (default ~/.debug)"                           \
	}
/* The same for a command that shows names. */
#define NAME_OPTS(O)                                                       \
	NAME_PLACE_OPTS(O),                                                \
	{                                                                  \
		.kind = OPT_FLAG, .name = "demangle", .flags = OPT_NEGATE, \
		.off = offsetof(O, input.demangle),                        \
		.help = "show C++ and Rust names readably (default)"       \
	}

#define DEBUGINFOD_OPT(O)                                                                   \
	{                                                                                   \
		.kind = OPT_TEXT, .name = "debuginfod", .arg = "URL", .flags = OPT_MAYBE,   \
		.off = offsetof(O, input.debuginfod),                                       \
		.help = "fetch missing debug files from servers (default: DEBUGINFOD_URLS)" \
	}

/* Inlined functions, and how source files are named. */
#define INLINE_OPT(O)                                                      \
	{                                                                  \
		.kind = OPT_FLAG, .name = "inline", .flags = OPT_NEGATE,   \
		.off = offsetof(O, input.inlined),                         \
		.help = "show inlined functions, by debugging information" \
	}
#define FULL_PATH_OPT(O)                                                                           \
	{                                                                                          \
		.kind = OPT_FLAG, .name = "full-source-path", .off = offsetof(O, input.full_path), \
		.help = "name source files with their folders"                                     \
	}

/* What those who know perf type by habit. */
#define HABIT_OPTS(O)                                                                              \
	{ .kind = OPT_COUNT,                                                                       \
	  .letter = 'v',                                                                           \
	  .name = "verbose",                                                                       \
	  .off = offsetof(O, input.verbose),                                                       \
	  .help = "say more of what was done" },                                                   \
		{ .kind = OPT_COUNT,                                                               \
		  .letter = 'q',                                                                   \
		  .name = "quiet",                                                                 \
		  .off = offsetof(O, input.quiet),                                                 \
		  .help = "do not say what has no names" },                                        \
	{                                                                                          \
		.kind = OPT_FLAG, .letter = 'f', .name = "force", .off = offsetof(O, input.force), \
		.help = "read a recording whoever owns it (as it is anyway)"                       \
	}

/* A file that a reading command makes (cli/outfile.c): nothing takes the place of an older one
 * before it is whole. */
struct outfile {
	struct buf buf; /* what is to be in it */
	struct sys_output file;
	const char *path; /* borrowed; "-" = standard output */
};
/* Neither over the recording that is read, nor over the older one that it is compared with (NULL =
 * there is none). 0 or an error kind; then there is nothing to close. */
int outfile_open(struct outfile *f, const char *path, const struct input *in,
                 const struct input *older, struct err *e);
int outfile_close(struct outfile *f, struct err *e);
/* Was this errno of a write only that the reader of a pipe has left? That is no fault: nothing is
 * said, and the status is EXIT_DONE. */
bool outfile_has_no_reader(const struct sys_output *f, int errnum);

/* The options that choose samples: the setters for a command whose options struct O holds a struct
 * filter named filter, and the rows. --pid and --tid stand apart, as fold also has them without an
 * argument. */
#define FILTER_SETTER(O, NAME, CALL)                                                       \
	static int set_##NAME(void *options, const char *arg, bool negated, struct err *e) \
	{                                                                                  \
		struct filter *f = &((O *)options)->filter;                                \
		(void)negated;                                                             \
		return CALL;                                                               \
	}
#define FILTER_SETTERS(O)                                      \
	FILTER_SETTER(O, time, filter_time(&f->times, arg, e)) \
	FILTER_SETTER(O, cpus, filter_numbers(&f->cpus, arg, "--cpu", e))
/* --pid and --tid, for a command that has them for nothing else. */
#define FILTER_THREAD_SETTERS(O)                                          \
	FILTER_SETTER(O, pids, filter_numbers(&f->pids, arg, "--pid", e)) \
	FILTER_SETTER(O, tids, filter_numbers(&f->tids, arg, "--tid", e))
#define FILTER_THREAD_OPTS                                                       \
	{ .kind = OPT_CALL,                                                      \
	  .name = "pid",                                                         \
	  .arg = "LIST",                                                         \
	  .set = set_pids,                                                       \
	  .help = "take samples of these processes" },                           \
	{                                                                        \
		.kind = OPT_CALL, .name = "tid", .arg = "LIST", .set = set_tids, \
		.help = "take samples of these threads"                          \
	}
#define FILTER_TEXT(O, LETTER, NAME, ARG, FIELD, HELP)                        \
	{                                                                     \
		.kind = OPT_TEXT, .letter = LETTER, .name = NAME, .arg = ARG, \
		.off = offsetof(O, filter.FIELD), .help = HELP                \
	}
#define FILTER_OPTS(O)                                                                         \
	{ .kind = OPT_CALL,                                                                    \
	  .name = "time",                                                                      \
	  .arg = "SPAN",                                                                       \
	  .set = set_time,                                                                     \
	  .help = "take samples of this time: FROM,TO in seconds or A%-B%" },                  \
		{ .kind = OPT_CALL,                                                            \
		  .letter = 'C',                                                               \
		  .name = "cpu",                                                               \
		  .arg = "LIST",                                                               \
		  .set = set_cpus,                                                             \
		  .help = "take samples of these CPUs, such as 0-3,7" },                       \
		FILTER_TEXT(O, 'c', "comms", "LIST", comms, "take samples of these commands"), \
		FILTER_TEXT(O, 'd', "dsos", "LIST", dsos, "take samples in these files"),      \
		FILTER_TEXT(O, 'S', "symbols", "LIST", symbols,                                \
	                    "take samples in these functions"),                                \
		FILTER_TEXT(O, 0, "event", "NAME", event, "take samples of this event")

extern const char pmrec_version[];

enum exit_status {
	EXIT_DONE = 0,
	EXIT_FAILED = 1,    /* a system call failed */
	EXIT_USAGE = 2,     /* wrong words on the command line */
	EXIT_PARTIAL = 3,   /* output was produced, but the input is cut or damaged; doctor: not all
	                       works */
	EXIT_FOREIGN = 4,   /* the input is not a perf.data file or cannot be read at all */
	EXIT_REFUSED = 5,   /* the kernel or the system's policy does not permit it */
	EXIT_NO_EXEC = 126, /* record: the command cannot be executed */
	EXIT_NO_COMMAND = 127, /* record: the command was not found */
};

#endif
