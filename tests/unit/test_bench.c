// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/bench.h"
#include "io/file.h"
#include "model/histogram.h"
#include "model/spec.h"
#include "workloads/registry.h"

#include "unit.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* A workload that does what a test asks of it, and nothing on a disk. */
enum what { WORK, FAIL_PREPARE, UNSUPPORTED, FAIL_STEP, CRASH, EXIT_SILENTLY, HANG, FAIL_VERIFY };

struct puppet_config {
	uint64_t steps, nap_ns;
	int what;
	bool queued, endless_load;
	uint64_t steps_of_pass; /* 0: no passes */
};

struct puppet_state {
	uint64_t left, tails, in_pass, queue[8], queued;
};

enum { STEP, TAIL, PASS };
static const char
	*const puppet_operations[] = { [STEP] = "step", [TAIL] = "tail", [PASS] = "pass", NULL };
static const struct param no_params[] = { { 0 } };

static const struct metric puppet_metrics[] = {
	{ .name = "throughput",
		.phase = "work",
		.kind = METRIC_THROUGHPUT,
		.operation = STEP,
		.unit = "bytes/s",
		.better = BETTER_HIGHER,
		.primary = true,
		.help = "bytes" },
	{ .name = "rate",
		.phase = "work",
		.kind = METRIC_RATE,
		.operation = METRIC_ALL_OPERATIONS,
		.unit = "1/s",
		.better = BETTER_HIGHER,
		.help = "operations" },
	{ .name = "time",
		.phase = "work",
		.kind = METRIC_TIME,
		.operation = METRIC_ALL_OPERATIONS,
		.unit = "s",
		.better = BETTER_LOWER,
		.help = "time" },
	{ .name = "p99",
		.phase = "work",
		.kind = METRIC_LATENCY,
		.operation = STEP,
		.quantile = 0.99,
		.unit = "s",
		.better = BETTER_LOWER,
		.help = "latency" },
	{ 0 },
};

static void nap(uint64_t ns)
{
	const struct timespec t = { (time_t)(ns / NS_PER_S), (long)(ns % NS_PER_S) };

	(void)nanosleep(&t, NULL);
}

static int puppet_prepare(struct client *c, struct error *err)
{
	const struct puppet_config *config = c->config;

	if (config->what == FAIL_PREPARE)
		return fail(err, ENOSPC, "fill the file: no space");
	if (config->what == UNSUPPORTED)
		return fail(err, EOPNOTSUPP, "no such thing here");
	return 0;
}

static int puppet_begin(struct client *c, struct error *err)
{
	const struct puppet_config *config = c->config;
	struct puppet_state *state = c->state;

	(void)err;
	state->left = config->endless_load && c->role == 1 ? UINT64_MAX : config->steps;
	state->tails = 2;
	return 0;
}

static int puppet_step(struct client *c, struct operation *op, struct error *err)
{
	const struct puppet_config *config = c->config;
	struct puppet_state *state = c->state;

	if (state->left == 0)
		return STEP_DONE;
	if (config->what == FAIL_STEP && state->left == 1)
		return fail(err, EIO, "write 512 bytes at 7: Input/output error");
	if (config->what == CRASH) {
		(void)signal(SIGSEGV, SIG_DFL); /* a sanitizer's handler would end it by exit */
		(void)raise(SIGSEGV);
	}
	if (config->what == EXIT_SILENTLY)
		_exit(3);
	if (config->what == HANG)
		nap(100 * NS_PER_S);
	if (config->steps_of_pass && state->in_pass == config->steps_of_pass) {
		state->in_pass = 0;
		op->kind = PASS;
		return STEP_PASS;
	}
	if (config->nap_ns)
		nap(config->nap_ns);
	state->in_pass++;
	state->left--;
	op->kind = STEP;
	op->bytes = 512;
	return STEP_GO;
}

static int puppet_submit(struct client *c, unsigned slot, struct operation *op, struct error *err)
{
	struct puppet_state *state = c->state;
	int ret = puppet_step(c, op, err);

	if (ret == STEP_GO)
		state->queue[state->queued++] = slot;
	return ret;
}

/* The latest first, so that slots come back in another order than they went. */
static int puppet_reap(struct client *c, unsigned *slot, struct error *err)
{
	struct puppet_state *state = c->state;

	if (state->queued == 0)
		return fail(err, EPROTO, "nothing is in flight");
	*slot = (unsigned)state->queue[--state->queued];
	return 0;
}

