// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/bonnie.h"

#include "workloads/registry.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

static const char *const style_choices[] = { "bonnie", "bonnie++", NULL };
static const char *const make_choices[] = { "file", "link", "symlink", NULL };

static const struct param bonnie_params[] = {
	PARAM(CHOICE, struct bonnie_config, style, .fallback = "bonnie++", .choices = style_choices,
		.help = "bonnie (1996): bytes through stdio, 32-bit words change, every tenth seek "
			"of a seeker writes; bonnie++ (2.00): single-byte system calls, bytes "
			"change, one seek in ten writes"),
	PARAM(SIZE, struct bonnie_config, size, .fallback = "256M", .min = 0,
		.max = UINT64_C(1) << 50,
		.help = "bytes of the big file, for each job, rounded down to whole chunks; 0: "
			"none "
			"of its phases"),
	PARAM(SIZE, struct bonnie_config, chunk, .fallback = "8k", .min = 256, .max = 1 << 20,
		.help = "bytes of one read or write of the big file, a power of two"),
	PARAM(SIZE, struct bonnie_config, byte_size, .fallback = "3M", .max = UINT64_C(1) << 50,
		.help = "putc and getc move so many bytes, at most size, in whole chunks; 0: "
			"neither phase"),
	PARAM(COUNT, struct bonnie_config, seeks, .fallback = "8192", .max = 10000000,
		.help = "random reads, by all seekers of a job together; 0: no such phase"),
	PARAM(COUNT, struct bonnie_config, seekers, .fallback = "5", .min = 1, .max = 100,
		.help = "processes that seek, for each job"),
	PARAM(COUNT, struct bonnie_config, files, .fallback = "16384", .max = 1 << 24,
		.help = "small files, for each job; 0: none of their phases"),
	PARAM(SIZE, struct bonnie_config, max_size, .fallback = "0", .max = 1 << 30,
		.help = "most bytes of a small file"),
	PARAM(SIZE, struct bonnie_config, min_size, .fallback = "0", .max = 1 << 30,
		.help = "least bytes of a small file"),
	PARAM(COUNT, struct bonnie_config, dirs, .fallback = "0", .max = 99999,
		.help = "sub-directories for the small files; 0: all lie in one directory"),
	PARAM(SIZE, struct bonnie_config, file_chunk, .fallback = "8k", .min = 256, .max = 1 << 20,
		.help = "bytes of one read or write of a small file"),
	PARAM(CHOICE, struct bonnie_config, make, .fallback = "file", .choices = make_choices,
		.help = "small files, or links or symbolic links to one"),
	PARAM(BOOL, struct bonnie_config, fsync, .fallback = "yes",
		.help = "fsync the big file, and sync the file system after creates and deletes, "
			"before the clock stops"),
	PARAM(BOOL, struct bonnie_config, sync_every, .fallback = "no",
		.help = "fsync after every write of a chunk, create and delete; not after bytes"),
	PARAM(BOOL, struct bonnie_config, direct, .fallback = "no",
		.help = "O_DIRECT in every phase of the big file; needs byte_size=0"),
	PARAM(BOOL, struct bonnie_config, incompressible, .fallback = "yes",
		.help = "random data, new in every 4 KiB; no: nearly zeros, as the originals "
			"write"),
	PARAM(BOOL, struct bonnie_config, cold, .fallback = "yes",
		.help = "caches are dropped before getc, block_read and seeks; the originals do "
			"not"),
	PARAM(TIME, struct bonnie_config, least_time, .fallback = "1s", .max = 3600 * NS_PER_S,
		.help = "a phase that was shorter is done again, work and time added up; 0: once"),
	{ 0 },
};

static const char *const bonnie_operations[] = {
	[BONNIE_PUTC] = "putc",
	[BONNIE_WRITE] = "write",
	[BONNIE_REWRITE] = "rewrite",
	[BONNIE_GETC] = "getc",
	[BONNIE_READ] = "read",
	[BONNIE_SEEK] = "seek",
	[BONNIE_CREATE] = "create",
	[BONNIE_STAT] = "stat",
	[BONNIE_DELETE] = "delete",
	[BONNIE_RMDIR] = "rmdir",
	[BONNIE_FSYNC] = "fsync",
	[BONNIE_CLOSE] = "close",
	NULL,
};

