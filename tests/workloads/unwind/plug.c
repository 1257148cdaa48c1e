// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Libraries that are loaded while the program runs, see truth.h: plug_a.so, and when it is gone
 * plug_b.so, likely at its addresses (plug_lib.c, twice).
 */
#include <dlfcn.h>
#include <string.h>
#include <unistd.h>

#include "truth.h"

static char folder[4096];
static void (*plug)(void (*back)(int), int room);

FN void back_leaf(int n)
{
	spin(n);
}

FN void loads_a(void)
{
	plug(back_leaf, 40);
	RETURNS();
}

FN void loads_b(void)
{
	plug(back_leaf, 400);
	RETURNS();
}

static const char *const lines[] = {
	"stack plug_leaf_a;plug_run_a;loads_a;main;-;_start",
	"stack back_leaf;plug_back_a;plug_run_a;loads_a;main;-;_start",
	"stack plug_leaf_b;plug_run_b;loads_b;main;-;_start",
	"stack back_leaf;plug_back_b;plug_run_b;loads_b;main;-;_start",
};

/* Half of the time with each. */
static const struct {
	const char *file, *function;
	void (*phase)(void);
	int parts;
} halves[] = { { "plug_a.so", "plug_run_a", loads_a, 1 },
	       { "plug_b.so", "plug_run_b", loads_b, 2 } };

int main(int argc, char **argv)
{
	long ms = argc > 1 ? atol(argv[1]) : 200;
	truth(lines, sizeof lines / sizeof *lines);
	if (readlink("/proc/self/exe", folder, sizeof folder - 100) < 0)
		return 1;
	char *file = strrchr(folder, '/') + 1;
	for (int i = 0; i < 2; i++) {
		strcpy(file, halves[i].file);
		void *library = dlopen(folder, RTLD_NOW);
		if (!library)
			return 1;
		*(void **)&plug = dlsym(library, halves[i].function);
		while (cpu_ms() < ms * halves[i].parts / 2) {
			halves[i].phase();
			RETURNS();
		}
		dlclose(library);
	}
	return 0;
}
