// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/plan.h"

#include "unit.h"

#include <errno.h>
#include <string.h>

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

static const char whole[] = "[experiment]\n"
			    "name = ext2-or-xfs\n"
			    "rounds = 4\n"
			    "seed = 42\n"
			    "margin = 3%\n"
			    "[variant ext2]\n"
			    "fs = ext2\n"
			    "device = loop:2G\n"
			    "memory = 64M\n"
			    "knob = queue/scheduler=mq-deadline, vm.dirty_ratio=5\n"
			    "[variant xfs]\n"
			    "like = ext2\n"
			    "fs = xfs\n"
			    "mkfs = -m reflink=0\n"
			    "baseline = yes\n"
			    "[workload lmdd]\n"
			    "rw = write\n"
			    "bs = 1k, 4096, 128k\n"
			    "numjobs = 1,2\n"
			    "size = 200M\n"
			    "[workload second]\n"
			    "use = lmdd\n"
			    "rw = read\n"
			    "primary = read/time\n"
			    "margin = 1%\n";

START_TEST(a_plan_is_variants_times_cells)
{
	struct plan plan;

	OK(build(whole, &plan));
	ck_assert_str_eq(plan.name, "ext2-or-xfs");
	ck_assert_uint_eq(plan.rounds, 4);
	ck_assert_uint_eq(plan.seed, 42);
	ck_assert_uint_eq(plan.variant_count, 2);
	ck_assert_uint_eq(plan.baseline, 1);
	ck_assert_uint_eq(plan.cell_count, 7);
	ck_assert_str_eq(plan.cells[1].label, "lmdd bs=1k numjobs=2");
	ck_assert_str_eq(plan.cells[2].label, "lmdd bs=4k numjobs=1");
	ck_assert_uint_eq(plan.cells[1].shape.numjobs, 2);
	ck_assert_double_eq_tol(plan.cells[0].margin, 0.03, 1e-12);
	ck_assert_str_eq(plan.cells[6].label, "second");
	ck_assert_str_eq(plan.cells[6].workload, "lmdd");
	ck_assert_str_eq(plan.cells[6].primary[0], "read_time");
	ck_assert_double_eq_tol(plan.cells[6].margin, 0.01, 1e-12);
}
END_TEST

START_TEST(like_inherits_what_is_not_set_and_never_the_baseline)
{
	struct plan plan;

	OK(build(whole, &plan));
	const struct variant *xfs = &plan.variants[1];
	ck_assert_str_eq(xfs->target.fs, "xfs");
	ck_assert_str_eq(xfs->target.mkfs, "-m reflink=0");
	ck_assert_uint_eq(xfs->target.size, 2 * GIB);
	ck_assert_uint_eq(xfs->memory, 64 * MIB);
	ck_assert_uint_eq(xfs->target.knob_count, 2);
	ck_assert_str_eq(xfs->target.knobs[1].name, "vm.dirty_ratio");
	ck_assert_str_eq(xfs->target.knobs[1].value, "5");
	ck_assert_str_eq(plan.variants[0].target.mkfs, "");
}
END_TEST

START_TEST(the_canonical_text_gives_the_same_plan_again)
{
	struct plan once, again;

	OK(build(whole, &once));
	OK(build(once.text, &again));
	ck_assert_str_eq(once.text, again.text);
	ck_assert_str_eq(once.sha256, again.sha256);
	ck_assert_uint_eq(again.cell_count, once.cell_count);
	ck_assert_uint_eq(again.baseline, once.baseline);
}
END_TEST

START_TEST(two_spellings_of_one_plan_have_one_hash_and_another_seed_another)
{
	struct plan a, b, c;

	OK(build("[experiment]\nseed=1\n[variant a]\n[workload lmdd]\nbs=4k\n", &a));
	OK(build("[experiment]\nseed = 1\n[variant a]\n[workload lmdd]\nbs = 4096\nsize = 200M\n",
		&b));
	OK(build("[experiment]\nseed = 2\n[variant a]\n[workload lmdd]\nbs=4k\n", &c));
	ck_assert_str_eq(a.sha256, b.sha256);
	ck_assert_str_ne(a.sha256, c.sha256);
}
END_TEST

