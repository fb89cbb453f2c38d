// SPDX-License-Identifier: GPL-3.0-or-later
#include "unit.h"
#include "workloads/aim7_task.h"

#include <errno.h>
#include <string.h>

static int parse(const char *text, struct aim7_mix *mix, struct error *err)
{
	return aim7_mix_parse(text, strlen(text), mix, err);
}

static uint64_t runs_of(const struct aim7_mix *mix, const char *name)
{
	for (size_t i = 0; i < mix->count; i++) {
		if (strcmp(mix->entries[i].name, name) == 0)
			return mix->entries[i].runs;
	}
	ck_abort_msg("no %s", name);
}

/* Totals and the disk tests of each mix: specs/aim.md, section 5. */
START_TEST(the_standard_mixes_share_a_task_out_as_the_suite_does)
{
	static const struct {
		const char *name;
		uint64_t all, disk, filesize, poolsize;
	} known[] = {
		{ "compute", 101, 8, 100, 250 * 1024 },
		{ "dbase", 99, 24, 1024, 25 * 1024 },
		{ "fserver", 101, 42, 10 * 1024, 20 * 1024 },
		{ "shared", 97, 24, 1024, 10 * 1024 },
	};
	for (size_t i = 0; i < COUNT_OF(known); i++) {
		struct aim7_mix mix;
		aim7_mix_standard(aim7_mix_of_name(known[i].name), &mix);
		ck_assert_uint_eq(mix.runs_all, known[i].all);
		ck_assert_uint_eq(mix.runs, known[i].disk);
		ck_assert_uint_eq(mix.filesize, known[i].filesize);
		ck_assert_uint_eq(mix.poolsize, known[i].poolsize);
	}
	ck_assert_int_eq(aim7_mix_of_name("fileserver"), -1);
}
END_TEST

START_TEST(each_disk_test_of_a_mix_has_its_runs)
{
	static const struct {
		const char *mix, *test;
		uint64_t runs;
	} known[] = {
		{ "shared", "disk_cp", 3 },
		{ "shared", "creat-clo", 1 },
		{ "shared", "sync_disk_wrt", 1 },
		{ "compute", "disk_rd", 4 },
		{ "compute", "disk_wrt", 2 },
		{ "compute", "disk_src", 1 },
		{ "dbase", "disk_rr", 7 },
		{ "dbase", "sync_disk_update", 5 },
		{ "fserver", "disk_src", 5 },
		{ "fserver", "dir_rtns_1", 3 },
		{ "fserver", "sync_disk_rw", 1 },
	};
	for (size_t i = 0; i < COUNT_OF(known); i++) {
		struct aim7_mix mix;
		aim7_mix_standard(aim7_mix_of_name(known[i].mix), &mix);
		ck_assert_uint_eq(runs_of(&mix, known[i].test), known[i].runs);
	}
}
END_TEST

START_TEST(a_pool_is_shared_among_the_users)
{
	struct aim7_mix mix;

	aim7_mix_standard(aim7_mix_of_name("shared"), &mix);
	ck_assert_uint_eq(aim7_mix_blocks(&mix, 1), 11 * 1024);
	ck_assert_uint_eq(aim7_mix_blocks(&mix, 3), 1024 + 3413);
	aim7_mix_resize(&mix, 64, 0);
	ck_assert_uint_eq(aim7_mix_blocks(&mix, 3), 64);
}
END_TEST

START_TEST(a_workfile_is_read_as_it_is_written)
{
	struct error err = { 0 };
	struct aim7_mix mix;

	OK(parse("# of today\nFILESIZE: 1M\nPOOLSIZE: 10M\n\n  10\tdisk_rr # thrice\r\n"
		 "5 creat_clo\n15 sieve",
		&mix, &err));
	ck_assert_uint_eq(mix.filesize, 1024);
	ck_assert_uint_eq(mix.poolsize, 10240);
	ck_assert_uint_eq(mix.count, 3);
	ck_assert_str_eq(mix.entries[1].name, "creat-clo");
	ck_assert_ptr_nonnull(mix.entries[1].test);
	ck_assert_ptr_null(mix.entries[2].test);
	ck_assert_uint_eq(mix.entries[0].runs, 33);
	ck_assert_uint_eq(mix.entries[1].runs, 17); /* 16.67 */
	ck_assert_uint_eq(mix.runs_all, 100);
	ck_assert_uint_eq(mix.runs, 50);
}
END_TEST