/* clang-format off */
#define COMMON_METRICS(in, of, one) \
	{ .name = "cpu", .phase = in, .kind = METRIC_CPU_SHARE, \
		.operation = METRIC_ALL_OPERATIONS, .unit = "%", .better = BETTER_NEITHER, \
		.help = "user and system time of all clients by elapsed time" }, \
	{ .name = "latency_p50", .phase = in, .kind = METRIC_LATENCY, .operation = of, \
		.quantile = 0.5, .unit = "s", .better = BETTER_LOWER, \
		.help = "median time of one " one }, \
	{ .name = "latency_p99", .phase = in, .kind = METRIC_LATENCY, .operation = of, \
		.quantile = 0.99, .unit = "s", .better = BETTER_LOWER, \
		.help = "99 of 100 took no longer" }, \
	{ .name = "latency_longest", .phase = in, .kind = METRIC_LATENCY, .operation = of, \
		.quantile = 1, .unit = "s", .better = BETTER_LOWER, \
		.help = "the longest " one }

#define BYTES(in, of, one) \
	{ .name = "throughput", .phase = in, .kind = METRIC_THROUGHPUT, .operation = of, \
		.unit = "bytes/s", .better = BETTER_HIGHER, .primary = true, \
		.help = "bytes per second, with fsync and close" }, \
	COMMON_METRICS(in, of, one)

#define TIMES(in, of, one) \
	{ .name = "rate", .phase = in, .kind = METRIC_RATE, .operation = of, \
		.unit = "1/s", .better = BETTER_HIGHER, .primary = true, \
		.help = "per second, with what has to be synced" }, \
	COMMON_METRICS(in, of, one)
/* clang-format on */

static const struct metric bonnie_metrics[] = {
	BYTES("putc", BONNIE_PUTC, "chunk of bytes"),
	BYTES("block_write", BONNIE_WRITE, "write"),
	BYTES("rewrite", BONNIE_REWRITE, "read, seek and write"),
	BYTES("getc", BONNIE_GETC, "chunk of bytes"),
	BYTES("block_read", BONNIE_READ, "read"),
	TIMES("seeks", BONNIE_SEEK, "seek with its read and write"),
	{ .name = "updates",
		.phase = "seeks",
		.kind = METRIC_COUNT,
		.operation = BONNIE_UPDATES,
		.unit = "1",
		.better = BETTER_NEITHER,
		.help = "seeks that wrote, too" },
	TIMES("seq_create", BONNIE_CREATE, "create"),
	TIMES("seq_stat", BONNIE_STAT, "stat and read"),
	TIMES("seq_delete", BONNIE_DELETE, "unlink"),
	TIMES("random_create", BONNIE_CREATE, "create"),
	TIMES("random_stat", BONNIE_STAT, "stat and read"),
	TIMES("random_delete", BONNIE_DELETE, "unlink"),
	{ 0 },
};

static bool is_power_of_two(uint64_t n)
{
	return (n & (n - 1)) == 0;
}

static int check_direct(const struct bonnie_config *c, struct error *err)
{
	enum { SECTOR = 512 }; /* no device has a smaller block */

	if (!c->direct)
		return 0;
	if (bonnie_byte_bytes(c) > 0)
		return fail(err, EINVAL,
			"direct: single bytes cannot be moved with O_DIRECT: byte_size=0, not "
			"%" PRIu64,
			c->byte_size);
	if (c->files > 0 && c->max_size > 0)
		return fail(err, EINVAL,
			"direct: small files of any size cannot be written with O_DIRECT: "
			"max_size=0, not %" PRIu64,
			c->max_size);
	if (c->chunk < SECTOR)
		return fail(err, EINVAL, "chunk: %" PRIu64 " is below %d, as direct=yes needs",
			c->chunk, SECTOR);
	return 0;
}

static int check_files(const struct bonnie_config *c, struct error *err)
{
	if (c->min_size > c->max_size)
		return fail(err, EINVAL, "min_size: %" PRIu64 " is above max_size, %" PRIu64,
			c->min_size, c->max_size);
	if (c->make != BONNIE_FILE && c->max_size > 0)
		return fail(err, EINVAL, "max_size: %" PRIu64 " needs make=file", c->max_size);
	if (c->dirs > c->files)
		return fail(err, EINVAL, "dirs: %" PRIu64 " are more than files, %" PRIu64, c->dirs,
			c->files);
	return 0;
}

