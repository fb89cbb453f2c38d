// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/trend.h"

#include "report/alike.h"
#include "report/judge.h"
#include "stats/sample.h"
#include "stats/welch.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
	LEAST_SEGMENT = 2,
	LEAST_BEATEN = 2,
	DRAWS = 9999,
	MANY = 200,
	DRAWS_OF_MANY = 999,
	DRAWN_FROM = 1,
	CANDIDATES_MOST = 12
};
static const double change_alpha = 0.05;

/* What of a point decides where it stands. */
struct place {
	size_t variant, item; /* item: of the order's list */
	uint64_t key;         /* time or date */
	const char *name;
};

static bool is_named(const struct result_metric *m, const char *name, struct arena *arena)
{
	const char *phased =
		*m->phase ? arena_printf(arena, "%s/%s", m->phase, m->metric) : m->metric;

	/* an import has its sizes in the cell's name where it is not alone */
	struct result_metric full = *m;
	full.cell = metric_full_cell(m, arena);
	return strcmp(metric_label(arena, m), name) == 0 ||
	       strcmp(metric_label(arena, &full), name) == 0 || strcmp(phased, name) == 0 ||
	       strcmp(m->metric, name) == 0 || (!*m->phase && strcmp(m->cell, name) == 0);
}

bool trend_has_metric(const struct results *r, const char *name, struct arena *arena)
{
	for (size_t m = 0; m < r->metric_count; m++) {
		if (is_named(&r->metrics[m], name, arena))
			return true;
	}
	return false;
}

/* Those that are named so, or all, for somebody who has to choose. */
static const char *candidates(const struct results *r, const char *name, bool all,
	struct arena *arena)
{
	const char *text = "";
	size_t n = 0;

	for (size_t m = 0; m < r->metric_count; m++) {
		if (!all && !is_named(&r->metrics[m], name, arena))
			continue;
		if (n < CANDIDATES_MOST)
			text = arena_printf(arena, "%s%s%s", text, n > 0 ? ", " : "",
				metric_label(arena, &r->metrics[m]));
		n++;
	}
	return n > CANDIDATES_MOST
		       ? arena_printf(arena, "%s and %zu more", text, n - CANDIDATES_MOST)
		       : text;
}

static int find_metric(const struct results *r, const char *name, struct arena *arena,
	size_t *metric, struct error *err)
{
	size_t found = 0;

	for (size_t m = 0; m < r->metric_count; m++) {
		if (!is_named(&r->metrics[m], name, arena))
			continue;
		*metric = m;
		found++;
		if (strcmp(metric_label(arena, &r->metrics[m]), name) == 0)
			return 0; /* nothing shorter is meant */
	}
	if (found == 1)
		return 0;
	return fail(err, EINVAL, "metric: '%s' is %s of %s", name, found ? "several" : "none",
		candidates(r, name, found == 0, arena));
}

static const struct result_origin *origin_of(const struct results *r, size_t variant)
{
	for (size_t i = 0; i < r->origin_count; i++) {
		if (r->origins[i].experiment == r->variants[variant].experiment)
			return &r->origins[i];
	}
	return NULL;
}

static uint64_t started(const struct results *r, size_t variant)
{
	const struct result_origin *origin = origin_of(r, variant);

	return origin ? origin->started_ns : r->started_ns;
}

static const char *experiment_name(const struct results *r, size_t variant)
{
	const struct result_origin *origin = origin_of(r, variant);

	return origin ? origin->name : r->name;
}

static bool is_imported(const struct results *r, size_t variant)
{
	const struct result_origin *origin = origin_of(r, variant);

	return origin ? origin->imported : r->text_count > 0;
}

/* The variant's own name, without the number of its experiment before it. */
static const char *own_name(const struct results *r, size_t variant)
{
	const char *name = r->variants[variant].name;
	size_t digits = strspn(name, "0123456789");

	return r->source == RESULTS_OF_SEVERAL && digits > 0 && name[digits] == ':'
		       ? name + digits + 1
		       : name;
}

/* The item of the list that means this variant, or its experiment; the count where none does. */
static size_t item_of(const struct results *r, const struct trend_order *order, size_t variant)
{
	size_t i = 0;

	while (i < order->count && !trend_order_means(order, i, r->variants[variant].name) &&
		!trend_order_means(order, i, own_name(r, variant)) &&
		!trend_order_means(order, i, experiment_name(r, variant)))
		i++;
	return i;
}

