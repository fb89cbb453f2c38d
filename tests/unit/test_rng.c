// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rng.h"

#include "unit.h"

#include <math.h>

/* Output of the authors' splitmix64.c for the state 1234567. */
START_TEST(splitmix64_gives_its_authors_numbers)
{
	static const uint64_t expected[] = { UINT64_C(6457827717110365317),
		UINT64_C(3203168211198807973), UINT64_C(9817491932198370423),
		UINT64_C(4593380528125082431), UINT64_C(16408922859458223821) };
	uint64_t state = 1234567;

	for (size_t i = 0; i < COUNT_OF(expected); i++)
		ck_assert_uint_eq(splitmix64(&state), expected[i]);
}
END_TEST

/* Output of the authors' xoshiro256starstar.c for the state 1, 2, 3, 4. */
START_TEST(xoshiro_gives_its_authors_numbers)
{
	static const uint64_t expected[] = { 11520, 0, 1509978240, UINT64_C(1215971899390074240),
		UINT64_C(1216172134540287360), UINT64_C(607988272756665600),
		UINT64_C(16172922978634559625), UINT64_C(8476171486693032832),
		UINT64_C(10595114339597558777), UINT64_C(2904607092377533576) };
	struct rng rng = { { 1, 2, 3, 4 } };

	for (size_t i = 0; i < COUNT_OF(expected); i++)
		ck_assert_uint_eq(rng_next(&rng), expected[i]);
}
END_TEST

START_TEST(the_same_seed_gives_the_same_numbers_and_another_seed_others)
{
	struct rng a, b, c;
	unsigned same = 0;

	rng_seed(&a, 42);
	rng_seed(&b, 42);
	rng_seed(&c, 43);
	for (int i = 0; i < 100; i++) {
		uint64_t x = rng_next(&a);
		ck_assert_uint_eq(x, rng_next(&b));
		same += x == rng_next(&c);
	}
	ck_assert_uint_eq(same, 0);
	rng_seed(&a, 0);
	ck_assert(a.s[0] | a.s[1] | a.s[2] | a.s[3]); /* all zero would stay zero */
}
END_TEST

/* Chi squared with 6 degrees of freedom: above 22.5 in 1 of 1,000 seeds; this seed is not one. */
START_TEST(numbers_below_a_limit_are_even)
{
	enum { SIDES = 7, THROWS = 70000 };
	uint64_t seen[SIDES] = { 0 };
	struct rng rng;
	double chi2 = 0;

	rng_seed(&rng, 7);
	for (int i = 0; i < THROWS; i++) {
		uint64_t side = rng_below(&rng, SIDES);
		ck_assert_uint_lt(side, SIDES);
		seen[side]++;
	}
	for (int i = 0; i < SIDES; i++)
		chi2 += pow((double)seen[i] - THROWS / SIDES, 2) / (THROWS / SIDES);
	ck_assert_double_lt(chi2, 22.5);
}
END_TEST

/* With a limit of 3/4 of the range, plain multiplication would give some numbers twice as often. */
START_TEST(numbers_below_a_very_large_limit_are_even)
{
	const uint64_t limit = UINT64_C(3) << 62;
	unsigned thirds[3] = { 0 };
	struct rng rng;

	rng_seed(&rng, 9);
	for (int i = 0; i < 30000; i++) {
		uint64_t n = rng_below(&rng, limit);
		ck_assert_uint_lt(n, limit);
		thirds[n % 3]++;
	}
	for (int i = 0; i < 3; i++)
		ck_assert_uint_le(thirds[i] > 10000 ? thirds[i] - 10000 : 10000 - thirds[i], 350);
	ck_assert_uint_eq(rng_below(&rng, 1), 0);
}
END_TEST

UNIT_MAIN("rng", splitmix64_gives_its_authors_numbers, xoshiro_gives_its_authors_numbers,
	the_same_seed_gives_the_same_numbers_and_another_seed_others,
	numbers_below_a_limit_are_even, numbers_below_a_very_large_limit_are_even)
