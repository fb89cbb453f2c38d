// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/auto.h"
#include "io/file.h"
#include "journal/kind.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>

/* A file (image, marker) or a directory with all that is in it. */

static int undo_file(const struct entry *entry, enum undo_result *result, struct error *err)
{
	const char *path = entry->change.path;
	struct identity present;
	int ret = identity_of_path(path, &present, err);

	if (ret == -ENOENT) {
		*result = UNDO_GONE;
		return 0;
	}
	if (ret < 0)
		return ret;
	if (!identity_is_ours(entry, &present)) {
		*result = UNDO_FOREIGN;
		return 0;
	}
	if (unlink(path) < 0 && errno != ENOENT)
		return fail_errno(err, "remove %s", path);
	*result = UNDO_DONE;
	return 0;
}

static int undo_tree(const struct entry *entry, enum undo_result *result, struct error *err)
{
	const char *path = entry->change.path;
	const char *slash = strrchr(path, '/');
	char parent[PATH_MAX];
	struct identity present;
	int ret = identity_of_path(path, &present, err);

	if (ret == -ENOENT) {
		*result = UNDO_GONE;
		return 0;
	}
	if (ret < 0)
		return ret;
	/* it is below what is mounted there, and can be removed when that is gone */
	if (entry->made && entry->this_boot && present.dev != entry->now.dev)
		return fail(err, EBUSY, "another file system is mounted on %s", path);
	if (!identity_is_ours(entry, &present)) {
		*result = UNDO_FOREIGN;
		return 0;
	}
	if (!slash || slash[1] == '\0' || (size_t)(slash - path) >= sizeof(parent))
		return fail(err, EINVAL, "'%s' is not an absolute path of a directory to remove",
			path);
	memcpy(parent, path, (size_t)(slash - path));
	parent[slash - path] = '\0';

	AUTO_CLOSE int dir = open(slash == path ? "/" : parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (dir < 0)
		return fail_errno(err, "open %s", parent);
	ret = io_remove_tree(dir, slash + 1, err);
	if (ret < 0)
		return fail_in(err, ret, "remove %s", path);
	*result = UNDO_DONE;
	return 0;
}

const struct kind file_kind = {
	.name = "file",
	.outlives_boot = true,
	.before = identity_must_be_new,
	.after = identity_of_made,
	.undo = undo_file,
};

const struct kind tree_kind = {
	.name = "tree",
	.outlives_boot = true,
	.before = identity_must_be_new,
	.after = identity_of_made,
	.undo = undo_tree,
};
