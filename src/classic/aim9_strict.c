// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/aim9_strict.h"

#include "bench/bench.h"
#include "classic/stop.h"
#include "core/auto.h"
#include "io/file.h"
#include "model/spec.h"
#include "workloads/aim_client.h"
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

/* One client, for the period; until that has been asked for, any will do to check the rest. */
static struct run_shape aim9_strict_shape(const struct aim9_args *args)
{
	return (struct run_shape){ .numjobs = 1,
		.iodepth = 1,
		.loops = 1,
		.runtime = (args->period ? args->period : 1) * NS_PER_S };
}

/* "bs=4k"; the text stays whole in the list. */
static int add_setting(const char *typed, struct arena *arena, struct setting *setting,
	struct error *err)
{
	const char *sign = strchr(typed, '=');

	if (!sign || sign == typed)
		return fail(err, EINVAL, "'%s' is no KEY=VALUE", typed);
	*setting =
		(struct setting){ arena_strndup(arena, typed, (size_t)(sign - typed)), sign + 1 };
	return 0;
}

int aim9_strict_configure(const struct aim_test *test, const struct aim9_args *args,
	struct arena *arena, void **config, struct error *err)
{
	const struct run_shape shape = aim9_strict_shape(args);
	const struct workload *w = workload_find(test->name);
	AUTO_FREE char *listed = *args->listed ? realpath(args->listed, NULL) : NULL;

	if (*args->listed && !listed)
		return fail_errno(err, "listed: %s", args->listed);
	const struct setting own[] = {
		{ "fidelity", "strict" },
		{ "filesize", arena_printf(arena, "%" PRIu64 "k", args->work.blocks) },
		{ "separate_inodes", args->separate_inodes ? "yes" : "no" },
		{ "listed", listed ? listed : "" },
	};
	struct setting *settings = NEW(arena, struct setting, COUNT_OF(own) + args->set.count);
	memcpy(settings, own, sizeof(own));
	for (size_t i = 0; i < args->set.count; i++) {
		int ret = add_setting(args->set.items[i], arena, &settings[COUNT_OF(own) + i], err);
		if (ret < 0)
			return ret;
	}
	return workload_configure(w, settings, COUNT_OF(own) + args->set.count, &shape, arena,
		config, err);
}

int aim9_strict_kib(const struct aim_test *test, const struct aim9_args *args, struct arena *arena,
	double *kib, struct error *err)
{
	void *config;
	int ret = aim9_strict_configure(test, args, arena, &config, err);

	if (ret < 0)
		return ret;
	const struct aim_config *c = config;
	*kib = strstr(test->unit, "(K)") ? (double)c->bs / KIB : 1;
	return 0;
}

static int run_in(int dir, const struct aim_test *test, const struct aim9_args *args,
	struct arena *arena, struct bench_result *result, struct error *err)
{
	struct clock clock;
	struct look look = { .timer = -1 };
	struct bench_job job = {
		.workload = workload_find(test->name),
		.shape = aim9_strict_shape(args),
		.dir = dir,
		.flat = true,
		.seed = args->seed,
		.clock = &clock,
		.hooks = { .context = &look, .control = look_at_stop },
	};
	void *config = NULL;
	int ret = aim9_strict_configure(test, args, arena, &config, err);

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
		ret = run_in(own, test, args, arena, &result, err);
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
