/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Our own statement of the kernel's perf ABI, as of Linux 7.2 (include/uapi/linux/perf_event.h),
 * and of the constants of the perf.data format
 * (tools/perf/Documentation/perf.data-file-format.txt). The machine's own headers are not used:
 * they are often older than the kernels and files that pmrec meets.
 *
 * Numbers are the ABI's; names of tables are what perf prints.
 */
#ifndef PMREC_ABI_ABI_H
#define PMREC_ABI_ABI_H

#include <stddef.h>
#include <stdbool.h>
#include <stdint.h>

/* ------------------------------------------------------------------ perf_event_attr */

enum {
	ABI_ATTR_VER0 = 64,  /* Linux 2.6.31 */
	ABI_ATTR_VER1 = 72,  /* 2.6.33: config2 */
	ABI_ATTR_VER2 = 80,  /* 3.4: branch_sample_type */
	ABI_ATTR_VER3 = 96,  /* 3.7: sample_regs_user, sample_stack_user */
	ABI_ATTR_VER4 = 104, /* 3.19: sample_regs_intr */
	ABI_ATTR_VER5 = 112, /* 4.1: aux_watermark */
	ABI_ATTR_VER6 = 120, /* 5.5: aux_sample_size */
	ABI_ATTR_VER7 = 128, /* 5.13: sig_data */
	ABI_ATTR_VER8 = 136, /* 6.3: config3 */
	ABI_ATTR_VER9 = 144, /* 6.19: config4 */
};

/* perf_event_attr in host byte order. What a shorter one lacks is zero. The flag bits are kept in
 * one word (bit 0 = disabled), because bit fields of C lie differently on machines of the other
 * byte order. */
struct abi_attr {
	uint32_t type, size;
	uint64_t config;
	uint64_t period_or_freq; /* Hz when ABI_FREQ is set */
	uint64_t sample_type;    /* ABI_SAMPLE_* */
	uint64_t read_format;    /* ABI_FORMAT_* */
	uint64_t flags;          /* ABI_DISABLED ... */
	uint32_t wakeup;         /* events, or bytes when ABI_WATERMARK is set */
	uint32_t bp_type;
	uint64_t config1, config2;
	uint64_t branch_sample_type;
	uint64_t sample_regs_user;
	uint32_t sample_stack_user;
	int32_t clockid;
	uint64_t sample_regs_intr;
	uint32_t aux_watermark;
	uint16_t sample_max_stack, reserved_2;
	uint32_t aux_sample_size, aux_action;
	uint64_t sig_data;
	uint64_t config3, config4;
};

_Static_assert(sizeof(struct abi_attr) == ABI_ATTR_VER9, "perf_event_attr of Linux 7.2");

enum abi_type {
	ABI_TYPE_HARDWARE,
	ABI_TYPE_SOFTWARE,
	ABI_TYPE_TRACEPOINT,
	ABI_TYPE_HW_CACHE,
	ABI_TYPE_RAW,
	ABI_TYPE_BREAKPOINT,
};

enum abi_software {
	ABI_SW_CPU_CLOCK,
	ABI_SW_TASK_CLOCK,
	ABI_SW_PAGE_FAULTS,
	ABI_SW_CONTEXT_SWITCHES,
	ABI_SW_CPU_MIGRATIONS,
	ABI_SW_PAGE_FAULTS_MIN,
	ABI_SW_PAGE_FAULTS_MAJ,
	ABI_SW_ALIGNMENT_FAULTS,
	ABI_SW_EMULATION_FAULTS,
	ABI_SW_DUMMY,
	ABI_SW_BPF_OUTPUT,
	ABI_SW_CGROUP_SWITCHES,
};

