// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shortest.h"

#include "unit.h"

#include <float.h>
#include <math.h>
#include <string.h>

START_TEST(numbers_have_as_few_digits_as_read_back_the_same)
{
	static const struct {
		double value;
		const char *text;
	} cases[] = {
		{ 0, "0" },
		{ -0.0, "-0" },
		{ 1000, "1000" },
		{ 0.1, "0.1" },
		{ 0.1 + 0.2, "0.30000000000000004" },
		{ 1e300, "1e+300" },
		{ 2269090027.763772, "2269090027.763772" },
		{ DBL_MAX, "1.7976931348623157e+308" },
		{ NAN, "nan" },
		{ -NAN, "nan" },
		{ INFINITY, "inf" },
		{ -INFINITY, "-inf" },
	};
	char text[SHORTEST_BYTES];

	for (size_t i = 0; i < COUNT_OF(cases); i++)
		ck_assert_str_eq(shortest_text(text, cases[i].value), cases[i].text);
}
END_TEST

START_TEST(every_kind_of_number_reads_back_bit_for_bit)
{
	char text[SHORTEST_BYTES];
	uint64_t bits = 88172645463325252; /* xorshift, any start but 0 */
	double value;

	for (int i = 0; i < 20000; i++) {
		bits ^= bits << 13;
		bits ^= bits >> 7;
		bits ^= bits << 17;
		memcpy(&value, &bits, sizeof(value));
		if (!isfinite(value))
			continue;
		double back = strtod(shortest_text(text, value), NULL);
		ck_assert_mem_eq(&back, &value, sizeof(value));
	}
}
END_TEST

UNIT_MAIN("shortest", numbers_have_as_few_digits_as_read_back_the_same,
	every_kind_of_number_reads_back_bit_for_bit)
