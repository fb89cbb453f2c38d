// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/fact.h"

#include "model/plan_settings.h"
#include "unit.h"

#include <string.h>

START_TEST(a_fact_is_found_by_its_path_with_numbers_and_names_in_it)
{
	static const struct {
		const char *path, *key;
	} cases[] = {
		{ "host.kernel", "host.kernel" },
		{ "host.kernel_config.HZ", "host.kernel_config.*" },
		{ "host.mitigations.spectre_v2", "host.mitigations.*" },
		{ "target.below.0.model", "target.below.#.model" },
		{ "target.below.12.iosched.fifo_batch", "target.below.#.iosched.*" },
		{ "target.below.x.model", "" },
		{ "target.knobs.0.before", "target.knobs.#.*" },
		{ "host.kernel.more", "" },
		{ "host.kerne", "" },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++)
		ck_assert_str_eq(fact_rule_of(cases[i].path)->key, cases[i].key);
	ck_assert_int_eq(fact_rule_of("what.ever")->kind, FACT_TOLD);
}
END_TEST

START_TEST(every_rule_is_told_by_help_and_stands_once)
{
	for (const struct fact_rule *rule = fact_rules; rule->key; rule++) {
		ck_assert_msg(*rule->help, "%s", rule->key);
		for (const struct fact_rule *other = fact_rules; other < rule; other++)
			ck_assert_str_ne(rule->key, other->key);
	}
}
END_TEST

/* docs/facts.md is what a user reads; a fact that is not there is one that nobody knows of. */
START_TEST(every_rule_is_in_the_manual_under_its_kind)
{
	static const char *const kinds[] = { "own", "volatile", "told", "required" };
	static char page[1 << 18];
	char path[512], line[1024];
	const char *source = getenv("BAKEOFF_SOURCE");

	(void)snprintf(path, sizeof(path), "%s/docs/facts.md", source ? source : ".");
	FILE *file = fopen(path, "r");
	ck_assert_msg(file != NULL, "%s", path);
	page[fread(page, 1, sizeof(page) - 1, file)] = '\0';
	(void)fclose(file);
	for (const struct fact_rule *rule = fact_rules; rule->key; rule++) {
		if (strncmp(rule->key, "target.below.#.", 15) == 0 &&
			strcmp(rule->key, "target.below.#.disk") != 0)
			continue; /* the same as of the disk under test, and told so */
		(void)snprintf(line, sizeof(line), "| `%s` | %s | %s |", rule->key,
			kinds[rule->kind], rule->help);
		ck_assert_msg(strstr(page, line) != NULL, "docs/facts.md has no line %s", line);
	}
}
END_TEST

START_TEST(a_name_means_a_fact_or_all_of_a_group)
{
	ck_assert(fact_is_named("host.kernel", "kernel"));
	ck_assert(fact_is_named("host.kernel", "host.kernel"));
	ck_assert(!fact_is_named("host.kernel_build", "kernel"));
	ck_assert(fact_is_named("host.mitigations.mds", "mitigations"));
	ck_assert(fact_is_named("host.kernel", "host"));
	ck_assert(!fact_is_named("host.kernel", ""));
	ck_assert(!fact_is_named("target.below.0.model", "model"));
	ck_assert(fact_is_named("target.below.0.model", "below"));
}
END_TEST

START_TEST(only_what_is_compared_can_be_required)
{
	ck_assert(fact_can_be_required("default"));
	ck_assert(fact_can_be_required("none"));
	ck_assert(fact_can_be_required("kernel"));
	ck_assert(fact_can_be_required("host.kernel_config.HZ"));
	ck_assert(fact_can_be_required("mitigations"));
	ck_assert(fact_can_be_required("below.0.model"));
	ck_assert(!fact_can_be_required("uuid"));
	ck_assert(!fact_can_be_required("kernle"));
	ck_assert(!fact_can_be_required(""));
}
END_TEST

START_TEST(settings_of_a_plan_are_read_section_by_section_and_knob_by_knob)
{
	static const char plan[] = "[experiment]\nname = x\nrequire_same = kernel, cpu\n\n"
				   "[variant a]\nfs = ext4\nknob = queue/scheduler=none, vm.x=1\n\n"
				   "[variant ab]\nfs = xfs\n";
	struct arena arena = { 0 };
	size_t count;
	bool found;
	struct setting *s = plan_settings(plan, "variant", "a", &arena, &count, &found);

	ck_assert(found);
	ck_assert_uint_eq(count, 3);
	ck_assert_str_eq(s[0].name, "fs");
	ck_assert_str_eq(s[1].name, "knob:queue/scheduler");
	ck_assert_str_eq(s[1].value, "none");
	ck_assert_str_eq(s[2].name, "knob:vm.x");
	s = plan_settings(plan, "experiment", "", &arena, &count, NULL);
	ck_assert_uint_eq(count, 3);
	ck_assert_str_eq(s[2].value, "cpu");
	(void)plan_settings(plan, "variant", "c", &arena, &count, &found);
	ck_assert(!found);
	ck_assert_uint_eq(count, 0);
	arena_free(&arena);
}
END_TEST

UNIT_MAIN("fact", a_fact_is_found_by_its_path_with_numbers_and_names_in_it,
	every_rule_is_told_by_help_and_stands_once, every_rule_is_in_the_manual_under_its_kind,
	a_name_means_a_fact_or_all_of_a_group, only_what_is_compared_can_be_required,
	settings_of_a_plan_are_read_section_by_section_and_knob_by_knob)
