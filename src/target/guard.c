// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/guard.h"

#include "core/auto.h"
#include "core/clock.h"
#include "target/content.h"
#include "target/identity.h"
#include "target/sysfs.h"
#include "target/use.h"

#include <blkid.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <time.h>

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
							  BLKID_SUBLKS_UUID | BLKID_SUBLKS_BADCSUM);
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

const char *guard_mark_of(struct arena *arena, int fd)
{
	__attribute__((cleanup(free_probe))) blkid_probe probe = NULL;
	const char *type = "", *uuid = "";
	struct error ignored = { 0 };

	if (start_probe(fd, &probe, &ignored) < 0 || blkid_do_probe(probe) != 0)
		return "";
	if (blkid_probe_lookup_value(probe, "TYPE", &type, NULL) < 0)
		(void)blkid_probe_lookup_value(probe, "PTTYPE", &type, NULL); /* stays "" */
	(void)blkid_probe_lookup_value(probe, "UUID", &uuid, NULL);           /* stays "" */
	return arena_printf(arena, "%s %s", type, uuid);
}

/* The same device, and the same thing behind it, as a moment ago. */
static int open_again(const struct wipe_request *request, int *fd, struct error *err)
{
	const char *node = request->node;
	AUTO_CLOSE int device = open(node, O_RDWR | O_CLOEXEC | (request->exclusive ? O_EXCL : 0));
	struct stat st;

	if (device < 0 && (errno == ENXIO || errno == ENODEV || errno == ENOENT))
		return fail(err, ENODEV, "device %s is gone", node);
	if (device < 0 || fstat(device, &st) < 0)
		return fail_errno(err, "open %s to remove the signature", node);
	if (!S_ISBLK(st.st_mode) || st.st_rdev != request->device)
		return fail(err, ESTALE, "%s is another device than a moment ago", node);
	uint64_t size = 0, now = identity_diskseq(device);
	if (ioctl(device, BLKGETSIZE64, &size) < 0 || size == 0)
		return fail(err, ENODEV, "device %s is gone", node);
	if (request->diskseq && now != request->diskseq)
		return fail(err, ESTALE,
			"device %s is another one than a moment ago (diskseq %" PRIu64
			", now %" PRIu64 ")",
			node, request->diskseq, now);
	*fd = fd_take(&device);
	return 0;
}

static int refuse_others(const struct wipe_request *request, int fd, struct error *err)
{
	struct arena arena = { 0 };
	const char *mark = guard_mark_of(&arena, fd);
	int ret = 0;

	if (request->only && *mark && strcmp(mark, request->only) != 0)
		ret = fail(err, EBUSY,
			"device %s carries something that bakeoff did not make (%s): it is left "
			"as it is",
			request->node, mark);
	arena_free(&arena);
	return ret;
}

int guard_wipe(const struct wipe_request *request, struct error *err)
{
	__attribute__((cleanup(free_probe))) blkid_probe probe = NULL;
	AUTO_CLOSE int fd = -1;
	int ret = open_again(request, &fd, err);

	if (ret == 0)
		ret = refuse_others(request, fd, err);
	if (ret == 0)
		ret = start_probe(fd, &probe, err);
	while (ret == 0 && blkid_do_probe(probe) == 0) {
		if (blkid_do_wipe(probe, 0) < 0)
			ret = fail(err, EIO, "%s: cannot remove the signature", request->node);
	}
	if (ret == 0 && request->hand_back)
		ret = content_mark(fd, err);
	return ret == 0 ? fsync(fd) == 0 ? 0 : fail_errno(err, "sync %s", request->node) : ret;
}

