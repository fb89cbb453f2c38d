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

static void put_row(struct text *out, const struct results *r, size_t metric, size_t variant,
	uint64_t round, double value)
{
	const struct result_metric *m = &r->metrics[metric];
	const char *fields[] = { m->cell, m->phase, m->metric, m->unit, better_name(m->better),
		r->variants[variant].name };

	if (!isfinite(value))
		return;
	text_printf(out, "%" PRIu64,
		r->source == RESULTS_OF_SEVERAL ? r->variants[variant].experiment : r->experiment);
	for (size_t i = 0; i < COUNT_OF(fields); i++) {
		text_puts(out, ",");
		put_field(out, fields[i]);
	}
	text_printf(out, ",%" PRIu64 ",%.17g,%s\r\n", round, value, round == 0 ? "yes" : "no");
}

void csv_text(const struct results *r, struct text *out)
{
	text_puts(out,
		"experiment,cell,phase,metric,unit,better,variant,round,value,discarded\r\n");
	for (size_t m = 0; m < r->metric_count; m++) {
		for (size_t v = 0; v < r->variant_count; v++) {
			put_row(out, r, m, v, 0, r->warmup[m * r->variant_count + v]);
			for (size_t i = 0; i < r->round_count; i++)
				put_row(out, r, m, v, r->round_numbers[i], results_row(r, m, v)[i]);
		}
	}
}
