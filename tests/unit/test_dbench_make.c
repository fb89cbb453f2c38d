// SPDX-License-Identifier: GPL-3.0-or-later
#include "unit.h"
#include "workloads/dbench_default.h"
#include "workloads/dbench_make.h"
#include "workloads/dbench_replay.h"

#include <string.h>

static struct error err;

static void make(struct text *out, struct dbench_make how)
{
	text_init(out, 64 * MIB);
	dbench_make(&how, out);
	ck_assert(!out->overflow);
}

START_TEST(the_same_seed_gives_the_same_load_and_another_one_another)
{
	struct text a, b, c;
	struct dbench_make how = dbench_make_default;

	how.iterations = 1;
	make(&a, how);
	make(&b, how);
	how.seed++;
	make(&c, how);
	ck_assert_str_eq(a.data, b.data);
	ck_assert_str_ne(strchr(a.data, '\n'), strchr(c.data, '\n'));
	text_free(&a);
	text_free(&b);
	text_free(&c);
}
END_TEST

/* Shares in percent as they were published of the standard load, and how near ours has to be. */
START_TEST(the_mix_is_the_published_one)
{
	static const struct {
		enum dbench_kind kind;
		double percent;
	} mix[] = {
		{ DBENCH_READX, 27.1 },
		{ DBENCH_NTCREATEX, 17.3 },
		{ DBENCH_QUERY_PATH, 15.7 },
		{ DBENCH_CLOSE, 12.7 },
		{ DBENCH_WRITEX, 8.6 },
		{ DBENCH_FIND_FIRST, 6.1 },
		{ DBENCH_UNLINK, 3.5 },
		{ DBENCH_QUERY_FS, 2.9 },
		{ DBENCH_QUERY_FILE, 2.7 },
		{ DBENCH_SET_FILE, 1.4 },
		{ DBENCH_FLUSH, 1.2 },
		{ DBENCH_RENAME, 0.7 },
	};
	struct dbench_load load;
	uint64_t counts[DBENCH_KINDS] = { 0 }, misses = 0;
	unsigned open = 0, most_open = 0;

	OK(dbench_load_default(&load, &err));
	for (size_t i = 0; i < dbench_op_count(&load); i++) {
		const struct dbench_op *op = &dbench_ops(&load)[i];
		counts[op->kind]++;
		misses += op->expect == DBENCH_FAILS;
		open += op->kind == DBENCH_NTCREATEX && op->expect == DBENCH_SUCCEEDS;
		open -= op->kind == DBENCH_CLOSE;
		most_open = open > most_open ? open : most_open;
	}
	for (size_t i = 0; i < COUNT_OF(mix); i++) {
		double percent = 100 * (double)counts[mix[i].kind] / (double)load.lines;
		ck_assert_msg(percent > mix[i].percent - 0.8 && percent < mix[i].percent + 0.8,
			"%s: %.2f %%", dbench_kind_name(mix[i].kind), percent);
	}
	ck_assert_double_eq_tol(100 * (double)misses / (double)load.lines, 13, 0.5);
	ck_assert_uint_eq(open, 0);
	ck_assert_uint_le(most_open, 23);
	/* 5428 bytes a line; 11.41 MB read and 7.71 MB written in each iteration of 3573. */
	ck_assert_double_eq_tol((double)load.read_bytes / 16 / 11.41e6, 1, 0.1);
	ck_assert_double_eq_tol(((double)load.written_bytes - 20971520) / 16 / 7.71e6, 1, 0.1);
	dbench_load_free(&load);
}
END_TEST

START_TEST(miss_rate_and_working_set_are_what_was_asked)
{
	static const double rates[] = { 0, 0.02, 0.13, 0.5 };

	for (size_t i = 0; i < COUNT_OF(rates); i++) {
		struct text text, faults;
		struct dbench_load load;
		uint64_t misses = 0, set_up = 0;
		struct dbench_make how = { 1, 2, rates[i], MIB << (2 * i) };
		make(&text, how);
		text_init(&faults, MIB);
		OK(dbench_load_parse(&load, text.data, text.length, "made", &faults, &err));
		for (size_t n = 0; n < dbench_op_count(&load); n++) {
			const struct dbench_op *op = &dbench_ops(&load)[n];
			misses += op->expect == DBENCH_FAILS;
		}
		for (size_t n = 0; n < dbench_name_count(&load); n++) {
			if (strstr(dbench_text(&load, (uint32_t)n), "/keep"))
				set_up += dbench_names(&load)[n].extent;
		}
		ck_assert_uint_eq(set_up, how.working_set);
		/* The lines of the set-up miss nothing. */
		double lines = (double)load.lines - 200 - (double)how.working_set / 65536;
		ck_assert_double_eq_tol((double)misses / lines, rates[i], 0.01);
		dbench_load_free(&load);
		text_free(&text);
		text_free(&faults);
	}
}
END_TEST

UNIT_MAIN("dbench_make", the_same_seed_gives_the_same_load_and_another_one_another,
	the_mix_is_the_published_one, miss_rate_and_working_set_are_what_was_asked)