START_TEST(a_size_without_a_letter_is_in_kib)
{
	struct error err = { 0 };
	struct aim7_mix mix;

	OK(parse("FILESIZE: 10k\nPOOLSIZE: 7\n1 disk_rd\n", &mix, &err));
	ck_assert_uint_eq(mix.filesize, 10);
	ck_assert_uint_eq(mix.poolsize, 7);
}
END_TEST

START_TEST(halves_are_rounded_up_and_the_least_share_is_one)
{
	struct error err = { 0 };
	struct aim7_mix mix;

	OK(parse("FILESIZE: 1M\n1 disk_rr\n399 disk_rw\n600 sieve\n0 disk_rd\n", &mix, &err));
	ck_assert_uint_eq(runs_of(&mix, "disk_rr"), 1); /* 0.1 */
	ck_assert_uint_eq(runs_of(&mix, "disk_rw"), 40);
	ck_assert_uint_eq(runs_of(&mix, "disk_rd"), 0);
	OK(parse("FILESIZE: 1M\n5 disk_rr\n195 disk_rw\n", &mix, &err));
	ck_assert_uint_eq(runs_of(&mix, "disk_rr"), 3);  /* 2.5 */
	ck_assert_uint_eq(runs_of(&mix, "disk_rw"), 98); /* 97.5 */
	ck_assert_uint_eq(mix.runs_all, 101);
}
END_TEST

START_TEST(a_wrong_workfile_is_refused_with_its_line)
{
	static const struct {
		const char *text, *says;
		int ret;
	} wrong[] = {
		{ "", "neither FILESIZE nor POOLSIZE", -EINVAL },
		{ "10 disk_rr\n", "neither FILESIZE nor POOLSIZE", -EINVAL },
		{ "FILESIZE: 1M\n10 dsk_rr\n", "line 2: 'dsk_rr' is no test", -ENOENT },
		{ "FILESIZE: 1M\n10 sieve\n", "not one of its 1 tests is a disk test", -ENOENT },
		{ "FILESIZE: 1M\n0 disk_rr\n", "not one of its 1 tests", -ENOENT },
		{ "FILESIZE: 1M\nten disk_rr\n", "line 2: weight: 'ten'", -EINVAL },
		{ "FILESIZE: 1M\n-1 disk_rr\n", "line 2: weight: '-1'", -EINVAL },
		{ "FILESIZE: 1M\n1000001 disk_rr\n", "line 2: weight: '1000001'", -EINVAL },
		{ "FILESIZE: 1M\n10\n", "line 2: '10': a line is", -EINVAL },
		{ "FILESIZE: 1M\n10 disk_rr 7\n", "line 2: '10': a line is", -EINVAL },
		{ "FILESIZE: 1G\n10 disk_rr\n", "line 1: FILESIZE: '1G'", -EINVAL },
		{ "FILESIZE: M\n10 disk_rr\n", "line 1: FILESIZE: 'M'", -EINVAL },
		{ "FILESIZE: 1MM\n10 disk_rr\n", "line 1: FILESIZE: '1MM'", -EINVAL },
		{ "FILESIZE: 1048577M\n1 disk_rr\n", "line 1: FILESIZE: '1048577M'", -EINVAL },
		{ "POOLSIZE: 99999999999999999999K\n", "line 1: POOLSIZE", -EINVAL },
		{ "FILESIZE: 1M\nFILESIZE: 2M\n", "line 2: FILESIZE stands there twice", -EINVAL },
	};
	for (size_t i = 0; i < COUNT_OF(wrong); i++) {
		struct error err = { 0 };
		struct aim7_mix mix = { .filesize = 4711 };
		ck_assert_int_eq(parse(wrong[i].text, &mix, &err), wrong[i].ret);
		ck_assert_msg(strstr(err.text, wrong[i].says) != NULL, "%s", err.text);
		ck_assert_uint_eq(mix.filesize, 4711);
	}
}
END_TEST

