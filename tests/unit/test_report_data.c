// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/csv.h"
#include "report/json.h"

#include "core/auto.h"
#include "core/json.h"
#include "sample_results.h"
#include "unit.h"

#include <errno.h>

static json_t *document_of(const struct results *r, struct arena *arena)
{
	AUTO_TEXT struct text out;
	struct error err = { 0 };
	struct judgement j;
	json_error_t wrong;

	text_init(&out, 16 * MIB);
	OK(judge(r, arena, &j, &err));
	OK(json_document(&j, &out, &err));
	ck_assert_ptr_null(strstr(out.data, "nan"));
	ck_assert_ptr_null(strstr(out.data, "inf"));
	json_t *document = json_loads(out.data, JSON_REJECT_DUPLICATES, &wrong);
	ck_assert_msg(document != NULL, "line %d: %s", wrong.line, wrong.text);
	return document;
}

/* Every null has a "reason" beside it, but for those keys that may say nothing. */
static void check_reasons(const json_t *json, const char *where)
{
	static const char *const optional[] = { "reason", "odd_run", "n_to_settle",
		"n_to_settle_more", "n_to_see", "verdict" };
	const char *key;
	json_t *value;

	for (size_t i = 0; json_is_array(json) && i < json_array_size(json); i++)
		check_reasons(json_array_get(json, i), where);
	if (!json_is_object(json))
		return;
	void *at = json_object_iter((json_t *)(uintptr_t)json);
	for (; at; at = json_object_iter_next((json_t *)(uintptr_t)json, at)) {
		key = json_object_iter_key(at);
		value = json_object_iter_value(at);
		bool may_be_null = false;
		for (size_t i = 0; i < COUNT_OF(optional); i++)
			may_be_null |= strcmp(key, optional[i]) == 0;
		if (json_is_null(value) && !may_be_null)
			ck_assert_msg(json_is_string(json_object_get(json, "reason")),
				"\"%s\" in \"%s\" is null without a reason", key, where);
		check_reasons(value, key);
	}
}

START_TEST(the_document_has_every_value_with_its_round)
{
	struct arena arena = { 0 };
	struct results *r = sample_results(&arena, 1, 3, 6);

	r->variants[2].hidden = true;
	sample_values(r, 0, 0, MIB, 300, 301, 299, 300.5, 300.2, 299.9);
	sample_values(r, 0, 1, MIB, 330, 331, 329, 330.5, 330.2, 329.9);
	sample_values(r, 0, 2, MIB, 300.1, 301.1, 299.2, 300.4, 300.3, 299.7);
	r->warmup[0] = 250.0 * MIB;
	r->round_numbers[5] = 9;
	AUTO_JSON json_t *document = document_of(r, &arena);
	ck_assert_str_eq(json_string_value(json_object_get(document, "schema")),
		"bakeoff.compare/1");
	json_t *metric = json_array_get(json_object_get(document, "metrics"), 0);
	json_t *arm = json_array_get(json_object_get(metric, "variants"), 1);
	json_t *value = json_array_get(json_object_get(arm, "values"), 5);
	ck_assert_int_eq(json_integer_value(json_object_get(value, "round")), 9);
	ck_assert_double_eq(json_real_value(json_object_get(value, "value")), 329.9 * MIB);
	json_t *comparison = json_array_get(json_object_get(metric, "comparisons"), 0);
	ck_assert_str_eq(json_string_value(json_object_get(comparison, "verdict")), "FASTER");
	ck_assert_double_eq_tol(json_real_value(json_object_get(comparison, "ratio")), 1.1, 1e-3);
	json_t *aa = json_array_get(json_object_get(metric, "aa"), 0);
	ck_assert_str_eq(json_string_value(json_object_get(aa, "verdict")), "EQUIVALENT");
	check_reasons(document, "document");
	arena_free(&arena);
}
END_TEST

