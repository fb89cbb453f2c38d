// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base.h"
#include "stats/effect.h"

/*
 * The two-stage plan: the sd of a pilot, and nothing else of it, fixes the number of rounds once.
 * Student's t with n0 - 1 df is then exact for the mean of all rounds over the pilot's sd, whatever
 * the noise, also where the cap binds. Source: Stein 1945; statistics.md section 1.5.
 */
struct stein {
	uint64_t n;        /* rounds in all; at least n0; UINT64_MAX where they are past counting */
	uint64_t n_capped; /* the same, at most cap (but never below n0) */
	double t;          /* Student's critical value of the pilot's df */
	double half_width; /* of the interval of the log ratio after n_capped rounds */
};

/*
 * n0 rounds of pilot (at least 2) with sd s0 of their log ratios; target half-width ln(1 + delta) /
 * 2; m comparisons share alpha. An experiment takes the largest n of its primary comparisons.
 */
struct stein stein_plan(size_t n0, double s0, double delta, double alpha, size_t m, uint64_t cap);

/* The effect in the end: mean of all n log ratios, the pilot's sd, n0 - 1 df. */
struct estimate stein_effect(double mean, uint64_t n, double s0, size_t n0);

/*
 * p of "the noise is what it was in the pilot", two-sided F; below 0.01 is worth a warning.
 * s1: sd of the n1 rounds after the pilot. NaN where either has fewer than 2 rounds.
 */
double noise_change(double s0, size_t n0, double s1, size_t n1);
