// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/changepoint.h"
#include "stats/drift.h"
#include "stats/fieller.h"
#include "stats/levels.h"
#include "stats/order.h"
#include "stats/power.h"
#include "stats/serial.h"
#include "stats/steady.h"
#include "stats/stein.h"
#include "stats/suite.h"
#include "stats/suspect.h"

#include "unit.h"

#include <math.h>

static struct first_run first_of(const double *x, size_t n)
{
	struct first_run test;

	(void)first_run_test(&x, 1, n, &test);
	return test;
}

static bool is_suspect(const double *x, size_t n, size_t i, double resolution)
{
	const struct mad_scale scale = mad_scale_of(x, n, resolution);

	return mad_is_suspect(&scale, x[i]);
}

START_TEST(a_first_run_is_flagged_whether_slow_or_fast)
{
	static const double slow[] = { 182.4, 69.1, 68.9, 69.5, 69.2 };
	static const double quick[] = { 20.1, 69.1, 68.9, 69.5, 69.2 };
	static const double clean[] = { 69.0, 69.1, 68.9, 69.5, 69.2 };
	struct first_run test = first_of(slow, 5);

	ck_assert(first_run_is_suspect(&test, 0.05));
	test = first_of(quick, 5);
	ck_assert(first_run_is_suspect(&test, 0.05));
	test = first_of(clean, 5);
	ck_assert(!first_run_is_suspect(&test, 0.05));
	ck_assert(is_suspect(slow, 5, 0, 0));
	ck_assert(is_suspect(quick, 5, 0, 0));
	ck_assert(!is_suspect(clean, 5, 0, 0));
}
END_TEST

START_TEST(a_first_run_within_the_margin_is_no_suspect_however_certain)
{
	static const double x[] = { 101, 100, 100, 100, 100 };
	struct first_run test = first_of(x, 5);

	ck_assert(test.p_adjusted < 0.01);
	ck_assert(!first_run_is_suspect(&test, 0.05));
	ck_assert(first_run_is_suspect(&test, 0.005));
}
END_TEST

START_TEST(two_runs_cannot_tell_which_is_odd)
{
	static const double x[] = { 182, 69 };
	struct first_run test = first_of(x, 2);

	ck_assert_double_nan(test.p);
	ck_assert(!first_run_is_suspect(&test, 0.05));
	ck_assert(!is_suspect(x, 2, 0, 0));
}
END_TEST

START_TEST(equal_readings_are_judged_by_their_resolution)
{
	static const double x[] = { 5, 5, 5, 5, 6 };

	ck_assert(is_suspect(x, 5, 4, 0.01));
	ck_assert(!is_suspect(x, 5, 4, 1));
	ck_assert(!is_suspect(x, 5, 0, 0));
}
END_TEST

START_TEST(drift_is_found_in_a_line_and_not_in_constants)
{
	static const double line[] = { 1, 2, 4, 8, 16 }, flat[] = { 7, 7, 7, 7, 7 };
	const double *rows[] = { line };
	struct drift drift = drift_trend(rows, 1, 5);

	ck_assert_double_eq_tol(drift.slope, log(2), 1e-12);
	ck_assert_double_eq_tol(drift.total_pct, 1500, 1e-6);
	ck_assert(drift.p < 1e-6);
	rows[0] = flat;
	drift = drift_trend(rows, 1, 5);
	ck_assert_double_eq_tol(drift.slope, 0, 1e-15);
	ck_assert(drift.p > 0.05);
	ck_assert_double_nan(drift_trend(rows, 1, 2).p);
}
END_TEST

/* Three variants far apart, each 4 % larger when it comes last, with a little noise. */
START_TEST(a_leaking_reset_shows_in_the_position_and_variants_do_not)
{
	enum { K = 3, N = 12 };
	static const double level[K] = { 1, 10, 100 };
	struct arena arena = { 0 };
	size_t *orders = draw_orders(&arena, 42, K, N);
	double x[K][N];
	const double *rows[K] = { x[0], x[1], x[2] };

	for (int leaks = 0; leaks < 2; leaks++) {
		for (size_t b = 0; b < N; b++)
			for (size_t position = 0; position < K; position++) {
				size_t v = orders[b * K + position];
				double noise = 1 + 0.001 * (double)((b * 7 + v * 5) % 4);
				x[v][b] =
					level[v] * noise * (leaks && position == K - 1 ? 1.04 : 1);
			}
		struct estimate e = position_effect(rows, orders, K, N);
		ck_assert((e.p < 0.01) == leaks);
		ck_assert_double_eq_tol(e.est, leaks ? log(1.04) : 0, 0.01);
	}
	ck_assert_double_nan(position_effect(rows, orders, 1, N).p);
	arena_free(&arena);
}
END_TEST

