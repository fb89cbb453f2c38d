// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shuffle.h"

#include "unit.h"

START_TEST(each_number_comes_once)
{
	static const uint64_t counts[] = { 1, 2, 3, 4, 5, 7, 8, 9, 100, 1023, 1024, 1025, 65537 };

	for (size_t i = 0; i < COUNT_OF(counts); i++) {
		const uint64_t count = counts[i];
		for (uint64_t seed = 0; seed < 3; seed++) {
			struct shuffle s;
			bool *seen = calloc(count, sizeof(*seen));
			ck_assert_ptr_nonnull(seen);
			shuffle_init(&s, count, seed);
			for (uint64_t place = 0; place < count; place++) {
				uint64_t number = shuffle_at(&s, place);
				ck_assert_uint_lt(number, count);
				ck_assert_msg(!seen[number], "%lu of %lu twice",
					(unsigned long)number, (unsigned long)count);
				seen[number] = true;
			}
			free(seen);
		}
	}
}
END_TEST

START_TEST(the_largest_count_works)
{
	struct shuffle s;

	shuffle_init(&s, UINT64_C(1) << 63, 1);
	uint64_t first = shuffle_at(&s, 0);
	ck_assert_uint_lt(first, UINT64_C(1) << 63);
	ck_assert_uint_ne(first, shuffle_at(&s, (UINT64_C(1) << 63) - 1));
}
END_TEST

START_TEST(the_same_seed_gives_the_same_order_and_another_one_another)
{
	struct shuffle a, b, c;
	unsigned same = 0, in_place = 0;

	shuffle_init(&a, 10000, 42);
	shuffle_init(&b, 10000, 42);
	shuffle_init(&c, 10000, 43);
	for (uint64_t place = 0; place < 10000; place++) {
		uint64_t number = shuffle_at(&a, place);
		ck_assert_uint_eq(number, shuffle_at(&b, place));
		same += number == shuffle_at(&c, place);
		in_place += number == place;
	}
	ck_assert_uint_lt(same, 10); /* 1 is expected of chance */
	ck_assert_uint_lt(in_place, 10);
}
END_TEST

/* Chi squared with 99 degrees of freedom: above 149 in 1 of 1,000; these seeds are not one. */
START_TEST(every_number_is_as_likely_at_every_place)
{
	enum { COUNT = 10, SEEDS = 20000 };
	unsigned seen[COUNT][COUNT] = { 0 };
	double chi2 = 0;

	for (uint64_t seed = 0; seed < SEEDS; seed++) {
		struct shuffle s;
		shuffle_init(&s, COUNT, seed);
		for (uint64_t place = 0; place < COUNT; place++)
			seen[place][shuffle_at(&s, place)]++;
	}
	for (int i = 0; i < COUNT; i++) {
		for (int j = 0; j < COUNT; j++) {
			double expected = (double)SEEDS / COUNT;
			double off = seen[i][j] - expected;
			chi2 += off * off / expected;
		}
	}
	ck_assert_double_lt(chi2, 149);
}
END_TEST

UNIT_MAIN("shuffle", each_number_comes_once, the_largest_count_works,
	the_same_seed_gives_the_same_order_and_another_one_another,
	every_number_is_as_likely_at_every_place)
