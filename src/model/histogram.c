// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/histogram.h"

#include "core/varint.h"

#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>

enum { BLOB_VERSION = 1 };

void histogram_bounds(unsigned bucket, uint64_t *from, uint64_t *below)
{
	const unsigned linear = 1u << HISTOGRAM_LINEAR_BITS, subs = 1u << HISTOGRAM_SUB_BITS;

	if (bucket < linear) {
		*from = bucket;
		*below = bucket + 1;
	} else if (bucket >= HISTOGRAM_BUCKETS - 1) {
		*from = UINT64_C(1) << HISTOGRAM_TOP_BITS;
		*below = UINT64_MAX;
	} else {
		unsigned power = HISTOGRAM_LINEAR_BITS + (bucket - linear) / subs;
		uint64_t width = UINT64_C(1) << (power - HISTOGRAM_SUB_BITS);
		*from = (subs + (bucket - linear) % subs) * width;
		*below = *from + width;
	}
}

void histogram_add_expected(struct histogram *h, uint64_t ns, uint64_t expected)
{
	histogram_add(h, ns);
	for (; expected > 0 && expected <= ns / 2; ns -= expected)
		histogram_add(h, ns - expected);
}

void histogram_merge(struct histogram *into, const struct histogram *from)
{
	if (from->count == 0)
		return;
	if (into->count == 0 || from->least < into->least)
		into->least = from->least;
	if (from->greatest > into->greatest)
		into->greatest = from->greatest;
	into->count += from->count;
	into->sum += from->sum;
	for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++)
		into->buckets[i] += from->buckets[i];
}

double histogram_mean(const struct histogram *h)
{
	return h->count ? (double)h->sum / (double)h->count : 0;
}

double histogram_quantile(const struct histogram *h, double q)
{
	/* Less the last bits of the product: 0.07 of 100 is 7.000000000000001 otherwise. */
	uint64_t rank = (uint64_t)ceil(q * (double)h->count * (1 - 4 * DBL_EPSILON));
	uint64_t seen = 0, from, below;

	if (h->count == 0)
		return 0;
	if (rank < 1)
		rank = 1;
	unsigned i = 0;
	for (; i < HISTOGRAM_BUCKETS - 1; i++) {
		seen += h->buckets[i];
		if (seen >= rank)
			break;
	}
	if (i == HISTOGRAM_BUCKETS - 1)
		return (double)h->greatest;
	histogram_bounds(i, &from, &below);
	double middle = (double)from + (double)(below - 1 - from) / 2;
	return fmin(fmax(middle, (double)h->least), (double)h->greatest);
}

int histogram_encode(const struct histogram *h, unsigned char **blob, size_t *size,
	struct error *err)
{
	size_t used = 0;

	for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++)
		used += h->buckets[i] != 0;
	unsigned char *data = malloc((5 + 2 * used) * VARINT_BYTES);
	if (!data)
		return fail(err, ENOMEM, "no memory for a histogram of %zu buckets", used);

	unsigned char *p = varint_put(data, BLOB_VERSION);
	p = varint_put(p, h->count);
	p = varint_put(p, h->sum);
	p = varint_put(p, h->least);
	p = varint_put(p, h->greatest);
	unsigned next = 0;
	for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++) {
		if (h->buckets[i] == 0)
			continue;
		p = varint_put(p, i - next);
		p = varint_put(p, h->buckets[i]);
		next = i + 1;
	}
	*blob = data;
	*size = (size_t)(p - data);
	return 0;
}

/* Whether least and greatest lie in the first and the last bucket in use. */
static bool ends_fit(const struct histogram *h)
{
	unsigned first = 0, last = HISTOGRAM_BUCKETS - 1;

	if (h->count == 0)
		return h->sum == 0 && h->least == 0 && h->greatest == 0;
	while (h->buckets[first] == 0)
		first++;
	while (h->buckets[last] == 0)
		last--;
	return h->least <= h->greatest && histogram_bucket(h->least) == first &&
	       histogram_bucket(h->greatest) == last;
}

int histogram_decode(struct histogram *h, const unsigned char *blob, size_t size, struct error *err)
{
	const unsigned char *p = blob, *end = blob + size;
	uint64_t version, gap, n, total = 0, next = 0;
	struct histogram *made = calloc(1, sizeof(*made));
	int ret = 0;

	if (!made)
		return fail(err, ENOMEM, "no memory for a histogram");
	if (!varint_take(&p, end, &version) || version != BLOB_VERSION ||
		!varint_take(&p, end, &made->count) || !varint_take(&p, end, &made->sum) ||
		!varint_take(&p, end, &made->least) || !varint_take(&p, end, &made->greatest)) {
		ret = fail(err, EINVAL, "histogram: not a blob of version %d", BLOB_VERSION);
		goto out;
	}
	while (p < end) {
		if (!varint_take(&p, end, &gap) || !varint_take(&p, end, &n) ||
			gap >= HISTOGRAM_BUCKETS - next || n == 0 ||
			__builtin_add_overflow(total, n, &total)) {
			ret = fail(err, EINVAL, "histogram: cut or wrong at byte %zu",
				(size_t)(p - blob));
			goto out;
		}
		next += gap;
		made->buckets[next++] = n;
	}
	if (total != made->count || !ends_fit(made)) {
		ret = fail(err, EINVAL,
			"histogram: its buckets do not fit its count, least and greatest");
		goto out;
	}
	*h = *made;
out:
	free(made);
	return ret;
}

bool histogram_blob_sum(const unsigned char *blob, size_t size, uint64_t *sum)
{
	const unsigned char *p = blob;
	uint64_t version, count;

	if (size == 0) /* none was kept, and blob may be NULL */
		return false;
	return varint_take(&p, blob + size, &version) && version == BLOB_VERSION &&
	       varint_take(&p, blob + size, &count) && varint_take(&p, blob + size, sum);
}
