// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/readings.h"

#include "core/auto.h"
#include "core/rng.h"
#include "unit.h"

#include <errno.h>
#include <float.h>
#include <math.h>
#include <string.h>

static size_t comes_back(const struct reading_value *readings, size_t count)
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	AUTO_FREE unsigned char *blob = NULL;
	struct reading_value *back = NULL;
	size_t size, back_count = 0;

	OK(readings_encode(readings, count, &blob, &size, &err));
	OK(readings_decode(blob, size, &arena, &back, &back_count, &err));
	ck_assert_uint_eq(back_count, count);
	for (size_t i = 0; i < count; i++) {
		ck_assert_uint_eq(back[i].id, readings[i].id);
		ck_assert_str_eq(back[i].absent, readings[i].absent);
		if (*readings[i].absent)
			ck_assert(isnan(back[i].value));
		else
			ck_assert_mem_eq(&back[i].value, &readings[i].value, sizeof(double));
	}
	arena_free(&arena);
	return size;
}

START_TEST(every_number_and_every_reason_comes_back)
{
	static const struct reading_value readings[] = {
		{ 5, 0, "" },
		{ 6, -0.0, "" },
		{ 3, 0.1, "" },
		{ UINT64_C(1) << 60, 4096, "" },
		{ 1, NAN, "no such file" },
		{ 2, NAN, "the CPU is offline" },
		{ 4, NAN, "no such file" },
		{ 7, -3, "" },
		{ 8, 0x1p60, "" },
		{ 9, DBL_MAX, "" },
		{ 10, INFINITY, "" },
	};

	comes_back(readings, COUNT_OF(readings));
	comes_back(readings, 0);
}
END_TEST

/* Layout by hand from readings.h: it is on people's disks and must not change unseen. */
START_TEST(the_layout_is_the_documented_one)
{
	static const struct reading_value readings[] = {
		{ 7, 100, "" },
		{ 8, 0.5, "" },
		{ 6, NAN, "gone" },
	};
	static const unsigned char wanted[] = {
		1, 1, 4, 'g', 'o', 'n', 'e', 3,           /* version, one reason, three readings */
		14 << 2, 0xc8, 0x01,                      /* +7; 100 */
		2 << 2 | 1, 0, 0, 0, 0, 0, 0, 0xe0, 0x3f, /* +1; 0.5 is 0x3fe0... */
		3 << 2 | 2, 0,                            /* -2; the first reason */
	};
	struct error err = { 0 };
	AUTO_FREE unsigned char *blob = NULL;
	size_t size;

	OK(readings_encode(readings, COUNT_OF(readings), &blob, &size, &err));
	ck_assert_uint_eq(size, sizeof(wanted));
	ck_assert_mem_eq(blob, wanted, sizeof(wanted));
}
END_TEST

/* Every byte of a blob may be cut off or changed: it is refused or read, and never run past. */
START_TEST(blobs_that_are_cut_or_changed_are_refused_or_read)
{
	static const struct reading_value readings[] = {
		{ 7, 100, "" },
		{ 8, 0.5, "" },
		{ 6, NAN, "gone" },
	};
	struct error err = { 0 };
	AUTO_FREE unsigned char *blob = NULL;
	struct reading_value *back;
	size_t size, count, refused = 0;
	struct rng rng;

	rng_seed(&rng, 1);
	OK(readings_encode(readings, COUNT_OF(readings), &blob, &size, &err));
	for (size_t cut = 0; cut < size; cut++) {
		struct arena arena = { 0 };
		AUTO_FREE unsigned char *part = malloc(cut + !cut);
		memcpy(part, blob, cut);
		ck_assert_int_eq(readings_decode(part, cut, &arena, &back, &count, &err), -EINVAL);
		arena_free(&arena);
	}
	for (int trial = 0; trial < 20000; trial++) {
		struct arena arena = { 0 };
		AUTO_FREE unsigned char *changed = malloc(size + 1);
		memcpy(changed, blob, size);
		changed[size] = 0;
		changed[rng_below(&rng, size)] = (unsigned char)rng_next(&rng);
		size_t length = size + rng_below(&rng, 2);
		int ret = readings_decode(changed, length, &arena, &back, &count, &err);
		refused += ret < 0;
		ck_assert(ret == 0 || ret == -EINVAL);
		arena_free(&arena);
	}
	ck_assert_uint_gt(refused, 1000);
}
END_TEST

UNIT_MAIN("readings", every_number_and_every_reason_comes_back, the_layout_is_the_documented_one,
	blobs_that_are_cut_or_changed_are_refused_or_read)
