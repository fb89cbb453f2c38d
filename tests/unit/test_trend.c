// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/trend.h"

#include "sample_results.h"
#include "unit.h"

#include <errno.h>

static struct trend_order order_of(struct arena *arena, const char *text)
{
	struct trend_order order;
	struct error err = { 0 };

	OK(trend_order_of_text(text, arena, &order, &err));
	return order;
}

static struct trend_order order_of_file(struct arena *arena, const char *text)
{
	struct trend_order order;
	struct error err = { 0 };

	OK(trend_order_of_file(text, arena, &order, &err));
	return order;
}

/* One metric; each variant has the values around its mean. */
static struct results *series(struct arena *arena, const char *const *names, const double *means,
	size_t count)
{
	struct results *r = sample_results(arena, 1, count, 3);

	for (size_t v = 0; v < count; v++) {
		r->variants[v].name = names[v];
		sample_values(r, 0, v, 1, means[v] - 1, means[v], means[v] + 1);
	}
	return r;
}

static struct trend trend_of(struct arena *arena, const struct results *r, const char *order)
{
	struct trend_order made = order_of(arena, order);
	struct error err = { 0 };
	struct trend t;

	OK(trend_make(r, "throughput", "", &made, arena, &t, &err));
	return t;
}

static const char *names_of(struct arena *arena, const struct trend *t)
{
	const char *text = "";

	for (size_t i = 0; i < t->count; i++)
		text = arena_printf(arena, "%s%s%s", text, i ? " " : "", t->points[i].name);
	return text;
}

START_TEST(numbers_in_names_are_compared_as_numbers)
{
	static const char *const ascending[] = { "2.4", "2.4.9", "2.4.10", "2.4.10-pre2",
		"2.4.10-pre10", "2.04.11", "2.5.0", "TEST5", "TEST12" };

	for (size_t i = 0; i < COUNT_OF(ascending); i++) {
		ck_assert_int_eq(trend_compare_names(ascending[i], ascending[i]), 0);
		for (size_t k = i + 1; k < COUNT_OF(ascending); k++) {
			ck_assert_int_lt(trend_compare_names(ascending[i], ascending[k]), 0);
			ck_assert_int_gt(trend_compare_names(ascending[k], ascending[i]), 0);
		}
	}
}
END_TEST

START_TEST(dates_are_found_in_names_and_nothing_else_is_one)
{
	static const char *const ascending[] = { "nightly-2025-12-31", "20260101",
		"k-2026-01-02-gabc", "2026-11-30T09:05", "2026-11-30 17:05:01", "20261201-1" };
	static const char *const none[] = { "", "6.1.0", "2026", "2026-13-01", "2026-11-32",
		"120261130", "202611300", "1999999" };

	for (size_t i = 0; i < COUNT_OF(ascending); i++) {
		ck_assert_uint_gt(trend_date(ascending[i]), 0);
		if (i > 0)
			ck_assert_uint_gt(trend_date(ascending[i]), trend_date(ascending[i - 1]));
	}
	for (size_t i = 0; i < COUNT_OF(none); i++)
		ck_assert_msg(trend_date(none[i]) == 0, "%s", none[i]);
}
END_TEST

START_TEST(points_are_in_the_order_that_is_asked_for)
{
	static const char *const names[] = { "v10-2026-01-03", "v9-2026-02-01", "v2-2026-01-04" };
	static const double means[] = { 100, 101, 102 };
	struct arena arena = { 0 };
	struct results *r = series(&arena, names, means, 3);
	struct trend t = trend_of(&arena, r, "time");

	ck_assert_str_eq(names_of(&arena, &t), "v10-2026-01-03 v9-2026-02-01 v2-2026-01-04");
	t = trend_of(&arena, r, "name");
	ck_assert_str_eq(names_of(&arena, &t), "v2-2026-01-04 v9-2026-02-01 v10-2026-01-03");
	t = trend_of(&arena, r, "date");
	ck_assert_str_eq(names_of(&arena, &t), "v10-2026-01-03 v2-2026-01-04 v9-2026-02-01");
	t = trend_of(&arena, r, "v9-2026-02-01,v10-2026-01-03");
	ck_assert_str_eq(names_of(&arena, &t), "v9-2026-02-01 v10-2026-01-03");
	ck_assert_str_eq(t.left_out[0], "v2-2026-01-04");
	ck_assert_ptr_null(t.left_out[1]);
	arena_free(&arena);
}
END_TEST