START_TEST(global_gives_to_the_sections_after_it)
{
	struct plan plan;

	OK(build("[variant before]\nfs=ext2\ndevice=loop:1G\n"
		 "[global]\nfs=xfs\ndevice=loop:1G\nsize=8M\n"
		 "[variant after]\n"
		 "[variant own]\nfs=ext4\n"
		 "[workload lmdd]\n",
		&plan));
	ck_assert_str_eq(plan.variants[0].target.fs, "ext2");
	ck_assert_str_eq(plan.variants[1].target.fs, "xfs");
	ck_assert_str_eq(plan.variants[2].target.fs, "ext4");
	ck_assert_uint_ge(plan.cells[0].space, 8 * MIB);
	ck_assert_uint_lt(plan.cells[0].space, 64 * MIB);
}
END_TEST

START_TEST(a_variant_may_set_a_workloads_parameter_for_itself)
{
	struct setting *params;
	struct plan plan;
	size_t count;

	OK(build("[variant synced]\nlmdd.fsync=yes\n[variant loose]\n[workload lmdd]\nfsync=no\n",
		&plan));
	plan_cell_params(&plan.variants[0], &plan.cells[0], &arena, &params, &count);
	ck_assert_str_eq(params[count - 1].name, "fsync"); /* the last one wins */
	ck_assert_str_eq(params[count - 1].value, "yes");
	size_t overridden = count;
	plan_cell_params(&plan.variants[1], &plan.cells[0], &arena, &params, &count);
	ck_assert_uint_eq(count + 1, overridden);
}
END_TEST

START_TEST(the_aa_arm_is_a_hidden_copy_of_the_baseline)
{
	struct plan plan;

	OK(build("[experiment]\naa=yes\n[variant a]\n[variant b]\nbaseline=yes\n[workload "
		 "nothing]\n",
		&plan));
	ck_assert_uint_eq(plan.variant_count, 3);
	ck_assert_str_eq(plan.variants[2].name, "aa");
	ck_assert(plan.variants[2].hidden);
	ck_assert_str_eq(plan.variants[2].device, plan.variants[1].device);
	ck_assert_str_eq(plan.name, "a-vs-b");
}
END_TEST

/* And the canonical text says what it came to. */
START_TEST(the_aa_arm_comes_by_itself_from_six_rounds_and_two_variants_on)
{
	static const struct {
		const char *keys, *variants;
		bool wanted;
	} cases[] = {
		{ "rounds=6\n", "[variant a]\n[variant b]\n", true },
		{ "rounds=5\n", "[variant a]\n[variant b]\n", false },
		{ "rounds=10\naa=no\n", "[variant a]\n[variant b]\n", false },
		{ "rounds=3\naa=yes\n", "[variant a]\n[variant b]\n", true },
		{ "rounds=10\n", "[variant a]\n", false },
		{ "rounds=10\naa=yes\n", "[variant a]\n", false },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct plan plan;
		OK(build(arena_printf(&arena, "[experiment]\n%s%s[workload nothing]\n",
				 cases[i].keys, cases[i].variants),
			&plan));
		ck_assert_msg(plan.aa == cases[i].wanted, "%s", cases[i].keys);
		ck_assert(plan.variants[plan.variant_count - 1].hidden == cases[i].wanted);
		ck_assert_ptr_nonnull(
			strstr(plan.text, cases[i].wanted ? "\naa = yes\n" : "\naa = no\n"));
	}
}
END_TEST

START_TEST(an_adaptive_plan_has_a_cap_and_others_have_none)
{
	struct plan plan;

	OK(build("[experiment]\nadaptive=yes\n[variant a]\n[variant b]\n[workload nothing]\n",
		&plan));
	ck_assert_uint_eq(plan.rounds, 10);
	ck_assert_uint_eq(plan.cap, 30);
	ck_assert_ptr_nonnull(strstr(plan.text, "\nadaptive = yes\ncap = 30\n"));
	OK(build("[experiment]\ncap=20\n[variant a]\n[variant b]\n[workload nothing]\n", &plan));
	ck_assert_uint_eq(plan.cap, 0);
	ck_assert_ptr_null(strstr(plan.text, "cap"));
	ck_assert_uint_eq(plan.warning_count, 1);
	ck_assert_str_eq(plan.warnings[0].name, "cap");
}
END_TEST

