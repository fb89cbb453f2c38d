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
static size_t all_come_back(const uint64_t *times, size_t points,
	const struct series_values *series, size_t count)
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	AUTO_FREE unsigned char *blob = NULL;
	struct series_values *back = NULL;
	uint64_t *back_times = NULL;
	size_t size, back_points = 0, back_count = 0;

	OK(series_encode(times, points, series, count, &blob, &size, &err));
	OK(series_decode(blob, size, &arena, &back_times, &back_points, &back, &back_count, &err));
	ck_assert_uint_eq(back_points, points);
	ck_assert_uint_eq(back_count, count);
	ck_assert(points == 0 || memcmp(back_times, times, points * sizeof(*times)) == 0);
	for (size_t i = 0; i < count; i++) {
		ck_assert_uint_eq(back[i].id, series[i].id);
		ck_assert(points == 0 ||
			  memcmp(back[i].values, series[i].values, points * sizeof(double)) == 0);
	}
	arena_free(&arena);
	return size;
}

static size_t comes_back(const uint64_t *times, const double *values, size_t points)
{
	const struct series_values one = { .id = 7, .values = values };

	return all_come_back(times, points, &one, 1);
}

START_TEST(every_time_and_every_double_comes_back_bit_for_bit)
{
	static const uint64_t times[] = { 0, 1, 0, UINT64_MAX, 1, UINT64_C(1) << 63,
		UINT64_C(1700000000000000000), UINT64_C(1699999999999999999), 5, 5 };
	static const double values[] = { 0, -0.0, 1, INFINITY, -INFINITY, DBL_MIN, DBL_TRUE_MIN,
		DBL_MAX, 0.1, -1e-300 };
	static const double zeros[] = { 0, -0.0, 0, -0.0 };
	static const uint64_t odd_nan = UINT64_C(0xfff8dead0000beef);
	double nan_value;

	_Static_assert(COUNT_OF(times) == COUNT_OF(values), "one time for each value");
	comes_back(times, values, COUNT_OF(times));
	comes_back(times, values, 0);
	comes_back(times, zeros, COUNT_OF(zeros));
	memcpy(&nan_value, &odd_nan, sizeof(nan_value));
	comes_back(times, &nan_value, 1);
	all_come_back(times, 0, NULL, 0);
	all_come_back(times, COUNT_OF(times), NULL, 0);
}
END_TEST

START_TEST(whole_numbers_of_every_size_come_back_bit_for_bit)
{
	static const double values[] = { 0, 1, -1, 9007199254740991.0, 9007199254740992.0,
		-9007199254740994.0, 0x1p59, -0x1p59, 0x1.fffffffffffffp59, -0x1.fffffffffffffp59,
		0x1p60, 0x1p62, -0x1p63, 0x1p63, 0x1p64, 3, 6, 1e15, 0 };
	uint64_t times[COUNT_OF(values)] = { 0 };

	for (size_t from = 0; from < COUNT_OF(values); from++) {
		for (size_t points = 1; from + points <= COUNT_OF(values); points++)
			comes_back(times, &values[from], points);
	}
}
END_TEST

START_TEST(random_series_come_back_bit_for_bit)
{
	enum { POINTS = 300, SERIES = 4 };
	uint64_t times[POINTS];
	double values[SERIES][POINTS];
	struct series_values series[SERIES];
	struct rng rng;

	rng_seed(&rng, 1);
	for (int trial = 0; trial < 200; trial++) {
		size_t points = rng_below(&rng, POINTS + 1);
		for (size_t i = 0; i < points; i++)
			times[i] = rng_next(&rng) >> rng_below(&rng, 64);
		for (size_t s = 0; s < SERIES; s++) {
			series[s] = (struct series_values){ rng_next(&rng), values[s] };
			for (size_t i = 0; i < points; i++) {
				uint64_t bits = rng_next(&rng) >> rng_below(&rng, 64)
									  << rng_below(&rng, 64);
				values[s][i] = (double)(int64_t)bits;
				if (s % 2 == 0)
					memcpy(&values[s][i], &bits, sizeof(bits));
			}
		}
		all_come_back(times, points, series, SERIES);
	}
}
END_TEST

/* Layout by hand from series.h: it is on people's disks and must not change unseen. */
START_TEST(the_layout_is_the_documented_one)
{
	static const uint64_t times[] = { 300, 310, 320 };
	static const double odd[] = { 1, 1, 2.5 }, steps[] = { 0, 1000, 0 },
			    changes[] = { 1000, 101000, 201000 }, constant[] = { 0.1, 0.1, 0.1 };
	static const struct series_values series[] = {
		{ 1, odd },
		{ 200, steps },
		{ 3, changes },
		{ 4, constant },
	};
	static const unsigned char wanted[] = {
		2,
		3, /* version, points */
		0xd8,
		0x04,
		0x14,
		0x00, /* +300; +10; +10, no change */
		4,    /* series */
		1,
		0, /* id, coding */
		0x62,
		0xf0,
		0x3f, /* 1.0 is 0x3ff0 and six zero bytes */
		0x00, /* the same */
		0x62,
		0xf4,
		0x7f, /* 2.5 is 0x4004..., XOR 0x3ff0... */
		0xc8,
		0x01,
		1, /* id 200, coding */
		0xe8,
		0x07,
		0,
		2,
		1, /* in thousands: 0; +1; -1 */
		3,
		2, /* id, coding */
		0xe8,
		0x07,
		2,
		0xc8,
		0x01,
		0, /* in thousands: 1; +100; no change of that */
		4,
		3, /* id, coding */
		0x9a,
		0x99,
		0x99,
		0x99,
		0x99,
		0x99,
		0xb9,
		0x3f,
	};
	struct error err = { 0 };
	AUTO_FREE unsigned char *blob = NULL;
	size_t size;

	OK(series_encode(times, COUNT_OF(times), series, COUNT_OF(series), &blob, &size, &err));
	for (size_t i = 0; i < size && i < sizeof(wanted); i++)
		ck_assert_msg(blob[i] == wanted[i], "byte %zu is %#x, not %#x", i, blob[i],
			wanted[i]);
	ck_assert_uint_eq(size, sizeof(wanted));
}
END_TEST