static int puppet_tail(struct client *c, struct operation *op, struct error *err)
{
	struct puppet_state *state = c->state;

	(void)err;
	if (state->tails == 0)
		return STEP_DONE;
	state->tails--;
	op->kind = TAIL;
	return STEP_GO;
}

static int puppet_verify(struct client *c, struct error *err)
{
	const struct puppet_config *config = c->config;

	return config->what == FAIL_VERIFY ? fail(err, EIO, "9 bytes, where 10 were written") : 0;
}

static const struct phase puppet_phases[] = {
	{ .name = "work",
		.help = "steps",
		.begin = puppet_begin,
		.step = puppet_step,
		.submit = puppet_submit,
		.reap = puppet_reap,
		.tail = puppet_tail },
	{ 0 },
};

static const struct role puppet_roles[] = { { "job", true }, { "load", false }, { 0 } };

static unsigned odd_ones_load(const void *config, unsigned index, unsigned count)
{
	(void)config;
	(void)count;
	return index % 2;
}

static const struct workload puppet = {
	.name = "puppet",
	.params = no_params,
	.metrics = puppet_metrics,
	.operations = puppet_operations,
	.phases = puppet_phases,
	.config_size = sizeof(struct puppet_config),
	.state_size = sizeof(struct puppet_state),
	.prepare = puppet_prepare,
	.verify = puppet_verify,
};

static struct arena arena;
static struct error err;
static struct clock test_clock;

static int run(const struct workload *w, const struct puppet_config *config, struct run_shape shape,
	struct bench_job job, struct bench_result *result)
{
	if (!test_clock.mult) {
		clock_start(&test_clock, clock_has_invariant_tsc());
		clock_calibrate(&test_clock);
	}
	char *dir = arena_strdup(&arena, "/tmp/bakeoff-bench-XXXXXX");
	ck_assert(mkdtemp(dir));
	shape.numjobs = shape.numjobs ? shape.numjobs : 1;
	shape.iodepth = shape.iodepth ? shape.iodepth : 1;
	shape.loops = shape.loops ? shape.loops : 1;
	job.workload = w;
	job.config = config;
	job.shape = shape;
	job.clock = &test_clock;
	job.dir = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int ret = bench_run(&job, &arena, result, &err);
	for (unsigned i = 0; i < shape.numjobs; i++)
		(void)rmdir(arena_printf(&arena, "%s/client-%u", dir, i));
	ck_assert_msg(rmdir(dir) == 0, "something is left in %s", dir);
	(void)close(job.dir);
	ck_assert_msg(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD, "a client is left");
	return ret;
}

static double value(const struct bench_result *r, const char *metric)
{
	for (size_t i = 0; i < r->value_count; i++) {
		if (strcmp(r->values[i].metric, metric) == 0)
			return r->values[i].value;
	}
	return -1;
}

START_TEST(counts_what_all_clients_did)
{
	const struct puppet_config config = { .steps = 1000 };
	struct bench_result r;

	OK(run(&puppet, &config, (struct run_shape){ .numjobs = 3 }, (struct bench_job){ 0 }, &r));
	ck_assert_uint_eq(r.phase_count, 1);
	ck_assert_uint_eq(r.phases[0].clients, 3);
	ck_assert_uint_eq(r.phases[0].operations, 3 * 1002); /* two tails each */
	ck_assert_uint_eq(r.phases[0].bytes, 3 * 1000 * 512);
	ck_assert_uint_eq(r.phases[0].kind_count, 2);
	ck_assert_str_eq(r.phases[0].kinds[1].name, "tail");
	ck_assert_uint_eq(r.phases[0].kinds[1].operations, 6);
	double wall_s = (double)r.phases[0].wall_ns / 1e9;
	ck_assert_double_eq_tol(value(&r, "throughput"), 3 * 1000 * 512 / wall_s, 1);
	ck_assert_double_eq_tol(value(&r, "rate"), 3 * 1002 / wall_s, 1);
	ck_assert_double_eq_tol(value(&r, "time"), wall_s, 1e-9);
}
END_TEST

