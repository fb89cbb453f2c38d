// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/plan.h"
#include "unit.h"
#include "workloads/registry.h"

#include <errno.h>
#include <string.h>

enum { MEMBERS = 13 };

static struct arena arena;
static struct error err;

static const char *no_variable(void *context, const char *name)
{
	(void)context;
	(void)name;
	return NULL;
}

static int build(const char *text, struct plan *plan)
{
	static const struct ini_world files = { .variable = no_variable };
	static const struct plan_world world = { .seed = 77, .directory = "/scratch" };
	struct plan_lines lines = { 0 };
	int ret = ini_parse(text, strlen(text), "p.ini", &files, &arena, &lines, &err);

	return ret < 0 ? ret : plan_build(&lines, &world, &arena, plan, &err);
}

static const struct cell *cell_of(const struct plan *plan, const char *name)
{
	for (size_t i = 0; i < plan->cell_count; i++) {
		if (strcmp(plan->cells[i].name, name) == 0)
			return &plan->cells[i];
	}
	ck_abort_msg("no cell %s", name);
	return NULL;
}

static const char *param_of(const struct plan *plan, size_t variant, const char *cell,
	const char *name)
{
	struct setting *params;
	size_t count;
	const char *value = NULL;

	plan_cell_params(&plan->variants[variant], cell_of(plan, cell), &arena, &params, &count);
	for (size_t i = 0; i < count; i++) {
		if (strcmp(params[i].name, name) == 0)
			value = params[i].value;
	}
	return value;
}

START_TEST(members_share_a_table_and_names_are_of_one_thing)
{
	for (const struct suite *s = suites; s->name; s++) {
		ck_assert_ptr_null(workload_find(s->name));
		ck_assert_ptr_eq(suite_find(s->name), s);
		ck_assert_ptr_nonnull(s->members[0]);
		for (const struct workload *const *w = s->members; *w; w++) {
			ck_assert_ptr_eq(workload_find((*w)->name), *w);
			ck_assert_ptr_eq((*w)->params, s->members[0]->params);
			ck_assert_ptr_eq((*w)->shape, s->members[0]->shape);
		}
	}
	ck_assert_ptr_null(suite_find("lmdd"));
	ck_assert_str_eq(workload_nearest("aim99"), "aim9");
}
END_TEST

START_TEST(a_suite_is_a_section_for_each_of_its_workloads)
{
	struct plan plan;

	OK(build("[workload aim9]\nfilesize = 1M\nmargin = 2%\n", &plan));
	ck_assert_uint_eq(plan.cell_count, MEMBERS);
	ck_assert_str_eq(plan.cells[0].label, "creat-clo");
	ck_assert_str_eq(plan.cells[MEMBERS - 1].label, "dir_rtns_1");
	for (size_t i = 0; i < plan.cell_count; i++) {
		ck_assert_str_eq(plan.cells[i].name, plan.cells[i].workload);
		ck_assert_str_eq(param_of(&plan, 0, plan.cells[i].name, "filesize"), "1M");
		ck_assert(plan.cells[i].margin == 0.02);
		ck_assert_uint_eq(plan.cells[i].shape.runtime, 10 * NS_PER_S); /* their default */
	}
}
END_TEST

START_TEST(its_plan_is_the_plan_of_the_sections)
{
	struct plan plan, again;

	OK(build("[workload aim9]\nruntime = 0\ncalls = 3\n", &plan));
	ck_assert_ptr_null(strstr(plan.text, "[workload aim9]"));
	OK(build(plan.text, &again));
	ck_assert_str_eq(plan.text, again.text);
	ck_assert_uint_eq(again.cells[0].shape.runtime, 0);
}
END_TEST

