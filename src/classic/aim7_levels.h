// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base.h"

/*
 * How many users work at a time: AIM Suite VII's way from one load level to the next, and what the
 * levels come to. Pure: times come in.
 */

/* What was measured at one level. */
struct aim7_point {
	uint64_t users;
	double jobs_per_min; /* of all users, tests that were run */
	double real_s, cpu_s;
	int jti;
};

double aim7_jobs_per_min_task(const struct aim7_point *point);

struct aim7_levels {
	const uint64_t *list; /* these and no others; NULL: start, increment, end */
	size_t list_count;
	uint64_t start, increment, end;
	double crossover; /* jobs/min/task at or below which there is no next level; 0: none */
	bool adaptive;    /* the timer: an increment after how much longer a level takes */
	bool approach;    /* shorter steps from 10 % above the crossover on */
};

/* The increment that follows from a level's time and that of the one before. */
uint64_t aim7_timer(uint64_t increment, double before_s, double now_s);

/*
 * The users of the level after the last of these points (of the first, where there is none); 0 at
 * the end. The increment is kept in *increment, which is 0 at first.
 */
uint64_t aim7_levels_next(const struct aim7_levels *levels, const struct aim7_point *points,
	size_t count, uint64_t *increment);

struct aim7_summary {
	struct aim7_point peak;
	bool has_crossover; /* and these: */
	double crossover_users;
	double sustained; /* root of the area under jobs/min over users, up to the crossover */
	int least_jti;    /* but the last level's, where there are others */
};

/* count: at least 1. */
struct aim7_summary aim7_summarize(const struct aim7_levels *levels,
	const struct aim7_point *points, size_t count);