START_TEST(without_a_variant_the_current_directory_is_measured)
{
	struct plan plan;

	OK(build("[workload nothing]\n", &plan));
	ck_assert_uint_eq(plan.variant_count, 1);
	ck_assert_str_eq(plan.variants[0].device, "dir:/scratch");
	ck_assert_uint_eq(plan.seed, 77);
	ck_assert_uint_eq(plan.rounds, 10);
}
END_TEST

START_TEST(wrong_plans_say_where_which_key_and_what_was_expected)
{
	static const struct {
		const char *text, *error;
	} cases[] = {
		{ "", "no workload" },
		{ "[experiment]\nruonds=3\n[workload lmdd]\n",
			"p.ini:2: no parameter named 'ruonds'; the nearest is 'rounds'" },
		{ "[experiment]\nrounds=0\n[workload lmdd]\n",
			"p.ini:2: rounds: 0 is below the least, 1" },
		{ "[experiment]\nseed=4294967296\n[workload lmdd]\n",
			"p.ini:2: seed: 4294967296 is above" },
		{ "[experiment]\nmargin=5\n[workload lmdd]\n", "a percentage is expected" },
		{ "[experiment]\nmargin=0%\n[workload lmdd]\n",
			"p.ini:2: margin: 0% is below the least" },
		{ "[experiment]\nmargin=100%\n[workload lmdd]\n", "above the most" },
		{ "[workload lmd]\n", "p.ini:1: no workload named 'lmd'; the nearest is lmdd" },
		{ "[workload x]\nuse=lmdd\nblocksize=4k\n",
			"p.ini:3: lmdd has no parameter named 'blocksize'" },
		{ "[workload lmdd]\nbs=4k,,8k\n",
			"p.ini:2: bs: '4k,,8k': item 2 of the list is empty" },
		{ "[workload lmdd]\nbs=4k,4096\n", "p.ini:2: bs: 4k is there twice" },
		{ "[workload lmdd]\nbs=\n", "p.ini:2: bs: empty" },
		{ "[workload lmdd]\nbs=4k,5 G B\n", "p.ini:2: bs: '5 G B': unknown suffix" },
		{ "[workload lmdd]\nprimary=write_speed\n",
			"p.ini:2: primary: 'write_speed' is none of" },
		{ "[workload nothing]\niodepth=4\n", "iodepth: phase nothing of nothing" },
		{ "[variant a]\nbaseline=yes\n[variant b]\nbaseline=yes\n[workload lmdd]\n",
			"p.ini:4: baseline: there are two: a and b" },
		{ "[variant a]\nfs=xfs\n[workload lmdd]\n", "device: missing" },
		{ "[variant a]\ndevice=loop:1G\n[workload lmdd]\n", "fs: missing" },
		{ "[variant a]\nfs=xfs\ndevice=loop:0\n[workload lmdd]\n",
			"device: loop:0 has no room" },
		{ "[variant a]\nfs=xfs\ndevice=lop:1G\n[workload lmdd]\n",
			"loop:SIZE, dir:PATH, image:FILE" },
		{ "[variant a]\nfs=xfs\ndevice=dir:/x\n[workload lmdd]\n",
			"a directory is taken as it is" },
		{ "[variant a]\nfs=tmpfs\ndevice=loop:1G\n[workload lmdd]\n", "tmpfs has none" },
		{ "[variant a]\nfs=ext2,devise=loop:1G\n[workload lmdd]\n",
			"is no name of a file system" },
		{ "[variant a]\nknob=queue/scheduler\n[workload lmdd]\n",
			"NAME=VALUE is expected" },
		{ "[variant a]\nlike=b\n[variant b]\nlike=a\n[workload lmdd]\n", "in a circle" },
		{ "[variant a]\nlike=c\n[workload lmdd]\n",
			"p.ini:2: like = c: there is no variant of that name" },
		{ "[variant aa]\n[workload lmdd]\n", "this name is kept" },
		{ "[variant a]\nfss=xfs\n[workload lmdd]\n",
			"p.ini:2: no parameter named 'fss'; the nearest is 'fs'" },
		{ "[variant a]\nlmdd.bs=4k\n[workload lmdd]\nbs=4k,8k\n",
			"it is a factor of the workload" },
		{ "[variant a]\nfoo.bs=4k\n[workload lmdd]\n",
			"foo.bs: there is no [workload foo]" },
		{ "[variant a]\nlmdd.bss=4k\n[workload lmdd]\n", "no parameter named 'bss'" },
		{ "[global]\nnonsense=1\n[variant a]\n[workload lmdd]\n",
			"p.ini:2: nonsense: no section after this [global] has such a key" },
		{ "[experiment]\nadaptive=yes\n[workload lmdd]\n",
			":2: adaptive: one variant alone" },
		{ "[experiment]\nadaptive=yes\nrounds=2\n[variant a]\n[variant b]\n[workload "
		  "lmdd]\n",
			"below the least of a pilot, 3" },
		{ "[experiment]\nadaptive=yes\ncap=9\n[variant a]\n[variant b]\n[workload lmdd]\n",
			"cap: 9 is below the pilot's 10 rounds" },
		{ "[experiment]\nadaptive=yes\norder=sequential\n[variant a]\n[variant "
		  "b]\n[workload "
		  "lmdd]\n",
			"has no rounds to learn from" },
	};
	struct plan plan;

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		ck_assert_msg(build(cases[i].text, &plan) < 0, "case %zu is taken: %s", i,
			cases[i].text);
		ck_assert_msg(strstr(err.text, cases[i].error), "case %zu: %s", i, err.text);
	}
}
END_TEST

