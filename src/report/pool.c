// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/pool.h"

#include "report/numbers.h"

#include <math.h>

enum { LEAST_ROUNDS = 2 };

/* x[v][0 .. n[v] - 1]: the values that are compared. */
struct arms {
	double **x;
	size_t *n;
};

static size_t *variants_of(const struct results *r, struct arena *arena, size_t *count)
{
	size_t *variants = NEW(arena, size_t, r->variant_count + 1);
	size_t n = 0;

	variants[n++] = r->baseline;
	for (size_t v = 0; v < r->variant_count; v++) {
		if (v != r->baseline && !r->variants[v].hidden)
			variants[n++] = v;
	}
	*count = n;
	return variants;
}

static bool are_paired(const struct results *r, const struct pooled *p)
{
	for (size_t i = 1; i < p->variant_count; i++) {
		if (results_design_of(r, p->variants[0], p->variants[i]) != RESULTS_PAIRED)
			return false;
	}
	return true;
}

static bool all_have(const struct results *r, const struct pooled *p, size_t round)
{
	for (size_t i = 0; i < p->variant_count; i++) {
		if (!isfinite(results_row(r, p->metric, p->variants[i])[round]))
			return false;
	}
	return true;
}

static struct arms arms_of(const struct results *r, const struct pooled *p, struct arena *arena)
{
	struct arms arms = { .x = NEW(arena, double *, p->variant_count),
		.n = NEW(arena, size_t, p->variant_count) };

	for (size_t i = 0; i < p->variant_count; i++) {
		const double *row = results_row(r, p->metric, p->variants[i]);
		arms.x[i] = NEW(arena, double, r->round_count + 1);
		for (size_t b = 0; b < r->round_count; b++) {
			if (p->is_paired ? all_have(r, p, b) : isfinite(row[b]))
				arms.x[i][arms.n[i]++] = row[b];
		}
	}
	return arms;
}

static const char *reason_of(const struct pooled *p, const struct arms *arms)
{
	for (size_t i = 0; i < p->variant_count; i++) {
		if (arms->n[i] < LEAST_ROUNDS)
			return p->is_paired ? "fewer than two rounds have a value of each variant"
					    : "a variant has fewer than two values";
		for (size_t b = 0; b < arms->n[i]; b++) {
			if (arms->x[i][b] <= 0)
				return "no logarithm: a value is 0 or below";
		}
	}
	return NULL;
}

static void analyse(struct pooled *p, const struct arms *arms, struct arena *arena)
{
	const double *const *x = (const double *const *)arms->x;
	size_t k = p->variant_count, pairs = 0;

	if (!p->is_paired) {
		p->ranks = kruskal_wallis_test(x, arms->n, k);
		return;
	}
	p->rounds = arms->n[0];
	p->ranks = friedman_test(x, k, p->rounds);
	p->blocks = blocks_analysis(x, k, p->rounds);
	p->against = NEW(arena, struct estimate, k);
	p->pairs = NEW(arena, struct estimate, k * k);
	for (size_t i = 1; i < k; i++) {
		p->against[i - 1] = blocks_against_baseline(&p->blocks, x, i);
		for (size_t other = 0; other < i; other++)
			p->pairs[pairs++] = blocks_pair(&p->blocks, x, i, other);
	}
}

static bool has_summary(const struct results *r, size_t metric)
{
	for (size_t v = 0; v < r->variant_count; v++) {
		if (results_is_summary(r, metric, v))
			return true;
	}
	return false;
}

void pool_make(struct judgement *j, struct arena *arena)
{
	const struct results *r = j->results;

	for (size_t m = 0; m < r->metric_count; m++) {
		struct pooled p = { .metric = m };
		p.variants = variants_of(r, arena, &p.variant_count);
		if (!metric_is_judged(&r->metrics[m]) || p.variant_count < 2)
			continue;
		if (has_summary(r, m)) {
			p.reason = "a summary has no values";
		} else {
			p.is_paired = are_paired(r, &p);
			struct arms arms = arms_of(r, &p, arena);
			p.reason = reason_of(&p, &arms);
			if (!p.reason)
				analyse(&p, &arms, arena);
		}
		*ARENA_PUSH(arena, j->pooled, j->pooled_count) = p;
	}
}

static char *ranks_text(const char *name, const struct rank_omnibus *t, struct arena *arena)
{
	return arena_printf(arena, "%s p%s", name, p_text(arena, t->p));
}

static char *against_text(const struct results *r, const struct pooled *p, size_t i,
	struct arena *arena)
{
	const struct estimate *e = &p->against[i - 1];

	return arena_printf(arena, "%s %s Dunnett p%s", r->variants[p->variants[i]].name,
		effect_text(arena, exp(e->est), exp(e->lo), exp(e->hi)), p_text(arena, e->p));
}

const char **pool_items(const struct judgement *j, const struct pooled *p, struct arena *arena,
	size_t *count)
{
	const struct results *r = j->results;
	const struct blocks *b = &p->blocks;
	const char **items = NULL;
	size_t n = 0, pair = 0;

	*ARENA_PUSH(arena, items, n) =
		arena_printf(arena, "pooled: %s", metric_label(arena, &r->metrics[p->metric]));
	const char *reason = p->reason                                  ? p->reason
			     : p->is_paired && !isfinite(b->f_variants) ? "no spread to judge by"
									: NULL;
	if (reason) {
		*ARENA_PUSH(arena, items, n) = reason;
		*count = n;
		return items;
	}
	if (!p->is_paired)
		*ARENA_PUSH(arena, items, n) = ranks_text("Kruskal-Wallis", &p->ranks, arena);
	else
		*ARENA_PUSH(arena, items, n) = arena_printf(arena, "F=%.4g on %g and %g df p%s",
			b->f_variants, b->df_variants, b->df_error, p_text(arena, b->p_variants));
	if (p->is_paired)
		*ARENA_PUSH(arena, items, n) = ranks_text("Friedman", &p->ranks, arena);
	for (size_t i = 1; p->is_paired && i < p->variant_count; i++)
		*ARENA_PUSH(arena, items, n) = against_text(r, p, i, arena);
	for (size_t i = 1; p->is_paired && i < p->variant_count; i++) {
		for (size_t other = 0; other < i; other++, pair++) {
			if (other == 0)
				continue; /* Dunnett's is the sharper one */
			*ARENA_PUSH(arena, items, n) = arena_printf(arena, "%s/%s %s Tukey p%s",
				r->variants[p->variants[i]].name,
				r->variants[p->variants[other]].name,
				effect_text(arena, exp(p->pairs[pair].est), NAN, NAN),
				p_text(arena, p->pairs[pair].p));
		}
	}
	*ARENA_PUSH(arena, items, n) = "not judged";
	*count = n;
	return items;
}
