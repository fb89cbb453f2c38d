// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/command.h"
#include "workloads/workload.h"

/* One argument, as the manual and the completions need it. All texts are the arena's or a table's.
 */
struct argument {
	char letter;       /* 0: none */
	const char *name;  /* "--style"; "-html"; "fs" of a key; "if=" of a dd-like word; NULL: a
			      letter alone */
	const char *value; /* what it takes, FILE or read|write; NULL: nothing */
	bool value_optional;
	bool repeated; /* it adds up when it is given again */
	enum argument_form form;
	const char *words; /* what it does, in one line */
};

/* A paragraph, or lines kept as they are, and the arguments below it. */
struct manual_part {
	const char *text; /* NULL: none */
	bool literal;
	struct argument *arguments;
	size_t count;
};

struct command_manual {
	const struct command *command;
	const char *usage; /* what stands after "bakeoff COMMAND"; a line for each way to call it */
	struct manual_part *parts;
	size_t count;
};

/*
 * What a command says of itself: from its tables, or, where it has none, from what it prints for
 * --help (help_text.h), for which it is run.
 */
int command_manual_make(const struct command *command, struct arena *arena,
	struct command_manual *manual, struct error *err) MUST_CHECK;

/* A table's arguments; *count is their number. */
struct argument *arguments_of_table(const struct param *table, enum argument_form form,
	struct arena *arena, size_t *count);
