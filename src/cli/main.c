// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/command.h"
#include "core/log.h"
#include "core/text.h"
#include "version.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* In the order of their names. */
static const struct command *const commands[] = {
	&agent_command,
	&clean_command,
	&compare_command,
	&list_command,
	&lmdd_command,
	&resume_command,
	&run_command,
	&show_command,
	&workloads_command,
};

static void print_overview(FILE *out)
{
	fprintf(out,
		"usage: bakeoff COMMAND [OPTION...] [OPERAND...]\n\n"
		"Is B faster than A, by how much, and how sure are we? A file-system and kernel\n"
		"A/B laboratory: it makes the file systems, interleaves the runs, and judges.\n\n");
	for (size_t i = 0; i < COUNT_OF(commands); i++)
		fprintf(out, "  %-11s%s\n", commands[i]->name, commands[i]->summary);
	fprintf(out,
		"\n`bakeoff COMMAND --help` tells more. A first try, in the current directory:\n"
		"  bakeoff run lmdd --bs=4k,128k --fsync=yes --rounds=6 --variant=a --variant=b\n");
}

static const struct command *find(const char *name)
{
	for (size_t i = 0; i < COUNT_OF(commands); i++) {
		if (strcmp(commands[i]->name, name) == 0)
			return commands[i];
	}
	return NULL;
}

static int unknown(const char *name)
{
	struct param names[COUNT_OF(commands) + 1] = { 0 };

	for (size_t i = 0; i < COUNT_OF(commands); i++)
		names[i] = (struct param){ .name = commands[i]->name, .type = PARAM_TEXT };
	const char *nearest = param_nearest((const struct param *const[]){ names, NULL }, name);
	if (nearest)
		log_error("no command '%s'; the nearest is '%s'", name, nearest);
	else
		log_error("no command '%s'; `bakeoff --help` lists them", name);
	return EXIT_USAGE;
}

/* The options of every command. */
struct common_options {
	bool help;
};

static const struct param common_params[] = {
	PARAM(BOOL, struct common_options, help, .fallback = "no", .letter = 'h',
		.help = "print this and end"),
	{ 0 },
};

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
	/* What could not be printed was not said. */
	if ((fflush(stdout) != 0 || ferror(stdout)) && status == EXIT_DONE) {
		log_error("write to standard output: %s", strerror(errno));
		status = EXIT_WENT_WRONG;
	}
	return status;
}

int main(int argc, char **argv)
{
	if (argc < 2) {
		print_overview(stderr);
		return EXIT_USAGE;
	}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
		strcmp(argv[1], "help") == 0) {
		const struct command *topic = argc > 2 ? find(argv[2]) : NULL;
		if (argc > 2 && !topic)
			return unknown(argv[2]);
		struct arena arena = { 0 };
		if (topic)
			fputs(command_help(topic, &arena), stdout);
		else
			print_overview(stdout);
		arena_free(&arena);
		return EXIT_DONE;
	}
	if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0) {
		puts("bakeoff " BAKEOFF_VERSION);
		return EXIT_DONE;
	}
	const struct command *command = find(argv[1]);
	return command ? run_command_line(command, argc - 1, argv + 1) : unknown(argv[1]);
}
