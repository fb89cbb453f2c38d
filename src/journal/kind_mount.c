// SPDX-License-Identifier: GPL-3.0-or-later
#include "journal/kind.h"

#include <errno.h>
#include <libmount.h>
#include <string.h>
#include <sys/mount.h>

/*
 * Looked up in mountinfo and never by looking at the file system itself: one
 * that has shut down after an I/O error answers nothing but EIO.
 */

/* The topmost mount at path; seq 0 where there is none. */
static int look_at_mount(const char *path, struct identity *id, struct error *err)
{
	struct libmnt_table *table = mnt_new_table_from_file("/proc/self/mountinfo");
	struct libmnt_iter *iter = mnt_new_iter(MNT_ITER_FORWARD);
	struct libmnt_fs *fs;

	*id = (struct identity){ 0 };
	while (table && iter && mnt_table_next_fs(table, iter, &fs) == 0) {
		const char *target = mnt_fs_get_target(fs);
		if (target && strcmp(target, path) == 0) {
			id->seq = (uint64_t)mnt_fs_get_id(fs);
			id->dev = mnt_fs_get_devno(fs);
		}
	}
	bool read = table && iter;
	mnt_free_iter(iter);
	mnt_unref_table(table);
	return read ? 0 : fail(err, EIO, "read /proc/self/mountinfo");
}

static int mount_before(const struct change *change, struct identity *id, struct error *err)
{
	return look_at_mount(change->path, id, err);
}

static int mount_after(const struct change *change, struct identity *id, struct error *err)
{
	int ret = look_at_mount(change->path, id, err);

	if (ret == 0 && id->seq == 0)
		return fail(err, ENOENT, "nothing is mounted on %s", change->path);
	return ret;
}

static bool is_our_mount(const struct entry *entry, const struct identity *present)
{
	if (!entry->made)
		return present->seq != entry->then.seq;
	return present->seq == entry->now.seq && present->dev == entry->now.dev;
}

static int undo_mount(const struct entry *entry, enum undo_result *result, struct error *err)
{
	const char *path = entry->change.path;
	struct identity present;
	int ret = look_at_mount(path, &present, err);

	if (ret < 0)
		return ret;
	if (present.seq == 0) {
		*result = UNDO_GONE;
		return 0;
	}
	if (!is_our_mount(entry, &present)) {
		*result = UNDO_FOREIGN;
		return 0;
	}
	*result = UNDO_DONE;
	for (int waited = 0; waited < KIND_PATIENCE_MS; waited += KIND_PAUSE_MS) {
		if (umount2(path, UMOUNT_NOFOLLOW) == 0)
			return 0;
		if (errno != EBUSY)
			return fail_errno(err, "unmount %s", path);
		kind_pause();
	}
	if (umount2(path, UMOUNT_NOFOLLOW | MNT_DETACH) < 0)
		return fail_errno(err, "unmount %s", path);
	return fail(err, EBUSY,
		"%s was still in use after %d ms; it is detached and ends with its last user", path,
		KIND_PATIENCE_MS);
}

const struct kind mount_kind = {
	.name = "mount",
	.before = mount_before,
	.after = mount_after,
	.undo = undo_mount,
};
