// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rng.h"
#include "workloads/postmark_files.h"
#include "workloads/registry.h"
#include "workloads/step_loop.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FSYNC_NONE, FSYNC_FILE, FSYNC_DIRECTORY, FSYNC_END };

static const char *const fsync_choices[] = {
	[FSYNC_NONE] = "none",
	[FSYNC_FILE] = "file",
	[FSYNC_DIRECTORY] = "directory",
	[FSYNC_END] = "end",
	NULL,
};

/* The choice's index is one more than the bias. */
static const char *const bias_choices[] = { "-1", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9",
	"10", NULL };

struct postmark_config {
	uint64_t number, transactions, size_low, size_high, subdirectories;
	uint64_t read_block, write_block, seed;
	int bias_read, bias_create, fsync;
	bool buffering, incompressible;
};

static const struct param postmark_params[] = {
	PARAM(COUNT, struct postmark_config, number, .fallback = "500", .min = 1,
		.max = POSTMARK_MOST_NUMBER, .help = "files that each client makes first"),
	PARAM(COUNT, struct postmark_config, transactions, .fallback = "500", .min = 1,
		.max = INT32_MAX,
		.help = "of each client: a read or an append, then a create or a delete"),
	PARAM(SIZE, struct postmark_config, size_low, .fallback = "500", .min = 1,
		.max = POSTMARK_MOST_SIZE, .help = "least bytes of a new file"),
	PARAM(SIZE, struct postmark_config, size_high, .fallback = "10000", .min = 1,
		.max = POSTMARK_MOST_SIZE,
		.help = "a new file is smaller, unless size_low is the same; appends may reach it"),
	PARAM(COUNT, struct postmark_config, subdirectories, .fallback = "0", .max = 1000000,
		.help = "directories that each client's files are spread over; below 2: none"),
	PARAM(CHOICE, struct postmark_config, bias_read, .fallback = "5", .choices = bias_choices,
		.help = "of ten transactions, how many read rather than append; -1: neither"),
	PARAM(CHOICE, struct postmark_config, bias_create, .fallback = "5", .choices = bias_choices,
		.help = "of ten transactions, how many create rather than delete; -1: neither"),
	PARAM(SIZE, struct postmark_config, read_block, .fallback = "512", .min = 1,
		.max = POSTMARK_MOST_SIZE, .help = "bytes read at once"),
	PARAM(SIZE, struct postmark_config, write_block, .fallback = "512", .min = 1,
		.max = POSTMARK_MOST_SIZE, .help = "bytes written at once"),
	PARAM(BOOL, struct postmark_config, buffering, .fallback = "yes",
		.help = "as stdio does it: calls of 4096 bytes where the block is smaller; no: "
			"block by block"),
	PARAM(CHOICE, struct postmark_config, fsync, .fallback = "none", .choices = fsync_choices,
		.help = "file: fsync each file that was written before its close; directory: and "
			"its directory after a create or delete; end: syncfs when a phase is over"),
	PARAM(BOOL, struct postmark_config, incompressible, .fallback = "no",
		.help = "random data, new in each write; no: all files begin with one text, as in "
			"PostMark"),
	PARAM(COUNT, struct postmark_config, seed, .fallback = "42", .min = 1, .max = INT32_MAX,
		.help = "of client 0; the others' are derived from it"),
	{ 0 },
};

/* The kinds of operation are the pool's, and one more. */
enum { SYNC = POSTMARK_KINDS };

static const char *const postmark_operations[] = {
	[POSTMARK_CREATE] = "create",
	[POSTMARK_READ] = "read",
	[POSTMARK_APPEND] = "append",
	[POSTMARK_DELETE] = "delete",
	[SYNC] = "sync",
	NULL,
};

enum { TRANSACTIONS, BYTES_READ, BYTES_WRITTEN, APPENDS_FULL, CREATES_FULL };

/* clang-format off */
#define LATENCY_METRICS(in, of, prefix) \
	{ .name = prefix "latency_p50", .phase = in, .kind = METRIC_LATENCY, .operation = of, \
		.quantile = 0.5, .unit = "s", .better = BETTER_LOWER, \
		.help = "median time of one operation, from open to close" }, \
	{ .name = prefix "latency_p99", .phase = in, .kind = METRIC_LATENCY, .operation = of, \
		.quantile = 0.99, .unit = "s", .better = BETTER_LOWER, \
		.help = "99 of 100 operations took no longer" }

