// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "classic/aim9_workfile.h"
#include "core/param.h"
#include "core/text.h"

struct aim9_args {
	const char *machine, *config, *dir, *workfile, *listed;
	uint64_t period; /* seconds of each test */
	uint64_t filesize, seed;
	struct param_list tests;
	struct param_list set; /* KEY=VALUE of a strict test's parameters, as typed */
	int fidelity;          /* 0: classic, 1: strict */
	bool no_log, separate_inodes, help;
	bool machine_said, config_said, dir_said;
	struct aim9_workfile work; /* of the workfile, or of tests and filesize */
};

/*
 * Reads options, then asks on standard input for what none of them says (machine, configuration,
 * seconds, directory, in this order), then reads the workfile. Texts are in the arena or argv's.
 * -ENOENT, -EINVAL, -ERANGE: bad input, in one line.
 */
int aim9_args_read(struct aim9_args *args, int argc, char **argv, struct arena *arena,
	struct error *err) MUST_CHECK;

/* The tests with what their operations truly are, and the options. */
void aim9_help(struct text *out, struct arena *arena);
