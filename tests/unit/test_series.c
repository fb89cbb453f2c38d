// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/series.h"

#include "core/auto.h"
#include "core/rng.h"
#include "unit.h"

#include <errno.h>
#include <float.h>
#include <math.h>
#include <string.h>

/* Encodes, decodes, and compares the bits; returns the size of the blob. */
static size_t comes_back(const uint64_t *times, const double *values, size_t count)
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	AUTO_FREE unsigned char *blob = NULL;
	uint64_t *back_times;
	double *back_values;
	size_t size, back;

	OK(series_encode(times, values, count, &blob, &size, &err));
	OK(series_decode(blob, size, &arena, &back_times, &back_values, &back, &err));
	ck_assert_uint_eq(back, count);
	ck_assert_mem_eq(back_times, times, count * sizeof(*times));
	ck_assert_mem_eq(back_values, values, count * sizeof(*values));
	arena_free(&arena);
	return size;
}

START_TEST(every_time_and_every_double_comes_back_bit_for_bit)
{
	static const uint64_t times[] = { 0, 1, 0, UINT64_MAX, 1, UINT64_C(1) << 63,
		UINT64_C(1700000000000000000), UINT64_C(1699999999999999999), 5, 5 };
	static const double values[] = { 0, -0.0, 1, INFINITY, -INFINITY, DBL_MIN, DBL_TRUE_MIN,
		DBL_MAX, 0.1, -1e-300 };
	static const uint64_t odd_nan = UINT64_C(0xfff8dead0000beef);
	double nan_value;

	_Static_assert(COUNT_OF(times) == COUNT_OF(values), "one time for each value");
	comes_back(times, values, COUNT_OF(times));
	comes_back(times, values, 0);
	memcpy(&nan_value, &odd_nan, sizeof(nan_value));
	comes_back(times, &nan_value, 1);
}
END_TEST

START_TEST(random_series_come_back_bit_for_bit)
{
	enum { POINTS = 300 };
	uint64_t times[POINTS];
	double values[POINTS];
	struct rng rng;

	rng_seed(&rng, 1);
	for (int trial = 0; trial < 200; trial++) {
		size_t count = rng_below(&rng, POINTS + 1);
		for (size_t i = 0; i < count; i++) {
			uint64_t bits = rng_next(&rng) >> rng_below(&rng, 64)
								  << rng_below(&rng, 64);
			times[i] = rng_next(&rng) >> rng_below(&rng, 64);
			memcpy(&values[i], &bits, sizeof(bits));
		}
		comes_back(times, values, count);
	}
}
END_TEST

/* Layout by hand from series.h: it is on people's disks and must not change unseen. */
START_TEST(the_layout_is_the_documented_one)
{
	static const uint64_t times[] = { 300, 299, 299 };
	static const double values[] = { 1, 1, 2 };
	static const unsigned char wanted[] = {
		1, 3,                         /* version, count */
		0xd8, 0x04, 0x62, 0xf0, 0x3f, /* +300; 1.0 is 0x3ff0 and six zero bytes */
		0x01, 0x00,                   /* -1; the same value */
		0x00, 0x62, 0xf0, 0x7f,       /* +0; 2.0 is 0x4000..., XOR 0x3ff0... */
	};
	struct error err = { 0 };
	AUTO_FREE unsigned char *blob = NULL;
	size_t size;

	OK(series_encode(times, values, COUNT_OF(times), &blob, &size, &err));
	ck_assert_uint_eq(size, sizeof(wanted));
	ck_assert_mem_eq(blob, wanted, sizeof(wanted));
}
END_TEST

START_TEST(a_quiet_counter_sampled_ten_times_a_second_takes_under_seven_bytes_a_point)
{
	enum { POINTS = 1000 };
	uint64_t times[POINTS];
	double values[POINTS];
	struct rng rng;

	rng_seed(&rng, 2);
	for (size_t i = 0; i < POINTS; i++) {
		times[i] = UINT64_C(1700000000000000000) + i * 100000000 + rng_below(&rng, 50000);
		values[i] = 4096.0 * (double)(1000 + i / 10);
	}
	ck_assert_uint_lt(comes_back(times, values, POINTS), 7 * POINTS);
}
END_TEST

START_TEST(blobs_that_are_cut_or_changed_are_refused)
{
	static const struct {
		unsigned char blob[12];
		size_t size;
		const char *why;
	} cases[] = {
		{ { 0 }, 0, "version" },
		{ { 2, 0 }, 2, "version" },
		{ { 1 }, 1, "version" },
		{ { 1, 0, 0 }, 3, "1 bytes after its end" },
		{ { 1, 1 }, 2, "too few" },
		{ { 1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01 }, 11,
			"too few" },
		{ { 1, 1, 0x80, 0x80 }, 4, "cut or wrong" },
		{ { 1, 1, 0, 0x01 }, 4, "cut or wrong" },
		{ { 1, 1, 0, 0x81, 0 }, 5, "cut or wrong" },
	};
	struct error err = { 0 };

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct arena arena = { 0 };
		uint64_t *times = NULL;
		double *values;
		size_t count;
		/* in a block of its own size, so that the sanitizer sees a step too far */
		AUTO_FREE unsigned char *blob = malloc(cases[i].size + !cases[i].size);
		memcpy(blob, cases[i].blob, cases[i].size);
		ck_assert_int_eq(series_decode(blob, cases[i].size, &arena, &times, &values, &count,
					 &err),
			-EINVAL);
		ck_assert_msg(strstr(err.text, cases[i].why), "%zu: %s", i, err.text);
		ck_assert_ptr_null(times);
		arena_free(&arena);
	}
}
END_TEST

/* Whatever the bytes, the decoder either refuses them or gives as many points as it says. */
START_TEST(random_bytes_are_refused_or_read_but_never_run_past)
{
	struct error err = { 0 };
	size_t taken = 0, refused = 0;
	struct rng rng;

	rng_seed(&rng, 3);
	for (int trial = 0; trial < 20000; trial++) {
		struct arena arena = { 0 };
		size_t size = 2 + rng_below(&rng, 40), count = 0;
		AUTO_FREE unsigned char *blob = malloc(size);
		uint64_t *times;
		double *values;
		for (size_t i = 0; i < size; i++)
			blob[i] = (unsigned char)(rng_next(&rng) >> rng_below(&rng, 8) * 8 & 0x97);
		blob[0] = 1;
		blob[1] = (unsigned char)rng_below(&rng, 8);
		int ret = series_decode(blob, size, &arena, &times, &values, &count, &err);
		if (ret == 0) {
			ck_assert_uint_eq(count, blob[1]);
			comes_back(times, values, count);
			taken++;
		} else {
			ck_assert_int_eq(ret, -EINVAL);
			refused++;
		}
		arena_free(&arena);
	}
	/* both ways were gone, so the bytes were neither all noise nor all sense */
	ck_assert_uint_gt(taken, 20);
	ck_assert_uint_gt(refused, 1000);
}
END_TEST

UNIT_MAIN("series", every_time_and_every_double_comes_back_bit_for_bit,
	random_series_come_back_bit_for_bit, the_layout_is_the_documented_one,
	a_quiet_counter_sampled_ten_times_a_second_takes_under_seven_bytes_a_point,
	blobs_that_are_cut_or_changed_are_refused,
	random_bytes_are_refused_or_read_but_never_run_past)
