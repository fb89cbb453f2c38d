// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/command.h"
#include "core/log.h"
#include "core/text.h"
#include "version.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void print_overview(FILE *out)
{
	fprintf(out,
		"usage: bakeoff COMMAND [OPTION...] [OPERAND...]\n\n"
		"Is B faster than A, by how much, and how sure are we? A file-system and kernel\n"
		"A/B laboratory: it makes the file systems, interleaves the runs, and judges.\n\n");
	for (const struct command *const *c = all_commands; *c; c++)
		fprintf(out, "  %-11s%s\n", (*c)->name, (*c)->summary);
	fprintf(out,
		"\n`bakeoff COMMAND --help` tells more. A first try, in the current directory:\n"
		"  bakeoff run lmdd --bs=4k,128k --fsync=yes --rounds=6 --variant=a --variant=b\n");
}

static int unknown(const char *name)
{
	const char *nearest = commands_nearest(name);

	if (nearest)
		log_error("no command '%s'; the nearest is '%s'", name, nearest);
	else
		log_error("no command '%s'; `bakeoff --help` lists them", name);
	return EXIT_USAGE;
}

static int read_arguments(struct invocation *call, void *options, bool *help, struct error *err)
{
	const struct command *c = call->command;
	struct common_options common = { 0 };
	struct option_scan scan;
	struct option_hit hit;
	int ret = c->options ? param_defaults(c->options, call->arena, options, err) : 0;

	option_scan_init(&scan, call->argc, call->argv);
	size_t own = option_scan_add(&scan, common_params);
	if (c->options)
		own = option_scan_add(&scan, c->options);
	while (ret == 0 && (ret = option_scan_next(&scan, &hit, err)) > 0) {
		ret = 0;
		if (!hit.param && call->operand_count == c->operands_most)
			return fail(err, EINVAL, "%s: '%s' is one operand too many", c->name,
				hit.value);
		if (!hit.param)
			*ARENA_PUSH(call->arena, call->operands, call->operand_count) = hit.value;
		else
			ret = param_set_one(hit.param, call->arena,
				hit.table == own && c->options ? options : (void *)&common,
				hit.value, err);
	}
	*help = common.help;
	return ret;
}

static int run_command_line(const struct command *command, int argc, char **argv)
{
	struct arena arena = { 0 };
	struct error err;
	struct invocation call = { .command = command,
		.arena = &arena,
		.argc = argc,
		.argv = argv };
	int status = EXIT_DONE;
	bool help = false;

	void *options = arena_alloc(&arena, 1, command->options_size + 1);
	call.options = options;
	if (!command->raw && read_arguments(&call, options, &help, &err) < 0)
		status = say_usage_error(&err);
	else if (help)
		fputs(command_help(command, &arena), stdout);
	else
		status = command->run(&call);
	arena_free(&arena);
	return status;
}

/* `bakeoff help COMMAND` is `bakeoff COMMAND --help`. */
static int help(int argc, char **argv)
{
	const struct command *topic = argc > 1 ? commands_find(argv[1]) : NULL;
	char *asked[] = { argv[1], (char[]){ "--help" }, NULL };

	if (argc > 1 && !topic)
		return unknown(argv[1]);
	if (topic)
		return run_command_line(topic, 2, asked);
	print_overview(stdout);
	return EXIT_DONE;
}

static int stray(const char *after, const char *operand)
{
	log_error("%s: '%s' is one operand too many", after, operand);
	return EXIT_USAGE;
}

static int dispatch(int argc, char **argv)
{
	const char *name = argc > 1 ? argv[1] : NULL;

	if (!name) {
		print_overview(stderr);
		return EXIT_USAGE;
	}
	if (strcmp(name, "help") == 0)
		return argc > 3 ? stray(name, argv[3]) : help(argc - 1, argv + 1);
	if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
		return argc > 2 ? stray(name, argv[2]) : help(1, argv);
	if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0) {
		if (argc > 2)
			return stray(name, argv[2]);
		puts("bakeoff " BAKEOFF_VERSION);
		return EXIT_DONE;
	}
	const struct command *command = commands_find(name);
	return command ? run_command_line(command, argc - 1, argv + 1) : unknown(name);
}

/*
 * Whatever is opened next would be taken for standard input, output or error. What takes the place
 * of a closed one is open the other way, so that its use fails, and a report is not lost in
 * silence.
 */
static bool fill_standard_files(void)
{
	static const int other_way[] = {
		[STDIN_FILENO] = O_WRONLY,
		[STDOUT_FILENO] = O_RDONLY,
		[STDERR_FILENO] = O_RDWR, /* there is nowhere left to say so */
	};

	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
		if (fcntl(fd, F_GETFD) < 0 && errno == EBADF &&
			open("/dev/null", other_way[fd]) != fd)
			return false;
	}
	return true;
}

int main(int argc, char **argv)
{
	if (!fill_standard_files())
		return EXIT_WENT_WRONG;
	/* A folder that its own maker cannot enter is of no use, and could not be removed. */
	(void)umask(umask(0) & 077);
	int status = dispatch(argc, argv);

	/* What could not be printed was not said. */
	if ((fflush(stdout) != 0 || ferror(stdout)) && status == EXIT_DONE) {
		log_error("write to standard output: %s", strerror(errno));
		status = EXIT_WENT_WRONG;
	}
	return status;
}
