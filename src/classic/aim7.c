// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/aim7.h"

#include "classic/aim7_args.h"
#include "classic/aim7_load.h"
#include "classic/aim7_places.h"
#include "classic/aim7_print.h"
#include "classic/stop.h"
#include "core/auto.h"
#include "core/clock.h"
#include "core/log.h"
#include "io/file.h"
#include "version.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/utsname.h>

enum { EXIT_USAGE = 2 };

enum { LOG_FULL, LOG_BRIEF, LOG_NONE };

static const char *const log_choices[] = { "full", "brief", "none", NULL };

/* clang-format off */
const struct param aim7_params[] = {
	PARAM(TEXT, struct aim7_options, mix, .value = "MIX", .not_empty = true,
		.help = "a standard mix: compute, dbase, fserver or shared"),
	PARAM(TEXT, struct aim7_options, workfile, .value = "FILE", .not_empty = true,
		.help = "a mix of your own: FILESIZE, POOLSIZE and lines of weight and test; "
			"without any: ./workfile"),
	PARAM(COUNT, struct aim7_options, users, .min = 1, .max = AIM7_MOST_USERS,
		.help = "one load level only: so many users"),
	PARAM(COUNT, struct aim7_options, start, .fallback = "1", .min = 1,
		.max = AIM7_MOST_USERS, .help = "users of the first level"),
	PARAM(COUNT, struct aim7_options, end, .fallback = "10", .min = 1,
		.max = AIM7_MOST_USERS, .help = "no level has more"),
	PARAM(COUNT, struct aim7_options, increment, .fallback = "1", .min = 1,
		.max = AIM7_MOST_USERS, .help = "users more from level to level"),
	PARAM(TEXT, struct aim7_options, list, .letter = 'f', .value = "N,N...",
		.not_empty = true, .help = "these levels and no others"),
	PARAM(REAL, struct aim7_options, crossover, .fallback = "1", .least = 0, .most = 1e9,
		.help = "no next level once there are so few jobs/min/task; 0: never"),
	PARAM(BOOL, struct aim7_options, adaptive, .fallback = "yes",
		.help = "the adaptive timer: from the 8th level on (at once from 20 users on) the "
			"increment follows the time that a level takes"),
	PARAM_NAMED(BOOL, struct aim7_options, no_adaptive, "no-adaptive", .letter = 't',
		.help = "the same as --adaptive=no"),
	PARAM(BOOL, struct aim7_options, approach, .letter = 'N',
		.help = "shorter steps near the crossover"),
	PARAM(LIST, struct aim7_options, dir, .value = "DIR", .not_empty = true,
		.help = "where the files are; again: more, each user takes them by turns"),
	PARAM(TEXT, struct aim7_options, config, .value = "FILE", .not_empty = true,
		.help = "a file with one directory a line, instead of --dir"),
	PARAM(SIZE, struct aim7_options, filesize, .max = (uint64_t)AIM7_MOST_KIB * AIM_BLOCK,
		.help = "of each file, instead of the mix's FILESIZE and POOLSIZE; 0: the mix's"),
	PARAM(SIZE, struct aim7_options, poolsize, .max = (uint64_t)AIM7_MOST_KIB * AIM_BLOCK,
		.help = "shared among the users and added to filesize; needs it"),
	PARAM(TEXT, struct aim7_options, listed, .fallback = "/bin", .value = "DIR",
		.not_empty = true, .help = "the directory that dir_rtns_1 reads"),
	PARAM(TEXT, struct aim7_options, machine, .value = "NAME", .not_empty = true,
		.help = "for the files' heads; without it the host's name"),
	PARAM(TEXT, struct aim7_options, output, .fallback = ".", .value = "DIR",
		.not_empty = true, .help = "suite7.ss and logfile.suite7 are appended to there"),
	PARAM(CHOICE, struct aim7_options, log, .fallback = "full", .choices = log_choices,
		.help = "logfile.suite7: every call of every user, each user's time only, or none"),
	PARAM(BOOL, struct aim7_options, spreadsheet, .fallback = "yes",
		.help = "whether to write suite7.ss"),
	{ 0 },
};
/* clang-format on */

struct aim7_run {
	const struct aim7_options *options;
	struct arena *arena;
	struct aim7_args args;
	struct aim7_places places;
	struct aim7_title title;
	struct aim7_point *points;
	size_t point_count;
	int sheet, log; /* open, or -1 */
};

enum { TEXT_MOST = 1 << 30 };

