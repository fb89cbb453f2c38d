// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/ranks.h"

#include <gsl/gsl_sort.h>

#include <math.h>

struct ranks ranks_of(struct arena *arena, const double *x, size_t n, double within)
{
	struct ranks ranks = { .n = n, .doubled = NEW(arena, size_t, n) };
	size_t *order = NEW(arena, size_t, n);
	size_t end;

	gsl_sort_index(order, x, 1, n);
	for (size_t start = 0; start < n; start = end) {
		end = start + 1;
		while (end < n && x[order[end]] - x[order[end - 1]] <= within * fabs(x[order[end]]))
			end++;
		for (size_t i = start; i < end; i++)
			ranks.doubled[order[i]] = start + 1 + end;
		double tied = (double)(end - start);
		ranks.tie_term += tied * tied * tied - tied;
	}
	return ranks;
}
