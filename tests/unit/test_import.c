// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/document.h"
#include "import/json.h"
#include "import/rows.h"
#include "import/scan.h"

#include "unit.h"

#include <errno.h>
#include <math.h>
#include <string.h>

static struct arena arena;
static struct error err;

static struct import_document read_bytes(const char *bytes, size_t size)
{
	struct import_document d;

	OK(document_make(bytes, size, &arena, &d, &err));
	return d;
}

#define READ(literal) read_bytes(literal, sizeof(literal) - 1)

static void is_line(const struct import_document *d, size_t i, unsigned number, const char *text)
{
	ck_assert_uint_lt(i, d->count);
	ck_assert_str_eq(d->lines[i].text, text);
	ck_assert_uint_eq(d->lines[i].length, strlen(text));
	ck_assert_uint_eq(d->lines[i].number, number);
}

START_TEST(quote_marks_line_ends_and_colours_are_taken_off)
{
	struct import_document d =
		READ("plain\r\n> once\n>>twice\n> > \033[31mred\033[0m \n   4.5");

	ck_assert_uint_eq(d.count, 5);
	is_line(&d, 0, 1, "plain");
	is_line(&d, 1, 2, "once");
	is_line(&d, 2, 3, "twice");
	is_line(&d, 3, 4, "red");
	is_line(&d, 4, 5, "   4.5");
	ck_assert_uint_eq(d.lines[0].quoted, 0);
	ck_assert_uint_eq(d.lines[3].quoted, 2);
	ck_assert(d.lines[4].cut);
	ck_assert(!d.lines[3].cut);
	ck_assert_str_eq(d.text, "plain\nonce\ntwice\nred \n   4.5\n");
}
END_TEST

START_TEST(a_quoted_table_has_the_columns_of_the_plain_one)
{
	struct import_document plain = READ("a\tb c\n\tx\n"), quoted = READ("> a\tb c\n> \tx\n");

	for (size_t i = 0; i < plain.count; i++)
		ck_assert_str_eq(plain.lines[i].text, quoted.lines[i].text);
	ck_assert_str_eq(plain.lines[0].text, "a       b c");
	ck_assert_str_eq(plain.lines[1].text, "        x");
}
END_TEST

START_TEST(lines_of_a_progress_counter_have_the_number_of_their_line)
{
	struct import_document d = READ("1\r2\r3\nnext\n");

	is_line(&d, 0, 1, "1");
	is_line(&d, 1, 1, "2");
	is_line(&d, 2, 1, "3");
	is_line(&d, 3, 2, "next");
}
END_TEST

START_TEST(quoted_printable_is_decoded_and_keeps_its_line_numbers)
{
	struct import_document d =
		READ("quoted-printable\nThrough=\nput=3D4 =C3=A0 50=\n%\nlast\n");

	is_line(&d, 1, 2, "Throughput=4 \xc3\xa0 50%");
	is_line(&d, 2, 5, "last");
}
END_TEST

START_TEST(other_encodings_become_utf8)
{
	struct import_document little = READ("\xff\xfe\x31\x00\x0a\x00\x3d\xd8\x00\xde");
	struct import_document big = READ("\xfe\xff\x00\x31\x00\xe4");
	struct import_document latin = READ("f\xfcr 5\xa0%"), mark = READ("\xef\xbb\xbfx");

	is_line(&little, 0, 1, "1");
	is_line(&little, 1, 2, "\xf0\x9f\x98\x80");
	is_line(&big, 0, 1, "1\xc3\xa4");
	is_line(&latin, 0, 1, "f\xc3\xbcr 5 %");
	is_line(&mark, 0, 1, "x");
}
END_TEST

START_TEST(what_is_no_text_is_refused_with_the_place)
{
	struct import_document d;

	ck_assert_int_eq(document_make("ab\0c", 4, &arena, &d, &err), -EILSEQ);
	ck_assert_ptr_nonnull(strstr(err.text, "byte 2"));
}
END_TEST

START_TEST(numbers_are_whole_words_and_finite)
{
	static const char *const bad[] = { "", "-", ".", "1.2.3", "0x10", "inf", "nan", "1e999",
		"5%", "1,5", "1e", "--1" };
	double v;

	for (size_t i = 0; i < COUNT_OF(bad); i++)
		ck_assert_msg(!scan_number(bad[i], strlen(bad[i]), &v), "%s", bad[i]);
	ck_assert(scan_number("-3.50", 5, &v));
	ck_assert_double_eq(v, -3.5);
	ck_assert(scan_number("1e6", 3, &v));
	ck_assert_double_eq(v, 1e6);
	ck_assert_uint_eq(scan_number_prefix("728m", 4, &v), 3);
	ck_assert_double_eq(v, 728);
}
END_TEST

START_TEST(numbers_of_other_countries_are_read_where_only_one_reading_is_possible)
{
	static const struct {
		const char *text;
		double value; /* NAN: refused */
	} rows[] = {
		{ "1,5", 1.5 },
		{ "3,34588", 3.34588 },
		{ "1.234,5", 1234.5 },
		{ "1,234.5", 1234.5 },
		{ "1,234,567", 1234567 },
		{ "1.234.567", 1234567 },
		{ "12 345,6", 12345.6 },
		{ "12\xe2\x80\xaf"
		  "345",
			12345 },
		{ "1'234", 1234 },
		{ "1.234", 1.234 },
		{ "1,234", NAN },
		{ "1,2x", NAN },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		double v = NAN;
		bool is_read = scan_local_number(rows[i].text, strlen(rows[i].text), &v);
		ck_assert_msg(is_read == !isnan(rows[i].value), "%s", rows[i].text);
		if (is_read)
			ck_assert_double_eq(v, rows[i].value);
	}
}
END_TEST

