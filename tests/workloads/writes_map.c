// SPDX-License-Identifier: GPL-2.0-or-later
/* Makes code at run time, tells of it in /tmp/perf-PID.map, and runs it for so many milliseconds.
 */
#include <stdbool.h>
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

static void tell_map(const char *path, uint64_t at)
{
	FILE *f = fopen(path, "w");
	if (!f)
		exit(1);
	fprintf(f, "%llx %zx made code\n", (unsigned long long)at, sizeof code);
	fclose(f);
}

static void put(FILE *f, uint64_t v, size_t n_bytes)
{
	fwrite(&v, n_bytes, 1, f);
}

static void tell_dump(const char *path, uint64_t at)
{
	static const char name[] = "dumped code";
	FILE *f = fopen(path, "w+");
	if (!f)
		exit(1);
	put(f, 0x4a695444, 4); /* magic, version, size, machine, padding, pid, time, flags */
	put(f, 1, 4);
	put(f, 40, 4);
	put(f, 62, 4);
	put(f, 0, 4);
	put(f, (uint64_t)getpid(), 4);
	put(f, 0, 8);
	put(f, 0, 8);
	if (fflush(f) ||
	    mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, fileno(f), 0) == MAP_FAILED)
		exit(1);
	put(f, 0, 4); /* code that was loaded: size, time, pid, tid, vma, address, size, number */
	put(f, 16 + 40 + sizeof name + sizeof code, 4);
	put(f, 1, 8);
	put(f, (uint64_t)getpid(), 4);
	put(f, (uint64_t)getpid(), 4);
	put(f, at, 8);
	put(f, at, 8);
	put(f, sizeof code, 8);
	put(f, 1, 8);
	fwrite(name, sizeof name, 1, f);
	fwrite(code, sizeof code, 1, f);
	fclose(f);
}

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
	bool dump = argc > 2;
	snprintf(path, sizeof path, dump ? "jit-%d.dump" : "/tmp/perf-%d.map", (int)getpid());
	(dump ? tell_dump : tell_map)(path, (uint64_t)(uintptr_t)p);
	printf("%s\n", path);
	fflush(stdout);
	while (now_ms() < end)
		((void (*)(void))(uintptr_t)p)();
	return 0;
}
