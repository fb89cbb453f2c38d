// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/imported.h"

#include "report/several.h"
#include "sample_results.h"
#include "unit.h"

/* Reports of what was read of texts. */

static struct import_text texts[] = { { "mail.txt", "0123456789abcdef" } };

static struct import_record *record(struct arena *arena, const char *version, const char *unit)
{
	struct import_record *r = NEW(arena, struct import_record, 1);

	*r = (struct import_record){ .file = "mail.txt",
		.line = 3,
		.tool = "lmdd",
		.version = version,
		.name = "lmdd/write throughput",
		.unit = unit,
		.said = "",
		.mean = NAN,
		.sd = NAN };
	return r;
}

/* Of one metric and two variants, whose arms are samples until somebody says otherwise. */
static struct results *import_of(struct arena *arena, struct setting *params, size_t count)
{
	struct results *r = sample_results(arena, 1, 2, 3);

	r->interleaved = false;
	r->design = RESULTS_UNPAIRED;
	r->texts = texts;
	r->text_count = 1;
	r->metrics[0].cell = "lmdd";
	r->metrics[0].workload = "lmdd";
	r->metrics[0].params = params;
	r->metrics[0].param_count = count;
	r->moments = NEW(arena, struct result_moments, 2);
	r->records = NEW(arena, const struct import_record *, 2);
	for (size_t v = 0; v < 2; v++) {
		r->moments[v] = (struct result_moments){ .mean = NAN, .sd = NAN };
		r->records[v] = record(arena, "", "MB/s");
		sample_values(r, 0, v, 1, 100, 101, 102);
	}
	return r;
}

START_TEST(samples_against_a_summary_are_compared_by_their_moments)
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct results *r = import_of(&arena, NULL, 0);
	struct judgement j;

	for (size_t i = 0; i < 3; i++)
		results_row(r, 0, 1)[i] = NAN;
	r->moments[1] = (struct result_moments){ .n = 3, .mean = 101, .sd = 1 };
	OK(judge(r, &arena, &j, &err));
	ck_assert_uint_eq(j.effect_count, 1);
	const struct effect *e = &j.effects[0];
	ck_assert_int_eq(e->design, DESIGN_SUMMARY);
	ck_assert_uint_eq(e->base_n, 3);
	ck_assert_double_eq_tol(e->comparison.ratio, 1, 1e-12); /* the same moments */
	ck_assert_int_eq(e->comparison.verdict, VERDICT_EQUIVALENT);
	ck_assert_uint_eq(judgement_summary(&j, 0, 0)->n, 3);
	ck_assert(isfinite(judgement_summary(&j, 0, 0)->median)); /* of the samples it is known */
	arena_free(&arena);
}
END_TEST

START_TEST(a_summary_that_lacks_something_has_no_verdict_and_says_what)
{
	static const struct {
		struct result_moments moments;
		const char *reason;
	} cases[] = {
		{ { .n = 0, .mean = 90, .sd = 1 }, "n is not known (--n says it)" },
		{ { .n = 1, .mean = 90, .sd = 1 }, "not enough data: n is 1" },
		{ { .n = 3, .mean = 90, .sd = NAN }, "its sd is not known" },
		{ { .n = 3, .mean = 90, .sd = 0 }, "no spread: an sd is 0" },
		{ { .n = 3, .mean = 0, .sd = 1 }, "no ratio: a mean is 0 or below" },
	};
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct results *r = import_of(&arena, NULL, 0);
	struct judgement j;

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		r->moments[1] = cases[i].moments;
		OK(judge(r, &arena, &j, &err));
		ck_assert_str_eq(j.effects[0].reason, cases[i].reason);
		ck_assert_double_eq(j.effects[0].var, cases[i].moments.mean);
	}
	arena_free(&arena);
}
END_TEST