START_TEST(a_zero_byte_does_not_end_a_line_in_silence)
{
	static const char text[] = "FILESIZE: 1M\n10 disk_rr\0 7\n";
	struct error err = { 0 };
	struct aim7_mix mix;

	ck_assert_int_eq(aim7_mix_parse(text, sizeof(text) - 1, &mix, &err), -EINVAL);
	ck_assert_str_eq(err.text, "line 2: a zero byte: this is no text");
}
END_TEST

START_TEST(a_workfile_has_up_to_a_hundred_tests)
{
	struct error err = { 0 };
	struct aim7_mix mix;
	AUTO_TEXT struct text text;

	text_init(&text, MIB);
	text_puts(&text, "FILESIZE: 1M\n");
	for (int i = 0; i < 100; i++)
		text_puts(&text, "1 disk_rr\n");
	OK(parse(text.data, &mix, &err));
	ck_assert_uint_eq(mix.runs, 100);
	text_puts(&text, "1 disk_rr\n");
	ck_assert_int_eq(parse(text.data, &mix, &err), -ERANGE);
	ck_assert_str_eq(err.text, "line 102: more than 100 tests");
}
END_TEST

START_TEST(every_test_that_is_not_run_is_named)
{
	struct error err = { 0 };
	struct aim7_mix mix;
	AUTO_TEXT struct text out;

	text_init(&out, MIB);
	OK(parse("FILESIZE: 1M\n30 disk_rr\n40 sieve\n30 add_int\n0 udp_test\n", &mix, &err));
	aim7_mix_tell(&mix, "mine", &out);
	ck_assert_str_eq(out.data, "mine: 30 of the 100 tests of a task are run.\n"
				   "Not run, since not disk tests (weight, tests of a task):\n"
				   "  sieve (40, 40) add_int (30, 30)\n");
	for (int m = 0; aim7_mix_names[m]; m++) {
		text_clear(&out);
		aim7_mix_standard(m, &mix);
		aim7_mix_tell(&mix, aim7_mix_names[m], &out);
		for (size_t i = 0; i < mix.count; i++)
			ck_assert(!strstr(out.data, mix.entries[i].name) ==
				  (mix.entries[i].test != NULL));
		for (const char *line = out.data; line; line = strchr(line + 1, '\n'))
			ck_assert_uint_le(strcspn(line + 1, "\n"), 80);
	}
}
END_TEST

START_TEST(a_mix_of_disk_tests_only_has_nothing_left_out)
{
	struct error err = { 0 };
	struct aim7_mix mix;
	AUTO_TEXT struct text out;

	text_init(&out, MIB);
	OK(parse("FILESIZE: 1M\nPOOLSIZE: 10M\n10 disk_cp\n", &mix, &err));
	aim7_mix_tell(&mix, "lkp", &out);
	ck_assert_str_eq(out.data, "lkp: 100 of the 100 tests of a task are run.\n");
}
END_TEST

