// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/direct.h"

#include "io/file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/sysmacros.h>
#include <unistd.h>

/* Of the disk, or of the disk that a partition is on; 0 where there is no such device. */
static uint64_t logical_block_size(dev_t device)
{
	static const char *const queues[] = { "queue", "../queue" };
	struct error ignored;

	for (size_t i = 0; i < COUNT_OF(queues); i++) {
		char path[96], value[32];
		(void)snprintf(path, sizeof(path), "/sys/dev/block/%u:%u/%s/logical_block_size",
			major(device), minor(device), queues[i]);
		if (io_read_small(path, value, sizeof(value), NULL, &ignored) == 0)
			return strtoull(value, NULL, 10);
	}
	return 0;
}

int io_direct_alignment(int fd, uint64_t *bytes, struct error *err)
{
	struct statx stx = { 0 };
	struct stat st;
	struct statfs fs;

	if (statx(fd, "", AT_EMPTY_PATH, STATX_DIOALIGN, &stx) == 0 &&
		(stx.stx_mask & STATX_DIOALIGN)) {
		if (stx.stx_dio_offset_align == 0)
			return fail(err, EOPNOTSUPP, "this file system has no direct I/O here");
		*bytes = stx.stx_dio_offset_align;
		return 0;
	}
	if (fstat(fd, &st) < 0 || fstatfs(fd, &fs) < 0)
		return fail_errno(err, "look at the file for its alignment");
	uint64_t device = logical_block_size(S_ISBLK(st.st_mode) ? st.st_rdev : st.st_dev);
	*bytes = device ? device : (uint64_t)fs.f_bsize;
	return 0;
}

int io_open_direct(int dir, const char *name, int flags, int *fd, struct error *err)
{
	int opened = openat(dir, name, flags | O_DIRECT | O_CLOEXEC, 0644);

	if (opened < 0 && errno == EINVAL) {
		/* The file is made before O_DIRECT is looked at; only with O_EXCL is it surely
		 * ours. */
		if ((flags & O_CREAT) && (flags & O_EXCL))
			(void)unlinkat(dir, name, 0);
		return fail(err, EOPNOTSUPP, "this file system refuses O_DIRECT");
	}
	if (opened < 0)
		return fail_errno(err, "open with O_DIRECT");
	*fd = opened;
	return 0;
}
