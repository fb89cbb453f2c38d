// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/contest/frame.h"
#include "workloads/registry.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

static const struct param contest_params[] = {
	PARAM(TEXT, struct contest_config, loads, .fallback = "io_load", .not_empty = true,
		.value = "LOAD+LOAD...",
		.help = "what runs beside the job, a phase each, after no_load, which is always "
			"there; all: those that need neither another disk nor are half of "
			"another"),
	PARAM(CHOICE, struct contest_config, job_kind, .fallback = "compile",
		.choices = tree_target_names,
		.help = "build a source tree; send it through the preprocessor only (little "
			"CPU); or write, fsync and read copies of it"),
	PARAM(CHOICE, struct contest_config, job_size, .fallback = "normal",
		.choices = tree_size_names,
		.help = "of that tree: about 3, 20 or 60 s of compiling on two CPUs"),
	PARAM(TEXT, struct contest_config, job, .fallback = "", .value = "COMMAND",
		.help = "another job instead, for sh, in the run's directory; JOBS is in its "
			"environment"),
	PARAM(TEXT, struct contest_config, clean, .fallback = "", .value = "COMMAND",
		.help = "what undoes that job, untimed, after each time"),
	PARAM(COUNT, struct contest_config, jobs, .fallback = "0", .max = 4096,
		.help = "make -j; 0: four for each CPU"),
	PARAM(TIME, struct contest_config, settle, .fallback = "3s",
		.max = UINT64_C(3600) * NS_PER_S,
		.help = "the load runs for so long before the job starts"),
	PARAM(SIZE, struct contest_config, mem, .fallback = "0", .max = UINT64_C(1) << 50,
		.help = "what the loads take for the size of memory; 0: the memory cap, or RAM"),
	PARAM(SIZE, struct contest_config, file_size, .fallback = "0", .max = UINT64_C(1) << 50,
		.help = "of the files of io_load, io_other and read_load; 0: as mem"),
	PARAM(TEXT, struct contest_config, list_dir, .fallback = "/", .not_empty = true,
		.value = "DIR", .help = "what list_load lists"),
	PARAM(TEXT, struct contest_config, other_dir, .fallback = "", .value = "DIR",
		.help = "where io_other writes: on another disk"),
	{ 0 },
};

enum { JOB };
static const char *const contest_operations[] = { [JOB] = "job", NULL };

/* The counters: sums over loops, of which the metrics are quotients. */
enum { JOBS, JOB_NS, JOB_CPU_NS, LOAD_NS, LOAD_CPU_NS, AMOUNT, WHOLE, SIZE, BASE_NS };

/* clang-format off */
#define JOB_METRICS(in) \
	{ .name = "time", .phase = in, .kind = METRIC_QUOTIENT, .operation = JOB_NS, \
		.divisor = JOBS, .factor = 1e-9, .unit = "s", .better = BETTER_LOWER, \
		.primary = true, .help = "of the job" }, \
	{ .name = "cpu", .phase = in, .kind = METRIC_QUOTIENT, .operation = JOB_CPU_NS, \
		.divisor = JOB_NS, .factor = 100, .unit = "%", .better = BETTER_NEITHER, \
		.help = "user and system time of the job by its time" }, \
	{ .name = "ratio", .phase = in, .kind = METRIC_QUOTIENT, .operation = JOB_NS, \
		.divisor = BASE_NS, .factor = 1, .unit = "1", .better = BETTER_LOWER, \
		.help = "time by that of no_load in the same run" }, \
	{ .name = "base", .phase = in, .kind = METRIC_QUOTIENT, .operation = BASE_NS, \
		.divisor = JOBS, .factor = 1e-9, .unit = "s", .better = BETTER_NEITHER, \
		.help = "the time of no_load that ratio is against" }