START_TEST(one_summary_leaves_the_verdicts_of_samples_as_they_are)
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct results *r = sample_results(&arena, 2, 2, 6);
	struct judgement j;

	/* the second metric has values, one of them far out, that its verdict rests on */
	r->design = RESULTS_UNPAIRED;
	r->moments = NEW(&arena, struct result_moments, 4);
	for (size_t i = 0; i < 4; i++)
		r->moments[i] = (struct result_moments){ .n = 5, .mean = NAN, .sd = 1 };
	r->moments[0].mean = r->moments[1].mean = 50;
	sample_values(r, 1, 0, 1, 100, 100.1, 99.9, 100.2, 99.8, 100);
	sample_values(r, 1, 1, 1, 103, 103.1, 102.9, 103.2, 102.8, 115);
	OK(judge(r, &arena, &j, &err));
	ck_assert_int_eq(j.effects[0].design, DESIGN_SUMMARY);
	ck_assert_ptr_null(j.effects[0].odd);
	ck_assert_int_eq(j.effects[1].design, DESIGN_UNPAIRED);
	ck_assert_str_eq(j.effects[1].odd, "xfs#6");
	ck_assert(isfinite(j.effects[1].comparison.p_exact));
	arena_free(&arena);
}
END_TEST

START_TEST(versions_units_and_sizes_that_differ_are_said)
{
	static struct setting params[] = { { "bs", "4k" } };
	struct arena arena = { 0 };
	struct results *r = import_of(&arena, params, 1);
	const char *const *lines = imported_differences(r, &arena);

	ck_assert_ptr_null(lines[0]); /* all alike */
	r->records[1] = record(&arena, "2.5", "KB/s");
	lines = imported_differences(r, &arena);
	ck_assert_str_eq(lines[0], "tool of lmdd: lmdd (ext2); lmdd 2.5 (xfs)");
	ck_assert_str_eq(lines[1], "unit of lmdd throughput: MB/s (ext2); KB/s (xfs)");
	ck_assert_ptr_null(lines[2]);
	arena_free(&arena);
}
END_TEST

/* An import of lmdd with bs=4k, and an experiment of ours with the cells that are named. */
static void compare_with_own(struct arena *arena, struct setting *imported, struct setting *own,
	struct results *merged)
{
	struct results *both = NEW(arena, struct results, 2);

	both[0] = *import_of(arena, imported, 1);
	both[1] = *sample_results(arena, 2, 1, 3);
	both[1].experiment = 13;
	both[1].variants[0].name = "here";
	for (size_t m = 0; m < 2; m++) {
		both[1].metrics[m].workload = "lmdd";
		both[1].metrics[m].params = &own[m];
		both[1].metrics[m].param_count = 1;
		sample_values(&both[1], m, 0, 1, 100, 101, 102);
	}
	several_merge(both, 2, arena, merged);
}

START_TEST(an_imports_cell_is_the_one_of_ours_that_has_no_other_parameter)
{
	struct setting own[] = { { "bs", "1024" }, { "bs", "2k" } };
	struct setting same = { "bs", "2048" }, other = { "bs", "8k" }, unknown = { "size", "1M" };
	struct arena arena = { 0 };
	struct results merged;

	compare_with_own(&arena, &same, own, &merged);
	ck_assert_uint_eq(merged.metric_count, 2);
	ck_assert_str_eq(merged.metrics[0].cell, "lmdd bs=2k"); /* 2048 by another name */
	ck_assert_uint_eq(merged.text_count, 1);
	ck_assert(merged.origins[0].imported && !merged.origins[1].imported);
	ck_assert_str_eq(imported_differences(&merged, &arena)[0],
		"tool of lmdd: lmdd (ext2, xfs); bakeoff (here)");
	compare_with_own(&arena, &other, own, &merged);
	ck_assert_uint_eq(merged.metric_count, 3);
	ck_assert_str_eq(merged.metrics[0].cell, "lmdd bs=8k");
	/* which of our two cells it is like is not known */
	compare_with_own(&arena, &unknown, own, &merged);
	ck_assert_uint_eq(merged.metric_count, 3);
	ck_assert_str_eq(merged.metrics[0].cell, "lmdd size=1M");
	arena_free(&arena);
}
END_TEST

