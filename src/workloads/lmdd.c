// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/auto.h"
#include "io/direct.h"
#include "io/file.h"
#include "io/pattern.h"
#include "io/uring.h"
#include "workloads/registry.h"
#include "workloads/step_loop.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { RW_WRITE, RW_READ, RW_COPY };

static const char *const rw_choices[] = { "write", "read", "copy", NULL };

struct lmdd_config {
	int rw;
	uint64_t bs;
	uint64_t size;
	uint64_t passes;
	bool fsync;
	bool direct;
	bool incompressible;
};

static const struct param lmdd_params[] = {
	PARAM(CHOICE, struct lmdd_config, rw, .fallback = "write", .choices = rw_choices,
		.help = "write a new file, read one, or copy one into a new one"),
	PARAM(SIZE, struct lmdd_config, bs, .fallback = "8k", .min = 4, .max = 64 << 20,
		.help = "bytes moved by one operation; the file's last may be shorter"),
	PARAM(SIZE, struct lmdd_config, size, .fallback = "200M", .min = 1,
		.max = UINT64_C(1) << 50, .help = "bytes of the file, for each client"),
	PARAM(COUNT, struct lmdd_config, passes, .fallback = "1", .min = 1, .max = 1000000,
		.help = "read the file so often, one after the other; the caches are dropped only "
			"before the first"),
	PARAM(BOOL, struct lmdd_config, fsync, .fallback = "no",
		.help = "fsync what was written before the clock stops; nothing to do for rw=read"),
	PARAM(BOOL, struct lmdd_config, direct, .fallback = "no",
		.help = "O_DIRECT; bs and size must be multiples of the device's block"),
	PARAM(BOOL, struct lmdd_config, incompressible, .fallback = "yes",
		.help = "random data, new in every 4 KiB; no: zeros, as the original lmdd writes"),
	{ 0 },
};

enum { READ, WRITE, FSYNC };

static const char *const lmdd_operations[] = {
	[READ] = "read",
	[WRITE] = "write",
	[FSYNC] = "fsync",
	NULL,
};

/* clang-format off */
#define PHASE_METRICS(in, main_kind) \
	{ .name = "throughput", .phase = in, .kind = METRIC_THROUGHPUT, .operation = main_kind, \
		.unit = "bytes/s", .better = BETTER_HIGHER, .primary = true, \
		.help = "bytes per second, with the fsync where there is one" }, \
	{ .name = "time", .phase = in, .kind = METRIC_TIME, .operation = METRIC_ALL_OPERATIONS, \
		.unit = "s", .better = BETTER_LOWER, .help = "from the first block to the end" }, \
	{ .name = "cpu_time", .phase = in, .kind = METRIC_CPU_TIME, \
		.operation = METRIC_ALL_OPERATIONS, .unit = "s", .better = BETTER_LOWER, \
		.help = "user and system time of all clients" }

#define LATENCY_METRICS(in, of, prefix) \
	{ .name = prefix "latency_p50", .phase = in, .kind = METRIC_LATENCY, .operation = of, \
		.quantile = 0.5, .unit = "s", .better = BETTER_LOWER, \
		.help = "median time of one operation" }, \
	{ .name = prefix "latency_p99", .phase = in, .kind = METRIC_LATENCY, .operation = of, \
		.quantile = 0.99, .unit = "s", .better = BETTER_LOWER, \
		.help = "99 of 100 operations took no longer" }

#define FSYNC_METRIC(in) \
	{ .name = "fsync_latency", .phase = in, .kind = METRIC_LATENCY, .operation = FSYNC, \
		.unit = "s", .better = BETTER_LOWER, .help = "mean time of a client's fsync" }
/* clang-format on */

static const struct metric lmdd_metrics[] = {
	PHASE_METRICS("write", WRITE),
	LATENCY_METRICS("write", WRITE, ""),
	FSYNC_METRIC("write"),
	PHASE_METRICS("read", READ),
	LATENCY_METRICS("read", READ, ""),
	PHASE_METRICS("copy", WRITE),
	LATENCY_METRICS("copy", READ, "read_"),
	LATENCY_METRICS("copy", WRITE, "write_"),
	FSYNC_METRIC("copy"),
	{ 0 },
};

/* What a slot has in flight. */
struct lmdd_slot {
	uint64_t offset;
	size_t length;
	const void *written; /* NULL: read into the slot's buffer */
};

