// SPDX-License-Identifier: GPL-3.0-or-later
#include "vectors.h"

#include "model/histogram.h"
#include "stats/changepoint.h"
#include "stats/drift.h"
#include "stats/levels.h"
#include "stats/order.h"
#include "stats/power.h"
#include "stats/sample.h"
#include "stats/samplesize.h"
#include "stats/serial.h"
#include "stats/steady.h"
#include "stats/stein.h"
#include "stats/suite.h"
#include "stats/summary.h"
#include "stats/suspect.h"

#include <math.h>

static void do_n_for_half_width(struct vector *v)
{
	double sd = number(v->in, "sd_log"), delta = number(v->in, "delta");

	put(v, "n_paired", (double)rounds_to_settle(sd, delta, 0.05, 1));
	put(v, "n_unpaired_per_arm", (double)runs_to_settle(sd, sd, delta, 0.05, 1));
}

static void do_n_for_power_paired(struct vector *v)
{
	double effect = log1p(number(v->in, "effect"));

	ck_assert(number(v->in, "power") == 0.8);
	uint64_t n = rounds_for_power(effect, number(v->in, "sd_log"), 0.8, number(v->in, "alpha"));
	put(v, "n_exact", (double)n);
	put(v, "power_at_n",
		power_student(effect * sqrt((double)n) / number(v->in, "sd_log"), (double)n - 1,
			number(v->in, "alpha")));
	put(v, "n_guenther",
		(double)rounds_to_see(effect, number(v->in, "sd_log"), number(v->in, "alpha"), 1));
}

static void do_block_orders(struct vector *v)
{
	size_t k = count_at(v->in, "k"), rounds = count_at(v->in, "blocks");
	size_t *orders = draw_orders(&v->arena, (uint32_t)number(v->in, "seed"), k, rounds);
	json_t *list = json_array();

	for (size_t i = 0; i < rounds; i++) {
		json_t *order = json_array();
		for (size_t position = 0; position < k; position++)
			(void)json_array_append_new(order,
				json_integer((json_int_t)orders[i * k + position]));
		(void)json_array_append_new(list, order);
	}
	(void)json_object_set_new(v->out, "orders", list);
}

static void do_tost_power_paired(struct vector *v)
{
	put(v, "power",
		power_tost(count_at(v->in, "n"), log1p(number(v->in, "true_effect")),
			number(v->in, "sd_log"), number(v->in, "delta"), 0.05));
}

static void do_mde_two_sample(struct vector *v)
{
	put(v, "delta",
		least_difference(count_at(v->in, "n"), number(v->in, "sd_pooled"),
			number(v->in, "power"), number(v->in, "alpha")));
}

static void do_stein_two_stage(struct vector *v)
{
	size_t n0 = count_at(v->in, "n0");
	double s0 = number(v->in, "s0");
	struct stein plan =
		stein_plan(n0, s0, number(v->in, "delta"), 0.05, 1, count_at(v->in, "cap"));

	put(v, "N", (double)plan.n);
	put(v, "N_capped", (double)plan.n_capped);
	put(v, "half_width", plan.half_width);
	put(v, "t", plan.t);
	/* what the plan promises is what the verdict then uses */
	struct estimate e = stein_effect(0, plan.n_capped, s0, n0);
	ck_assert_double_eq_tol(e.hi, plan.half_width, 1e-12);
}

/* Rows of numbers as pointers to them. */
static void do_suite_geomean_ratio(struct vector *v)
{
	const json_t *metrics = json_object_get(v->in, "metrics");
	struct matrix base = matrix_of(v, json_object_get(metrics, "base"));
	struct matrix var = matrix_of(v, json_object_get(metrics, "var"));
	struct suite_row *rows = NEW(&v->arena, struct suite_row, base.k);

	for (size_t i = 0; i < base.k; i++)
		rows[i] = (struct suite_row){ .base = base.rows[i], .var = var.rows[i] };
	struct paired suite = suite_geomean(rows, base.k, base.n);
	put(v, "ratio", exp(suite.effect.est));
	put(v, "ratio_lo", exp(suite.effect.lo));
	put(v, "ratio_hi", exp(suite.effect.hi));
	put(v, "p", suite.effect.p);
}

