// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/auto.h"
#include "io/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

static int remove_below(int dir, dev_t device, const char *name, unsigned depth, struct error *err);

/* The entries are removed while they are read, so a pass may miss some: until one finds none. */
static int empty_directory(int dir, dev_t device, unsigned depth, struct error *err)
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
			ret = remove_below(dir, device, e->d_name, depth + 1, err);
		}
		(void)closedir(entries); /* only for reading */
		if (ret < 0 || !found)
			return ret;
	}
}

static int remove_below(int dir, dev_t device, const char *name, unsigned depth, struct error *err)
{
	enum { DEEPEST = 512 };
	struct stat st;

	if (fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) < 0)
		return errno == ENOENT ? 0 : fail_errno(err, "look at %s", name);
	if (!S_ISDIR(st.st_mode)) {
		if (unlinkat(dir, name, 0) < 0 && errno != ENOENT)
			return fail_errno(err, "remove %s", name);
		return 0;
	}
	if (st.st_dev != device)
		return fail(err, EBUSY, "%s: another file system is mounted there", name);
	if (depth > DEEPEST)
		return fail(err, ELOOP, "%s: deeper than %d directories", name, DEEPEST);

	AUTO_CLOSE int below = openat(dir, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (below < 0)
		return fail_errno(err, "open %s", name);
	int ret = empty_directory(below, device, depth, err);
	if (ret < 0)
		return fail_in(err, ret, "%s", name);
	if (unlinkat(dir, name, AT_REMOVEDIR) < 0 && errno != ENOENT)
		return fail_errno(err, "remove directory %s", name);
	return 0;
}

int io_remove_tree(int dir, const char *name, struct error *err)
{
	struct stat st;

	if (fstat(dir, &st) < 0)
		return fail_errno(err, "look at the directory of %s", name);
	return remove_below(dir, st.st_dev, name, 0, err);
}
