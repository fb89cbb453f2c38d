// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/*
 * The distributions that tests and intervals need: Student's t, normal, F and
 * chi squared, by GSL. Degrees of freedom are real and above 0. Tails are
 * computed as tails, never as 1 - P, so that a p of 1e-60 is not 0.
 *
 * "Critical" is the value beyond which the given upper tail lies:
 * student_critical(0.025, 4) is 2.776.
 *
 * What is not defined (df not above 0, a tail outside 0 to 1, NaN) is NaN.
 */

/* P(T > t). */
double student_tail(double t, double df);
/* P(|T| > |t|). */
double student_two_sided(double t, double df);
double student_critical(double tail, double df);

/* P(Z > z). */
double normal_tail(double z);
double normal_critical(double tail);

/* P(F > f), df1 of the numerator. */
double f_tail(double f, double df1, double df2);
/* The smaller tail, doubled: are two variances the same? */
double f_two_sided(double f, double df1, double df2);

/* P(X > x). */
double chi2_tail(double x, double df);
double chi2_critical(double tail, double df);
