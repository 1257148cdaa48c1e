// SPDX-License-Identifier: GPL-2.0-or-later
/* The file a recording goes into, and what becomes of the one before. */
#include "../tap.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sys/sys.h"

static char dir[] = "/tmp/pmrec-test-XXXXXX";

static void put(const char *name, const char *text)
{
	FILE *f = fopen(name, "w");
	if (f) {
		fputs(text, f);
		fclose(f);
	}
}

static const char *content(const char *name)
{
	static char text[64];
	return sys_head(name, text, sizeof text) < 0 ? NULL : text;
}

static int n_names(void)
{
	struct sys_dir d;
	int n = 0;
	if (sys_dir_open(&d, -1, ".") < 0)
		return -1;
	/* With dot names, which temporary ones are. */
	rewinddir(d.dir);
	while (readdir(d.dir))
		n++;
	sys_dir_close(&d);
	return n - 2;
}

static void clear(void)
{
	ok(system("rm -rf ./* ./.pmrec*") == 0 && n_names() == 0, "---- an empty folder");
}

/* A recording of the text "new" at path, placed or not. */
static int record(const char *path, bool place, struct sys_output *o)
{
	struct err e = { 0 };
	int rc = sys_output_open(o, path, &e);
	if (rc < 0)
		return rc;
	sys_write(&o->fd, "new", 3);
	return place ? sys_output_place(o) : 0;
}

static void files(void)
{
	struct sys_output o;
	clear();
	ok(record("a", false, &o) == 0 && o.regular && !content("a"),
	   "a file has no name before it is placed");
	sys_output_close(&o);
	sys_output_close(&o);
	is_u64((uint64_t)n_names(), 0, "one that is never placed leaves nothing");

	ok(record("a", true, &o) == 0 && !o.kept, "it is placed");
	sys_output_close(&o);
	is_str(content("a"), "new", "with what was written before");
	put("a", "old");
	ok(record("a", false, &o) == 0, "over another");
	is_str(content("a"), "old", "which stays until then");
	ok(sys_output_place(&o) == 0 && o.kept, "and is kept");
	is_str(content("a"), "new", "the new one");
	is_str(content("a.old"), "old", "the old one");
	sys_output_discard(&o);
	is_str(content("a"), "old", "discarded: it is back");
	is_str(content("a.old"), NULL, "under its own name");
	sys_output_close(&o);

	put("a", "");
	ok(record("a", true, &o) == 0 && !o.kept, "an empty file is not worth keeping");
	sys_output_close(&o);
	is_str(content("a"), "new", "it is replaced");
	is_u64((uint64_t)n_names(), 1, "nothing else is there");
	ok(record("b", true, &o) == 0, "a new one");
	sys_output_discard(&o);
	sys_output_close(&o);
	is_str(content("b"), NULL, "is gone when it is discarded");
}

static unsigned mode_of(const char *path)
{
	struct stat st;
	return stat(path, &st) ? 0 : st.st_mode & 07777;
}

/* What is no recording is as the umask leaves it, also in place of what had another mode. */
static void modes(void)
{
	static const mode_t masks[] = { 0022, 0002, 0077, 0 };
	struct sys_output o;
	clear();
	for (size_t i = 0; i < sizeof masks / sizeof *masks; i++) {
		mode_t was = umask(masks[i]);
		ok(record("a", true, &o) == 0, "with a umask of %03o", masks[i]);
		sys_output_close(&o);
		is_u64(mode_of("a"), 0600, "a recording is its owner's");
		ok(sys_output_open_shared(&o, "b", NULL) == 0 && sys_output_replace(&o) == 0,
		   "something else");
		sys_output_close(&o);
		is_u64(mode_of("b"), 0666 & ~masks[i], "is as the umask says");
		umask(was);
	}
}

/* Placed without keeping what was there. */
static void replaces(void)
{
	struct sys_output o;
	clear();
	put("a", "old");
	ok(record("a", false, &o) == 0, "over another one that is not to be kept");
	is_str(content("a"), "old", "which stays until then");
	ok(sys_output_replace(&o) == 0 && o.placed, "it is replaced");
	sys_output_close(&o);
	is_str(content("a"), "new", "by the new one");
	is_u64((uint64_t)n_names(), 1, "nothing else is there");
	ok(record("b", false, &o) == 0 && sys_output_replace(&o) == 0, "where nothing was");
	sys_output_close(&o);
	is_str(content("b"), "new", "it is placed as well");
	ok(record("c", false, &o) == 0 && mkdir("c", 0700) == 0, "a folder has come there since");
	ok(sys_output_replace(&o) == -EEXIST && !o.placed, "that is refused");
	sys_output_close(&o);
	is_u64((uint64_t)n_names(), 3, "and leaves nothing");
}

