// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/aim9_strict.h"

#include "bench/bench.h"
#include "classic/stop.h"
#include "core/auto.h"
#include "io/file.h"
#include "model/spec.h"
#include "workloads/registry.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/timerfd.h>

/* A signal only asks to stop: something has to wake the bench to hear of it. */
enum { LOOK_EVERY_MS = 50 };

struct look {
	int timer;
};

static int start_looking(struct look *look, struct error *err)
{
	const struct timespec every = { .tv_nsec = LOOK_EVERY_MS * 1000000L };
	const struct itimerspec times = { .it_value = every, .it_interval = every };

	look->timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
	if (look->timer < 0 || timerfd_settime(look->timer, 0, &times, NULL) < 0)
		return fail_errno(err, "make a timer");
	return 0;
}

static int look_at_stop(void *context, struct error *err)
{
	const struct look *look = context;
	uint64_t times;

	if (read(look->timer, &times, sizeof(times)) < 0 && errno != EINTR)
		return fail_errno(err, "read a timer");
	return stop_asked() ? fail(err, ECANCELED, "stopped") : 0;
}

static int configure(const struct workload *w, const struct aim9_args *args,
	const struct run_shape *shape, struct arena *arena, void **config, struct error *err)
{
	AUTO_FREE char *listed = *args->listed ? realpath(args->listed, NULL) : NULL;

	if (*args->listed && !listed)
		return fail_errno(err, "listed: %s", args->listed);
	const struct setting settings[] = {
		{ "fidelity", "strict" },
		{ "filesize", arena_printf(arena, "%" PRIu64 "k", args->work.blocks) },
		{ "separate_inodes", args->separate_inodes ? "yes" : "no" },
		{ "listed", listed ? listed : "" },
	};
	return workload_configure(w, settings, COUNT_OF(settings), shape, arena, config, err);
}

static int run_in(int dir, const struct workload *w, const struct aim9_args *args,
	struct arena *arena, struct bench_result *result, struct error *err)
{
	struct clock clock;
	struct look look = { .timer = -1 };
	struct bench_job job = {
		.workload = w,
		.shape = { .numjobs = 1,
			.iodepth = 1,
			.loops = 1,
			.runtime = args->period * NS_PER_S },
		.dir = dir,
		.flat = true,
		.seed = args->seed,
		.clock = &clock,
		.hooks = { .context = &look, .control = look_at_stop },
	};
	void *config = NULL;
	int ret = configure(w, args, &job.shape, arena, &config, err);

	if (ret == 0)
		ret = start_looking(&look, err);
	if (ret < 0)
		return ret;
	clock_start(&clock, clock_has_invariant_tsc());
	clock_calibrate(&clock);
	job.config = config;
	job.hooks.control_fd = look.timer;
	ret = bench_run(&job, arena, result, err);
	auto_close(&look.timer);
	return ret;
}

/* A truncation is no operation of the test, though its time is in the phase's. */
static void add_phase(const struct phase_record *phase, uint64_t *ns, uint64_t *count)
{
	*ns += phase->wall_ns;
	for (size_t i = 0; i < phase->kind_count; i++) {
		if (strcmp(phase->kinds[i].name, "truncate") != 0)
			*count += phase->kinds[i].operations;
	}
}

int aim9_strict_run(const struct aim_test *test, const struct aim9_args *args, int dir,
	struct arena *arena, uint64_t *ns, uint64_t *count, struct error *err)
{
	char *name = arena_printf(arena, "bakeoff-aim9-%jd", (intmax_t)getpid());
	struct bench_result result = { 0 };

	if (mkdirat(dir, name, 0700) < 0)
		return fail_errno(err, "make directory %s/%s", args->dir, name);
	AUTO_CLOSE int own = openat(dir, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int ret = own < 0 ? fail_errno(err, "open directory %s/%s", args->dir, name) : 0;
	if (ret == 0)
		ret = run_in(own, workload_find(test->name), args, arena, &result, err);
	struct error removing;
	if (io_remove_tree(dir, name, &removing) < 0 && ret == 0) {
		*err = removing;
		ret = fail_in(err, -EIO, "%s", args->dir);
	}
	if (ret < 0)
		return ret;
	*ns = *count = 0;
	for (size_t i = 0; i < result.phase_count; i++)
		add_phase(&result.phases[i], ns, count);
	return 0;
}