#define LOAD_METRICS(in, rate_unit, amount_unit) \
	JOB_METRICS(in), \
	{ .name = "load_rate", .phase = in, .kind = METRIC_QUOTIENT, .operation = AMOUNT, \
		.divisor = LOAD_NS, .factor = 1e9, .unit = rate_unit, .better = BETTER_HIGHER, \
		.help = "work that the load got done while the job ran, per second" }, \
	{ .name = "load_cpu", .phase = in, .kind = METRIC_QUOTIENT, .operation = LOAD_CPU_NS, \
		.divisor = LOAD_NS, .factor = 100, .unit = "%", .better = BETTER_NEITHER, \
		.help = "user and system time of the load in that time" }, \
	{ .name = "load_amount", .phase = in, .kind = METRIC_QUOTIENT, .operation = AMOUNT, \
		.divisor = JOBS, .factor = 1, .unit = amount_unit, .better = BETTER_NEITHER, \
		.help = "work that the load got done during one job" }, \
	{ .name = "load_pass", .phase = in, .kind = METRIC_QUOTIENT, .operation = WHOLE, \
		.divisor = JOBS, .factor = 1, .unit = amount_unit, .better = BETTER_NEITHER, \
		.help = "work of one whole pass of the load; 0 where none was finished" }

#define SIZE_METRIC(in) \
	{ .name = "load_size", .phase = in, .kind = METRIC_QUOTIENT, .operation = SIZE, \
		.divisor = JOBS, .factor = 1, .unit = "bytes", .better = BETTER_NEITHER, \
		.help = "of the file or the memory that the load works on" }
/* clang-format on */

static const struct metric contest_metrics[] = {
	JOB_METRICS("no_load"),
	JOB_METRICS("cacherun"),
	LOAD_METRICS("process_load", "1/s", "1"),
	LOAD_METRICS("ctar_load", "1/s", "1"),
	LOAD_METRICS("xtar_load", "1/s", "1"),
	LOAD_METRICS("io_load", "bytes/s", "bytes"),
	SIZE_METRIC("io_load"),
	LOAD_METRICS("io_load_half", "bytes/s", "bytes"),
	SIZE_METRIC("io_load_half"),
	LOAD_METRICS("io_other", "bytes/s", "bytes"),
	SIZE_METRIC("io_other"),
	LOAD_METRICS("read_load", "bytes/s", "bytes"),
	SIZE_METRIC("read_load"),
	LOAD_METRICS("list_load", "1/s", "1"),
	LOAD_METRICS("mem_load", "1/s", "1"),
	SIZE_METRIC("mem_load"),
	LOAD_METRICS("dbench_load", "1/s", "1"),
	LOAD_METRICS("cpuload", "1/s", "1"),
	{ 0 },
};

struct contest_state {
	struct frame frame;
	bool open;
	enum load_id load; /* of the running phase */
	bool done;
	uint64_t base_ns; /* of the last no_load */
	struct figures figures;
};

static int contest_workload_check(const void *config, const struct run_shape *shape,
	struct error *err)
{
	if (shape->numjobs != 1)
		return fail(err, EINVAL,
			"numjobs: %" PRIu64 ": contest has one job at a time; jobs is make's -j",
			shape->numjobs);
	if (shape->runtime > 0 || shape->ramp_time > 0)
		return fail(err, EINVAL,
			"%s: a job of contest is timed from its start to its end; job_size makes "
			"it "
			"longer",
			shape->runtime > 0 ? "runtime" : "ramp_time");
	return contest_check(config, err);
}

static uint64_t contest_workload_space(const void *config, const struct run_shape *shape)
{
	(void)shape; /* one job, whatever else */
	return contest_space(config);
}

static int contest_prepare(struct client *c, struct error *err)
{
	struct contest_state *s = c->state;

	s->open = true;
	return frame_open(&s->frame, c->config, c->dir, c->seed, err);
}

static int start(struct contest_state *s, struct error *err)
{
	int ret = frame_prepare(&s->frame, s->load, err);

	if (ret == 0)
		ret = frame_forget(&s->frame, err);
	return ret == 0 ? frame_start(&s->frame, err) : ret;
}

static int begin(struct client *c, enum load_id load, struct error *err)
{
	struct contest_state *s = c->state;

	s->load = load;
	s->done = false;
	int ret = start(s, err);
	if (ret < 0)
		frame_close(&s->frame); /* now: the bench kills who fails */
	return ret;
}

static int contest_step(struct client *c, struct operation *op, struct error *err)
{
	struct contest_state *s = c->state;

	if (s->done)
		return STEP_DONE;
	op->kind = JOB;
	s->done = true;
	int ret = frame_job(&s->frame, &s->figures, err);
	if (ret < 0)
		frame_close(&s->frame);
	return ret < 0 ? ret : STEP_GO;
}

