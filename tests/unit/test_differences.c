// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/differences.h"

#include "sample_results.h"
#include "unit.h"

#include <errno.h>

/* Two variants of one experiment with these facts; the plan says of them what plan_says() adds. */
static struct results *two(struct arena *arena, const char *a, const char *b)
{
	struct results *r = sample_results(arena, 1, 2, 6);

	r->variants[0].facts = a;
	r->variants[1].facts = b;
	sample_values(r, 0, 0, MIB, 300, 301, 299, 300, 302, 300);
	sample_values(r, 0, 1, MIB, 330, 331, 329, 330, 332, 330);
	return r;
}

static void plan_says(struct results *r, struct arena *arena, const char *name, const char *a,
	const char *b)
{
	*ARENA_PUSH(arena, r->variants[0].plan, r->variants[0].plan_count) =
		(struct setting){ name, a };
	*ARENA_PUSH(arena, r->variants[1].plan, r->variants[1].plan_count) =
		(struct setting){ name, b };
}

static void require(struct results *r, struct arena *arena, const char *name)
{
	*ARENA_PUSH(arena, r->require_same, r->require_same_count) = name;
}

/* All texts in one, with blanks between them. */
static const char *told(const struct results *r, struct arena *arena)
{
	const char *text = "";

	for (const char *const *t = differences_texts(r, differences_find(r, arena), false, arena);
		*t; t++)
		text = arena_printf(arena, "%s%s%s", text, *text ? "|" : "", *t);
	return text;
}

static const char *forbidden(const struct results *r, struct arena *arena)
{
	const char *why = differences_forbid(r, differences_find(r, arena), 1, 0, arena);

	return why ? why : "nothing";
}

START_TEST(what_the_plan_has_changed_is_not_told_and_anything_else_is)
{
	struct arena arena = { 0 };
	struct results *r = two(&arena,
		"{\"host\":{\"kernel\":\"6.1\"},\"target\":{\"fs\":\"ext4\",\"scheduler\":\"none\","
		"\"model\":\"A\"}}",
		"{\"host\":{\"kernel\":\"6.2\"},\"target\":{\"fs\":\"xfs\",\"scheduler\":\"bfq\","
		"\"model\":\"B\"}}");

	plan_says(r, &arena, "fs", "ext4", "xfs");
	plan_says(r, &arena, "knob:queue/scheduler", "none", "bfq");
	plan_says(r, &arena, "device", "/dev/sda", "/dev/sda");
	ck_assert_str_eq(told(r, &arena), "differs besides the plan: kernel: 6.1 (ext2); 6.2 (xfs)|"
					  "differs besides the plan: model: A (ext2); B (xfs)");
	arena_free(&arena);
}
END_TEST

START_TEST(a_knob_that_only_one_variant_has_is_meant)
{
	struct arena arena = { 0 };
	struct results *r = two(&arena,
		"{\"host\":{\"swappiness\":60},\"target\":{\"iosched\":{\"fifo_batch\":16}}}",
		"{\"host\":{\"swappiness\":1},\"target\":{\"iosched\":{\"fifo_batch\":1}}}");

	*ARENA_PUSH(&arena, r->variants[1].plan, r->variants[1].plan_count) =
		(struct setting){ "knob:vm.swappiness", "1" };
	ck_assert_str_eq(told(r, &arena),
		"differs besides the plan: iosched.fifo_batch: 16 (ext2); 1 (xfs)");
	*ARENA_PUSH(&arena, r->variants[1].plan, r->variants[1].plan_count) =
		(struct setting){ "knob:queue/iosched/fifo_batch", "1" };
	ck_assert_str_eq(told(r, &arena), "");
	arena_free(&arena);
}
END_TEST

