// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/auto.h"
#include "io/direct.h"
#include "io/file.h"
#include "workloads/bonnie.h"
#include "workloads/step_loop.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

const char bonnie_file_name[] = "data";

void bonnie_let_go(struct bonnie_state *state)
{
	if (state->stream) {
		(void)fclose(state->stream); /* of a phase that has failed before */
		state->stream = NULL;
		state->fd = -1;
	}
	auto_close(&state->fd);
	free(state->stream_buffer);
	state->stream_buffer = NULL;
}

static int open_file(struct client *c, int flags, struct error *err)
{
	const struct bonnie_config *config = c->config;
	struct bonnie_state *state = c->state;
	char path[BONNIE_NAME_ROOM + CLIENT_NAME_ROOM];

	bonnie_let_go(state);
	state->number = 0;
	state->synced = false;
	client_path(c, c->index - c->index % bonnie_group_size(config), bonnie_file_name, path,
		sizeof(path));
	if (config->direct) {
		int ret = io_open_direct(c->base, path, flags, &state->fd, err);
		return ret < 0 ? fail_in(err, ret, "%s", bonnie_file_name) : 0;
	}
	state->fd = openat(c->base, path, flags | O_CLOEXEC, 0600);
	return state->fd >= 0 ? 0 : fail_errno(err, "open %s", bonnie_file_name);
}

static int make_anew(struct client *c, struct error *err)
{
	struct bonnie_state *state = c->state;

	bonnie_data_start(c);
	state->written = BONNIE_NOTHING;
	state->rewrites = 0;
	state->seeked = false;
	if (unlinkat(c->dir, bonnie_file_name, 0) < 0 && errno != ENOENT)
		return fail_errno(err, "remove %s", bonnie_file_name);
	return open_file(c, O_RDWR | O_CREAT | O_EXCL, err);
}

int bonnie_open_to_read(struct client *c, struct error *err)
{
	const struct bonnie_config *config = c->config;
	struct bonnie_state *state = c->state;
	int ret = open_file(c, O_RDWR, err);

	if (ret == 0 && config->cold)
		(void)posix_fadvise(state->fd, 0, 0, POSIX_FADV_DONTNEED); /* only advice */
	return ret;
}

/* With the buffer that stdio would make by its first byte, in the timed part. */
static int open_stream(struct client *c, const char *mode, struct error *err)
{
	struct bonnie_state *state = c->state;
	struct stat st;

	if (fstat(state->fd, &st) < 0)
		return fail_errno(err, "look at %s", bonnie_file_name);
	state->stream_buffer = malloc((size_t)st.st_blksize);
	state->stream = fdopen(state->fd, mode);
	if (!state->stream_buffer || !state->stream)
		return fail(err, ENOMEM, "no memory for a stream of %s", bonnie_file_name);
	if (setvbuf(state->stream, state->stream_buffer, _IOFBF, (size_t)st.st_blksize) != 0)
		return fail(err, EINVAL, "%s: the stream takes no buffer of %ld bytes",
			bonnie_file_name, (long)st.st_blksize);
	return 0;
}

static int fail_at(struct client *c, int ret, struct error *err)
{
	const struct bonnie_config *config = c->config;
	const struct bonnie_state *state = c->state;

	return fail_in(err, ret, "%s, chunk at %" PRIu64, bonnie_file_name,
		state->number * config->chunk);
}

static int sync_if_every(struct client *c, struct error *err)
{
	const struct bonnie_config *config = c->config;
	struct bonnie_state *state = c->state;

	return config->sync_every ? io_sync(state->fd, IO_SYNC_FSYNC, err) : 0;
}

/* What a short read left, and why. */
static int read_rest(struct client *c, size_t done, struct error *err)
{
	const struct bonnie_config *config = c->config;
	struct bonnie_state *state = c->state;
	size_t got = 0;
	int ret = io_read_some(state->fd, state->buffer + done, config->chunk - done, &got, err);

	if (ret == 0 && done + got < config->chunk)
		ret = fail(err, ENODATA, "the file ends %" PRIu64 " bytes early",
			config->chunk - done - got);
	return ret;
}

