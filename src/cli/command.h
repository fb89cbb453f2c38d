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

/* How the entries of a list are typed. */
enum argument_form {
	ARGUMENT_OPTION,          /* --rounds=6 */
	ARGUMENT_WORKLOAD_OPTION, /* --bs=4k, after the name of a workload */
	ARGUMENT_VARIANT_KEY,     /* fs=ext4 inside --variant=NAME:..., fs = ext4 in a plan */
};

/* Some of a command's arguments, under a heading of their own. */
struct argument_list {
	const char *heading; /* without its colon; NULL: as those before */
	const struct param *params;
	enum argument_form form;
};

/*
 * One subcommand. Its option table makes its options, its --help, its part of the manual and the
 * completions. A command that reads its own arguments (the classic ones, and run,
 * whose options depend on the workload) is `raw`: it says by `lists` what it reads, or has no
 * tables, and then what it prints for --help is its part of the manual.
 */
struct command {
	const char *name;
	const char *summary;  /* one line, no full stop */
	const char *operands; /* for the usage line */
	const char *usage;    /* instead of "[OPTION...] operands"; may be NULL */
	const char *about;    /* further lines of --help; may be NULL */
	const char *notes;    /* its last lines; may be NULL */
	const struct param *options;
	size_t options_size;
	size_t operands_most;
	int (*run)(const struct invocation *call);
	bool raw;
	const struct argument_list *lists; /* ended by { 0 }; NULL: options alone */
};

extern const struct command agent_command;
extern const struct command aim7_command;
extern const struct command aim9_command;
extern const struct command bonnie_command;
extern const struct command clean_command;
extern const struct command compare_command;
extern const struct command contest_command;
extern const struct command dbench_command;
extern const struct command doctor_command;
extern const struct command export_command;
extern const struct command import_command;
extern const struct command list_command;
extern const struct command lmdd_command;
extern const struct command postmark_command;
extern const struct command resume_command;
extern const struct command run_command;
extern const struct command show_command;
extern const struct command tbench_command;
extern const struct command trend_command;
extern const struct command workloads_command;

/* All of them, in the order of their names, ended by NULL. */
extern const struct command *const all_commands[];

/* NULL where there is none of that name. */
const struct command *commands_find(const char *name);
/* The name that is nearest to what was typed, or NULL. */
const char *commands_nearest(const char *name);

/* "bakeoff: text" on stderr; they return the exit status. */
int say_usage_error(const struct error *err);
int say_failure(const struct error *err);

/* The options of every command that is not raw. */
struct common_options {
	bool help;
};

extern const struct param common_params[];

/* What a command says that it reads, ended by { 0 }; NULL: it is raw and has no tables. */
const struct argument_list *command_lists(const struct command *command, struct arena *arena);

/* The text of `bakeoff COMMAND --help`, of one that has lists. */
char *command_help(const struct command *command, struct arena *arena);

/* An experiment's id: a number above 0; -EINVAL names what was typed. */
int parse_id(const char *text, uint64_t *id, struct error *err) MUST_CHECK;