static void do_variance_components(struct vector *v)
{
	struct matrix boots = matrix_of(v, json_object_get(v->in, "boots"));
	struct levels l = levels_estimate(boots.rows, boots.k, boots.n, number(v->in, "cost_boot"),
		number(v->in, "cost_run"));

	put(v, "S1sq", l.within);
	put(v, "T1sq", l.within);
	put(v, "S2sq", l.between_means);
	put(v, "T2sq", l.between);
	put(v, "mean_log", l.mean);
	put(v, "ci_lo", exp(l.lo));
	put(v, "ci_hi", exp(l.hi));
	put(v, "r_opt", l.runs_real);

	/* the wrong interval, which counts the runs: what the summary of one sample says of them */
	double *all = NEW(&v->arena, double, boots.k *boots.n);
	for (size_t i = 0; i < boots.k * boots.n; i++)
		all[i] = boots.rows[i / boots.n][i % boots.n];
	struct summary naive;
	struct error err = { 0 };
	OK(summarize(all, boots.k * boots.n, &naive, &err));
	put(v, "naive_ci_lo", naive.gmean_lo);
	put(v, "naive_ci_hi", naive.gmean_hi);
}

static void do_first_run(struct vector *v)
{
	struct numbers x = numbers(v, "x");
	const double *rows[] = { x.x };
	struct first_run test;

	(void)first_run_test(rows, 1, x.n, &test);
	const struct mad_scale scale = mad_scale_of(x.x, x.n, 0);
	double score = mad_score(&scale, x.x[0]);
	put(v, "t", test.t);
	put(v, "df", test.df);
	put(v, "p", test.p);
	put(v, "ratio_first_to_rest", test.ratio);
	put(v, "mad_raw", sample_mad(x.x, x.n));
	put(v, "hyperfine_score", score);
	put(v, "iglewicz_hoaglin", 0.6745 * score);
	(void)json_object_set_new(v->out, "hyperfine_flag", json_boolean(score > 14.826));
	/* below 4 values the flag is not offered: the median is one of the two that agree */
	ck_assert(mad_is_suspect(&scale, x.x[0]) == (x.n >= 4 && fabs(score) > 14.826));
}

static void do_first_run_pooled(struct vector *v)
{
	struct matrix x = matrix_of(v, json_object_get(v->in, "x"));
	struct first_run *tests = NEW(&v->arena, struct first_run, x.k);
	double *t = NEW(&v->arena, double, x.k), *p = NEW(&v->arena, double, x.k);
	double *adjusted = NEW(&v->arena, double, x.k);

	put(v, "sp", first_run_test(x.rows, x.k, x.n, tests));
	put(v, "df", tests[0].df);
	for (size_t i = 0; i < x.k; i++) {
		t[i] = tests[i].t;
		p[i] = tests[i].p;
		adjusted[i] = tests[i].p_adjusted;
	}
	put_list(v, "t", t, x.k);
	put_list(v, "p", p, x.k);
	put_list(v, "p_bonf", adjusted, x.k);
}

static void do_drift_slope(struct vector *v)
{
	struct matrix x = matrix_of(v, json_object_get(v->in, "values"));
	struct drift drift = drift_trend(x.rows, x.k, x.n);

	put(v, "slope", drift.slope);
	put(v, "se", drift.se);
	put(v, "p", drift.p);
	put(v, "total_pct", drift.total_pct);
}

static void do_von_neumann_ratio(struct vector *v)
{
	struct numbers x = numbers(v, "x");

	put(v, "rvn", von_neumann_ratio(x.x, x.n));
	put(v, "lag1", lag1_autocorrelation(x.x, x.n));
}

static void do_snia_steady_state(struct vector *v)
{
	struct numbers y = numbers(v, "y");
	struct snia s = snia_window(y.x, y.n);

	put(v, "mean", s.mean);
	put(v, "range_pct", s.range_pct);
	put(v, "slope", s.slope);
	put(v, "slope_excursion_pct", s.slope_pct);
	(void)json_object_set_new(v->out, "steady", json_boolean(s.is_steady));
}

