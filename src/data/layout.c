// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * How the bodies of records are laid out, as text: perf_event_open(2) for those of the kernel,
 * perf.data-file-format.txt and perf's own event.h (Linux 7.2) for those of recorders. Fields are
 * separated by blanks; the first letter says how a field lies and is shown:
 *
 *	8 4 2 1   a number of so many bytes         i   a signed one of 4
 *	x         one of 8, shown in hexadecimal    w a words to the end, decimal or hexadecimal
 *	t         text to the trailer               T64 text in 64 bytes
 *	h         bytes to the end                  H8  8 bytes
 *	B b       a build-id of an mmap, of a list  [   what follows repeats, to the end
 *
 * and the rest is its name. A name that begins with _ is padding.
 */
#include "data/internal.h"

#define LB(WHO) "4" WHO "_lb_count 4" WHO "_lb_balanced 4" WHO "_lb_failed "
#define LB_END(WHO) \
	"4" WHO "_lb_gained 4" WHO "_lb_hot_gained 4" WHO "_lb_nobusyq 4" WHO "_lb_nobusyg "
#define LB_15(WHO) LB(WHO) "4" WHO "_lb_imbalance " LB_END(WHO)
#define LB_17(WHO)                                                                               \
	LB(WHO)                                                                                  \
	"4" WHO "_lb_imbalance_load 4" WHO "_lb_imbalance_util 4" WHO "_lb_imbalance_task 4" WHO \
	"_lb_imbalance_misfit " LB_END(WHO)
#define DOMAIN "8timestamp 4cpu 2version 2domain "
#define DOMAIN_END                                                                  \
	"4alb_count 4alb_failed 4alb_pushed 4sbe_count 4sbe_balanced 4sbe_pushed "  \
	"4sbf_count 4sbf_balanced 4sbf_pushed 4ttwu_wake_remote 4ttwu_move_affine " \
	"4ttwu_move_balance"
#define ERROR_FRONT "4type 4code icpu ipid itid 4fmt xip "

static const char *const layouts[ABI_RECORD_END] = {
	[ABI_RECORD_MMAP] = "ipid itid xaddr xlen xpgoff tfilename",
	[ABI_RECORD_LOST] = "8id 8lost",
	[ABI_RECORD_COMM] = "ipid itid tcomm",
	[ABI_RECORD_EXIT] = "ipid ippid itid iptid 8time",
	[ABI_RECORD_THROTTLE] = "8time 8id 8stream_id",
	[ABI_RECORD_UNTHROTTLE] = "8time 8id 8stream_id",
	[ABI_RECORD_FORK] = "ipid ippid itid iptid 8time",
	[ABI_RECORD_READ] = "ipid itid wvalues",
	[ABI_RECORD_MMAP2] =
		"ipid itid xaddr xlen xpgoff 4maj 4min 8ino 8ino_generation 4prot 4flags tfilename",
	[ABI_RECORD_AUX] = "xaux_offset xaux_size xflags",
	[ABI_RECORD_ITRACE_START] = "ipid itid",
	[ABI_RECORD_LOST_SAMPLES] = "8lost",
	[ABI_RECORD_SWITCH] = "",
	[ABI_RECORD_SWITCH_CPU_WIDE] = "inext_prev_pid inext_prev_tid",
	[ABI_RECORD_NAMESPACES] = "ipid itid 8nr_namespaces [link_info 8dev 8ino",
	[ABI_RECORD_KSYMBOL] = "xaddr 4len 2ksym_type 2flags tname",
	[ABI_RECORD_BPF_EVENT] = "2type 2flags 4id H8tag",
	[ABI_RECORD_CGROUP] = "8id tpath",
	[ABI_RECORD_TEXT_POKE] = "xaddr 2old_len 2new_len hbytes",
	[ABI_RECORD_AUX_OUTPUT_HW_ID] = "xhw_id",
	[ABI_RECORD_CALLCHAIN_DEFERRED] = "8cookie 8nr aips",
	[ABI_RECORD_HEADER_ATTR] = "",
	[ABI_RECORD_HEADER_EVENT_TYPE] = "8event_id T64name",
	[ABI_RECORD_HEADER_TRACING_DATA] = "4size",
	[ABI_RECORD_HEADER_BUILD_ID] = "ipid bbuild_id tfilename",
	[ABI_RECORD_FINISHED_ROUND] = "",
	[ABI_RECORD_ID_INDEX] = "8nr [entries 8id 8idx 8cpu 8tid",
	[ABI_RECORD_AUXTRACE_INFO] = "4type 4_ apriv",
	[ABI_RECORD_AUXTRACE] = "xsize xoffset xreference 4idx itid icpu",
	[ABI_RECORD_AUXTRACE_ERROR] = ERROR_FRONT "8time T64msg 4machine_pid 4vcpu",
	[ABI_RECORD_THREAD_MAP] = "8nr [entries 8pid T16comm",
	[ABI_RECORD_CPU_MAP] = "", /* data/swap.c */
	[ABI_RECORD_STAT_CONFIG] = "8nr [data 8tag 8val",
	[ABI_RECORD_STAT] = "8id icpu ithread 8val 8ena 8run",
	[ABI_RECORD_STAT_ROUND] = "8type 8time",
	[ABI_RECORD_EVENT_UPDATE] = "8type 8id", /* what it updates: data/swap.c */
	[ABI_RECORD_TIME_CONV] = "8time_shift 8time_mult 8time_zero 8time_cycles xtime_mask "
				 "1cap_user_time_zero 1cap_user_time_short",
	[ABI_RECORD_HEADER_FEATURE] = "8feat_id hdata",
	[ABI_RECORD_COMPRESSED] = "",
	[ABI_RECORD_FINISHED_INIT] = "",
	[ABI_RECORD_COMPRESSED2] = "8data_size",
	[ABI_RECORD_BPF_METADATA] = "T64prog_name 8nr_entries [entries T64key T256value",
	[ABI_RECORD_SCHEDSTAT_CPU] =
		"8timestamp 4cpu 2version 2_ 4yld_count 4array_exp 4sched_count 4sched_goidle "
		"4ttwu_count 4ttwu_local 8rq_cpu_time 8run_delay 8pcount",
	[ABI_RECORD_SCHEDSTAT_DOMAIN] = DOMAIN,
};

enum { SCHEDSTAT_FIRST = 15, SCHEDSTAT_LAST = 17, SCHEDSTAT_VERSION = 20, ERROR_FMT = 28 };

static const char *const domains[] = {
	DOMAIN LB_15("idle") LB_15("busy") LB_15("newidle") DOMAIN_END,
	DOMAIN LB_15("busy") LB_15("idle") LB_15("newidle") DOMAIN_END,
	DOMAIN LB_17("busy") LB_17("idle") LB_17("newidle") DOMAIN_END,
};

/* Those whose layout depends on what they hold. foreign: the body is not in host order yet. */
const char *record_layout(const struct record *r, bool foreign)
{
	const char *layout = r->type < ABI_RECORD_END ? layouts[r->type] : NULL;
	if (r->type == ABI_RECORD_MMAP2 && (r->misc & ABI_MISC_MMAP_BUILD_ID))
		layout = "ipid itid xaddr xlen xpgoff Bbuild_id 4prot 4flags tfilename";
	if (r->type == ABI_RECORD_AUXTRACE_ERROR && r->n >= ERROR_FMT + 4 &&
	    !load32(r->p + ERROR_FMT))
		layout = ERROR_FRONT "T64msg";
	bool cpu = r->type == ABI_RECORD_SCHEDSTAT_CPU;
	if ((cpu || r->type == ABI_RECORD_SCHEDSTAT_DOMAIN) && r->n >= SCHEDSTAT_VERSION + 2) {
		unsigned version = swap16(load16(r->p + SCHEDSTAT_VERSION), foreign);
		if (version < SCHEDSTAT_FIRST || version > SCHEDSTAT_LAST)
			layout = cpu ? "8timestamp 4cpu 2version 2_" : DOMAIN;
		else if (!cpu)
			layout = domains[version - SCHEDSTAT_FIRST];
	}
	return layout;
}

static unsigned kind_bytes(char kind)
{
	static const struct {
		char kind;
		uint8_t bytes;
	} kinds[] = { { '1', 1 }, { '2', 2 }, { '4', 4 },  { 'i', 4 },
		      { '8', 8 }, { 'x', 8 }, { 'B', 24 }, { 'b', 24 } };
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (kinds[i].kind == kind)
			return kinds[i].bytes;
	return 0;
}

bool layout_next(const char **at, struct layout_field *out)
{
	const char *p = *at + strspn(*at, " ");
	if (!*p)
		return false;
	*out = (struct layout_field){ .kind = *p, .bytes = kind_bytes(*p) };
	p++;
	if (out->kind == 'T' || out->kind == 'H')
		for (; *p >= '0' && *p <= '9'; p++)
			out->bytes = 10 * out->bytes + (unsigned)(*p - '0');
	out->name = span_of(p, strcspn(p, " "));
	*at = p + out->name.n;
	return true;
}