struct lmdd_state {
	int source, target;
	uint64_t number, offset; /* of the next block */
	uint64_t passes;         /* read: done before this one */
	size_t held;             /* copy: bytes that are read and not yet written */
	bool synced;
	bool prepared; /* the descriptors mean something */
	char *buffers; /* read into: a block for each slot */
	struct pattern pattern;
	struct uring *ring;
	struct lmdd_slot *slots;
};

static const char data_file[] = "data", copy_file[] = "copy";

static int lmdd_check(const void *config, const struct run_shape *shape, struct error *err)
{
	enum { SECTOR = 512 }; /* no device has a smaller block */
	const uint64_t most = GIB;
	const struct lmdd_config *c = config;

	if (shape->iodepth * c->bs > most)
		return fail(err, EINVAL,
			"iodepth: %" PRIu64 " blocks of %" PRIu64
			" bytes in flight are above the most, "
			"%" PRIu64 " bytes",
			shape->iodepth, c->bs, most);
	if (c->passes > 1 && c->rw != RW_READ)
		return fail(err, EINVAL, "passes: %" PRIu64 " needs rw=read", c->passes);
	if (c->direct && c->bs % SECTOR != 0)
		return fail(err, EINVAL,
			"bs: %" PRIu64 " is no multiple of %d, as direct=yes needs", c->bs, SECTOR);
	if (c->direct && c->size % SECTOR != 0)
		return fail(err, EINVAL,
			"size: %" PRIu64 " is no multiple of %d, as direct=yes needs", c->size,
			SECTOR);
	return 0;
}

static uint64_t lmdd_space(const void *config, const struct run_shape *shape)
{
	const struct lmdd_config *c = config;

	return shape->numjobs * c->size * (c->rw == RW_COPY ? 2 : 1);
}

/* Whether this file system takes these blocks with O_DIRECT: asked of a file that is gone
 * afterwards. */
static int probe_direct(struct client *c, struct error *err)
{
	const struct lmdd_config *config = c->config;
	AUTO_CLOSE int fd = -1;
	uint64_t block = 0;
	int ret = io_open_direct(c->dir, "probe", O_CREAT | O_EXCL | O_RDWR, &fd, err);

	if (ret == 0)
		ret = io_direct_alignment(fd, &block, err);
	if (ret == 0 && config->bs % block != 0)
		ret = fail(err, EINVAL,
			"bs: %" PRIu64 " is no multiple of %" PRIu64 ", the block here", config->bs,
			block);
	if (ret == 0 && config->size % block != 0)
		ret = fail(err, EINVAL,
			"size: %" PRIu64 " is no multiple of %" PRIu64 ", the block here",
			config->size, block);
	if (fd >= 0)
		(void)unlinkat(c->dir, "probe",
			0); /* the client's directory goes away as a whole */
	return ret < 0 ? fail_in(err, ret, "direct") : 0;
}

/* The file that is read: whole, on the device, and out of the cache as far as that needs no root.
 */
static int write_source(struct client *c, struct error *err)
{
	const struct lmdd_config *config = c->config;
	struct lmdd_state *state = c->state;
	struct pattern *pattern = &state->pattern;
	AUTO_CLOSE int fd =
		openat(c->dir, data_file, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0644);

	if (fd < 0)
		return fail_errno(err, "create %s", data_file);
	for (uint64_t number = 0, offset = 0; offset < config->size; number++) {
		size_t length = min_u64(pattern->block, config->size - offset);
		int ret = io_pwrite_all(fd, pattern_block(pattern, 0, number, length), length,
			offset, err);
		if (ret < 0)
			return fail_in(err, ret, "%s", data_file);
		offset += length;
	}
	int ret = io_sync(fd, IO_SYNC_FSYNC, err);
	if (ret < 0)
		return fail_in(err, ret, "%s", data_file);
	if (close(fd_take(&fd)) < 0)
		return fail_errno(err, "close %s", data_file);
	return 0;
}

static int make_slots(struct client *c, struct error *err)
{
	const struct lmdd_config *config = c->config;
	struct lmdd_state *state = c->state;
	unsigned depth = (unsigned)c->shape->iodepth;
	size_t size = depth * config->bs;

	state->slots = calloc(depth, sizeof(*state->slots));
	if (!state->slots)
		return fail(err, ENOMEM, "no memory for %u slots", depth);
	if (config->rw != RW_WRITE) {
		if (posix_memalign((void **)&state->buffers, 4096, size) != 0)
			return fail(err, ENOMEM, "no memory for %zu bytes to read into", size);
		memset(state->buffers, 0, size); /* so that no page fault is timed */
	}
	return depth > 1 ? uring_make(depth, &state->ring, err) : 0;
}

