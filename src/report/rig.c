// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/rig.h"

#include "stats/drift.h"

#include <math.h>
#include <stdint.h>

/* Both flags, drift's and position's: statistics.md 1.7. */
static const double rig_alpha = 0.01;

/* The complete arms of a metric, in the order of time. */
struct arms {
	const double **rows;
	size_t *index; /* of each variant, in rows; SIZE_MAX where it is left out */
	size_t k;
};

static bool is_complete(const struct results *r, size_t metric, size_t variant)
{
	const double *row = results_row(r, metric, variant);

	for (size_t i = 0; i < r->round_count; i++) {
		if (!isfinite(row[i]) || row[i] <= 0)
			return false;
	}
	return true;
}

static struct arms arms_of(const struct judgement *j, size_t metric, struct arena *arena)
{
	const struct results *r = j->results;
	struct arms arms = { .rows = NEW(arena, const double *, r->variant_count + 1),
		.index = NEW(arena, size_t, r->variant_count + 1) };

	for (size_t v = 0; v < r->variant_count; v++) {
		arms.index[v] = SIZE_MAX;
		if (!is_complete(r, metric, v))
			continue;
		double *row = NEW(arena, double, r->round_count + 1);
		for (size_t i = 0; i < r->round_count; i++)
			row[i] = results_row(r, metric, v)[j->timeline.rounds[i]];
		arms.index[v] = arms.k;
		arms.rows[arms.k++] = row;
	}
	return arms;
}

static void look_at_drift(struct rig *rig, const struct results *r, size_t metric,
	const struct arms *arms)
{
	struct drift drift = drift_trend(arms->rows, arms->k, r->round_count);

	if (!isfinite(drift.p))
		return;
	bool drifts =
		drift.p < rig_alpha && fabs(drift.total_pct) > 100 * r->metrics[metric].margin;
	/* among those that are flagged the greatest, else the surest */
	bool worse = drifts != rig->drifts ? drifts
		     : drifts              ? fabs(drift.total_pct) > fabs(rig->drift.total_pct)
					   : drift.p < rig->drift.p;
	if (rig->has_drift && !worse)
		return;
	rig->has_drift = true;
	rig->drifts = drifts;
	rig->drift_metric = metric;
	rig->drift = drift;
}

static void look_at_position(struct rig *rig, const struct judgement *j, size_t metric,
	const struct arms *arms, struct arena *arena)
{
	const struct results *r = j->results;
	size_t *orders = NEW(arena, size_t, r->round_count * arms->k + 1), n = 0;

	if (!j->timeline.variants || arms->k < 2)
		return;
	for (size_t i = 0; i < r->round_count * r->variant_count; i++) {
		size_t at = arms->index[j->timeline.variants[i]];
		if (at != SIZE_MAX)
			orders[n++] = at;
	}
	const struct estimate e = position_effect(arms->rows, orders, arms->k, r->round_count);
	double ratio = exp(e.est);
	if (!(e.p < rig_alpha) || !(fabs(ratio - 1) > r->metrics[metric].margin))
		return;
	if (rig->position_matters && e.p >= rig->position_p)
		return;
	rig->position_matters = true;
	rig->position_metric = metric;
	rig->position_ratio = ratio;
	rig->position_p = e.p;
}

void rig_look(struct judgement *j)
{
	const struct results *r = j->results;

	if (r->source != RESULTS_OF_EXPERIMENT || !r->interleaved)
		return;
	for (size_t m = 0; m < r->metric_count; m++) {
		struct arena scratch = { 0 };
		if (!metric_is_judged(&r->metrics[m]))
			continue;
		struct arms arms = arms_of(j, m, &scratch);
		look_at_drift(&j->rig, r, m, &arms);
		look_at_position(&j->rig, j, m, &arms, &scratch);
		arena_free(&scratch);
	}
}
