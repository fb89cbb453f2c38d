// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base.h"
#include "core/error.h"

/*
 * A log-linear histogram of latencies in nanoseconds.
 *
 * Values below 128 have a bucket each; from there every power of two is cut
 * into 64 equal buckets, so that the middle of a bucket is within 1/128 (0.8 %)
 * of every value in it. Values from 2^44 ns (about five hours) on share the
 * last bucket; count, sum, least and greatest are exact.
 *
 * Memory: about 19 KiB, no pointers: it may lie in memory shared by processes.
 */
enum {
	HISTOGRAM_LINEAR_BITS = 7,
	HISTOGRAM_SUB_BITS = 6,
	HISTOGRAM_TOP_BITS = 44,
	HISTOGRAM_BUCKETS =
		(1 << HISTOGRAM_LINEAR_BITS) +
		(HISTOGRAM_TOP_BITS - HISTOGRAM_LINEAR_BITS) * (1 << HISTOGRAM_SUB_BITS) + 1,
};

struct histogram {
	uint64_t count, sum, least, greatest;
	uint64_t buckets[HISTOGRAM_BUCKETS];
};

static inline unsigned histogram_bucket(uint64_t value)
{
	if (value < 1u << HISTOGRAM_LINEAR_BITS)
		return (unsigned)value;
	if (value >> HISTOGRAM_TOP_BITS)
		return HISTOGRAM_BUCKETS - 1;
	unsigned power = 63u - (unsigned)__builtin_clzll(value);
	unsigned sub = (unsigned)(value >> (power - HISTOGRAM_SUB_BITS)) &
		       ((1u << HISTOGRAM_SUB_BITS) - 1);

	return (1u << HISTOGRAM_LINEAR_BITS) +
	       (power - HISTOGRAM_LINEAR_BITS) * (1u << HISTOGRAM_SUB_BITS) + sub;
}

/* Allocates nothing; a few nanoseconds. A zeroed histogram is an empty one. */
static inline void histogram_add(struct histogram *h, uint64_t ns)
{
	h->buckets[histogram_bucket(ns)]++;
	h->sum += ns;
	if (ns > h->greatest)
		h->greatest = ns;
	if (ns < h->least || h->count == 0)
		h->least = ns;
	h->count++;
}

/*
 * For many values at once, whose sums the caller has in registers: each goes into its bucket, and
 * then all of them into the totals; count must not be 0.
 */
static inline void histogram_add_bucket(struct histogram *h, uint64_t ns)
{
	h->buckets[histogram_bucket(ns)]++;
}

static inline void histogram_add_totals(struct histogram *h, uint64_t count, uint64_t sum,
	uint64_t least, uint64_t greatest)
{
	if (greatest > h->greatest)
		h->greatest = greatest;
	if (least < h->least || h->count == 0)
		h->least = least;
	h->sum += sum;
	h->count += count;
}

/*
 * For the import of old logs only: one value and, where it is longer than the interval at which
 * requests were meant to start, those that had to wait for it, each an interval shorter, down to
 * the interval. A closed loop that was stuck for a second has missed a thousand requests and
 * recorded one ("coordinated omission"). Never for what bakeoff measures itself: there a paced run
 * times from the intended start, and a closed loop's times are called service times. expected 0
 * adds the value alone. Takes ns / expected steps. Source: G. Tene, HdrHistogram; statistics.md
 * section 2.11.
 */
void histogram_add_expected(struct histogram *h, uint64_t ns, uint64_t expected);

/* The least value of a bucket and the first above it; the last bucket has no upper end
 * (UINT64_MAX). */
void histogram_bounds(unsigned bucket, uint64_t *from, uint64_t *below);

void histogram_merge(struct histogram *into, const struct histogram *from);

/* The mean in nanoseconds; 0 for an empty histogram. */
double histogram_mean(const struct histogram *h);

/*
 * The q-quantile in nanoseconds, 0 < q < 1: the middle of the bucket that holds the value
 * of rank ceil(q * count), but never outside least .. greatest. 0 for an empty histogram.
 */
double histogram_quantile(const struct histogram *h, double q);

/*
 * One sparse blob, for the store and the protocol. Unsigned LEB128 numbers: version 1, count, sum,
 * least, greatest, then for every bucket in use the gap to the previous one (from -1) and its
 * count. The blob is malloc'ed; *size bytes.
 */
int histogram_encode(const struct histogram *h, unsigned char **blob, size_t *size,
	struct error *err) MUST_CHECK;
/* -EINVAL for a blob that is cut, too long, of another version, or whose numbers contradict each
 * other. */
int histogram_decode(struct histogram *h, const unsigned char *blob, size_t size,
	struct error *err) MUST_CHECK;
/* The sum alone, in nanoseconds, from the blob's head; false for what is no such blob. */
bool histogram_blob_sum(const unsigned char *blob, size_t size, uint64_t *sum);
