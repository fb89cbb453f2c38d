// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/auto.h"
#include "io/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

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

/* The entries are removed while they are read, so a pass may miss some: until one finds none. */
static int empty_directory(int dir, const struct statx *root, unsigned depth, struct error *err)
{
	for (;;) {
		int again = openat(dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		DIR *entries = again < 0 ? NULL : fdopendir(again);
		bool found = false;
		int ret = 0;

		if (!entries) {
			ret = fail_errno(err, "read directory");
			auto_close(&again);
			return ret;
		}
		for (struct dirent *e; ret == 0 && (e = readdir(entries));) {
			if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0)
				continue;
			found = true;
			ret = remove_below(dir, root, e->d_name, depth + 1, err);
		}
		(void)closedir(entries); /* only for reading */
		if (ret < 0 || !found)
			return ret;
	}
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

	AUTO_CLOSE int below = openat(dir, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (below < 0)
		return fail_errno(err, "open %s", name);
	int ret = empty_directory(below, root, depth, err);
	if (ret < 0)
		return fail_in(err, ret, "%s", name);
	if (unlinkat(dir, name, AT_REMOVEDIR) < 0 && errno != ENOENT)
		return fail_errno(err, "remove directory %s", name);
	return 0;
}

int io_remove_tree(int dir, const char *name, struct error *err)
{
	struct statx root;

	if (look(dir, "", AT_EMPTY_PATH, &root) < 0)
		return fail_errno(err, "look at the directory of %s", name);
	return remove_below(dir, &root, name, 0, err);
}