static int bonnie_check(const void *config, const struct run_shape *shape, struct error *err)
{
	enum { MOST_CLIENTS = 4096 };
	const struct bonnie_config *c = config;
	int ret = check_direct(c, err);

	if (ret == 0 && (c->files > 0 || c->dirs > 0))
		ret = check_files(c, err);
	if (ret < 0)
		return ret;
	if (!is_power_of_two(c->chunk))
		return fail(err, EINVAL, "chunk: %" PRIu64 " is no power of two", c->chunk);
	if (c->size > 0 && c->size < c->chunk)
		return fail(err, EINVAL, "size: %" PRIu64 " is below chunk, %" PRIu64, c->size,
			c->chunk);
	if (c->size == 0 && c->files == 0)
		return fail(err, EINVAL, "nothing to do: size=0 and files=0");
	if (shape->runtime > 0 || shape->ramp_time > 0)
		return fail(err, EINVAL,
			"%s: each phase of bonnie works on what the one before has left, whole: "
			"least_time makes short ones longer",
			shape->runtime > 0 ? "runtime" : "ramp_time");
	if (shape->numjobs * bonnie_group_size(c) > MOST_CLIENTS)
		return fail(err, EINVAL,
			"numjobs: %" PRIu64 " of %u seekers are above %d processes", shape->numjobs,
			bonnie_group_size(c), MOST_CLIENTS);
	return 0;
}

static unsigned bonnie_clients(const void *config, const struct run_shape *shape)
{
	return (unsigned)shape->numjobs * bonnie_group_size(config);
}

static uint64_t bonnie_space(const void *config, const struct run_shape *shape)
{
	enum { INODE = 4096 }; /* a small file's least share, with its name */
	const struct bonnie_config *c = config;

	return shape->numjobs * max_u64(c->size, c->files * (c->max_size + INODE));
}

static bool is_first(const struct client *c)
{
	return c->index % bonnie_group_size(c->config) == 0;
}

static int bonnie_prepare(struct client *c, struct error *err)
{
	struct bonnie_state *state = c->state;

	state->fd = state->tree.dir = state->tree.walk = -1;
	state->prepared = true;
	state->chunks = bonnie_chunks(c->config);
	return bonnie_data_prepare(c, err);
}

static int bonnie_verify(struct client *c, struct error *err)
{
	return is_first(c) ? bonnie_data_check(c, err) : 0;
}

static void bonnie_finish(struct client *c)
{
	struct bonnie_state *state = c->state;

	if (!state->prepared)
		return;
	bonnie_let_go(state);
	bonnie_tree_let_go(&state->tree);
	pattern_free(&state->pattern);
	free(state->buffer);
}

static uint64_t bonnie_least_time(const void *config)
{
	return ((const struct bonnie_config *)config)->least_time;
}

static bool one_of_a_group(const void *config, unsigned index, unsigned count)
{
	(void)count;
	return index % bonnie_group_size(config) == 0;
}

static bool is_cold(const void *config)
{
	return ((const struct bonnie_config *)config)->cold;
}

static bool has_bytes(const void *config)
{
	return bonnie_byte_bytes(config) > 0;
}

static bool has_blocks(const void *config)
{
	return ((const struct bonnie_config *)config)->size > 0;
}

/* Bonnie rewrites what putc has written, where that is the whole file. */
static bool rewrites_bytes(const void *config)
{
	const struct bonnie_config *c = config;

	return c->style == BONNIE_1996 && has_bytes(c) &&
	       bonnie_byte_bytes(c) == bonnie_chunks(c) * c->chunk;
}

static bool rewrites_blocks(const void *config)
{
	return has_blocks(config) && !rewrites_bytes(config);
}

static bool has_seeks(const void *config)
{
	return has_blocks(config) && ((const struct bonnie_config *)config)->seeks > 0;
}

static bool has_files(const void *config)
{
	return ((const struct bonnie_config *)config)->files > 0;
}

#define REWRITE(if_so) \
	.name = "rewrite", .help = "read each chunk, change it, write it back", .when = (if_so), \
	.takes_part = one_of_a_group, .begin = bonnie_rewrite_begin, .step = bonnie_rewrite_step, \
	.loop = bonnie_rewrite_loop, .tail = bonnie_close_tail, .end = bonnie_rewrite_end

