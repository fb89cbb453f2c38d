// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/aim9_args.h"

#include "classic/aim9_strict.h"
#include "core/auto.h"
#include "core/options.h"
#include "core/printable.h"
#include "io/file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const fidelity_choices[] = { "classic", "strict", NULL };

static const struct param aim9_params[] = {
	PARAM(TEXT, struct aim9_args, machine, .value = "NAME",
		.help = "the machine's name, for the head of the results"),
	PARAM(TEXT, struct aim9_args, config, .value = "TEXT",
		.help = "the machine's configuration, for the head of the results"),
	PARAM(COUNT, struct aim9_args, period, .min = 2, .max = 1000, .value = "SECONDS",
		.help = "how long each test is called again and again; a call is always finished"),
	PARAM(TEXT, struct aim9_args, dir, .not_empty = true, .value = "DIR",
		.help = "the directory for the disk files"),
	PARAM(TEXT, struct aim9_args, workfile, .fallback = "s9workfile", .not_empty = true,
		.value = "FILE", .help = "what is run, and FILESIZE"),
	PARAM(LIST, struct aim9_args, tests, .value = "NAME,...",
		.help = "run these, whatever a workfile says; all: every disk test"),
	PARAM(SIZE, struct aim9_args, filesize, .min = AIM_LEAST_BLOCKS * KIB,
		.max = UINT64_C(1) << 50, .help = "in place of the workfile's FILESIZE"),
	PARAM(CHOICE, struct aim9_args, fidelity, .fallback = "classic",
		.choices = fidelity_choices,
		.help = "strict: time single operations, and nothing but them"),
	PARAM(LIST, struct aim9_args, set, .value = "KEY=VALUE",
		.help = "strict: another parameter of the tests: bs, fsync, files and what "
			"`bakeoff workloads disk_rr` lists"),
	PARAM(COUNT, struct aim9_args, seed, .fallback = "1", .max = UINT32_MAX,
		.help = "of the generator; 1 is Suite IX's"),
	PARAM(TEXT, struct aim9_args, listed, .fallback = "", .value = "DIR",
		.help = "what dir_rtns_1 reads; otherwise /bin, or strict a new directory"),
	PARAM_NAMED(BOOL, struct aim9_args, separate_inodes, "separate-inodes",
		.help = "disk_src: 320 files, not 320 links to one"),
	PARAM_NAMED(BOOL, struct aim9_args, no_log, "no-log",
		.help = "write no logfile.suite9; also -nl"),
	PARAM(BOOL, struct aim9_args, help, .letter = 'h', .help = "print this and end"),
	{ 0 },
};

/* One line of standard input, without its end. */
static int ask(const char *prompt, const char *option, struct arena *arena, const char **answer,
	struct error *err)
{
	enum { LONGEST = 4096 };
	char line[LONGEST];

	(void)fprintf(stderr, "%s: ", prompt); /* nobody is left to ask where this fails */
	if (!fgets(line, sizeof(line), stdin))
		return fail(err, EINVAL, "%s: no answer on standard input; --%s says it too",
			prompt, option);
	line[strcspn(line, "\r\n")] = '\0';
	*answer = arena_strdup(arena, line);
	return 0;
}

static int ask_period(struct aim9_args *args, struct arena *arena, struct error *err)
{
	const char *answer = "";
	int ret = ask("Seconds for each test (2 to 1000)", "period", arena, &answer, err);

	return ret == 0 ? param_set(aim9_params, arena, args, "period", answer, err) : ret;
}

static int ask_missing(struct aim9_args *args, struct arena *arena, struct error *err)
{
	int ret = 0;

	if (!args->machine_said)
		ret = ask("Machine's name", "machine", arena, &args->machine, err);
	if (ret == 0 && !args->config_said)
		ret = ask("Machine's configuration", "config", arena, &args->config, err);
	if (ret == 0 && args->period == 0)
		ret = ask_period(args, arena, err);
	if (ret == 0 && !args->dir_said)
		ret = ask("Directory for disk files", "dir", arena, &args->dir, err);
	if (ret == 0 && !*args->dir)
		ret = fail(err, EINVAL, "dir: empty, where a directory is expected");
	/* Each is a line of the results. */
	if (ret == 0)
		ret = printable_check("machine", args->machine, err);
	return ret == 0 ? printable_check("config", args->config, err) : ret;
}

static int add_tests(struct aim9_args *args, const char *list, struct arena *arena,
	struct error *err)
{
	char *names = arena_strdup(arena, list), *rest = NULL;
	int ret = 0;

	for (char *name = strtok_r(names, ", ", &rest); ret == 0 && name;
		name = strtok_r(NULL, ", ", &rest)) {
		if (strcmp(name, "all") != 0) {
			ret = aim9_workfile_add(&args->work, name, arena, err);
			continue;
		}
		for (size_t i = 0; aim_tests[i].name; i++)
			args->work.wanted[i] = true;
	}
	return ret < 0 ? fail_in(err, ret, "tests") : 0;
}

