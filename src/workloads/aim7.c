// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/clock.h"
#include "workloads/aim7_task.h"
#include "workloads/registry.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct aim7_config {
	int mix;
	uint64_t filesize, poolsize;
	const char *listed;
};

static const struct param params[] = {
	PARAM(CHOICE, struct aim7_config, mix, .fallback = "shared", .choices = aim7_mix_names,
		.help = "the standard mix of tests that each client does once"),
	PARAM(SIZE, struct aim7_config, filesize, .fallback = "0",
		.max = (uint64_t)AIM7_MOST_KIB * AIM_BLOCK,
		.help = "bytes of a file, instead of the mix's FILESIZE and POOLSIZE; 0: the "
			"mix's"),
	PARAM(SIZE, struct aim7_config, poolsize, .fallback = "0",
		.max = (uint64_t)AIM7_MOST_KIB * AIM_BLOCK,
		.help = "bytes shared among the clients and added to filesize; needs it"),
	PARAM(TEXT, struct aim7_config, listed, .fallback = "/bin", .not_empty = true,
		.help = "the directory that dir_rtns_1 reads; absolute"),
	{ 0 },
};

static const char *const operations[] = { "creat-clo", "dir_rtns_1", "disk_cp", "disk_rd",
	"disk_rr", "disk_rw", "disk_src", "disk_wrt", "link_test", "sync_disk_cp", "sync_disk_rw",
	"sync_disk_update", "sync_disk_wrt", NULL };

enum { COUNT_JTI, COUNT_NOT_RUN };

/* clang-format off */
#define CALL_TIME(test, of) \
	{ .name = test "_latency", .phase = "mix", .kind = METRIC_LATENCY, .operation = of, \
		.unit = "s", .better = BETTER_LOWER, .help = "mean time of one call of the test" }
/* clang-format on */

static const struct metric metrics[] = {
	{
		.name = "jobs",
		.phase = "mix",
		.kind = METRIC_RATE,
		.operation = METRIC_ALL_OPERATIONS,
		.unit = "1/s",
		.better = BETTER_HIGHER,
		.primary = true,
		.help = "calls of tests per second, all clients; 60 times it is Suite VII's "
			"jobs/min of what was run",
	},
	{
		.name = "time",
		.phase = "mix",
		.kind = METRIC_TIME,
		.operation = METRIC_ALL_OPERATIONS,
		.unit = "s",
		.better = BETTER_LOWER,
		.help = "from the first test to the end of the last client's task",
	},
	{
		.name = "cpu_time",
		.phase = "mix",
		.kind = METRIC_CPU_TIME,
		.operation = METRIC_ALL_OPERATIONS,
		.unit = "s",
		.better = BETTER_LOWER,
		.help = "user and system time of all clients",
	},
	{
		.name = "jti",
		.phase = "mix",
		.kind = METRIC_COUNT,
		.operation = COUNT_JTI,
		.unit = "%",
		.better = BETTER_HIGHER,
		.help = "job timing index: 100 where all clients took as long, 0 where they lie "
			"far apart",
	},
	{
		.name = "not_run",
		.phase = "mix",
		.kind = METRIC_COUNT,
		.operation = COUNT_NOT_RUN,
		.unit = "1",
		.better = BETTER_NEITHER,
		.help = "calls of the whole mix that were left out, since of no disk test",
	},
	CALL_TIME("creat_clo", 0),
	CALL_TIME("dir_rtns_1", 1),
	CALL_TIME("disk_cp", 2),
	CALL_TIME("disk_rd", 3),
	CALL_TIME("disk_rr", 4),
	CALL_TIME("disk_rw", 5),
	CALL_TIME("disk_src", 6),
	CALL_TIME("disk_wrt", 7),
	CALL_TIME("link_test", 8),
	CALL_TIME("sync_disk_cp", 9),
	CALL_TIME("sync_disk_rw", 10),
	CALL_TIME("sync_disk_update", 11),
	CALL_TIME("sync_disk_wrt", 12),
	{ 0 },
};