static const struct phase bonnie_phases[] = {
	{ .name = "putc",
		.help = "write a new file byte by byte",
		.when = has_bytes,
		.takes_part = one_of_a_group,
		.begin = bonnie_putc_begin,
		.step = bonnie_putc_step,
		.tail = bonnie_close_tail,
		.end = bonnie_putc_end },
	{ REWRITE(rewrites_bytes) },
	{ .name = "block_write",
		.help = "write a new file in chunks",
		.when = has_blocks,
		.takes_part = one_of_a_group,
		.begin = bonnie_write_begin,
		.step = bonnie_write_step,
		.loop = bonnie_write_loop,
		.tail = bonnie_close_tail,
		.end = bonnie_write_end },
	{ REWRITE(rewrites_blocks) },
	{ .name = "getc",
		.help = "read the file byte by byte",
		.cold = is_cold,
		.when = has_bytes,
		.takes_part = one_of_a_group,
		.begin = bonnie_getc_begin,
		.step = bonnie_getc_step,
		.tail = bonnie_close_tail,
		.end = bonnie_getc_end },
	{ .name = "block_read",
		.help = "read the file in chunks",
		.cold = is_cold,
		.when = has_blocks,
		.takes_part = one_of_a_group,
		.begin = bonnie_read_begin,
		.step = bonnie_read_step,
		.loop = bonnie_read_loop,
		.tail = bonnie_close_tail,
		.end = bonnie_read_end },
	{ .name = "seeks",
		.help = "read chunks at random, and write every tenth back",
		.cold = is_cold,
		.when = has_seeks,
		.begin = bonnie_seek_begin,
		.step = bonnie_seek_step,
		.tail = bonnie_close_tail,
		.end = bonnie_seek_end },
	{ .name = "seq_create",
		.help = "make files whose names are in order",
		.when = has_files,
		.takes_part = one_of_a_group,
		.begin = bonnie_seq_create_begin,
		.step = bonnie_create_step,
		.tail = bonnie_create_tail,
		.end = bonnie_create_end },
	{ .name = "seq_stat",
		.help = "stat and read them in the directory's order",
		.when = has_files,
		.takes_part = one_of_a_group,
		.begin = bonnie_seq_begin,
		.step = bonnie_seq_stat_step,
		.end = bonnie_stat_end },
	{ .name = "seq_delete",
		.help = "remove them in the directory's order",
		.when = has_files,
		.takes_part = one_of_a_group,
		.begin = bonnie_seq_begin,
		.step = bonnie_seq_delete_step,
		.tail = bonnie_delete_tail,
		.end = bonnie_delete_end },
	{ .name = "random_create",
		.help = "make files whose names are in no order",
		.when = has_files,
		.takes_part = one_of_a_group,
		.begin = bonnie_ran_create_begin,
		.step = bonnie_create_step,
		.tail = bonnie_create_tail,
		.end = bonnie_create_end },
	{ .name = "random_stat",
		.help = "stat and read them in random order",
		.when = has_files,
		.takes_part = one_of_a_group,
		.begin = bonnie_ran_begin,
		.step = bonnie_ran_stat_step,
		.end = bonnie_stat_end },
	{ .name = "random_delete",
		.help = "remove them in random order",
		.when = has_files,
		.takes_part = one_of_a_group,
		.begin = bonnie_ran_begin,
		.step = bonnie_ran_delete_step,
		.tail = bonnie_delete_tail,
		.end = bonnie_delete_end },
	{ 0 },
};

const struct workload bonnie_workload = {
	.name = "bonnie",
	.summary = "putc, block write, rewrite, getc, block read, seeks; many small files",
	.source = "Bonnie (1996) and bonnie++ 2.00a; docs/workloads/bonnie.md lists what differs",
	.longer = "size, files, least_time",
	.params = bonnie_params,
	.metrics = bonnie_metrics,
	.operations = bonnie_operations,
	.phases = bonnie_phases,
	.config_size = sizeof(struct bonnie_config),
	.state_size = sizeof(struct bonnie_state),
	.check = bonnie_check,
	.clients = bonnie_clients,
	.common_size = bonnie_common_size,
	.set_up = bonnie_set_up,
	.least_time = bonnie_least_time,
	.space = bonnie_space,
	.prepare = bonnie_prepare,
	.verify = bonnie_verify,
	.finish = bonnie_finish,
};
