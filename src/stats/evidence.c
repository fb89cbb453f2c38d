// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/evidence.h"

#include "stats/paired.h"
#include "stats/power.h"
#include "stats/signedrank.h"
#include "stats/tost.h"
#include "stats/welch.h"

#include <math.h>

static const double usual_power = 0.8;
static const double confidence = 0.95;

/* All differences of two arms are sorted: more of them than this are not worth their memory. */
enum { SHIFT_MOST = 1000000 };

static struct evidence evidence_empty(void)
{
	const struct moments none = { .mean = NAN, .sd = NAN };

	return (struct evidence){
		.base_log = none,
		.var_log = none,
		.sd_log_ratio = NAN,
		.t_lower = NAN,
		.t_upper = NAN,
		.p_lower = NAN,
		.p_upper = NAN,
		.ratio_lo90 = NAN,
		.ratio_hi90 = NAN,
		.difference = NAN,
		.difference_se = NAN,
		.difference_df = NAN,
		.difference_t = NAN,
		.difference_p = NAN,
		.difference_lo = NAN,
		.difference_hi = NAN,
		.fieller = { .ratio = NAN, .df = NAN, .g = NAN, .lo = NAN, .hi = NAN },
		.rank_p = NAN,
		.shift = { .est = NAN, .lo = NAN, .hi = NAN, .achieved = NAN },
		.least_change = NAN,
	};
}

static void set_difference(struct evidence *e, const struct estimate *difference)
{
	e->difference = difference->est;
	e->difference_se = difference->se;
	e->difference_df = difference->df;
	e->difference_t = difference->t;
	e->difference_p = difference->p;
	e->difference_lo = difference->lo;
	e->difference_hi = difference->hi;
}

static void set_tost(struct evidence *e, const struct comparison *c, double delta)
{
	const struct estimate effect = { .est = c->log_ratio, .se = c->se, .df = c->df };
	struct tost tost = tost_log(&effect, delta);

	e->t_lower = tost.t_lower;
	e->t_upper = tost.t_upper;
	e->p_lower = tost.p_lower;
	e->p_upper = tost.p_upper;
	e->ratio_lo90 = exp(tost.lo);
	e->ratio_hi90 = exp(tost.hi);
}

/* Of two arms with their mean variance. */
static double least_change(const struct moments *base, const struct moments *var, double alpha)
{
	double sd = sqrt((base->sd * base->sd + var->sd * var->sd) / 2);

	if (base->n != var->n || !(base->mean > 0) || !(sd > 0))
		return NAN;
	return least_difference(base->n, sd, usual_power, alpha) / base->mean;
}

static void add_means(struct evidence *e, const struct moments *base, const struct moments *var,
	double alpha)
{
	struct estimate difference = welch(base, var);

	set_difference(e, &difference);
	if (base->n < 2 || var->n < 2)
		return;
	e->fieller = fieller_unpaired(base, var);
	e->least_change = least_change(base, var, alpha);
}

static void add_summary(struct evidence *e, const struct comparison_input *in, double alpha)
{
	const struct moments base = { .n = in->base_n, .mean = in->base_mean, .sd = in->base_sd };
	const struct moments var = { .n = in->var_n, .mean = in->var_mean, .sd = in->var_sd };

	e->base_log = moments_lognormal(&base);
	e->var_log = moments_lognormal(&var);
	add_means(e, &base, &var, alpha);
}

static void add_paired(struct evidence *e, const struct comparison_input *in, bool has_logs,
	struct arena *arena)
{
	size_t n = in->base_n;
	double *d = NEW(arena, double, n);

	for (size_t i = 0; i < n; i++)
		d[i] = in->var[i] - in->base[i];
	struct moments of_d = sample_moments(d, n);
	struct estimate difference =
		effect_make(of_d.mean, of_d.sd / sqrt((double)n), (double)n - 1);
	struct signedrank rank = signedrank_test(d, n);
	set_difference(e, &difference);
	e->rank_p = rank.p;
	e->rank_is_exact = rank.is_exact;
	if (n > 1)
		e->fieller = fieller_paired(in->base, in->var, n);
	if (has_logs)
		e->sd_log_ratio = paired_log(in->base, in->var, n, in->unit).sd;
}

static void add_unpaired(struct evidence *e, const struct comparison_input *in, bool has_logs,
	double alpha, struct arena *arena)
{
	struct moments base = sample_moments(in->base, in->base_n);
	struct moments var = sample_moments(in->var, in->var_n);
	struct ranksum rank = ranksum_test(in->base, in->base_n, in->var, in->var_n);

	add_means(e, &base, &var, alpha);
	e->rank_p = rank.p;
	e->rank_is_exact = rank.is_exact;
	if (has_logs && in->base_n <= SHIFT_MOST / in->var_n)
		e->shift = shift_estimate(sample_logs(arena, in->base, in->base_n), in->base_n,
			sample_logs(arena, in->var, in->var_n), in->var_n, confidence);
}

static bool all_positive(const double *x, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!(x[i] > 0))
			return false;
	return true;
}

struct evidence evidence_of(const struct comparison_input *in, const struct comparison *c,
	double alpha)
{
	struct arena arena = { 0 };
	struct evidence e = evidence_empty();
	bool has_logs = true;

	if (in->base_n == 0 || in->var_n == 0)
		return e;
	if (in->design != DESIGN_SUMMARY) {
		has_logs = all_positive(in->base, in->base_n) && all_positive(in->var, in->var_n);
		if (has_logs) {
			e.base_log = sample_log_moments(in->base, in->base_n, in->unit);
			e.var_log = sample_log_moments(in->var, in->var_n, in->unit);
		}
	}
	switch (in->design) {
	case DESIGN_PAIRED:
		add_paired(&e, in, has_logs, &arena);
		break;
	case DESIGN_UNPAIRED:
		add_unpaired(&e, in, has_logs, alpha, &arena);
		break;
	case DESIGN_SUMMARY:
		add_summary(&e, in, alpha);
		break;
	}
	if (has_logs && c->se > 0)
		set_tost(&e, c, in->delta);
	arena_free(&arena);
	return e;
}
