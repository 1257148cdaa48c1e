/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What processes ever had mapped. The empty value is {0}. */
#ifndef PMREC_CAPTURE_HIT_MAPS_H
#define PMREC_CAPTURE_HIT_MAPS_H

#include "capture/embed.h"

struct hit_map {
	uint64_t start, end, pgoff;
	uint64_t reach; /* the largest end of this and those of the process before it */
	uint32_t process, file;
};

struct hit_maps {
	struct hit_map *v;
	uint32_t n, cap, n_sorted;
	struct hit_file *files;
	uint32_t n_files, cap_files;
	struct table table; /* of files */
	struct arena paths;
	uint64_t n_refused; /* for which there was no room */
};

void hit_maps_add(struct hit_maps *maps, uint32_t process, const struct body_mmap *m, uint8_t mode);
/* Before any is looked for. */
void hit_maps_sort(struct hit_maps *maps);
/* The mappings of a process that hold an address, that which begins last first: *at is
 * HIT_MAPS_START before the first. NULL = there are no more. */
#define HIT_MAPS_START UINT32_MAX
const struct hit_map *hit_maps_holding(const struct hit_maps *maps, uint32_t process, uint64_t ip,
                                       uint32_t *at);
void hit_maps_release(struct hit_maps *maps);

#endif