/* What the clients share: when each is done, and how many are. */
struct aim7_common {
	atomic_uint ended;
	uint64_t times_ns[]; /* of each client, all loops */
};

struct aim7_state {
	struct aim7_mix mix;
	struct aim7_task task;
	unsigned kinds[AIM7_MOST_ENTRIES]; /* of each entry that is run */
	uint64_t begun, done;              /* tasks; calls */
	uint64_t started_ns;               /* of the task; 0: not yet */
	struct aim_state suite;
};

static void find_mix(const struct aim7_config *config, struct aim7_mix *mix)
{
	aim7_mix_standard(config->mix, mix);
	if (config->filesize > 0)
		aim7_mix_resize(mix, config->filesize / AIM_BLOCK, config->poolsize / AIM_BLOCK);
}

static int check_sizes(const struct aim7_config *c, uint64_t clients, struct error *err)
{
	struct aim7_mix mix;

	if (c->filesize % AIM_BLOCK != 0 || c->poolsize % AIM_BLOCK != 0)
		return fail(err, EINVAL, "%s: no multiple of %d",
			c->filesize % AIM_BLOCK != 0 ? "filesize" : "poolsize", AIM_BLOCK);
	if (c->filesize == 0 && c->poolsize > 0)
		return fail(err, EINVAL, "poolsize: needs filesize, too: they replace both");
	find_mix(c, &mix);
	const uint64_t blocks = aim7_mix_blocks(&mix, clients);
	if (blocks < AIM_LEAST_BLOCKS)
		return fail(err, ERANGE,
			"filesize: a file of %" PRIu64 " KiB is below the least, %d", blocks,
			AIM_LEAST_BLOCKS);
	return 0;
}

static int aim7_check(const void *config, const struct run_shape *shape, struct error *err)
{
	const struct aim7_config *c = config;

	if (shape->ramp_time > 0)
		return fail(err, EINVAL,
			"ramp_time: a task is whole: what it did before the clock would be "
			"missing");
	if (c->listed[0] != '/')
		return fail(err, EINVAL, "listed: '%s' is not absolute", c->listed);
	return check_sizes(c, shape->numjobs, err);
}

static size_t aim7_common_size(const void *config, const struct run_shape *shape)
{
	(void)config; /* whatever the mix */
	return sizeof(struct aim7_common) + shape->numjobs * sizeof(uint64_t);
}

/* tmpa.common, a file of each client, and what fakeh may take. */
static uint64_t aim7_space(const void *config, const struct run_shape *shape)
{
	struct aim7_mix mix;

	find_mix(config, &mix);
	return (shape->numjobs + 1) * (aim7_mix_blocks(&mix, shape->numjobs) + 1) * AIM_BLOCK +
	       2 * MIB;
}

static unsigned kind_of(const char *name)
{
	unsigned kind = 0;

	while (operations[kind] && strcmp(operations[kind], name) != 0)
		kind++;
	return kind;
}

/* As in Suite VII all clients work in one directory: the run's. */
static int aim7_prepare(struct client *c, struct error *err)
{
	const struct aim7_config *config = c->config;
	struct aim7_state *state = c->state;

	find_mix(config, &state->mix);
	for (size_t i = 0; i < state->mix.count; i++)
		state->kinds[i] = kind_of(state->mix.entries[i].name);
	const struct aim_settings set = {
		.path = ".",
		.listed = config->listed,
		.blocks = aim7_mix_blocks(&state->mix, c->count),
		.seed = c->index + 1,
	};
	int ret = aim_init(&state->suite, &set, err);
	if (ret < 0)
		return ret;
	if (fchdir(c->base) < 0)
		return fail_errno(err, "go to the run's directory");
	if (c->index > 0)
		return 0;
	ret = aim_tree_make(".", false, err);
	if (ret == 0)
		ret = aim_common_make(".", set.blocks, AIM_FILL_NUMBER, NULL, err);
	if (ret == 0 && syncfs(c->base) < 0)
		ret = fail_errno(err, "sync");
	return ret;
}

