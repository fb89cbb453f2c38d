// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/auto.h"
#include "io/file.h"
#include "workloads/postmark_files.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>

/*
 * One operation in the very system calls of PostMark: with buffering those that glibc's stdio makes
 * of fopen, fread or fwrite of one block after the other, and fclose; without, one call for each
 * block and one for the rest, also where that is nothing.
 */
enum { STDIO_BYTES = 4096 };

/* How a file is opened, and what is said where it cannot be. The flags are those of fopen(3)'s
 * "w", "r", "a"; of open(2) in PostMark: without O_TRUNC. */
static const struct {
	int buffered, raw;
	mode_t buffered_mode, raw_mode;
	const char *cannot;
} ways[] = {
	[POSTMARK_CREATE] = { O_WRONLY | O_CREAT | O_TRUNC, O_RDWR | O_CREAT, 0666, 0644,
		"cannot open for writing" },
	[POSTMARK_READ] = { O_RDONLY, O_RDONLY, 0, 0, "cannot open for reading" },
	[POSTMARK_APPEND] = { O_WRONLY | O_CREAT | O_APPEND, O_RDWR | O_APPEND, 0666, 0,
		"cannot open for append" },
};

static int failed(const struct postmark_files *f, int ret, const char *what, struct error *err)
{
	const struct error why = *err;

	return postmark_files_fail(err, -ret, what, f->path, why.text);
}

static int failed_now(const struct postmark_files *f, const char *what, struct error *err)
{
	return postmark_files_fail(err, errno, what, f->path, strerror(errno));
}

/* What comes next of what is written into this file: of the text, or never the same again. */
static inline const char *next_data(struct postmark_files *f, const char *text, uint32_t length)
{
	if (!f->config.incompressible)
		return text;
	return pattern_block(&f->pattern, 0, f->chunks++, length);
}

static inline int put(struct postmark_files *f, int fd, const char **text, uint32_t length,
	struct error *err)
{
	const char *data = next_data(f, *text, length);

	*text += length;
	return io_write_all(fd, data, length, err);
}

static int write_chunks(struct postmark_files *f, int fd, const char *text, uint32_t bytes,
	uint32_t chunk, struct error *err)
{
	int ret = 0;

	for (; ret == 0 && bytes >= chunk; bytes -= chunk)
		ret = put(f, fd, &text, chunk, err);
	if (ret == 0 && bytes > 0)
		ret = put(f, fd, &text, bytes, err);
	return ret;
}

/*
 * fwrite() of blocks above its own buffer: it fills up the buffer and writes that, then as much of
 * the block as is whole buffers, and keeps the rest. The first call finds no buffer to fill.
 */
static int write_large_blocks(struct postmark_files *f, int fd, const char *text, uint32_t bytes,
	struct error *err)
{
	uint32_t held = 0, room = 0;
	int ret = 0;

	while (ret == 0 && bytes > 0) {
		uint32_t block = (uint32_t)min_u64(bytes, f->config.write_block);
		uint32_t fill = (uint32_t)min_u64(room - held, block);
		bytes -= block;
		block -= fill;
		held += fill;
		room = STDIO_BYTES;
		if (block == 0)
			continue;
		if (held > 0)
			ret = put(f, fd, &text, held, err);
		held = block % STDIO_BYTES;
		if (ret == 0 && block > held)
			ret = put(f, fd, &text, block - held, err);
	}
	if (ret == 0 && held > 0)
		ret = put(f, fd, &text, held, err);
	return ret;
}

static int write_file(struct postmark_files *f, int fd, const char *text, uint32_t bytes,
	struct error *err)
{
	const uint32_t block = f->config.write_block;

	if (f->config.buffering && block > STDIO_BYTES)
		return write_large_blocks(f, fd, text, bytes, err);
	int ret = write_chunks(f, fd, text, bytes, f->config.buffering ? STDIO_BYTES : block, err);
	if (ret == 0 && !f->config.buffering && bytes % block == 0 && write(fd, text, 0) < 0)
		return fail_errno(err, "write 0 bytes");
	return ret;
}

static int read_chunks(struct postmark_files *f, int fd, uint32_t bytes, uint32_t chunk,
	bool whole_buffers, struct error *err)
{
	int ret = 0;

	for (; ret == 0 && bytes >= chunk; bytes -= chunk)
		ret = io_read_least(fd, f->buffer, chunk, chunk, err);
	if (ret == 0 && bytes > 0)
		ret = io_read_least(fd, f->buffer, whole_buffers ? chunk : bytes, bytes, err);
	return ret;
}

