// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stddef.h>

/*
 * How far out the largest of several differences lies by chance, where all of them are judged by
 * one pooled standard deviation with df degrees of freedom and all means are of equally many
 * values. GSL has neither distribution: each is an integral over the sample's sd (oversd.h) of an
 * integral over one normal mean. NaN for df not above 0, and for nothing to compare.
 *
 * Used by the pooled analysis (blocks.h), which is made on request only.
 */

/*
 * Dunnett's: P(max |T_i| > t) of `count` differences from one control, T_i in standard errors of
 * such a difference (correlation one half). Source: Dunnett 1955.
 */
double dunnett_tail(double t, size_t count, double df);
/* The t that has this tail. */
double dunnett_critical(double tail, size_t count, double df);

/*
 * Tukey's: P(range of `count` means > q), q in standard errors of one mean: sqrt(2) times the
 * difference of two in standard errors of that. Source: Tukey 1953.
 */
double studentized_range_tail(double q, size_t count, double df);
