// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "stats/effect.h"
#include "stats/sample.h"

/*
 * Welch's test of two arms that were not paired and may scatter differently:
 * se^2 = s1^2 / n1 + s2^2 / n2, Satterthwaite's df, real and not rounded.
 * Source: Welch 1947; statistics.md sections 2.3 and 2.4.
 *
 * Moments of logs (sample_log_moments, moments_lognormal) make est a log ratio,
 * moments of the values a difference. n < 2 in an arm leaves se and all after it NaN.
 */
struct estimate welch(const struct moments *base, const struct moments *var);
