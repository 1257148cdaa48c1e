// SPDX-License-Identifier: GPL-2.0-or-later
/* Any bytes as a recording, in file or stream form. */
#include "tests/fuzz/recording.h"

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
	recording_read_copy(p, n);
	return 0;
}
