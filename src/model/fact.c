// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/fact.h"

#include <ctype.h>
#include <string.h>

#define HOST(name, kind, plan, help) \
	{ \
		"host." name, kind, plan, 0, help \
	}
#define TARGET(name, kind, plan, help) \
	{ \
		"target." name, kind, plan, 0, help \
	}

/* What the disk of a fact is, once for that under test and once for those below it. */
#define QUEUE(name, help) \
	TARGET(name, FACT_TOLD, "device knob:queue/" name, help), \
		TARGET("below.#." name, FACT_TOLD, "device", help)
#define DISK(name, kind, plan, help) \
	TARGET(name, kind, plan, help), TARGET("below.#." name, kind, "device", help)

const struct fact_rule fact_rules[] = {
	HOST("bakeoff", FACT_REQUIRED, "", "version of bakeoff"),
	HOST("compiler", FACT_REQUIRED, "", "that bakeoff was compiled with"),
	HOST("libraries.*", FACT_REQUIRED, "", "version of a library that bakeoff uses"),
	HOST("host", FACT_REQUIRED, "", "the machine's name"),
	HOST("kernel", FACT_REQUIRED, "", "release of the kernel"),
	HOST("kernel_build", FACT_REQUIRED, "", "its build number, date and kind of preemption"),
	HOST("kernel_command_line", FACT_REQUIRED, "", "what it was booted with"),
	HOST("kernel_config", FACT_TOLD, "", "its configuration as a whole, where it is not known"),
	HOST("kernel_config.*", FACT_REQUIRED, "", "an option that it was configured with"),
	HOST("kernel_tainted", FACT_TOLD, "", "bits: foreign modules, warnings so far"),
	HOST("machine", FACT_REQUIRED, "", "architecture"),
	HOST("distribution", FACT_TOLD, "", "name and version of the system"),
	HOST("boot_id", FACT_VOLATILE, "", "a new one with each boot"),
	HOST("booted_s", FACT_VOLATILE, "", "when it was booted, seconds UTC"),
	HOST("lsm", FACT_TOLD, "", "security modules in use"),
	HOST("system", FACT_REQUIRED, "", "the machine's product name"),
	HOST("system_firmware", FACT_TOLD, "", "version of its firmware"),
	HOST("virtual_machine", FACT_REQUIRED, "", "whether the CPU is a guest's"),
	HOST("cpu", FACT_REQUIRED, "", "model of the CPU"),
	HOST("microcode", FACT_REQUIRED, "", "its revision"),
	HOST("cpus", FACT_REQUIRED, "", "how many are online"),
	HOST("cpus_isolated", FACT_TOLD, "", "which are kept from the scheduler"),
	HOST("smt", FACT_REQUIRED, "", "whether cores are shared by two threads (1) or not (0)"),
	HOST("mitigations.*", FACT_REQUIRED, "", "state of a hole in the CPU"),
	HOST("governor", FACT_REQUIRED, "", "that chooses the clock rate, of all CPUs"),
	HOST("frequency_driver", FACT_TOLD, "", "that sets the clock rate"),
	HOST("frequency_most_khz", FACT_REQUIRED, "", "greatest clock rate allowed"),
	HOST("energy_preference", FACT_REQUIRED, "", "of CPUs that choose for themselves"),
	HOST("turbo_off", FACT_REQUIRED, "", "intel_pstate: 1 where turbo is switched off"),
	HOST("boost", FACT_REQUIRED, "", "other drivers: 1 where turbo is on"),
	HOST("idle_driver", FACT_TOLD, "", "that sends CPUs to sleep"),
	HOST("idle_governor", FACT_TOLD, "", "that chooses how deeply"),
	HOST("temperature_mC", FACT_VOLATILE, "", "the hottest sensor, thousandths of a degree"),
	HOST("load_1", FACT_VOLATILE, "", "average number of processes, of one minute"),
	HOST("clock_source", FACT_REQUIRED, "", "of the kernel's clock"),
	HOST("clock_sources", FACT_TOLD, "", "those that it could use"),
	HOST("tsc_constant", FACT_TOLD, "",
		"whether the CPU promises a TSC that always counts alike"),
	{ "host.memory_bytes", FACT_REQUIRED, "", 0.01, "all memory that the kernel has" },
	HOST("memory_available_bytes", FACT_VOLATILE, "", "what could be had without swapping"),
	HOST("memory_copy_bytes_per_second", FACT_VOLATILE, "",
		"how fast one CPU copies memory, the best of 10 ms"),
	HOST("swap_bytes", FACT_TOLD, "", "size of all swap"),
	HOST("swap_free_bytes", FACT_VOLATILE, "", "what of it is not in use"),
	HOST("huge_pages", FACT_TOLD, "knob:vm.nr_hugepages", "kept for those who ask for them"),
	HOST("numa_nodes", FACT_REQUIRED, "", "how many memories with CPUs of their own"),
	HOST("numa_balancing", FACT_TOLD, "knob:kernel.numa_balancing",
		"whether pages follow processes"),
	HOST("transparent_hugepage", FACT_REQUIRED, "", "whether processes get huge pages unasked"),
	HOST("transparent_hugepage_defrag", FACT_TOLD, "", "what is done to find one"),
	HOST("ksm", FACT_TOLD, "", "whether equal pages are merged"),
	HOST("lru_gen", FACT_TOLD, "", "multi-generational LRU, its parts as bits"),
	HOST("dirty_ratio", FACT_REQUIRED, "knob:vm.dirty_ratio knob:vm.dirty_bytes",
		"percent of dirty pages at which writers wait"),
	HOST("dirty_bytes", FACT_REQUIRED, "knob:vm.dirty_ratio knob:vm.dirty_bytes",
		"the same in bytes; 0: the ratio counts"),
	HOST("dirty_background_ratio", FACT_REQUIRED,
		"knob:vm.dirty_background_ratio knob:vm.dirty_background_bytes",
		"percent of dirty pages at which writing back begins"),
	HOST("dirty_background_bytes", FACT_REQUIRED,
		"knob:vm.dirty_background_ratio knob:vm.dirty_background_bytes",
		"the same in bytes; 0: the ratio counts"),
	HOST("dirty_expire_centisecs", FACT_REQUIRED, "knob:vm.dirty_expire_centisecs",
		"age at which a page is written back"),
	HOST("dirty_writeback_centisecs", FACT_REQUIRED, "knob:vm.dirty_writeback_centisecs",
		"how often it is looked for them"),
	HOST("min_free_kbytes", FACT_TOLD, "knob:vm.min_free_kbytes", "memory that is kept free"),
	HOST("overcommit_memory", FACT_TOLD, "knob:vm.overcommit_memory",
		"how freely memory is promised"),
	HOST("swappiness", FACT_REQUIRED, "knob:vm.swappiness", "swapping against dropping cache"),
	HOST("vfs_cache_pressure", FACT_REQUIRED, "knob:vm.vfs_cache_pressure",
		"dropping inodes against dropping pages"),
	HOST("zone_reclaim_mode", FACT_TOLD, "knob:vm.zone_reclaim_mode",
		"whether a node reclaims before it asks another"),

	TARGET("kind", FACT_TOLD, "device fs", "dir, loop, image, device, tmpfs"),
	TARGET("directory", FACT_OF_RUN, "", "that the run had"),
	TARGET("fs", FACT_TOLD, "device fs", "type of the file system"),
	TARGET("driver", FACT_TOLD, "device fs", "of the kernel that serves it"),
	TARGET("served", FACT_TOLD, "device fs", "both: ext2 (ext4 driver)"),
	TARGET("mkfs", FACT_OF_RUN, "", "command as it was run"),
	TARGET("mkfs_version", FACT_REQUIRED, "fs device", "what the program says of itself"),
	TARGET("mount", FACT_OF_RUN, "", "command as it was run"),
	TARGET("mount_options", FACT_REQUIRED, "device fs mount",
		"in force, as the kernel shows them"),
	TARGET("uuid", FACT_OF_RUN, "", "of the file system, drawn anew for each round"),
	TARGET("format.*", FACT_REQUIRED, "device fs mkfs", "read from the superblock"),
	TARGET("format", FACT_TOLD, "device fs", "where nothing of it is known"),
	TARGET("fs_bytes", FACT_TOLD, "device fs mkfs mount", "size of the file system"),
	TARGET("fs_free_bytes", FACT_OF_RUN, "", "what of it was free"),
	TARGET("fs_block_bytes", FACT_TOLD, "device fs mkfs", "its block"),
	TARGET("device", FACT_OF_RUN, "", "node of the device"),
	TARGET("disk", FACT_OF_RUN, "", "the kernel's name of the disk under test"),
	TARGET("below.#.disk", FACT_TOLD, "device", "the kernel's name of a disk below it"),
	TARGET("below", FACT_TOLD, "device", "where it is not known what it rests on"),
	DISK("file", FACT_OF_RUN, "", "that a loop device stands for"),
	DISK("mapping", FACT_REQUIRED, "device", "kind of a mapped device: LVM, CRYPT"),
	DISK("raid_level", FACT_REQUIRED, "device", "of a RAID"),
	DISK("vendor", FACT_REQUIRED, "device", "of the disk"),
	DISK("model", FACT_REQUIRED, "device", "of the disk"),
	DISK("firmware", FACT_REQUIRED, "device", "its revision"),
	DISK("device_bytes", FACT_REQUIRED, "device", "size of the device"),
	DISK("logical_block_bytes", FACT_REQUIRED, "device", "least that can be addressed"),
	DISK("physical_block_bytes", FACT_REQUIRED, "device", "least that is written at once"),
	DISK("io_least_bytes", FACT_TOLD, "device", "that the disk asks for"),
	DISK("io_best_bytes", FACT_TOLD, "device", "that the disk asks for"),
	DISK("discard_max_bytes", FACT_TOLD, "device knob:queue/discard_max_bytes",
		"0: no discard"),
	DISK("discard_granularity", FACT_TOLD, "device", "least that is discarded"),
	DISK("zoned", FACT_TOLD, "device", "whether it is written in zones"),
	DISK("dax", FACT_TOLD, "device", "whether it can be mapped as memory"),
	DISK("fua", FACT_TOLD, "device", "whether a write can go past its cache"),
	DISK("stable_writes", FACT_TOLD, "device knob:queue/stable_writes",
		"whether pages wait while they are written"),
	QUEUE("rotational", "whether the kernel takes it for a disk that turns"),
	DISK("scheduler", FACT_REQUIRED, "device knob:queue/scheduler", "of its requests"),
	{ "target.iosched.*", FACT_REQUIRED, "device knob:queue/scheduler knob:queue/iosched/*", 0,
		"a setting of the scheduler" },
	TARGET("below.#.iosched.*", FACT_REQUIRED, "device", "a setting of the scheduler"),
	DISK("nr_requests", FACT_REQUIRED, "device knob:queue/scheduler knob:queue/nr_requests",
		"that may wait at once"),
	DISK("read_ahead_kb", FACT_REQUIRED, "device knob:queue/read_ahead_kb", "read unasked"),
	DISK("max_sectors_kb", FACT_REQUIRED, "device knob:queue/max_sectors_kb",
		"greatest request that is sent"),
	QUEUE("max_hw_sectors_kb", "greatest request that it can take"),
	DISK("wbt_lat_usec", FACT_REQUIRED, "device knob:queue/wbt_lat_usec knob:queue/scheduler",
		"latency that writing back is held to"),
	DISK("write_cache", FACT_REQUIRED, "device knob:queue/write_cache",
		"whether flushes are sent to it"),
	QUEUE("nomerges", "whether requests are merged"),
	QUEUE("rq_affinity", "where a request is finished"),
	QUEUE("io_poll", "whether it is asked instead of waited for"),
	QUEUE("iostats", "whether its requests are counted"),
	TARGET("image", FACT_OF_RUN, "", "file that the loop device stands for"),
	TARGET("image_fs", FACT_REQUIRED, "device", "file system that it lies on"),
	TARGET("loop_direct_io", FACT_REQUIRED, "device", "whether its cache is gone round"),
	TARGET("identity", FACT_OF_RUN, "", "which device or image it was"),
	TARGET("knobs.#.*", FACT_TOLD, "knob", "a tunable before and after"),
	TARGET("memory_cap_bytes", FACT_TOLD, "memory", "of the clients"),
	TARGET("memory_cap_cgroup", FACT_TOLD, "memory", "version of the cgroup that caps"),
	/* on a directory somebody else's initialiser is waited for, too */
	TARGET("waited_for_ext4lazyinit", FACT_OF_RUN, "",
		"whether settling waited for ext4's initialiser"),
	{ 0 },
};