/* Drawn by a model of the rule in another language. */
START_TEST(a_user_s_order_is_drawn_by_the_suite_s_generator)
{
	static const struct {
		const char *mix;
		uint32_t user;
		const char *order;
	} known[] = {
		{ "compute", 1,
			"disk_src disk_cp disk_wrt disk_wrt "
			"disk_rd disk_rd disk_rd disk_rd " },
		{ "compute", 2,
			"disk_cp disk_rd disk_wrt disk_src "
			"disk_rd disk_wrt disk_rd disk_rd " },
		{ "dbase", 1,
			"sync_disk_rw sync_disk_rw disk_rr sync_disk_update "
			"sync_disk_update sync_disk_update sync_disk_rw sync_disk_update "
			"disk_rd sync_disk_rw disk_rr sync_disk_update "
			"disk_rd disk_rd disk_rr disk_rd "
			"disk_rd sync_disk_rw disk_rd disk_rr "
			"disk_rd disk_rr disk_rr disk_rr " },
		{ "dbase", 2,
			"disk_rd disk_rr sync_disk_update sync_disk_rw "
			"disk_rr sync_disk_update disk_rd disk_rr "
			"sync_disk_rw sync_disk_update disk_rr sync_disk_update "
			"disk_rd sync_disk_update sync_disk_rw disk_rd "
			"sync_disk_rw sync_disk_rw disk_rr disk_rd "
			"disk_rr disk_rd disk_rr disk_rd " },
	};
	for (size_t i = 0; i < COUNT_OF(known); i++) {
		struct aim7_mix mix;
		struct aim7_task task;
		uint32_t random = known[i].user;
		int entry;
		AUTO_TEXT struct text order;
		text_init(&order, MIB);
		aim7_mix_standard(aim7_mix_of_name(known[i].mix), &mix);
		aim7_task_start(&task, &mix);
		while ((entry = aim7_task_next(&task, &random)) >= 0)
			text_printf(&order, "%s ", mix.entries[entry].name);
		ck_assert_str_eq(order.data, known[i].order);
	}
}
END_TEST

START_TEST(whoever_draws_does_every_test_as_often_as_it_stands_there)
{
	struct aim7_mix mix;
	struct aim7_task task;

	aim7_mix_standard(aim7_mix_of_name("fserver"), &mix);
	for (uint32_t user = 1; user <= 500; user++) {
		uint64_t done[AIM7_MOST_ENTRIES] = { 0 };
		uint32_t random = user;
		int entry;
		aim7_task_start(&task, &mix);
		while ((entry = aim7_task_next(&task, &random)) >= 0)
			done[entry]++;
		for (size_t i = 0; i < mix.count; i++)
			ck_assert_uint_eq(done[i], mix.entries[i].test ? mix.entries[i].runs : 0);
	}
}
END_TEST

START_TEST(the_job_timing_index_is_of_the_whole_population)
{
	static const uint64_t one[] = { 7 }, same[] = { 5, 5, 5 }, near[] = { 10, 11, 12 },
			      two[] = { 1, 2 }, far[] = { 1, 100, 1, 1 }, none[] = { 0, 0 };

	ck_assert_int_eq(aim7_jti(one, 1), 100);
	ck_assert_int_eq(aim7_jti(same, 3), 100);
	ck_assert_int_eq(aim7_jti(near, 3), 92); /* 92.58; of a sample it would be 90 */
	ck_assert_int_eq(aim7_jti(two, 2), 66);
	ck_assert_int_eq(aim7_jti(far, 4), -66);
	ck_assert_int_eq(aim7_jti(none, 2), 100);
}
END_TEST

UNIT_MAIN("aim7 mix", the_standard_mixes_share_a_task_out_as_the_suite_does,
	each_disk_test_of_a_mix_has_its_runs, a_pool_is_shared_among_the_users,
	a_workfile_is_read_as_it_is_written, a_size_without_a_letter_is_in_kib,
	halves_are_rounded_up_and_the_least_share_is_one, a_wrong_workfile_is_refused_with_its_line,
	a_zero_byte_does_not_end_a_line_in_silence, a_workfile_has_up_to_a_hundred_tests,
	every_test_that_is_not_run_is_named, a_mix_of_disk_tests_only_has_nothing_left_out,
	a_user_s_order_is_drawn_by_the_suite_s_generator,
	whoever_draws_does_every_test_as_often_as_it_stands_there,
	the_job_timing_index_is_of_the_whole_population)
