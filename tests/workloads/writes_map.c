// SPDX-License-Identifier: GPL-2.0-or-later
/* Makes code at run time, tells of it in /tmp/perf-PID.map, and runs it for so many milliseconds.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static uint64_t now_ms(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

#if defined(__x86_64__)
/* mov $2000000, %ecx; 1: dec %ecx; jnz 1b; ret */
static const unsigned char code[] = { 0xb9, 0x80, 0x84, 0x1e, 0x00, 0xff, 0xc9, 0x75, 0xfc, 0xc3 };
#elif defined(__aarch64__)
/* mov w0, #0x1e, lsl 16; 1: subs w0, w0, #1; b.ne 1b; ret */
static const unsigned char code[] = { 0xc0, 0x03, 0xa0, 0x52, 0x00, 0x04, 0x00, 0x71,
	                              0xe1, 0xff, 0xff, 0x54, 0xc0, 0x03, 0x5f, 0xd6 };
#endif

int main(int argc, char **argv)
{
	uint64_t end = now_ms() + (argc > 1 ? (uint64_t)atoi(argv[1]) : 300);
	char path[64];
	unsigned char *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
	                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (p == MAP_FAILED)
		return 1;
	memcpy(p, code, sizeof code);
	__builtin___clear_cache((char *)p, (char *)p + sizeof code);
	snprintf(path, sizeof path, "/tmp/perf-%d.map", (int)getpid());
	FILE *f = fopen(path, "w");
	if (!f)
		return 1;
	fprintf(f, "%lx %zx made code\n", (unsigned long)(uintptr_t)p, sizeof code);
	fclose(f);
	printf("%s\n", path);
	fflush(stdout);
	while (now_ms() < end)
		((void (*)(void))(uintptr_t)p)();
	return 0;
}