#define PHASE_METRICS(in) \
	{ .name = "time", .phase = in, .kind = METRIC_TIME, .operation = METRIC_ALL_OPERATIONS, \
		.unit = "s", .better = BETTER_LOWER, .help = "from the first file to the end" }, \
	{ .name = "cpu_time", .phase = in, .kind = METRIC_CPU_TIME, \
		.operation = METRIC_ALL_OPERATIONS, .unit = "s", .better = BETTER_LOWER, \
		.help = "user and system time of all clients" }, \
	{ .name = "sync_latency", .phase = in, .kind = METRIC_LATENCY, .operation = SYNC, \
		.unit = "s", .better = BETTER_LOWER, \
		.help = "mean time of a client's syncfs; only with fsync=end" }

#define FILE_RATE(in, of, words) \
	{ .name = "rate", .phase = in, .kind = METRIC_RATE, .operation = of, .unit = "1/s", \
		.better = BETTER_HIGHER, .primary = true, .help = words }

#define COUNTED_RATE(the_name, counter, of_unit, is_primary, words) \
	{ .name = the_name, .phase = "transactions", .kind = METRIC_COUNT_RATE, \
		.operation = counter, .unit = of_unit, .better = BETTER_HIGHER, \
		.primary = is_primary, .help = words }

#define COUNTED(the_name, counter, words) \
	{ .name = the_name, .phase = "transactions", .kind = METRIC_COUNT, .operation = counter, \
		.unit = "1", .better = BETTER_NEITHER, .help = words }
/* clang-format on */

static const struct metric postmark_metrics[] = {
	FILE_RATE("create", POSTMARK_CREATE, "files made per second"),
	{ .name = "throughput",
		.phase = "create",
		.kind = METRIC_THROUGHPUT,
		.operation = POSTMARK_CREATE,
		.unit = "bytes/s",
		.better = BETTER_HIGHER,
		.help = "bytes written per second" },
	PHASE_METRICS("create"),
	LATENCY_METRICS("create", POSTMARK_CREATE, ""),
	COUNTED_RATE("rate", TRANSACTIONS, "1/s", true, "transactions per second"),
	COUNTED_RATE("read_throughput", BYTES_READ, "bytes/s", false, "bytes read per second"),
	COUNTED_RATE("write_throughput", BYTES_WRITTEN, "bytes/s", false,
		"bytes written per second, by creates and appends"),
	PHASE_METRICS("transactions"),
	LATENCY_METRICS("transactions", POSTMARK_CREATE, "create_"),
	LATENCY_METRICS("transactions", POSTMARK_READ, "read_"),
	LATENCY_METRICS("transactions", POSTMARK_APPEND, "append_"),
	LATENCY_METRICS("transactions", POSTMARK_DELETE, "delete_"),
	COUNTED("transactions", TRANSACTIONS, "transactions that were done"),
	COUNTED("appends_full", APPENDS_FULL,
		"transactions without an append, since the file had its greatest size"),
	COUNTED("creates_full", CREATES_FULL,
		"transactions without a create, since there were twice as many files as number"),
	FILE_RATE("delete", POSTMARK_DELETE, "files deleted per second, of those that are left"),
	PHASE_METRICS("delete"),
	LATENCY_METRICS("delete", POSTMARK_DELETE, ""),
	{ 0 },
};

struct postmark_state {
	struct postmark_pool pool;
	struct postmark_files files;
	bool used;   /* not the first loop */
	bool synced; /* this phase */
};

static int postmark_check(const void *config, const struct run_shape *shape, struct error *err)
{
	const struct postmark_config *c = config;

	if (c->size_low > c->size_high)
		return fail(err, EINVAL, "size_low: %" PRIu64 " is above size_high, %" PRIu64,
			c->size_low, c->size_high);
	if (shape->ramp_time > 0)
		return fail(err, EINVAL,
			"ramp_time: each file of postmark is made and deleted once, and nothing "
			"can be done before the clock starts");
	return 0;
}

