/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Build-ids and symbols of what samples hit. */
#ifndef PMREC_CAPTURE_NAMES_H
#define PMREC_CAPTURE_NAMES_H

#include "base/log.h"
#include "capture/plan.h"
#include "symbols/symbols.h"

/* struct names: which files were mapped where samples fell, or of_all, anywhere. hits, which it
 * then owns, is to learn which addresses they hold; NULL = nobody asks. held: the files themselves,
 * borrowed; NULL = they are where they were. */
struct hits;
struct held;
struct names *names_new(bool of_all, struct held *held, struct hits *hits);
void names_free(struct names *ns); /* NULL is fine */
/* See n bytes of whole records. */
void names_see(struct names *ns, const struct span part[2], size_t n);
/* Add the build-ids that belong to what was seen: the content of the BUILD_ID section, or records.
 */
void names_add(struct buf *out, struct names *ns, const struct plan *p, bool as_records);
/* Where build-ids go: entries of the section, or records. What cannot be had adds nothing. */
struct ids {
	struct buf *out;
	bool as_records;
	struct held *held; /* where files are looked for first; NULL = nowhere */
};
/* told: what the kernel told of the file; n = 0 = nothing. */
void ids_add_file(const struct ids *ids, const struct build_id *told, const char *path);
void ids_add_kernel(const struct ids *ids);
void ids_add_modules(const struct ids *ids);
/* All that is needed to understand what was seen so far is there. */
void names_round(struct names *ns);
/* See the n bytes of records at off in a file. */
void names_read(struct names *ns, struct bytes file, uint64_t off, uint64_t n);
/* Add the content of the FILE2 section: the symbols that were hit. */
void names_embed(struct buf *out, struct names *ns, const struct log *log);

#endif
