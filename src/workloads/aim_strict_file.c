// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/auto.h"
#include "io/file.h"
#include "workloads/aim_client.h"
#include "workloads/step_loop.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char data_file[] = "data", source_file[] = "source";

/* What a test does with its file. */
enum {
	RANDOM = 1,
	READ = 2,
	WRITE = 4,
	FILLED = 8, /* before the clock */
	SYNC = 16,  /* O_SYNC */
	COPY = 32,  /* READ is from another file, filled before the clock */
};

static const struct {
	const char *test;
	unsigned does;
} tests[] = {
	{ "disk_rr", RANDOM | READ | FILLED },
	{ "disk_rw", RANDOM | WRITE | FILLED },
	{ "disk_rd", READ | FILLED },
	{ "disk_wrt", WRITE },
	{ "disk_cp", READ | WRITE | COPY },
	{ "sync_disk_rw", RANDOM | WRITE | FILLED | SYNC },
	{ "sync_disk_wrt", WRITE | SYNC },
	{ "sync_disk_cp", READ | WRITE | COPY | SYNC },
	{ "sync_disk_update", RANDOM | READ | WRITE | FILLED | SYNC },
};

static unsigned what_it_does(const struct aim_test *test)
{
	size_t i = 0;

	while (strcmp(tests[i].test, test->name) != 0)
		i++;
	return tests[i].does;
}

static int make_memory(struct client *c, struct aim_strict *s, struct error *err)
{
	enum { ALIGNMENT = 4096 };
	const struct aim_config *config = c->config;

	if (s->pattern.pool)
		return 0; /* of the loop before */
	int ret = pattern_init(&s->pattern, config->bs, 1, config->incompressible, c->seed, err);
	if (ret == 0 && posix_memalign((void **)&s->buffer, ALIGNMENT, config->bs) != 0)
		ret = fail(err, ENOMEM, "no memory for a block of %" PRIu64 " bytes", config->bs);
	return ret;
}

/* A new file with every block in its place. */
static int fill(struct client *c, struct aim_strict *s, const char *name, struct error *err)
{
	const struct aim_config *config = c->config;
	AUTO_CLOSE int fd = openat(c->dir, name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	int ret = fd < 0 ? fail_errno(err, "make it") : 0;

	for (uint64_t i = 0; ret == 0 && i < s->blocks; i++)
		ret = io_pwrite_all(fd, pattern_block(&s->pattern, 0, i, config->bs), config->bs,
			i * config->bs, err);
	if (ret == 0 && config->invalidate) {
		ret = io_sync(fd, IO_SYNC_FSYNC, err);
		int failed = ret == 0 ? posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED) : 0;
		if (failed)
			ret = fail(err, failed, "drop it from the cache: %s", strerror(failed));
	}
	if (ret == 0 && close(fd_take(&fd)) < 0)
		ret = fail_errno(err, "close it");
	return ret < 0 ? fail_in(err, ret, "%s", name) : 0;
}

static int open_target(struct client *c, struct aim_strict *s, unsigned does, struct error *err)
{
	int flags = !(does & WRITE) ? O_RDONLY : does & READ && !(does & COPY) ? O_RDWR : O_WRONLY;

	flags |= does & SYNC ? O_SYNC : 0;
	flags |= does & FILLED ? 0 : O_CREAT | O_TRUNC;
	s->fd = openat(c->dir, data_file, flags | O_CLOEXEC, 0600);
	return s->fd < 0 ? fail_errno(err, "open %s", data_file) : 0;
}

int aim_strict_file_begin(struct client *c, struct error *err)
{
	const struct aim_config *config = c->config;
	struct aim_client *client = c->state;
	struct aim_strict *s = &client->strict;
	const unsigned does = what_it_does(client->test);
	int ret = make_memory(c, s, err);

	s->blocks = config->filesize / config->bs;
	s->block = 0;
	s->written = does & WRITE;
	s->synced = false;
	rng_seed(&s->rng, c->seed);
	client->left = aim_work(config, s->blocks);
	if (ret == 0 && does & FILLED)
		ret = fill(c, s, data_file, err);
	if (ret == 0 && does & COPY) {
		ret = fill(c, s, source_file, err);
		s->source = ret == 0 ? openat(c->dir, source_file, O_RDONLY | O_CLOEXEC) : -1;
		if (ret == 0 && s->source < 0)
			ret = fail_errno(err, "open %s", source_file);
	}
	return ret == 0 ? open_target(c, s, does, err) : ret;
}

/* What is written begins anew where the file has its size; read, it is only begun again. */
static int next_pass(struct aim_strict *s, unsigned does, struct operation *op, struct error *err)
{
	s->block = 0;
	if (!(does & WRITE))
		return 0;
	op->kind = AIM_TRUNCATE;
	return ftruncate(s->fd, 0) < 0 ? fail_errno(err, "truncate %s", data_file) : 0;
}