static int aim7_begin(struct client *c, struct error *err)
{
	struct aim7_state *state = c->state;

	(void)err; /* nothing can fail */
	aim7_task_start(&state->task, &state->mix);
	state->begun++;
	state->started_ns = 0;
	return 0;
}

static int aim7_step(struct client *c, struct operation *op, struct error *err)
{
	struct aim7_state *state = c->state;

	if (state->started_ns == 0)
		state->started_ns = clock_monotonic_ns();
	const int entry = aim7_task_next(&state->task, &state->suite.random);
	if (entry < 0)
		return STEP_DONE;
	const struct aim_test *test = state->mix.entries[entry].test;
	int ret = aim_call(&state->suite, test, err);
	if (ret < 0)
		return fail_in(err, ret, "%s", test->name);
	state->done++;
	op->kind = state->kinds[entry];
	return STEP_GO;
}

/* Who is the last to end the last loop tells for all. */
static int aim7_end(struct client *c, struct error *err)
{
	struct aim7_state *state = c->state;
	struct aim7_common *common = c->common;

	(void)err; /* nothing can fail */
	c->counters[COUNT_NOT_RUN] = state->mix.runs_all - state->mix.runs;
	common->times_ns[c->index] += clock_monotonic_ns() - state->started_ns;
	if (atomic_fetch_add(&common->ended, 1) + 1 == c->count * c->shape->loops) {
		const int jti = aim7_jti(common->times_ns, c->count);
		c->counters[COUNT_JTI] = jti > 0 ? (uint64_t)jti : 0;
	}
	return 0;
}

static int aim7_verify(struct client *c, struct error *err)
{
	const struct aim7_state *state = c->state;
	const uint64_t bytes = state->suite.set.blocks * AIM_BLOCK;
	const uint64_t wanted = state->begun * state->mix.runs;
	struct stat st;

	if (c->shape->runtime == 0 && state->done != wanted)
		return fail(err, EBADMSG, "%" PRIu64 " tests were done of the %" PRIu64 " to do",
			state->done, wanted);
	if (fstatat(c->base, "tmpa.common", &st, AT_SYMLINK_NOFOLLOW) < 0)
		return fail_errno(err, "tmpa.common");
	if ((uint64_t)st.st_size != bytes)
		return fail(err, EBADMSG, "tmpa.common has %" PRIu64 " bytes: it had %" PRIu64,
			(uint64_t)st.st_size, bytes);
	return 0;
}

static void aim7_more_help(struct text *out)
{
	text_puts(out, "\nMixes, for each client:\n");
	for (int i = 0; aim7_mix_names[i]; i++) {
		struct aim7_mix mix;
		aim7_mix_standard(i, &mix);
		aim7_mix_tell(&mix, aim7_mix_names[i], out);
	}
}

static const struct phase phases[] = {
	{
		.name = "mix",
		.help = "each client does its task once: the mix's disk tests in an order of "
			"chance, a whole call of a test being one operation",
		.begin = aim7_begin,
		.step = aim7_step,
		.end = aim7_end,
	},
	{ 0 },
};

const struct workload aim7_workload = {
	.name = "aim7",
	.summary = "a mix of AIM Suite VII's disk tests, by many clients",
	.source = "AIM Multiuser Benchmark, Suite VII 1.1, its disk tests only; "
		  "docs/workloads/aim7.md",
	.for_caches = true,
	.longer = "numjobs, filesize",
	.params = params,
	.metrics = metrics,
	.operations = operations,
	.phases = phases,
	.config_size = sizeof(struct aim7_config),
	.state_size = sizeof(struct aim7_state),
	.check = aim7_check,
	.common_size = aim7_common_size,
	.space = aim7_space,
	.prepare = aim7_prepare,
	.verify = aim7_verify,
	.more_help = aim7_more_help,
};
