// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "stats/sample.h"

/*
 * Fieller's 95 % interval for the ratio of two arithmetic means, variant / baseline.
 * For reference beside the ratio of geometric means, which needs no special case.
 * Source: Fieller 1954; statistics.md section 2.4.
 */
struct fieller {
	double ratio, df;
	double g;      /* how far the baseline is from 0: from 1 on no finite interval exists */
	double lo, hi; /* NaN then */
};

/* Two arms by moments of their values; Satterthwaite's df at the ratio seen. */
struct fieller fieller_unpaired(const struct moments *base, const struct moments *var);
/* base[i] and var[i] of one round. */
struct fieller fieller_paired(const double *base, const double *var, size_t n);
