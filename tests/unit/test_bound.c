// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/bound.h"

#include "core/auto.h"
#include "report/impossible.h"
#include "sample_results.h"
#include "unit.h"

static struct demand demand_of_kind(bool on_cpu)
{
	struct demand demand = demand_unknown();

	demand.at[DEMAND_WALL] = 10;
	demand.at[DEMAND_CPU_SYS] = on_cpu ? 0.9 : 0.15;
	demand.at[DEMAND_CPU_IDLE] = on_cpu ? 0.05 : 0.81;
	demand.at[DEMAND_CLIENT_CPU] = on_cpu ? 0.97 : 0.3;
	demand.at[DEMAND_DISK_BUSY] = on_cpu ? 0.01 : 0.98;
	demand.at[DEMAND_DISK_IN_FLIGHT] = on_cpu ? 0.01 : 4;
	demand.disk = "vda";
	return demand;
}

/* Two variants; `metrics` cells. xfs waits for a CPU in the first one. */
static struct results *results_with_demands(struct arena *arena, size_t metrics)
{
	struct results *r = sample_results(arena, metrics, 2, 3);

	for (size_t v = 0; v < 2; v++) {
		for (size_t m = 0; m < metrics; m++) {
			sample_values(r, m, v, MIB, 300, 301, 302);
			*ARENA_PUSH(arena, r->demands, r->demand_count) =
				(struct result_demand){ .cell = r->metrics[m].cell,
					.phase = "write",
					.variant = v,
					.runs = 3,
					.demand = demand_of_kind(v == 1 && m == 0) };
		}
	}
	return r;
}

static void expect(const struct results *r, bool verbose, const char *wanted)
{
	struct arena arena = { 0 };
	AUTO_TEXT struct text out;

	text_init(&out, MIB);
	bound_text(r, verbose, &arena, &out);
	ck_assert_str_eq(out.data, wanted);
	arena_free(&arena);
}

START_TEST(each_variant_has_one_line_with_its_numbers)
{
	struct arena arena = { 0 };
	struct results *r = results_with_demands(&arena, 1);
	static const char wanted[] =
		"bound: ext2: device-bound: sys 15 %, idle 81 %, vda 98 % busy, vda 4.0 in "
		"flight\n"
		"bound: xfs: cpu-bound: clients 97 % on a CPU, sys 90 %, idle 5 %, vda 1 % busy\n";

	expect(r, false, wanted);
	r->demands[1].demand.at[DEMAND_WALL] = 0.09;
	expect(r, false,
		"bound: ext2: device-bound: sys 15 %, idle 81 %, vda 98 % busy, vda 4.0 in "
		"flight\n");
	r->variants[0].hidden = true;
	expect(r, false, "");
	r->variants[0].hidden = false;
	r->demand_count = 0;
	expect(r, false, "");
	arena_free(&arena);
}
END_TEST

START_TEST(of_several_phases_it_is_told_which_are_bound_by_what)
{
	struct arena arena = { 0 };
	struct results *r = results_with_demands(&arena, 5);

	expect(r, false,
		"bound: ext2: device-bound lmdd bs=1k write, lmdd bs=2k write, lmdd bs=3k write "
		"and 2 more\n"
		"bound: xfs: cpu-bound lmdd bs=1k write; device-bound lmdd bs=2k write, lmdd bs=3k "
		"write, lmdd bs=4k\n      write and 1 more\n");
	arena_free(&arena);
}
END_TEST

START_TEST(verbose_has_the_numbers_of_every_phase)
{
	struct arena arena = { 0 };
	struct results *r = results_with_demands(&arena, 2);

	r->demand_count = 2;
	r->demands[1].runs = 1;
	expect(r, true,
		"bound: ext2 lmdd bs=1k write (medians of 3 runs): device-bound: sys 15 %, idle 81 "
		"%, vda 98 % busy,\n      vda 4.0 in flight\n"
		"bound: ext2 lmdd bs=2k write (medians of 1 run): device-bound: sys 15 %, idle 81 "
		"%, vda 98 % busy,\n      vda 4.0 in flight\n");
	arena_free(&arena);
}
END_TEST

