// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/guard.h"

#include "core/auto.h"
#include "target/sysfs.h"
#include "target/use.h"

#include <blkid.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/stat.h>

static void free_probe(blkid_probe *probe)
{
	blkid_free_probe(*probe);
}

/* Damaged ones count too: a wrong checksum may be all that an unlucky owner has left. */
static int start_probe(int fd, blkid_probe *probe, struct error *err)
{
	*probe = blkid_new_probe();
	if (!*probe || blkid_probe_set_device(*probe, fd, 0, 0) < 0)
		return fail(err, EIO, "cannot look for signatures");
	blkid_probe_enable_superblocks(*probe, 1);
	blkid_probe_set_superblocks_flags(*probe, BLKID_SUBLKS_MAGIC | BLKID_SUBLKS_TYPE |
							  BLKID_SUBLKS_USAGE | BLKID_SUBLKS_LABEL |
							  BLKID_SUBLKS_BADCSUM);
	blkid_probe_enable_partitions(*probe, 1);
	blkid_probe_set_partitions_flags(*probe, BLKID_PARTS_MAGIC | BLKID_PARTS_FORCE_GPT);
	return 0;
}

int guard_signature(struct arena *arena, int fd, const char **what, struct error *err)
{
	__attribute__((cleanup(free_probe))) blkid_probe probe = NULL;
	const char *type, *label;
	int ret = start_probe(fd, &probe, err);

	if (ret < 0)
		return ret;
	ret = blkid_do_probe(probe);
	if (ret < 0)
		return fail(err, EIO, "cannot read it to look for signatures");
	*what = NULL;
	if (ret > 0)
		return 0;
	if (blkid_probe_lookup_value(probe, "TYPE", &type, NULL) == 0)
		*what = arena_printf(arena, "'%s'", type);
	else if (blkid_probe_lookup_value(probe, "PTTYPE", &type, NULL) == 0)
		*what = arena_printf(arena, "a partition table ('%s')", type);
	else
		*what = "an unnamed signature";
	if (blkid_probe_lookup_value(probe, "LABEL", &label, NULL) == 0)
		*what = arena_printf(arena, "%s with label '%s'", *what, label);
	return 0;
}

int guard_wipe(const char *node, dev_t device, struct error *err)
{
	__attribute__((cleanup(free_probe))) blkid_probe probe = NULL;
	AUTO_CLOSE int fd = open(node, O_RDWR | O_EXCL | O_CLOEXEC);
	struct stat st;

	if (fd < 0 || fstat(fd, &st) < 0)
		return fail_errno(err, "open %s to remove the signature", node);
	if (!S_ISBLK(st.st_mode) || st.st_rdev != device)
		return fail(err, EINVAL, "%s is another device than a moment ago", node);
	int ret = start_probe(fd, &probe, err);
	while (ret == 0 && blkid_do_probe(probe) == 0) {
		if (blkid_do_wipe(probe, 0) < 0)
			ret = fail(err, EIO, "%s: cannot remove the signature", node);
	}
	return ret == 0 ? fsync(fd) == 0 ? 0 : fail_errno(err, "sync %s", node) : ret;
}

static int refuse_signature(struct arena *arena, const char *path, const char *destroy, int fd,
	struct error *err)
{
	const char *what = NULL;
	int ret = guard_signature(arena, fd, &what, err);

	if (ret < 0)
		return fail_in(err, ret, "%s", path);
	if (what && (!destroy || strcmp(destroy, path) != 0))
		return fail(err, EBUSY, "%s carries %s: to have it overwritten, say --destroy=%s",
			path, what, path);
	return 0;
}

static int refuse_use(struct arena *arena, const char *path, dev_t device, struct error *err)
{
	int ret = use_of_device(arena, device, err);

	return ret == -EBUSY ? fail_in(err, ret, "device %s is in use", path) : ret;
}