START_TEST(what_is_every_runs_own_is_never_told_and_what_changes_by_itself_only_on_demand)
{
	struct arena arena = { 0 };
	struct results *r = two(&arena, "{\"host\":{\"load_1\":1},\"target\":{\"uuid\":\"a\"}}",
		"{\"host\":{\"load_1\":2},\"target\":{\"uuid\":\"b\"}}");

	ck_assert_str_eq(told(r, &arena), "");
	const char *const *all = differences_texts(r, differences_find(r, &arena), true, &arena);
	ck_assert_str_eq(all[0], "differs besides the plan: load_1: 1 (ext2); 2 (xfs)");
	ck_assert_ptr_null(all[1]);
	require(r, &arena, "default");
	ck_assert_str_eq(forbidden(r, &arena), "nothing");
	arena_free(&arena);
}
END_TEST

START_TEST(memory_that_differs_by_less_than_a_percent_is_the_same)
{
	struct arena arena = { 0 };
	struct results *r = two(&arena, "{\"host\":{\"memory_bytes\":1000000}}",
		"{\"host\":{\"memory_bytes\":1009000}}");

	ck_assert_str_eq(told(r, &arena), "");
	r->variants[1].facts = "{\"host\":{\"memory_bytes\":1020000}}";
	ck_assert_str_eq(forbidden(r, &arena), "memory_bytes 1020000, not 1000000");
	arena_free(&arena);
}
END_TEST

START_TEST(what_is_not_known_differs_from_what_is_and_not_from_its_like)
{
	static const char unknown[] =
		"{\"host\":{\"governor\":null,\"unknown\":{\"governor\":\"no cpufreq\"}}}";
	struct arena arena = { 0 };
	struct results *r = two(&arena, unknown, unknown);

	ck_assert_str_eq(told(r, &arena), "");
	r->variants[1].facts = "{\"host\":{\"governor\":\"performance\"}}";
	ck_assert_str_eq(told(r, &arena),
		"differs besides the plan: governor: unknown (ext2); performance (xfs)");
	arena_free(&arena);
}
END_TEST

START_TEST(what_only_one_has_recorded_is_told_and_forbidden_only_by_name)
{
	struct arena arena = { 0 };
	struct results *r = two(&arena, "{\"host\":{\"kernel\":\"6.1\",\"smt\":0}}",
		"{\"host\":{\"kernel\":\"6.1\"}}");

	ck_assert_str_eq(told(r, &arena), "differs besides the plan: smt: 0 (ext2); - (xfs)");
	ck_assert_str_eq(forbidden(r, &arena), "nothing");
	require(r, &arena, "smt");
	ck_assert_str_eq(forbidden(r, &arena), "smt -, not 0");
	r->variants[1].facts = "{}"; /* no run of it was good: nothing is claimed */
	ck_assert_str_eq(told(r, &arena), "");
	arena_free(&arena);
}
END_TEST

START_TEST(facts_that_vary_alike_in_all_variants_are_told_and_make_nothing_invalid)
{
	static const char old[] = "{\"host\":{\"kernel\":\"6.1\"}}",
			  new[] = "{\"host\":{\"kernel\":\"6.2\"}}";
	struct arena arena = { 0 };
	struct results *r = two(&arena, old, new);
	const char *later[][1] = { { new }, { old } };

	r->variants[0].later_facts = later[0];
	r->variants[1].later_facts = later[1];
	r->variants[0].later_facts_count = r->variants[1].later_facts_count = 1;
	ck_assert_str_eq(told(r, &arena),
		"varies between runs: kernel: 6.1 and 6.2 (ext2); 6.2 and 6.1 (xfs)");
	ck_assert_str_eq(forbidden(r, &arena), "nothing");
	r->variants[1].later_facts_count = 0;
	ck_assert_str_eq(told(r, &arena),
		"differs besides the plan: kernel: 6.1 and 6.2 (ext2); 6.2 (xfs)");
	ck_assert_str_eq(forbidden(r, &arena), "kernel 6.2, not 6.1 and 6.2");
	arena_free(&arena);
}
END_TEST

