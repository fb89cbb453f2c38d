// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/several.h"

#include "report/differences.h"
#include "sample_results.h"
#include "unit.h"

/* Two experiments: 12 with ext2 and xfs, 13 with ext2 alone, a round less, and a metric more. */
static struct results *two_experiments(struct arena *arena)
{
	struct results *both = NEW(arena, struct results, 2);

	both[0] = *sample_results(arena, 2, 2, 3);
	both[1] = *sample_results(arena, 3, 1, 3);
	both[1].experiment = 13;
	both[1].metrics[0].cell = "lmdd bs=2k"; /* the other order */
	both[1].metrics[1].cell = "lmdd bs=1k";
	for (size_t i = 0; i < 3; i++)
		both[1].round_numbers[i] = i + 2; /* round 1 failed */
	for (size_t m = 0; m < 3; m++) {
		for (size_t v = 0; v < 2 && m < 2; v++)
			sample_values(&both[0], m, v, 1, 100, 101, 102);
		sample_values(&both[1], m, 0, 1, 200, 201, 202);
	}
	both[0].warmup[1] = 99;
	both[1].warmup[0] = 199;
	return both;
}

START_TEST(variants_are_named_by_their_experiment_where_a_name_is_not_alone)
{
	struct arena arena = { 0 };
	struct results *both = two_experiments(&arena), merged;

	several_merge(both, 2, &arena, &merged);
	ck_assert_uint_eq(merged.variant_count, 3);
	ck_assert_str_eq(merged.variants[0].name, "12:ext2");
	ck_assert_str_eq(merged.variants[1].name, "12:xfs");
	ck_assert_str_eq(merged.variants[2].name, "13:ext2");
	ck_assert_uint_eq(merged.baseline, 0);
	both[1].variants[0].name = "btrfs";
	several_merge(both, 2, &arena, &merged);
	ck_assert_str_eq(merged.variants[2].name, "btrfs");
	arena_free(&arena);
}
END_TEST

START_TEST(metrics_meet_by_identity_and_values_keep_their_round)
{
	struct arena arena = { 0 };
	struct results *both = two_experiments(&arena), merged;

	several_merge(both, 2, &arena, &merged);
	ck_assert_uint_eq(merged.metric_count, 3);
	ck_assert_uint_eq(merged.round_count, 4);
	ck_assert_uint_eq(merged.round_numbers[3], 4);
	ck_assert_str_eq(merged.metrics[1].cell, "lmdd bs=2k");
	ck_assert_double_eq(results_row(&merged, 1, 1)[0], 100);
	ck_assert_double_eq(results_row(&merged, 1, 2)[1], 200); /* its round 2 */
	ck_assert_double_nan(results_row(&merged, 1, 2)[0]);
	ck_assert_double_eq(results_row(&merged, 1, 2)[3], 202);
	ck_assert_double_eq(merged.warmup[0 * 3 + 1], 99);
	ck_assert_double_eq(merged.warmup[1 * 3 + 2], 199);
	arena_free(&arena);
}
END_TEST

START_TEST(what_is_in_one_only_is_listed_and_compared_with_nothing)
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct results *both = two_experiments(&arena), merged;
	struct judgement j;

	several_merge(both, 2, &arena, &merged);
	const char *const *unmatched = several_unmatched(&merged, &arena);
	ck_assert_str_eq(unmatched[0],
		"lmdd bs=3k write/throughput [bytes/s]: only in experiment 13");
	ck_assert_ptr_null(unmatched[1]);
	OK(judge(&merged, &arena, &j, &err));
	ck_assert_uint_eq(j.effect_count, 4);
	/* another unit is another metric */
	both[1].metrics[0].unit = "1/s";
	several_merge(both, 2, &arena, &merged);
	unmatched = several_unmatched(&merged, &arena);
	ck_assert_str_eq(unmatched[0],
		"lmdd bs=2k write/throughput [bytes/s]: only in experiment 12");
	ck_assert_str_eq(unmatched[1], "lmdd bs=2k write/throughput [1/s]: only in experiment 13");
	arena_free(&arena);
}
END_TEST

