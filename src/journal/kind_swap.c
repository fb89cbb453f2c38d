// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/file.h"
#include "journal/kind.h"
#include "journal/swap.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

/* Of a device its number and which disk has it now, of a file its inode. */
static int swap_identity(const struct change *change, struct identity *id, struct error *err)
{
	struct error ignored = { 0 }; /* before Linux 5.15, and of partitions, there is none */
	char path[PATH_MAX], text[32];
	struct stat st;

	*id = (struct identity){ 0 };
	if (stat(change->path, &st) < 0)
		return fail_errno(err, "%s", change->path);
	id->dev = S_ISBLK(st.st_mode) ? st.st_rdev : st.st_dev;
	id->ino = S_ISBLK(st.st_mode) ? 0 : st.st_ino;
	(void)snprintf(path, sizeof(path), "/sys/dev/block/%u:%u/diskseq", major(st.st_rdev),
		minor(st.st_rdev));
	if (S_ISBLK(st.st_mode) && io_read_small(path, text, sizeof(text), NULL, &ignored) == 0)
		id->seq = strtoull(text, NULL, 10);
	return 0;
}

static int is_on(const char *path, bool *on, struct error *err)
{
	struct arena arena = { 0 };
	struct swap_area *areas;
	size_t count = 0;
	int ret = swap_read(&arena, &areas, &count, err);

	*on = false;
	for (size_t i = 0; i < count; i++)
		*on |= strcmp(areas[i].path, path) == 0;
	arena_free(&arena);
	return ret;
}

static int undo_swap(const struct entry *entry, enum undo_result *result, struct error *err)
{
	const struct change *change = &entry->change;
	struct identity present;
	bool on;
	int ret = is_on(change->path, &on, err);

	if (ret < 0)
		return ret;
	if (on) {
		*result = UNDO_GONE;
		return 0;
	}
	ret = swap_identity(change, &present, err);
	if (ret == -ENOENT ||
		(ret == 0 && (present.dev != entry->then.dev || present.ino != entry->then.ino ||
				     present.seq != entry->then.seq))) {
		*result = UNDO_FOREIGN;
		return 0;
	}
	if (ret == 0)
		ret = swap_on(change->path, change->other, err);
	if (ret == 0)
		*result = UNDO_DONE;
	return ret;
}

const struct kind swap_kind = {
	.name = "swap",
	.before = swap_identity,
	.after = swap_identity,
	.undo = undo_swap,
};