/* A whole chunk from where the file is. */
static inline int read_chunk(struct client *c, struct error *err)
{
	const struct bonnie_config *config = c->config;
	struct bonnie_state *state = c->state;
	ssize_t n = read(state->fd, state->buffer, config->chunk);

	if (__builtin_expect(n == (ssize_t)config->chunk, 1))
		return 0;
	return read_rest(c, n > 0 ? (size_t)n : 0, err);
}

/* Bonnie reads on until nothing comes, bonnie++ only what it wrote. */
static int read_end(struct client *c, struct error *err)
{
	const struct bonnie_config *config = c->config;
	struct bonnie_state *state = c->state;
	size_t got = 0;

	if (config->style == BONNIE_PLUS)
		return STEP_DONE;
	int ret = io_read_some(state->fd, state->buffer, config->chunk, &got, err);
	if (ret < 0)
		return fail_at(c, ret, err);
	if (got > 0)
		return fail(err, EIO, "%s: %zu bytes behind its end", bonnie_file_name, got);
	return STEP_DONE;
}

static int done_with(struct client *c, unsigned kind, struct operation *op)
{
	const struct bonnie_config *config = c->config;
	struct bonnie_state *state = c->state;

	state->number++;
	op->kind = kind;
	op->bytes = config->chunk;
	return STEP_GO;
}

/* The system call is all that a byte costs: what goes wrong is looked into by asking again. */
static inline int put_byte(int fd, const unsigned char *byte, struct error *err)
{
	return write(fd, byte, 1) == 1 ? 0 : io_write_all(fd, byte, 1, err);
}

static inline int get_byte(int fd, unsigned char *byte, size_t *got, struct error *err)
{
	return read(fd, byte, 1) == 1 ? 0 : io_read_some(fd, byte, 1, got, err);
}

static int put_bytes(struct client *c, const unsigned char *data, struct error *err)
{
	const struct bonnie_config *config = c->config;
	struct bonnie_state *state = c->state;
	int ret = 0;

	if (config->style == BONNIE_PLUS) {
		for (uint64_t i = 0; ret == 0 && i < config->chunk; i++)
			ret = put_byte(state->fd, data + i, err);
		return ret;
	}
	for (uint64_t i = 0; i < config->chunk; i++) {
		if (putc(data[i], state->stream) == EOF)
			return fail_errno(err, "putc");
	}
	return 0;
}

int bonnie_putc_begin(struct client *c, struct error *err)
{
	const struct bonnie_config *config = c->config;
	int ret = make_anew(c, err);

	if (ret == 0 && config->style == BONNIE_1996)
		ret = open_stream(c, "r+", err);
	return ret;
}

int bonnie_putc_step(struct client *c, struct operation *op, struct error *err)
{
	const struct bonnie_config *config = c->config;
	struct bonnie_state *state = c->state;

	if (state->number * config->chunk == bonnie_byte_bytes(config))
		return STEP_DONE;
	int ret = put_bytes(c, bonnie_byte_data(c, state->number), err);
	if (ret < 0)
		return fail_at(c, ret, err);
	return done_with(c, BONNIE_PUTC, op);
}

/* What was asked for is done when the phase comes to its end: a failure ends the run. */
static int end_of(struct client *c, uint64_t bytes, struct error *err)
{
	const struct bonnie_config *config = c->config;
	struct bonnie_state *state = c->state;

	bonnie_let_go(state);
	if (state->number * config->chunk != bytes)
		return fail(err, EIO, "%s: %" PRIu64 " of %" PRIu64 " bytes were moved",
			bonnie_file_name, state->number * config->chunk, bytes);
	return 0;
}

