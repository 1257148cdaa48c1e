// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Names for kernel addresses, from kallsyms. One text serves the kernel and all its modules; which
 * of them may use it is decided for each: a text the person named is taken on trust, as is one that
 * the recording has, the one of this machine only for a kernel that is proven to be the one that
 * runs here. Modules lie elsewhere after each boot, so theirs hold only while the kernel itself has
 * not moved.
 */
#include "symbols/internal.h"

/* What recorders measure the kernel's place by; the text is too large to be kept for it. */
static const char *const refs[KERNEL_REFS] = { "_text", "_stext" };

/* The text is not this machine's. */
static bool is_given(const struct symbols *s)
{
	return s->src.kallsyms || s->src.recorded_kallsyms.n;
}

static const char *text_name(const struct symbols *s)
{
	return s->src.kallsyms ? s->src.kallsyms
	       : is_given(s)   ? "the recorded kallsyms"
	                       : "/proc/kallsyms";
}

/* *mapped is to be unmapped: the recording's own text is not. */
static enum symbols_miss kallsyms_text(struct symbols *s, struct span *text, struct bytes *mapped,
                                       const char **why)
{
	*mapped = (struct bytes){ 0 };
	*text = s->src.recorded_kallsyms;
	if (is_given(s) && !s->src.kallsyms)
		return SYMBOLS_FOUND;
	enum symbols_miss miss = source_map(s, text_name(s), mapped, why);
	*text = span_of(mapped->p, mapped->n);
	return miss;
}

static void kallsyms_read(struct symbols *s)
{
	struct bytes mapped;
	struct span t;
	struct err e = { 0 };
	s->kernel.read = true;
	s->kernel.state = kallsyms_text(s, &t, &mapped, &s->kernel.why);
	if (s->kernel.state != SYMBOLS_FOUND)
		return;
	int r = kallsyms_parse(t, &s->tables, &s->kernel.names.syms, &e);
	if (r != 0)
		s->kernel.state = r == ERR_DENIED ? SYMBOLS_DENIED : SYMBOLS_BROKEN;
	else if (!s->kernel.names.syms.n)
		s->kernel.state = is_given(s) ? SYMBOLS_BROKEN : SYMBOLS_STRIPPED;
	if (s->kernel.state != SYMBOLS_FOUND)
		s->kernel.why = arena_printf(&s->arena, "'%s': %s", text_name(s),
		                             *e.text ? e.text : "no symbols in it");
	for (size_t i = 0; i < KERNEL_REFS; i++)
		if (!kallsyms_address(t, refs[i], &s->kernel.refs[i]))
			s->kernel.refs[i] = 0;
	s->src.unmap(mapped);
}

/* The address of a symbol to measure by; 0 = there is none. Each other one costs a walk through the
 * text: a recording has a few at most. */
static uint64_t kernel_ref(struct symbols *s, const char *name)
{
	struct bytes mapped;
	struct span text;
	uint64_t addr = 0;
	for (size_t i = 0; i < KERNEL_REFS; i++)
		if (strcmp(name, refs[i]) == 0)
			return s->kernel.refs[i];
	if (s->kernel.n_other_refs++ >= OTHER_REFS_MAX ||
	    kallsyms_text(s, &text, &mapped, NULL) != SYMBOLS_FOUND)
		return 0;
	if (!kallsyms_address(text, name, &addr))
		addr = 0;
	s->src.unmap(mapped);
	return addr;
}

bool kernel_proven(struct symbols *s, const struct build_id *id, const char **why)
{
	const struct build_id *here = &s->src.running_kernel;
	if (is_given(s) || (!build_id_known(id) && s->src.same_kernel))
		return true;
	if (!build_id_known(id))
		*why = "the recorded kernel's build-id is not known, so this machine's names may "
		       "be "
		       "wrong for it; name its kallsyms";
	else if (!build_id_known(here))
		*why = "the build-id of the kernel that runs here is not known";
	else if (!build_id_same(id, here))
		*why = arena_printf(&s->arena,
		                    "the kernel that runs here has build-id %s, recorded %s",
		                    build_id_text(here, &s->arena), build_id_text(id, &s->arena));
	else
		return true;
	return false;
}

/* How far the recorded kernel lay from the one kallsyms shows. */
static bool kernel_shift(struct symbols *s, struct file *f)
{
	f->shift = 0;
	if (!f->id.ref_name)
		return true;
	uint64_t addr = kernel_ref(s, f->id.ref_name);
	if (!addr) {
		f->why = arena_printf(&s->arena,
		                      "kallsyms has no '%s' to measure the kernel's place by",
		                      f->id.ref_name);
		return false;
	}
	f->shift = f->id.ref_addr - addr;
	return true;
}

/* Read kallsyms unless done, and take its state. */
static bool kernel_ready(struct symbols *s, struct file *f)
{
	if (!s->kernel.read)
		kallsyms_read(s);
	f->names = &s->kernel.names;
	f->state = s->kernel.state;
	f->why = s->kernel.why;
	return f->state == SYMBOLS_FOUND;
}

