// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/auto.h"
#include "io/file.h"
#include "journal/kind.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <linux/loop.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

/*
 * A loop number is given to somebody else as soon as it is free, so a device is
 * known by the inode behind it and by its diskseq, which no two attachments share.
 */

/* 0 where the kernel (before 5.15) or the node has none. */
static uint64_t diskseq_of(const char *node)
{
	struct error ignored = { 0 };
	char path[PATH_MAX], text[32];
	struct stat st;

	if (stat(node, &st) < 0 || !S_ISBLK(st.st_mode))
		return 0;
	(void)snprintf(path, sizeof(path), "/sys/dev/block/%u:%u/diskseq", major(st.st_rdev),
		minor(st.st_rdev));
	if (io_read_small(path, text, sizeof(text), NULL, &ignored) < 0)
		return 0;
	return strtoull(text, NULL, 10);
}

/* The kernel's own packing of a device number in struct loop_info64. */
static uint64_t unpack_dev(uint64_t packed)
{
	return makedev((packed >> 8) & 0xfff, (packed & 0xff) | ((packed >> 12) & 0xfff00));
}

/* -ENXIO, without a text, where nothing is attached. */
static int look_at_loop(const char *node, struct identity *id, int *fd, struct error *err)
{
	struct loop_info64 info;
	AUTO_CLOSE int loop = open(node, O_RDONLY | O_CLOEXEC);

	if (loop < 0)
		return errno == ENOENT || errno == ENXIO ? -ENXIO
							 : fail_errno(err, "open %s", node);
	if (ioctl(loop, LOOP_GET_STATUS64, &info) < 0)
		return errno == ENXIO ? -ENXIO : fail_errno(err, "look at loop device %s", node);
	*id = (struct identity){
		.dev = unpack_dev(info.lo_device),
		.ino = info.lo_inode,
		.seq = diskseq_of(node),
	};
	*fd = fd_take(&loop);
	return 0;
}

static int loop_before(const struct change *change, struct identity *id, struct error *err)
{
	struct stat st;

	if (stat(change->other, &st) < 0)
		return fail_errno(err, "look at %s", change->other);
	*id = (struct identity){
		.dev = st.st_dev,
		.ino = st.st_ino,
		.seq = diskseq_of(change->path),
	};
	return 0;
}

static int loop_after(const struct change *change, struct identity *id, struct error *err)
{
	AUTO_CLOSE int fd = -1;
	int ret = look_at_loop(change->path, id, &fd, err);

	return ret == -ENXIO ? fail(err, ENXIO, "nothing is attached to %s", change->path) : ret;
}

static bool is_our_loop(const struct entry *entry, const struct identity *present)
{
	const struct identity *known = entry->made ? &entry->now : &entry->then;

	if (present->dev != known->dev || present->ino != known->ino)
		return false;
	if (present->seq == 0 || known->seq == 0)
		return true;
	return entry->made ? present->seq == known->seq : present->seq > known->seq;
}

static int detach(const char *node, const struct identity *ours, struct error *err)
{
	/* With other users (a mount that is being torn down) it goes when the last of them does. */
	for (int waited = 0; waited < KIND_PATIENCE_MS; waited += KIND_PAUSE_MS) {
		AUTO_CLOSE int fd = -1;
		struct identity present = { 0 };

		if (waited > KIND_PAUSE_MS)
			kind_pause();
		int ret = look_at_loop(node, &present, &fd, err);
		if (ret < 0)
			return ret == -ENXIO ? 0 : ret;
		if (present.seq != ours->seq || present.ino != ours->ino ||
			present.dev != ours->dev)
			return 0;
		if (ioctl(fd, LOOP_CLR_FD, 0) < 0 && errno != ENXIO)
			return fail_errno(err, "detach %s", node);
	}
	return fail(err, EBUSY,
		"%s is still in use after %d ms; it will be detached when it is not", node,
		KIND_PATIENCE_MS);
}

static int undo_loop(const struct entry *entry, enum undo_result *result, struct error *err)
{
	const char *node = entry->change.path;
	AUTO_CLOSE int fd = -1;
	struct identity present = { 0 };
	int ret = look_at_loop(node, &present, &fd, err);

	if (ret == -ENXIO) {
		*result = UNDO_GONE;
		return 0;
	}
	if (ret < 0)
		return ret;
	if (!is_our_loop(entry, &present)) {
		*result = UNDO_FOREIGN;
		return 0;
	}
	auto_close(&fd);
	ret = detach(node, &present, err);
	if (ret < 0)
		return ret;
	*result = UNDO_DONE;
	return 0;
}

const struct kind loop_kind = {
	.name = "loop",
	.before = loop_before,
	.after = loop_after,
	.undo = undo_loop,
};