/* Bits of abi_attr.flags. precise_ip is a field of two bits. */
#define ABI_DISABLED (1ull << 0)
#define ABI_INHERIT (1ull << 1)
#define ABI_PINNED (1ull << 2)
#define ABI_EXCLUSIVE (1ull << 3)
#define ABI_EXCLUDE_USER (1ull << 4)
#define ABI_EXCLUDE_KERNEL (1ull << 5)
#define ABI_EXCLUDE_HV (1ull << 6)
#define ABI_EXCLUDE_IDLE (1ull << 7)
#define ABI_MMAP (1ull << 8)
#define ABI_COMM (1ull << 9)
#define ABI_FREQ (1ull << 10)
#define ABI_INHERIT_STAT (1ull << 11)
#define ABI_ENABLE_ON_EXEC (1ull << 12)
#define ABI_TASK (1ull << 13)
#define ABI_WATERMARK (1ull << 14)
#define ABI_PRECISE_SHIFT 15
#define ABI_PRECISE_MASK (3ull << ABI_PRECISE_SHIFT)
#define ABI_MMAP_DATA (1ull << 17)
#define ABI_SAMPLE_ID_ALL (1ull << 18)
#define ABI_EXCLUDE_HOST (1ull << 19)
#define ABI_EXCLUDE_GUEST (1ull << 20)
#define ABI_EXCLUDE_CALLCHAIN_KERNEL (1ull << 21)
#define ABI_EXCLUDE_CALLCHAIN_USER (1ull << 22)
#define ABI_MMAP2 (1ull << 23)
#define ABI_COMM_EXEC (1ull << 24)
#define ABI_USE_CLOCKID (1ull << 25)
#define ABI_CONTEXT_SWITCH (1ull << 26)
#define ABI_WRITE_BACKWARD (1ull << 27)
#define ABI_NAMESPACES (1ull << 28)
#define ABI_KSYMBOL (1ull << 29)
#define ABI_BPF_EVENT (1ull << 30)
#define ABI_AUX_OUTPUT (1ull << 31)
#define ABI_CGROUP (1ull << 32)
#define ABI_TEXT_POKE (1ull << 33)
#define ABI_BUILD_ID (1ull << 34)
#define ABI_INHERIT_THREAD (1ull << 35)
#define ABI_REMOVE_ON_EXEC (1ull << 36)
#define ABI_SIGTRAP (1ull << 37)
#define ABI_DEFER_CALLCHAIN (1ull << 38)
#define ABI_DEFER_OUTPUT (1ull << 39)

/* abi_attr.sample_type, bits; the order of the fields in a record is another: see data/sample.c. */
#define ABI_SAMPLE_IP (1ull << 0)
#define ABI_SAMPLE_TID (1ull << 1)
#define ABI_SAMPLE_TIME (1ull << 2)
#define ABI_SAMPLE_ADDR (1ull << 3)
#define ABI_SAMPLE_READ (1ull << 4)
#define ABI_SAMPLE_CALLCHAIN (1ull << 5)
#define ABI_SAMPLE_ID (1ull << 6)
#define ABI_SAMPLE_CPU (1ull << 7)
#define ABI_SAMPLE_PERIOD (1ull << 8)
#define ABI_SAMPLE_STREAM_ID (1ull << 9)
#define ABI_SAMPLE_RAW (1ull << 10)
#define ABI_SAMPLE_BRANCH_STACK (1ull << 11)
#define ABI_SAMPLE_REGS_USER (1ull << 12)
#define ABI_SAMPLE_STACK_USER (1ull << 13)
#define ABI_SAMPLE_WEIGHT (1ull << 14)
#define ABI_SAMPLE_DATA_SRC (1ull << 15)
#define ABI_SAMPLE_IDENTIFIER (1ull << 16)
#define ABI_SAMPLE_TRANSACTION (1ull << 17)
#define ABI_SAMPLE_REGS_INTR (1ull << 18)
#define ABI_SAMPLE_PHYS_ADDR (1ull << 19)
#define ABI_SAMPLE_AUX (1ull << 20)
#define ABI_SAMPLE_CGROUP (1ull << 21)
#define ABI_SAMPLE_DATA_PAGE_SIZE (1ull << 22)
#define ABI_SAMPLE_CODE_PAGE_SIZE (1ull << 23)
#define ABI_SAMPLE_WEIGHT_STRUCT (1ull << 24)

