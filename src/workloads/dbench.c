// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text.h"
#include "workloads/dbench_default.h"
#include "workloads/dbench_replay.h"
#include "workloads/registry.h"
#include "workloads/step_loop.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

struct dbench_config {
	const char *load;
	uint64_t passes;
	int compat, resolve;
	bool sync_open, sync_dirs, fsync_writes, xattr, incompressible;
	uint64_t rate;
};

static const struct param dbench_params[] = {
	PARAM(TEXT, struct dbench_config, load, .fallback = "",
		.help = "load file of dbench 3 or later, plain or gzip; empty: the built-in one"),
	PARAM(COUNT, struct dbench_config, passes, .fallback = "0",
		.help = "passes of each client over the load; 0: one, or as many as the runtime "
			"has"),
	PARAM(CHOICE, struct dbench_config, compat, .fallback = "strict",
		.choices = dbench_compat_names,
		.help = "the calls and checks of that generation of dbench; strict: the calls of "
			"4, "
			"and nothing goes unnoticed"),
	PARAM(CHOICE, struct dbench_config, resolve, .fallback = "default",
		.choices = dbench_resolve_names,
		.help = "how names are looked up as a server does that ignores case"),
	PARAM(BOOL, struct dbench_config, sync_open, .fallback = "no",
		.help = "open files with O_SYNC"),
	PARAM(BOOL, struct dbench_config, sync_dirs, .fallback = "no",
		.help = "sync a directory after each change in it"),
	PARAM(BOOL, struct dbench_config, fsync_writes, .fallback = "no",
		.help = "fsync after each write"),
	PARAM(BOOL, struct dbench_config, xattr, .fallback = "no",
		.help = "keep DOS attributes in an extended attribute"),
	PARAM(BOOL, struct dbench_config, incompressible, .fallback = "yes",
		.help = "random data; no: zeros, as dbench writes"),
	PARAM(SIZE, struct dbench_config, rate, .fallback = "0",
		.help = "bytes per second of each client; 0: as fast as it goes"),
	{ 0 },
};

/* The kinds of the load, then what is none of them. */
enum { WAIT = DBENCH_OPERATIONS, PASS };

static const char *const dbench_operations[] = {
	[DBENCH_NTCREATEX] = "ntcreatex",
	[DBENCH_CLOSE] = "close",
	[DBENCH_RENAME] = "rename",
	[DBENCH_UNLINK] = "unlink",
	[DBENCH_DELTREE] = "deltree",
	[DBENCH_RMDIR] = "rmdir",
	[DBENCH_MKDIR] = "mkdir",
	[DBENCH_QUERY_PATH] = "qpathinfo",
	[DBENCH_QUERY_FILE] = "qfileinfo",
	[DBENCH_QUERY_FS] = "qfsinfo",
	[DBENCH_SET_FILE] = "sfileinfo",
	[DBENCH_FIND_FIRST] = "find",
	[DBENCH_WRITEX] = "writex",
	[DBENCH_READX] = "readx",
	[DBENCH_LOCKX] = "lockx",
	[DBENCH_UNLOCKX] = "unlockx",
	[DBENCH_FLUSH] = "flush",
	[WAIT] = "wait",
	[PASS] = "pass",
	NULL,
};

enum { LINES, PASSES, MISMATCHES, DATA_SET };

/* clang-format off */
#define LATENCY(called, kind_of, wanted, words) \
	{ .name = called, .phase = "replay", .kind = METRIC_LATENCY, .operation = kind_of, \
	  .quantile = wanted, .unit = "s", .better = BETTER_LOWER, .help = words }

