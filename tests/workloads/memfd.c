// SPDX-License-Identifier: GPL-2.0-or-later
/* Runs a program, with its words, from memory: a file without a path, whose name has a space. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	char bytes[65536];
	size_t n;
	FILE *in = argc > 1 ? fopen(argv[1], "r") : NULL;
	int fd = memfd_create("a name", MFD_CLOEXEC);
	if (!in || fd < 0)
		return 1;
	while ((n = fread(bytes, 1, sizeof bytes, in)))
		if (write(fd, bytes, n) != (ssize_t)n)
			return 1;
	fclose(in);
	fexecve(fd, argv + 1, environ);
	return 1;
}