static int put(struct text *text, int fd, const char *name, struct error *err)
{
	int ret = text_check(text, name, err);

	if (ret == 0)
		ret = io_write_all(fd, text->data, text->length, err);
	text_clear(text);
	return ret < 0 ? fail_in(err, ret, "%s", name) : 0;
}

/* At once, so that a level's line is there when the next one begins. */
static int put_out(struct text *text, struct error *err)
{
	int ret = text_check(text, "the table", err);

	if (ret == 0 && (fputs(text->data, stdout) < 0 || fflush(stdout) != 0))
		ret = fail_errno(err, "write to standard output");
	text_clear(text);
	return ret;
}

static int open_output(const struct aim7_run *run, const char *name, int *fd, struct error *err)
{
	const char *path = arena_printf(run->arena, "%s/%s", run->options->output, name);

	*fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY, 0666);
	return *fd >= 0 ? 0 : fail_errno(err, "open %s", path);
}

static const char sheet_name[] = "suite7.ss", log_name[] = "logfile.suite7";

static int begin_files(struct aim7_run *run, struct error *err)
{
	AUTO_TEXT struct text text;
	int ret = 0;

	text_init(&text, TEXT_MOST);
	if (run->options->spreadsheet) {
		ret = open_output(run, sheet_name, &run->sheet, err);
		aim7_sheet_heading(&text, &run->title);
		if (ret == 0)
			ret = put(&text, run->sheet, sheet_name, err);
	}
	text_clear(&text);
	if (ret == 0 && run->options->log != LOG_NONE) {
		ret = open_output(run, log_name, &run->log, err);
		aim7_log_heading(&text, &run->title);
		if (ret == 0)
			ret = put(&text, run->log, log_name, err);
	}
	return ret;
}

static void end_files(struct aim7_run *run)
{
	auto_close(&run->sheet);
	auto_close(&run->log);
}

static void name_run(struct aim7_run *run)
{
	const struct aim7_mix *mix = &run->args.mix;
	struct utsname host;

	(void)uname(&host); /* cannot fail with a good address */
	run->title = (struct aim7_title){
		.name = arena_printf(run->arena,
			"bakeoff aim7 %s (%" PRIu64 " of %" PRIu64 " tests)", run->args.name,
			mix->runs, mix->runs_all),
		.version = BAKEOFF_VERSION,
		.machine = run->options->machine ? run->options->machine
						 : arena_strdup(run->arena, host.nodename),
		.configuration = arena_printf(run->arena, "%s %s %s", host.sysname, host.release,
			host.machine),
		.time = time(NULL),
	};
}

static void log_level_lines(const struct aim7_run *run, const struct aim7_level *level,
	struct text *text)
{
	const struct aim7_mix *mix = &run->args.mix;
	const uint64_t users = level->point.users;

	for (uint64_t user = 0; user < users; user++) {
		for (uint64_t i = 0; level->calls && i < mix->runs; i++) {
			const struct aim7_call *call = &level->calls[user * mix->runs + i];
			aim7_log_line(text, users, mix->entries[call->entry].name, call->real_ns,
				call->user_ns, call->sys_ns);
		}
		aim7_log_line(text, users, "job_timing", level->ended_ns[user], 0, 0);
	}
}

static int tell_level(struct aim7_run *run, const struct aim7_level *level, struct error *err)
{
	AUTO_TEXT struct text text;
	int ret;

	text_init(&text, TEXT_MOST);
	aim7_print_row(&text, &level->point, time(NULL));
	ret = put_out(&text, err);
	if (ret == 0 && run->sheet >= 0) {
		aim7_sheet_row(&text, &level->point);
		ret = put(&text, run->sheet, sheet_name, err);
	}
	if (ret == 0 && run->log >= 0) {
		log_level_lines(run, level, &text);
		ret = put(&text, run->log, log_name, err);
	}
	return ret;
}

static bool needs(const struct aim7_mix *mix, enum aim_needs what)
{
	for (size_t i = 0; i < mix->count; i++) {
		const struct aim7_entry *e = &mix->entries[i];
		if (e->test && e->runs > 0 && (e->test->needs & what))
			return true;
	}
	return false;
}

/* Files for so many users: anew for each level where they share a pool. */
static int fill_places(const struct aim7_run *run, uint64_t blocks, struct error *err)
{
	int ret = 0;

	if (run->point_count == 0 || run->args.mix.poolsize > 0)
		ret = aim7_places_fill(&run->places, blocks, stop_flag(), err);
	return ret == 0 ? aim7_places_sync(&run->places, err) : ret;
}

