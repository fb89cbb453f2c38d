// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/aim7_levels.h"

#include <math.h>

/* The timer works from this point on, or at once where the first level has so many users. */
enum { TIMER_POINT = 8, TIMER_USERS = 20 };

double aim7_jobs_per_min_task(const struct aim7_point *point)
{
	return point->jobs_per_min / (double)point->users;
}

uint64_t aim7_timer(uint64_t increment, double before_s, double now_s)
{
	const double ratio = now_s / before_s;
	double next = (double)increment;

	if (ratio < 1.20)
		next *= 1 + ratio;
	else if (ratio > 1.30)
		next /= 1 + ratio;
	return next >= 1 ? (uint64_t)next : increment;
}

static bool is_crossed(const struct aim7_levels *levels, const struct aim7_point *last)
{
	return levels->crossover > 0 && aim7_jobs_per_min_task(last) <= levels->crossover;
}

/* Half of the users that are missing to the crossover, once it is within 10 % of them. */
static uint64_t approach(const struct aim7_levels *levels, const struct aim7_point *last,
	uint64_t increment)
{
	const double users = (double)last->users;
	double missing;

	if (levels->crossover <= 0)
		return increment;
	missing = last->jobs_per_min / levels->crossover - users;
	if (missing / users > 0.10)
		return increment;
	return missing >= 2 ? (uint64_t)(missing / 2) : 1;
}

uint64_t aim7_levels_next(const struct aim7_levels *levels, const struct aim7_point *points,
	size_t count, uint64_t *increment)
{
	const struct aim7_point *last = count > 0 ? &points[count - 1] : NULL;

	if (last && is_crossed(levels, last))
		return 0;
	if (levels->list)
		return count < levels->list_count ? levels->list[count] : 0;
	if (!last) {
		*increment = levels->increment;
		return levels->start;
	}
	if (levels->adaptive && count > 1 && (count >= TIMER_POINT || levels->start >= TIMER_USERS))
		*increment = aim7_timer(*increment, last[-1].real_s, last->real_s);
	if (levels->approach)
		*increment = approach(levels, last, *increment);
	if (*increment > levels->end || last->users > levels->end - *increment)
		return 0;
	return last->users + *increment;
}

/* Where the line through two points meets jobs/min = crossover * users. */
static double crossing(double crossover, const struct aim7_point *a, const struct aim7_point *b)
{
	const double users = (double)b->users - (double)a->users;
	const double slope = users > 0 ? (b->jobs_per_min - a->jobs_per_min) / users : crossover;

	if (slope >= crossover)
		return (double)b->users; /* it does not: the last level itself */
	return (a->jobs_per_min - slope * (double)a->users) / (crossover - slope);
}

static double area(const struct aim7_point *points, size_t count, double crossover, double users)
{
	double sum = 0;

	for (size_t i = 1; i + 1 < count; i++)
		sum += ((double)points[i].users - (double)points[i - 1].users) *
		       (points[i].jobs_per_min + points[i - 1].jobs_per_min) / 2;
	if (count < 2)
		return 0;
	const struct aim7_point *before = &points[count - 2];
	return sum +
	       (users - (double)before->users) * (before->jobs_per_min + crossover * users) / 2;
}

struct aim7_summary aim7_summarize(const struct aim7_levels *levels,
	const struct aim7_point *points, size_t count)
{
	const struct aim7_point *last = &points[count - 1];
	struct aim7_summary s = { .peak = points[0], .least_jti = points[0].jti };

	for (size_t i = 1; i < count; i++) {
		if (points[i].jobs_per_min > s.peak.jobs_per_min)
			s.peak = points[i];
		if (i + 1 < count && points[i].jti < s.least_jti)
			s.least_jti = points[i].jti;
	}
	if (count < 2 || !is_crossed(levels, last))
		return s;
	s.has_crossover = true;
	s.crossover_users = crossing(levels->crossover, last - 1, last);
	s.sustained = sqrt(area(points, count, levels->crossover, s.crossover_users));
	return s;
}
