// SPDX-License-Identifier: GPL-3.0-or-later
#include "imports.h"

#include <stdio.h>

START_TEST(the_language_does_not_matter)
{
	static const char *const lines[] = {
		"20000000 bytes (20 MB, 19 MiB) copied, 1.234 s, 16.2 MB/s",
		"20000000 Bytes (20 MB) kopiert, 1,234 s, 16,2 MB/s",
		"20000000 octets (20 Mo) copi\xc3\xa9s, 1,234 s, 16,2 Mo/s",
		"20000000\xe5\xad\x97\xe8\x8a\x82(20 "
		"MB)\xe5\xb7\xb2\xe5\xa4\x8d\xe5\x88\xb6\xef\xbc"
		"\x8c"
		"1.234 \xe7\xa7\x92\xef\xbc\x8c"
		"16.2 MB/\xe7\xa7\x92",
		"\xd1\x81\xd0\xba\xd0\xbe\xd0\xbf\xd0\xb8\xd1\x80\xd0\xbe\xd0\xb2\xd0\xb0\xd0\xbd"
		"\xd0\xbe "
		"20000000 \xd0\xb1\xd0\xb0\xd0\xb9\xd1\x82 (20 MB), 1,234 s, 16,2 MB/s",
	};

	for (size_t i = 0; i < COUNT_OF(lines); i++) {
		char text[256];
		(void)snprintf(text, sizeof(text), "$ dd if=/dev/zero of=/mnt/f bs=1M\n%s\n",
			lines[i]);
		struct import in = import_text(text);

		ck_assert_double_eq(import_value(&in, "dd/write", "throughput", "/mnt/f", NULL,
					    "MB/s"),
			16.2);
		ck_assert_uint_eq(in.warning_count, 0);
	}
}
END_TEST

START_TEST(the_command_says_the_direction)
{
	struct import in =
		import_text("# dd if=f of=/dev/null\n20000000 bytes (20 MB) copied, 1 s, 20 MB/s\n"
			    "$ sudo dd if=/dev/sdz bs=512 | md5sum\n"
			    "20000000 bytes (20 MB) copied0123456789abcdef -\n, 2 s, 10 MB/s\n"
			    "$ gunzip <a | time dd of=/dev/sdy\n"
			    "20000000 bytes (20 MB) copied, 4 s, 5,0 MB/s\n");

	ck_assert_double_eq(import_value(&in, "dd/read", "throughput", "f", NULL, "MB/s"), 20);
	ck_assert_double_eq(import_value(&in, "dd/read", "throughput", "/dev/sdz", NULL, "MB/s"),
		10);
	ck_assert_double_eq(import_value(&in, "dd/write", "throughput", "/dev/sdy", NULL, "MB/s"),
		5);
}
END_TEST

START_TEST(busyboxs_and_bsds_lines_have_their_own_units)
{
	struct import in = import_text(
		"dd if=f of=/dev/null\n104857600 bytes (100.0MB) copied, 2.000 seconds, 50.0MB/s\n"
		"dd if=g of=/dev/null\n104857600 bytes transferred in 2.000 secs (52428800 "
		"bytes/sec)\n");

	ck_assert_double_eq(import_value(&in, "dd/read", "throughput", "f", NULL, "MiB/s"), 50);
	ck_assert_double_eq(import_value(&in, "dd/read", "throughput", "g", NULL, "B/s"), 52428800);
}
END_TEST

START_TEST(a_rate_that_does_not_follow_is_said)
{
	struct import in = import_text("dd if=f of=/dev/null\n"
				       "20000000 bytes (20 MB) copied, 1.0 s, 99 MB/s\n");

	ck_assert_str_eq(import_row(&in, "dd/read", "throughput", "f", NULL)->status,
		"inconsistent");
	ck_assert_uint_eq(in.warning_count, 1);
}
END_TEST

START_TEST(other_programs_rates_are_not_dds)
{
	struct import in = import_text("copied it, 1.0 s, 99 MB/s\n1024+0 records in\n"
				       "20000000 bytes (20 MB) are in it\n\n\nx, 1.0 s, 20 MB/s\n");

	ck_assert_uint_eq(in.row_count, 0);
}
END_TEST

UNIT_MAIN("import dd", a_rate_that_does_not_follow_is_said,
	busyboxs_and_bsds_lines_have_their_own_units, other_programs_rates_are_not_dds,
	the_command_says_the_direction, the_language_does_not_matter)