START_TEST(a_git_log_is_newest_first_and_commits_are_found_in_names)
{
	static const char *const names[] = { "6.1.0-gccccccc", "6.1.0-gaaaaaaa1", "bbbbbbbb" };
	static const double means[] = { 100, 101, 102 };
	static const char *const logs[] = {
		"cccccccc33 third: a change\nbbbbbbbb22 second\naaaaaaa111 first\n",
		"commit cccccccc3344556677889900aabbccddeeff0011\nAuthor: a\n\n    third\n\n"
		"commit bbbbbbbb2244556677889900aabbccddeeff0011 (tag: x)\n\n    second\n"
		"commit aaaaaaa11244556677889900aabbccddeeff0011\n",
	};
	struct arena arena = { 0 };
	struct results *r = series(&arena, names, means, 3);
	struct error err = { 0 };
	struct trend t;

	for (size_t i = 0; i < COUNT_OF(logs); i++) {
		struct trend_order order = order_of_file(&arena, logs[i]);
		ck_assert(order.is_log);
		OK(trend_make(r, "throughput", "", &order, &arena, &t, &err));
		ck_assert_str_eq(names_of(&arena, &t), "6.1.0-gaaaaaaa1 bbbbbbbb 6.1.0-gccccccc");
	}
	struct trend_order order =
		order_of_file(&arena, "# mine\n bbbbbbbb \n\n6.1.0-gccccccc\r\n");
	ck_assert(!order.is_log); /* not all of them are commits */
	OK(trend_make(r, "throughput", "", &order, &arena, &t, &err));
	ck_assert_str_eq(names_of(&arena, &t), "bbbbbbbb 6.1.0-gccccccc");
	ck_assert_int_eq(trend_order_of_file("# nothing\n", &arena, &order, &err), -EINVAL);
	ck_assert_int_eq(trend_order_of_text("a,b,a", &arena, &order, &err), -EINVAL);
	ck_assert_str_eq(err.text, "order: 'a' is named twice");
	ck_assert_int_eq(trend_order_of_text("a,,b", &arena, &order, &err), -EINVAL);
	arena_free(&arena);
}
END_TEST

START_TEST(a_point_knows_since_when_it_is_the_best_or_the_worst)
{
	static const char *const names[] = { "a", "b", "c", "d", "e", "f" };
	static const double means[] = { 100, 90, 95, 80, 99, 101 };
	static const char *const higher[] = { "", "", "", "worst of all", "best since a",
		"best of all" };
	static const char *const lower[] = { "", "", "", "best of all", "worst since a",
		"worst of all" };
	struct arena arena = { 0 };
	struct results *r = series(&arena, names, means, 6);
	struct trend t = trend_of(&arena, r, "time");

	for (size_t i = 0; i < t.count; i++)
		ck_assert_str_eq(trend_since(&t, i, &arena), higher[i]);
	r->metrics[0].better = BETTER_LOWER;
	t = trend_of(&arena, r, "time");
	for (size_t i = 0; i < t.count; i++)
		ck_assert_str_eq(trend_since(&t, i, &arena), lower[i]);
	r->metrics[0].better = BETTER_NEITHER;
	t = trend_of(&arena, r, "time");
	for (size_t i = 0; i < t.count; i++)
		ck_assert_str_eq(trend_since(&t, i, &arena), "");
	arena_free(&arena);
}
END_TEST

/* 24 points that scatter by one per cent, and fall by a fifth at the 13th. */
static struct results *with_step(struct arena *arena, double step)
{
	const char **names = NEW(arena, const char *, 24);
	double *means = NEW(arena, double, 24);

	for (size_t i = 0; i < 24; i++) {
		names[i] = arena_printf(arena, "r%zu", i + 1);
		means[i] = (i < 12 ? 100 : 100 * step) * (1 + 0.01 * (double)(i * 7 % 5) / 4);
	}
	return series(arena, names, means, 24);
}

