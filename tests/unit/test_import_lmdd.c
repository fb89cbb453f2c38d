// SPDX-License-Identifier: GPL-3.0-or-later
#include "imports.h"

START_TEST(columns_under_labels_in_rules_are_told_apart)
{
	static const char *const texts[] = {
		"Read with lmdd\n"
		"===== AA =====                          ===== BB =====\n"
		"----- bs 1k -----                       ----- bs 1k -----\n"
		"10 MB in 2.0001 secs, 5.1000 MB/sec     10 MB in 4.0001 secs, 2.5000 MB/sec\n"
		"10 MB in 2.0002 secs, 5.2000 MB/sec     10 MB in 4.0002 secs, 2.6000 MB/sec\n"
		"----- bs 2k -----                       ----- bs 2k -----\n"
		"10 MB in 2.0003 secs, 5.3000 MB/sec     10 MB in 4.0003 secs, 2.7000 MB/sec\n",
		"Read with lmdd ===== AA ===== ===== BB ===== ----- bs 1k ----- ----- bs 1k -----\n"
		"10 MB in 2.0001 secs, 5.1000 MB/sec 10 MB in 4.0001\n"
		"secs, 2.5000 MB/sec 10 MB in 2.0002 secs, 5.2000 MB/sec\n"
		"10 MB in 4.0002 secs, 2.6000 MB/sec ----- bs 2k ----- ----- bs 2k -----\n"
		"10 MB in 2.0003 secs, 5.3000\n"
		"MB/sec 10 MB in 4.0003 secs, 2.7000 MB/sec\n",
	};

	for (size_t i = 0; i < COUNT_OF(texts); i++) {
		struct import in = import_text(texts[i]);
		const struct import_row *a = import_row(&in, "lmdd/read", "throughput", "AA", NULL);
		const struct import_row *b = import_row(&in, "lmdd/read", "throughput", "BB", NULL);

		ck_assert_uint_eq(a->value_count, 2);
		ck_assert_double_eq(a->values[1], 5.2);
		ck_assert_double_eq(b->values[0], 2.5);
		ck_assert_double_eq(b->values[1], 2.6);
		ck_assert_str_eq(a->settings[0].value, "1k");
		ck_assert_uint_eq(in.row_count, 8);
		ck_assert_double_eq(in.rows[6].values[0], 2.7);
		ck_assert_double_eq(in.rows[7].values[0], 4.0003);
	}
}
END_TEST

START_TEST(a_column_without_a_result_goes_by_its_place)
{
	struct import in = import_text(
		"===== AA =====                          ===== BB =====\n"
		"lmdd write, second of AA failed\n"
		"10 MB in 2.0001 secs, 5.1000 MB/sec     10 MB in 4.0001 secs, 2.5000 MB/sec\n"
		"                                        10 MB in 4.0002 secs, 2.6000 MB/sec\n"
		"10 MB in 2.0002 secs, 5.2000 MB/sec     10 MB in 4.0003 secs, 2.7000 MB/sec\n");
	const struct import_row *a = import_row(&in, "lmdd/write", "throughput", "AA", NULL);
	const struct import_row *b = import_row(&in, "lmdd/write", "throughput", "BB", NULL);

	ck_assert_uint_eq(a->value_count, 2);
	ck_assert_double_eq(a->values[1], 5.2);
	ck_assert_uint_eq(b->value_count, 3);
	ck_assert_double_eq(b->values[1], 2.6);
}
END_TEST

START_TEST(the_command_above_says_the_direction_and_the_size)
{
	struct import in = import_text(
		"$ lmdd if=internal of=f bs=2m count=5 fsync=1\n"
		"10.4858 MB in 0.5000 secs, 20.9715 MB/sec\n"
		"$ lmdd if=f of=internal bs=4k\n10.49 MB in 0.2500 secs, 41.96 MB/sec\n");
	const struct import_row *w = import_row(&in, "lmdd/write", "throughput", "", NULL);

	ck_assert_double_eq(w->values[0], 20.9715);
	ck_assert_str_eq(w->settings[0].value, "2m");
	ck_assert_double_eq(import_value(&in, "lmdd/read", "throughput", "", NULL, "MB/s"), 41.96);
	ck_assert_uint_eq(in.row_count, 2); /* the seconds follow from the others */
}
END_TEST

START_TEST(a_bare_rate_counts_only_where_it_is_lmdds)
{
	struct import in = import_text("File /tmp/x read bandwidth:512 KB/sec\nnothing 99 KB/sec\n"
				       "77 KB/sec\n$ lmdd of=/tmp/x print=3\n88 KB/sec\n");

	ck_assert_double_eq(import_value(&in, "lmdd/read", "throughput", "", NULL, "KB/s"), 512);
	ck_assert_double_eq(import_value(&in, "lmdd/write", "throughput", "", NULL, "KB/s"), 88);
	ck_assert_uint_eq(in.row_count, 2);
}
END_TEST

START_TEST(a_markdown_table_has_the_variants_in_its_head)
{
	struct import in = import_text(
		"| command | mine | theirs |\n|---|---|---|\n| lat_x | 5.0 KB/sec | 6 |\n"
		"| lmdd of=/f print=3 | 100 KB/sec | 200 KB/sec |\n");

	ck_assert_double_eq(import_value(&in, "lmdd/write", "throughput", "mine", NULL, "KB/s"),
		100);
	ck_assert_double_eq(import_value(&in, "lmdd/write", "throughput", "theirs", NULL, "KB/s"),
		200);
	ck_assert_uint_eq(in.row_count, 2);
}
END_TEST

START_TEST(ranges_and_approximations_of_a_table_by_hand_stay_what_they_are)
{
	struct import in = import_text("----\nlmdd (all sizes)\n----\n"
				       "          Write       Read\n"
				       "K1        7.5  MB/s   ~9.5 MB/s [ blocksizes 1K -> 8K ]\n"
				       "                      ~8.5 MB/s [ blocksizes 16K -> 32K ]\n"
				       "K2        6-7  MB/s   [ not run ]\n");
	const struct import_row *range = import_row(&in, "lmdd/write", "throughput", "K2", NULL);
	const struct import_row *about = import_row(&in, "lmdd/read", "throughput", "K1", NULL);

	ck_assert_double_eq(import_value(&in, "lmdd/write", "throughput", "K1", NULL, "MB/s"), 7.5);
	ck_assert_uint_eq(range->value_count, 0);
	ck_assert_double_eq(range->least, 6);
	ck_assert_double_eq(range->greatest, 7);
	ck_assert(about->approximate);
	ck_assert_double_eq(about->values[0], 9.5);
	ck_assert_uint_eq(about->value_count, 1);
	ck_assert_str_eq(import_row(&in, "lmdd/read", "throughput", "K2", NULL)->status, "not-run");
	ck_assert_uint_eq(in.row_count, 5);
}
END_TEST

UNIT_MAIN("import lmdd", a_bare_rate_counts_only_where_it_is_lmdds,
	a_column_without_a_result_goes_by_its_place, a_markdown_table_has_the_variants_in_its_head,
	columns_under_labels_in_rules_are_told_apart,
	ranges_and_approximations_of_a_table_by_hand_stay_what_they_are,
	the_command_above_says_the_direction_and_the_size)
