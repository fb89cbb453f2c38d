// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/measured.h"

#include "report/beside.h"
#include "report/explain.h"
#include "report/notes.h"
#include "report/numbers.h"
#include "report/odd.h"
#include "report/verdict_line.h"

#include <math.h>

enum { INDENT = 6 };

/* The values of the one variant but for that round's. */
static struct summary summary_without(const struct results *r, size_t metric, size_t round,
	struct arena *arena)
{
	const double *row = results_row(r, metric, r->baseline);
	double *values = NEW(arena, double, r->round_count + 1);
	struct summary s = { .mean = NAN };
	struct error err;
	size_t n = 0;

	for (size_t i = 0; i < r->round_count; i++) {
		if (i != round && isfinite(row[i]))
			values[n++] = row[i];
	}
	if (summarize(values, n, &s, &err) < 0) /* it cannot: they are finite */
		s.mean = NAN;
	return s;
}

/* Of several the one that is furthest out; NULL where none is odd. */
static const struct odd_run *find_odd(const struct judgement *j, size_t metric)
{
	const struct odd_run *worst = NULL;

	for (size_t i = 0; i < j->odd_count; i++) {
		const struct odd_run *odd = &j->odd[i];
		if (odd->metric == metric && odd->variant == j->results->baseline &&
			(!worst || fabs(log(odd->ratio)) > fabs(log(worst->ratio))))
			worst = odd;
	}
	return worst;
}

static char *sd_text(struct arena *arena, const struct summary *s)
{
	return isfinite(s->pct_sd) ? arena_printf(arena, "sd %s%%", spread_text(arena, s->pct_sd))
				   : arena_strdup(arena, "sd -");
}

/* "!odd-run.ext2#1" and the numbers without that run. */
static size_t add_odd(const struct judgement *j, size_t metric, const struct scale *scale,
	struct arena *arena, const char **items)
{
	const struct odd_run *odd = find_odd(j, metric);

	if (!odd)
		return 0;
	struct summary s = summary_without(j->results, metric, odd->round, arena);
	items[0] = arena_printf(arena, "!odd-run.%s", odd_name(j->results, odd, arena));
	items[1] = arena_printf(arena, "without it %s%s%s %s",
		number_text(arena, s.mean * scale->factor), *scale->unit ? " " : "", scale->unit,
		sd_text(arena, &s));
	return 2;
}

static char *interval_text(struct arena *arena, const struct summary *s, const struct scale *scale)
{
	if (!isfinite(s->mean_lo))
		return arena_strdup(arena, "no interval");
	return arena_printf(arena, "[%s, %s]", number_text(arena, s->mean_lo * scale->factor),
		number_text(arena, s->mean_hi * scale->factor));
}

/* What the words of the line are, and what it is not. */
static char *explain(const struct judgement *j, size_t metric, const struct summary *s,
	struct arena *arena)
{
	const struct result_metric *m = &j->results->metrics[metric];
	const char *spread =
		s->n == 0  ? " how many runs it is of is not known, and so no interval."
		: s->n > 1 ? " in brackets its 95% interval by Student's t (Student 1908); sd: the "
			     "standard deviation, divisor n-1, in per cent of the mean."
			   : " one value has no spread, and so no interval.";

	return arena_printf(arena,
		"%s of %s; %s. The arithmetic mean of n=%s values;%s No other variant: there is "
		"nothing to compare it with, and no verdict.",
		metric_label(arena, m), j->results->variants[j->results->baseline].name,
		better_text(m->better), s->n > 0 ? arena_printf(arena, "%zu", s->n) : "?", spread);
}

static void put_more(const struct judgement *j, size_t metric, const struct scale *scale,
	const struct report_options *options, struct arena *arena, struct text *out)
{
	const struct summary *s = judgement_summary(j, metric, j->results->baseline);
	const char *item;

	if (options->verbose) {
		item = arm_text(j, metric, j->results->baseline, scale, arena);
		text_puts(out, "    ");
		wrap_items(out, &item, 1, 4, REPORT_COLUMNS);
		size_t count = 0;
		const char **beside = NULL;
		if (j->results->metrics[metric].origin == RESULT_MEASURED)
			beside = beside_items(j, metric, SIZE_MAX, arena, &count);
		if (count > 0) {
			text_puts(out, "    ");
			wrap_items(out, beside, count, 4, REPORT_COLUMNS);
		}
	}
	if (options->explain) {
		item = explain(j, metric, s, arena);
		text_puts(out, "    ");
		wrap_items(out, &item, 1, 4, REPORT_COLUMNS);
	}
}

size_t measured_lines(const struct judgement *j, const struct report_options *options,
	struct arena *arena, struct text *out)
{
	const struct results *r = j->results;
	size_t lines = 0;

	for (size_t m = 0; m < r->metric_count; m++) {
		const struct summary *s = judgement_summary(j, m, r->baseline);
		struct scale scale = scale_for(r->metrics[m].unit, s->mean);
		const char *items[8];
		size_t n = 0;
		bool is_asked = r->metrics[m].primary || options->verbose ||
				r->metrics[m].origin == RESULT_OBSERVED;
		if (isnan(s->mean) || !is_asked || !result_is_listed(&r->metrics[m]))
			continue;
		lines++;
		items[n++] = "MEASURED";
		items[n++] = metric_label(arena, &r->metrics[m]);
		items[n++] =
			arena_printf(arena, "%s%s%s", number_text(arena, s->mean * scale.factor),
				*scale.unit ? " " : "", scale.unit);
		items[n++] = interval_text(arena, s, &scale);
		items[n++] = sd_text(arena, s);
		items[n++] = s->n > 0 ? arena_printf(arena, "n=%zu", s->n) : "n=?";
		n += add_odd(j, m, &scale, arena, &items[n]);
		wrap_items(out, items, n, INDENT, REPORT_COLUMNS);
		put_more(j, m, &scale, options, arena, out);
	}
	return lines;
}