START_TEST(two_cells_of_an_import_are_one_of_ours_where_they_share_no_metric)
{
	struct setting own = { "rw", "write" }, params[] = { { "bs", "4k" }, { "bs", "8k" } };
	struct arena arena = { 0 };
	struct results both[2], merged;

	both[0] = *sample_results(&arena, 2, 1, 1);
	both[0].texts = texts;
	both[0].text_count = 1;
	both[1] = *sample_results(&arena, 1, 1, 1);
	both[1].experiment = 13;
	for (size_t m = 0; m < 2; m++) {
		both[0].metrics[m].workload = "lmdd";
		both[0].metrics[m].params = &params[m];
		both[0].metrics[m].param_count = 1;
	}
	both[1].metrics[0].workload = "lmdd";
	both[1].metrics[0].params = &own;
	both[1].metrics[0].param_count = 1;
	several_merge(both, 2, &arena, &merged);
	ck_assert_uint_eq(merged.metric_count, 3); /* each could be ours */
	both[0].metrics[1].phase = "read";
	several_merge(both, 2, &arena, &merged);
	ck_assert_uint_eq(merged.metric_count, 2);
	ck_assert_str_eq(merged.metrics[1].cell, "lmdd bs=1k"); /* ours is called so */
	arena_free(&arena);
}
END_TEST

START_TEST(two_imports_of_other_sizes_do_not_meet)
{
	struct setting one = { "size", "1G" }, two = { "size", "2G" };
	struct arena arena = { 0 };
	struct results both[2], merged;

	both[0] = *import_of(&arena, &one, 1);
	both[1] = *import_of(&arena, &two, 1);
	both[1].experiment = 13;
	several_merge(both, 2, &arena, &merged); /* both call their cell "lmdd" */
	ck_assert_uint_eq(merged.metric_count, 2);
	ck_assert_str_eq(merged.metrics[0].cell, "lmdd size=1G");
	ck_assert_str_eq(merged.metrics[1].cell, "lmdd size=2G");
	ck_assert_str_eq(imported_differences(&merged, &arena)[0],
		"size of lmdd: 1G (12:ext2, 12:xfs); 2G (13:ext2, 13:xfs)");
	arena_free(&arena);
}
END_TEST

START_TEST(what_the_baseline_lacks_is_listed_with_the_one_that_compares_it)
{
	struct arena arena = { 0 };
	struct results *r = sample_results(&arena, 3, 3, 1);

	r->texts = texts;
	r->text_count = 1;
	sample_values(r, 0, 1, 1, 5);
	sample_values(r, 0, 2, 1, 5);
	sample_values(r, 1, 0, 1, 5);
	sample_values(r, 1, 1, 1, 5);
	for (size_t v = 0; v < 3; v++)
		sample_values(r, 2, v, 1, 5);
	const char *const *lines = imported_unmatched(r, &arena);
	ck_assert_str_eq(lines[0],
		"only of xfs, variant2 (--baseline=xfs compares them): lmdd bs=1k "
		"write/throughput");
	ck_assert_str_eq(lines[1], "not of variant2: lmdd bs=2k write/throughput");
	ck_assert_ptr_null(lines[2]);
	arena_free(&arena);
}
END_TEST

UNIT_MAIN("imported", samples_against_a_summary_are_compared_by_their_moments,
	a_summary_that_lacks_something_has_no_verdict_and_says_what,
	one_summary_leaves_the_verdicts_of_samples_as_they_are,
	versions_units_and_sizes_that_differ_are_said,
	an_imports_cell_is_the_one_of_ours_that_has_no_other_parameter,
	two_cells_of_an_import_are_one_of_ours_where_they_share_no_metric,
	two_imports_of_other_sizes_do_not_meet,
	what_the_baseline_lacks_is_listed_with_the_one_that_compares_it)