START_TEST(loops_add_up)
{
	const struct puppet_config config = { .steps = 10, .nap_ns = NS_PER_MS };
	struct bench_result once, thrice;

	OK(run(&puppet, &config, (struct run_shape){ 0 }, (struct bench_job){ 0 }, &once));
	OK(run(&puppet, &config, (struct run_shape){ .loops = 3 }, (struct bench_job){ 0 },
		&thrice));
	ck_assert_uint_eq(thrice.phase_count, 1);
	ck_assert_uint_eq(thrice.phases[0].operations, 3 * once.phases[0].operations);
	ck_assert_uint_ge(thrice.phases[0].wall_ns, 30 * NS_PER_MS);
}
END_TEST

/* Not the sum of their rates (axboe/fio issue 1144), and latencies that the naps explain. */
START_TEST(the_rate_of_five_short_intervals_is_that_of_their_time_together)
{
	const struct puppet_config config = { .steps = 2, .nap_ns = 20 * NS_PER_MS };
	struct bench_result r;

	OK(run(&puppet, &config, (struct run_shape){ .loops = 5 }, (struct bench_job){ 0 }, &r));
	ck_assert_uint_ge(r.phases[0].wall_ns, 200 * NS_PER_MS);
	ck_assert_double_le(value(&r, "throughput"), 10 * 512 / 0.2);
	ck_assert_double_eq_tol(value(&r, "throughput"),
		10 * 512 / ((double)r.phases[0].wall_ns / 1e9), 1e-6);
}
END_TEST

static const struct kind_record *kind(const struct bench_result *r, const char *name)
{
	for (size_t i = 0; i < r->phases[0].kind_count; i++) {
		if (strcmp(r->phases[0].kinds[i].name, name) == 0)
			return &r->phases[0].kinds[i];
	}
	return NULL;
}

START_TEST(a_pass_has_the_time_of_its_steps_and_is_no_step)
{
	const struct puppet_config config = { .steps = 7,
		.nap_ns = 5 * NS_PER_MS,
		.steps_of_pass = 3 };
	struct bench_result r;
	struct histogram h;

	OK(run(&puppet, &config, (struct run_shape){ 0 }, (struct bench_job){ 0 }, &r));
	ck_assert_uint_eq(kind(&r, "step")->operations, 7);
	ck_assert_uint_eq(r.phases[0].bytes, 7 * 512);
	ck_assert_uint_eq(kind(&r, "pass")->operations, 2); /* the third is not whole */
	OK(histogram_decode(&h, kind(&r, "pass")->histogram, kind(&r, "pass")->histogram_size,
		&err));
	ck_assert_uint_ge(h.least, 15 * NS_PER_MS);
	ck_assert_uint_ge(r.phases[0].wall_ns, h.sum);
}
END_TEST

static const char *too_few(const struct phase *phase, const uint64_t *counters, unsigned clients)
{
	(void)phase;
	(void)counters;
	return clients > 1 ? "too few passes" : NULL;
}

START_TEST(what_the_workload_remarks_is_a_warning_of_the_run)
{
	const struct puppet_config config = { .steps = 1 };
	struct workload w = puppet;
	struct bench_result r;
	size_t found = 0;

	w.remark = too_few;
	for (uint64_t clients = 1; clients < 3; clients++) {
		OK(run(&w, &config, (struct run_shape){ .numjobs = clients },
			(struct bench_job){ 0 }, &r));
		for (size_t i = 0; i < r.log_count; i++)
			found += strcmp(r.logs[i].text, "too few passes") == 0;
		ck_assert_uint_eq(found, clients - 1);
	}
}
END_TEST

static uint64_t least_35_ms(const void *config)
{
	(void)config;
	return 35 * NS_PER_MS;
}

START_TEST(a_phase_that_is_too_short_is_done_again_whole)
{
	const struct puppet_config config = { .steps = 10, .nap_ns = NS_PER_MS };
	struct workload slow = puppet;
	struct bench_result r;

	slow.least_time = least_35_ms;
	OK(run(&slow, &config, (struct run_shape){ .numjobs = 2 }, (struct bench_job){ 0 }, &r));
	ck_assert_uint_eq(r.phase_count, 1);
	ck_assert_uint_ge(r.phases[0].wall_ns, 35 * NS_PER_MS);
	uint64_t times = r.phases[0].operations / (2 * 12);
	ck_assert_uint_ge(times, 1);
	ck_assert_uint_le(times, 4); /* a nap is no shorter than it should be */
	ck_assert_uint_eq(r.phases[0].operations, times * 2 * 12);
	ck_assert_uint_eq(r.phases[0].clients, 2);
	ck_assert_double_eq_tol(value(&r, "rate") * value(&r, "time"), (double)times * 24, 1e-6);
}
END_TEST

