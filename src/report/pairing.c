// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/pairing.h"

#include <math.h>
#include <string.h>

struct pairing pair_values(const struct results *r, const struct effect *e, struct arena *arena)
{
	const double *base = results_row(r, e->metric, e->baseline);
	const double *var = results_row(r, e->metric, e->variant);
	struct pairing p = {
		.base = NEW(arena, double, r->round_count),
		.var = NEW(arena, double, r->round_count),
		.base_rounds = NEW(arena, size_t, r->round_count),
		.var_rounds = NEW(arena, size_t, r->round_count),
		.is_paired =
			results_design_in(r, e->metric, e->baseline, e->variant) == RESULTS_PAIRED,
	};
	uint64_t pilot = p.is_paired ? results_pilot_of(r, e->variant) : 0;

	for (size_t i = 0; i < r->round_count; i++) {
		bool both = isfinite(base[i]) && isfinite(var[i]);
		if (p.is_paired ? both : isfinite(base[i])) {
			p.base_rounds[p.base_n] = i;
			p.base[p.base_n++] = base[i];
			p.pilot_n += r->round_numbers[i] <= pilot;
		}
		if (p.is_paired ? both : isfinite(var[i])) {
			p.var_rounds[p.var_n] = i;
			p.var[p.var_n++] = var[i];
		}
	}
	return p;
}

static bool leave_out(double *values, size_t *rounds, size_t *count, size_t round, size_t *at)
{
	for (size_t i = 0; i < *count; i++) {
		if (rounds[i] != round)
			continue;
		size_t rest = *count - i - 1;
		memmove(&values[i], &values[i + 1], rest * sizeof(*values));
		memmove(&rounds[i], &rounds[i + 1], rest * sizeof(*rounds));
		(*count)--;
		*at = i;
		return true;
	}
	return false;
}

void pairing_leave_out(struct pairing *p, size_t round, bool of_base)
{
	size_t at;
	bool left = false;

	if (of_base || p->is_paired)
		left = leave_out(p->base, p->base_rounds, &p->base_n, round, &at);
	if (left && at < p->pilot_n)
		p->pilot_n--;
	if (!of_base || p->is_paired)
		(void)leave_out(p->var, p->var_rounds, &p->var_n, round, &at);
}

void pairing_to_input(const struct pairing *p, struct comparison_input *input)
{
	input->base = p->base;
	input->base_n = p->base_n;
	input->var = p->var;
	input->var_n = p->var_n;
	/* of one pair there is no spread to keep */
	input->pilot_n = p->pilot_n > 1 ? p->pilot_n : 0;
}