static int end_of_writing(struct client *c, enum bonnie_written by, uint64_t bytes,
	struct error *err)
{
	struct bonnie_state *state = c->state;
	int ret = end_of(c, bytes, err);

	if (ret < 0)
		return ret;
	state->written = by;
	state->written_bytes = bytes;
	return bonnie_data_check(c, err);
}

int bonnie_putc_end(struct client *c, struct error *err)
{
	return end_of_writing(c, BONNIE_BY_PUTC, bonnie_byte_bytes(c->config), err);
}

int bonnie_write_begin(struct client *c, struct error *err)
{
	return make_anew(c, err);
}

int bonnie_write_step(struct client *c, struct operation *op, struct error *err)
{
	const struct bonnie_config *config = c->config;
	struct bonnie_state *state = c->state;

	if (state->number == state->chunks)
		return STEP_DONE;
	int ret = io_write_all(state->fd, bonnie_block_data(c, state->number), config->chunk, err);
	if (ret == 0)
		ret = sync_if_every(c, err);
	if (ret < 0)
		return fail_at(c, ret, err);
	return done_with(c, BONNIE_WRITE, op);
}

__attribute__((flatten)) int bonnie_write_loop(struct step_loop *loop, struct client *c,
	struct error *err)
{
	return step_loop_run(loop, c, bonnie_write_step, err);
}

int bonnie_write_end(struct client *c, struct error *err)
{
	const struct bonnie_config *config = c->config;

	return end_of_writing(c, BONNIE_BY_BLOCK, bonnie_chunks(config) * config->chunk, err);
}

int bonnie_rewrite_begin(struct client *c, struct error *err)
{
	return open_file(c, O_RDWR, err);
}

int bonnie_rewrite_step(struct client *c, struct operation *op, struct error *err)
{
	const struct bonnie_config *config = c->config;
	struct bonnie_state *state = c->state;
	const uint64_t units = config->style == BONNIE_PLUS ? config->chunk : config->chunk / 4;

	if (state->number == state->chunks)
		return read_end(c, err);
	int ret = read_chunk(c, err);
	if (ret < 0)
		return fail_at(c, ret, err);
	bonnie_change(config, state->buffer, state->number % units, 1);
	if (lseek(state->fd, -(off_t)config->chunk, SEEK_CUR) < 0)
		return fail_errno(err, "%s: seek back to %" PRIu64, bonnie_file_name,
			state->number * config->chunk);
	ret = io_write_all(state->fd, state->buffer, config->chunk, err);
	if (ret == 0)
		ret = sync_if_every(c, err);
	if (ret < 0)
		return fail_at(c, ret, err);
	return done_with(c, BONNIE_REWRITE, op);
}

__attribute__((flatten)) int bonnie_rewrite_loop(struct step_loop *loop, struct client *c,
	struct error *err)
{
	return step_loop_run(loop, c, bonnie_rewrite_step, err);
}

int bonnie_rewrite_end(struct client *c, struct error *err)
{
	const struct bonnie_config *config = c->config;
	struct bonnie_state *state = c->state;
	int ret = end_of(c, bonnie_chunks(config) * config->chunk, err);

	if (ret < 0)
		return ret;
	state->rewrites++;
	return bonnie_data_check(c, err);
}

int bonnie_getc_begin(struct client *c, struct error *err)
{
	const struct bonnie_config *config = c->config;
	struct bonnie_state *state = c->state;
	int ret = bonnie_open_to_read(c, err);

	memset(state->bins, 0, sizeof(state->bins));
	if (ret == 0 && config->style == BONNIE_1996)
		ret = open_stream(c, "r", err);
	return ret;
}

