// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/file.h"

#include "core/auto.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/*
 * Where the tree lies. Device numbers alone would not tell a bind mount of the
 * same file system, and would take a btrfs subvolume for another one.
 */
static bool is_other_mount(const struct statx *root, const struct statx *st)
{
	if (root->stx_mask & st->stx_mask & STATX_MNT_ID) /* Linux 5.8 */
		return root->stx_mnt_id != st->stx_mnt_id;
	return root->stx_dev_major != st->stx_dev_major || root->stx_dev_minor != st->stx_dev_minor;
}

static int look(int dir, const char *name, int flags, struct statx *st)
{
	return statx(dir, name, flags | AT_NO_AUTOMOUNT, STATX_TYPE | STATX_MNT_ID, st);
}

static int remove_below(int dir, const struct statx *root, const char *name, unsigned depth,
	struct error *err);

/* Whether the directory had anything in it. */
static int remove_entries(DIR *entries, const struct statx *root, unsigned depth, bool *found,
	struct error *err)
{
	*found = false;
	for (struct dirent *e; (e = readdir(entries));) {
		if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0)
			continue;
		*found = true;
		int ret = remove_below(dirfd(entries), root, e->d_name, depth + 1, err);
		if (ret < 0)
			return ret;
	}
	return 0;
}

/*
 * The entries are removed while they are read, so a pass may miss some: until the directory can go.
 * One descriptor for each level.
 */
static int remove_directory(int parent, const char *name, const struct statx *root, unsigned depth,
	struct error *err)
{
	int dir = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	DIR *entries = dir < 0 ? NULL : fdopendir(dir);
	int ret;

	if (!entries) {
		ret = fail_errno(err, "open %s", name);
		auto_close(&dir);
		return ret;
	}
	for (bool found = true;; rewinddir(entries)) {
		ret = remove_entries(entries, root, depth, &found, err);
		if (ret < 0)
			ret = fail_in(err, ret, "%s", name);
		if (ret < 0 || unlinkat(parent, name, AT_REMOVEDIR) == 0 || errno == ENOENT)
			break;
		if (!found || (errno != ENOTEMPTY && errno != EEXIST)) {
			ret = fail_errno(err, "remove directory %s", name);
			break;
		}
	}
	(void)closedir(entries); /* only for reading */
	return ret;
}

static int remove_below(int dir, const struct statx *root, const char *name, unsigned depth,
	struct error *err)
{
	enum { DEEPEST = 512 };
	struct statx st;

	if (look(dir, name, AT_SYMLINK_NOFOLLOW, &st) < 0)
		return errno == ENOENT ? 0 : fail_errno(err, "look at %s", name);
	if (!S_ISDIR(st.stx_mode)) {
		if (unlinkat(dir, name, 0) < 0 && errno != ENOENT)
			return fail_errno(err, "remove %s", name);
		return 0;
	}
	if (is_other_mount(root, &st))
		return fail(err, EBUSY, "%s: something is mounted there", name);
	if (depth > DEEPEST)
		return fail(err, ELOOP, "%s: deeper than %d directories", name, DEEPEST);
	return remove_directory(dir, name, root, depth, err);
}

int io_remove_tree(int dir, const char *name, struct error *err)
{
	struct statx root;

	if (look(dir, "", AT_EMPTY_PATH, &root) < 0)
		return fail_errno(err, "look at the directory of %s", name);
	return remove_below(dir, &root, name, 0, err);
}
