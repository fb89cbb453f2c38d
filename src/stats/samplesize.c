// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/samplesize.h"

#include "stats/student.h"

#include <math.h>

static const double power = 0.80;

/* The noise that an interval must contain: se at n is sd / sqrt(n), its df is (n - 1) * df_per_run.
 */
struct noise {
	double sd, df_per_run;
};

static double half_width(const struct noise *noise, double tail, uint64_t n)
{
	double df = ((double)n - 1) * noise->df_per_run;

	return student_critical(tail, df) * noise->sd / sqrt((double)n);
}

/* The half-width falls with n: double n until it fits, then halve the doubt. */
static uint64_t to_settle(const struct noise *noise, double width, double tail)
{
	uint64_t too_few = 1, enough = 2;

	if (!isfinite(noise->sd) || !isfinite(noise->df_per_run) || !(width > 0))
		return 0;
	while (half_width(noise, tail, enough) > width) {
		too_few = enough;
		enough *= 2;
		if (enough > UINT64_C(2) * SETTLE_LIMIT)
			return 0;
	}
	while (enough - too_few > 1) {
		uint64_t middle = too_few + (enough - too_few) / 2;
		if (half_width(noise, tail, middle) > width)
			too_few = middle;
		else
			enough = middle;
	}
	return enough <= SETTLE_LIMIT ? enough : 0;
}

uint64_t rounds_to_settle(double sd, double delta, double alpha, size_t m)
{
	struct noise noise = { .sd = sd, .df_per_run = 1 };

	return to_settle(&noise, log1p(delta) / 2, alpha / (2 * (double)m));
}

uint64_t runs_to_settle(double base_sd, double var_sd, double delta, double alpha, size_t m)
{
	double v1 = base_sd * base_sd, v2 = var_sd * var_sd;
	struct noise noise = {
		.sd = sqrt(v1 + v2),
		/* Satterthwaite's df for equal counts; no noise at all counts as two equal arms */
		.df_per_run = v1 + v2 > 0 ? (v1 + v2) * (v1 + v2) / (v1 * v1 + v2 * v2) : 2,
	};

	return to_settle(&noise, log1p(delta) / 2, alpha / (2 * (double)m));
}

static uint64_t whole(double n)
{
	return isfinite(n) && n < 1e15 ? (uint64_t)ceil(n) : 0;
}

uint64_t rounds_to_see(double effect, double sd, double alpha, size_t m)
{
	double z = normal_critical(alpha / (2 * (double)m));
	double both = z + normal_critical(1 - power);
	double units = sd / effect;

	return whole(both * both * units * units + z * z / 2);
}

uint64_t runs_to_see(double effect, double base_sd, double var_sd, double alpha, size_t m)
{
	double z = normal_critical(alpha / (2 * (double)m));
	double both = z + normal_critical(1 - power);
	double variance = base_sd * base_sd + var_sd * var_sd;

	return whole(both * both * variance / (effect * effect) + z * z / 4);
}
