// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/aim9_args.h"
#include "classic/aim9_print.h"
#include "classic/aim9_strict.h"
#include "classic/classic.h"
#include "classic/stop.h"
#include "core/auto.h"
#include "core/clock.h"
#include "core/log.h"
#include "io/file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { EXIT_USAGE = 2, LEAST_CALLS = 5, TEXT_MOST = 1 << 20 };

struct aim9 {
	const struct aim9_args *args;
	struct arena *arena;
	struct aim9_run run;
	struct aim_state *state;
	int dir, sheet, log; /* log -1: none is written */
	bool common, tree;   /* made, and to be removed */
	bool failed;
};

static void say_failure(struct aim9 *a, const struct error *err)
{
	a->failed = true;
	log_error("aim9: %s", err->text);
}

/* On the terminal at once: a test takes minutes. */
static void show(struct aim9 *a, void (*print)(struct text *, const void *), const void *what)
{
	AUTO_TEXT struct text out;

	text_init(&out, TEXT_MOST);
	print(&out, what);
	if (fputs(out.data, stdout) < 0 || fflush(stdout) != 0)
		a->failed = true; /* and main() says why */
}

static int append(int fd, const char *path, const struct text *out, struct error *err)
{
	int ret = io_write_all(fd, out->data, out->length, err);

	return ret < 0 ? fail_in(err, ret, "%s", path) : 0;
}

static const char sheet_path[] = "suite9.ss", log_path[] = "logfile.suite9";

