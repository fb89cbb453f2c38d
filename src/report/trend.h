// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/error.h"
#include "core/text.h"
#include "model/results.h"
#include "report/trend_order.h"
#include "stats/changepoint.h"

/*
 * One metric over an ordered series of variants: of one import, or of one experiment after the
 * other. Described, point after point; where it changed is tested by E-divisive (changepoint.h) on
 * the points' log means, since no single step of many is to be believed for itself.
 */
enum { TREND_ALL = -1 };

struct trend_point {
	size_t variant;   /* in the results */
	const char *name; /* of the variant; "ID:VARIANT" where several experiments have one */
	uint64_t experiment, started_ns; /* started_ns: 0 of an import, whose time is not known */
	size_t n;                        /* 0: a mean of nobody knows how many */
	double mean, pct_sd;             /* NaN where it is not known */
	/* Against the point before: ratio and 95 % interval (Welch on logs); NaN where there is
	 * none */
	double ratio, ratio_lo, ratio_hi;
	/* The point is better (or worse) than all after number `since`, TREND_ALL: than all before
	 * it; since is the point before where it is neither */
	bool is_best, is_worst;
	int since;
};

struct trend {
	const struct results *results;
	const struct result_metric *metric;
	struct trend_point *points;
	size_t count;
	const char **left_out; /* variants that the order does not name; ended by NULL */
	struct change_point *changes;
	size_t change_count;
	struct change_point best; /* the best split, where there is no change; p NaN: too short */
	uint64_t draws;
	double alpha;
};

enum { TREND_LEAST = 20 }; /* points from which on a change is found that is no landslide */

/*
 * The metric is named as in a report: "lmdd bs=4k write/throughput", or in short where that is
 * clear, "write/throughput" or "throughput". -EINVAL with all that there are where none or several
 * are meant, and for fewer than two points. variant: only those of that name; "" for all.
 * Everything is the arena's; results must outlive it.
 */
int trend_make(const struct results *results, const char *metric, const char *variant,
	const struct trend_order *order, struct arena *arena, struct trend *trend,
	struct error *err) MUST_CHECK;

/* Whether the results have a metric that is named so. */
bool trend_has_metric(const struct results *results, const char *name, struct arena *arena);

int trend_text(const struct trend *trend, struct text *out, struct error *err) MUST_CHECK;
void trend_csv(const struct trend *trend, struct text *out);
int trend_json(const struct trend *trend, struct text *out, struct error *err) MUST_CHECK;

/* Of the values of a part of the points. */
double trend_mean(const struct trend *trend, size_t first, size_t end);
/* "best of all", "worst since TEST5": of two points at least; "" where it is neither. */
const char *trend_since(const struct trend *trend, size_t point, struct arena *arena);