/* From kallsyms; f->state says if. */
static void kernel_open_kallsyms(struct symbols *s, struct file *f)
{
	if (!kernel_proven(s, &f->id.build_id, &f->why)) {
		f->state = SYMBOLS_DIFFERS;
		return;
	}
	if (kernel_ready(s, f) && !kernel_shift(s, f))
		f->state = SYMBOLS_DIFFERS;
	if (f->state == SYMBOLS_FOUND && !is_given(s) && !build_id_known(&f->id.build_id) &&
	    f->shift) {
		f->state = SYMBOLS_DIFFERS;
		f->why = "no build-id of the kernel was recorded, and it lay elsewhere than the "
			 "one that runs here";
	}
}

void file_open_kernel(struct symbols *s, struct file *f)
{
	if (s->src.vmlinux) {
		file_open_vmlinux(s, f, s->src.vmlinux, false);
		return;
	}
	kernel_open_kallsyms(s, f);
	if (f->state == SYMBOLS_FOUND)
		return;
	struct file told =
		*f; /* what is wrong with kallsyms is worth more than what is not there */
	if (!file_open_cached_kernel(s, f) && !file_find_vmlinux(s, f))
		*f = told;
}

void module_of(struct file *f)
{
	const char *path = f->id.path, *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;
	size_t n = strcspn(name, ".");
	const char *ko = strstr(name, ".ko");
	if (*name == '[') {
		name++;
		n = strcspn(name, "]");
	} else if (ko) {
		n = (size_t)(ko - name);
	}
	f->module = name;
	f->n_module = n;
}

/* Is the kernel the modules belong to, the one registered, that of kallsyms, and where it was? */
static bool kernel_is_here(struct symbols *s)
{
	for (; !s->kernel.is_here && s->kernel.n_asked < s->n_files; s->kernel.n_asked++) {
		const struct file *k = s->files[s->kernel.n_asked];
		if (k->id.kind != SYMBOLS_KERNEL)
			continue;
		struct file by_kallsyms = { .id = k->id };
		kernel_open_kallsyms(s, &by_kallsyms);
		if (by_kallsyms.state != SYMBOLS_FOUND)
			continue;
		s->kernel.is_here = true;
		s->kernel.shift = by_kallsyms.shift;
	}
	return s->kernel.is_here;
}

/* The build-id of the module that is loaded here agrees, as far as both are known. */
static bool module_met(struct symbols *s, struct file *f)
{
	struct bytes notes;
	struct build_id here;
	if (is_given(s) || !build_id_known(&f->id.build_id) || f->n_module > 255)
		return true;
	char *path = arena_printf(&s->arena, "/sys/module/%.*s/notes/.note.gnu.build-id",
	                          (int)f->n_module, f->module);
	for (char *p = path + sizeof "/sys/module/" - 1; *p && *p != '/'; p++)
		*p = *p == '-' ? '_' : *p;
	if (source_map(s, path, &notes, NULL) != SYMBOLS_FOUND)
		return true;
	bool known = notes_build_id(span_of(notes.p, notes.n), false, &here);
	s->src.unmap(notes);
	if (!known || build_id_same(&here, &f->id.build_id))
		return true;
	f->why = arena_printf(&s->arena, "module %.*s has build-id %s, recorded %s",
	                      (int)f->n_module, f->module, build_id_text(&here, &s->arena),
	                      build_id_text(&f->id.build_id, &s->arena));
	return false;
}

/* Has kallsyms names of it? It may be gone by now. */
static bool module_listed(const struct symtab *t, const struct file *f)
{
	const char *last = NULL;
	for (uint32_t i = 0; i < t->n; i++) {
		if (!t->v[i].module || t->v[i].module == last)
			continue;
		last = t->v[i].module;
		if (module_name_equal(f->module, f->n_module, last))
			return true;
	}
	return false;
}

/* From kallsyms; f->state says if. */
static void module_open_kallsyms(struct symbols *s, struct file *f)
{
	bool here = kernel_is_here(s);
	if (!here && !is_given(s)) {
		f->state = SYMBOLS_DIFFERS;
		f->why = "the kernel it was loaded in is not proven to be the one that runs here";
		return;
	}
	if (!kernel_ready(s, f))
		return;
	if (here && s->kernel.shift) {
		f->state = SYMBOLS_DIFFERS;
		f->why = "recorded in another boot, where modules lay elsewhere";
	} else if (!module_met(s, f)) {
		f->state = SYMBOLS_DIFFERS;
	}
}

void file_open_module(struct symbols *s, struct file *f)
{
	module_of(f);
	module_open_kallsyms(s, f);
	if (f->state == SYMBOLS_FOUND && module_listed(&f->names->syms, f))
		return;
	struct file told = *f; /* worth more than that there is no file */
	f->state = SYMBOLS_NO_FILE;
	if (!file_open_ko(s, f) && f->state == SYMBOLS_NO_FILE)
		*f = told;
}
