// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shortest.h"
#include "report/export/export.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* What a row says before its value: of the experiment, of the run. */
struct row {
	const struct export_experiment *x;
	const struct stored_run *run;
	FILE *out;
};

static void put_field(FILE *out, const char *field)
{
	if (!strpbrk(field, ",\"\r\n")) {
		fputs(field, out);
		return;
	}
	fputc('"', out);
	for (; *field; field++) {
		if (*field == '"')
			fputc('"', out);
		fputc(*field, out);
	}
	fputc('"', out);
}

static void put_run(const struct row *row)
{
	const struct export_experiment *x = row->x;
	const struct stored_run *run = row->run;
	const struct stored_cell *cell = &x->design.cells[run->cell];
	const char *names[] = { x->head.name, x->head.state, x->design.variants[run->variant].name,
		cell->label, cell->workload };
	const char *ends[] = { outcome_name(run->outcome), run->reason };

	fprintf(row->out, "%" PRIu64, x->head.id);
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		fputc(',', row->out);
		put_field(row->out, names[i]);
	}
	fprintf(row->out, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64, run->id,
		run->round, run->attempt, run->started_ns, run->ended_ns);
	for (size_t i = 0; i < COUNT_OF(ends); i++) {
		fputc(',', row->out);
		put_field(row->out, ends[i]);
	}
	fprintf(row->out, ",%s", export_is_counted(x, run) ? "yes" : "no");
}

/* value NULL: the run has none. */
static void put_row(const struct row *row, const struct value_record *value)
{
	const char *names[] = { value ? value->phase : "", value ? value->metric : "",
		value ? value->unit : "", value ? better_name(value->better) : "" };
	char text[SHORTEST_BYTES] = "";
	size_t metric = value ? export_find_metric(row->x, row->run->cell, value) : 0;

	put_run(row);
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		fputc(',', row->out);
		put_field(row->out, names[i]);
	}
	fprintf(row->out, ",%s",
		!value ? ""
		: metric < row->x->design.metric_count && row->x->design.metrics[metric].is_primary
			? "yes"
			: "no");
	if (value && isfinite(value->value))
		(void)shortest_text(text, value->value);
	fprintf(row->out, ",%s\r\n", text);
}

/* What a run that did not end well has measured until then is no result: JSON has it. */
static int put_rows(const struct export *e, const struct row *row, struct arena *arena,
	struct error *err)
{
	struct run_record record;
	int ret = export_get_run(e, row->run, arena, &record, err);

	if (ret < 0)
		return ret;
	if (record.outcome != OUTCOME_OK || record.value_count == 0)
		put_row(row, NULL);
	for (size_t i = 0; record.outcome == OUTCOME_OK && i < record.value_count; i++)
		put_row(row, &record.values[i]);
	return 0;
}

int export_csv(const struct export *e, const struct export_place *to, struct error *err)
{
	int ret = 0;

	fputs("experiment,name,state,variant,cell,workload,run,round,attempt,started_ns,ended_ns,"
	      "outcome,reason,counted,phase,metric,unit,better,primary,value\r\n",
		to->out);
	for (size_t i = 0; ret == 0 && i < e->count; i++) {
		const struct export_experiment *x = &e->experiments[i];
		for (size_t r = 0; ret == 0 && r < x->run_count; r++) {
			const struct row row = { x, &x->runs[r], to->out };
			struct arena arena = { 0 };
			ret = put_rows(e, &row, &arena, err);
			arena_free(&arena);
		}
	}
	return ret;
}