#define ABI_FORMAT_TOTAL_TIME_ENABLED (1ull << 0)
#define ABI_FORMAT_TOTAL_TIME_RUNNING (1ull << 1)
#define ABI_FORMAT_ID (1ull << 2)
#define ABI_FORMAT_GROUP (1ull << 3)
#define ABI_FORMAT_LOST (1ull << 4)

/* abi_attr.branch_sample_type */
#define ABI_BRANCH_USER (1ull << 0)
#define ABI_BRANCH_KERNEL (1ull << 1)
#define ABI_BRANCH_HV (1ull << 2)
#define ABI_BRANCH_ANY (1ull << 3)
#define ABI_BRANCH_ANY_CALL (1ull << 4)
#define ABI_BRANCH_ANY_RETURN (1ull << 5)
#define ABI_BRANCH_IND_CALL (1ull << 6)
#define ABI_BRANCH_ABORT_TX (1ull << 7)
#define ABI_BRANCH_IN_TX (1ull << 8)
#define ABI_BRANCH_NO_TX (1ull << 9)
#define ABI_BRANCH_COND (1ull << 10)
#define ABI_BRANCH_CALL_STACK (1ull << 11)
#define ABI_BRANCH_IND_JUMP (1ull << 12)
#define ABI_BRANCH_CALL (1ull << 13)
#define ABI_BRANCH_NO_FLAGS (1ull << 14)
#define ABI_BRANCH_NO_CYCLES (1ull << 15)
#define ABI_BRANCH_TYPE_SAVE (1ull << 16)
#define ABI_BRANCH_HW_INDEX (1ull << 17)
#define ABI_BRANCH_PRIV_SAVE (1ull << 18)
#define ABI_BRANCH_COUNTERS (1ull << 19)

/* ------------------------------------------------------------------ records */

/* perf_event_header: u32 type, u16 misc, u16 size (of the whole record). */
enum { ABI_HEADER_BYTES = 8, ABI_RECORD_MAX = 65535 };

enum abi_record {
	ABI_RECORD_MMAP = 1,
	ABI_RECORD_LOST = 2,
	ABI_RECORD_COMM = 3,
	ABI_RECORD_EXIT = 4,
	ABI_RECORD_THROTTLE = 5,
	ABI_RECORD_UNTHROTTLE = 6,
	ABI_RECORD_FORK = 7,
	ABI_RECORD_READ = 8,
	ABI_RECORD_SAMPLE = 9,
	ABI_RECORD_MMAP2 = 10,
	ABI_RECORD_AUX = 11,
	ABI_RECORD_ITRACE_START = 12,
	ABI_RECORD_LOST_SAMPLES = 13,
	ABI_RECORD_SWITCH = 14,
	ABI_RECORD_SWITCH_CPU_WIDE = 15,
	ABI_RECORD_NAMESPACES = 16,
	ABI_RECORD_KSYMBOL = 17,
	ABI_RECORD_BPF_EVENT = 18,
	ABI_RECORD_CGROUP = 19,
	ABI_RECORD_TEXT_POKE = 20,
	ABI_RECORD_AUX_OUTPUT_HW_ID = 21,
	ABI_RECORD_CALLCHAIN_DEFERRED = 22,
	ABI_RECORD_KERNEL_END, /* one past the kernel's last */

	/* perf.data's own, written by recorders */
	ABI_RECORD_HEADER_ATTR = 64,
	ABI_RECORD_HEADER_EVENT_TYPE = 65,
	ABI_RECORD_HEADER_TRACING_DATA = 66,
	ABI_RECORD_HEADER_BUILD_ID = 67,
	ABI_RECORD_FINISHED_ROUND = 68,
	ABI_RECORD_ID_INDEX = 69,
	ABI_RECORD_AUXTRACE_INFO = 70,
	ABI_RECORD_AUXTRACE = 71,
	ABI_RECORD_AUXTRACE_ERROR = 72,
	ABI_RECORD_THREAD_MAP = 73,
	ABI_RECORD_CPU_MAP = 74,
	ABI_RECORD_STAT_CONFIG = 75,
	ABI_RECORD_STAT = 76,
	ABI_RECORD_STAT_ROUND = 77,
	ABI_RECORD_EVENT_UPDATE = 78,
	ABI_RECORD_TIME_CONV = 79,
	ABI_RECORD_HEADER_FEATURE = 80,
	ABI_RECORD_COMPRESSED = 81,
	ABI_RECORD_FINISHED_INIT = 82,
	ABI_RECORD_COMPRESSED2 = 83,
	ABI_RECORD_BPF_METADATA = 84,
	ABI_RECORD_SCHEDSTAT_CPU = 85,
	ABI_RECORD_SCHEDSTAT_DOMAIN = 86,
	ABI_RECORD_END, /* one past the last known */
};

