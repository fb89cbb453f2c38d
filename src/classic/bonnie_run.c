// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/bonnie_run.h"

#include "bench/bench.h"
#include "classic/stop.h"
#include "core/auto.h"
#include "core/units.h"
#include "io/file.h"
#include "model/spec.h"
#include "workloads/registry.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

/* What is said when a phase begins. */
static const struct {
	const char *bonnie, *plus;
} messages[BONNIE_PHASES] = {
	[PHASE_PUTC] = { "Writing with putc()...", "Writing a byte at a time..." },
	[PHASE_BLOCK_WRITE] = { "Writing intelligently...", "Writing intelligently..." },
	[PHASE_REWRITE] = { "Rewriting...", "Rewriting..." },
	[PHASE_GETC] = { "Reading with getc()...", "Reading a byte at a time..." },
	[PHASE_BLOCK_READ] = { "Reading intelligently...", "Reading intelligently..." },
	[PHASE_SEEKS] = { "start 'em...", "start 'em..." },
	[PHASE_SEQ_CREATE] = { NULL, "Create files in sequential order..." },
	[PHASE_SEQ_STAT] = { NULL, "Stat files in sequential order..." },
	[PHASE_SEQ_DELETE] = { NULL, "Delete files in sequential order..." },
	[PHASE_RANDOM_CREATE] = { NULL, "Create files in random order..." },
	[PHASE_RANDOM_STAT] = { NULL, "Stat files in random order..." },
	[PHASE_RANDOM_DELETE] = { NULL, "Delete files in random order..." },
};

struct run {
	const struct bonnie_args *args;
	struct bonnie_report *report;
	const void *config;
	const struct phase *phase; /* the running one; its name is NULL at the end */
	bool line_open;
};

/* Nobody is left to tell where standard error fails. */
static void say(struct run *run, const char *text)
{
	if (run->args->quiet)
		return;
	(void)fputs(text, stderr);
	run->line_open = text[strlen(text) - 1] != '\n';
}

static void say_begin(struct run *run)
{
	while (run->phase->name && !phase_applies(run->phase, run->config))
		run->phase++;
	int which = run->phase->name ? bonnie_phase_of(run->phase->name) : -1;
	if (which < 0)
		return;
	if (which == PHASE_SEEKS && run->args->tool != TOOL_BONNIE_PLUS) {
		for (unsigned i = 1; i <= run->args->seekers; i++) {
			char seeker[32];
			(void)snprintf(seeker, sizeof(seeker), "Seeker %u...", i);
			say(run, seeker);
		}
	}
	say(run, run->args->tool == TOOL_BONNIE_PLUS ? messages[which].plus
						     : messages[which].bonnie);
}

static void say_end(struct run *run, int which)
{
	if (which == PHASE_SEEKS) {
		for (unsigned i = 0; i < run->args->seekers; i++)
			say(run, "done...");
		say(run, "\n");
	} else {
		say(run, which > PHASE_SEEKS ? "done.\n" : "done\n");
	}
}

static void phase_done(void *context, const struct phase_record *phase)
{
	struct run *run = context;
	int which = bonnie_phase_of(phase->name);

	if (which < 0)
		return;
	run->report->cells[which].wall_ns = phase->wall_ns;
	say_end(run, which);
	run->phase++;
	say_begin(run);
}

static int on_stop(void *context, struct error *err)
{
	(void)context;
	return fail(err, ECANCELED, "stopped by signal %d", stop_asked());
}

/* What the workload is asked for, as a plan would ask for it. */
static int configure(const struct bonnie_args *a, const struct run_shape *shape,
	struct arena *arena, void **config, struct error *err)
{
	static const char *const makes[] = { "file", "link", "symlink" };
	const bool plus = a->tool == TOOL_BONNIE_PLUS;
	const char *yes = "yes", *no = "no";
	const struct setting settings[] = {
		{ "style", plus ? "bonnie++" : "bonnie" },
		{ "size", units_exact_size(arena, a->size) },
		{ "chunk", units_exact_size(arena, a->chunk) },
		{ "byte_size", units_exact_size(arena, min_u64(a->byte_size, a->size)) },
		{ "seeks", units_exact_count(arena, a->seeks) },
		{ "seekers", units_exact_count(arena, a->seekers) },
		{ "files", units_exact_count(arena, a->files * 1024) },
		{ "make", makes[a->make] },
		{ "max_size", units_exact_size(arena, a->max_size) },
		{ "min_size", units_exact_size(arena, a->min_size) },
		{ "dirs", units_exact_count(arena, a->dirs) },
		{ "file_chunk", units_exact_size(arena, a->file_chunk) },
		{ "fsync", a->tool == TOOL_BONNIE ? no : yes },
		{ "sync_every", a->sync_every ? yes : no },
		{ "direct", a->direct ? yes : no },
		{ "incompressible", a->random ? yes : no },
		{ "cold", no },
		{ "least_time", a->least_time },
	};