static uint64_t date_of(const struct results *r, size_t variant)
{
	uint64_t date = trend_date(own_name(r, variant));

	return date ? date : trend_date(experiment_name(r, variant));
}

static int by_place(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	if (x->item != y->item)
		return x->item > y->item ? 1 : -1;
	if (x->key != y->key)
		return x->key > y->key ? 1 : -1;
	int names = x->name && y->name ? trend_compare_names(x->name, y->name) : 0;
	return names != 0 ? names : x->variant > y->variant ? 1 : -1;
}

static int set_place(const struct results *r, const struct trend_order *order, struct place *p,
	struct error *err)
{
	switch (order->kind) {
	case TREND_BY_TIME:
		p->key = started(r, p->variant);
		break;
	case TREND_BY_NAME:
		p->name = own_name(r, p->variant);
		break;
	case TREND_BY_DATE:
		p->key = date_of(r, p->variant);
		if (p->key == 0)
			return fail(err, EINVAL, "order: no date is in the name of %s, nor of %s",
				r->variants[p->variant].name, experiment_name(r, p->variant));
		break;
	case TREND_BY_LIST:
		p->item = item_of(r, order, p->variant);
		break;
	}
	return 0;
}

static int find_places(const struct results *r, size_t metric, const char *only,
	const struct trend_order *order, struct arena *arena, struct place **places,
	struct trend *t, struct error *err)
{
	size_t left = 0;

	for (size_t v = 0; v < r->variant_count; v++) {
		struct place p = { .variant = v };
		if (r->variants[v].hidden || !results_has_value(r, metric, v) ||
			(*only && strcmp(own_name(r, v), only) != 0))
			continue;
		int ret = set_place(r, order, &p, err);
		if (ret < 0)
			return ret;
		if (order->kind == TREND_BY_LIST && p.item == order->count)
			*ARENA_PUSH(arena, t->left_out, left) = r->variants[v].name;
		else
			*ARENA_PUSH(arena, *places, t->count) = p;
	}
	*ARENA_PUSH(arena, t->left_out, left) = NULL;
	return 0;
}

/* Of the logs of a variant's values, or of the log-normal distribution with its mean and sd. */
static struct moments log_moments(const struct results *r, size_t metric, size_t variant,
	struct arena *arena)
{
	const double *row = results_row(r, metric, variant);
	double *values = NEW(arena, double, r->round_count + 1);
	size_t n = 0;

	if (results_is_summary(r, metric, variant)) {
		const struct result_moments *m = &r->moments[metric * r->variant_count + variant];
		const struct moments raw = { .n = m->n, .mean = m->mean, .sd = m->sd };
		return m->mean > 0 && m->sd > 0 ? moments_lognormal(&raw)
						: (struct moments){ m->n, log(m->mean), NAN };
	}
	for (size_t i = 0; i < r->round_count; i++) {
		if (isfinite(row[i]))
			values[n++] = row[i];
		if (isfinite(row[i]) && row[i] <= 0)
			return (struct moments){ .n = n, .mean = NAN, .sd = NAN };
	}
	return sample_log_moments(values, n, r->metrics[metric].resolution);
}

static void set_change(struct trend_point *p, const struct moments *before,
	const struct moments *now)
{
	p->ratio = exp(now->mean - before->mean);
	p->ratio_lo = p->ratio_hi = NAN;
	if (before->n < 2 || now->n < 2 || !isfinite(before->sd) || !isfinite(now->sd))
		return;
	struct estimate e = welch(before, now);
	p->ratio = exp(e.est);
	p->ratio_lo = exp(e.lo);
	p->ratio_hi = exp(e.hi);
}

static int set_mean(const struct results *r, size_t metric, struct trend_point *p,
	struct error *err)
{
	struct summary s;
	int ret = arm_summary(r, metric, p->variant, &s, err);

	if (ret < 0)
		return ret;
	p->n = s.n;
	p->mean = s.mean;
	p->pct_sd = s.pct_sd;
	return 0;
}