START_TEST(the_document_has_class_and_numbers_of_each_arm)
{
	struct arena arena = { 0 };
	struct results *r = results_with_demands(&arena, 1);
	AUTO_JSON json_t *json = bound_json(r, 0, 1);

	ck_assert_str_eq(json_string_value(json_object_get(json, "class")), "cpu");
	ck_assert_str_eq(json_string_value(json_object_get(json, "disk")), "vda");
	ck_assert_int_eq(json_integer_value(json_object_get(json, "runs")), 3);
	ck_assert_double_eq(json_real_value(json_object_get(json, "cpu_sys")), 0.9);
	ck_assert(json_is_null(json_object_get(json, "psi_io_some")));
	r->metrics[0].phase = "read";
	ck_assert_ptr_null(bound_json(r, 0, 1));
	arena_free(&arena);
}
END_TEST

START_TEST(what_caches_and_disks_did_is_said_as_far_as_it_is_known)
{
	struct counter_record counters[] = {
		{ "bakeoff.cache.resident", "", "B", READING_INSTANT, 0, "" },
		{ "bakeoff.cache.size", "", "B", READING_INSTANT, 200 * MIB, "" },
		{ "disk.dev.avactive", "vda", "ns", READING_COUNTER, 1, "" },
		{ "disk.dev.read_bytes", "vda", "B", READING_COUNTER, 201 * MIB, "" },
		{ "disk.dev.write_bytes", "vda", "B", READING_COUNTER, 4096, "" },
	};
	struct phase_record phase = { .wall_ns = NS_PER_S,
		.bytes = 200 * MIB,
		.counters = counters,
		.counter_count = COUNT_OF(counters) };
	struct arena arena = { 0 };

	ck_assert_str_eq(cache_text(&arena, &phase),
		"began with 0 B of 200 MiB in the page cache; moved 200 MiB, vda read 201 MiB and "
		"wrote 4.00 KiB");
	phase.counter_count = 2;
	ck_assert_str_eq(cache_text(&arena, &phase), "began with 0 B of 200 MiB in the page cache");
	counters[0].value = counters[1].value = NAN;
	counters[0].absent = "zfs has a cache of its own";
	ck_assert_str_eq(cache_text(&arena, &phase),
		"what it began with in caches is not known: zfs has a cache of its own");
	phase.counter_count = 0;
	ck_assert_ptr_null(cache_text(&arena, &phase));
	arena_free(&arena);
}
END_TEST

START_TEST(random_access_that_is_faster_than_sequential_is_flagged)
{
	static const struct {
		const char *sequential, *random;
		double factor;
		size_t flags;
	} cases[] = {
		{ "disk_rd", "disk_rr", 1.2, 1 },
		{ "disk_rd", "disk_rr", 1.05, 0 },
		{ "fio rw=read bs=4k", "fio rw=randread bs=4k", 3, 1 },
		{ "fio rw=read bs=1M", "fio rw=randread bs=4k", 3, 0 },
		{ "fio rw=write bs=4k", "fio rw=randread bs=4k", 3, 0 },
		{ "sync_disk_wrt", "sync_disk_rw", 3, 1 },
		{ "sync_disk_wrt", "xsync_disk_rw", 3, 0 },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct arena arena = { 0 };
		struct results *r = sample_results(&arena, 2, 2, 3);
		r->metrics[0].cell = cases[i].sequential;
		r->metrics[1].cell = cases[i].random;
		for (size_t v = 0; v < 2; v++)
			sample_values(r, 0, v, 1, 100, 101, 102);
		sample_values(r, 1, 0, 1, 90, 91, 92);
		sample_values(r, 1, 1, cases[i].factor, 100, 101, 102);
		impossible_flag(r, &arena);
		ck_assert_msg(r->flag_count == cases[i].flags, "case %zu: %zu flags", i,
			r->flag_count);
		if (r->flag_count == 1) {
			ck_assert_uint_eq(r->flags[0].variant, 1);
			ck_assert_str_eq(r->flags[0].cell, cases[i].random);
		}
		arena_free(&arena);
	}
}
END_TEST

UNIT_MAIN("bound", each_variant_has_one_line_with_its_numbers,
	of_several_phases_it_is_told_which_are_bound_by_what,
	verbose_has_the_numbers_of_every_phase, the_document_has_class_and_numbers_of_each_arm,
	what_caches_and_disks_did_is_said_as_far_as_it_is_known,
	random_access_that_is_faster_than_sequential_is_flagged)