static int lmdd_prepare(struct client *c, struct error *err)
{
	const struct lmdd_config *config = c->config;
	struct lmdd_state *state = c->state;
	bool reads = config->rw != RW_WRITE;
	size_t block = reads ? max_u64(config->bs, MIB) : config->bs;
	unsigned slots = reads ? 1 : (unsigned)c->shape->iodepth;

	state->source = state->target = -1;
	state->prepared = true;
	int ret = config->direct ? probe_direct(c, err) : 0;
	if (ret == 0)
		ret = make_slots(c, err);
	if (ret == 0)
		ret = pattern_init(&state->pattern, block, slots, config->incompressible, c->seed,
			err);
	if (ret == 0 && reads)
		ret = write_source(c, err);
	return ret;
}

static int open_file(struct client *c, const char *name, int flags, int *fd, struct error *err)
{
	const struct lmdd_config *config = c->config;

	if (config->direct) {
		int ret = io_open_direct(c->dir, name, flags, fd, err);
		return ret < 0 ? fail_in(err, ret, "%s", name) : 0;
	}
	*fd = openat(c->dir, name, flags | O_CLOEXEC, 0644);
	return *fd >= 0 ? 0 : fail_errno(err, "open %s", name);
}

static void start_over(struct lmdd_state *state)
{
	state->number = state->offset = state->passes = 0;
	state->held = 0;
	state->synced = false;
}

static int open_source(struct client *c, struct error *err)
{
	struct lmdd_state *state = c->state;
	int ret = open_file(c, data_file, O_RDONLY, &state->source, err);

	start_over(state);
	if (ret == 0)
		(void)posix_fadvise(state->source, 0, 0,
			POSIX_FADV_DONTNEED); /* where root cannot */
	return ret;
}

static int open_target(struct client *c, const char *name, struct error *err)
{
	struct lmdd_state *state = c->state;

	start_over(state);
	if (unlinkat(c->dir, name, 0) < 0 && errno != ENOENT)
		return fail_errno(err, "remove %s", name);
	return open_file(c, name, O_CREAT | O_EXCL | O_WRONLY, &state->target, err);
}

static int write_begin(struct client *c, struct error *err)
{
	return open_target(c, data_file, err);
}

static int copy_begin(struct client *c, struct error *err)
{
	int ret = open_source(c, err);

	return ret == 0 ? open_target(c, copy_file, err) : ret;
}

static inline size_t next_length(const struct lmdd_config *config, const struct lmdd_state *state)
{
	return min_u64(config->bs, config->size - state->offset);
}

/* As next_length(); at the end of the file from its start, while there are passes left. */
static inline size_t next_read_length(const struct lmdd_config *config, struct lmdd_state *state)
{
	if (state->offset == config->size && state->passes + 1 < config->passes) {
		state->number = state->offset = 0;
		state->passes++;
	}
	return next_length(config, state);
}

static inline void advance(struct lmdd_state *state, size_t length)
{
	state->offset += length;
	state->number++;
}

static int write_step(struct client *c, struct operation *op, struct error *err)
{
	struct lmdd_state *state = c->state;
	size_t length = next_length(c->config, state);

	if (length == 0)
		return STEP_DONE;
	const void *block = pattern_block(&state->pattern, 0, state->number, length);
	int ret = io_pwrite_all(state->target, block, length, state->offset, err);
	if (ret < 0)
		return ret;
	advance(state, length);
	op->kind = WRITE;
	op->bytes = length;
	return STEP_GO;
}

static int read_step(struct client *c, struct operation *op, struct error *err)
{
	struct lmdd_state *state = c->state;
	size_t length = next_read_length(c->config, state);

	if (length == 0)
		return STEP_DONE;
	int ret = io_pread_all(state->source, state->buffers, length, state->offset, err);
	if (ret < 0)
		return ret;
	advance(state, length);
	op->kind = READ;
	op->bytes = length;
	return STEP_GO;
}

