// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * MiniDebugInfo: a stripped file may carry, in the section .gnu_debugdata, an ELF file packed with
 * xz whose .symtab has the functions that .dynsym lacks (GDB manual, "MiniDebugInfo").
 */
#include "symbols/internal.h"

int minidebug_parse(const struct elf_file *f, struct arena *a, struct elf_file *out, struct err *e)
{
	struct bytes image; /* names point into it: it lives as long as they do */
	int rc = unpack(PACKED_XZ, f->minidebug, a, &image, e);
	if (rc != 0)
		return err_context(e, ".gnu_debugdata");
	return elf_parse(image, a, out, e);
}
