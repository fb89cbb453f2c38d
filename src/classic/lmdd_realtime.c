// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/lmdd_realtime.h"

#include "core/auto.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <linux/fs.h>
#include <string.h>
#include <sys/ioctl.h>

/* Looked at again afterwards: ext4 says yes and leaves it as it is. */
int lmdd_realtime_set(int fd, struct error *err)
{
	struct fsxattr attributes;

	if (ioctl(fd, FS_IOC_FSGETXATTR, &attributes) == 0) {
		attributes.fsx_xflags |= FS_XFLAG_REALTIME;
		if (ioctl(fd, FS_IOC_FSSETXATTR, &attributes) == 0 &&
			ioctl(fd, FS_IOC_FSGETXATTR, &attributes) == 0 &&
			attributes.fsx_xflags & FS_XFLAG_REALTIME)
			return 0;
	}
	return fail(err, EOPNOTSUPP,
		"realtime: it needs an XFS with a realtime device, and an empty file there");
}

int lmdd_realtime_check(const char *name, struct error *err)
{
	AUTO_FREE char *copy = strdup(name);

	if (!copy)
		return fail(err, ENOMEM, "no memory for a path");
	AUTO_CLOSE int fd = open(dirname(copy), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
	if (fd < 0)
		return fail_errno(err, "realtime: make a file there");
	return lmdd_realtime_set(fd, err);
}