static int run_level(struct aim7_run *run, uint64_t users, struct error *err)
{
	const struct aim7_job job = {
		.mix = &run->args.mix,
		.places = &run->places,
		.listed = run->options->listed,
		.users = users,
		.blocks = aim7_mix_blocks(&run->args.mix, users),
		.times = run->options->log == LOG_FULL && run->log >= 0,
	};
	struct aim7_level level;
	int ret = fill_places(run, job.blocks, err);

	if (ret == 0)
		ret = aim7_level_run(&job, &level, err);
	if (ret < 0)
		return ret;
	ret = aim7_places_check(&run->places, job.blocks, err);
	if (ret == 0) {
		*ARENA_PUSH(run->arena, run->points, run->point_count) = level.point;
		ret = tell_level(run, &level, err);
	}
	aim7_level_free(&level);
	return ret;
}

static int run_levels(struct aim7_run *run, struct error *err)
{
	const struct aim7_levels *levels = &run->args.levels;
	uint64_t increment = 0, users;

	while ((users = aim7_levels_next(levels, run->points, run->point_count, &increment)) > 0) {
		int ret = run_level(run, users, err);
		if (ret < 0)
			return fail_in(err, ret, "load level %" PRIu64, users);
		if (stop_asked())
			return fail(err, EINTR, "stopped");
	}
	return 0;
}

static int print_start(const struct aim7_run *run, struct error *err)
{
	AUTO_TEXT struct text text;

	text_init(&text, TEXT_MOST);
	aim7_mix_tell(&run->args.mix, run->args.name, &text);
	text_puts(&text, "\n");
	aim7_print_heading(&text);
	return put_out(&text, err);
}

/* In less, the users' start and end weigh more than their work. */
static void warn_of_short(const struct aim7_run *run)
{
	const double least_s = 1;

	for (size_t i = 0; i < run->point_count; i++) {
		const struct aim7_point *p = &run->points[i];
		if (p->real_s >= least_s)
			continue;
		log_warning("aim7: load %" PRIu64
			    " took %.3f s: below %.0f s the start and the end "
			    "weigh too much; raise --filesize",
			p->users, p->real_s, least_s);
		return;
	}
}

static int print_end(const struct aim7_run *run, struct error *err)
{
	const struct aim7_levels *levels = &run->args.levels;
	const struct aim7_point *points = run->points;
	const size_t count = run->point_count;
	const struct aim7_summary summary = aim7_summarize(levels, points, count);
	AUTO_TEXT struct text text;

	text_init(&text, TEXT_MOST);
	aim7_print_summary(&text, levels, &summary, &points[count - 1]);
	warn_of_short(run);
	return put_out(&text, err);
}

static int run_in_places(struct aim7_run *run, struct error *err)
{
	int ret = begin_files(run, err);

	if (ret == 0)
		ret = print_start(run, err);
	if (ret == 0)
		ret = run_levels(run, err);
	if (ret == 0)
		ret = print_end(run, err);
	end_files(run);
	return ret;
}

static int run_all(struct aim7_run *run, struct error *err)
{
	const struct aim7_args *args = &run->args;
	struct error later;
	int ret;

	stop_catch();
	name_run(run);
	ret = aim7_places_make(&run->places, args->dirs, args->dir_count,
		needs(&args->mix, AIM_TREE), run->arena, err);
	if (ret < 0)
		return ret;
	ret = run_in_places(run, err);
	int removed = aim7_places_remove(&run->places, ret == 0 ? err : &later);
	if (ret < 0 && removed < 0)
		log_error("aim7: %s", later.text);
	return ret < 0 ? ret : removed;
}

int classic_aim7(const struct aim7_options *options, const char *operand)
{
	struct arena arena = { 0 };
	struct aim7_run run = { .options = options, .arena = &arena, .sheet = -1, .log = -1 };
	struct error err = { 0 };
	int status = EXIT_SUCCESS;

	int ret = aim7_args_make(options, operand, &arena, &run.args, &err);
	if (ret < 0) {
		log_error("aim7: %s", err.text);
		status = EXIT_USAGE;
	} else if ((ret = run_all(&run, &err)) < 0) {
		status = stop_asked() ? stop_status(stop_asked()) : EXIT_FAILURE;
		if (!stop_asked() || ret != -EINTR)
			log_error("aim7: %s", err.text);
	}
	arena_free(&arena);
	return status;
}
