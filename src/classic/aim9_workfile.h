// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "core/error.h"
#include "workloads/aim.h"

/*
 * Suite IX's s9workfile: comments with #, one line `FILESIZE: 5M`, then the name of a test on each
 * line. What tests run is in it, not their order: that is the suite's own.
 */
enum { AIM9_MOST_TESTS = 16, AIM9_WORKFILE_BYTES = 1 << 16 };

struct aim9_workfile {
	uint64_t blocks;              /* FILESIZE in KiB; 0: there is no such line */
	bool wanted[AIM9_MOST_TESTS]; /* by index of aim_tests[] */
	const char **not_run;         /* tests of Suite IX that are no disk tests, in the arena */
	size_t not_run_count;
};

/* -EINVAL, -ERANGE with the line's number and the text that is wrong. *w only on success. */
int aim9_workfile_parse(const char *text, size_t length, struct arena *arena,
	struct aim9_workfile *w, struct error *err) MUST_CHECK;

/* Adds one test by its name: -EINVAL with the nearest for what no suite has. */
int aim9_workfile_add(struct aim9_workfile *w, const char *name, struct arena *arena,
	struct error *err) MUST_CHECK;

size_t aim9_count(const struct aim9_workfile *w);
