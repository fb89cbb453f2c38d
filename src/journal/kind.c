// SPDX-License-Identifier: GPL-3.0-or-later
#include "journal/kind.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <time.h>

static const struct kind *const kinds[] = {
	[CHANGE_FILE] = &file_kind,
	[CHANGE_TREE] = &tree_kind,
	[CHANGE_LOOP] = &loop_kind,
	[CHANGE_MOUNT] = &mount_kind,
	[CHANGE_KNOB] = &knob_kind,
	[CHANGE_CGROUP] = &cgroup_kind,
	[CHANGE_SWAP] = &swap_kind,
};

const struct kind *kind_of(enum change_kind kind)
{
	return kinds[kind];
}

int kind_of_name(const char *name)
{
	for (size_t i = 0; i < COUNT_OF(kinds); i++) {
		if (strcmp(kinds[i]->name, name) == 0)
			return (int)i;
	}
	return -1;
}

int identity_of_path(const char *path, struct identity *id, struct error *err)
{
	struct statx st;

	if (statx(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW, STATX_INO | STATX_BTIME, &st) < 0)
		return errno == ENOENT || errno == ENOTDIR ? -ENOENT
							   : fail_errno(err, "look at %s", path);
	*id = (struct identity){
		.dev = makedev(st.stx_dev_major, st.stx_dev_minor),
		.ino = st.stx_ino,
	};
	if (st.stx_mask & STATX_BTIME)
		id->birth_ns = (uint64_t)st.stx_btime.tv_sec * NS_PER_S + st.stx_btime.tv_nsec;
	return 0;
}

bool identity_is_ours(const struct entry *entry, const struct identity *present)
{
	/* A killed writer had no time to look at what it made: its birth must do, on a coarse
	 * clock. */
	if (!entry->made)
		return present->birth_ns == 0 || present->birth_ns + NS_PER_S >= entry->time_ns;
	/* Device numbers are dealt anew when a machine starts. */
	if (entry->this_boot && present->dev != entry->now.dev)
		return false;
	return present->ino == entry->now.ino && present->birth_ns == entry->now.birth_ns;
}

int identity_must_be_new(const struct change *change, struct identity *id, struct error *err)
{
	struct identity present;
	int ret = identity_of_path(change->path, &present, err);

	if (ret == -ENOENT) {
		*id = (struct identity){ 0 };
		return 0;
	}
	return ret < 0 ? ret : fail(err, EEXIST, "%s exists already", change->path);
}

int identity_of_made(const struct change *change, struct identity *id, struct error *err)
{
	int ret = identity_of_path(change->path, id, err);

	return ret == -ENOENT ? fail(err, ENOENT, "%s was not made", change->path) : ret;
}

void kind_pause(void)
{
	const struct timespec pause = { .tv_nsec = KIND_PAUSE_MS * (long)NS_PER_MS };

	(void)nanosleep(&pause, NULL); /* woken early, the caller only looks earlier */
}