static const struct metric dbench_metrics[] = {
	{ .name = "throughput", .phase = "replay", .kind = METRIC_THROUGHPUT,
	  .operation = METRIC_ALL_OPERATIONS, .unit = "bytes/s", .better = BETTER_HIGHER,
	  .primary = true, .help = "bytes that reads and writes moved, per second" },
	{ .name = "operation_rate", .phase = "replay", .kind = METRIC_COUNT_RATE, .operation = LINES,
	  .unit = "1/s", .better = BETTER_HIGHER, .help = "operations of the load per second" },
	{ .name = "passes", .phase = "replay", .kind = METRIC_COUNT, .operation = PASSES,
	  .unit = "1", .better = BETTER_NEITHER, .help = "whole passes over the load, all clients" },
	LATENCY("pass_time", PASS, 0, "mean time of a whole pass of a client"),
	LATENCY("pass_time_p50", PASS, 0.5, "median time of a whole pass"),
	LATENCY("pass_time_p90", PASS, 0.9, "90th percentile of the time of a whole pass"),
	LATENCY("pass_time_max", PASS, 1, "longest time of a whole pass"),
	LATENCY("ntcreatex_p99", DBENCH_NTCREATEX, 0.99, "99th percentile of an open"),
	LATENCY("ntcreatex_max", DBENCH_NTCREATEX, 1, "longest open"),
	LATENCY("unlink_p99", DBENCH_UNLINK, 0.99, "99th percentile of an unlink"),
	LATENCY("unlink_max", DBENCH_UNLINK, 1, "longest unlink"),
	LATENCY("flush_p99", DBENCH_FLUSH, 0.99, "99th percentile of a flush"),
	LATENCY("flush_max", DBENCH_FLUSH, 1, "longest flush"),
	LATENCY("writex_p99", DBENCH_WRITEX, 0.99, "99th percentile of a write"),
	LATENCY("writex_max", DBENCH_WRITEX, 1, "longest write"),
	LATENCY("readx_p99", DBENCH_READX, 0.99, "99th percentile of a read"),
	LATENCY("readx_max", DBENCH_READX, 1, "longest read"),
	{ .name = "cpu_time", .phase = "replay", .kind = METRIC_CPU_TIME, .unit = "s",
	  .better = BETTER_LOWER, .help = "user and system time, all clients" },
	{ .name = "mismatches", .phase = "replay", .kind = METRIC_COUNT, .operation = MISMATCHES,
	  .unit = "1", .better = BETTER_NEITHER,
	  .help = "results that the load does not expect; only with compat, else they end the run" },
	{ .name = "data_set", .phase = "replay", .kind = METRIC_COUNT, .operation = DATA_SET,
	  .unit = "bytes", .better = BETTER_NEITHER,
	  .help = "bytes of all files that a pass writes, all clients" },
	{ 0 },
};
/* clang-format on */

struct dbench_common {
	/* What it points to is in each client's memory too, since it was made before the fork. */
	struct dbench_load load;
	struct dbench_points points;
};

struct dbench_state {
	struct dbench_options options;
	struct dbench_replay replay;
	uint64_t first_pass; /* of replay.passes, when the phase began */
	uint64_t mismatches;
	bool prepared;
};

/* Before anything is made: a load that is wrong would only fail run after run. */
static int check_load(const char *path, struct error *err)
{
	struct dbench_load load = { 0 };
	AUTO_TEXT struct text faults;

	text_init(&faults, 64 * KIB);
	int ret = dbench_load_read(&load, path, &faults, err);
	if (ret == 0)
		dbench_load_free(&load);
	return ret < 0 ? fail_in(err, -EINVAL, "load") : 0;
}

static int dbench_check(const void *config, const struct run_shape *shape, struct error *err)
{
	const struct dbench_config *c = config;

	if (shape->numjobs > DBENCH_MOST_CLIENTS)
		return fail(err, EINVAL, "numjobs: %llu is above the most, %d",
			(unsigned long long)shape->numjobs, DBENCH_MOST_CLIENTS);
	return *c->load ? check_load(c->load, err) : 0;
}

static size_t dbench_common_size(const void *config, const struct run_shape *shape)
{
	(void)config;
	(void)shape;
	return sizeof(struct dbench_common);
}

static int dbench_set_up(const void *config, const struct run_shape *shape, uint64_t seed,
	void *common, struct error *err)
{
	const struct dbench_config *c = config;
	struct dbench_common *shared = common;
	AUTO_TEXT struct text faults;

	(void)shape;
	(void)seed; /* the load is the same in each run: it is what is compared */
	text_init(&faults, 64 * KIB);
	if (!*c->load)
		return dbench_load_default(&shared->load, err);
	return dbench_load_read(&shared->load, c->load, &faults, err);
}

static uint64_t dbench_space(const void *config, const struct run_shape *shape)
{
	(void)config;
	return shape->numjobs * 50 * MIB; /* of the standard load's 25 each, and room for a log */
}

