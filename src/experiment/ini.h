// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "core/error.h"

/*
 * The plan file's syntax, and nothing of its meaning: INI as fio users know it.
 *
 *     # comments stand on their own line, also with ;
 *     [kind name]
 *     key = value
 *     include other.ini
 *
 * Values keep everything else, quotes included; ${VAR} is the environment's.
 * A pure function of its input: files and environment come in as functions.
 */
struct plan_line {
	const char *kind,
		*section; /* "variant", "ext2"; the section "" for [global] and [experiment] */
	const char *key, *value;
	const char
		*file; /* and line: where it stands; "--rounds" with line 0 for the command line */
	unsigned line;
};

struct plan_lines {
	struct plan_line *items; /* a section without keys has one item with key NULL */
	size_t count;
};

struct ini_world {
	void *context;
	/* A whole file in the arena, with its length; -errno with *err set. */
	int (*read)(void *context, struct arena *arena, const char *path, const char **text,
		size_t *length, struct error *err);
	/* NULL where there is no such variable. */
	const char *(*variable)(void *context, const char *name);
};

/* INI_MAX_FILES and INI_MAX_LINES are of a plan with all that it includes. */
enum { INI_MAX_BYTES = 1 << 20, INI_MAX_DEPTH = 8, INI_MAX_FILES = 64, INI_MAX_LINES = 100000 };

/*
 * Adds the lines of a text. -EINVAL and others with "FILE:LINE: what was expected".
 */
int ini_parse(const char *text, size_t length, const char *file, const struct ini_world *world,
	struct arena *arena, struct plan_lines *lines, struct error *err) MUST_CHECK;