START_TEST(durations_are_seconds)
{
	static const struct {
		const char *text;
		double value;
	} rows[] = { { "2m31.197s", 151.197 }, { "1:50.21", 110.21 }, { "1:00:01", 3601 },
		{ "12.5s", 12.5 } };
	double v;

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		ck_assert_msg(scan_duration(rows[i].text, strlen(rows[i].text), &v), "%s",
			rows[i].text);
		ck_assert_double_eq_tol(v, rows[i].value, 1e-9);
	}
	ck_assert(!scan_duration("12", 2, &v));
	ck_assert(!scan_duration("1:-2", 4, &v));
	ck_assert(!scan_duration("m3s", 3, &v));
}
END_TEST

START_TEST(the_label_above_a_block_names_its_variant)
{
	struct import in = { .arena = &arena };

	in.document = READ("Some words that are a sentence and no label at all.\n"
			   "=== 2.6.17-mm1 ===\n---------\n\ntable\nWith CFQ:\ntable\n"
			   "This one is long enough to be a sentence.\ntable\n");
	ck_assert_str_eq(scan_heading(&in, 4, 5), "2.6.17-mm1");
	ck_assert_str_eq(scan_heading(&in, 6, 5), "With CFQ");
	ck_assert_ptr_null(scan_heading(&in, 8, 5));
	ck_assert_ptr_null(scan_heading(&in, 4, 2)); /* too far above */
}
END_TEST

START_TEST(samples_of_one_thing_are_in_one_row_and_of_two_things_in_two)
{
	struct import in = { .arena = &arena };
	const struct import_setting small = { "size", "1G" }, large = { "size", "2G" };
	struct row_identity id = { .tool = "t",
		.workload = "t/w",
		.metric = "rate",
		.variant = "",
		.unit = "MB/s",
		.better = BETTER_HIGHER,
		.settings = &small,
		.setting_count = 1 };

	for (unsigned i = 0; i < 1000; i++) {
		char name[16];
		(void)snprintf(name, sizeof(name), "v%u", i % 500);
		id.variant = name;
		(void)row_sample(&in, &id, i);
	}
	ck_assert_uint_eq(in.row_count, 500);
	ck_assert_uint_eq(in.rows[7].value_count, 2);
	ck_assert_double_eq(in.rows[7].values[1], 507);
	id.variant = "v7";
	id.settings = &large;
	ck_assert_uint_eq(row_sample(&in, &id, 1)->value_count, 1);
	ck_assert_str_eq(row_without_value(&in, &id, IMPORT_TOO_FAST)->status, "too-fast");
	ck_assert_uint_eq(in.row_count, 502);
	ck_assert_uint_eq(row_sample(&in, &id, 2)->value_count,
		2); /* not the one without a value */
}
END_TEST

START_TEST(the_document_says_what_was_found_and_what_was_not)
{
	struct import in = { .arena = &arena };
	const struct row_identity id = { .tool = "t",
		.workload = "t/w",
		.metric = "rate",
		.variant = "x",
		.unit = "MB/s",
		.line = 3 };

	(void)row_sample(&in, &id, 0.1);
	(void)row_summary(&in, &id, 5, NAN, 3);
	(void)row_without_value(&in, &id, IMPORT_MISSING);
	import_warn(&in, 9, "a row is cut: %s", "x");
	AUTO_JSON json_t *document = import_json(&in);
	char *text = json_dumps(document, JSON_COMPACT | JSON_REAL_PRECISION(17));
	ck_assert_ptr_nonnull(strstr(text, "\"schema\":\"bakeoff.import/1\""));
	ck_assert_ptr_nonnull(strstr(text, "\"values\":[0.10000000000000001],\"mean\":null"));
	ck_assert_ptr_nonnull(strstr(text, "\"values\":[],\"mean\":5.0,\"stddev\":null,\"n\":3"));
	ck_assert_ptr_nonnull(strstr(text, "\"status\":\"missing\""));
	ck_assert_ptr_nonnull(strstr(text, "{\"line\":9,\"text\":\"a row is cut: x\"}"));
	free(text);
}
END_TEST

UNIT_MAIN("import", a_quoted_table_has_the_columns_of_the_plain_one, durations_are_seconds,
	lines_of_a_progress_counter_have_the_number_of_their_line,
	numbers_are_whole_words_and_finite,
	numbers_of_other_countries_are_read_where_only_one_reading_is_possible,
	other_encodings_become_utf8, quote_marks_line_ends_and_colours_are_taken_off,
	quoted_printable_is_decoded_and_keeps_its_line_numbers,
	samples_of_one_thing_are_in_one_row_and_of_two_things_in_two,
	the_document_says_what_was_found_and_what_was_not,
	the_label_above_a_block_names_its_variant, what_is_no_text_is_refused_with_the_place)
