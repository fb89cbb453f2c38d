// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/measured.h"

#include "report/notes.h"
#include "report/numbers.h"
#include "stats/suspect.h"

#include <inttypes.h>
#include <math.h>

enum { INDENT = 6 };

struct measured {
	double *values;
	uint64_t *rounds;
	size_t n;
};

static struct measured values_of(const struct results *r, size_t metric, struct arena *arena)
{
	struct measured m = {
		.values = NEW(arena, double, r->round_count + 1),
		.rounds = NEW(arena, uint64_t, r->round_count + 1),
	};
	const double *row = results_row(r, metric, r->baseline);

	for (size_t i = 0; i < r->round_count; i++) {
		if (!isfinite(row[i]))
			continue;
		m.rounds[m.n] = r->round_numbers[i];
		m.values[m.n++] = row[i];
	}
	return m;
}

/* Index of the run that is furthest out; n where none is suspect. */
static size_t find_odd(const struct measured *m, double resolution)
{
	size_t worst = m->n;
	double score = 0;

	for (size_t i = 0; i < m->n; i++) {
		double own = fabs(mad_score(m->values, m->n, i, resolution));
		if (!mad_is_suspect(m->values, m->n, i, resolution) || !(own > score))
			continue;
		worst = i;
		score = own;
	}
	return worst;
}

/* "!odd-run.ext2#1" and the numbers without that run. */
static size_t add_odd(const struct results *r, size_t metric, const struct scale *scale,
	struct arena *arena, const char **items)
{
	struct measured m = values_of(r, metric, arena);
	size_t odd = find_odd(&m, r->metrics[metric].resolution);
	struct summary s;
	struct error err;

	if (odd == m.n)
		return 0;
	items[0] = arena_printf(arena, "!odd-run.%s#%" PRIu64, r->variants[r->baseline].name,
		m.rounds[odd]);
	m.values[odd] = m.values[--m.n];
	if (summarize(m.values, m.n, &s, &err) < 0)
		return 1;
	items[1] = arena_printf(arena, "without it %s%s%s sd %.2g%%",
		number_text(arena, s.mean * scale->factor), *scale->unit ? " " : "", scale->unit,
		s.pct_sd);
	return 2;
}

static char *interval_text(struct arena *arena, const struct summary *s, const struct scale *scale)
{
	if (!isfinite(s->mean_lo))
		return arena_strdup(arena, "no interval");
	return arena_printf(arena, "[%s, %s]", number_text(arena, s->mean_lo * scale->factor),
		number_text(arena, s->mean_hi * scale->factor));
}

void measured_lines(const struct judgement *j, bool verbose, struct arena *arena, struct text *out)
{
	const struct results *r = j->results;

	for (size_t m = 0; m < r->metric_count; m++) {
		const struct summary *s = judgement_summary(j, m, r->baseline);
		struct scale scale = scale_for(r->metrics[m].unit, s->mean);
		const char *items[8];
		size_t n = 0;
		if (!r->metrics[m].primary && !verbose)
			continue;
		items[n++] = "MEASURED";
		items[n++] = metric_label(arena, &r->metrics[m]);
		items[n++] =
			arena_printf(arena, "%s%s%s", number_text(arena, s->mean * scale.factor),
				*scale.unit ? " " : "", scale.unit);
		items[n++] = interval_text(arena, s, &scale);
		items[n++] =
			isfinite(s->pct_sd) ? arena_printf(arena, "sd %.2g%%", s->pct_sd) : "sd -";
		items[n++] = arena_printf(arena, "n=%zu", s->n);
		n += add_odd(r, m, &scale, arena, &items[n]);
		wrap_items(out, items, n, INDENT, REPORT_COLUMNS);
	}
}
