// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report/judge.h"

/* What was observed beside a metric's phase, shown with its values. */

/* The observed metrics that this needs, by PCP's names; ended by NULL. */
extern const char *const beside_names[];

/*
 * "CPU 41% -> 52%", "target write 312 -> 290 MiB/s", "pressure io 4% -> 9%": means over the rounds,
 * of the baseline and of the variant (SIZE_MAX: of the baseline alone). *count is 0 where nothing
 * was observed.
 */
const char **beside_items(const struct judgement *j, size_t metric, size_t variant,
	struct arena *arena, size_t *count);