/* # a number, * the rest up to the next dot. */
static bool fits(const char *pattern, const char *path)
{
	for (; *pattern; pattern++) {
		if (*pattern == '#') {
			if (!isdigit((unsigned char)*path))
				return false;
			path += strspn(path, "0123456789");
		} else if (*pattern == '*') {
			path += strcspn(path, ".");
		} else if (*pattern != *path++) {
			return false;
		}
	}
	return *path == '\0';
}

const struct fact_rule *fact_rule_of(const char *path)
{
	static const struct fact_rule other = { .key = "",
		.kind = FACT_TOLD,
		.plan = "",
		.help = "" };

	for (const struct fact_rule *rule = fact_rules; rule->key; rule++) {
		if (fits(rule->key, path))
			return rule;
	}
	return &other;
}

static bool begins_with_group(const char *path, const char *name)
{
	size_t length = strlen(name);

	return length > 0 && strncmp(path, name, length) == 0 &&
	       (path[length] == '\0' || path[length] == '.');
}

bool fact_is_named(const char *path, const char *name)
{
	return begins_with_group(path, name) || begins_with_group(fact_short_name(path), name);
}

bool fact_can_be_required(const char *name)
{
	if (strcmp(name, "default") == 0 || strcmp(name, "none") == 0)
		return true;
	for (const struct fact_rule *rule = fact_rules; rule->key; rule++) {
		const char *short_key = fact_short_name(rule->key);
		if (rule->kind != FACT_OF_RUN && (fits(rule->key, name) || fits(short_key, name) ||
							 fact_is_named(rule->key, name)))
			return true;
	}
	return false;
}

const char *fact_short_name(const char *path)
{
	const char *point = strchr(path, '.');

	return point ? point + 1 : path;
}