START_TEST(the_list_of_a_user_stands_for_the_default_one)
{
	struct arena arena = { 0 };
	struct results *r = two(&arena, "{\"host\":{\"kernel\":\"6.1\"},\"target\":{\"fs\":\"a\"}}",
		"{\"host\":{\"kernel\":\"6.2\"},\"target\":{\"fs\":\"b\"}}");

	plan_says(r, &arena, "fs", "a", "b");
	ck_assert_str_eq(forbidden(r, &arena), "kernel 6.2, not 6.1");
	require(r, &arena, "none");
	ck_assert_str_eq(forbidden(r, &arena), "nothing");
	require(r, &arena, "target"); /* a group, and whatever the plan says */
	ck_assert_str_eq(forbidden(r, &arena), "fs b, not a");
	require(r, &arena, "default");
	ck_assert_str_eq(forbidden(r, &arena), "kernel 6.2, not 6.1; fs b, not a");
	arena_free(&arena);
}
END_TEST

START_TEST(a_required_fact_that_differs_makes_the_verdict_invalid_and_only_of_that_variant)
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct judgement j;
	struct results *r = sample_results(&arena, 1, 3, 6);

	for (size_t v = 0; v < 3; v++)
		r->variants[v].facts =
			v == 1 ? "{\"host\":{\"cpus\":2}}" : "{\"host\":{\"cpus\":4}}";
	sample_values(r, 0, 0, MIB, 300, 301, 299, 300, 302, 300);
	sample_values(r, 0, 1, MIB, 330, 331, 329, 330, 332, 330);
	sample_values(r, 0, 2, MIB, 330, 331, 329, 330, 332, 330);
	OK(judge(r, &arena, &j, &err));
	ck_assert_uint_eq(j.effect_count, 2);
	ck_assert_int_eq(j.effects[0].comparison.verdict, VERDICT_INVALID);
	ck_assert_str_eq(effect_invalid(&j, &j.effects[0]), "cpus 2, not 4");
	ck_assert_int_eq(j.effects[1].comparison.verdict, VERDICT_FASTER);
	ck_assert_ptr_null(effect_invalid(&j, &j.effects[1]));
	ck_assert(judgement_has(&j, VERDICT_INVALID));
	arena_free(&arena);
}
END_TEST

START_TEST(a_name_that_no_run_has_recorded_is_refused_and_cannot_be_shown_to_be_the_same)
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct results *r = two(&arena, "{\"host\":{\"kernel\":\"6.1\"}}", "{}");

	require(r, &arena, "kernle");
	ck_assert_int_eq(differences_check_names(r, &arena, &err), -EINVAL);
	ck_assert_str_eq(forbidden(r, &arena), "kernle was not recorded");
	ck_assert_ptr_nonnull(strstr(err.text, "no run has recorded a fact named 'kernle'"));
	arena_free(&arena);
}
END_TEST

START_TEST(facts_that_cannot_be_read_are_told_and_no_reason_to_refuse)
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct judgement j;
	struct results *r = two(&arena, "{\"host\":", "{}");

	OK(judge(r, &arena, &j, &err));
	ck_assert_int_eq(j.effects[0].comparison.verdict, VERDICT_FASTER);
	ck_assert_ptr_nonnull(strstr(told(r, &arena), "differs: unknown: facts of the run"));
	arena_free(&arena);
}
END_TEST

UNIT_MAIN("differences", what_the_plan_has_changed_is_not_told_and_anything_else_is,
	a_knob_that_only_one_variant_has_is_meant,
	what_is_every_runs_own_is_never_told_and_what_changes_by_itself_only_on_demand,
	memory_that_differs_by_less_than_a_percent_is_the_same,
	what_is_not_known_differs_from_what_is_and_not_from_its_like,
	what_only_one_has_recorded_is_told_and_forbidden_only_by_name,
	facts_that_vary_alike_in_all_variants_are_told_and_make_nothing_invalid,
	the_list_of_a_user_stands_for_the_default_one,
	a_required_fact_that_differs_makes_the_verdict_invalid_and_only_of_that_variant,
	a_name_that_no_run_has_recorded_is_refused_and_cannot_be_shown_to_be_the_same,
	facts_that_cannot_be_read_are_told_and_no_reason_to_refuse)
