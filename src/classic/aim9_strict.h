// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "classic/aim9_args.h"

/*
 * The strict phase of a test's workload for the period, in a new folder of dir, which is removed on
 * every way out. *count are operations, *ns their time. -ECANCELED where a signal ended it:
 * stop_asked() knows which one.
 */
int aim9_strict_run(const struct aim_test *test, const struct aim9_args *args, int dir,
	struct arena *arena, uint64_t *ns, uint64_t *count, struct error *err) MUST_CHECK;

/*
 * How many of what the test's unit names ("Random Disk Reads (K)") one operation is: blocks of more
 * than 1 KiB are more than one.
 */
int aim9_strict_kib(const struct aim_test *test, const struct aim9_args *args, struct arena *arena,
	double *kib, struct error *err) MUST_CHECK;

/* The test's workload as the options want it, in the arena. -EINVAL, -ERANGE, -ENOENT with the key.
 */
int aim9_strict_configure(const struct aim_test *test, const struct aim9_args *args,
	struct arena *arena, void **config, struct error *err) MUST_CHECK;
