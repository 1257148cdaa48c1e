// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Loads a BPF program of two functions, with types that name them, and runs it.
 *
 *	bpf MS      run it so many milliseconds
 *	bpf wait    run it until standard input ends
 *
 * Prints "program ID" and "ran" as it goes. pmrec_outer does nothing but call pmrec_inner, which
 * takes all the time. Status 77: no BPF here.
 */
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <linux/bpf.h>

enum { INNER_OPS = 3000, NO_BPF = 77 };

static long bpf(int command, union bpf_attr *attr)
{
	return syscall(SYS_bpf, command, attr, sizeof *attr);
}

/* Documentation/bpf/btf.rst: a header, then types: int, int (void), two functions of that. */
static int load_types(void)
{
	static const char strings[] = "\0int\0pmrec_outer\0pmrec_inner";
	enum { INT = 1, OUTER = 5, INNER = 17, KIND_INT = 1, KIND_FUNC = 12, KIND_PROTO = 13 };
	static const uint32_t types[] = {
		INT,   KIND_INT << 24,   4, 1 << 24 | 32, /* signed, 32 bits */
		0,     KIND_PROTO << 24, 1,               /* returns the first type */
		OUTER, KIND_FUNC << 24,  2,               /* of the second type */
		INNER, KIND_FUNC << 24,  2,
	};
	struct {
		uint16_t magic;
		uint8_t version, flags;
		uint32_t head_bytes, types_off, types_bytes, strings_off, strings_bytes;
		uint32_t types[sizeof types / 4];
		char strings[sizeof strings];
	} blob = { 0xeb9f, 1, 0, 24, 0, sizeof types, sizeof types, sizeof strings, { 0 }, { 0 } };
	memcpy(blob.types, types, sizeof types);
	memcpy(blob.strings, strings, sizeof strings);
	union bpf_attr attr = { .btf = (uintptr_t)&blob,
		                .btf_size = 24 + sizeof types + sizeof strings };
	return (int)bpf(BPF_BTF_LOAD, &attr);
}

static int load_program(int types)
{
	static struct bpf_insn code[INNER_OPS + 8];
	static const uint32_t functions[][2] = { { 0, 3 }, { 2, 4 } }; /* instruction, type */
	int n = 0;
	code[n++] = (struct bpf_insn){ .code = BPF_JMP | BPF_CALL, .src_reg = 1, .imm = 1 };
	code[n++] = (struct bpf_insn){ .code = BPF_JMP | BPF_EXIT };
	code[n++] = (struct bpf_insn){ .code = BPF_ALU64 | BPF_MOV | BPF_K, .imm = 1 };
	for (int i = 0; i < INNER_OPS; i++)
		code[n++] = (struct bpf_insn){ .code = BPF_ALU64 | BPF_MUL | BPF_K, .imm = 3 };
	code[n++] = (struct bpf_insn){ .code = BPF_JMP | BPF_EXIT };
	union bpf_attr attr = {
		.prog_type = BPF_PROG_TYPE_SOCKET_FILTER,
		.insns = (uintptr_t)code,
		.insn_cnt = (uint32_t)n,
		.license = (uintptr_t) "GPL",
		.prog_name = "pmrec_outer",
		.prog_btf_fd = (uint32_t)types,
		.func_info = (uintptr_t)functions,
		.func_info_cnt = 2,
		.func_info_rec_size = sizeof functions[0],
	};
	int fd = (int)bpf(BPF_PROG_LOAD, &attr);
	if (fd < 0)
		perror("program");
	return fd;
}

/* ms < 0: until standard input ends. */
static bool is_over(const struct timespec *begun, long ms)
{
	struct pollfd end = { .fd = 0, .events = POLLIN };
	struct timespec now;
	if (ms < 0)
		return poll(&end, 1, 0) != 0;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (now.tv_sec - begun->tv_sec) * 1000 + (now.tv_nsec - begun->tv_nsec) / 1000000 >= ms;
}

static void run(int program, long ms)
{
	static unsigned char packet[64];
	struct timespec begun;
	clock_gettime(CLOCK_MONOTONIC, &begun);
	do {
		union bpf_attr attr = { .test = { .prog_fd = (uint32_t)program,
			                          .repeat = 1000,
			                          .data_in = (uintptr_t)packet,
			                          .data_size_in = sizeof packet } };
		if (bpf(BPF_PROG_TEST_RUN, &attr) < 0) {
			perror("run");
			exit(1);
		}
	} while (!is_over(&begun, ms));
}

int main(int argc, char **argv)
{
	int types = load_types();
	if (types < 0) {
		perror("types");
		return NO_BPF;
	}
	int program = load_program(types);
	if (program < 0)
		return NO_BPF;
	struct bpf_prog_info info = { 0 };
	union bpf_attr attr = { .info = { (uint32_t)program, sizeof info, (uintptr_t)&info } };
	if (bpf(BPF_OBJ_GET_INFO_BY_FD, &attr) < 0)
		return NO_BPF;
	printf("program %u\n", info.id);
	fflush(stdout);
	run(program, argc > 1 && strcmp(argv[1], "wait") == 0 ? -1
	             : argc > 1                               ? atol(argv[1])
	                                                      : 100);
	printf("ran\n");
	return 0;
}