/* How far back this point is better than all, or worse. */
static void set_since(const struct trend *t, size_t i)
{
	struct trend_point *p = &t->points[i];
	double sign = t->metric->better == BETTER_LOWER ? -1 : 1;
	int at = (int)i - 1;

	p->since = at;
	if (i == 0 || t->metric->better == BETTER_NEITHER || p->mean == p[-1].mean)
		return;
	p->is_best = sign * p->mean > sign * p[-1].mean;
	p->is_worst = !p->is_best;
	sign = p->is_best ? sign : -sign;
	while (at >= 0 && sign * p->mean > sign * t->points[at].mean)
		at--;
	p->since = at;
}

static void find_changes(struct trend *t, struct arena *arena)
{
	double *x = NEW(arena, double, t->count);

	for (size_t i = 0; i < t->count; i++) {
		x[i] = log(t->points[i].mean);
		if (!isfinite(x[i])) {
			t->best = (struct change_point){ .p = NAN };
			return;
		}
	}
	t->best = change_point_test(x, t->count, LEAST_SEGMENT, t->draws, DRAWN_FROM);
	t->changes = change_points(arena, x, t->count, LEAST_SEGMENT, t->alpha, t->draws,
		DRAWN_FROM, &t->change_count);
}

static const char *left_out_text(const struct trend *t, struct arena *arena)
{
	const char *text = "";

	for (const char **name = t->left_out; *name; name++)
		text = arena_printf(arena, "%s%s%s", text, *text ? ", " : "", *name);
	return text;
}

int trend_make(const struct results *r, const char *name, const char *variant,
	const struct trend_order *order, struct arena *arena, struct trend *trend,
	struct error *err)
{
	struct trend t = { .results = r, .alpha = change_alpha };
	struct place *places = NULL;
	size_t metric = 0;
	int ret = find_metric(r, name, arena, &metric, err);

	if (ret == 0)
		ret = find_places(r, metric, variant, order, arena, &places, &t, err);
	if (ret == 0 && t.count < 2 && *t.left_out)
		ret = fail(err, EINVAL,
			"order: it names %zu point%s, and not %s: a trend needs two", t.count,
			t.count == 1 ? "" : "s", left_out_text(&t, arena));
	else if (ret == 0 && t.count < 2)
		ret = fail(err, EINVAL, "%s: %zu point%s: a trend needs two",
			metric_label(arena, &r->metrics[metric]), t.count, t.count == 1 ? "" : "s");
	if (ret < 0)
		return ret;
	if (places)
		qsort(places, t.count, sizeof(*places), by_place);
	t.draws = t.count > MANY ? DRAWS_OF_MANY : DRAWS;
	t.metric = &r->metrics[metric];
	t.points = NEW(arena, struct trend_point, t.count);
	struct moments before = { 0 };
	for (size_t i = 0; ret == 0 && i < t.count; i++) {
		size_t v = places[i].variant;
		struct moments now = log_moments(r, metric, v, arena);
		struct trend_point *p = &t.points[i];
		*p = (struct trend_point){ .variant = v,
			.name = r->variants[v].name,
			.experiment = r->variants[v].experiment,
			.started_ns = is_imported(r, v) ? 0 : started(r, v),
			.ratio = NAN,
			.ratio_lo = NAN,
			.ratio_hi = NAN };
		ret = set_mean(r, metric, p, err);
		if (i > 0)
			set_change(p, &before, &now);
		before = now;
		if (ret == 0)
			set_since(&t, i);
	}
	if (ret < 0)
		return ret;
	find_changes(&t, arena);
	*trend = t;
	return 0;
}

double trend_mean(const struct trend *t, size_t first, size_t end)
{
	double sum = 0;

	for (size_t i = first; i < end; i++)
		sum += t->points[i].mean;
	return end > first ? sum / (double)(end - first) : NAN;
}

const char *trend_since(const struct trend *t, size_t i, struct arena *arena)
{
	const struct trend_point *p = &t->points[i];

	/* better than the one before is no news */
	if ((!p->is_best && !p->is_worst) || (int)i - p->since - 1 < LEAST_BEATEN)
		return "";
	const char *word = p->is_best ? "best" : "worst";
	if (p->since == TREND_ALL)
		return arena_printf(arena, "%s of all", word);
	return arena_printf(arena, "%s since %s", word, t->points[p->since].name);
}
