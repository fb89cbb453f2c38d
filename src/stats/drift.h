// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base.h"
#include "stats/effect.h"

/*
 * What the laboratory did to all variants alike. Differences within a round are immune;
 * the numbers themselves are not, so that the flag goes beside them.
 * Source: statistics.md section 1.7.
 */
struct drift {
	double slope, se, p; /* of the mean log over all variants, per round */
	double total_pct;    /* from the first round to the last */
};

/* x[v][b]: positive values of variant v of k in round b of n. NaN for n < 3. */
struct drift drift_trend(const double *const *x, size_t k, size_t n);

/*
 * Does it matter to be last in a round? est is the mean of ln(last / first) over the rounds, each
 * value less its variant's mean, for another variant is last each time. orders[b * k + position] is
 * the variant as draw_orders() has it. A p below 0.01 says that the reset leaks. NaN for n < 4 or k
 * < 2.
 */
struct estimate position_effect(const double *const *x, const size_t *orders, size_t k, size_t n);