/* Two recorders into one file: one that fails takes back its own alone. */
static void two(void)
{
	struct sys_output a, b;
	clear();
	ok(record("x", true, &a) == 0 && record("x", true, &b) == 0 && b.kept, "two recorders");
	sys_output_discard(&a);
	sys_output_close(&a);
	is_str(content("x"), "new", "the first is discarded: the second's file stays");
	sys_output_close(&b);

	clear();
	put("x", "old");
	ok(record("x", true, &a) == 0 && a.kept && record("x", true, &b) == 0 && b.kept,
	   "over an old one");
	put("x", "second");
	sys_output_discard(&a);
	sys_output_close(&a);
	is_str(content("x"), "second", "it stays here too");
	sys_output_close(&b);

	clear();
	put("x", "");
	ok(mkdir("x.old", 0700) == 0 && record("x", true, &a) == 0,
	   "an empty file needs no way out");
	sys_output_close(&a);
	is_str(content("x"), "new", "it is replaced");
}

static void links(void)
{
	struct sys_output o;
	struct stat st;
	clear();
	ok(mkdir("d", 0700) == 0 && symlink("d/target", "a") == 0 && record("a", true, &o) == 0,
	   "a link to nothing");
	sys_output_close(&o);
	is_str(content("d/target"), "new", "is followed");
	ok(lstat("a", &st) == 0 && S_ISLNK(st.st_mode), "and stays");
	put("d/target", "old");
	ok(record("a", true, &o) == 0 && o.kept, "a link to a file");
	sys_output_close(&o);
	is_str(content("d/target"), "old", "which is left alone");
	is_str(content("a"), "new", "is replaced");
	ok(lstat("a.old", &st) == 0 && S_ISLNK(st.st_mode), "and kept");
	ok(symlink("ring", "ring") == 0 && record("ring", true, &o) == ERR_SYS,
	   "a link to itself is refused");
	sys_output_close(&o);
}

static void sudo(void)
{
	struct sys_output o;
	struct stat st;
	if (geteuid() != 0) {
		skip("not root", "sudo");
		return;
	}
	clear();
	setenv("SUDO_UID", "12345", 1);
	setenv("SUDO_GID", "23456", 1);
	ok(record("a", true, &o) == 0 && stat("a", &st) == 0 && st.st_uid == 12345 &&
	           st.st_gid == 23456,
	   "under sudo the file is the caller's");
	sys_output_close(&o);
	put("victim", "");
	ok(symlink("victim", "l") == 0 && record("l", true, &o) == 0, "under sudo a link");
	sys_output_close(&o);
	ok(stat("victim", &st) == 0 && st.st_uid == 0 && st.st_size == 0,
	   "leads to nothing written and nothing given away");
	is_str(content("l"), "new", "it is replaced");
	ok(symlink("/dev/null", "n") == 0 && record("n", true, &o) == ERR_USAGE,
	   "a link to a device is refused");
	sys_output_close(&o);
	ok(record("/dev/null", true, &o) == 0 && !o.regular, "a device is written to");
	ok(fstat(o.fd, &st) == 0 && st.st_uid == 0, "and not given away");
	sys_output_close(&o);
	unsetenv("SUDO_UID");
	unsetenv("SUDO_GID");
}

static void refusals(void)
{
	struct sys_output o;
	clear();
	mkdir("folder", 0700);
	mkdir("b.old", 0700);
	put("b", "old");
	struct sockaddr_un sa = { .sun_family = AF_UNIX, .sun_path = "socket" };
	int s = socket(AF_UNIX, SOCK_STREAM, 0);
	bind(s, (struct sockaddr *)&sa, sizeof sa);
	close(s);
	static const struct {
		const char *path;
		int kind, errnum;
	} rows[] = {
		{ "socket", ERR_USAGE, 0 },     { "/dev/fd/99", ERR_USAGE, 0 },
		{ "folder", ERR_SYS, EISDIR },  { "b", ERR_SYS, EISDIR },
		{ "no/such", ERR_SYS, ENOENT }, { "no/", ERR_SYS, ENOENT },
		{ "", ERR_SYS, ENOENT },        { "/proc/x", ERR_SYS, ENOENT },
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct err e = { 0 };
		int rc = sys_output_open(&o, rows[i].path, &e);
		ok(rc == rows[i].kind && e.sys == rows[i].errnum, "'%s' is refused: %s",
		   rows[i].path, e.text);
		ok(o.fd == -1 && !o.path && !o.names.head, "and nothing is left to close");
		sys_output_close(&o);
	}
	is_u64((uint64_t)n_names(), 4, "nothing else is there");
	ok(record("/dev/full", true, &o) == 0 && !o.regular && sys_write(&o.fd, "x", 1) == ENOSPC,
	   "a device");
	sys_output_close(&o);
}

