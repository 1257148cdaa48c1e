// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/cli.h"

/* From the file VERSION, through the Makefile. */
const char pmrec_version[] = PMREC_VERSION;
