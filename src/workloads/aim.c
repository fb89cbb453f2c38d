// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/aim.h"

#include "io/file.h"
#include "workloads/aim_calls.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { NAMES = 100000 }; /* five digits, of the process and of the counter */

static const char common_name[] = "tmpa.common";

/* clang-format off */
const struct aim_test aim_tests[] = {
	{ "creat-clo", "File Creations and Closes",
		"open with O_TRUNC and close; 999 of 1000 find the file there, empty",
		AIM_FIXED, AIM_CREATIONS, AIM_NOTHING, false, aim_creat_clo },
	{ "link_test", "Link/Unlink Pairs",
		"unlink and link of one of 8 names of a file",
		AIM_FIXED, AIM_LINK_PAIRS, AIM_NOTHING, false, aim_link_test },
	{ "disk_rr", "Random Disk Reads (K)",
		"seek and read 1 KiB of a file just written; writing it is in the time",
		AIM_BLOCKS, 0, AIM_NOTHING, false, aim_disk_rr },
	{ "disk_rw", "Random Disk Writes (K)",
		"seek and write 1 KiB of a file just written; writing it is in the time",
		AIM_BLOCKS, 0, AIM_NOTHING, false, aim_disk_rw },
	{ "disk_rd", "Sequential Disk Reads (K)",
		"read 1 KiB, from the cache after the first call",
		AIM_BLOCKS, 0, AIM_COMMON, false, aim_disk_rd },
	{ "disk_wrt", "Sequential Disk Writes (K)",
		"append 1 KiB to a file that has no name any more",
		AIM_BLOCKS, 0, AIM_NOTHING, false, aim_disk_wrt },
	{ "disk_cp", "Disk Copies (K)",
		"read 1 KiB, append it to a file that has no name any more",
		AIM_BLOCKS, 0, AIM_COMMON, false, aim_disk_cp },
	{ "sync_disk_rw", "Sync Random Disk Writes (K)",
		"seek and write 1 KiB with O_SYNC; writing the file first is in the time",
		AIM_HALF_BLOCKS, 0, AIM_NOTHING, false, aim_sync_disk_rw },
	{ "sync_disk_wrt", "Sync Sequential Disk Writes (K)",
		"append 1 KiB with O_SYNC",
		AIM_HALF_BLOCKS, 0, AIM_NOTHING, false, aim_sync_disk_wrt },
	{ "sync_disk_cp", "Sync Disk Copies (K)",
		"read 1 KiB, append it with O_SYNC",
		AIM_HALF_BLOCKS, 0, AIM_COMMON, false, aim_sync_disk_cp },
	{ "sync_disk_update", "Sync Disk Updates (K)",
		"seek and read 1 KiB, write the next 1 KiB with O_SYNC",
		AIM_HALF_BLOCKS, 0, AIM_NOTHING, true, aim_sync_disk_update },
	{ "disk_src", "Directory Searches",
		"a slot of 75: 57 stats and 43 creations with their unlinks in all, the list read first",
		AIM_FIXED, AIM_SEARCH_SLOTS, AIM_TREE, false, aim_disk_src },
	{ "dir_rtns_1", "Directory Operations",
		"readdir of a directory that need not be on the file system under test",
		AIM_FIXED, AIM_ENTRIES, AIM_NOTHING, false, aim_dir_rtns_1 },
	{ 0 },
};
/* clang-format on */

const struct aim_test *aim_test_find(const char *name)
{
	if (strcmp(name, "creat_clo") == 0) /* re-aim-7 */
		name = "creat-clo";
	for (const struct aim_test *t = aim_tests; t->name; t++) {
		if (strcmp(t->name, name) == 0)
			return t;
	}
	return NULL;
}

uint64_t aim_factor(const struct aim_test *test, uint64_t blocks)
{
	switch (test->rule) {
	case AIM_FIXED:
		return test->factor;
	case AIM_BLOCKS:
		return blocks;
	case AIM_HALF_BLOCKS:
		return blocks / 2;
	}
	return 0;
}

/* "PATH/NAME". */
static int set_path(struct aim_path *p, const char *path, const char *name, struct error *err)
{
	enum { LONGEST_NAME = 32 };
	size_t length = strlen(path);

	if (length + 1 + LONGEST_NAME >= sizeof(p->text))
		return fail(err, ENAMETOOLONG, "%.64s...: a path of %zu bytes; at most %zu fit",
			path, length, sizeof(p->text) - LONGEST_NAME - 2);
	*p = (struct aim_path){ .prefix = length + 1 };
	(void)snprintf(p->text, sizeof(p->text), "%s/%s", path, name); /* fits */
	return 0;
}