static int contest_end(struct client *c, struct error *err)
{
	struct contest_state *s = c->state;
	const struct figures *f = &s->figures;

	if (s->load == LOAD_NO)
		s->base_ns = f->job_ns;
	c->counters[JOBS] = 1;
	c->counters[JOB_NS] = f->job_ns;
	c->counters[JOB_CPU_NS] = f->user_ns + f->sys_ns;
	c->counters[LOAD_NS] = f->load_ns;
	c->counters[LOAD_CPU_NS] = f->load_cpu_ns;
	c->counters[AMOUNT] = f->amount;
	c->counters[WHOLE] = f->whole;
	c->counters[SIZE] = frame_load_size(&s->frame, s->load);
	c->counters[BASE_NS] = s->base_ns;
	return frame_end(&s->frame, err);
}

static void contest_finish(struct client *c)
{
	struct contest_state *s = c->state;

	if (s->open)
		frame_close(&s->frame);
}

static bool has(const void *config, enum load_id load)
{
	const struct contest_config *c = config;
	uint32_t set;
	struct error err;

	return load_set_parse(c->loads, &set, &err) == 0 && set >> load & 1;
}

/* What tells the phases apart. */
#define FOR_LOAD(name, id) \
	static bool name##_when(const void *config) \
	{ \
		return has(config, id); \
	} \
	static int name##_begin(struct client *c, struct error *err) \
	{ \
		return begin(c, id, err); \
	}

FOR_LOAD(no_load, LOAD_NO)
FOR_LOAD(cacherun, LOAD_CACHERUN)
FOR_LOAD(process_load, LOAD_PROCESS)
FOR_LOAD(ctar_load, LOAD_CTAR)
FOR_LOAD(xtar_load, LOAD_XTAR)
FOR_LOAD(io_load, LOAD_IO)
FOR_LOAD(io_load_half, LOAD_IO_HALF)
FOR_LOAD(io_other, LOAD_IO_OTHER)
FOR_LOAD(read_load, LOAD_READ)
FOR_LOAD(list_load, LOAD_LIST)
FOR_LOAD(mem_load, LOAD_MEM)
FOR_LOAD(dbench_load, LOAD_DBENCH)
FOR_LOAD(cpuload, LOAD_CPU)

#define PHASE(load, caches, what) \
	{ \
		.name = #load, .help = what, .before = caches, .when = load##_when, \
		.begin = load##_begin, .step = contest_step, .end = contest_end \
	}

/* In the order of contest 0.61: cacherun finds what no_load has left in the caches. */
static const struct phase contest_phases[] = {
	PHASE(no_load, PHASE_COLD, "the job alone"),
	PHASE(cacherun, PHASE_AS_IS, "the job alone again, with warm caches"),
	PHASE(process_load, PHASE_COLD, "the job beside a ring of programs joined by pipes"),
	PHASE(ctar_load, PHASE_COLD, "the job while a tree is archived"),
	PHASE(xtar_load, PHASE_COLD, "the job while an archive is extracted"),
	PHASE(io_load, PHASE_COLD, "the job while a file as large as memory is written"),
	PHASE(io_load_half, PHASE_COLD, "the same with a file half as large"),
	PHASE(io_other, PHASE_COLD, "the same on another disk"),
	PHASE(read_load, PHASE_COLD, "the job while a file as large as memory is read"),
	PHASE(list_load, PHASE_COLD, "the job while all directories are listed"),
	PHASE(mem_load, PHASE_COLD, "the job while 110 % of memory is touched"),
	PHASE(dbench_load, PHASE_COLD, "the job beside dbench, 16 clients for each CPU"),
	PHASE(cpuload, PHASE_COLD, "the job while every CPU computes"),
	{ 0 },
};

const struct workload contest_workload = {
	.name = "contest",
	.summary = "how long a build takes beside one load at a time",
	.source = "contest 0.61 (Kolivas, 2003); docs/workloads/contest.md lists what differs",
	.params = contest_params,
	.metrics = contest_metrics,
	.operations = contest_operations,
	.phases = contest_phases,
	.config_size = sizeof(struct contest_config),
	.state_size = sizeof(struct contest_state),
	.check = contest_workload_check,
	.space = contest_workload_space,
	.prepare = contest_prepare,
	.finish = contest_finish,
};