/* By turns a read and the write of what was read. */
static int copy_step(struct client *c, struct operation *op, struct error *err)
{
	struct lmdd_state *state = c->state;
	size_t length = next_length(c->config, state);
	int ret;

	if (length == 0)
		return STEP_DONE;
	if (state->held == 0) {
		ret = io_pread_all(state->source, state->buffers, length, state->offset, err);
		state->held = length;
		op->kind = READ;
	} else {
		ret = io_pwrite_all(state->target, state->buffers, length, state->offset, err);
		state->held = 0;
		advance(state, length);
		op->kind = WRITE;
	}
	op->bytes = length;
	return ret;
}

/* The phases' loops, each with its step compiled in. */
STEP_LOOP(write_step)
STEP_LOOP(read_step)
STEP_LOOP(copy_step)

static int write_submit(struct client *c, unsigned slot, struct operation *op, struct error *err)
{
	struct lmdd_state *state = c->state;
	size_t length = next_length(c->config, state);

	if (length == 0)
		return STEP_DONE;
	const void *block = pattern_block(&state->pattern, slot, state->number, length);
	state->slots[slot] = (struct lmdd_slot){ state->offset, length, block };
	int ret = uring_write(state->ring, state->target, block, length, state->offset, slot, err);
	if (ret < 0)
		return ret;
	advance(state, length);
	op->kind = WRITE;
	op->bytes = length;
	return STEP_GO;
}

static int read_submit(struct client *c, unsigned slot, struct operation *op, struct error *err)
{
	const struct lmdd_config *config = c->config;
	struct lmdd_state *state = c->state;
	size_t length = next_read_length(config, state);

	if (length == 0)
		return STEP_DONE;
	state->slots[slot] = (struct lmdd_slot){ state->offset, length, NULL };
	int ret = uring_read(state->ring, state->source, state->buffers + slot * config->bs, length,
		state->offset, slot, err);
	if (ret < 0)
		return ret;
	advance(state, length);
	op->kind = READ;
	op->bytes = length;
	return STEP_GO;
}

/* The rest of an operation that came back short: its reason, or what was missing, as io/file does
 * it. */
static int finish_short(struct client *c, uint64_t slot, size_t done, struct error *err)
{
	const struct lmdd_config *config = c->config;
	struct lmdd_state *state = c->state;
	const struct lmdd_slot *s = &state->slots[slot];

	if (s->written)
		return io_pwrite_all(state->target, (const char *)s->written + done,
			s->length - done, s->offset + done, err);
	return io_pread_all(state->source, state->buffers + slot * config->bs + done,
		s->length - done, s->offset + done, err);
}

static int check_result(struct client *c, uint64_t slot, int result, struct error *err)
{
	struct lmdd_state *state = c->state;
	const struct lmdd_slot *s = &state->slots[slot];

	if (__builtin_expect((size_t)result == s->length && result >= 0, 1))
		return 0;
	if (result >= 0)
		return finish_short(c, slot, (size_t)result, err);
	errno = -result;
	return fail_errno(err, "%s %zu bytes at %" PRIu64, s->written ? "write" : "read", s->length,
		s->offset);
}

static int lmdd_reap(struct client *c, unsigned *slot, struct error *err)
{
	struct lmdd_state *state = c->state;
	uint64_t tag = 0;
	int result = 0;
	int ret = uring_wait(state->ring, &tag, &result, err);

	if (ret == 0)
		ret = check_result(c, tag, result, err);
	if (ret < 0) {
		uring_drain(state->ring);
		return ret;
	}
	*slot = (unsigned)tag;
	return 0;
}

static int fsync_tail(struct client *c, struct operation *op, struct error *err)
{
	const struct lmdd_config *config = c->config;
	struct lmdd_state *state = c->state;

	if (!config->fsync || state->synced)
		return STEP_DONE;
	int ret = io_sync(state->target, IO_SYNC_FSYNC, err);
	if (ret < 0)
		return ret;
	state->synced = true;
	op->kind = FSYNC;
	return STEP_GO;
}

static int lmdd_end(struct client *c, struct error *err)
{
	struct lmdd_state *state = c->state;

	auto_close(&state->source);
	if (state->target >= 0 && close(fd_take(&state->target)) < 0)
		return fail_errno(err, "close the file that was written");
	return 0;
}

/* Some blocks, evenly over what was written: enough to catch a file of holes, too few to take long.
 */
