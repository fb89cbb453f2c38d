// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/session.h"
#include "report/judge.h"

/* How a comparison is printed. */
enum report_style { STYLE_VERDICT, STYLE_CLASSIC, STYLE_CONTEST, STYLE_JSON, STYLE_CSV };
extern const char *const report_style_names[]; /* ended by NULL, in the order of the enum */

struct report_request {
	const uint64_t *experiments; /* ids; none: the newest */
	size_t experiment_count;
	const char *baseline; /* "" for the plan's own */
	int style;
	bool verbose, explain, pool;
	const char *const *metrics; /* patterns of observed metrics that are to be compared, too */
	size_t metric_count;
	const char **require_same; /* as results.h; none: the plan's */
	size_t require_same_count;
};

/* Reads one experiment, or several to be compared with each other, into the arena. -EINVAL for a
 * pattern of metrics that matches nothing that was observed. */
int report_read(const struct session *session, const struct report_request *request,
	struct arena *arena, struct results *results, struct error *err) MUST_CHECK;

/* Of how many runs the imported summaries are that do not say it; -EINVAL where there are none. */
int report_set_n(struct results *results, uint64_t n, struct arena *arena,
	struct error *err) MUST_CHECK;

/*
 * Judges results, from wherever they come, and prints them on stdout; they are written to where
 * another baseline is asked for. Everything it makes is in the arena. -EINVAL where what is asked
 * for cannot be had of them.
 */
int report_print(struct results *results, const struct report_request *request, struct arena *arena,
	struct judgement *judgement, struct error *err) MUST_CHECK;
