// SPDX-License-Identifier: GPL-3.0-or-later
#include "observe/host.h"

#include "core/auto.h"
#include "io/file.h"

#include <ctype.h>
#include <string.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
#include <unistd.h>

/* Facts that are the whole text of a small file. */
static const struct {
	const char *name, *path;
} file_facts[] = {
	{ "kernel_command_line", "/proc/cmdline" },
	{ "boot_id", "/proc/sys/kernel/random/boot_id" },
	{ "clock_source", "/sys/devices/system/clocksource/clocksource0/current_clocksource" },
	{ "governor", "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor" },
	{ "turbo_off", "/sys/devices/system/cpu/intel_pstate/no_turbo" },
	{ "transparent_hugepage", "/sys/kernel/mm/transparent_hugepage/enabled" },
	{ "dirty_ratio", "/proc/sys/vm/dirty_ratio" },
	{ "dirty_background_ratio", "/proc/sys/vm/dirty_background_ratio" },
	{ "swappiness", "/proc/sys/vm/swappiness" },
};

/* The first "key : value" of a file in the style of /proc/cpuinfo, or null. */
static json_t *line_fact(const char *path, const char *key)
{
	AUTO_FCLOSE FILE *f = fopen(path, "re");
	char line[4096];

	while (f && fgets(line, sizeof(line), f)) {
		char *colon = strchr(line, ':');
		if (!colon || strncmp(line, key, strlen(key)) != 0)
			continue;
		char *value = colon + 1;
		while (isspace((unsigned char)*value))
			value++;
		value[strcspn(value, "\n")] = '\0';
		return json_text(value);
	}
	return json_null();
}

json_t *host_facts(const char *version)
{
	json_t *facts = json_object();
	struct utsname uts;
	struct sysinfo memory;
	char text[4096];
	struct error err; /* a fact that cannot be read is null: why does not matter */

	json_object_set_new(facts, "bakeoff", json_text(version));
	if (uname(&uts) == 0) {
		json_object_set_new(facts, "host", json_text(uts.nodename));
		json_object_set_new(facts, "kernel", json_text(uts.release));
		json_object_set_new(facts, "kernel_build", json_text(uts.version));
		json_object_set_new(facts, "machine", json_text(uts.machine));
	}
	json_object_set_new(facts, "cpu", line_fact("/proc/cpuinfo", "model name"));
	json_object_set_new(facts, "microcode", line_fact("/proc/cpuinfo", "microcode"));
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);
	json_object_set_new(facts, "cpus", cpus > 0 ? json_integer(cpus) : json_null());
	json_object_set_new(facts, "memory_bytes",
		sysinfo(&memory) == 0 ? json_u64((uint64_t)memory.totalram * memory.mem_unit)
				      : json_null());
	for (size_t i = 0; i < COUNT_OF(file_facts); i++) {
		int ret = io_read_small(file_facts[i].path, text, sizeof(text), NULL, &err);
		json_object_set_new(facts, file_facts[i].name,
			ret == 0 ? json_text(text) : json_null());
	}
	return facts;
}