START_TEST(another_name_is_before_its_sections_names)
{
	struct plan plan;

	OK(build("[workload small]\nuse = aim9\nfilesize = 64k\n[workload aim9]\n", &plan));
	ck_assert_uint_eq(plan.cell_count, 2 * MEMBERS);
	ck_assert_str_eq(plan.cells[0].name, "small-creat-clo");
	ck_assert_str_eq(plan.cells[0].workload, "creat-clo");
	ck_assert_str_eq(param_of(&plan, 0, "small-disk_rr", "filesize"), "64k");
	ck_assert_str_eq(param_of(&plan, 0, "disk_rr", "filesize"), "5M");
}
END_TEST

START_TEST(a_section_of_one_test_goes_before_the_suites)
{
	struct plan plan;

	OK(build("[workload disk_rr]\nfilesize = 8M\n[workload aim9]\nfilesize = 1M\n"
		 "[workload lmdd]\n",
		&plan));
	ck_assert_uint_eq(plan.cell_count, MEMBERS + 1);
	ck_assert_str_eq(param_of(&plan, 0, "disk_rr", "filesize"), "8M");
	ck_assert_str_eq(param_of(&plan, 0, "disk_rw", "filesize"), "1M");
	ck_assert_str_eq(plan.cells[MEMBERS].name, "lmdd");
}
END_TEST

START_TEST(global_and_a_variants_own_reach_every_section)
{
	struct plan plan;

	OK(build("[global]\nfilesize = 2M\n[variant a]\n[variant b]\naim9.filesize = 4M\n"
		 "[workload aim9]\n",
		&plan));
	ck_assert_str_eq(param_of(&plan, 0, "disk_cp", "filesize"), "2M");
	ck_assert_str_eq(param_of(&plan, 1, "disk_cp", "filesize"), "4M");
	ck_assert_str_eq(param_of(&plan, 1, "dir_rtns_1", "filesize"), "4M");
}
END_TEST

START_TEST(wrong_plans_say_what_is_wrong)
{
	static const struct {
		const char *text, *error;
	} wrong[] = {
		{ "[workload aim99]\n", "no workload named 'aim99'; the nearest is aim9" },
		{ "[workload aim9]\nfilesise = 1M\n",
			"p.ini:2: creat-clo has no parameter named 'filesise'; the nearest is "
			"'filesize'" },
		{ "[workload aim9]\nruntime = 0\n", "runtime: 0 without calls would never end" },
		{ "[workload aim9]\nbs = 4k\n", "bs: transfers are 1k with fidelity=classic; "
						"fidelity=strict has a choice" },
		{ "[workload aim9]\nfsync = yes\n", "fsync: nothing is synced with" },
		{ "[workload aim9]\ninvalidate = yes\n", "invalidate: no cache is dropped with" },
		{ "[workload aim9]\nincompressible = no\n", "incompressible: data is AIM's own" },
		{ "[workload aim9]\nfidelity = strict\nbs = 3k\n",
			"filesize: 5242880 is no multiple of bs, 3072" },
		{ "[workload aim9]\nfilesize = 1k\n", "filesize: 1k is below the least, 2k" },
		{ "[workload aim9]\nfilesize = 2049\n", "filesize: 2049 is no multiple of 1k" },
		{ "[workload aim9]\niodepth = 2\n", "iodepth: phase classic of creat-clo has one" },
	};
	struct plan plan;

	for (size_t i = 0; i < COUNT_OF(wrong); i++) {
		ck_assert_int_lt(build(wrong[i].text, &plan), 0);
		ck_assert_msg(strstr(err.text, wrong[i].error) != NULL, "%s: %s", wrong[i].text,
			err.text);
	}
}
END_TEST

UNIT_MAIN("suites", members_share_a_table_and_names_are_of_one_thing,
	a_suite_is_a_section_for_each_of_its_workloads, its_plan_is_the_plan_of_the_sections,
	another_name_is_before_its_sections_names, a_section_of_one_test_goes_before_the_suites,
	global_and_a_variants_own_reach_every_section, wrong_plans_say_what_is_wrong)
