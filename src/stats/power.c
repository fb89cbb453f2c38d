// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/power.h"

#include "stats/oversd.h"
#include "stats/student.h"

#include <math.h>

enum {
	ROUNDS_LIMIT = 10000,
	NORMAL_FROM = 10000, /* runs from which the sample's sd is as good as the true one */
};

/* A normal statistic that is judged against what the sample's own sd allows; s is that sd over the
 * true one. */
struct judged {
	double upper, lower; /* where the bounds lie for a perfectly known sd */
	double critical;
	bool inside; /* the chance to lie between the bounds, which close in with s; else beyond
			them, which open */
};

static double judged_at(double s, const void *context)
{
	const struct judged *j = context;
	double room = j->critical * s;

	if (!j->inside)
		return normal_tail(j->upper + room) + normal_tail(room - j->lower);
	return fmax(0, normal_tail(-(j->upper - room)) - normal_tail(-(j->lower + room)));
}

double power_student(double noncentrality, double df, double alpha)
{
	struct judged judged = {
		.upper = -noncentrality,
		.lower = -noncentrality,
		.critical = student_critical(alpha / 2, df),
	};

	return over_sample_sd(judged_at, &judged, df, sample_sd_limit(df));
}

uint64_t rounds_for_power(double effect, double sd, double power, double alpha)
{
	for (uint64_t n = 2; n <= ROUNDS_LIMIT; n++)
		if (power_student(effect * sqrt((double)n) / sd, (double)n - 1, alpha) >= power)
			return n;
	return 0;
}

double power_tost(size_t n, double effect, double sd, double delta, double alpha)
{
	double margin = log1p(delta), unit = sd / sqrt((double)n), df = (double)n - 1;
	struct judged judged = {
		.upper = (margin - effect) / unit,
		.lower = (-margin - effect) / unit,
		.critical = student_critical(alpha, df),
		.inside = true,
	};

	/* with a larger sd the bounds have met and nothing is inside */
	return over_sample_sd(judged_at, &judged, df,
		fmin(sample_sd_limit(df), margin / (judged.critical * unit)));
}

double least_difference(size_t n, double sd, double power, double alpha)
{
	double unit = sd * sqrt(2 / (double)n), df = 2 * (double)n - 2;
	double too_small = 0, enough = unit;

	if (n < 2 || !(sd > 0) || !isfinite(sd))
		return NAN;
	if (n > NORMAL_FROM)
		return unit * (normal_critical(alpha / 2) + normal_critical(1 - power));
	while (power_student(enough / unit, df, alpha) < power)
		enough *= 2;
	while (enough - too_small > 1e-9 * enough) {
		double middle = (too_small + enough) / 2;
		if (power_student(middle / unit, df, alpha) < power)
			too_small = middle;
		else
			enough = middle;
	}
	return enough;
}