START_TEST(latencies_lie_in_the_histogram)
{
	const struct puppet_config config = { .steps = 20, .nap_ns = 2 * NS_PER_MS };
	struct histogram h;
	struct bench_result r;

	OK(run(&puppet, &config, (struct run_shape){ 0 }, (struct bench_job){ 0 }, &r));
	OK(histogram_decode(&h, r.phases[0].kinds[0].histogram, r.phases[0].kinds[0].histogram_size,
		&err));
	ck_assert_uint_eq(h.count, 20);
	ck_assert_uint_ge(h.least, 2 * NS_PER_MS);
	ck_assert_uint_ge(h.greatest, h.least);
	/* Twenty operations know nothing of a 99th percentile, which takes a thousand. */
	ck_assert_double_eq(value(&r, "p99"), -1);
}
END_TEST

START_TEST(a_percentile_is_a_value_from_enough_operations_on)
{
	const struct puppet_config config = { .steps = 1000 };
	struct bench_result r;

	OK(run(&puppet, &config, (struct run_shape){ 0 }, (struct bench_job){ 0 }, &r));
	ck_assert_double_gt(value(&r, "p99"), 0);
}
END_TEST

START_TEST(runtime_ends_a_phase_and_its_tail_is_still_in_the_time)
{
	const struct puppet_config config = { .steps = UINT64_MAX, .nap_ns = NS_PER_MS };
	struct bench_result r;

	OK(run(&puppet, &config, (struct run_shape){ .runtime = 100 * NS_PER_MS },
		(struct bench_job){ 0 }, &r));
	ck_assert_uint_ge(r.phases[0].wall_ns, 100 * NS_PER_MS);
	ck_assert_uint_le(r.phases[0].wall_ns, 2000 * NS_PER_MS);
	ck_assert_uint_eq(r.phases[0].kinds[1].operations, 2);
}
END_TEST

START_TEST(what_is_done_in_ramp_time_is_not_counted)
{
	const struct puppet_config config = { .steps = UINT64_MAX, .nap_ns = NS_PER_MS };
	struct bench_result r;

	OK(run(&puppet, &config,
		(struct run_shape){ .runtime = 50 * NS_PER_MS, .ramp_time = 300 * NS_PER_MS },
		(struct bench_job){ 0 }, &r));
	ck_assert_uint_le(r.phases[0].kinds[0].operations, 50);
	ck_assert_uint_le(r.phases[0].wall_ns, 250 * NS_PER_MS);
}
END_TEST

START_TEST(work_that_ends_in_ramp_time_is_refused)
{
	const struct puppet_config config = { .steps = 5 };
	struct bench_result r;

	ck_assert_int_eq(run(&puppet, &config, (struct run_shape){ .ramp_time = NS_PER_S },
				 (struct bench_job){ 0 }, &r),
		-EINVAL);
	ck_assert(strstr(err.text, "ramp_time"));
}
END_TEST

START_TEST(a_role_that_ends_the_phase_stops_the_others)
{
	struct workload contest = puppet;
	const struct puppet_config config = { .steps = 20,
		.nap_ns = NS_PER_MS,
		.endless_load = true };
	struct bench_result r;

	contest.roles = puppet_roles;
	contest.role_of = odd_ones_load;
	OK(run(&contest, &config, (struct run_shape){ .numjobs = 2 }, (struct bench_job){ 0 }, &r));
	ck_assert_uint_ge(r.phases[0].kinds[0].operations, 20 + 1);
	ck_assert_uint_le(r.phases[0].wall_ns, 2 * NS_PER_S);
}
END_TEST

START_TEST(operations_in_flight_are_all_counted)
{
	const struct puppet_config config = { .steps = 1001, .queued = true };
	struct bench_result r;

	OK(run(&puppet, &config, (struct run_shape){ .iodepth = 8 }, (struct bench_job){ 0 }, &r));
	ck_assert_uint_eq(r.phases[0].kinds[0].operations, 1001);
	ck_assert_uint_eq(r.phases[0].bytes, 1001 * 512);
}
END_TEST