/*
 * fread() of blocks above its own buffer: what the buffer holds, then whole buffers directly into
 * the block, then the buffer again for the rest.
 */
static int read_large_blocks(struct postmark_files *f, int fd, uint32_t bytes, struct error *err)
{
	uint32_t held = 0, unread = bytes; /* of the file, by the kernel */
	int ret = 0;

	while (ret == 0 && bytes > 0) {
		uint32_t block = (uint32_t)min_u64(bytes, f->config.read_block);
		uint32_t taken = (uint32_t)min_u64(held, block);
		bytes -= block;
		block -= taken;
		held -= taken;
		uint32_t direct = block - block % STDIO_BYTES;
		if (direct > 0)
			ret = io_read_least(fd, f->buffer, direct, direct, err);
		unread -= direct;
		block -= direct;
		if (ret < 0 || block == 0)
			continue;
		uint32_t fill = (uint32_t)min_u64(unread, STDIO_BYTES);
		ret = io_read_least(fd, f->buffer, STDIO_BYTES, fill, err);
		unread -= fill;
		held = fill - block;
	}
	return ret;
}

static int read_file(struct postmark_files *f, int fd, uint32_t bytes, struct error *err)
{
	const uint32_t block = f->config.read_block;

	if (f->config.buffering && block > STDIO_BYTES)
		return read_large_blocks(f, fd, bytes, err);
	if (f->config.buffering)
		return read_chunks(f, fd, bytes, STDIO_BYTES, true, err);
	int ret = read_chunks(f, fd, bytes, block, false, err);
	if (ret == 0 && bytes % block == 0 && read(fd, f->buffer, 0) < 0)
		return fail_errno(err, "read 0 bytes");
	return ret;
}

/* The directory of the file that was just created or deleted. */
static int sync_directory(struct postmark_files *f, const struct postmark_op *op, struct error *err)
{
	const char *path = postmark_files_directory(f, op->location, op->subdirectory);
	AUTO_CLOSE int fd = openat(f->config.dir, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd < 0 || fsync(fd) < 0)
		return postmark_files_fail(err, errno, "cannot sync directory", path,
			strerror(errno));
	return 0;
}

static int transfer(struct postmark_files *f, const char *text, const struct postmark_op *op,
	int fd, struct error *err)
{
	if (op->kind == POSTMARK_READ) {
		int ret = read_file(f, fd, op->bytes, err);
		return ret < 0 ? failed(f, ret, "cannot read", err) : 0;
	}
	int ret = write_file(f, fd, text, op->bytes, err);
	if (ret < 0)
		return failed(f, ret, "cannot write", err);
	if (f->config.sync != POSTMARK_SYNC_NONE && fsync(fd) < 0)
		return failed_now(f, "cannot sync", err);
	return 0;
}

static int open_and_transfer(struct postmark_files *f, const char *text,
	const struct postmark_op *op, const char *path, struct error *err)
{
	const bool buffered = f->config.buffering;
	/* Nobody is forked meanwhile, so that O_CLOEXEC, which PostMark has not, is not missed. */
	AUTO_CLOSE int fd =
		openat(f->config.dir, path, buffered ? ways[op->kind].buffered : ways[op->kind].raw,
			buffered ? ways[op->kind].buffered_mode : ways[op->kind].raw_mode);

	if (fd < 0)
		return failed_now(f, ways[op->kind].cannot, err);
	int ret = transfer(f, text, op, fd, err);
	/* A full quota or a lost server may show only here. */
	if (ret == 0 && close(fd_take(&fd)) < 0)
		return failed_now(f, "cannot close", err);
	return ret;
}

int postmark_files_do(struct postmark_files *f, const char *text, const struct postmark_op *op,
	struct error *err)
{
	const char *path = postmark_files_path(f, op);
	int ret = 0;

	if (op->kind != POSTMARK_DELETE)
		ret = open_and_transfer(f, text, op, path, err);
	else if (unlinkat(f->config.dir, path, 0) < 0)
		ret = failed_now(f, "cannot delete", err);
	if (ret == 0 && f->config.sync == POSTMARK_SYNC_DIRECTORY &&
		(op->kind == POSTMARK_CREATE || op->kind == POSTMARK_DELETE))
		ret = sync_directory(f, op, err);
	return ret;
}