static inline __attribute__((always_inline)) int step(struct client *c, struct operation *op,
	const unsigned does, struct error *err)
{
	const struct aim_config *config = c->config;
	struct aim_client *client = c->state;
	struct aim_strict *s = &client->strict;
	const size_t bs = config->bs;
	int ret = 0;

	if (!(does & RANDOM) && s->block == s->blocks && client->left > 0) {
		ret = next_pass(s, does, op, err);
		if (does & WRITE)
			return ret;
	}
	if (ret < 0 || !aim_take(c, client))
		return ret < 0 ? ret : STEP_DONE;
	const uint64_t block = does & RANDOM ? rng_below(&s->rng, s->blocks) : s->block;
	if (does & READ)
		ret = io_pread_all(does & COPY ? s->source : s->fd, s->buffer, bs, block * bs, err);
	if (ret == 0 && does & WRITE) {
		const void *data =
			does & READ ? s->buffer : pattern_block(&s->pattern, 0, block, bs);
		ret = io_pwrite_all(s->fd, data, bs, block * bs, err);
	}
	s->last = block;
	s->block = block + 1;
	op->kind = AIM_OPERATION;
	op->bytes = bs;
	return ret;
}

/* O_SYNC is of the open file: the step is the same without and with it. */
#define STRICT_STEP(test, does) \
	int aim_strict_##test##_step(struct client *c, struct operation *op, struct error *err) \
	{ \
		return step(c, op, does, err); \
	} \
	__attribute__((flatten)) int aim_strict_##test##_loop(struct step_loop *loop, \
		struct client *c, struct error *err) \
	{ \
		return step_loop_run(loop, c, aim_strict_##test##_step, err); \
	}

STRICT_STEP(disk_rr, RANDOM | READ)
STRICT_STEP(disk_rw, RANDOM | WRITE)
STRICT_STEP(disk_rd, READ)
STRICT_STEP(disk_wrt, WRITE)
STRICT_STEP(disk_cp, READ | WRITE | COPY)
STRICT_STEP(sync_disk_update, RANDOM | READ | WRITE)

int aim_strict_file_tail(struct client *c, struct operation *op, struct error *err)
{
	const struct aim_config *config = c->config;
	struct aim_strict *s = &((struct aim_client *)c->state)->strict;

	if (!config->fsync || !s->written || s->synced)
		return STEP_DONE;
	int ret = io_sync(s->fd, IO_SYNC_FSYNC, err);
	s->synced = ret == 0;
	op->kind = AIM_FSYNC;
	return ret;
}

/* Some blocks, evenly over the file. */
static int check_data(struct client *c, struct aim_strict *s, int fd, uint64_t blocks,
	struct error *err)
{
	enum { MOST_LOOKS = 64 };
	const size_t bs = ((const struct aim_config *)c->config)->bs;
	const uint64_t looks = min_u64(blocks, MOST_LOOKS);
	int ret = 0;

	for (uint64_t i = 0; ret == 0 && i < looks; i++) {
		uint64_t block = looks > 1 ? i * (blocks - 1) / (looks - 1) : 0;
		ret = io_pread_all(fd, s->buffer, bs, block * bs, err);
		if (ret == 0)
			ret = pattern_check(&s->pattern, s->buffer, block, bs, err);
	}
	return ret;
}

/* Written at random: every block is still what it was filled with. In order: as far as it came. */
static int check_file(struct client *c, struct aim_strict *s, unsigned does, struct error *err)
{
	const size_t bs = ((const struct aim_config *)c->config)->bs;
	const uint64_t blocks = does & FILLED ? s->blocks : s->block;
	AUTO_CLOSE int fd = openat(c->dir, data_file, O_RDONLY | O_CLOEXEC);
	struct stat st;

	if (fd < 0 || fstat(fd, &st) < 0)
		return fail_errno(err, "look at %s", data_file);
	if ((uint64_t)st.st_size != blocks * bs)
		return fail(err, EIO, "%s: it has %" PRIu64 " bytes instead of %" PRIu64, data_file,
			(uint64_t)st.st_size, blocks * bs);
	int ret = check_data(c, s, fd, blocks, err);
	return ret < 0 ? fail_in(err, ret, "%s", data_file) : 0;
}

/* The block that was read last. */
static int check_read(struct client *c, struct aim_strict *s, unsigned does, struct error *err)
{
	const size_t bs = ((const struct aim_config *)c->config)->bs;

	if (!(does & READ) || c->counters[AIM_CREDIT] == 0)
		return 0;
	int ret = pattern_check(&s->pattern, s->buffer, s->last, bs, err);
	return ret < 0 ? fail_in(err, ret, "what was read") : 0;
}

int aim_strict_file_end(struct client *c, struct error *err)
{
	struct aim_client *client = c->state;
	struct aim_strict *s = &client->strict;
	const unsigned does = what_it_does(client->test);
	int ret = close(fd_take(&s->fd)) < 0 ? fail_errno(err, "close %s", data_file) : 0;

	auto_close(&s->source);
	if (ret == 0)
		ret = check_read(c, s, does, err);
	if (ret == 0)
		ret = check_file(c, s, does, err);
	if (ret == 0 && unlinkat(c->dir, data_file, 0) < 0)
		ret = fail_errno(err, "unlink %s", data_file);
	if (ret == 0 && does & COPY && unlinkat(c->dir, source_file, 0) < 0)
		ret = fail_errno(err, "unlink %s", source_file);
	return ret;
}

void aim_strict_free(struct aim_strict *s)
{
	auto_close(&s->fd);
	auto_close(&s->source);
	if (s->entries)
		(void)closedir(s->entries); /* only for reading */
	s->entries = NULL;
	pattern_free(&s->pattern);
	free(s->buffer);
}
