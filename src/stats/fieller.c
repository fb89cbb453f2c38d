// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/fieller.h"

#include "stats/student.h"

#include <gsl/gsl_statistics_double.h>

#include <math.h>

/* Variances of the two means, and their covariance. */
struct spread {
	double base, var, both;
};

/* The roots r of (m2 - r m1)^2 = t^2 (v22 - 2 r v12 + r^2 v11). */
static struct fieller solve(double m1, double m2, const struct spread *v, double df)
{
	double t = student_critical(0.025, df);
	double t2 = t * t;
	double a = m1 * m1 - t2 * v->base;
	double b = m1 * m2 - t2 * v->both;
	double c = m2 * m2 - t2 * v->var;
	struct fieller f = { .ratio = m2 / m1,
		.df = df,
		.g = t2 * v->base / (m1 * m1),
		.lo = NAN,
		.hi = NAN };

	if (f.g < 1) {
		double root = sqrt(fmax(0, b * b - a * c));
		f.lo = (b - root) / a;
		f.hi = (b + root) / a;
	}
	return f;
}

struct fieller fieller_unpaired(const struct moments *base, const struct moments *var)
{
	struct spread v = {
		.base = base->sd * base->sd / (double)base->n,
		.var = var->sd * var->sd / (double)var->n,
	};
	double r = var->mean / base->mean;
	double scaled = r * r * v.base;
	double df =
		(v.var + scaled) * (v.var + scaled) /
		(v.var * v.var / ((double)var->n - 1) + scaled * scaled / ((double)base->n - 1));

	return solve(base->mean, var->mean, &v, df);
}

struct fieller fieller_paired(const double *base, const double *var, size_t n)
{
	struct spread v = {
		.base = sample_variance(base, n) / (double)n,
		.var = sample_variance(var, n) / (double)n,
		.both = n > 1 ? gsl_stats_covariance(base, 1, var, 1, n) / (double)n : NAN,
	};

	return solve(sample_mean(base, n), sample_mean(var, n), &v, (double)n - 1);
}
