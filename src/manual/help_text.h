// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "manual/argument.h"

/*
 * The text of `bakeoff COMMAND --help` of a command that has no tables to show, taken apart.
 *
 *     usage: bakeoff NAME WHAT...
 *     A paragraph.
 *
 *       -d, --dir=DIR   two blanks in: an argument, two blanks, and what it does
 *                       further in: the same sentence goes on
 *       if=FILE         a word as dd has them
 *
 * Lines that are further in without an argument before them are kept as they are.
 */

/* Runs the command with --help in a process of its own, and takes what that prints. */
int help_text_of(const struct command *command, struct arena *arena, const char **text,
	struct error *err) MUST_CHECK;

/* *usage is what stands after the command's name, a line for each way to call it; returns the text
 * after it. */
const char *help_text_usage(const char *text, const char *name, struct arena *arena,
	const char **usage);

void help_text_parts(const char *text, struct arena *arena, struct manual_part **parts,
	size_t *count);