	return workload_configure(&bonnie_workload, settings, COUNT_OF(settings), shape, arena,
		config, err);
}

static double value_of(const struct bench_result *result, const char *phase, const char *metric)
{
	for (size_t i = 0; i < result->value_count; i++) {
		const struct value_record *v = &result->values[i];
		if (strcmp(v->phase, phase) == 0 && strcmp(v->metric, metric) == 0)
			return v->value;
	}
	return 0;
}

static void fill_cells(const struct bench_result *result, struct bonnie_report *report)
{
	for (size_t i = 0; i < result->phase_count; i++) {
		const char *name = result->phases[i].name;
		int which = bonnie_phase_of(name);
		if (which < 0)
			continue;
		report->cells[which] = (struct bonnie_cell){
			.wall_ns = result->phases[i].wall_ns,
			.rate = value_of(result, name, which < PHASE_SEEKS ? "throughput" : "rate"),
			.cpu = value_of(result, name, "cpu"),
			.longest_s = value_of(result, name, "latency_longest"),
		};
	}
}

static int measure(struct run *run, int dir, struct arena *arena, struct error *err)
{
	struct clock clock;
	struct bench_result result;
	void *config = NULL;
	struct bench_job job = {
		.workload = &bonnie_workload,
		.shape = { .numjobs = run->args->concurrency, .iodepth = 1, .loops = 1 },
		.dir = dir,
		.seed = run->report->seed,
		.clock = &clock,
		.hooks = {
			.context = run,
			.control = on_stop,
			.control_fd = stop_descriptor(),
			.phase_done = phase_done,
		},
	};
	int ret = configure(run->args, &job.shape, arena, &config, err);

	if (ret < 0)
		return ret;
	if (job.hooks.control_fd < 0)
		return fail(err, -job.hooks.control_fd, "no descriptor to be stopped by");
	job.config = run->config = config;
	clock_start(&clock, clock_has_invariant_tsc());
	clock_calibrate(&clock);
	say_begin(run);
	ret = bench_run(&job, arena, &result, err);
	if (ret == 0)
		fill_cells(&result, run->report);
	return ret;
}

int bonnie_run(const struct bonnie_args *args, struct bonnie_report *report, struct error *err)
{
	struct run run = { .args = args, .report = report, .phase = bonnie_workload.phases };
	struct arena arena = { 0 };
	struct error leftover;
	char name[32];

	memset(report->cells, 0, sizeof(report->cells));
	(void)snprintf(name, sizeof(name), "Bonnie.%ld", (long)getpid());
	AUTO_CLOSE int parent = open(args->dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (parent < 0)
		return fail_errno(err, "open directory %s", args->dir);
	if (mkdirat(parent, name, 0700) < 0)
		return fail_errno(err, "make directory %s/%s", args->dir, name);
	AUTO_CLOSE int dir = openat(parent, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int ret = dir < 0 ? fail_errno(err, "open") : measure(&run, dir, &arena, err);
	if (run.line_open)
		say(&run, "\n");
	auto_close(&dir);
	/* The first thing that went wrong is the one to tell; being stopped is none. */
	const bool has_failed = ret < 0 && ret != -ECANCELED;
	int removed = io_remove_tree(parent, name, has_failed ? &leftover : err);
	arena_free(&arena);
	if (has_failed && removed < 0) {
		struct error first = *err;
		ret = fail(err, -ret, "%s; and what is left is still there: %s", first.text,
			leftover.text);
	} else if (!has_failed && removed < 0) {
		ret = removed;
	}
	return ret < 0 ? fail_in(err, ret, "%s/%s", args->dir, name) : 0;
}
