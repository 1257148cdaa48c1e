// SPDX-License-Identifier: GPL-2.0-or-later
/* Any bytes as what follows the header of a stream: attrs, features and records. */
#include "tests/fuzz/recording.h"

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
	struct buf f = { 0 };
	stream_begin(&f);
	buf_add(&f, p, n);
	recording_read_copy(f.p, f.n);
	buf_release(&f);
	return 0;
}