START_TEST(only_variants_of_one_interleaved_experiment_are_pairs)
{
	struct arena arena = { 0 };
	struct results *both = two_experiments(&arena), merged;

	several_merge(both, 2, &arena, &merged);
	ck_assert_int_eq(results_design_of(&merged, 0, 1), RESULTS_PAIRED);
	ck_assert_int_eq(results_design_of(&merged, 0, 2), RESULTS_UNPAIRED);
	both[0].design = RESULTS_UNPAIRED;
	several_merge(both, 2, &arena, &merged);
	ck_assert_int_eq(results_design_of(&merged, 0, 1), RESULTS_UNPAIRED);
	arena_free(&arena);
}
END_TEST

START_TEST(an_invalid_experiment_makes_the_comparison_invalid_and_is_named)
{
	struct arena arena = { 0 };
	struct results *both = two_experiments(&arena), merged;

	both[1].state = "invalid";
	both[1].state_reason = "too many rounds failed";
	several_merge(both, 2, &arena, &merged);
	ck_assert_str_eq(merged.state, "invalid");
	ck_assert_str_eq(merged.state_reason, "experiment 13 is invalid: too many rounds failed");
	arena_free(&arena);
}
END_TEST

START_TEST(facts_differ_between_experiments_not_between_the_variants_of_one_plan)
{
	struct arena arena = { 0 };
	struct results *both = two_experiments(&arena), merged;

	both[0].variants[0].facts = "{\"host\":{\"kernel\":\"6.1\"},\"target\":{\"fs\":\"ext2\","
				    "\"uuid\":\"aa-bb\",\"device\":\"/dev/loop1\","
				    "\"mkfs\":\"mkfs.ext2 -U aa-bb /dev/loop1\"}}";
	both[0].variants[1].facts = "{\"host\":{\"kernel\":\"6.1\"},\"target\":{\"fs\":\"xfs\","
				    "\"uuid\":\"cc-dd\",\"device\":\"/dev/loop2\","
				    "\"mkfs\":\"mkfs.xfs -m uuid=cc-dd /dev/loop2\"}}";
	both[1] = both[0];
	both[1].experiment = 13;
	both[1].variants = arena_copy(&arena, both[0].variants, 2 * sizeof(*both[0].variants));
	both[1].variants[0].facts = "{\"host\":{\"kernel\":\"6.12\"},\"target\":{\"fs\":\"ext2\","
				    "\"uuid\":\"ee-ff\",\"device\":\"/dev/loop7\","
				    "\"mkfs\":\"mkfs.ext2 -O dir_index -U ee-ff /dev/loop7\"}}";
	several_merge(both, 2, &arena, &merged);
	const char *const *differ =
		differences_texts(&merged, differences_find(&merged, &arena), false, &arena);
	ck_assert_str_eq(differ[0],
		"differs: kernel: 6.1 (12:ext2, 12:xfs, 13:xfs); 6.12 (13:ext2)");
	ck_assert_str_eq(differ[1], "differs: mkfs: mkfs.ext2 -U UUID DEVICE (12:ext2); mkfs.xfs "
				    "-m uuid=UUID DEVICE (12:xfs, "
				    "13:xfs); mkfs.ext2 -O dir_index -U UUID DEVICE (13:ext2)");
	ck_assert_ptr_null(differ[2]); /* ext2 and xfs are in both */
	arena_free(&arena);
}
END_TEST

UNIT_MAIN("several", variants_are_named_by_their_experiment_where_a_name_is_not_alone,
	metrics_meet_by_identity_and_values_keep_their_round,
	what_is_in_one_only_is_listed_and_compared_with_nothing,
	only_variants_of_one_interleaved_experiment_are_pairs,
	an_invalid_experiment_makes_the_comparison_invalid_and_is_named,
	facts_differ_between_experiments_not_between_the_variants_of_one_plan)
