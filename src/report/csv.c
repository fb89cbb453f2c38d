// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/csv.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static void put_field(struct text *out, const char *field)
{
	if (!strpbrk(field, ",\"\r\n")) {
		text_puts(out, field);
		return;
	}
	text_puts(out, "\"");
	for (; *field; field++) {
		if (*field == '"')
			text_puts(out, "\"");
		text_add(out, field, 1);
	}
	text_puts(out, "\"");
}

/* Experiment, metric and variant. */
static void put_key(struct text *out, const struct results *r, size_t metric, size_t variant)
{
	const struct result_metric *m = &r->metrics[metric];
	const char *fields[] = { m->cell, m->phase, m->metric, m->unit, better_name(m->better),
		r->variants[variant].name };

	text_printf(out, "%" PRIu64,
		r->source == RESULTS_OF_SEVERAL ? r->variants[variant].experiment : r->experiment);
	for (size_t i = 0; i < COUNT_OF(fields); i++) {
		text_puts(out, ",");
		put_field(out, fields[i]);
	}
}

static bool has_summaries(const struct results *r)
{
	for (size_t m = 0; m < r->metric_count; m++) {
		for (size_t v = 0; v < r->variant_count; v++) {
			if (results_is_summary(r, m, v))
				return true;
		}
	}
	return false;
}

static void put_value(struct text *out, const struct results *r, size_t metric, size_t variant,
	uint64_t round, double value)
{
	if (!isfinite(value))
		return;
	put_key(out, r, metric, variant);
	text_printf(out, ",%" PRIu64 ",%.17g,%s%s\r\n", round, value, round == 0 ? "yes" : "no",
		has_summaries(r) ? ",,," : "");
}

/* What is not known is left empty. */
static void put_moments(struct text *out, const struct results *r, size_t metric, size_t variant)
{
	const struct result_moments *m = &r->moments[metric * r->variant_count + variant];

	put_key(out, r, metric, variant);
	text_printf(out, ",,,no,%.17g,", m->mean);
	if (isfinite(m->sd))
		text_printf(out, "%.17g", m->sd);
	text_puts(out, ",");
	if (m->n > 0)
		text_printf(out, "%zu", m->n);
	text_puts(out, "\r\n");
}

void csv_text(const struct results *r, struct text *out)
{
	text_printf(out,
		"experiment,cell,phase,metric,unit,better,variant,round,value,discarded%s\r\n",
		has_summaries(r) ? ",mean,sd,n" : "");
	for (size_t m = 0; m < r->metric_count; m++) {
		for (size_t v = 0; v < r->variant_count; v++) {
			put_value(out, r, m, v, 0, r->warmup[m * r->variant_count + v]);
			for (size_t i = 0; i < r->round_count; i++)
				put_value(out, r, m, v, r->round_numbers[i],
					results_row(r, m, v)[i]);
			if (results_is_summary(r, m, v))
				put_moments(out, r, m, v);
		}
	}
}