/* With a reader that is there already. */
static void streams(void)
{
	struct sys_output o;
	clear();
	mkfifo("fifo", 0600);
	int reader = open("fifo", O_RDONLY | O_NONBLOCK), was = dup(1);
	ok(sys_output_open(&o, "fifo", NULL) == 0 && o.stream && !o.regular, "a named pipe");
	char got[2] = { 0 };
	ok(sys_write(&o.fd, "x", 1) == 0 && read(reader, got, 2) == 1 && got[0] == 'x',
	   "what is written arrives");
	is_u64((uint64_t)sys_output_place(&o), 0, "it has its place");
	dup2(o.fd, 1);
	sys_output_close(&o);
	int rc = sys_output_open(&o, "-", NULL);
	bool good = rc == 0 && o.stream && !o.regular && sys_write(&o.fd, "y", 1) == 0 &&
	            read(reader, got, 2) == 1 && got[0] == 'y';
	sys_output_close(&o);
	good = good && write(1, "z", 1) == 1;
	dup2(was, 1);
	close(was);
	close(reader);
	ok(good, "standard output, which stays open");
	is_u64((uint64_t)n_names(), 1, "nothing else is there");
}

static void renames(void)
{
	struct sys_output o;
	clear();
	put("p.taken", "other");
	ok(record("p", true, &o) == 0 && o.placed, "a file at its place");
	errno = 0;
	ok(!sys_output_rename(&o, "taken") && errno == EEXIST, "a name that is taken is refused");
	is_str(content("p.taken"), "other", "and left alone");
	is_str(sys_output_rename(&o, "later"), "p.later", "another one is given");
	ok(!sys_exists("p") && sys_exists("p.later"), "instead of the first");
	sys_output_close(&o);
	is_u64((uint64_t)n_names(), 2, "which stays");
}

/* Another user's file in a folder that all may write to: seen before, not when it is renamed. */
static void sticky(void)
{
	clear();
	if (geteuid() != 0) {
		skip("not root", "a sticky folder");
		return;
	}
	put("mine", "old");
	if (chmod(".", 01777) < 0)
		return;
	int pid = fork(), how = 0;
	if (pid == 0) {
		struct sys_output o;
		struct err e = { 0 };
		if (setuid(12345) < 0)
			_exit(2);
		int rc = sys_output_open(&o, "mine", &e);
		sys_output_close(&o);
		if (rc != ERR_SYS || e.sys != EPERM)
			_exit(1);
		rc = record("his", true, &o);
		sys_output_close(&o);
		_exit(rc != 0);
	}
	waitpid(pid, &how, 0);
	ok(how == 0, "a sticky folder: root's file is refused, a new one is not");
	is_u64((uint64_t)n_names(), 2, "nothing else is there");
}

/* A file system that has no files without a name. */
static bool without_tmpfile(void)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat, 0, 3),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 32), /* args[2]: flags */
		BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_TMPFILE & ~O_DIRECTORY, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EOPNOTSUPP),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { sizeof filter / sizeof *filter, filter };
	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
	       prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0 &&
	       open(".", O_TMPFILE | O_RDWR, 0600) < 0 && errno == EOPNOTSUPP;
}

static void named(void)
{
	struct sys_output o;
	clear();
	put("c", "old");
	ok(record("c", false, &o) == 0 && o.temp && content(o.temp), "a name until it is placed");
	sys_output_close(&o);
	is_u64((uint64_t)n_names(), 1, "is gone when it never is");
	ok(record("c", true, &o) == 0, "placed");
	sys_output_close(&o);
	is_str(content("c"), "new", "the new one");
	is_str(content("c.old"), "old", "the old one");
	is_u64((uint64_t)n_names(), 2, "nothing else is there");
}

int main(void)
{
	if (!mkdtemp(dir) || chdir(dir) < 0)
		return 1;
	files();
	modes();
	replaces();
	two();
	links();
	sudo();
	refusals();
	streams();
	renames();
	sticky();
	if (without_tmpfile()) {
		named();
		files();
		modes();
		replaces();
	} else {
		skip("no seccomp", "without O_TMPFILE");
	}
	clear();
	ok(chdir("/") == 0 && rmdir(dir) == 0, "cleaned up");
	return done_testing();
}
