// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/permutation.h"

#include "core/rng.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* All values, less their mean: the sum of the variant's share then says it all. */
struct pool {
	double *x;
	size_t n, var_n;
	double threshold; /* of |sum of var_n of them| */
};

double ways_to_choose(size_t n, size_t k)
{
	double ways = 1;

	if (k > n)
		return 0;
	if (k > n - k)
		k = n - k;
	for (size_t i = 1; i <= k; i++)
		ways = ways * (double)(n - k + i) / (double)i;
	return ways;
}

static struct pool pool_make(struct arena *arena, const double *base, size_t base_n,
	const double *var, size_t var_n)
{
	struct pool pool = { .n = base_n + var_n, .var_n = var_n };
	double mean = 0, observed = 0, size = 0;

	pool.x = NEW(arena, double, pool.n);
	memcpy(pool.x, var, var_n * sizeof(*var));
	memcpy(pool.x + var_n, base, base_n * sizeof(*base));
	for (size_t i = 0; i < pool.n; i++)
		mean += pool.x[i] / (double)pool.n;
	for (size_t i = 0; i < pool.n; i++) {
		pool.x[i] -= mean;
		size += fabs(pool.x[i]) + fabs(mean); /* what the values were rounded to */
		if (i < var_n)
			observed += pool.x[i];
	}
	pool.threshold = fabs(observed) * (1 - 1e-10) - 4 * DBL_EPSILON * size;
	return pool;
}

/*
 * Every choice of var_n, the rightmost moved first; sums[i] is that of the first i
 * chosen, so that a step costs one addition and errors do not add up.
 */
static double count_all(struct arena *arena, const struct pool *pool)
{
	size_t k = pool->var_n, n = pool->n;
	size_t *chosen = NEW(arena, size_t, k);
	double *sums = NEW(arena, double, k + 1);
	uint64_t hits = 0;

	for (size_t i = 0; i < k; i++) {
		chosen[i] = i;
		sums[i + 1] = sums[i] + pool->x[i];
	}
	for (;;) {
		for (size_t last = chosen[k - 1]; last < n; last++)
			hits += fabs(sums[k - 1] + pool->x[last]) >= pool->threshold;
		size_t i = k - 1;
		while (i > 0 && chosen[i - 1] == n - k + i - 1)
			i--;
		if (i == 0)
			return (double)hits;
		chosen[i - 1]++;
		sums[i] = sums[i - 1] + pool->x[chosen[i - 1]];
		for (; i < k; i++) {
			chosen[i] = chosen[i - 1] + 1;
			sums[i + 1] = sums[i] + pool->x[chosen[i]];
		}
	}
}

static uint64_t count_drawn(const struct pool *pool, uint64_t draws, uint64_t seed)
{
	struct rng rng;
	uint64_t hits = 0;

	rng_seed(&rng, seed);
	for (uint64_t draw = 0; draw < draws; draw++) {
		double sum = 0;
		for (size_t i = 0; i < pool->var_n; i++) {
			size_t j = i + rng_below(&rng, pool->n - i);
			double x = pool->x[j];
			pool->x[j] = pool->x[i];
			pool->x[i] = x;
			sum += x;
		}
		hits += fabs(sum) >= pool->threshold;
	}
	return hits;
}

/* More is not worth the memory: 64 MiB. */
enum { DEALS_MOST = 32 << 20, LANES = 8 };

static bool deals_can_keep(const struct deals *deals, const struct pool *pool)
{
	return pool->n <= UINT16_MAX && pool->var_n > 0 && deals->draws <= DEALS_MOST / pool->var_n;
}

/* What count_drawn() would do with the places of the values instead of the values. */
static void deals_make(struct deals *deals)
{
	size_t n = deals->n, var_n = deals->var_n;
	struct rng rng;

	deals->chosen = NEW(&deals->arena, uint16_t, (deals->draws + LANES) * var_n);
	uint16_t *place = NEW(&deals->arena, uint16_t, n);
	for (size_t i = 0; i < n; i++)
		place[i] = (uint16_t)i;
	rng_seed(&rng, deals->seed);
	for (uint64_t draw = 0; draw < deals->draws; draw++) {
		uint16_t *to = &deals->chosen[draw / LANES * LANES * var_n + draw % LANES];
		for (size_t i = 0; i < var_n; i++) {
			size_t j = i + rng_below(&rng, n - i);
			uint16_t chosen = place[j];
			place[j] = place[i];
			place[i] = chosen;
			to[i * LANES] = chosen;
		}
	}
}

/* Eight sums at a time, each in the order of count_drawn(), so that they are the same to the bit.
 */
static uint64_t count_dealt(const struct pool *pool, const struct deals *deals)
{
	uint64_t hits = 0;

	for (uint64_t draw = 0; draw < deals->draws; draw += LANES) {
		const uint16_t *chosen = &deals->chosen[draw * pool->var_n];
		double sums[LANES] = { 0 };
		for (size_t i = 0; i < pool->var_n; i++, chosen += LANES) {
			for (size_t lane = 0; lane < LANES; lane++)
				sums[lane] += pool->x[chosen[lane]];
		}
		for (size_t lane = 0; lane < LANES && draw + lane < deals->draws; lane++)
			hits += fabs(sums[lane]) >= pool->threshold;
	}
	return hits;
}

void deals_free(struct deals *deals)
{
	arena_free(&deals->arena);
	*deals = (struct deals){ .draws = deals->draws, .seed = deals->seed };
}

/* What is asked once only is not kept. */
static uint64_t deal(const struct pool *pool, struct deals *deals)
{
	bool again = deals->n == pool->n && deals->var_n == pool->var_n;

	if (!again) {
		deals_free(deals);
		deals->n = pool->n;
		deals->var_n = pool->var_n;
	}
	if (!again || !deals_can_keep(deals, pool))
		return count_drawn(pool, deals->draws, deals->seed);
	if (!deals->chosen)
		deals_make(deals);
	return count_dealt(pool, deals);
}

struct exact permutation_means_dealt(const double *base, size_t base_n, const double *var,
	size_t var_n, struct deals *deals)
{
	struct arena arena = { 0 };
	double total = ways_to_choose(base_n + var_n, var_n);
	struct exact result = { .p = NAN, .floor = NAN };

	if (base_n == 0 || var_n == 0)
		return result;
	struct pool pool = pool_make(&arena, base, base_n, var, var_n);
	if (isnan(pool.threshold)) {
		/* nothing to count */
	} else if (total > PERMUTATION_EXACT) {
		result = exact_drawn(deal(&pool, deals), deals->draws);
	} else {
		double hits = count_all(&arena, &pool);
		result = (struct exact){
			.p = hits / total,
			.floor = fmin(1, 2 / total),
			.hits = hits,
			.total = total,
			.is_exact = true,
		};
	}
	arena_free(&arena);
	return result;
}

struct exact permutation_means(const double *base, size_t base_n, const double *var, size_t var_n,
	uint64_t draws, uint64_t seed)
{
	struct deals deals = { .draws = draws, .seed = seed };
	struct exact result = permutation_means_dealt(base, base_n, var, var_n, &deals);

	deals_free(&deals);
	return result;
}
