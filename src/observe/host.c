// SPDX-License-Identifier: GPL-3.0-or-later
#include "observe/host.h"

#include "io/source.h"
#include "observe/kernel_config.h"
#include "observe/libraries.h"

#include <sys/utsname.h>

#define CPU    "/sys/devices/system/cpu"
#define CLOCK  "/sys/devices/system/clocksource/clocksource0"
#define MEMORY "/proc/meminfo"
#define VM     "/proc/sys/vm"
#define HUGE   "/sys/kernel/mm/transparent_hugepage"

static int machine_read(const struct source *source, const char *root, json_t **value,
	struct error *err)
{
	struct utsname uts;

	(void)source;
	(void)root;
	if (uname(&uts) < 0)
		return fail_errno(err, "uname");
	*value = json_text(uts.machine);
	return 0;
}

/* What each is good for, and how compare treats it: docs/facts.md and model/fact.c. */
static const struct source facts[] = {
	/* what measures */
	{ "compiler", compiler_read },
	{ "libraries", libraries_read },
	/* kernel */
	{ "host", source_text, "/proc/sys/kernel/hostname" },
	{ "kernel", source_text, "/proc/sys/kernel/osrelease" },
	{ "kernel_build", source_text, "/proc/sys/kernel/version" },
	{ "kernel_command_line", source_text, "/proc/cmdline" },
	{ "kernel_config", kernel_config_read },
	{ "kernel_tainted", source_text, "/proc/sys/kernel/tainted" },
	{ "machine", machine_read },
	{ "distribution", source_assignment, "/etc/os-release", "PRETTY_NAME" },
	{ "boot_id", source_text, "/proc/sys/kernel/random/boot_id" },
	{ "booted_s", source_word, "/proc/stat", "btime" },
	{ "lsm", source_text, "/sys/kernel/security/lsm" },
	/* hardware */
	{ "system", source_text, "/sys/class/dmi/id/product_name" },
	{ "system_firmware", source_text, "/sys/class/dmi/id/bios_version" },
	{ "virtual_machine", source_has_word, "/proc/cpuinfo", "flags", "hypervisor" },
	/* CPU */
	{ "cpu", source_line, "/proc/cpuinfo", "model name" },
	{ "microcode", source_line, "/proc/cpuinfo", "microcode" },
	{ "cpus", source_list_count, CPU "/online" },
	{ "cpus_isolated", source_text, CPU "/isolated", .word = "none" },
	{ "smt", source_text, CPU "/smt/active" },
	{ "mitigations", source_folder, CPU "/vulnerabilities" },
	{ "governor", source_each, CPU "/cpufreq", "scaling_governor" },
	{ "frequency_driver", source_each, CPU "/cpufreq", "scaling_driver" },
	{ "frequency_most_khz", source_each, CPU "/cpufreq", "scaling_max_freq" },
	{ "energy_preference", source_each, CPU "/cpufreq", "energy_performance_preference" },
	{ "turbo_off", source_text, CPU "/intel_pstate/no_turbo" },
	{ "boost", source_text, CPU "/cpufreq/boost" },
	{ "idle_driver", source_text, CPU "/cpuidle/current_driver" },
	{ "idle_governor", source_first,
		CPU "/cpuidle/current_governor|" CPU "/cpuidle/current_governor_ro" },
	{ "temperature_mC", source_greatest, "/sys/class/thermal", "temp" },
	{ "load_1", source_word, "/proc/loadavg" },
	/* clock */
	{ "clock_source", source_text, CLOCK "/current_clocksource" },
	{ "clock_sources", source_text, CLOCK "/available_clocksource" },
	{ "tsc_constant", source_has_word, "/proc/cpuinfo", "flags", "constant_tsc" },
	/* memory */
	{ "memory_bytes", source_kib, MEMORY, "MemTotal" },
	{ "memory_available_bytes", source_kib, MEMORY, "MemAvailable" },
	{ "swap_bytes", source_kib, MEMORY, "SwapTotal" },
	{ "swap_free_bytes", source_kib, MEMORY, "SwapFree" },
	{ "huge_pages", source_line, MEMORY, "HugePages_Total" },
	{ "numa_nodes", source_list_count, "/sys/devices/system/node/online" },
	{ "numa_balancing", source_text, "/proc/sys/kernel/numa_balancing" },
	{ "transparent_hugepage", source_chosen, HUGE "/enabled" },
	{ "transparent_hugepage_defrag", source_chosen, HUGE "/defrag" },
	{ "ksm", source_text, "/sys/kernel/mm/ksm/run" },
	{ "lru_gen", source_text, "/sys/kernel/mm/lru_gen/enabled" },
	{ "dirty_ratio", source_text, VM "/dirty_ratio" },
	{ "dirty_bytes", source_text, VM "/dirty_bytes" },
	{ "dirty_background_ratio", source_text, VM "/dirty_background_ratio" },
	{ "dirty_background_bytes", source_text, VM "/dirty_background_bytes" },
	{ "dirty_expire_centisecs", source_text, VM "/dirty_expire_centisecs" },
	{ "dirty_writeback_centisecs", source_text, VM "/dirty_writeback_centisecs" },
	{ "min_free_kbytes", source_text, VM "/min_free_kbytes" },
	{ "overcommit_memory", source_text, VM "/overcommit_memory" },
	{ "swappiness", source_text, VM "/swappiness" },
	{ "vfs_cache_pressure", source_text, VM "/vfs_cache_pressure" },
	{ "zone_reclaim_mode", source_text, VM "/zone_reclaim_mode" },
	{ 0 },
};

json_t *host_facts(const char *root, const char *version)
{
	json_t *host = json_object(), *unknown = json_object();

	(void)json_object_set_new(host, "bakeoff", json_text(version));
	sources_read(facts, root, host, unknown);
	if (json_object_size(unknown) > 0)
		(void)json_object_set(host, "unknown", unknown);
	json_decref(unknown);
	return host;
}