/*
 * The number of files walks at random: four standard deviations above where it leads to, or all
 * slots. Each may grow to the greatest size, and takes whole blocks of 4 KiB and one for itself.
 */
static uint64_t postmark_space(const void *config, const struct run_shape *shape)
{
	enum { BLOCK = 4096 };
	const struct postmark_config *c = config;
	double files = (double)c->number, transactions = (double)c->transactions;
	double created = ((double)c->bias_create - 1) / 10;

	if (c->bias_create > 0 && created > 0.5)
		files += (2 * created - 1) * transactions;
	if (c->bias_create > 0)
		files += 4 * sqrt(transactions);
	files = files > 2 * (double)c->number ? 2 * (double)c->number : files;
	uint64_t each = (c->size_high + BLOCK - 1) / BLOCK * BLOCK + BLOCK;
	return shape->numjobs * ((uint64_t)files * each + c->subdirectories * BLOCK);
}

/* A client's own; client 0 has the one that was asked for, and does what PostMark does with it. */
static uint32_t client_seed(const struct postmark_config *config, unsigned index)
{
	uint64_t state = config->seed + index;

	if (index == 0)
		return (uint32_t)config->seed;
	return (uint32_t)(splitmix64(&state) % INT32_MAX) + 1;
}

static enum postmark_sync sync_of(const struct postmark_config *config)
{
	if (config->fsync == FSYNC_FILE)
		return POSTMARK_SYNC_FILE;
	return config->fsync == FSYNC_DIRECTORY ? POSTMARK_SYNC_DIRECTORY : POSTMARK_SYNC_NONE;
}

static int postmark_prepare(struct client *c, struct error *err)
{
	const struct postmark_config *config = c->config;
	struct postmark_state *state = c->state;
	const struct postmark_plan plan = {
		.number = (uint32_t)config->number,
		.transactions = (uint32_t)config->transactions,
		.low = (uint32_t)config->size_low,
		.high = (uint32_t)config->size_high,
		.seed = client_seed(config, c->index),
		.subdirectories = (uint32_t)config->subdirectories,
		.bias_read = config->bias_read - 1,
		.bias_create = config->bias_create - 1,
	};
	const struct postmark_files_config files = {
		.dir = c->dir,
		.subdirectories = plan.subdirectories,
		.buffering = config->buffering,
		.read_block = (uint32_t)config->read_block,
		.write_block = (uint32_t)config->write_block,
		.high = plan.high,
		.sync = sync_of(config),
		.incompressible = config->incompressible,
		.seed = c->seed,
	};
	int ret = postmark_files_init(&state->files, &files, err);

	if (ret == 0)
		ret = postmark_files_make_directories(&state->files, err);
	return ret == 0 ? postmark_pool_init(&state->pool, &plan, err) : ret;
}

static int begin(struct client *c, struct error *err)
{
	struct postmark_state *state = c->state;

	(void)err; /* nothing can fail */
	state->synced = false;
	return 0;
}

/* Another loop does the same once more, without what runtime may have left of the one before. */
static int create_begin(struct client *c, struct error *err)
{
	struct postmark_state *state = c->state;
	int ret = 0;

	if (state->used)
		ret = postmark_files_remove(&state->files, &state->pool, NULL, err);
	if (ret == 0 && state->used)
		postmark_pool_restart(&state->pool);
	state->used = true;
	return ret == 0 ? begin(c, err) : ret;
}

static inline int do_one(struct postmark_state *state, const struct postmark_op *todo,
	struct operation *op, struct error *err)
{
	op->kind = todo->kind;
	op->bytes = todo->bytes;
	return postmark_files_do(&state->files, state->pool.text, todo, err);
}

static int create_step(struct client *c, struct operation *op, struct error *err)
{
	struct postmark_state *state = c->state;
	struct postmark_op todo;

	if (state->pool.created == state->pool.plan.number ||
		!postmark_pool_create(&state->pool, &todo))
		return STEP_DONE;
	return do_one(state, &todo, op, err);
}