/* Two variants in two orders: what is left of their means is twice the same number. */
START_TEST(two_rounds_say_nothing_of_the_position_and_four_have_two_degrees_of_freedom)
{
	static const double a[] = { 100, 110, 104, 99 }, b[] = { 120, 101, 99, 117 };
	static const double *const rows[] = { a, b };
	static const size_t orders[] = { 0, 1, 1, 0, 1, 0, 0, 1 };

	ck_assert_double_nan(position_effect(rows, orders, 2, 2).p);
	ck_assert_double_nan(position_effect(rows, orders, 2, 3).p);
	struct estimate e = position_effect(rows, orders, 2, 4);
	ck_assert_double_eq_tol(e.df, 2, 1e-12);
	/* half the difference of the mean ln(b/a) where b came last and where a did */
	double last = (log(120 / 100.) + log(117 / 99.)) / 2,
	       first = (log(101 / 110.) + log(99 / 104.)) / 2;
	ck_assert_double_eq_tol(e.est, (last - first) / 2, 1e-12);
}
END_TEST

START_TEST(rounds_that_follow_each_other_are_suspect_and_independent_ones_are_not)
{
	static const double trend[] = { 1, 2, 3, 4, 5, 6, 7, 8 },
			    mixed[] = { 4, 1, 6, 3, 8, 2, 7, 5 };

	ck_assert(von_neumann_is_suspect(trend, 8));
	ck_assert(!von_neumann_is_suspect(mixed, 8));
	ck_assert(!von_neumann_is_suspect(trend, 7));
}
END_TEST

START_TEST(a_constant_series_has_no_error_and_no_correlation)
{
	static const double x[] = { 3, 3, 3, 3, 3, 3 };
	struct series_error e = series_standard_error(x, 6);

	ck_assert_double_nan(e.lag1);
	ck_assert_uint_eq(e.length, 1);
	ck_assert(e.se == 0);
	ck_assert(e.n_eff == 6);
}
END_TEST

START_TEST(a_series_that_never_settles_is_not_steady)
{
	double rising[50], settled[50];

	for (size_t i = 0; i < COUNT_OF(rising); i++) {
		rising[i] = 1 - exp(-(double)i / 20);
		settled[i] = i < 10 ? (double)i : 100 + (double)(i % 3);
	}
	struct mser m = mser_truncate(rising, 50, 5);
	ck_assert(!m.is_steady);
	m = mser_truncate(settled, 50, 5);
	ck_assert(m.is_steady);
	ck_assert_uint_eq(m.dropped_samples, 10);
	ck_assert(!mser_truncate(settled, 9, 5).is_steady);
	ck_assert_double_nan(mser_truncate(settled, 9, 5).mser);
}
END_TEST

START_TEST(preconditioning_fails_on_range_or_on_slope)
{
	static const double slope[] = { 100, 103, 106, 109, 112 },
			    range[] = { 100, 122, 99, 101, 100 };
	static const double fine[] = { 100, 104, 98, 101, 99 };
	struct snia s = snia_window(slope, 5);

	ck_assert(!s.is_steady && s.range_pct < 20 && s.slope_pct > 10);
	s = snia_window(range, 5);
	ck_assert(!s.is_steady && s.range_pct > 20 && s.slope_pct < 10);
	ck_assert(snia_window(fine, 5).is_steady);
	ck_assert(!snia_window(fine, 1).is_steady);
}
END_TEST

START_TEST(change_points_are_found_where_they_are_and_nowhere_else)
{
	struct arena arena = { 0 };
	double x[60];
	size_t count;

	for (size_t i = 0; i < COUNT_OF(x); i++)
		x[i] = 100 + (double)(i * 37 % 11) / 10 + (i >= 20 ? 20 : 0) - (i >= 45 ? 8 : 0);
	struct change_point *found = change_points(&arena, x, 60, 5, 0.01, 499, 3, &count);
	ck_assert_uint_eq(count, 2);
	ck_assert_uint_eq(found[0].at, 20);
	ck_assert_uint_eq(found[1].at, 45);
	ck_assert_double_eq_tol(found[0].p, 1.0 / 500, 1e-12);

	(void)change_points(&arena, x, 20, 5, 0.01, 499, 3, &count);
	ck_assert_uint_eq(count, 0);
	(void)change_points(&arena, x, 3, 5, 0.01, 499, 3, &count);
	ck_assert_uint_eq(count, 0);
	ck_assert(change_point_test(x, 60, 5, 99, 1).p == change_point_test(x, 60, 5, 99, 1).p);
	arena_free(&arena);
}
END_TEST