static void do_mser5(struct vector *v)
{
	struct numbers x = numbers(v, "x");
	struct mser m = mser_truncate(x.x, x.n, count_at(v->in, "batch"));

	put(v, "batches", (double)m.batches);
	put(v, "d_batches", (double)m.dropped);
	put(v, "truncate_samples", (double)m.dropped_samples);
	put(v, "mser", m.mser);
	put(v, "mean_after", m.mean_after);
	put(v, "mean_all", m.mean_all);
}

static void do_andrews_block_length(struct vector *v)
{
	struct numbers x = numbers(v, "x");
	struct series_error e = series_standard_error(x.x, x.n);

	put(v, "lag1", e.lag1);
	put(v, "L_real", e.length_real);
	put(v, "L", (double)e.length);
	put(v, "n_eff", e.n_eff);
	put(v, "se_iid", e.se_iid);
	put(v, "mbb_se", e.se);
}

static void do_edivisive_q(struct vector *v)
{
	struct numbers x = numbers(v, "x");
	size_t least = count_at(v->in, "min_segment");
	struct change_point best = change_point_test(x.x, x.n, least, 0, 1);

	put(v, "split_after", (double)best.at);
	put(v, "Q", best.q);
	put_list(v, "Q_all", change_point_scan(&v->arena, x.x, x.n, least), x.n - 2 * least + 1);
}

/* Values below 128 have a bucket each, so that the histogram can say all it holds. */
static void do_hdr_expected_interval(struct vector *v)
{
	struct numbers x = numbers(v, "values");
	struct histogram *h = NEW(&v->arena, struct histogram, 1);
	double recorded[64];
	size_t n = 0;

	for (size_t i = 0; i < x.n; i++)
		histogram_add_expected(h, (uint64_t)x.x[i],
			(uint64_t)number(v->in, "expected_interval"));
	for (unsigned bucket = 0; bucket < 1u << HISTOGRAM_LINEAR_BITS; bucket++)
		for (uint64_t k = 0; k < h->buckets[bucket] && n < COUNT_OF(recorded); k++)
			recorded[n++] = bucket;
	put(v, "n", (double)h->count);
	put_list(v, "recorded", recorded, n);
}

const struct known_function series_functions[] = {
	/* the baseline of pct_of_base is not among the inputs */
	{ .fn = "mde_two_sample",
		.vectors = 7,
		.run = do_mde_two_sample,
		.without = "pct_of_base" },
	{ .fn = "suite_geomean_ratio", .vectors = 1, .run = do_suite_geomean_ratio },
	{ .fn = "n_for_half_width", .vectors = 9, .run = do_n_for_half_width },
	{ .fn = "n_for_power_paired", .vectors = 3, .run = do_n_for_power_paired },
	{ .fn = "tost_power_paired", .vectors = 5, .run = do_tost_power_paired },
	{ .fn = "stein_two_stage", .vectors = 4, .run = do_stein_two_stage },
	{ .fn = "variance_components", .vectors = 1, .run = do_variance_components },
	{ .fn = "first_run", .vectors = 3, .run = do_first_run },
	{ .fn = "first_run_pooled", .vectors = 1, .run = do_first_run_pooled },
	{ .fn = "drift_slope", .vectors = 2, .run = do_drift_slope },
	{ .fn = "von_neumann_ratio", .vectors = 1, .run = do_von_neumann_ratio },
	{ .fn = "snia_steady_state", .vectors = 3, .run = do_snia_steady_state },
	{ .fn = "mser5", .vectors = 1, .run = do_mser5 },
	{ .fn = "andrews_block_length", .vectors = 2, .run = do_andrews_block_length },
	{ .fn = "edivisive_q", .vectors = 1, .run = do_edivisive_q },
	{ .fn = "hdr_expected_interval", .vectors = 1, .run = do_hdr_expected_interval },
	{ .fn = "block_orders", .vectors = 1, .run = do_block_orders },
	{ 0 },
};
