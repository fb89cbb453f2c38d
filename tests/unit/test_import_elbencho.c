// SPDX-License-Identifier: GPL-3.0-or-later
#include "imports.h"

START_TEST(the_last_thread_makes_the_result)
{
	struct import in =
		import_text("$ elbencho -r -b 1m --hosts a,b -t 2 /mnt/x\n"
			    "OPERATION   RESULT TYPE         FIRST DONE   LAST DONE\n"
			    "=========== ================    ==========   =========\n"
			    "READ        Elapsed time     :    1m0.500s    1m2.500s\n"
			    "            IOPS             :         210         205\n"
			    "            IO latency       : [ min=0.5ms avg=9.5ms max=1.5s ]\n"
			    "            Total MiB        :      1000      1024\n"
			    "STAT        Elapsed time     :      51ms      1h0m3s\n");
	const char *variant = "-r -b 1m -t 2";
	const struct import_row *r =
		import_row(&in, "elbencho/read", "io_latency_avg", variant, NULL);

	ck_assert_double_eq(import_value(&in, "elbencho/read", "elapsed", variant, NULL, "s"),
		62.5);
	ck_assert_double_eq(import_value(&in, "elbencho/read", "iops", variant, NULL, "/s"), 205);
	ck_assert_double_eq(import_value(&in, "elbencho/read", "data", variant, NULL, "MiB"), 1024);
	ck_assert_double_eq(import_value(&in, "elbencho/stat", "elapsed", variant, NULL, "s"),
		3603);
	ck_assert_double_eq(r->values[0], 9.5);
	ck_assert_double_eq(r->least, 0.5);
	ck_assert(isnan(r->greatest)); /* in another unit */
}
END_TEST

START_TEST(a_column_that_is_cut_off_is_not_replaced_by_the_first)
{
	struct import in = import_text("OPERATION   RESULT TYPE   FIRST DONE   LAST DONE\n"
				       "WRITE       IOPS        :    210\n");

	ck_assert_uint_eq(in.row_count, 1);
	ck_assert_str_eq(in.rows[0].status, IMPORT_TRUNCATED);
}
END_TEST

UNIT_MAIN("import elbencho", a_column_that_is_cut_off_is_not_replaced_by_the_first,
	the_last_thread_makes_the_result)
