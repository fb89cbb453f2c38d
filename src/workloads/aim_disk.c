// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/file.h"
#include "workloads/aim_calls.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <unistd.h>

enum { CREAT = O_WRONLY | O_CREAT | O_TRUNC };

/* After a write that was not whole: the rest of it, or the reason. */
static int finish_write(struct aim_state *s, unsigned slot, ssize_t got,
	const struct aim_path *path, struct error *err)
{
	size_t done = got > 0 ? (size_t)got : 0;

	if (got < 0 && errno != EINTR)
		return fail_errno(err, "write %s", path->text);
	int ret = io_write_all(s->fds[slot], s->buffer + done, AIM_BLOCK - done, err);
	return ret < 0 ? fail_in(err, ret, "%s", path->text) : 0;
}

static int finish_read(struct aim_state *s, unsigned slot, ssize_t got, const struct aim_path *path,
	struct error *err)
{
	size_t done = got > 0 ? (size_t)got : 0, more = 0;

	if (got < 0 && errno != EINTR)
		return fail_errno(err, "read %s", path->text);
	int ret = io_read_some(s->fds[slot], s->buffer + done, AIM_BLOCK - done, &more, err);
	if (ret < 0)
		return fail_in(err, ret, "%s", path->text);
	if (done + more < AIM_BLOCK)
		return fail(err, ENODATA, "read %s: it ends within the block asked for",
			path->text);
	return 0;
}

static inline int write_block(struct aim_state *s, unsigned slot, const struct aim_path *path,
	struct error *err)
{
	ssize_t got = write(s->fds[slot], s->buffer, AIM_BLOCK);

	return __builtin_expect(got == AIM_BLOCK, 1) ? 0 : finish_write(s, slot, got, path, err);
}

static inline int read_block(struct aim_state *s, unsigned slot, const struct aim_path *path,
	struct error *err)
{
	ssize_t got = read(s->fds[slot], s->buffer, AIM_BLOCK);

	return __builtin_expect(got == AIM_BLOCK, 1) ? 0 : finish_read(s, slot, got, path, err);
}

static inline int seek_block(struct aim_state *s, unsigned slot, uint64_t block,
	const struct aim_path *path, struct error *err)
{
	off_t offset = (off_t)(block * AIM_BLOCK);

	return lseek(s->fds[slot], offset, SEEK_SET) == offset
		       ? 0
		       : fail_errno(err, "seek %s to %lld", path->text, (long long)offset);
}

static int write_blocks(struct aim_state *s, uint64_t blocks, struct error *err)
{
	int ret = 0;

	for (uint64_t i = 0; ret == 0 && i < blocks; i++) {
		if (aim_is_stopped(s))
			return aim_stopped(&s->file, err);
		ret = write_block(s, 0, &s->file, err);
	}
	return ret;
}

/* A new file of so many blocks, closed. */
static int fill(struct aim_state *s, uint64_t blocks, struct error *err)
{
	aim_next_name(s, &s->file, "tmpb.");
	int ret = aim_open(s, 0, &s->file, CREAT, err);
	if (ret == 0)
		ret = write_blocks(s, blocks, err);
	return ret == 0 ? aim_close(s, 0, &s->file, err) : ret;
}

/* At random, with replacement: `times` blocks of those below `below`. */
static int at_random(struct aim_state *s, uint64_t times, uint64_t below,
	int (*one)(struct aim_state *, unsigned, const struct aim_path *, struct error *),
	struct error *err)
{
	int ret = 0;

	for (uint64_t i = 0; ret == 0 && i < times; i++) {
		if (aim_is_stopped(s))
			return aim_stopped(&s->file, err);
		ret = seek_block(s, 0, aim_random(&s->random) % below, &s->file, err);
		if (ret == 0)
			ret = one(s, 0, &s->file, err);
	}
	return ret;
}

int aim_disk_rr(struct aim_state *s, struct error *err)
{
	int ret = fill(s, s->set.blocks, err);

	if (ret == 0)
		ret = aim_open(s, 0, &s->file, O_RDONLY, err);
	if (ret == 0)
		ret = aim_unlink(&s->file, err);
	if (ret == 0)
		ret = at_random(s, s->set.blocks, s->set.blocks, read_block, err);
	return ret == 0 ? aim_close(s, 0, &s->file, err) : ret;
}

int aim_disk_rw(struct aim_state *s, struct error *err)
{
	int ret = fill(s, s->set.blocks, err);

	if (ret == 0)
		ret = aim_open(s, 0, &s->file, O_WRONLY, err);
	if (ret == 0)
		ret = aim_unlink(&s->file, err);
	if (ret == 0)
		ret = at_random(s, s->set.blocks, s->set.blocks, write_block, err);
	return ret == 0 ? aim_close(s, 0, &s->file, err) : ret;
}

