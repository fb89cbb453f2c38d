// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/histogram.h"

#include "core/rng.h"
#include "unit.h"

#include <errno.h>
#include <math.h>
#include <string.h>

static struct histogram h, other, both;

/* A number whose logarithm is even over the whole range of the buckets. */
static uint64_t random_latency(struct rng *rng)
{
	unsigned bits = (unsigned)rng_below(rng, HISTOGRAM_TOP_BITS + 1);

	return bits == 0 ? 0 : rng_next(rng) >> (64 - bits);
}

START_TEST(the_middle_of_a_bucket_is_within_1_percent_of_all_in_it)
{
	struct rng rng;
	double worst = 0;

	rng_seed(&rng, 1);
	for (int i = 0; i < 200000; i++) {
		uint64_t value = random_latency(&rng), from, below;
		histogram_bounds(histogram_bucket(value), &from, &below);
		ck_assert_uint_ge(value, from);
		ck_assert_uint_lt(value, below);
		double middle = (double)from + (double)(below - 1 - from) / 2;
		worst = fmax(worst, fabs(middle - (double)value) / fmax((double)value, 1));
	}
	ck_assert_double_le(worst, 0.01);
}
END_TEST

START_TEST(buckets_follow_each_other_without_a_gap)
{
	uint64_t from, below, end = 0;

	for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++) {
		histogram_bounds(i, &from, &below);
		ck_assert_uint_eq(from, end);
		ck_assert_uint_gt(below, from);
		ck_assert_uint_eq(histogram_bucket(from), i);
		ck_assert_uint_eq(histogram_bucket(below - 1), i);
		end = below;
	}
	ck_assert_uint_eq(end, UINT64_MAX);
	ck_assert_uint_eq(histogram_bucket(UINT64_MAX), HISTOGRAM_BUCKETS - 1);
}
END_TEST

START_TEST(count_sum_least_and_greatest_are_exact)
{
	for (uint64_t i = 1; i <= 1000; i++)
		histogram_add(&h, i * 1000003);
	ck_assert_uint_eq(h.count, 1000);
	ck_assert_uint_eq(h.sum, UINT64_C(500500) * 1000003);
	ck_assert_uint_eq(h.least, 1000003);
	ck_assert_uint_eq(h.greatest, 1000003000);
	ck_assert_double_eq_tol(histogram_mean(&h), 500.5 * 1000003, 1e-3);
}
END_TEST

START_TEST(merging_is_the_same_as_adding_all_to_one)
{
	struct rng rng;

	rng_seed(&rng, 2);
	for (int i = 0; i < 20000; i++) {
		uint64_t value = random_latency(&rng);
		histogram_add(i % 3 ? &h : &other, value);
		histogram_add(&both, value);
	}
	histogram_merge(&h, &other);
	ck_assert_mem_eq(&h, &both, sizeof(h));
}
END_TEST

START_TEST(merging_with_an_empty_one_changes_nothing)
{
	histogram_add(&h, 500);
	histogram_merge(&both, &h);
	ck_assert_mem_eq(&h, &both, sizeof(h));
	histogram_merge(&both, &other);
	ck_assert_mem_eq(&h, &both, sizeof(h));
}
END_TEST

START_TEST(a_quantile_is_the_value_of_its_rank_within_1_percent)
{
	static const double shares[] = { 0.001, 0.01, 0.07, 0.1, 0.5, 0.55, 0.9, 0.95, 0.99, 0.999,
		0.9999 };

	for (uint64_t i = 1; i <= 10000; i++)
		histogram_add(&h, i * 1000);
	for (size_t i = 0; i < COUNT_OF(shares); i++) {
		double rank = round(shares[i] * 10000); /* all are whole */
		ck_assert_double_eq_tol(histogram_quantile(&h, shares[i]) / (rank * 1000), 1, 0.01);
	}
}
END_TEST

/* Below 128 every value has a bucket, so the rank shows: 0.07 * 100 is 7.000000000000001. */
START_TEST(a_quantile_takes_the_rank_of_real_and_not_of_rounded_arithmetic)
{
	for (uint64_t i = 1; i <= 100; i++)
		histogram_add(&h, i);
	for (int percent = 1; percent < 100; percent++)
		ck_assert_double_eq(histogram_quantile(&h, percent / 100.0), percent);
}
END_TEST