int aim_init(struct aim_state *s, const struct aim_settings *set, struct error *err)
{
	static const volatile sig_atomic_t never;

	if (set->blocks < AIM_LEAST_BLOCKS)
		return fail(err, ERANGE, "a file of %" PRIu64 " KiB is below the least, %d KiB",
			set->blocks, AIM_LEAST_BLOCKS);
	memset(s, 0, sizeof(*s));
	s->set = *set;
	if (!s->set.stop)
		s->set.stop = &never;
	s->random = set->seed;
	s->process = (unsigned)getpid() % NAMES;
	s->fds[0] = s->fds[1] = -1;
	int ret = set_path(&s->common, set->path, common_name, err);
	if (ret == 0)
		ret = set_path(&s->tree, set->path, "fakeh", err);
	if (ret == 0)
		ret = set_path(&s->file, set->path, "", err);
	for (unsigned i = 0; ret == 0 && i < AIM_LINKS; i++)
		ret = set_path(&s->links[i], set->path, "", err);
	return ret;
}

/* What a call that failed has left. It has failed already: what cannot be undone is no news. */
static void abandon(struct aim_state *s)
{
	struct error ignored;

	for (unsigned i = 0; i < COUNT_OF(s->fds); i++) {
		if (s->fds[i] >= 0)
			(void)close(s->fds[i]);
		s->fds[i] = -1;
	}
	if (s->file.there)
		(void)!aim_unlink(&s->file, &ignored);
	for (unsigned i = 0; i < AIM_LINKS; i++) {
		if (s->links[i].there)
			(void)!aim_unlink(&s->links[i], &ignored);
	}
	(void)!aim_go_home(s, &ignored);
}

int aim_call(struct aim_state *s, const struct aim_test *test, struct error *err)
{
	int ret = test->call(s, err);

	if (ret < 0)
		abandon(s);
	return ret;
}

void aim_next_name(struct aim_state *s, struct aim_path *path, const char *word)
{
	(void)snprintf(path->text + path->prefix, sizeof(path->text) - path->prefix, "%s%05u%05u",
		word, s->process, s->names); /* fits */
	s->names = (s->names + 1) % NAMES;
}

int aim_open(struct aim_state *s, unsigned slot, struct aim_path *path, int flags,
	struct error *err)
{
	int fd = open(path->text, flags | O_CLOEXEC, 0777);

	if (fd < 0)
		return fail_errno(err, "open %s", path->text);
	s->fds[slot] = fd;
	if (flags & O_CREAT)
		path->there = true;
	return 0;
}

int aim_close(struct aim_state *s, unsigned slot, const struct aim_path *path, struct error *err)
{
	int fd = s->fds[slot];

	s->fds[slot] = -1;
	return close(fd) < 0 ? fail_errno(err, "close %s", path->text) : 0;
}

int aim_unlink(struct aim_path *path, struct error *err)
{
	path->there = false;
	return unlink(path->text) < 0 ? fail_errno(err, "unlink %s", path->text) : 0;
}

int aim_link(const struct aim_path *from, struct aim_path *to, struct error *err)
{
	if (link(from->text, to->text) == 0) {
		to->there = true;
		return 0;
	}
	if (errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS)
		return fail_errno(err, "link %s to %s", to->text, from->text);
	return fail(err, EOPNOTSUPP, "link %s: this file system has no hard links", to->text);
}

int aim_stopped(const struct aim_path *path, struct error *err)
{
	return fail(err, EINTR, "%s: stopped", path->text);
}

static int write_common(int fd, uint64_t blocks, enum aim_fill fill,
	const volatile sig_atomic_t *stop, struct error *err)
{
	enum { AIM_FILL_PERIOD = 127 };
	unsigned char block[AIM_BLOCK];
	int ret = 0;

	for (unsigned i = 0; i < AIM_BLOCK; i++)
		block[i] = fill == AIM_FILL_LETTER ? 'a' : (unsigned char)(i % AIM_FILL_PERIOD);
	for (uint64_t i = 0; ret == 0 && i < blocks; i++) {
		if (stop && *stop)
			return fail(err, EINTR, "stopped");
		ret = io_write_all(fd, block, sizeof(block), err);
	}
	return ret;
}

int aim_common_make(const char *path, uint64_t blocks, enum aim_fill fill,
	const volatile sig_atomic_t *stop, struct error *err)
{
	struct aim_path file;
	int ret = set_path(&file, path, common_name, err);

	if (ret == 0)
		ret = aim_common_remove(path, err);
	if (ret < 0)
		return ret;
	int fd = open(file.text, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC,
		fill == AIM_FILL_LETTER ? 0777 : 0666);
	if (fd < 0)
		return fail_errno(err, "open %s", file.text);
	ret = write_common(fd, blocks, fill, stop, err);
	if (ret < 0)
		ret = fail_in(err, ret, "%s", file.text);
	if (close(fd) < 0 && ret == 0)
		ret = fail_errno(err, "close %s", file.text);
	if (ret < 0)
		(void)unlink(file.text); /* the failure is told already */
	return ret;
}

int aim_common_remove(const char *path, struct error *err)
{
	struct aim_path file;
	int ret = set_path(&file, path, common_name, err);

	if (ret == 0 && unlink(file.text) < 0 && errno != ENOENT)
		ret = fail_errno(err, "remove %s", file.text);
	return ret;
}
