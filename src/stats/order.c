// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/order.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include <assert.h>

size_t *draw_orders(struct arena *arena, uint32_t seed, size_t k, size_t count)
{
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
	size_t *orders = NEW(arena, size_t, k * count);

	assert(rng);
	gsl_rng_set(rng, seed);
	for (size_t i = 0; i < count; i++) {
		size_t *order = orders + i * k;
		for (size_t position = 0; position < k; position++)
			order[position] = position;
		if (k > 1)
			gsl_ran_shuffle(rng, order, k, sizeof(*order));
	}
	gsl_rng_free(rng);
	return orders;
}