/* Paths begin in the run's directory, which all clients have in common. */
static int dbench_prepare(struct client *c, struct error *err)
{
	const struct dbench_config *config = c->config;
	struct dbench_common *shared = c->common;
	struct dbench_state *state = c->state;

	state->options = (struct dbench_options){
		.compat = (enum dbench_compat)config->compat,
		.resolve = (enum dbench_resolve)config->resolve,
		.sync_open = config->sync_open,
		.sync_dirs = config->sync_dirs,
		.fsync_writes = config->fsync_writes,
		.xattr = config->xattr,
		.incompressible = config->incompressible,
		.rate = config->rate,
	};
	if (fchdir(c->base) < 0)
		return fail_errno(err, "go to the run's directory");
	state->prepared = true;
	return dbench_replay_init(&state->replay, &shared->load, &state->options, ".", c->index,
		c->count, &shared->points, c->seed, err);
}

static int replay_begin(struct client *c, struct error *err)
{
	struct dbench_common *shared = c->common;
	struct dbench_state *state = c->state;

	(void)err; /* nothing can fail */
	dbench_replay_rewind(&state->replay);
	state->first_pass = state->replay.passes;
	state->mismatches = state->replay.mismatches;
	c->counters[DATA_SET] = shared->load.data_set;
	return 0;
}

static int replay_step(struct client *c, struct operation *op, struct error *err)
{
	const struct dbench_config *config = c->config;
	struct dbench_state *state = c->state;
	struct dbench_replay *r = &state->replay;
	uint64_t passes = config->passes ? config->passes : c->shape->runtime == 0;

	if (__builtin_expect(r->at == r->first && passes > 0 &&
				     r->passes - state->first_pass >= passes,
		    0))
		return STEP_DONE;
	int ret = dbench_replay_step(r, &op->kind, &op->bytes, err);
	if (__builtin_expect(ret == DBENCH_STEP_DONE, 1)) {
		c->counters[LINES]++;
		return STEP_GO;
	}
	if (ret == DBENCH_STEP_PASS) {
		c->counters[PASSES]++;
		op->kind = PASS;
		return STEP_PASS;
	}
	op->kind = WAIT;
	return ret < 0 ? ret : STEP_GO;
}

STEP_LOOP(replay_step)

static int replay_end(struct client *c, struct error *err)
{
	const struct dbench_common *shared = c->common;
	struct dbench_state *state = c->state;

	(void)err; /* nothing can fail */
	c->counters[MISMATCHES] = state->replay.mismatches - state->mismatches;
	c->counters[DATA_SET] = shared->load.data_set; /* ramp time has cleared it */
	dbench_replay_end(&state->replay);
	return 0;
}

static int dbench_verify(struct client *c, struct error *err)
{
	const struct dbench_config *config = c->config;
	const struct dbench_state *state = c->state;
	const struct dbench_replay *r = &state->replay;

	if (r->lines == 0)
		return fail(err, EIO, "not one operation was done");
	if (c->shape->runtime == 0 && r->passes < (config->passes ? config->passes : 1))
		return fail(err, EIO, "only %llu passes were done", (unsigned long long)r->passes);
	return 0;
}

static void dbench_finish(struct client *c)
{
	struct dbench_state *state = c->state;

	if (state->prepared)
		dbench_replay_free(&state->replay);
}

static const char *dbench_remark(const struct phase *phase, const uint64_t *counters,
	unsigned clients)
{
	(void)phase;
	if (counters[PASSES] >= clients)
		return NULL;
	return "replay: less than one whole pass of each client: the mix of operations depends on "
	       "the speed; raise runtime";
}

static const struct phase dbench_phases[] = {
	{
		.name = "replay",
		.help = "one operation of the load after the other",
		.begin = replay_begin,
		.step = replay_step,
		.loop = replay_step_loop,
		.end = replay_end,
	},
	{ 0 },
};

const struct workload dbench_workload = {
	.name = "dbench",
	.summary = "replay what a client of a file server did, from a dbench load file",
	.source = "dbench 4.0 (2009) and 5.0; docs/workloads/dbench.md lists what differs",
	.for_caches = true,
	.params = dbench_params,
	.metrics = dbench_metrics,
	.operations = dbench_operations,
	.phases = dbench_phases,
	.config_size = sizeof(struct dbench_config),
	.state_size = sizeof(struct dbench_state),
	.check = dbench_check,
	.common_size = dbench_common_size,
	.set_up = dbench_set_up,
	.space = dbench_space,
	.prepare = dbench_prepare,
	.verify = dbench_verify,
	.finish = dbench_finish,
	.remark = dbench_remark,
};