static int get_bytes(struct client *c, struct error *err)
{
	const struct bonnie_config *config = c->config;
	struct bonnie_state *state = c->state;
	unsigned char one = 0;
	size_t got = 1;
	int ret = 0;

	if (config->style == BONNIE_PLUS) {
		for (uint64_t i = 0; i < config->chunk; i++) {
			ret = get_byte(state->fd, &one, &got, err);
			if (ret < 0 || got == 0)
				break;
			state->bins[one]++;
		}
		if (ret == 0 && got == 0)
			ret = fail(err, ENODATA, "the file ends early");
		return ret;
	}
	for (uint64_t i = 0; i < config->chunk; i++) {
		int byte = getc(state->stream);
		if (byte == EOF && ferror(state->stream))
			return fail_errno(err, "getc");
		if (byte == EOF)
			return fail(err, ENODATA, "the file ends early");
		state->bins[byte]++;
	}
	return 0;
}

int bonnie_getc_step(struct client *c, struct operation *op, struct error *err)
{
	const struct bonnie_config *config = c->config;
	struct bonnie_state *state = c->state;

	if (state->number * config->chunk == bonnie_byte_bytes(config))
		return STEP_DONE;
	int ret = get_bytes(c, err);
	if (ret < 0)
		return fail_at(c, ret, err);
	return done_with(c, BONNIE_GETC, op);
}

int bonnie_getc_end(struct client *c, struct error *err)
{
	struct bonnie_state *state = c->state;
	const uint64_t wanted = bonnie_byte_bytes(c->config);
	uint64_t got = 0;

	for (size_t i = 0; i < COUNT_OF(state->bins); i++)
		got += state->bins[i];
	if (got != wanted)
		return fail(err, EIO, "%s: %" PRIu64 " of %" PRIu64 " bytes were read",
			bonnie_file_name, got, wanted);
	return end_of(c, wanted, err);
}

int bonnie_read_begin(struct client *c, struct error *err)
{
	return bonnie_open_to_read(c, err);
}

int bonnie_read_step(struct client *c, struct operation *op, struct error *err)
{
	const struct bonnie_config *config = c->config;
	struct bonnie_state *state = c->state;

	if (state->number == state->chunks)
		return read_end(c, err);
	int ret = read_chunk(c, err);
	if (ret < 0)
		return fail_at(c, ret, err);
	if (config->style == BONNIE_1996) /* a counter that depends on the data */
		state->sum += state->buffer[state->number & (config->chunk - 1)];
	return done_with(c, BONNIE_READ, op);
}

__attribute__((flatten)) int bonnie_read_loop(struct step_loop *loop, struct client *c,
	struct error *err)
{
	return step_loop_run(loop, c, bonnie_read_step, err);
}

int bonnie_read_end(struct client *c, struct error *err)
{
	const struct bonnie_config *config = c->config;

	return end_of(c, bonnie_chunks(config) * config->chunk, err);
}

static int close_file(struct bonnie_state *state, struct error *err)
{
	int fd = fd_take(&state->fd);

	if (!state->stream)
		return close(fd) == 0 ? 0 : fail_errno(err, "close %s", bonnie_file_name);
	FILE *stream = state->stream;
	state->stream = NULL;
	return fclose(stream) == 0 ? 0 : fail_errno(err, "close %s", bonnie_file_name);
}

int bonnie_close_tail(struct client *c, struct operation *op, struct error *err)
{
	const struct bonnie_config *config = c->config;
	struct bonnie_state *state = c->state;

	if (state->fd < 0)
		return STEP_DONE;
	if (!config->fsync || state->synced) {
		op->kind = BONNIE_CLOSE;
		return close_file(state, err);
	}
	if (state->stream && fflush(state->stream) != 0)
		return fail_errno(err, "%s: write what putc left", bonnie_file_name);
	int ret = io_sync(state->fd, IO_SYNC_FSYNC, err);
	if (ret < 0)
		return fail_in(err, ret, "%s", bonnie_file_name);
	state->synced = true;
	op->kind = BONNIE_FSYNC;
	return STEP_GO;
}