START_TEST(a_quantile_never_leaves_what_was_measured)
{
	histogram_add(&h, 1000000007);
	ck_assert_double_eq(histogram_quantile(&h, 0.01), 1000000007);
	ck_assert_double_eq(histogram_quantile(&h, 0.99), 1000000007);
	histogram_add(&h, UINT64_C(1) << 60); /* beyond the last bucket's start */
	ck_assert_double_eq(histogram_quantile(&h, 0.99), (double)(UINT64_C(1) << 60));
	ck_assert_double_eq(histogram_quantile(&other, 0.5), 0);
	ck_assert_double_eq(histogram_mean(&other), 0);
}
END_TEST

/* Encodes h, and gives its blob to be freed. */
static unsigned char *encode(size_t *size)
{
	struct error err = { 0 };
	unsigned char *blob;

	OK(histogram_encode(&h, &blob, size, &err));
	return blob;
}

START_TEST(a_blob_gives_the_histogram_back)
{
	struct error err = { 0 };
	struct rng rng;
	size_t size;

	rng_seed(&rng, 3);
	for (int round = 0; round < 4; round++) {
		unsigned char *blob = encode(&size);
		memset(&other, 0xff, sizeof(other));
		OK(histogram_decode(&other, blob, size, &err));
		ck_assert_mem_eq(&h, &other, sizeof(h));
		free(blob);
		for (int i = 0; i < 3000; i++)
			histogram_add(&h, round == 2 ? rng_next(&rng) : random_latency(&rng));
	}
}
END_TEST

START_TEST(a_blob_of_few_values_is_small)
{
	size_t size;

	for (int i = 0; i < 1000000; i++)
		histogram_add(&h, 2000 + (uint64_t)i % 16);
	free(encode(&size));
	ck_assert_uint_le(size, 32);
}
END_TEST

START_TEST(every_cut_blob_is_refused)
{
	struct error err = { 0 };
	struct rng rng;
	size_t size;

	rng_seed(&rng, 4);
	for (int i = 0; i < 500; i++)
		histogram_add(&h, random_latency(&rng));
	unsigned char *blob = encode(&size);
	other = both = h;
	for (size_t cut = 0; cut < size; cut++) {
		unsigned char *part =
			malloc(cut ? cut : 1); /* of the exact size, for the sanitizer */
		memcpy(part, blob, cut);
		ck_assert_int_eq(histogram_decode(&other, part, cut, &err), -EINVAL);
		ck_assert_mem_eq(&other, &both, sizeof(both));
		free(part);
	}
	free(blob);
}
END_TEST

START_TEST(blobs_that_must_be_refused)
{
	static const struct {
		const char *what;
		unsigned char blob[24];
		size_t size;
	} cases[] = {
		{ "version 2", { 2, 0, 0, 0, 0 }, 5 },
		{ "a count without buckets", { 1, 1, 0, 0, 0 }, 5 },
		{ "buckets beyond the count", { 1, 1, 7, 3, 4, 3, 1, 0, 1 }, 9 },
		{ "an empty bucket", { 1, 0, 0, 0, 0, 3, 0 }, 7 },
		{ "a bucket that is not there", { 1, 1, 3, 3, 3, 0x80, 0x7f, 1 }, 8 },
		{ "a number of 70 bits",
			{ 1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f }, 11 },
		{ "a least outside its bucket", { 1, 1, 3, 2, 3, 3, 1 }, 7 },
		{ "a greatest outside its bucket", { 1, 1, 3, 3, 4, 3, 1 }, 7 },
		{ "a sum of nothing", { 1, 0, 9, 0, 0 }, 5 },
		{ "a byte too many", { 1, 1, 3, 3, 3, 3, 1, 0 }, 8 },
	};
	static const unsigned char good[] = { 1, 1, 3, 3, 3, 3, 1 };
	struct error err = { 0 };

	OK(histogram_decode(&h, good, sizeof(good), &err));
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		ck_assert_msg(histogram_decode(&h, cases[i].blob, cases[i].size, &err) == -EINVAL,
			"%s", cases[i].what);
}
END_TEST

UNIT_MAIN("histogram", the_middle_of_a_bucket_is_within_1_percent_of_all_in_it,
	buckets_follow_each_other_without_a_gap, count_sum_least_and_greatest_are_exact,
	merging_is_the_same_as_adding_all_to_one, merging_with_an_empty_one_changes_nothing,
	a_quantile_is_the_value_of_its_rank_within_1_percent,
	a_quantile_takes_the_rank_of_real_and_not_of_rounded_arithmetic,
	a_quantile_never_leaves_what_was_measured, a_blob_gives_the_histogram_back,
	a_blob_of_few_values_is_small, every_cut_blob_is_refused, blobs_that_must_be_refused)
