/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The page that shows a flame graph, made of flame.html, flame.css and flame_*.js by scripts/embed,
 * and the script of a picture (svg.js). */
#ifndef PMREC_OUTPUT_PAGE_H
#define PMREC_OUTPUT_PAGE_H

#include <stddef.h>

/* The title belongs between its first and second part, the data between the second and third. */
enum { PAGE_PARTS = 3 };
extern const struct page_part {
	const unsigned char *p;
	size_t n;
} page_parts[PAGE_PARTS], svg_script;

#endif