START_TEST(the_document_has_the_order_of_the_runs_and_the_facts_of_the_variants)
{
	struct result_run runs[] = {
		{ .id = 7, .round = 0, .variant = 1, .cell = "c", .seed = 5, .reason = "" },
		{ .id = 8, .round = 1, .cell = "c", .outcome = OUTCOME_FAILED, .reason = "why" },
	};
	struct arena arena = { 0 };
	struct results *r = sample_results(&arena, 1, 2, 3);

	r->runs = runs;
	r->run_count = COUNT_OF(runs);
	r->variants[1].facts = "{\"target\":{\"mkfs\":\"mkfs.xfs -K\"}}";
	AUTO_JSON json_t *document = document_of(r, &arena);
	json_t *all = json_object_get(document, "runs");
	ck_assert_uint_eq(json_array_size(all), 2);
	json_t *first = json_array_get(all, 0), *second = json_array_get(all, 1);
	ck_assert_str_eq(json_string_value(json_object_get(first, "variant")), r->variants[1].name);
	ck_assert_int_eq(json_integer_value(json_object_get(first, "seed")), 5);
	ck_assert_str_eq(json_string_value(json_object_get(second, "outcome")), "failed");
	ck_assert_str_eq(json_string_value(json_object_get(second, "reason")), "why");
	json_t *variant = json_array_get(json_object_get(document, "variants"), 1);
	json_t *target = json_object_get(json_object_get(variant, "facts"), "target");
	ck_assert_str_eq(json_string_value(json_object_get(target, "mkfs")), "mkfs.xfs -K");
	check_reasons(document, "document");
	arena_free(&arena);
}
END_TEST

START_TEST(what_cannot_be_computed_is_null_and_says_why)
{
	for (size_t rounds = 0; rounds <= 2; rounds++) {
		struct arena arena = { 0 };
		struct results *r = sample_results(&arena, 4, 2, rounds);
		sample_values(r, 0, 0, 1, 300, 301);
		sample_values(r, 0, 1, 1, 310, 305);
		sample_values(r, 1, 0, 1, 0, 301);
		sample_values(r, 1, 1, 1, -5, 305);
		sample_values(r, 2, 1, 1, 7, 7);
		r->metrics[3].primary = false;
		sample_values(r, 3, 0, 1, 5, 5);
		sample_values(r, 3, 1, 1, 5, 5);
		AUTO_JSON json_t *document = document_of(r, &arena);
		check_reasons(document, "document");
		arena_free(&arena);
	}
}
END_TEST

START_TEST(flags_and_odd_names_come_through)
{
	struct result_flag flags[] = { { 1, 3, "lmdd \"bs\"=1k", "line\nbreak\ttab" } };
	struct arena arena = { 0 };
	struct results *r = sample_results(&arena, 1, 2, 3);

	r->flags = flags;
	r->flag_count = 1;
	r->variants[1].name = "b\xff"
			      "d";
	AUTO_JSON json_t *document = document_of(r, &arena);
	json_t *flag = json_array_get(json_object_get(document, "flags"), 0);
	ck_assert_str_eq(json_string_value(json_object_get(flag, "cell")), "lmdd \"bs\"=1k");
	ck_assert_str_eq(json_string_value(json_object_get(flag, "text")), "line\nbreak\ttab");
	ck_assert_str_eq(json_string_value(json_object_get(flag, "variant")), "b?d");
	arena_free(&arena);
}
END_TEST

START_TEST(csv_quotes_what_needs_quotes_and_keeps_every_digit)
{
	struct arena arena = { 0 };
	AUTO_TEXT struct text out;
	struct results *r = sample_results(&arena, 1, 2, 3);

	text_init(&out, MIB);
	r->metrics[0].cell = "lmdd bs=4k,8k";
	r->metrics[0].phase = "say \"write\"";
	r->variants[1].name = "two\nlines";
	r->warmup[0] = 0.5;
	sample_values(r, 0, 0, 1, 0.1, 300);
	sample_values(r, 0, 1, 1, 1.0 / 3);
	csv_text(r, &out);
	ck_assert_str_eq(out.data,
		"experiment,cell,phase,metric,unit,better,variant,round,value,discarded\r\n"
		"12,\"lmdd bs=4k,8k\",\"say "
		"\"\"write\"\"\",throughput,bytes/s,higher,ext2,0,0.5,yes\r\n"
		"12,\"lmdd bs=4k,8k\",\"say \"\"write\"\"\",throughput,bytes/s,higher,ext2,1,"
		"0.10000000000000001,no\r\n"
		"12,\"lmdd bs=4k,8k\",\"say "
		"\"\"write\"\"\",throughput,bytes/s,higher,ext2,2,300,no\r\n"
		"12,\"lmdd bs=4k,8k\",\"say "
		"\"\"write\"\"\",throughput,bytes/s,higher,\"two\nlines\",1,"
		"0.33333333333333331,no\r\n");
	arena_free(&arena);
}
END_TEST

UNIT_MAIN("report_data", the_document_has_every_value_with_its_round,
	the_document_has_the_order_of_the_runs_and_the_facts_of_the_variants,
	what_cannot_be_computed_is_null_and_says_why, flags_and_odd_names_come_through,
	csv_quotes_what_needs_quotes_and_keeps_every_digit)
