// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * `pmrec completion SHELL`: completions written from the command and option tables. The files in
 * completions/ are this command's output; a test compares them.
 */
#include "cli/cli.h"

static void bash_words(struct buf *b, const struct command *c)
{
	for (const struct opt *o = c->opts; o->kind; o++) {
		if (o->letter)
			buf_printf(b, "-%c ", o->letter);
		if (o->name)
			buf_printf(b, "--%s ", o->name);
		if (o->name && (o->flags & OPT_NEGATE))
			buf_printf(b, "--no-%s ", o->name);
	}
	buf_str(b, "-h --help");
}

/* "-i|--input" as a pattern of bash's case. */
static void bash_pattern(struct buf *b, const struct opt *o)
{
	if (o->letter)
		buf_printf(b, "-%c%s", o->letter, o->name ? "|" : "");
	if (o->name)
		buf_printf(b, "--%s", o->name);
}

static void bash_arguments(struct buf *b, const struct command *c)
{
	for (const struct opt *o = c->opts; o->kind; o++) {
		if (!o->words && !(o->flags & OPT_IS_FILE))
			continue;
		buf_printf(b, "\t%s,", c->name);
		struct buf p = { 0 };
		bash_pattern(&p, o);
		for (size_t i = 0; i < p.n; i++) {
			buf_char(b, p.p[i]);
			if (p.p[i] == '|')
				buf_printf(b, "%s,", c->name);
		}
		buf_release(&p);
		if (o->words) /* of a list the last one is completed */
			buf_printf(
				b,
				") COMPREPLY=($(compgen -P \"$before\" -W '%s' -- \"$part\")) ;;\n",
				o->words);
		else
			buf_str(b, ") compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "
			           "\"$word\") ;;\n");
	}
}

/* After "record" and its options a command follows, then words that are the command's business. */
static void bash_command_to_run(struct buf *b)
{
	buf_str(b, "\tif [[ $command == record ]]; then\n\t\tlocal i\n"
	           "\t\tfor ((i = 2; i < COMP_CWORD; i++)); do\n\t\t\tcase ${COMP_WORDS[i]} "
	           "in\n\t\t\t");
	bool more = false;
	for (const struct opt *o = command_find("record")->opts; o->kind; o++) {
		if (!o->arg)
			continue;
		buf_str(b, more ? "|" : "");
		bash_pattern(b, o);
		more = true;
	}
	buf_str(b, ") ((i++)) ;;\n\t\t\t-*) ;;\n\t\t\t*) return ;;\n\t\t\tesac\n\t\tdone\n"
	           "\t\tif [[ $word != -* && $i == \"$COMP_CWORD\" ]]; then\n"
	           "\t\t\tCOMPREPLY=($(compgen -c -- \"$word\"))\n\t\t\treturn\n\t\tfi\n\tfi\n");
}

static void bash(struct buf *b)
{
	buf_str(b, "# bash completion for pmrec; made by `pmrec completion bash`\n"
	           "_pmrec() {\n"
	           "\tlocal word=${COMP_WORDS[COMP_CWORD]} last=${COMP_WORDS[COMP_CWORD-1]} "
	           "command=${COMP_WORDS[1]}\n"
	           "\tlocal part=${word##*,} before=\n"
	           "\tbefore=${word%\"$part\"}\n"
	           "\tCOMPREPLY=()\n"
	           "\tif ((COMP_CWORD == 1)) || [[ $command == help ]]; "
	           "then\n\t\tCOMPREPLY=($(compgen -W '");
	for (const struct command *c = commands; c->name; c++)
		buf_printf(b, "%s%s", c == commands ? "" : " ", c->name);
	buf_str(b, "' -- \"$word\"))\n\t\treturn\n\tfi\n\tcase $command,$last in\n");
	buf_str(b, "\tcompletion,*) COMPREPLY=($(compgen -W 'bash zsh fish' -- \"$word\")) ;;\n");
	for (const struct command *c = commands; c->name; c++)
		bash_arguments(b, c);
	buf_str(b, "\tesac\n\t((${#COMPREPLY[@]} == 0)) || return\n");
	bash_command_to_run(b);
	buf_str(b, "\t[[ $word == -* ]] || return\n\tcase $command in\n");
	for (const struct command *c = commands; c->name; c++) {
		buf_printf(b, "\t%s) COMPREPLY=($(compgen -W '", c->name);
		bash_words(b, c);
		buf_str(b, "' -- \"$word\")) ;;\n");
	}
	buf_str(b, "\tesac\n}\ncomplete -o default -F _pmrec pmrec\n");
}

/* Text within single quotes of zsh's specs: brackets and colons have a meaning there. */
static void zsh_text(struct buf *b, const char *s)
{
	for (; *s; s++) {
		if (*s == '\'')
			buf_str(b, "'\\'");
		else if (strchr("[]:\\", *s))
			buf_char(b, '\\');
		buf_char(b, *s);
	}
}