/* A comma separates only before a known key=. */
START_TEST(the_option_variant_takes_values_with_commas)
{
	static const struct plan_world world = { .seed = 1, .directory = "/scratch" };
	struct plan_lines lines = { 0 };
	struct plan plan;

	plan_add_option(&arena, &lines, "workload", "lmdd", NULL, NULL);
	OK(plan_add_variant_option("a:fs=ext2,device=loop:1G,mount=noatime,nodiratime,knob="
				   "queue/scheduler=none,vm.dirty_ratio=5,lmdd.fsync=yes",
		&arena, &lines, &err));
	OK(plan_add_variant_option("a:memory=64M", &arena, &lines, &err));
	OK(plan_add_variant_option("b", &arena, &lines, &err));
	OK(plan_build(&lines, &world, &arena, &plan, &err));
	ck_assert_uint_eq(plan.variant_count, 3); /* the aa arm comes by itself */
	ck_assert_str_eq(plan.variants[0].target.mount, "noatime,nodiratime");
	ck_assert_uint_eq(plan.variants[0].target.knob_count, 2);
	ck_assert_uint_eq(plan.variants[0].override_count, 1);
	ck_assert_uint_eq(plan.variants[0].memory, 64 * MIB);
	ck_assert_str_eq(plan.variants[1].device, "dir:/scratch");

	ck_assert_int_eq(plan_add_variant_option("a:fs=ext2,device=loop:1G,fs=xfs", &arena, &lines,
				 &err),
		-EINVAL);
	ck_assert_str_eq(err.text,
		"--variant='a:fs=ext2,device=loop:1G,fs=xfs': fs is there twice");

	static const char *const wrong[] = { "", ":fs=ext2", "a b:fs=ext2", "a:ext2", "a:=ext2" };
	for (size_t i = 0; i < COUNT_OF(wrong); i++)
		ck_assert_int_eq(plan_add_variant_option(wrong[i], &arena, &lines, &err), -EINVAL);
}
END_TEST

