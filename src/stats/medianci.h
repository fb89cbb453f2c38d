// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base.h"

/*
 * The interval of the median that assumes nothing but independence: from the k-th value
 * to the k-th last of n in ascending order. Fewer than 6 values have none at 95 %.
 * Source: statistics.md section 2.1.
 */
struct median_ci {
	size_t rank;     /* k, from 1; 0 where no such interval exists */
	double achieved; /* its true confidence, at least conf; NaN then */
	double lo, hi;   /* NaN then */
};

/* x in any order; x NULL gives ranks and confidence only. */
struct median_ci median_interval(const double *x, size_t n, double conf);

/* P(the median lies between the least and the largest of n values). */
double min_max_coverage(size_t n);
