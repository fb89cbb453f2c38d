// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scratch.h"

/* A machine's /proc and /sys in a scratch folder, for what reads below a root of its own. */

static inline void tree_folder_of(const struct scratch *s, const char *path)
{
	struct error err = { 0 };
	char folder[512];

	(void)snprintf(folder, sizeof(folder), "%s/%s", s->path, path);
	*strrchr(folder, '/') = '\0';
	OK(io_make_dirs(folder, 0700, &err));
}

/* A file with its folders. */
static inline void tree_file(const struct scratch *s, const char *path, const char *content)
{
	tree_folder_of(s, path);
	scratch_file(s, path, content);
}

static inline void tree_link(const struct scratch *s, const char *path, const char *target)
{
	tree_folder_of(s, path);
	ck_assert_int_eq(symlinkat(target, s->dir, path), 0);
}

/* A block device: folder below sys/devices, "8:0"; its link by number and by name. */
static inline void tree_disk(const struct scratch *s, const char *folder, const char *number)
{
	char path[512], target[512];
	const char *name = strrchr(folder, '/') + 1;

	(void)snprintf(path, sizeof(path), "sys/devices/%s/dev", folder);
	tree_file(s, path, number);
	(void)snprintf(target, sizeof(target), "../../devices/%s", folder);
	(void)snprintf(path, sizeof(path), "sys/dev/block/%s", number);
	tree_link(s, path, target);
	(void)snprintf(path, sizeof(path), "sys/class/block/%s", name);
	tree_link(s, path, target);
}