/* Closed again by whoever gets it in *fd. */
static int open_device(struct arena *arena, const char *path, int *fd, struct stat *st,
	struct error *err)
{
	if (stat(path, st) < 0)
		return errno == ENOENT || errno == ENOTDIR || errno == ELOOP
			       ? fail(err, EINVAL, "device %s does not exist", path)
			       : fail_errno(err, "look at device %s", path);
	if (!S_ISBLK(st->st_mode))
		return fail(err, EINVAL, "%s is not a block device", path);

	dev_t looked_at = st->st_rdev;
	AUTO_CLOSE int device = open(path, O_RDONLY | O_EXCL | O_CLOEXEC);
	int failure = device < 0 ? errno : 0;
	if (device < 0 && refuse_use(arena, path, looked_at, err) == -EBUSY)
		return -EBUSY;
	errno = failure;
	if (device < 0 && errno == EBUSY)
		return fail(err, EBUSY,
			"device %s is in use: another program, the kernel or"
			" another mount namespace holds it",
			path);
	if (device < 0 && (errno == ENXIO || errno == ENODEV || errno == ENOMEDIUM))
		return fail(err, EINVAL, "device %s has nothing behind it", path);
	if (device < 0)
		return fail_errno(err, "open device %s", path);
	if (fstat(device, st) < 0 || !S_ISBLK(st->st_mode) || st->st_rdev != looked_at)
		return fail(err, EINVAL, "device %s is another than a moment ago", path);
	*fd = fd_take(&device);
	return 0;
}

static int measure_device(const char *path, int fd, uint64_t *size, struct error *err)
{
	int read_only = 0;

	if (ioctl(fd, BLKGETSIZE64, size) < 0)
		return fail_errno(err, "size of device %s", path);
	if (*size == 0)
		return fail(err, EINVAL, "device %s has nothing behind it", path);
	if (ioctl(fd, BLKROGET, &read_only) == 0 && read_only)
		return fail(err, EINVAL, "device %s is read-only", path);
	return 0;
}

int guard_device(struct arena *arena, const char *path, const char *destroy,
	struct guarded *guarded, struct error *err)
{
	struct guarded new = { .fd = -1 };
	AUTO_CLOSE int fd = -1;
	struct stat st;
	int ret = open_device(arena, path, &fd, &st, err);

	/* O_EXCL keeps mounts and swap away from here on; loop devices do not ask for it. */
	if (ret == 0)
		ret = refuse_use(arena, path, st.st_rdev, err);
	if (ret == 0)
		ret = measure_device(path, fd, &new.size, err);
	if (ret == 0)
		ret = refuse_signature(arena, path, destroy, fd, err);
	if (ret == 0)
		ret = sysfs_node(arena, st.st_rdev, path, &new.node, err);
	if (ret < 0)
		return ret;
	new.device = st.st_rdev;
	new.fd = fd_take(&fd);
	*guarded = new;
	return 0;
}

int guard_image(struct arena *arena, const char *path, const char *destroy, bool ours,
	struct guarded *guarded, struct error *err)
{
	struct guarded new = { .fd = -1 };
	AUTO_CLOSE int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	struct stat st;

	if (fd < 0 && (errno == ENOENT || errno == ENOTDIR))
		return fail(err, EINVAL, "image %s does not exist", path);
	if (fd < 0 || fstat(fd, &st) < 0)
		return fail_errno(err, "open image %s", path);
	if (!S_ISREG(st.st_mode))
		return fail(err, EINVAL, "image %s is not a regular file", path);
	if (st.st_size == 0)
		return fail(err, EINVAL, "image %s is empty", path);
	if (faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) < 0)
		return fail_errno(err, "write to image %s", path);
	int ret = use_of_file(arena, st.st_dev, st.st_ino, err);
	if (ret == -EBUSY)
		return fail_in(err, ret, "image %s is in use", path);
	if (ret == 0 && !ours)
		ret = refuse_signature(arena, path, destroy, fd, err);
	if (ret < 0)
		return ret;
	new.size = (uint64_t)st.st_size;
	new.fd = fd_take(&fd);
	*guarded = new;
	return 0;
}