static int open_results(struct aim9 *a, struct error *err)
{
	AUTO_TEXT struct text head;

	text_init(&head, TEXT_MOST);
	a->sheet = open(sheet_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
	if (a->sheet < 0)
		return fail_errno(err, "open %s", sheet_path);
	aim9_sheet_head(&head, &a->run);
	int ret = append(a->sheet, sheet_path, &head, err);
	if (ret < 0 || a->args->no_log)
		return ret;
	a->log = open(log_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
	if (a->log < 0)
		return fail_errno(err, "open %s", log_path);
	text_clear(&head);
	aim9_log_head(&head, &a->run);
	return append(a->log, log_path, &head, err);
}

static int append_result(struct aim9 *a, const struct aim9_result *r, struct error *err)
{
	AUTO_TEXT struct text line;

	text_init(&line, TEXT_MOST);
	aim9_sheet_result(&line, r);
	int ret = append(a->sheet, sheet_path, &line, err);
	if (ret < 0 || a->log < 0)
		return ret;
	text_clear(&line);
	aim9_log_result(&line, r);
	return append(a->log, log_path, &line, err);
}

/* A tree that is there already is used, and stays. */
static int make_tree(struct aim9 *a, struct error *err)
{
	struct stat st;

	if (fstatat(a->dir, "fakeh/dirlist", &st, 0) == 0)
		return 0;
	int ret = aim_tree_make(a->args->dir, a->args->separate_inodes, err);
	a->tree = ret == 0;
	return ret;
}

/* All that the classic calls want to find, before the first of them. */
static int make_files(struct aim9 *a, struct error *err)
{
	const struct aim9_args *args = a->args;
	const struct aim_settings set = {
		.path = args->dir,
		.listed = *args->listed ? args->listed : "/bin",
		.blocks = args->work.blocks,
		.seed = (uint32_t)args->seed,
		.stop = stop_flag(),
	};
	int ret = aim_init(a->state, &set, err);

	if (ret < 0)
		return ret;
	if (syncfs(a->dir) < 0)
		return fail_errno(err, "sync %s", args->dir);
	ret = aim_common_make(args->dir, args->work.blocks, AIM_FILL_LETTER, set.stop, err);
	a->common = ret == 0;
	return ret == 0 ? make_tree(a, err) : ret;
}

static void remove_files(struct aim9 *a)
{
	struct error err;

	if (a->common && aim_common_remove(a->args->dir, &err) < 0)
		say_failure(a, &err);
	if (a->tree && aim_tree_remove(a->args->dir, &err) < 0)
		say_failure(a, &err);
}

/* Whole calls until the period is over; the clock is looked at only between two of them. */
static int run_classic(struct aim9 *a, const struct aim_test *test, struct aim9_result *r,
	struct error *err)
{
	const uint64_t start = clock_monotonic_ns();
	const uint64_t end = start + a->args->period * NS_PER_S;
	uint64_t now = start, count = 0;

	while (now < end) {
		int ret =
			stop_asked() ? fail(err, EINTR, "stopped") : aim_call(a->state, test, err);
		if (ret < 0)
			return ret;
		count++;
		now = clock_monotonic_ns();
	}
	r->ns = now - start;
	r->count = count;
	r->factor = (double)aim_factor(test, a->args->work.blocks);
	return 0;
}

static int run_strict(struct aim9 *a, const struct aim_test *test, struct aim9_result *r,
	struct error *err)
{
	double kib = 1;
	int ret = aim9_strict_kib(test, a->args, a->arena, &kib, err);

	if (ret < 0)
		return ret;
	r->factor = kib;
	return aim9_strict_run(test, a->args, a->dir, a->arena, &r->ns, &r->count, err);
}

static void print_result(struct text *out, const void *result)
{
	aim9_print_result(out, result);
}

struct skipped {
	const char *name, *why;
	unsigned number;
};

static void print_skipped(struct text *out, const void *what)
{
	const struct skipped *s = what;

	aim9_print_skipped(out, s->number, s->name, s->why);
}

static void print_not_run(struct text *out, const void *name)
{
	aim9_print_not_run(out, name);
}

/* One test and its lines. -EINTR where it was stopped; a failure of the test is no reason to stop.
 */
static int run_test(struct aim9 *a, const struct aim_test *test, unsigned number, struct error *err)
{
	struct aim9_result r = { .number = number, .name = test->name, .unit = test->unit };
	int ret = a->args->fidelity ? run_strict(a, test, &r, err) : run_classic(a, test, &r, err);

	if (stop_asked())
		return -EINTR;
	if (ret < 0) {
		const struct skipped skipped = { test->name, err->text, number };
		show(a, print_skipped, &skipped);
		if (fail_in(err, ret, "%s", test->name) < 0) /* always */
			say_failure(a, err);
		return 0;
	}
	show(a, print_result, &r);
	if (!a->args->fidelity && r.count < LEAST_CALLS)
		log_warning("aim9: %s: %" PRIu64 " calls only: less than the next one would have "
			    "changed decides the rate; --period=%" PRIu64 " or more has %d",
			test->name, r.count, r.ns / NS_PER_S / r.count * LEAST_CALLS + 1,
			LEAST_CALLS);
	return append_result(a, &r, err);
}

static int run_tests(struct aim9 *a, struct error *err)
{
	const struct aim9_workfile *work = &a->args->work;
	unsigned number = 0;
	int ret = 0;

	for (size_t i = 0; ret == 0 && aim_tests[i].name; i++) {
		if (work->wanted[i])
			ret = run_test(a, &aim_tests[i], ++number, err);
	}
	for (size_t i = 0; ret == 0 && i < work->not_run_count; i++)
		show(a, print_not_run, work->not_run[i]);
	return ret;
}

static void print_head(struct text *out, const void *context)
{
	const struct aim9 *a = context;

	aim9_print_head(out, &a->run, aim9_count(&a->args->work), a->args->period);
}

static void print_foot(struct text *out, const void *context)
{
	const struct aim9 *a = context;
	const uint64_t now = clock_utc_ns() / NS_PER_S;

	aim9_print_foot(out, &a->run, aim9_count(&a->args->work) * a->args->period,
		now - (uint64_t)a->run.started);
}

static int run_all(struct aim9 *a, struct error *err)
{
	a->dir = open(a->args->dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (a->dir < 0)
		return fail_errno(err, "open directory %s", a->args->dir);
	int ret = open_results(a, err);
	if (ret == 0 && !a->args->fidelity)
		ret = make_files(a, err);
	if (ret < 0)
		return ret;
	show(a, print_head, a);
	ret = run_tests(a, err);
	if (ret == 0)
		show(a, print_foot, a);
	return ret;
}

static int measure(const struct aim9_args *args, struct arena *arena)
{
	struct aim9 a = {
		.args = args,
		.arena = arena,
		.run = { .machine = args->machine,
			.config = args->config,
			.started = (int64_t)(clock_utc_ns() / NS_PER_S),
			.blocks = args->work.blocks },
		.state = NEW(arena, struct aim_state, 1),
		.dir = -1,
		.sheet = -1,
		.log = -1,
	};
	struct error err = { 0 };

	stop_catch();
	int ret = run_all(&a, &err);
	if (ret < 0 && !stop_asked())
		say_failure(&a, &err);
	remove_files(&a);
	auto_close(&a.dir);
	auto_close(&a.sheet);
	auto_close(&a.log);
	if (stop_asked())
		return stop_status(stop_asked());
	return a.failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

static int help(struct arena *arena)
{
	AUTO_TEXT struct text out;

	text_init(&out, TEXT_MOST);
	aim9_help(&out, arena);
	return fputs(out.data, stdout) < 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

int classic_aim9(int argc, char **argv)
{
	struct arena arena = { 0 };
	struct aim9_args args;
	struct error err = { 0 };
	int status = EXIT_USAGE;

	if (aim9_args_read(&args, argc, argv, &arena, &err) < 0)
		log_error("aim9: %s", err.text);
	else
		status = args.help ? help(&arena) : measure(&args, &arena);
	arena_free(&arena);
	return status;
}