START_TEST(a_workload_named_again_is_a_section_of_its_own)
{
	static const struct ini_world files = { .variable = no_variable };
	static const struct plan_world world = { .seed = 1, .directory = "/d" };
	static const char text[] = "[workload lmdd]\nsize = 1M\n[workload lmdd-2]\nuse = nothing\n";
	static const char *const labels[] = { "lmdd", "lmdd-2", "nothing", "lmdd-3", "lmdd-4" };
	static const char *const used[] = { "lmdd", "nothing", "nothing", "lmdd", "lmdd" };
	struct plan_lines lines = { 0 };
	struct plan plan, again;

	/* The first one is the plan file's, and adds to it; the file has an lmdd-2 of its own. */
	OK(ini_parse(text, strlen(text), "p.ini", &files, &arena, &lines, &err));
	ck_assert_str_eq(plan_add_workload(&arena, &lines, "lmdd"), "lmdd");
	plan_add_option(&arena, &lines, "workload", "lmdd", "rw", "read");
	ck_assert_str_eq(plan_add_workload(&arena, &lines, "nothing"), "nothing");
	ck_assert_str_eq(plan_add_workload(&arena, &lines, "lmdd"), "lmdd-3");
	plan_add_option(&arena, &lines, "workload", "lmdd-3", "rw", "copy");
	ck_assert_str_eq(plan_add_workload(&arena, &lines, "lmdd"), "lmdd-4");
	OK(plan_add_variant_option("a:lmdd-3.fsync=yes", &arena, &lines, &err));
	OK(plan_build(&lines, &world, &arena, &plan, &err));
	ck_assert_uint_eq(plan.cell_count, COUNT_OF(labels));
	for (size_t i = 0; i < COUNT_OF(labels); i++) {
		ck_assert_str_eq(plan.cells[i].label, labels[i]);
		ck_assert_str_eq(plan.cells[i].workload, used[i]);
	}
	ck_assert_ptr_nonnull(strstr(plan.text, "[workload lmdd]\nuse = lmdd\n"));
	ck_assert_ptr_nonnull(strstr(plan.text, "[workload lmdd-3]\nuse = lmdd\n"));
	OK(build(plan.text, &again));
	ck_assert_str_eq(again.sha256, plan.sha256);
}
END_TEST

START_TEST(more_than_256_variants_are_refused_at_once)
{
	struct plan_lines lines = { 0 };
	static const struct plan_world world = { .seed = 1, .directory = "/d" };
	struct plan plan;

	for (int i = 0; i < 257; i++)
		plan_add_option(&arena, &lines, "variant", arena_printf(&arena, "v%d", i), NULL,
			NULL);
	plan_add_option(&arena, &lines, "workload", "nothing", NULL, NULL);
	plan_add_option(&arena, &lines, "experiment", "", "aa", "no");
	ck_assert_int_eq(plan_build(&lines, &world, &arena, &plan, &err), -E2BIG);
	ck_assert_str_eq(err.text, "command line: more than 256 variants");
	lines.items++;
	lines.count--;
	OK(plan_build(&lines, &world, &arena, &plan, &err));
	ck_assert_uint_eq(plan.variant_count, 256);
}
END_TEST

UNIT_MAIN("plan", a_workload_named_again_is_a_section_of_its_own,
	more_than_256_variants_are_refused_at_once, a_plan_is_variants_times_cells,
	like_inherits_what_is_not_set_and_never_the_baseline,
	the_canonical_text_gives_the_same_plan_again,
	two_spellings_of_one_plan_have_one_hash_and_another_seed_another,
	global_gives_to_the_sections_after_it, a_variant_may_set_a_workloads_parameter_for_itself,
	the_aa_arm_is_a_hidden_copy_of_the_baseline,
	without_a_variant_the_current_directory_is_measured,
	wrong_plans_say_where_which_key_and_what_was_expected,
	the_aa_arm_comes_by_itself_from_six_rounds_and_two_variants_on,
	an_adaptive_plan_has_a_cap_and_others_have_none,
	the_option_variant_takes_values_with_commas)
