// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/largest.h"

#include "stats/oversd.h"
#include "stats/student.h"

#include <gsl/gsl_randist.h>

#include <math.h>

/*
 * The integral over a normal density by the trapezoidal rule, which for such functions gains digits
 * with every point: with this step all that a double has.
 */
static const double normal_step = 0.125;
enum { NORMAL_STEPS = 72 }; /* to either side, to nine standard deviations */

/* The largest of so many, and the bound in true standard deviations of what it is judged by. */
struct largest {
	double bound;
	size_t count;
};

/* 1 - (1 - p)^n, to the last digit also where it is small. */
static double any_of(double p, double n)
{
	return -expm1(n * log1p(-p));
}

/* The control's mean is z: one difference is out by chance, and any of them. */
static double dunnett_at(double s, const void *context)
{
	const struct largest *l = context;
	double room = l->bound * s * sqrt(2), sum = 0;

	for (int i = -NORMAL_STEPS; i <= NORMAL_STEPS; i++) {
		double z = i * normal_step;
		double out = normal_tail(room + z) + normal_tail(room - z);
		sum += gsl_ran_ugaussian_pdf(z) * any_of(fmin(out, 1), (double)l->count);
	}
	return sum * normal_step;
}

/* z is the largest mean: the others lie below it, and not all of them within the bound. */
static double range_at(double s, const void *context)
{
	const struct largest *l = context;
	double room = l->bound * s, others = (double)l->count - 1, sum = 0;

	for (int i = -NORMAL_STEPS; i <= NORMAL_STEPS; i++) {
		double z = i * normal_step;
		double below = normal_tail(-z), far_below = normal_tail(room - z);
		sum += gsl_ran_ugaussian_pdf(z) * pow(below, others) *
		       any_of(fmin(far_below / below, 1), others);
	}
	return (double)l->count * sum * normal_step;
}

static double largest_tail(double (*at)(double s, const void *context), double bound, size_t count,
	double df)
{
	const struct largest l = { .bound = fabs(bound), .count = count };

	if (!(df > 0) || isnan(bound))
		return NAN;
	return over_sample_sd(at, &l, df, sample_sd_limit(df));
}

double dunnett_tail(double t, size_t count, double df)
{
	return count > 0 ? largest_tail(dunnett_at, t, count, df) : NAN;
}

double dunnett_critical(double tail, size_t count, double df)
{
	/* between the one of a single difference and Bonferroni's */
	double low = student_critical(tail / 2, df);
	double high = student_critical(tail / (2 * (double)count), df);

	if (count == 0 || !isfinite(low) || !isfinite(high))
		return NAN;
	while (high - low > 1e-10 * high) {
		double middle = (low + high) / 2;
		if (dunnett_tail(middle, count, df) > tail)
			low = middle;
		else
			high = middle;
	}
	return (low + high) / 2;
}

double studentized_range_tail(double q, size_t count, double df)
{
	return count > 1 ? largest_tail(range_at, q, count, df) : NAN;
}
