// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/options.h"

/* Exit status: design.md section 4. */
enum exit_status {
	EXIT_DONE = 0,
	EXIT_WENT_WRONG = 1,
	EXIT_USAGE = 2,
	EXIT_SLOWER = 3,       /* with --gate */
	EXIT_INCONCLUSIVE = 4, /* with --gate=strict */
	EXIT_INVALID = 5,      /* with --gate */
	EXIT_INTERRUPTED = 130,
};

/* What a subcommand is called with: its options are filled in, its operands left over. */
struct invocation {
	const struct command *command;
	struct arena *arena;
	const void *options;
	const char **operands;
	size_t operand_count;
	int argc; /* as typed, the command's own name first */
	char **argv;
};

/*
 * One subcommand. Its option table makes its options, its --help and the
 * completion. A command that reads its own arguments (the classic ones, and run,
 * whose options depend on the workload) has `raw` and says so.
 */
struct command {
	const char *name;
	const char *summary;  /* one line, no full stop */
	const char *operands; /* for the usage line */
	const char *about;    /* further lines of --help; may be NULL */
	const struct param *options;
	size_t options_size;
	size_t operands_most;
	int (*run)(const struct invocation *call);
	bool raw;
};

extern const struct command agent_command;
extern const struct command aim7_command;
extern const struct command aim9_command;
extern const struct command bonnie_command;
extern const struct command clean_command;
extern const struct command compare_command;
extern const struct command import_command;
extern const struct command list_command;
extern const struct command lmdd_command;
extern const struct command postmark_command;
extern const struct command resume_command;
extern const struct command run_command;
extern const struct command show_command;
extern const struct command workloads_command;

/* "bakeoff: text" on stderr; they return the exit status. */
int say_usage_error(const struct error *err);
int say_failure(const struct error *err);

/* The options of every command that is not raw. */
struct common_options {
	bool help;
};

extern const struct param common_params[];

/* The text of `bakeoff COMMAND --help`, of one that is not raw. */
char *command_help(const struct command *command, struct arena *arena);

/* An experiment's id: a number above 0; -EINVAL names what was typed. */
int parse_id(const char *text, uint64_t *id, struct error *err) MUST_CHECK;
