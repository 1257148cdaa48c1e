// SPDX-License-Identifier: GPL-2.0-or-later
/* arch/x86 and arch/arm64 include/uapi/asm/perf_regs.h of Linux 7.2. */
#include <string.h>

#include "abi/abi.h"

static const char *const x86_64[] = { "AX", "BX",    "CX",  "DX",  "SI",  "DI",  "BP",  "SP",
	                              "IP", "FLAGS", "CS",  "SS",  "DS",  "ES",  "FS",  "GS",
	                              "R8", "R9",    "R10", "R11", "R12", "R13", "R14", "R15" };

static const char *const aarch64[] = {
	"x0",  "x1",  "x2",  "x3",  "x4",  "x5",  "x6",  "x7",  "x8",  "x9",        "x10", "x11",
	"x12", "x13", "x14", "x15", "x16", "x17", "x18", "x19", "x20", "x21",       "x22", "x23",
	"x24", "x25", "x26", "x27", "x28", "x29", "lr",  "sp",  "pc",  [46] = "vg",
};

#define COUNT(a) (sizeof(a) / sizeof *(a))

static const struct abi_registers all[] = {
	{ .arch = "x86_64",
	  .names = x86_64,
	  .n = COUNT(x86_64),
	  .user = 0xff0fff, /* the kernel gives none of DS to GS */
	  .leaf = 0xf001c2, /* BX BP SP IP R12 to R15 */
	  .minimal = 1 << 7 | 1 << 8,
	  .wide = 32,
	  .n_wide = 16,
	  .weight = ABI_SAMPLE_WEIGHT_STRUCT },
	{ .arch = "aarch64",
	  .names = aarch64,
	  .n = COUNT(aarch64),
	  .user = 0x1ffffffff,
	  .leaf = 0x1fff80000, /* x19 to x29, lr, sp, pc */
	  .minimal = 1ull << 31 | 1ull << 32,
	  .link = 1 << 30,
	  .weight = ABI_SAMPLE_WEIGHT },
	{ .arch = "", .weight = ABI_SAMPLE_WEIGHT },
};

#if defined __x86_64__
enum { HERE = 0 };
#elif defined __aarch64__
enum { HERE = 1 };
#else
enum { HERE = 2 };
#endif

const struct abi_registers *const abi_registers_here = &all[HERE];

const struct abi_registers *abi_registers(const char *arch)
{
	for (size_t i = 0; arch && *arch && i < COUNT(all); i++)
		if (strcmp(all[i].arch, arch) == 0)
			return &all[i];
	return NULL;
}
