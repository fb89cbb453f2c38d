// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "classic/aim7.h"
#include "classic/aim7_levels.h"
#include "core/error.h"
#include "workloads/aim7_mix.h"

/* What the options come to. Everything lies in the arena or is the options'. */
struct aim7_args {
	const char *name; /* of the mix, or the workfile's path */
	struct aim7_mix mix;
	struct aim7_levels levels;
	const char *const *dirs;
	size_t dir_count;
};

enum { AIM7_MOST_USERS = 100000 };

/*
 * Reads the workfile and the config file where they are asked for. Errors name the option or the
 * file with its line, the value and the limit.
 */
int aim7_args_make(const struct aim7_options *options, const char *operand, struct arena *arena,
	struct aim7_args *args, struct error *err) MUST_CHECK;

/* "1,2,5": numbers of users, each from 1 to AIM7_MOST_USERS. */
int aim7_list_parse(const char *text, struct arena *arena, struct aim7_levels *levels,
	struct error *err) MUST_CHECK;

/*
 * A config file: one directory a line; OFF in the first line is the current directory. An empty
 * line is an error: Suite VII would take it for "/".
 */
int aim7_config_parse(const char *text, size_t length, struct arena *arena, struct aim7_args *args,
	struct error *err) MUST_CHECK;