START_TEST(failures_say_what_and_leave_nothing)
{
	static const struct {
		enum what what;
		unsigned clients;
		int ret;
		const char *text;
	} cases[] = {
		{ FAIL_PREPARE, 1, -ENOSPC, "prepare: fill the file: no space" },
		{ UNSUPPORTED, 1, -EOPNOTSUPP, "no such thing here" },
		{ FAIL_STEP, 1, -EIO, "work: write 512 bytes at 7: Input/output error" },
		{ FAIL_STEP, 2, -EIO, "client" },
		{ CRASH, 1, -EIO, "signal 11" },
		{ CRASH, 4, -EIO, "signal 11" },
		{ EXIT_SILENTLY, 2, -EIO, "status 3" },
		{ FAIL_VERIFY, 1, -EIO, "verify: 9 bytes" },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct puppet_config config = { .steps = 3, .what = (int)cases[i].what };
		struct bench_result r;
		ck_assert_int_eq(run(&puppet, &config,
					 (struct run_shape){ .numjobs = cases[i].clients },
					 (struct bench_job){ 0 }, &r),
			cases[i].ret);
		ck_assert_msg(strstr(err.text, cases[i].text), "case %zu: %s", i, err.text);
	}
}
END_TEST

START_TEST(a_run_that_takes_too_long_is_ended)
{
	const struct puppet_config config = { .steps = 1, .what = HANG };
	struct bench_result r;

	ck_assert_int_eq(run(&puppet, &config, (struct run_shape){ .numjobs = 2 },
				 (struct bench_job){ .timeout = 200 * NS_PER_MS }, &r),
		-ETIMEDOUT);
}
END_TEST

static int cancel(void *context, struct error *e)
{
	char byte;

	ck_assert_int_eq(read(*(int *)context, &byte, 1), 1);
	return fail(e, ECANCELED, "stopped");
}

START_TEST(the_control_hook_ends_a_run_at_once)
{
	const struct puppet_config config = { .steps = 1, .what = HANG };
	struct bench_result r;
	int fds[2];

	ck_assert_int_eq(pipe(fds), 0);
	ck_assert_int_eq(write(fds[1], "x", 1), 1);
	const struct bench_job job = {
		.hooks = { .context = &fds[0], .control = cancel, .control_fd = fds[0] }
	};
	ck_assert_int_eq(run(&puppet, &config, (struct run_shape){ 0 }, job, &r), -ECANCELED);
}
END_TEST

struct watcher {
	unsigned begun, ended, samples, clients;
	uint64_t began_ns, ended_ns; /* of the last phase */
	bool running, outside;       /* a sample outside of a phase */
};

static uint64_t watch_begin(void *context, const char *phase, const pid_t *clients, unsigned count)
{
	struct watcher *w = context;

	ck_assert_str_eq(phase, "work");
	for (unsigned i = 0; i < count; i++)
		w->clients += kill(clients[i], 0) == 0;
	w->begun++;
	w->running = true;
	w->began_ns = clock_monotonic_ns();
	return w->began_ns + 5 * NS_PER_MS;
}

static uint64_t watch_sample(void *context)
{
	struct watcher *w = context;

	w->samples++;
	w->outside |= !w->running;
	return clock_monotonic_ns() + 5 * NS_PER_MS;
}

static void watch_end(void *context)
{
	struct watcher *w = context;

	w->ended++;
	w->running = false;
	w->ended_ns = clock_monotonic_ns();
}

START_TEST(observers_are_asked_at_both_ends_of_each_phase_and_in_between)
{
	const struct puppet_config config = { .steps = 20, .nap_ns = 2 * NS_PER_MS };
	struct watcher w = { 0 };
	struct bench_result r;
	const struct bench_job job = { .hooks = { .context = &w,
					       .control_fd = -1,
					       .phase_begins = watch_begin,
					       .sample = watch_sample,
					       .phase_ends = watch_end } };

	OK(run(&puppet, &config, (struct run_shape){ .numjobs = 2, .loops = 3 }, job, &r));
	ck_assert_uint_eq(w.begun, 3);
	ck_assert_uint_eq(w.ended, 3);
	ck_assert_uint_eq(w.clients, 3 * 2);
	ck_assert_uint_ge(w.samples, 3); /* 40 ms and more, three times */
	ck_assert(!w.outside);
	/* the last of three equal phases lies within what was watched */
	ck_assert_uint_ge(w.ended_ns - w.began_ns, 40 * NS_PER_MS);
}
END_TEST