START_TEST(a_step_is_found_where_it_is_and_noise_is_none)
{
	struct arena arena = { 0 };
	struct trend t = trend_of(&arena, with_step(&arena, 0.8), "time");

	ck_assert_uint_eq(t.change_count, 1);
	ck_assert_str_eq(t.points[t.changes[0].at].name, "r13");
	ck_assert_double_le(t.changes[0].p, 0.001);
	ck_assert_double_eq_tol(trend_mean(&t, 12, 24) / trend_mean(&t, 0, 12), 0.8, 0.01);
	t = trend_of(&arena, with_step(&arena, 1), "time");
	ck_assert_uint_eq(t.change_count, 0);
	ck_assert_double_gt(t.best.p, 0.05);
	/* too few to look */
	static const char *const names[] = { "a", "b", "c" };
	static const double means[] = { 100, 50, 50 };
	t = trend_of(&arena, series(&arena, names, means, 3), "time");
	ck_assert_uint_eq(t.change_count, 0);
	ck_assert_double_nan(t.best.p);
	arena_free(&arena);
}
END_TEST

START_TEST(a_change_has_an_interval_where_both_points_have_a_spread)
{
	static const char *const names[] = { "a", "b", "c", "d" };
	static const double means[] = { 100, 110, 110, 121 };
	struct arena arena = { 0 };
	struct results *r = series(&arena, names, means, 4);

	results_row(r, 0, 2)[0] = results_row(r, 0, 2)[2] = NAN; /* c is one run */
	r->moments = NEW(&arena, struct result_moments, 4);
	for (size_t v = 0; v < 4; v++)
		r->moments[v] = (struct result_moments){ .mean = NAN, .sd = NAN };
	for (size_t i = 0; i < 3; i++)
		results_row(r, 0, 3)[i] = NAN;
	r->moments[3] = (struct result_moments){ .mean = 121, .sd = NAN };
	struct trend t = trend_of(&arena, r, "time");
	ck_assert_double_nan(t.points[0].ratio);
	ck_assert_double_eq_tol(t.points[1].ratio, 1.1, 1e-4);
	ck_assert(t.points[1].ratio_lo > 1 && t.points[1].ratio_hi < 1.2);
	ck_assert_double_eq_tol(t.points[2].ratio, 1, 1e-3);
	ck_assert_double_nan(t.points[2].ratio_lo);
	ck_assert_double_eq_tol(t.points[3].ratio, 1.1, 1e-3);
	ck_assert_double_nan(t.points[3].ratio_lo);
	ck_assert_uint_eq(t.points[3].n, 0);
	arena_free(&arena);
}
END_TEST

START_TEST(a_metric_that_is_none_or_several_is_refused_with_those_there_are)
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct results *r = sample_results(&arena, 2, 3, 1);
	struct trend_order order = order_of(&arena, "time");
	struct trend t;

	sample_values(r, 0, 0, 1, 5);
	sample_values(r, 0, 1, 1, 5);
	ck_assert_int_eq(trend_make(r, "nothing", "", &order, &arena, &t, &err), -EINVAL);
	ck_assert_str_eq(err.text,
		"metric: 'nothing' is none of lmdd bs=1k write/throughput, lmdd bs=2k "
		"write/throughput");
	ck_assert_int_eq(trend_make(r, "write/throughput", "", &order, &arena, &t, &err), -EINVAL);
	ck_assert_ptr_nonnull(strstr(err.text, "is several of"));
	OK(trend_make(r, "lmdd bs=1k write/throughput", "", &order, &arena, &t, &err));
	ck_assert_uint_eq(t.count, 2); /* who has no value is no point */
	ck_assert_int_eq(trend_make(r, "lmdd bs=1k write/throughput", "xfs", &order, &arena, &t,
				 &err),
		-EINVAL);
	ck_assert_str_eq(err.text, "lmdd bs=1k write/throughput: 1 point: a trend needs two");
	r->variants[2].name = "none";
	order = order_of(&arena, "date");
	ck_assert_int_eq(trend_make(r, "lmdd bs=1k write/throughput", "", &order, &arena, &t, &err),
		-EINVAL);
	ck_assert_ptr_nonnull(strstr(err.text, "no date is in the name of ext2"));
	arena_free(&arena);
}
END_TEST

UNIT_MAIN("trend", numbers_in_names_are_compared_as_numbers,
	dates_are_found_in_names_and_nothing_else_is_one, points_are_in_the_order_that_is_asked_for,
	a_git_log_is_newest_first_and_commits_are_found_in_names,
	a_point_knows_since_when_it_is_the_best_or_the_worst,
	a_step_is_found_where_it_is_and_noise_is_none,
	a_change_has_an_interval_where_both_points_have_a_spread,
	a_metric_that_is_none_or_several_is_refused_with_those_there_are)
