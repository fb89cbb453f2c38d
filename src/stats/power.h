// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base.h"

/*
 * What a design could have seen, for planning and for the books; never "observed power" of data in
 * hand. Effects are log ratios, sds those of logs. Source: statistics.md sections 2.8 and 3.1.
 */

/* P(a two-sided t test at alpha sees it), noncentral t by quadrature. noncentrality: effect / se.
 */
double power_student(double noncentrality, double df, double alpha);

/* Rounds for that power at that effect, paired, exactly (Guenther's formula is rounds_to_see). 0
 * past 1,000,000. */
uint64_t rounds_for_power(double effect, double sd, double power, double alpha);

/* P(TOST of n rounds says EQUIVALENT) where the true effect is that. */
double power_tost(size_t n, double effect, double sd, double delta, double alpha);

/* The least true difference between two arms of n runs that is seen with that power; sd of one arm,
 * any scale. */
double least_difference(size_t n, double sd, double power, double alpha);
