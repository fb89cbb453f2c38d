// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/contest.h"
#include "cli/command.h"
#include "core/log.h"
#include "core/places.h"
#include "report/contest_text.h"

#include <stdlib.h>

static const struct param contest_command_params[] = {
	PARAM_NAMED(TEXT, struct contest_options, config.loads, "loads", .letter = 'l',
		.fallback = "", .value = "LOAD+LOAD...|all",
		.help = "loads as with operands; none: all"),
	PARAM(COUNT, struct contest_options, runs, .fallback = "5", .min = 1, .max = 1000,
		.help = "of every load, one round of all loads after the other"),
	PARAM_NAMED(TEXT, struct contest_options, config.job, "job", .fallback = "",
		.value = "COMMAND", .help = "another job, for sh; JOBS is in its environment"),
	PARAM_NAMED(TEXT, struct contest_options, config.clean, "clean", .fallback = "",
		.value = "COMMAND", .help = "what undoes that job, untimed"),
	PARAM_NAMED(CHOICE, struct contest_options, config.job_kind, "job-kind",
		.fallback = "compile", .choices = tree_target_names,
		.help = "build a source tree; only preprocess it (little CPU); or write, fsync and "
			"read copies of it"),
	PARAM_NAMED(CHOICE, struct contest_options, config.job_size, "job-size",
		.fallback = "normal", .choices = tree_size_names,
		.help = "of that tree: about 3, 20 or 60 s of compiling on two CPUs"),
	PARAM_NAMED(COUNT, struct contest_options, config.jobs, "jobs", .letter = 'j',
		.fallback = "0", .max = 4096, .help = "make -j; 0: four for each CPU"),
	PARAM(COUNT, struct contest_options, seed, .fallback = "1", .min = 1, .max = UINT32_MAX,
		.help = "of the source tree: the same for kernels to compare"),
	PARAM_NAMED(TIME, struct contest_options, config.settle, "settle", .fallback = "3s",
		.max = UINT64_C(3600) * NS_PER_S,
		.help = "the load runs for so long before the job starts"),
	PARAM_NAMED(SIZE, struct contest_options, config.mem, "mem", .fallback = "0",
		.max = UINT64_C(1) << 50,
		.help = "what loads take for the size of memory; 0: the memory cap, or RAM"),
	PARAM_NAMED(SIZE, struct contest_options, config.file_size, "file-size", .fallback = "0",
		.max = UINT64_C(1) << 50, .help = "of the io and read loads; 0: as mem"),
	PARAM_NAMED(TEXT, struct contest_options, config.list_dir, "list-dir", .fallback = "/",
		.not_empty = true, .value = "DIR", .help = "what list_load lists"),
	PARAM(TEXT, struct contest_options, dir, .fallback = ".", .not_empty = true, .value = "DIR",
		.help = "where job and loads work, in a new directory"),
	PARAM_NAMED(TEXT, struct contest_options, config.other_dir, "other-dir", .letter = 'o',
		.fallback = "", .value = "DIR", .help = "where io_other works: on another disk"),
	PARAM(TEXT, struct contest_options, logs, .fallback = ".", .not_empty = true,
		.value = "DIR", .help = "where the logs are, LOAD.log, to which runs are added"),
	PARAM(TEXT, struct contest_options, name, .fallback = "", .not_empty = true,
		.value = "KERNEL", .help = "what these runs are of; uname -r where not given"),
	PARAM(TEXT, struct contest_options, baseline, .fallback = "", .not_empty = true,
		.value = "KERNEL", .help = "what marks are against; the first in the logs"),
	PARAM(CHOICE, struct contest_options, style, .fallback = "0.61",
		.choices = contest_style_names, .help = "the tables of that version"),
	PARAM(BOOL, struct contest_options, report, .help = "print the tables, run nothing"),
	{ 0 },
};

static int contest_command_run(const struct invocation *call)
{
	struct contest_options options = *(const struct contest_options *)call->options;
	struct places_env env;
	struct places places;
	struct error err;

	places_env_read(&env);
	if (places_find(&env, call->arena, &places, &err) < 0) {
		log_error("contest: %s", err.text);
		return EXIT_FAILURE;
	}
	options.journal_dir = arena_printf(call->arena, "%s/journal", places.state);
	return classic_contest(&options, call->operands, call->operand_count, call->arena);
}

const struct command contest_command = {
	.name = "contest",
	.summary = "the classic contest: time a build beside one load at a time",
	.operands = "[LOAD...]",
	.about = "Loads: no_load, which is always run first, cacherun, process_load, ctar_load,\n"
		 "xtar_load, io_load, io_load_half, io_other, read_load, list_load, mem_load,\n"
		 "dbench_load, cpuload, or their older spellings; none: all but io_load_half, and\n"
		 "io_other only with --other-dir. The tables show all kernels in the logs.\n",
	.options = contest_command_params,
	.options_size = sizeof(struct contest_options),
	.operands_most = 64,
	.run = contest_command_run,
};
