/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The numbers of simpleperf's record_file.proto, message FileFeature, and of protobuf itself. */
#ifndef PMREC_DATA_EMBEDDED_H
#define PMREC_DATA_EMBEDDED_H

enum embedded_kind {
	EMBEDDED_KERNEL,
	EMBEDDED_MODULE,
	EMBEDDED_ELF,
	EMBEDDED_DEX,
	EMBEDDED_PERFMAP,
	EMBEDDED_OTHER,
};

enum {
	EMBEDDED_FIELD_PATH = 1,
	EMBEDDED_FIELD_KIND = 2,
	EMBEDDED_FIELD_MIN_VADDR = 3,
	EMBEDDED_FIELD_SYMBOL = 4,
	EMBEDDED_FIELD_ELF = 6,
	EMBEDDED_FIELD_MODULE = 7,
	EMBEDDED_FIELD_BUILD_ID = 1000, /* ours; without bytes = the file has none */

	EMBEDDED_FIELD_MIN_OFF = 1, /* in ELF: in the file; in MODULE: in memory */

	EMBEDDED_FIELD_ADDR = 1, /* in SYMBOL */
	EMBEDDED_FIELD_LEN = 2,
	EMBEDDED_FIELD_NAME = 3,
};

enum embedded_wire {
	EMBEDDED_WIRE_VARINT = 0,
	EMBEDDED_WIRE_64 = 1,
	EMBEDDED_WIRE_BYTES = 2,
	EMBEDDED_WIRE_32 = 5
};

#endif