START_TEST(a_timed_part_below_a_second_is_warned_of)
{
	const struct puppet_config config = { .steps = 10 };
	struct bench_result r;

	OK(run(&puppet, &config, (struct run_shape){ 0 }, (struct bench_job){ 0 }, &r));
	ck_assert_uint_eq(r.log_count, 1);
	ck_assert_str_eq(r.logs[0].text,
		"work: a timed part below 1 s, in which start and end weigh too much: raise loops");
}
END_TEST

/* In the workload's own words: not every one has a size. */
START_TEST(short_timed_parts_are_one_warning_that_says_what_to_raise)
{
	const struct puppet_config config = { .steps = 10 };
	const struct phase phases[] = {
		puppet_phases[0],
		{ .name = "more", .begin = puppet_begin, .step = puppet_step },
		{ 0 },
	};
	struct workload two = puppet;
	struct bench_result r;

	two.phases = phases;
	two.longer = "steps";
	OK(run(&two, &config, (struct run_shape){ 0 }, (struct bench_job){ 0 }, &r));
	ck_assert_uint_eq(r.log_count, 1);
	ck_assert_str_eq(r.logs[0].text,
		"work, more: a timed part below 1 s, in which start and end weigh too much: raise "
		"steps or loops");
}
END_TEST

/* The budget of docs/overhead.md, at lmdd's default settings but for the file's size. */
START_TEST(a_client_takes_less_than_16_MiB)
{
	static const struct setting params[] = { { "size", "64M" } };
	static const struct run_shape shape = { .numjobs = 1, .iodepth = 1, .loops = 1 };
	struct bench_result r;
	struct rusage usage;
	void *config;

	OK(workload_configure(&lmdd_workload, params, COUNT_OF(params), &shape, &arena, &config,
		&err));
	char *dir = arena_strdup(&arena, "/dev/shm/bakeoff-bench-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(dir));
	struct bench_job job = { .workload = &lmdd_workload,
		.config = config,
		.shape = shape,
		.dir = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC),
		.clock = &test_clock };
	clock_start(&test_clock, false);
	OK(bench_run(&job, &arena, &r, &err));
	int above = open("/dev/shm", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	OK(io_remove_tree(above, strrchr(dir, '/') + 1, &err));
	(void)close(above);
	(void)close(job.dir);
	ck_assert_int_eq(getrusage(RUSAGE_CHILDREN, &usage), 0);
	if (!under_sanitizer)
		ck_assert_int_lt(usage.ru_maxrss, 16 * 1024);
}
END_TEST

/* Three clients that share tickets: client 0 lays them out alone, then all draw from them. */
enum { TICKETS = 1000 };

struct tickets {
	_Atomic unsigned drawn, laid;
	unsigned laid_by_seed;
};

static unsigned three_clients(const void *config, const struct run_shape *shape)
{
	(void)config;
	return 3 * (unsigned)shape->numjobs;
}

static size_t tickets_size(const void *config, const struct run_shape *shape)
{
	(void)config;
	(void)shape;
	return sizeof(struct tickets);
}

static int tickets_set_up(const void *config, const struct run_shape *shape, uint64_t seed,
	void *common, struct error *error)
{
	struct tickets *t = common;

	(void)config;
	(void)shape;
	(void)error;
	t->laid_by_seed = (unsigned)seed;
	return 0;
}

static bool is_first(const void *config, unsigned index, unsigned count)
{
	(void)config;
	return index == 0 && count == 3;
}

static int lay_step(struct client *c, struct operation *op, struct error *error)
{
	struct tickets *t = c->common;

	(void)error;
	if (c->counters[1] == 1)
		return STEP_DONE;
	nap(20 * NS_PER_MS);
	t->laid = t->laid_by_seed;
	c->counters[1]++;
	op->kind = STEP;
	return STEP_GO;
}

static int draw_step(struct client *c, struct operation *op, struct error *error)
{
	struct tickets *t = c->common;

	(void)error;
	if (t->drawn++ >= t->laid)
		return STEP_DONE;
	c->counters[0] += 7;
	c->counters[2]++;
	op->kind = STEP;
	return STEP_GO;
}

/* clang-format off */
static const struct metric ticket_metrics[] = {
	{ .name = "laid", .phase = "lay", .kind = METRIC_COUNT, .operation = 1, .unit = "1" },
	{ .name = "laid_rate", .phase = "lay", .kind = METRIC_COUNT_RATE, .operation = 1,
		.unit = "1/s" },
	{ .name = "longest", .phase = "lay", .kind = METRIC_LATENCY, .operation = STEP,
		.quantile = 1, .unit = "s" },
	{ .name = "lay_cpu", .phase = "lay", .kind = METRIC_CPU_SHARE, .unit = "%" },
	{ .name = "sevens", .phase = "draw", .kind = METRIC_COUNT, .operation = 0, .unit = "1" },
	{ .name = "sevens_by_draws", .phase = "draw", .kind = METRIC_QUOTIENT, .operation = 0,
		.divisor = 2, .factor = 10, .unit = "1" },
	{ .name = "sevens_by_nothing", .phase = "draw", .kind = METRIC_QUOTIENT, .operation = 0,
		.divisor = 3, .factor = 10, .unit = "1" },
	{ .name = "laid_in_draw", .phase = "draw", .kind = METRIC_COUNT, .operation = 1,
		.unit = "1" },
	{ 0 },
};

static const struct phase ticket_phases[] = {
	{ .name = "lay", .help = "lay tickets", .takes_part = is_first, .step = lay_step },
	{ .name = "draw", .help = "draw them", .step = draw_step },
	{ 0 },
};
/* clang-format on */

START_TEST(clients_share_what_one_of_them_made_in_a_phase_of_its_own)
{
	const struct puppet_config config = { 0 };
	struct workload w = puppet;
	struct bench_result r;

	w.metrics = ticket_metrics;
	w.phases = ticket_phases;
	w.clients = three_clients;
	w.common_size = tickets_size;
	w.set_up = tickets_set_up;
	OK(run(&w, &config, (struct run_shape){ .numjobs = 1 },
		(struct bench_job){ .flat = true, .seed = TICKETS }, &r));
	ck_assert_uint_eq(r.phases[0].clients, 1);
	ck_assert_uint_eq(r.phases[0].operations, 1);
	ck_assert_uint_ge(r.phases[0].wall_ns, 20 * NS_PER_MS);
	ck_assert_uint_eq(r.phases[1].clients, 3);
	ck_assert_uint_eq(r.phases[1].operations, TICKETS);
	ck_assert_double_eq(value(&r, "laid"), 1);
	ck_assert_double_eq_tol(value(&r, "laid_rate"), 1e9 / (double)r.phases[0].wall_ns, 1e-6);
	ck_assert_double_eq_tol(value(&r, "longest"), (double)r.phases[0].wall_ns / 1e9, 1e-3);
	ck_assert_double_lt(value(&r, "lay_cpu"), 50); /* it slept */
	ck_assert_double_ge(value(&r, "lay_cpu"), 0);
	ck_assert_double_eq(value(&r, "sevens"), 7 * TICKETS);
	ck_assert_double_eq(value(&r, "sevens_by_draws"), 70);
	ck_assert_double_eq(value(&r, "sevens_by_nothing"), -1); /* there is none */
	ck_assert_double_eq(value(&r, "laid_in_draw"), 0);
}
END_TEST

UNIT_MAIN("bench", a_client_takes_less_than_16_MiB, a_phase_that_is_too_short_is_done_again_whole,
	clients_share_what_one_of_them_made_in_a_phase_of_its_own, counts_what_all_clients_did,
	loops_add_up, a_pass_has_the_time_of_its_steps_and_is_no_step,
	what_the_workload_remarks_is_a_warning_of_the_run,
	the_rate_of_five_short_intervals_is_that_of_their_time_together,
	latencies_lie_in_the_histogram, a_percentile_is_a_value_from_enough_operations_on,
	observers_are_asked_at_both_ends_of_each_phase_and_in_between,
	runtime_ends_a_phase_and_its_tail_is_still_in_the_time,
	what_is_done_in_ramp_time_is_not_counted, work_that_ends_in_ramp_time_is_refused,
	a_role_that_ends_the_phase_stops_the_others, operations_in_flight_are_all_counted,
	failures_say_what_and_leave_nothing, a_run_that_takes_too_long_is_ended,
	the_control_hook_ends_a_run_at_once, a_timed_part_below_a_second_is_warned_of,
	short_timed_parts_are_one_warning_that_says_what_to_raise)
