// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/adjust.h"

#include "core/arena.h"

#include <gsl/gsl_sort.h>

#include <math.h>

struct family {
	size_t m;      /* how many were tested */
	size_t *index; /* of rank r into the caller's array */
	double *p;     /* ascending */
};

static struct family family_sort(struct arena *arena, const double *p, size_t n, double *adjusted)
{
	struct family f = { .index = NEW(arena, size_t, n), .p = NEW(arena, double, n) };
	size_t *at = NEW(arena, size_t, n);
	double *tested = NEW(arena, double, n);

	for (size_t i = 0; i < n; i++) {
		if (isnan(p[i])) {
			adjusted[i] = NAN;
			continue;
		}
		at[f.m] = i;
		tested[f.m++] = p[i];
	}
	gsl_sort_index(f.index, tested, 1, f.m);
	for (size_t r = 0; r < f.m; r++) {
		f.p[r] = tested[f.index[r]];
		f.index[r] = at[f.index[r]];
	}
	return f;
}

void adjust_holm(const double *p, size_t n, double *adjusted)
{
	struct arena arena = { 0 };
	struct family f = family_sort(&arena, p, n, adjusted);
	double largest = 0;

	for (size_t r = 0; r < f.m; r++) {
		largest = fmax(largest, fmin(1, (double)(f.m - r) * f.p[r]));
		adjusted[f.index[r]] = largest;
	}
	arena_free(&arena);
}

void adjust_bh(const double *p, size_t n, double *adjusted)
{
	struct arena arena = { 0 };
	struct family f = family_sort(&arena, p, n, adjusted);
	double least = 1;

	for (size_t r = f.m; r-- > 0;) {
		least = fmin(least, (double)f.m / (double)(r + 1) * f.p[r]);
		adjusted[f.index[r]] = least;
	}
	arena_free(&arena);
}