int aim_disk_rd(struct aim_state *s, struct error *err)
{
	int ret = aim_open(s, 0, &s->common, O_RDONLY, err);

	if (ret == 0)
		ret = seek_block(s, 0, 0, &s->common, err);
	for (uint64_t i = 0; ret == 0 && i < s->set.blocks; i++) {
		if (aim_is_stopped(s))
			return aim_stopped(&s->common, err);
		ret = read_block(s, 0, &s->common, err);
	}
	return ret == 0 ? aim_close(s, 0, &s->common, err) : ret;
}

int aim_disk_wrt(struct aim_state *s, struct error *err)
{
	aim_next_name(s, &s->file, "tmpb.");
	int ret = aim_open(s, 0, &s->file, CREAT, err);
	if (ret == 0)
		ret = aim_unlink(&s->file, err);
	if (ret == 0)
		ret = write_blocks(s, s->set.blocks, err);
	return ret == 0 ? aim_close(s, 0, &s->file, err) : ret;
}

/* From the common file (slot 1) to the call's own (slot 0). */
static int copy_blocks(struct aim_state *s, uint64_t blocks, struct error *err)
{
	int ret = seek_block(s, 1, 0, &s->common, err);

	for (uint64_t i = 0; ret == 0 && i < blocks; i++) {
		if (aim_is_stopped(s))
			return aim_stopped(&s->file, err);
		ret = read_block(s, 1, &s->common, err);
		if (ret == 0)
			ret = write_block(s, 0, &s->file, err);
	}
	return ret;
}

static int close_both(struct aim_state *s, struct error *err)
{
	int ret = aim_close(s, 1, &s->common, err);

	return ret == 0 ? aim_close(s, 0, &s->file, err) : ret;
}

int aim_disk_cp(struct aim_state *s, struct error *err)
{
	int ret = aim_open(s, 1, &s->common, O_RDONLY, err);

	aim_next_name(s, &s->file, "tmpb.");
	if (ret == 0)
		ret = aim_open(s, 0, &s->file, CREAT, err);
	if (ret == 0)
		ret = aim_unlink(&s->file, err);
	if (ret == 0)
		ret = copy_blocks(s, s->set.blocks, err);
	return ret == 0 ? close_both(s, err) : ret;
}

static int unlink_and_close(struct aim_state *s, struct error *err)
{
	int ret = aim_unlink(&s->file, err);

	return ret == 0 ? aim_close(s, 0, &s->file, err) : ret;
}

int aim_sync_disk_rw(struct aim_state *s, struct error *err)
{
	const uint64_t half = s->set.blocks / 2;
	int ret = fill(s, half, err);

	if (ret == 0)
		ret = aim_open(s, 0, &s->file, O_WRONLY | O_SYNC, err);
	if (ret == 0)
		ret = at_random(s, half, half, write_block, err);
	return ret == 0 ? unlink_and_close(s, err) : ret;
}

int aim_sync_disk_wrt(struct aim_state *s, struct error *err)
{
	aim_next_name(s, &s->file, "tmpb.");
	int ret = aim_open(s, 0, &s->file, CREAT | O_SYNC, err);
	if (ret == 0)
		ret = write_blocks(s, s->set.blocks / 2, err);
	return ret == 0 ? unlink_and_close(s, err) : ret;
}

int aim_sync_disk_cp(struct aim_state *s, struct error *err)
{
	int ret = aim_open(s, 1, &s->common, O_RDONLY, err);

	aim_next_name(s, &s->file, "tmpb.");
	if (ret == 0)
		ret = aim_open(s, 0, &s->file, CREAT | O_SYNC, err);
	if (ret == 0)
		ret = copy_blocks(s, s->set.blocks / 2, err);
	if (ret == 0)
		ret = aim_unlink(&s->file, err);
	return ret == 0 ? close_both(s, err) : ret;
}

/* Without a seek in between: it is the following block that is written. */
static int update_block(struct aim_state *s, unsigned slot, const struct aim_path *path,
	struct error *err)
{
	int ret = read_block(s, slot, path, err);

	return ret == 0 ? write_block(s, slot, path, err) : ret;
}

int aim_sync_disk_update(struct aim_state *s, struct error *err)
{
	int ret = fill(s, s->set.blocks, err);

	if (ret == 0)
		ret = aim_open(s, 0, &s->file, O_RDWR | O_SYNC, err);
	if (ret == 0)
		ret = at_random(s, s->set.blocks / 2, s->set.blocks, update_block, err);
	return ret == 0 ? unlink_and_close(s, err) : ret;
}
