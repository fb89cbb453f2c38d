// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "core/error.h"

/* Programs that are run as root, and how they are shown to people. */

/* Whoever wants to see each command; say may be NULL. */
struct command_listener {
	void (*say)(void *context, const char *command);
	void *context;
};

/* A growing argument list in an arena, NULL-ended. */
struct arguments {
	const char **list;
	size_t count;
};

void arguments_add(struct arena *arena, struct arguments *args, const char *word);
/*
 * Adds the words of a text, split at blanks as a shell would: 'single' and "double" quotes and a
 * backslash keep blanks. No expansion of any kind. -EINVAL for a quote that is not closed.
 */
int arguments_split(struct arena *arena, struct arguments *args, const char *text,
	struct error *err) MUST_CHECK;
/* As a shell would take it: with quotes where they are needed. */
const char *arguments_text(struct arena *arena, const struct arguments *args);

void command_say(const struct command_listener *listener, const char *line);

/* The path of a program: $PATH, then the system's sbin folders. NULL where it is missing. */
const char *command_find(struct arena *arena, const char *name);

/*
 * Runs a program to its end with an empty standard input; its output goes to output, the last
 * bytes where there is more than room. -EIO with the last line that it said, before any usage,
 * where it fails.
 */
int command_run(const char *path, const struct arguments *args, char *output, size_t room,
	struct error *err) MUST_CHECK;
