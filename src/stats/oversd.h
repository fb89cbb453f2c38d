// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/*
 * The mean of a function over what the standard deviation of a normal sample may turn out to be:
 * the outer integral of every distribution that has an estimated sd in it (noncentral t, Dunnett,
 * studentized range).
 */

/*
 * at(s, context) for s = sample sd / true sd, which has df degrees of freedom, from 0 to `most`.
 * The error is below 1e-13, or 1e-11 of the value. Adaptive quadrature by GSL; a few hundred calls.
 */
double over_sample_sd(double (*at)(double s, const void *context), const void *context, double df,
	double most);

/* Beyond this s there is nothing worth adding. */
double sample_sd_limit(double df);
