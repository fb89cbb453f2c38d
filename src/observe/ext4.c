// SPDX-License-Identifier: GPL-3.0-or-later
#include "observe/observer.h"

#include <string.h>

/*
 * /sys/fs/ext4/DEVICE and /proc/fs/jbd2/DEVICE-8/info, where the ext4 driver serves the thing under
 * test: ext2 and ext3 as well. PCP has no names for them.
 */
static const struct number_row written_row[] = {
	{ "", 0, "bakeoff.ext4.session_write_bytes", "B", READING_COUNTER, KIB },
	{ 0 },
};
static const struct number_row delayed_row[] = {
	{ "", 0, "bakeoff.ext4.delayed_allocation_blocks", "count", READING_INSTANT, 1 },
	{ 0 },
};
static const struct number_row errors_row[] = {
	{ "", 0, "bakeoff.ext4.errors", "count", READING_COUNTER, 1 },
	{ 0 },
};
static const struct number_row warnings_row[] = {
	{ "", 0, "bakeoff.ext4.warnings", "count", READING_COUNTER, 1 },
	{ 0 },
};
/* "12 transactions (3 requested), each up to 1024 blocks" */
static const struct number_row journal_row[] = {
	{ "", 0, "bakeoff.jbd2.transactions", "count", READING_COUNTER, 1 },
	{ 0 },
};

static const struct {
	const char *path; /* %s: the device */
	const struct number_row *rows;
	bool is_journal;
} files[] = {
	{ "/sys/fs/ext4/%s/session_write_kbytes", written_row, false },
	{ "/sys/fs/ext4/%s/delayed_allocation_blocks", delayed_row, false },
	{ "/sys/fs/ext4/%s/errors_count", errors_row, false },
	{ "/sys/fs/ext4/%s/warning_count", warnings_row, false },
	{ "/proc/fs/jbd2/%s-8/info", journal_row, true },
};

struct ext4 {
	struct {
		struct source *source;
		size_t first;
	} files[COUNT_OF(files)];
	bool has_journal;
};

static void *ext4_open(struct observation *o)
{
	const struct device_list *devices = &o->devices;
	const char *name = devices->names[0];

	if (strncmp(devices->fs, "ext", 3) != 0 || devices->count == 0)
		return NULL;
	struct ext4 *e = NEW(&o->arena, struct ext4, 1);
	e->has_journal = path_exists(o, arena_printf(&o->arena, "/proc/fs/jbd2/%s-8/info", name));
	for (size_t i = 0; i < COUNT_OF(files); i++) {
		size_t slot = strcspn(files[i].path, "%");
		e->files[i].source =
			source_open(o, arena_printf(&o->arena, "%.*s%s%s", (int)slot, files[i].path,
					       name, files[i].path + slot + 2));
		/* its numbers are copied when it is opened */
		e->files[i].source->reopened = files[i].is_journal;
		e->files[i].first = numbers_add(o, files[i].rows, "");
	}
	return e;
}

static void ext4_sample(struct observation *o, void *state, bool at_end)
{
	struct ext4 *e = state;

	(void)at_end;
	for (size_t i = 0; i < COUNT_OF(files); i++) {
		if (files[i].is_journal && !e->has_journal)
			channel_miss(o, e->files[i].first, "it has no journal of its own");
		else
			numbers_sample(o, e->files[i].source, files[i].rows, e->files[i].first);
	}
}

const struct observer ext4_observer = { .name = "ext4", .open = ext4_open, .sample = ext4_sample };