/* A counter of ticks of 10 ms, sampled once a second by a clock that is off by some microseconds.
 */
START_TEST(a_busy_counter_sampled_once_a_second_takes_under_two_bytes_a_point)
{
	enum { POINTS = 1000, SERIES = 100 };
	uint64_t times[POINTS];
	double values[POINTS];
	struct series_values series[SERIES];
	struct rng rng;

	rng_seed(&rng, 2);
	for (size_t i = 0; i < POINTS; i++) {
		times[i] = UINT64_C(1700000000000000000) + i * NS_PER_S + rng_below(&rng, 50000);
		values[i] = i > 0 ? values[i - 1] : 1e15;
		values[i] += 1e7 * (double)(50 + rng_below(&rng, 20));
	}
	for (size_t i = 0; i < SERIES; i++)
		series[i] = (struct series_values){ i, values };
	ck_assert_uint_lt(all_come_back(times, POINTS, series, SERIES), 2 * POINTS * SERIES);
}
END_TEST

static int decode(const unsigned char *bytes, size_t size, struct arena *arena, size_t *points,
	size_t *count, struct error *err)
{
	/* in a block of its own size, so that the sanitizer sees a step too far */
	AUTO_FREE unsigned char *blob = malloc(size + !size);
	struct series_values *series = NULL;
	uint64_t *times = NULL;

	memcpy(blob, bytes, size);
	int ret = series_decode(blob, size, arena, &times, points, &series, count, err);
	ck_assert(ret == 0 || times == NULL);
	return ret;
}

START_TEST(blobs_that_are_cut_or_changed_are_refused)
{
	static const struct {
		unsigned char blob[14];
		size_t size;
		const char *why;
	} cases[] = {
		{ { 0 }, 0, "version" },
		{ { 1, 0 }, 2, "version" },
		{ { 2 }, 1, "version" },
		{ { 2, 0, 0, 0 }, 4, "1 bytes after its end" },
		{ { 2, 1 }, 2, "too few" },
		{ { 2, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01 }, 11,
			"too few" },
		{ { 2, 1, 0x80, 0x80 }, 4, "cut or wrong" },
		{ { 2, 1, 0 }, 3, "cut or wrong" },          /* no number of series */
		{ { 2, 1, 0, 1, 5 }, 5, "cut or wrong" },    /* no coding */
		{ { 2, 1, 0, 1, 5, 4 }, 6, "cut or wrong" }, /* no such coding */
		{ { 2, 1, 0, 1, 5, 0 }, 6, "cut or wrong" }, /* no value */
		{ { 2, 1, 0, 1, 5, 0, 0x81 }, 7, "cut or wrong" },
		{ { 2, 1, 0, 1, 5, 1, 1 }, 7, "cut or wrong" }, /* a divisor, no value */
		{ { 2, 1, 0, 1, 5, 3, 1, 2, 3, 4, 5, 6, 7 }, 13, "cut or wrong" },
	};
	struct error err = { 0 };
	size_t points, count;

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct arena arena = { 0 };
		ck_assert_int_eq(decode(cases[i].blob, cases[i].size, &arena, &points, &count,
					 &err),
			-EINVAL);
		ck_assert_msg(strstr(err.text, cases[i].why), "%zu: %s", i, err.text);
		arena_free(&arena);
	}
}
END_TEST

/* Whatever the bytes, the decoder either refuses them or gives as many points as it says. */
START_TEST(random_bytes_are_refused_or_read_but_never_run_past)
{
	struct error err = { 0 };
	size_t taken = 0, refused = 0, points, count;
	struct rng rng;

	rng_seed(&rng, 3);
	for (int trial = 0; trial < 20000; trial++) {
		struct arena arena = { 0 };
		unsigned char blob[48];
		size_t size = 6 + rng_below(&rng, 40), at = 2;
		for (size_t i = 0; i < size; i++)
			blob[i] = (unsigned char)(rng_next(&rng) >> rng_below(&rng, 8) * 8 & 0x97);
		blob[0] = 2;
		blob[1] = (unsigned char)rng_below(&rng, 4);
		for (unsigned i = 0; i < blob[1]; i++)
			blob[at++] = 0;
		blob[at++] = 1;
		blob[at++] = 9;
		blob[at++] = (unsigned char)rng_below(&rng, 4);
		if (decode(blob, size < at ? at : size, &arena, &points, &count, &err) == 0) {
			ck_assert_uint_eq(points, blob[1]);
			ck_assert_uint_eq(count, 1);
			taken++;
		} else {
			refused++;
		}
		arena_free(&arena);
	}
	ck_assert_uint_gt(taken, 100);
	ck_assert_uint_gt(refused, 1000);
}
END_TEST

UNIT_MAIN("series", every_time_and_every_double_comes_back_bit_for_bit,
	whole_numbers_of_every_size_come_back_bit_for_bit, random_series_come_back_bit_for_bit,
	the_layout_is_the_documented_one,
	a_busy_counter_sampled_once_a_second_takes_under_two_bytes_a_point,
	blobs_that_are_cut_or_changed_are_refused,
	random_bytes_are_refused_or_read_but_never_run_past)