/* perf_event_header.misc */
enum {
	ABI_MISC_CPUMODE_MASK = 7,
	ABI_MISC_CPUMODE_UNKNOWN = 0,
	ABI_MISC_KERNEL = 1,
	ABI_MISC_USER = 2,
	ABI_MISC_HYPERVISOR = 3,
	ABI_MISC_GUEST_KERNEL = 4,
	ABI_MISC_GUEST_USER = 5,
	ABI_MISC_PROC_MAP_PARSE_TIMEOUT = 1 << 12,
	ABI_MISC_MMAP_DATA = 1 << 13,
	ABI_MISC_COMM_EXEC = 1 << 13,
	ABI_MISC_FORK_EXEC = 1 << 13,
	ABI_MISC_SWITCH_OUT = 1 << 13,
	ABI_MISC_EXACT_IP = 1 << 14,
	ABI_MISC_MMAP_BUILD_ID = 1 << 14,
	ABI_MISC_SWITCH_OUT_PREEMPT = 1 << 14,
};

/* MMAP2: its prot is that of mmap(2). */
enum { ABI_PROT_EXEC = 4 };

/* Call chain entries that are no addresses: what follows belongs to this context. */
#define ABI_CONTEXT_HV ((uint64_t)-32)
#define ABI_CONTEXT_KERNEL ((uint64_t)-128)
#define ABI_CONTEXT_USER ((uint64_t)-512)
#define ABI_CONTEXT_USER_DEFERRED ((uint64_t)-640)
#define ABI_CONTEXT_GUEST ((uint64_t)-2048)
#define ABI_CONTEXT_GUEST_KERNEL ((uint64_t)-2176)
#define ABI_CONTEXT_GUEST_USER ((uint64_t)-2560)
#define ABI_CONTEXT_MAX ((uint64_t)-4095)

/* ------------------------------------------------------------------ perf.data header features */

enum abi_feature {
	ABI_FEATURE_TRACING_DATA = 1,
	ABI_FEATURE_BUILD_ID = 2,
	ABI_FEATURE_HOSTNAME = 3,
	ABI_FEATURE_OSRELEASE = 4,
	ABI_FEATURE_VERSION = 5,
	ABI_FEATURE_ARCH = 6,
	ABI_FEATURE_NRCPUS = 7,
	ABI_FEATURE_CPUDESC = 8,
	ABI_FEATURE_CPUID = 9,
	ABI_FEATURE_TOTAL_MEM = 10,
	ABI_FEATURE_CMDLINE = 11,
	ABI_FEATURE_EVENT_DESC = 12,
	ABI_FEATURE_CPU_TOPOLOGY = 13,
	ABI_FEATURE_NUMA_TOPOLOGY = 14,
	ABI_FEATURE_BRANCH_STACK = 15,
	ABI_FEATURE_PMU_MAPPINGS = 16,
	ABI_FEATURE_GROUP_DESC = 17,
	ABI_FEATURE_AUXTRACE = 18,
	ABI_FEATURE_STAT = 19,
	ABI_FEATURE_CACHE = 20,
	ABI_FEATURE_SAMPLE_TIME = 21,
	ABI_FEATURE_MEM_TOPOLOGY = 22,
	ABI_FEATURE_CLOCKID = 23,
	ABI_FEATURE_DIR_FORMAT = 24,
	ABI_FEATURE_BPF_PROG_INFO = 25,
	ABI_FEATURE_BPF_BTF = 26,
	ABI_FEATURE_COMPRESSED = 27,
	ABI_FEATURE_CPU_PMU_CAPS = 28,
	ABI_FEATURE_CLOCK_DATA = 29,
	ABI_FEATURE_HYBRID_TOPOLOGY = 30,
	ABI_FEATURE_PMU_CAPS = 31,
	ABI_FEATURE_CPU_DOMAIN_INFO = 32,
	ABI_FEATURE_E_MACHINE = 33,
	ABI_FEATURE_CLN_SIZE = 34,
	ABI_FEATURE_END,
	/* Those of Android's simpleperf (its record_file_format.h). */
	ABI_FEATURE_SIMPLEPERF_FILE = 128,
	ABI_FEATURE_SIMPLEPERF_META_INFO = 129,
	ABI_FEATURE_SIMPLEPERF_FILE2 = 132,
	ABI_FEATURE_MAX = 256, /* bits in the file header */
};