static int read_workfile(struct aim9_args *args, struct arena *arena, struct error *err)
{
	AUTO_CLOSE int fd = open(args->workfile, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	char *text = NEW(arena, char, AIM9_WORKFILE_BYTES + 1);
	size_t length = 0;

	if (fd < 0)
		return fail_errno(err,
			"workfile: open %s, which has a line FILESIZE: 5M and the tests",
			args->workfile);
	int ret = io_read_some(fd, text, AIM9_WORKFILE_BYTES, &length, err);
	if (ret == 0 && length == AIM9_WORKFILE_BYTES)
		ret = fail(err, E2BIG, "%d bytes or more are no workfile", AIM9_WORKFILE_BYTES);
	if (ret == 0)
		ret = aim9_workfile_parse(text, length, arena, &args->work, err);
	if (ret == 0 && args->work.blocks == 0 && args->filesize == 0)
		ret = fail(err, EINVAL, "no line 'FILESIZE: 5M' in it, and no --filesize=");
	return ret < 0 ? fail_in(err, ret, "%s", args->workfile) : 0;
}

static int read_work(struct aim9_args *args, struct arena *arena, struct error *err)
{
	enum { DEFAULT_BLOCKS = 5120 }; /* the stock workfile's 5M */
	int ret = args->tests.count == 0 ? read_workfile(args, arena, err) : 0;

	for (size_t i = 0; ret == 0 && i < args->tests.count; i++)
		ret = add_tests(args, args->tests.items[i], arena, err);
	if (ret == 0 && args->filesize % AIM_BLOCK != 0)
		ret = fail(err, EINVAL, "filesize: %" PRIu64 " is no multiple of 1k",
			args->filesize);
	if (args->filesize)
		args->work.blocks = args->filesize / AIM_BLOCK;
	else if (args->work.blocks == 0)
		args->work.blocks = DEFAULT_BLOCKS;
	if (ret == 0 && aim9_count(&args->work) == 0)
		ret = fail(err, EINVAL, "%s: none of its tests is a disk test",
			args->tests.count ? "tests" : args->workfile);
	return ret;
}

static int read_options(struct aim9_args *args, int argc, char **argv, struct arena *arena,
	struct error *err)
{
	char **spelled = NEW(arena, char *, (size_t)argc + 1);
	struct option_scan scan;
	struct option_hit hit;
	int ret = param_defaults(aim9_params, arena, args, err);

	for (int i = 0; i < argc; i++)
		spelled[i] =
			strcmp(argv[i], "-nl") == 0 ? arena_strdup(arena, "--no-log") : argv[i];
	option_scan_init(&scan, argc, spelled);
	(void)option_scan_add(&scan, aim9_params); /* the only table */
	while (ret == 0 && (ret = option_scan_next(&scan, &hit, err)) > 0) {
		if (!hit.param)
			return fail(err, EINVAL, "'%s' is one operand too many", hit.value);
		args->machine_said |= strcmp(hit.param->name, "machine") == 0;
		args->config_said |= strcmp(hit.param->name, "config") == 0;
		args->dir_said |= strcmp(hit.param->name, "dir") == 0;
		ret = param_set_one(hit.param, arena, args, hit.value, err);
	}
	return ret;
}

/* What a workload would refuse is refused before anything is asked or made. */
static int check_set(const struct aim9_args *args, struct arena *arena, struct error *err)
{
	if (args->set.count == 0)
		return 0;
	if (args->fidelity == 0)
		return fail(err, EINVAL, "set: '%s' needs --fidelity=strict", args->set.items[0]);
	for (size_t i = 0; aim_tests[i].name; i++) {
		void *config;
		int ret = args->work.wanted[i]
				  ? aim9_strict_configure(&aim_tests[i], args, arena, &config, err)
				  : 0;
		if (ret < 0)
			return fail_in(err, ret, "set");
	}
	return 0;
}

int aim9_args_read(struct aim9_args *args, int argc, char **argv, struct arena *arena,
	struct error *err)
{
	*args = (struct aim9_args){ .machine = "", .config = "", .dir = "" };
	int ret = read_options(args, argc, argv, arena, err);

	if (ret < 0 || args->help)
		return ret;
	ret = read_work(args, arena, err);
	if (ret == 0)
		ret = check_set(args, arena, err);
	return ret == 0 ? ask_missing(args, arena, err) : ret;
}

void aim9_help(struct text *out, struct arena *arena)
{
	text_puts(out,
		"usage: bakeoff aim9 [OPTION...]\n\n"
		"The disk tests of a suite modelled on AIM Suite IX, one after the other, each\n"
		"called again and again until its period is over. Results are printed, and\n"
		"appended to suite9.ss and logfile.suite9 in the current directory. What no\n"
		"option says is asked for on standard input: the machine's name, its\n"
		"configuration, the period, the directory.\n\n"
		"A workfile has a line 'FILESIZE: 5M', and the name of a test on each line:\n");
	for (const struct aim_test *t = aim_tests; t->name; t++)
		help_item(out, arena_printf(arena, "  %s", t->name), t->what);
	text_printf(out, "\nOptions:\n%s", options_help(arena, aim9_params, true));
	text_puts(out, "\nExit status: 0 done, 1 a test failed, 2 wrong usage, 130 interrupted.\n");
}
