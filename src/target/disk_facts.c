// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/disk_facts.h"

#include "io/source.h"

#include <errno.h>
#include <string.h>

static int sectors_read(const struct source *source, const char *root, json_t **value,
	struct error *err)
{
	json_t *sectors;
	int ret = source_text(source, root, &sectors, err);

	if (ret == 0) {
		*value = json_u64((uint64_t)json_integer_value(sectors) * 512);
		json_decref(sectors);
	}
	return ret;
}

/* Below the folder of a whole disk. Source: Documentation/ABI/stable/sysfs-block. */
static const struct source sources[] = {
	{ "vendor", source_text, "/device/vendor" },
	{ "model", source_first, "/device/model|/device/name" },
	{ "firmware", source_first, "/device/firmware_rev|/device/rev|/device/fwrev" },
	{ "logical_block_bytes", source_text, "/queue/logical_block_size" },
	{ "physical_block_bytes", source_text, "/queue/physical_block_size" },
	{ "io_least_bytes", source_text, "/queue/minimum_io_size" },
	{ "io_best_bytes", source_text, "/queue/optimal_io_size" },
	{ "discard_max_bytes", source_text, "/queue/discard_max_bytes" },
	{ "discard_granularity", source_text, "/queue/discard_granularity" },
	{ "rotational", source_text, "/queue/rotational" },
	{ "zoned", source_text, "/queue/zoned" },
	{ "dax", source_text, "/queue/dax" },
	{ "fua", source_text, "/queue/fua" },
	{ "stable_writes", source_text, "/queue/stable_writes" },
	{ "scheduler", source_chosen, "/queue/scheduler" },
	{ "nr_requests", source_text, "/queue/nr_requests" },
	{ "read_ahead_kb", source_text, "/queue/read_ahead_kb" },
	{ "max_sectors_kb", source_text, "/queue/max_sectors_kb" },
	{ "max_hw_sectors_kb", source_text, "/queue/max_hw_sectors_kb" },
	{ "wbt_lat_usec", source_text, "/queue/wbt_lat_usec" },
	{ "write_cache", source_text, "/queue/write_cache" },
	{ "nomerges", source_text, "/queue/nomerges" },
	{ "rq_affinity", source_text, "/queue/rq_affinity" },
	{ "io_poll", source_text, "/queue/io_poll" },
	{ "iostats", source_text, "/queue/iostats" },
	{ 0 },
};

/* What only some disks have: where it is missing, the disk is none of those. */
static const struct source only_some[] = {
	{ "iosched", source_folder, "/queue/iosched" },
	{ "mapping", source_text, "/dm/uuid" },
	{ "raid_level", source_text, "/md/level" },
	{ 0 },
};

static void set_only_some(const char *folder, json_t *facts)
{
	for (const struct source *s = only_some; s->name; s++) {
		json_t *value = NULL;
		struct error none;
		if (s->read(s, folder, &value, &none) == 0)
			(void)json_object_set_new(facts, s->name, value);
	}
	/* LVM-..., CRYPT-LUKS2-...: the rest of the UUID is one device's own */
	const char *uuid = json_string_value(json_object_get(facts, "mapping"));
	if (uuid)
		(void)json_object_set_new(facts, "mapping", json_stringn(uuid, strcspn(uuid, "-")));
}

/* Of the partition, where only that is meant. */
static void set_size(const struct disk *disk, json_t *facts, json_t *unknown)
{
	struct arena arena = { 0 };
	const struct source size[] = {
		{ "device_bytes", sectors_read,
			*disk->partition ? arena_printf(&arena, "/%s/size", disk->partition)
					 : "/size" },
		{ 0 },
	};

	sources_read(size, disk->folder, facts, unknown);
	arena_free(&arena);
}

void disk_facts(const struct disk *disk, json_t *facts, json_t *unknown)
{
	(void)json_object_set_new(facts, "disk",
		json_text(*disk->partition ? disk->partition : disk->name));
	if (*disk->file)
		(void)json_object_set_new(facts, "file", json_text(disk->file));
	set_size(disk, facts, unknown);
	sources_read(sources, disk->folder, facts, unknown);
	set_only_some(disk->folder, facts);
}

json_t *disk_facts_below(const struct disk *disks, size_t count)
{
	json_t *below = json_array();

	for (size_t i = 1; i < count; i++) {
		json_t *facts = json_object(), *unknown = json_object();
		disk_facts(&disks[i], facts, unknown);
		if (json_object_size(unknown) > 0)
			(void)json_object_set(facts, "unknown", unknown);
		json_decref(unknown);
		(void)json_array_append_new(below, facts);
	}
	return below;
}
