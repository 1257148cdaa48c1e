// SPDX-License-Identifier: GPL-2.0-or-later
/* Where names for a recording are looked for. */
#include <stdlib.h>

#include "base/words.h"
#include "cli/cli.h"
#include "sys/sys.h"

/* Anybody may have made it: what a process tells of its code, /tmp/perf-PID.map or jit-PID.dump. */
static bool is_shared(const char *path)
{
	const char *name = strrchr(path, '/');
	size_t folder = name ? (size_t)(name - path) : 0;
	if (name && strncmp(name, "/jit-", 5) == 0)
		return true;
	return folder >= 4 && memcmp(name - 4, "/tmp", 4) == 0 && strncmp(name, "/perf-", 6) == 0;
}

/* What the resolver may look at: the vdso image of this machine and regular files. A path of the
 * recording may be anything by now: a FIFO would block, and anyone can put a perf map into /tmp. */
static int source_map(void *ctx, const char *path, struct bytes *out, struct err *e)
{
	(void)ctx;
	if (strcmp(path, "[vdso]") == 0)
		return sys_vdso(out) ? 0 : err_set(e, ERR_UNSUPPORTED, "this machine has no vdso");
	return is_shared(path) ? sys_map_trusted(path, out, e) : sys_map_file(path, out, e);
}

/* What proves that the kernel that runs here is the recorded one. */
static void running_kernel(struct input *in, struct symbols_source *src)
{
	struct sys_machine here;
	struct build_id recorded = { 0 };
	const char *release = data_text(&in->data, ABI_FEATURE_OSRELEASE);
	sys_machine(&here);
	src->release = release;
	capture_notes_read(CAPTURE_KERNEL_NOTES, &src->running_kernel);
	recorded.n = session_kernel_build_id(&in->session, recorded.id);
	src->same_kernel = recorded.n ? build_id_equal(&recorded, &src->running_kernel)
	                              : release && strcmp(release, here.release) == 0;
}

/* Places that the person named must be there; those that were recorded need not. */
static int check_folder(const char *path, const char *option, struct err *e)
{
	return !path || sys_exists(path)
	               ? 0
	               : err_set(e, ERR_SYS, "%s: there is no '%s'", option, path);
}

static int check_debug_dirs(const char *dirs, struct err *e)
{
	char path[4096];
	struct span dir;
	int rc = 0;
	while (!rc && folder_next(&dirs, &dir))
		if (snprintf(path, sizeof path, "%.*s", (int)dir.n, (const char *)dir.p) <
		            (int)sizeof path &&
		    dir.n)
			rc = check_folder(path, "--debug-dir", e);
	return rc;
}

static int check_file(const char *path, const char *option, struct err *e)
{
	struct bytes text;
	if (!path)
		return 0;
	if (sys_map_file(path, &text, e))
		return err_context(e, "%s", option);
	sys_unmap(text);
	return 0;
}

static int check_given(const struct input_options *o, struct err *e)
{
	int rc = check_folder(o->symfs, "--symfs", e);
	if (!rc && o->debuginfod)
		rc = debuginfod_check(o->debuginfod, e);
	if (!rc)
		rc = check_folder(o->buildid_dir, "--buildid-dir", e);
	if (!rc)
		rc = check_debug_dirs(o->debug_dirs, e);
	if (!rc)
		rc = check_file(o->kallsyms, "--kallsyms", e);
	return rc ? rc : check_file(o->vmlinux, "--vmlinux", e);
}

/* perf's, unless somebody else may write to it. */
static const char *usual_cache(struct input *in)
{
	const char *home = getenv("HOME");
	if (!home || *home != '/')
		return NULL;
	const char *path = arena_printf(&in->data.arena, "%s/.debug", home);
	return sys_is_own_folder(path) ? path : NULL;
}

int input_source(struct input *in, const struct input_options *o, struct err *e)
{
	in->source = (struct symbols_source){ .map = source_map,
		                              .unmap = sys_unmap,
		                              .forget = sys_forget,
		                              .kallsyms = o->kallsyms,
		                              .recorded_kallsyms = data_kallsyms(&in->data),
		                              .vmlinux = o->vmlinux,
		                              .symfs = o->symfs,
		                              .debug_dirs = o->debug_dirs,
		                              .buildid_dir = o->buildid_dir ? o->buildid_dir
		                                                            : usual_cache(in),
		                              .demangle = o->demangle,
		                              .ends_process = true };
	if (o->debuginfod) {
		in->debuginfod = (struct debuginfod){ o->debuginfod, o->quiet, o->verbose, false };
		in->source.fetch = debuginfod_fetch;
		in->source.ctx = &in->debuginfod;
	}
	running_kernel(in, &in->source);
	return check_given(o, e);
}