static int verify_data(struct client *c, int fd, uint64_t size, struct error *err)
{
	enum { MOST_BLOCKS = 64, MOST_BYTES = 16 << 20 };
	struct lmdd_state *state = c->state;
	size_t block = state->pattern.block;
	uint64_t blocks = (size + block - 1) / block;
	uint64_t looks = min_u64(blocks, max_u64(2, min_u64(MOST_BLOCKS, MOST_BYTES / block)));
	AUTO_FREE char *data = malloc(block);

	if (!data)
		return fail(err, ENOMEM, "no memory for a block of %zu bytes", block);
	for (uint64_t i = 0; i < looks; i++) {
		uint64_t number = looks > 1 ? i * (blocks - 1) / (looks - 1) : 0;
		size_t length = min_u64(block, size - number * block);
		int ret = io_pread_all(fd, data, length, number * block, err);
		if (ret == 0)
			ret = pattern_check(&state->pattern, data, number, length, err);
		if (ret < 0)
			return ret;
	}
	return 0;
}

static int lmdd_verify(struct client *c, struct error *err)
{
	const struct lmdd_config *config = c->config;
	struct lmdd_state *state = c->state;
	const char *name = config->rw == RW_COPY ? copy_file : data_file;
	uint64_t wanted = config->rw == RW_READ ? config->size : state->offset;
	AUTO_CLOSE int fd = openat(c->dir, name, O_RDONLY | O_CLOEXEC);
	struct stat st;

	if (c->shape->runtime == 0 && state->offset != config->size)
		return fail(err, EIO, "%s: %" PRIu64 " of %" PRIu64 " bytes were moved", name,
			state->offset, config->size);
	if (fd < 0 || fstat(fd, &st) < 0)
		return fail_errno(err, "look at %s", name);
	if ((uint64_t)st.st_size != wanted)
		return fail(err, EIO, "%s: it has %" PRIu64 " bytes instead of %" PRIu64, name,
			(uint64_t)st.st_size, wanted);
	int ret = verify_data(c, fd, wanted, err);
	return ret < 0 ? fail_in(err, ret, "%s", name) : 0;
}

static void lmdd_finish(struct client *c)
{
	struct lmdd_state *state = c->state;

	if (!state->prepared)
		return;
	auto_close(&state->source);
	auto_close(&state->target);
	uring_free(state->ring);
	pattern_free(&state->pattern);
	free(state->buffers);
	free(state->slots);
}

static bool is_write(const void *config)
{
	return ((const struct lmdd_config *)config)->rw == RW_WRITE;
}

static bool is_read(const void *config)
{
	return ((const struct lmdd_config *)config)->rw == RW_READ;
}

static bool is_copy(const void *config)
{
	return ((const struct lmdd_config *)config)->rw == RW_COPY;
}

static const struct phase lmdd_phases[] = {
	{
		.name = "write",
		.help = "write a new file from its start to its end",
		.when = is_write,
		.begin = write_begin,
		.step = write_step,
		.loop = write_step_loop,
		.submit = write_submit,
		.reap = lmdd_reap,
		.tail = fsync_tail,
		.end = lmdd_end,
	},
	{
		.name = "read",
		.help = "read a file that is on the device from its start to its end",
		.before = PHASE_COLD,
		.when = is_read,
		.begin = open_source,
		.step = read_step,
		.loop = read_step_loop,
		.submit = read_submit,
		.reap = lmdd_reap,
		.end = lmdd_end,
	},
	{
		.name = "copy",
		.help = "read a file that is on the device, and write each block to a new file",
		.before = PHASE_COLD,
		.when = is_copy,
		.begin = copy_begin,
		.step = copy_step,
		.loop = copy_step_loop,
		.tail = fsync_tail,
		.end = lmdd_end,
	},
	{ 0 },
};

const struct workload lmdd_workload = {
	.name = "lmdd",
	.summary = "write, read or copy a file in blocks, one after the other",
	.source = "lmdd of lmbench 3 (1997-12); docs/workloads/lmdd.md lists what differs",
	.longer = "size, passes",
	.params = lmdd_params,
	.metrics = lmdd_metrics,
	.operations = lmdd_operations,
	.phases = lmdd_phases,
	.config_size = sizeof(struct lmdd_config),
	.state_size = sizeof(struct lmdd_state),
	.check = lmdd_check,
	.space = lmdd_space,
	.prepare = lmdd_prepare,
	.verify = lmdd_verify,
	.finish = lmdd_finish,
};