int guard_refuse_signature(struct arena *arena, const char *path, const char *destroy, int fd,
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

static int refuse_content(const char *kind, const struct guard_request *request, int fd,
	uint64_t size, struct error *err)
{
	const char *path = request->path;
	uint64_t at = 0;
	bool found = false;

	if (request->destroy && strcmp(request->destroy, path) == 0)
		return 0;
	int ret = content_look(fd, size, &found, &at, err);
	if (ret < 0)
		return fail_in(err, ret, "%s %s", kind, path);
	return found ? fail(err, EBUSY,
			       "%s %s is not empty (data at byte %" PRIu64
			       "): to have it overwritten, say --destroy=%s",
			       kind, path, at, path)
		     : 0;
}

int guard_lock(int fd, bool patiently, struct error *err)
{
	enum { TRIES = 200 };
	const struct timespec pause = { .tv_nsec = 10 * (long)NS_PER_MS };

	for (int i = 0; i < (patiently ? TRIES : 1); i++) {
		if (i > 0)
			(void)nanosleep(&pause, NULL); /* woken early, it only looks earlier */
		if (flock(fd, LOCK_EX | LOCK_NB) == 0)
			return 0;
		if (errno != EWOULDBLOCK)
			return fail_errno(err, "lock it");
	}
	return fail(err, EBUSY, "locked by another process");
}

void guard_release(struct guarded *guarded)
{
	auto_close(&guarded->fd);
	/* a loop device that is on its way out may still hold the same open file */
	if (guarded->lock >= 0)
		(void)flock(guarded->lock, LOCK_UN);
	auto_close(&guarded->lock);
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

/* By the kernel's own name, whichever was typed: locks go by node. */
static int lock_device(const char *path, const char *node, dev_t device, int *lock,
	struct error *err)
{
	AUTO_CLOSE int fd = open(node, O_RDONLY | O_CLOEXEC);
	struct stat st;

	if (fd < 0 || fstat(fd, &st) < 0)
		return fail_errno(err, "open device %s", node);
	if (!S_ISBLK(st.st_mode) || st.st_rdev != device)
		return fail(err, ESTALE, "device %s is another than a moment ago", path);
	int ret = guard_lock(fd, true, err);
	if (ret < 0)
		return fail_in(err, ret, "device %s", path);
	*lock = fd_take(&fd);
	return 0;
}

int guard_device(struct arena *arena, const struct guard_request *request, struct guarded *guarded,
	struct error *err)
{
	const char *path = request->path;
	struct guarded new = { .fd = -1 };
	AUTO_CLOSE int fd = -1, lock = -1;
	struct stat st;
	int ret = open_device(arena, path, &fd, &st, err);

	/* O_EXCL keeps mounts and swap away from here on; loop devices do not ask for it. */
	if (ret == 0)
		ret = refuse_use(arena, path, st.st_rdev, err);
	if (ret == 0)
		ret = measure_device(path, fd, &new.size, err);
	if (ret == 0)
		ret = sysfs_node(arena, st.st_rdev, path, &new.node, err);
	if (ret == 0)
		ret = lock_device(path, new.node, st.st_rdev, &lock, err);
	if (ret < 0)
		return ret;
	new.identity = identity_of_device(arena, fd, st.st_rdev, new.size);
	ret = identity_check(path, request->identity, new.identity, err);
	if (ret == 0)
		ret = guard_refuse_signature(arena, path, request->destroy, fd, err);
	if (ret == 0)
		ret = refuse_content("device", request, fd, new.size, err);
	if (ret < 0)
		return ret;
	new.device = st.st_rdev;
	new.fd = fd_take(&fd);
	new.lock = fd_take(&lock);
	*guarded = new;
	return 0;
}

static int look_at_file(struct arena *arena, const char *path, int *file, struct stat *st,
	struct error *err)
{
	AUTO_CLOSE int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);

	if (fd < 0 && (errno == ENOENT || errno == ENOTDIR))
		return fail(err, EINVAL, "image %s does not exist", path);
	if (fd < 0 || fstat(fd, st) < 0)
		return fail_errno(err, "open image %s", path);
	if (!S_ISREG(st->st_mode))
		return fail(err, EINVAL, "image %s is not a regular file", path);
	if (st->st_size == 0)
		return fail(err, EINVAL, "image %s is empty", path);
	int ret = use_of_file(arena, st->st_dev, st->st_ino, 0, err);
	if (ret == -EBUSY)
		return fail_in(err, ret, "image %s is in use", path);
	*file = fd_take(&fd);
	return ret;
}

/* For writing, which is how chattr +a and +i show; the same file. */
static int lock_file(const char *path, const struct stat *looked_at, int *lock, struct error *err)
{
	AUTO_CLOSE int fd = open(path, O_RDWR | O_CLOEXEC);
	struct stat st;

	if (fd < 0 || fstat(fd, &st) < 0)
		return fail_errno(err, "write to image %s", path);
	if (st.st_dev != looked_at->st_dev || st.st_ino != looked_at->st_ino)
		return fail(err, ESTALE, "image %s is another file than a moment ago", path);
	int ret = guard_lock(fd, false, err);
	if (ret < 0)
		return fail_in(err, ret, "image %s", path);
	*lock = fd_take(&fd);
	return 0;
}

int guard_image(struct arena *arena, const struct guard_request *request, struct guarded *guarded,
	struct error *err)
{
	const char *path = request->path;
	AUTO_CLOSE int fd = -1, lock = -1;
	struct stat st = { 0 };
	int ret = look_at_file(arena, path, &fd, &st, err);

	if (ret == 0)
		ret = lock_file(path, &st, &lock, err);
	if (ret < 0)
		return ret;
	const char *identity = identity_of_file(arena, &st);
	ret = identity_check(path, request->identity, identity, err);
	if (ret == 0 && !request->ours)
		ret = guard_refuse_signature(arena, path, request->destroy, fd, err);
	if (ret == 0 && !request->ours)
		ret = refuse_content("image", request, fd, (uint64_t)st.st_size, err);
	if (ret < 0)
		return ret;
	*guarded = (struct guarded){
		.fd = fd_take(&fd),
		.lock = fd_take(&lock),
		.identity = identity,
		.dev = st.st_dev,
		.ino = st.st_ino,
		.size = (uint64_t)st.st_size,
	};
	return 0;
}
