// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base.h"

/*
 * How many rounds it takes. m: how many comparisons share alpha. sds are of logs.
 * Source: statistics.md section 2.8.
 */

/*
 * To settle: the least number whose confidence interval at level 1 - alpha / m has a
 * half-width of at most ln(1 + delta) / 2. No verdict can then be INCONCLUSIVE for
 * statistical reasons. Depends on noise alone, never on the effect seen.
 * At least 2; 0 where more than SETTLE_LIMIT would be needed or a number is not finite.
 */
enum { SETTLE_LIMIT = 1000000 };

uint64_t rounds_to_settle(double sd, double delta, double alpha, size_t m);
/* Runs of each arm, where the arms are not paired. */
uint64_t runs_to_settle(double base_sd, double var_sd, double delta, double alpha, size_t m);

/*
 * To see an effect of that size (a log ratio) with 80 % power, if it is real. Source: Guenther
 * 1981. 0 where the effect is 0 or a number is not finite.
 */
uint64_t rounds_to_see(double effect, double sd, double alpha, size_t m);
uint64_t runs_to_see(double effect, double base_sd, double var_sd, double alpha, size_t m);
