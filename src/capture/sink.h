/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where the recording goes. */
#ifndef PMREC_CAPTURE_SINK_H
#define PMREC_CAPTURE_SINK_H

#include "data/write.h"
#include "sys/sys.h"

/* The output: a file, or the stream form; only the sink knows which. */
struct sink {
	struct sys_output file;
	uint64_t data_off, data_bytes;
	uint64_t raw_bytes;      /* those of data_bytes that are packed, before that */
	int failed;              /* errno of the first failed write */
	struct buf own;          /* records of ours on their way into the file */
	struct write_zstd *zstd; /* NULL = records are not compressed */
	struct buf packed;
};

/* What precedes the records, into the opened file: the events as the file has them. A failure is
 * seen in s->failed, as those of the next are. */
void sink_begin(struct sink *s, const struct write_event *events, uint32_t n_events);
/* Records of the kernel. How many bytes of whole records went in; less than all only when it
 * failed. */
size_t sink_add(struct sink *s, struct span a, struct span b);
/* Records of ours, which are never compressed. */
void sink_own(struct sink *s, struct span records);
/* What is in the file now is whole records: say so in its header. */
void sink_commit(struct sink *s);
/* Can what went in be read again at the end? */
static inline bool sink_rereads(const struct sink *s)
{
	return s->file.regular && !s->zstd;
}
/* The end of a file: append the features, or cut back to the last commit after a failure. */
void sink_finish(struct sink *s, const struct write_event *events, uint32_t n_events,
                 const uint64_t *features, const struct span *content);
/* There is to be no file: what was there before is put back. */
void sink_discard(struct sink *s);
/* Ready for the next file. */
void sink_next(struct sink *s);
void sink_close(struct sink *s); /* discards a file that was not placed */

#endif