/* ------------------------------------------------------------------ tables */

struct abi_bit {
	uint64_t bit;
	const char *name; /* as perf's evlist -v prints it */
};

extern const struct abi_bit abi_sample_bits[]; /* ends with bit 0 */
extern const struct abi_bit abi_format_bits[];
extern const struct abi_bit abi_flag_bits[]; /* in bit order, without precise_ip */

extern const struct abi_bit abi_branch_bits[]; /* in bit order */

/* The registers of a kind of CPU: bits of sample_regs_user and sample_regs_intr, as its
 * asm/perf_regs.h numbers them. */
struct abi_registers {
	const char *arch;         /* as uname(2) has it */
	const char *const *names; /* by bit, as perf prints them; NULL = there is none */
	unsigned n;               /* bits with a name, but for wide ones */
	uint64_t user;            /* what a stack is unwound with, unless told otherwise */
	uint64_t leaf;            /* what the frames of functions that were just called need */
	uint64_t minimal;         /* without these it cannot be: instruction and stack pointer */
	uint64_t link;   /* holds the caller of a function that calls none; 0 = there is none */
	unsigned wide;   /* the first of the vector registers, two bits each; 0 = none */
	unsigned n_wide; /* how many of them: XMM0, XMM1, ... */
	uint64_t weight; /* the ABI_SAMPLE_WEIGHT* that its events are weighed with */
};

/* NULL = they are not known. */
const struct abi_registers *abi_registers(const char *arch);
/* Those of the CPUs that this program was made for; no names and no bits where they are not known.
 */
extern const struct abi_registers *const abi_registers_here;

/* "MMAP2", or NULL for a type nobody knows. */
const char *abi_record_name(uint32_t type);
/* "HOSTNAME", or NULL. */
const char *abi_feature_name(unsigned feature);
/* May it be a record of a stream? perf stops at one of a feature that it does not know, and perf of
 * Linux 6.1 dies of BPF programs. */
bool abi_feature_streams(unsigned feature);

/* Events with a name of their own in perf's vocabulary. */
struct abi_event {
	uint32_t type; /* enum abi_type */
	uint64_t config;
	const char *name;
	const char *alias; /* a second name, or NULL */
};

extern const struct abi_event abi_events[]; /* ends with name NULL */
/* The name of a hardware or software event, or NULL. */
const char *abi_event_name(uint32_t type, uint64_t config);

/* The version of /proc/schedstat from which on it has the names of domains; the section that copies
 * it, too. */
enum { ABI_SCHEDSTAT_NAMES = 17 };

/* ------------------------------------------------------------------ permission */

/* What the kernel looks at when it is asked for an event (kernel/events/core.c), and what may stand
 * before it. */
struct abi_rights {
	long long paranoid; /* kernel.perf_event_paranoid */
	long long max_rate; /* kernel.perf_event_max_sample_rate, Hz; <= 0 = not known */
	bool privileged;    /* CAP_PERFMON or CAP_SYS_ADMIN on the whole machine: paranoid does not
	                       bind */
	bool denies_all;  /* paranoid is above 2, and this kernel is one that refuses all to others
	                     then */
	bool has_seccomp; /* a filter of system calls is on this process */
	bool in_user_namespace; /* its root is not the machine's */
	bool locked_down;       /* lockdown=confidentiality */
};

#endif