START_TEST(a_plan_keeps_between_its_pilot_and_its_cap)
{
	struct stein plan = stein_plan(10, 0.06, 0.05, 0.05, 1, 30);

	ck_assert_uint_eq(plan.n, 31);
	ck_assert_uint_eq(plan.n_capped, 30);
	plan = stein_plan(10, 0, 0.05, 0.05, 1, 30);
	ck_assert_uint_eq(plan.n_capped, 10);
	plan = stein_plan(10, 1e12, 0.05, 0.05, 1, 30);
	ck_assert_uint_eq(plan.n_capped, 30);
	ck_assert_uint_eq(stein_plan(10, 0.06, 0.05, 0.05, 1, 6).n_capped, 10);
	ck_assert_uint_gt(stein_plan(10, 0.06, 0.05, 0.05, 3, 99).n, 31);
}
END_TEST

START_TEST(noise_that_changed_after_the_pilot_is_seen)
{
	ck_assert(noise_change(0.01, 10, 0.05, 10) < 0.01);
	ck_assert(noise_change(0.05, 10, 0.01, 10) < 0.01);
	ck_assert(noise_change(0.01, 10, 0.011, 10) > 0.5);
	ck_assert_double_nan(noise_change(0.01, 10, 0.01, 1));
}
END_TEST

START_TEST(a_suite_turns_times_over_before_it_averages)
{
	static const double base[] = { 10, 11, 12 }, twice[] = { 20, 22.1, 24 };
	struct suite_row rows[] = {
		{ .base = base, .var = twice },
		{ .base = twice, .var = base, .is_cost = true },
	};
	struct paired suite = suite_geomean(rows, 2, 3);

	ck_assert_double_eq_tol(exp(suite.effect.est), 2.003, 0.001);
	ck_assert(suite.effect.p < 0.001);
	rows[1].is_cost = false;
	ck_assert_double_eq_tol(exp(suite_geomean(rows, 2, 3).effect.est), 1, 1e-12);
	ck_assert_double_nan(suite_geomean(rows, 0, 3).effect.est);
}
END_TEST

START_TEST(a_baseline_near_zero_has_no_finite_fieller_interval)
{
	struct moments base = { .n = 3, .mean = 1, .sd = 2 }, var = { .n = 3, .mean = 5, .sd = 1 };
	struct fieller f = fieller_unpaired(&base, &var);

	ck_assert(f.g >= 1);
	ck_assert_double_nan(f.lo);
	ck_assert_double_nan(f.hi);
}
END_TEST

START_TEST(boots_that_add_nothing_ask_for_as_many_runs_as_there_can_be)
{
	static const double a[] = { 10, 12, 11 }, b[] = { 12, 10, 11 };
	const double *boots[] = { a, b };

	ck_assert(isinf(levels_estimate(boots, 2, 3, 180, 60).runs_real));
}
END_TEST

START_TEST(without_an_effect_power_is_alpha)
{
	ck_assert_double_eq_tol(power_student(0, 5, 0.05), 0.05, 1e-8);
	ck_assert_double_eq_tol(power_student(0, 200, 0.01), 0.01, 1e-8);
	/* at the margin a false EQUIVALENT is as likely as alpha allows */
	ck_assert_double_eq_tol(power_tost(20, log1p(0.05), 0.03, 0.05, 0.05), 0.05, 1e-3);
}
END_TEST

UNIT_MAIN("stat_series", a_first_run_is_flagged_whether_slow_or_fast,
	a_first_run_within_the_margin_is_no_suspect_however_certain,
	two_runs_cannot_tell_which_is_odd, equal_readings_are_judged_by_their_resolution,
	drift_is_found_in_a_line_and_not_in_constants,
	a_leaking_reset_shows_in_the_position_and_variants_do_not,
	two_rounds_say_nothing_of_the_position_and_four_have_two_degrees_of_freedom,
	rounds_that_follow_each_other_are_suspect_and_independent_ones_are_not,
	a_constant_series_has_no_error_and_no_correlation,
	a_series_that_never_settles_is_not_steady, preconditioning_fails_on_range_or_on_slope,
	change_points_are_found_where_they_are_and_nowhere_else,
	a_plan_keeps_between_its_pilot_and_its_cap, noise_that_changed_after_the_pilot_is_seen,
	a_suite_turns_times_over_before_it_averages,
	a_baseline_near_zero_has_no_finite_fieller_interval,
	boots_that_add_nothing_ask_for_as_many_runs_as_there_can_be,
	without_an_effect_power_is_alpha)