static int transactions_step(struct client *c, struct operation *op, struct error *err)
{
	struct postmark_state *state = c->state;
	struct postmark_pool *pool = &state->pool;
	struct postmark_op todo;
	int ret = postmark_pool_transact(pool, &todo);

	c->counters[TRANSACTIONS] = pool->transactions;
	c->counters[APPENDS_FULL] = pool->appends_full;
	c->counters[CREATES_FULL] = pool->creates_full;
	if (ret < 0)
		return fail(err, -ret,
			"out of files after %" PRIu32 " of %" PRIu32
			" transactions: raise number or bias_create, or lower transactions",
			pool->transactions, pool->plan.transactions);
	if (ret == 0)
		return STEP_DONE;
	c->counters[todo.kind == POSTMARK_READ ? BYTES_READ : BYTES_WRITTEN] += todo.bytes;
	return do_one(state, &todo, op, err);
}

static int delete_step(struct client *c, struct operation *op, struct error *err)
{
	struct postmark_state *state = c->state;
	struct postmark_op todo;

	if (!postmark_pool_delete(&state->pool, &todo))
		return STEP_DONE;
	return do_one(state, &todo, op, err);
}

STEP_LOOP(create_step)
STEP_LOOP(transactions_step)
STEP_LOOP(delete_step)

static int sync_tail(struct client *c, struct operation *op, struct error *err)
{
	const struct postmark_config *config = c->config;
	struct postmark_state *state = c->state;

	if (config->fsync != FSYNC_END || state->synced)
		return STEP_DONE;
	if (syncfs(c->dir) < 0)
		return fail_errno(err, "syncfs");
	state->synced = true;
	op->kind = SYNC;
	return STEP_GO;
}

/* Whether what was done is there: after each phase, while later ones can still change nothing. */
static int postmark_end(struct client *c, struct error *err)
{
	struct postmark_state *state = c->state;

	return postmark_files_verify(&state->files, &state->pool, err);
}

static int postmark_verify(struct client *c, struct error *err)
{
	const struct postmark_state *state = c->state;
	const struct postmark_pool *pool = &state->pool;

	if (c->shape->runtime > 0)
		return 0;
	if (pool->transactions != pool->plan.transactions)
		return fail(err, EIO, "%" PRIu32 " of %" PRIu32 " transactions were done",
			pool->transactions, pool->plan.transactions);
	if (postmark_pool_files(pool) > 0)
		return fail(err, EIO, "%" PRIu32 " of %" PRIu32 " files were deleted",
			pool->deleted, pool->created);
	return 0;
}

static void postmark_finish(struct client *c)
{
	struct postmark_state *state = c->state;

	postmark_pool_release(&state->pool);
	postmark_files_release(&state->files);
}

static const struct phase postmark_phases[] = {
	{
		.name = "create",
		.help = "make the files",
		.begin = create_begin,
		.step = create_step,
		.loop = create_step_loop,
		.tail = sync_tail,
		.end = postmark_end,
	},
	{
		.name = "transactions",
		.help = "read or append to a file, then create or delete one",
		.begin = begin,
		.step = transactions_step,
		.loop = transactions_step_loop,
		.tail = sync_tail,
		.end = postmark_end,
	},
	{
		.name = "delete",
		.help = "delete the files that are left",
		.begin = begin,
		.step = delete_step,
		.loop = delete_step_loop,
		.tail = sync_tail,
		.end = postmark_end,
	},
	{ 0 },
};

const struct workload postmark_workload = {
	.name = "postmark",
	.summary = "create, read, append to and delete small files, as a mail server does",
	.source = "PostMark 1.5 to 1.54 (Katcher, 1997); docs/workloads/postmark.md lists what "
		  "differs",
	.longer = "number, transactions",
	.for_caches = true,
	.params = postmark_params,
	.metrics = postmark_metrics,
	.operations = postmark_operations,
	.phases = postmark_phases,
	.config_size = sizeof(struct postmark_config),
	.state_size = sizeof(struct postmark_state),
	.check = postmark_check,
	.space = postmark_space,
	.prepare = postmark_prepare,
	.verify = postmark_verify,
	.finish = postmark_finish,
};
