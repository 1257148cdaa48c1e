// SPDX-License-Identifier: GPL-2.0-or-later
/* The PMUs of machines whose cores are of several kinds: each states its CPUs. */
#include "doctor/internal.h"

static const char devices[] = "/sys/bus/event_source/devices";

bool core_pmus_open(struct sys_dir *dir)
{
	return sys_dir_open(dir, -1, devices) == 0;
}

bool core_pmu_next(struct sys_dir *dir, struct core_pmu *out)
{
	struct buf path = { 0 };
	long long type = -1;
	while (type < 0 && (out->name = sys_dir_next(dir))) {
		path.n = 0;
		buf_printf(&path, "%s/%s/cpus", devices, out->name);
		if (sys_line(buf_cstr(&path), out->cpus, sizeof out->cpus) < 0)
			continue;
		path.n = 0;
		buf_printf(&path, "%s/%s/type", devices, out->name);
		type = sys_number(buf_cstr(&path), -1);
	}
	buf_release(&path);
	out->type = (uint32_t)type;
	return type >= 0;
}

struct abi_attr core_pmu_attr(struct abi_attr attr, const struct core_pmu *pmu)
{
	attr.config |= (uint64_t)pmu->type << 32;
	return attr;
}
