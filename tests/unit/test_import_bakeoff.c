// SPDX-License-Identifier: GPL-3.0-or-later
#include "imports.h"

#include "import/json.h"

START_TEST(raw_values_of_a_comparison_are_taken_and_nothing_else)
{
	struct import in = import_text(
		"{\"schema\":\"bakeoff.compare/1\",\"metrics\":[{\"cell\":\"append bs=4k\","
		"\"phase\":\"run\",\"metric\":\"rate\",\"unit\":\"1/s\",\"better\":\"higher\","
		"\"variants\":[{\"variant\":\"a\",\"warmup\":{\"round\":0,\"value\":9.5},"
		"\"values\":[{\"round\":1,\"value\":1.5},{\"round\":2,\"value\":null},"
		"{\"round\":3,\"value\":2.5}],\"summary\":{\"n\":2,\"mean\":2.0}}],"
		"\"comparisons\":[{\"variant\":\"b\",\"p\":0.5}]}]}");
	const struct import_row *r = import_row(&in, "bakeoff/append bs=4k/run", "rate", "a", NULL);

	ck_assert_uint_eq(in.row_count, 1);
	ck_assert_uint_eq(r->value_count, 2);
	ck_assert_double_eq(r->values[1], 2.5);
	ck_assert_int_eq(r->better, BETTER_HIGHER);
	ck_assert_str_eq(r->unit, "1/s");
}
END_TEST

/* Everything that a row can have. */
static const char rows[] =
	"contest.\nnoload:\nKernel  Time  CPU  Ratio\nk1 10.50 98% 1.00*\nk1 11.50 98% 1.00\n"
	"k2 12\nOPERATION MEAN ST.DEV. % ST.DEV\nx 1.5 0.5 33.33\n"
	"elbencho -r -b 1m\nOPERATION   RESULT TYPE         FIRST DONE   LAST DONE\n"
	"READ        IO latency       : [ min=0.5ms avg=9.5ms max=15.5ms ]\n";

static char *printed(const struct import *in)
{
	char *text = NULL;
	size_t size = 0;
	FILE *to = open_memstream(&text, &size);

	ck_assert_int_eq(import_print(in, to), 0);
	ck_assert_int_eq(fclose(to), 0);
	return text;
}

static void is_same_number(double a, double b)
{
	ck_assert((isnan(a) && isnan(b)) || a == b);
}

START_TEST(an_import_document_is_read_back_row_for_row)
{
	struct import in = import_text(rows);
	char *text = printed(&in);
	struct import again = import_text(text);

	ck_assert_uint_gt(in.row_count, 4);
	ck_assert_uint_eq(again.row_count, in.row_count);
	for (size_t i = 0; i < in.row_count; i++) {
		const struct import_row *a = &in.rows[i], *b = &again.rows[i];
		ck_assert_str_eq(a->tool, b->tool);
		ck_assert_str_eq(a->workload, b->workload);
		ck_assert_str_eq(a->metric, b->metric);
		ck_assert_str_eq(a->variant, b->variant);
		ck_assert_str_eq(a->unit, b->unit);
		ck_assert_str_eq(a->status, b->status);
		ck_assert(is_same(a->mark, b->mark));
		ck_assert_int_eq(a->better, b->better);
		ck_assert_uint_eq(a->value_count, b->value_count);
		for (size_t k = 0; k < a->value_count; k++)
			ck_assert_double_eq(a->values[k], b->values[k]);
		is_same_number(a->mean, b->mean);
		is_same_number(a->stddev, b->stddev);
		is_same_number(a->least, b->least);
		is_same_number(a->greatest, b->greatest);
		ck_assert_uint_eq(a->runs, b->runs);
	}
	free(text);
}
END_TEST

START_TEST(a_document_that_is_cut_or_of_another_schema_says_so)
{
	struct import cut =
		import_text("{\"schema\":\"bakeoff.import/1\",\"values\":[{\"tool\":\"x\"");
	struct import other = import_text("{\"schema\":\"bakeoff.import/2\",\"values\":[]}");

	ck_assert_str_eq(cut.rows[0].status, IMPORT_TRUNCATED);
	ck_assert_uint_eq(other.row_count, 0);
	ck_assert_uint_eq(other.warning_count, 1);
}
END_TEST

UNIT_MAIN("import bakeoff", a_document_that_is_cut_or_of_another_schema_says_so,
	an_import_document_is_read_back_row_for_row,
	raw_values_of_a_comparison_are_taken_and_nothing_else)
