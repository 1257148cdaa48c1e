// SPDX-License-Identifier: GPL-2.0-or-later
/* Files in and out. */
#include "../tap.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
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

static void reading(void)
{
	struct bytes b;
	struct err e = { 0 };
	put("a", "hello\nworld\n");
	put("empty", "");
	ok(sys_map("a", NULL, &b, &e) == 0 && b.n == 12 && memcmp(b.p, "hello\nworld\n", 12) == 0,
	   "a file is mapped");
	b.p[0] = 'j';
	sys_unmap(b);
	ok(sys_map("a", NULL, &b, &e) == 0 && b.p[0] == 'h', "privately");
	sys_unmap(b);
	ok(sys_map("empty", NULL, &b, &e) == 0 && !b.p && !b.n, "an empty file");
	sys_unmap(b);
	ok(sys_map("none", NULL, &b, &e) == ERR_SYS && e.sys == ENOENT, "no file: %s", e.text);
	ok(sys_map(".", NULL, &b, &e) == ERR_SYS && e.sys == EISDIR, "a directory: %s", e.text);
	ok(sys_map("/proc/self/stat", NULL, &b, &e) == 0 && b.n > 0, "a file of /proc");
	sys_unmap(b);
	mkfifo("fifo", 0600);
	ok(sys_map_file("fifo", &b, &e) == ERR_UNSUPPORTED, "a named pipe is not waited for: %s",
	   e.text);
	ok(sys_map_file("a", &b, &e) == 0 && b.n == 12, "a regular file");
	sys_unmap(b);

	int pipe_fds[2], pid;
	if (pipe(pipe_fds) < 0)
		return;
	const size_t want = 300000;
	if ((pid = fork()) == 0) {
		char *text = calloc(1, want);
		_exit(!text || sys_write(&pipe_fds[1], text, want));
	}
	close(pipe_fds[1]);
	ok(sys_read_fd_all(pipe_fds[0], "pipe", NULL, &b, &e) == 0 && b.n == want,
	   "a pipe is read to its end");
	sys_unmap(b);
	close(pipe_fds[0]);

	char line[16];
	ok(sys_line("a", line, sizeof line) == 5 && strcmp(line, "hello") == 0, "a line");
	ok(sys_line("a", line, 4) == 3 && strcmp(line, "hel") == 0, "cut to the room there is");
	ok(sys_line("none", line, sizeof line) == -ENOENT, "of no file");
	put("number", "-17\n");
	ok(sys_number("number", 5) == -17, "a number");
	ok(sys_number("a", 5) == 5, "no number");
	ok(sys_number("none", 5) == 5, "no file");
}

static void writing(void)
{
	size_t n;
	int fd = open("new", O_RDWR | O_CREAT | O_EXCL, 0600);
	ok(sys_write_two(fd, span_str("abc"), span_str("de"), &n) == 0 && n == 5, "two parts");
	ok(sys_write_at(fd, "X", 1, 1) == 0, "in place");
	close(fd);
	char line[16];
	ok(sys_line("new", line, sizeof line) == 5 && strcmp(line, "aXcde") == 0, "are in it");
	fd = open("/dev/full", O_WRONLY);
	ok(sys_write(&fd, "x", 1) == ENOSPC, "a full disk is told");
	close(fd);
}

int main(void)
{
	if (!mkdtemp(dir) || chdir(dir) < 0)
		return 1;
	reading();
	writing();
	struct bytes vdso;
	if (sys_vdso(&vdso))
		ok(vdso.n > 1000 && memcmp(vdso.p, "\177ELF", 4) == 0, "the vdso is an ELF image");
	else
		skip("no vdso", "the vdso is an ELF image");
	char command[64];
	snprintf(command, sizeof command, "rm -r %s", dir);
	ok(chdir("/") == 0 && system(command) == 0, "cleaned up");
	return done_testing();
}