static void zsh_option(struct buf *b, const struct opt *o, const char *dashes, const char *name)
{
	buf_printf(b, " \\\n\t\t\t'*%s%s[", dashes, name);
	zsh_text(b, o->help);
	buf_char(b, ']');
	if (o->arg) {
		buf_str(b, o->flags & OPT_MAYBE ? "::" : ":");
		zsh_text(b, o->arg);
		if (o->flags & OPT_IS_FILE)
			buf_str(b, ":_files");
		else if (o->words)
			buf_printf(b, ":_sequence compadd - %s", o->words);
		else
			buf_str(b, ": ");
	}
	buf_char(b, '\'');
}

static void zsh(struct buf *b)
{
	buf_str(b, "#compdef pmrec\n# zsh completion for pmrec; made by `pmrec completion "
	           "zsh`\n_pmrec() {\n"
	           "\tlocal -a commands\n\tcommands=(\n");
	for (const struct command *c = commands; c->name; c++) {
		buf_printf(b, "\t\t'%s:", c->name);
		zsh_text(b, c->summary);
		buf_str(b, "'\n");
	}
	buf_str(b,
	        "\t)\n\tif ((CURRENT == 2)); then\n\t\t_describe command "
	        "commands\n\t\treturn\n\tfi\n"
	        "\tlocal command=$words[2]\n\tshift words\n\t((CURRENT--))\n\tcase $command in\n");
	for (const struct command *c = commands; c->name; c++) {
		buf_printf(b, "\t%s)\n\t\t_arguments '(- *)'{-h,--help}'[say how it is used]'",
		           c->name);
		for (const struct opt *o = c->opts; o->kind; o++) {
			char letter[2] = { o->letter, 0 };
			struct buf no = { 0 };
			if (o->letter)
				zsh_option(b, o, "-", letter);
			if (o->name)
				zsh_option(b, o, "--", o->name);
			if (o->name && (o->flags & OPT_NEGATE)) {
				const struct opt negated = { .help = o->help };
				buf_printf(&no, "no-%s", o->name);
				zsh_option(b, &negated, "--", buf_cstr(&no));
			}
			buf_release(&no);
		}
		if (c->run == cmd_record)
			buf_str(b, " \\\n\t\t\t'*::command:_normal'");
		else if (c->run == cmd_help)
			buf_str(b, " \\\n\t\t\t'1:command:{_describe command commands}'");
		else if (c->run == cmd_completion)
			buf_str(b, " \\\n\t\t\t'1:shell:(bash zsh fish)'");
		buf_str(b, "\n\t\t;;\n");
	}
	buf_str(b, "\tesac\n}\n_pmrec \"$@\"\n");
}

static void fish_text(struct buf *b, const char *s)
{
	for (; *s; s++) {
		if (*s == '\'' || *s == '\\')
			buf_char(b, '\\');
		buf_char(b, *s);
	}
}

static void fish(struct buf *b)
{
	buf_str(b, "# fish completion for pmrec; made by `pmrec completion fish`\n");
	for (const struct command *c = commands; c->name; c++) {
		buf_printf(b, "complete -c pmrec -n __fish_use_subcommand -f -a %s -d '", c->name);
		fish_text(b, c->summary);
		buf_str(b, "'\n");
	}
	buf_str(b, "complete -c pmrec -n '__fish_seen_subcommand_from completion' -f -a 'bash zsh "
	           "fish'\n");
	for (const struct command *c = commands; c->name; c++)
		buf_printf(b, "complete -c pmrec -n '__fish_seen_subcommand_from help' -f -a %s\n",
		           c->name);
	for (const struct command *c = commands; c->name; c++)
		for (const struct opt *o = c->opts; o->kind; o++) {
			buf_printf(b, "complete -c pmrec -n '__fish_seen_subcommand_from %s'",
			           c->name);
			if (o->letter)
				buf_printf(b, " -s %c", o->letter);
			if (o->name)
				buf_printf(b, " -l %s", o->name);
			if (o->arg && !(o->flags & OPT_MAYBE))
				buf_str(b, o->flags & OPT_IS_FILE ? " -r" : " -x");
			if (o->words)
				buf_printf(b, " -a '%s'", o->words);
			buf_str(b, " -d '");
			fish_text(b, o->help);
			buf_str(b, "'\n");
			if (o->name && (o->flags & OPT_NEGATE))
				buf_printf(b,
				           "complete -c pmrec -n '__fish_seen_subcommand_from %s' "
				           "-l no-%s\n",
				           c->name, o->name);
		}
}

static const struct {
	const char *name;
	void (*write)(struct buf *b);
} shells[] = { { "bash", bash }, { "zsh", zsh }, { "fish", fish } };

const struct opt completion_opts[] = { { .kind = OPT_END } };

int cmd_completion(int argc, char **argv, struct err *e)
{
	int rest, rc = opts_parse(completion_opts, NULL, false, argc, argv, &rest, e);
	if (rc)
		return rc;
	for (size_t i = 0; rest + 1 == argc && i < sizeof shells / sizeof *shells; i++)
		if (strcmp(argv[rest], shells[i].name) == 0) {
			struct output out;
			output_open(&out, false);
			shells[i].write(&out.buf);
			return output_close(&out, e);
		}
	return err_set(e, ERR_USAGE, "completion needs the name of a shell: bash, zsh or fish");
}
