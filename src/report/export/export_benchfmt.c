// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json.h"
#include "core/shortest.h"
#include "report/export/export.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

/*
 * Go's benchmark format, https://golang.org/design/14313-benchmark-format, with the `Unit` lines
 * that benchstat reads. A unit has to be one thing with one direction, so the phase and the metric
 * stand in it: write_throughput-B/s. benchstat scales by what follows the hyphen.
 */

/* In the words that benchstat knows. */
static const struct {
	const char *unit, *go;
} go_units[] = {
	{ "bytes/s", "B/s" },
	{ "bytes", "B" },
	{ "s", "sec" },
	{ "1/s", "ops/s" },
	{ "1", "" },
	{ "count", "" },
};

/* A blank ends a word, and some characters its parts; percent is what escapes them. */
static void put_escaped(FILE *out, const char *text, const char *special)
{
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;
		if (c <= ' ' || c == 0x7f || strchr(special, c))
			fprintf(out, "%%%02X", c);
		else
			fputc(c, out);
	}
}

static void put_unit(FILE *out, const struct stored_metric *m)
{
	const char *unit = m->unit;

	for (size_t i = 0; i < COUNT_OF(go_units); i++) {
		if (strcmp(go_units[i].unit, m->unit) == 0)
			unit = go_units[i].go;
	}
	put_escaped(out, m->phase, "%/*-");
	if (*m->phase)
		fputc('_', out);
	put_escaped(out, m->metric, "%/*-");
	if (*unit)
		fputc('-', out);
	put_escaped(out, unit, "");
}

static bool is_same_unit(const struct stored_metric *a, const struct stored_metric *b)
{
	return a->better == b->better && strcmp(a->phase, b->phase) == 0 &&
	       strcmp(a->metric, b->metric) == 0 && strcmp(a->unit, b->unit) == 0;
}

/* Each once, whatever the number of cells that have it. */
static void put_units(FILE *out, const struct stored_design *d)
{
	for (size_t i = 0; i < d->metric_count; i++) {
		size_t first = 0;
		while (!is_same_unit(&d->metrics[first], &d->metrics[i]))
			first++;
		if (first < i || d->metrics[i].better == BETTER_NEITHER)
			continue;
		fputs("Unit ", out);
		put_unit(out, &d->metrics[i]);
		fprintf(out, " better=%s\n", better_name(d->metrics[i].better));
	}
}

/* "key: value", with a value of one line; nothing for one that there is not. */
static void put_setting(FILE *out, const char *key, const char *value)
{
	if (!value || !*value)
		return;
	fprintf(out, "%s: ", key);
	for (; *value; value++)
		fputc((unsigned char)*value < ' ' ? ' ' : *value, out);
	fputc('\n', out);
}

static void put_head(FILE *out, const struct export_experiment *x)
{
	AUTO_JSON json_t *facts =
		x->design.fact_count > 0 ? json_loads(x->design.facts[0], 0, NULL) : NULL;
	const json_t *host = export_host(facts);
	static const char *const of_host[] = { "host", "kernel", "machine", "cpu" };

	fprintf(out, "experiment: %" PRIu64 "\n", x->head.id);
	put_setting(out, "name", x->head.name);
	put_setting(out, "state", x->head.state);
	put_setting(out, "state_reason", x->head.state_reason);
	put_setting(out, "plan_sha256", x->head.plan_sha256);
	for (size_t i = 0; i < COUNT_OF(of_host); i++)
		put_setting(out, of_host[i], json_string_value(json_object_get(host, of_host[i])));
	put_units(out, &x->design);
}

/* BenchmarkLmdd/bs=4k/variant=ext2-4: what varies, and how many clients. */
static void put_name(FILE *out, const struct export_experiment *x, const struct stored_run *run)
{
	const struct stored_cell *cell = &x->design.cells[run->cell];
	AUTO_JSON json_t *factors = json_loads(cell->factors, 0, NULL);
	const char *key;
	json_t *level;

	fputs("Benchmark", out);
	if (isupper((unsigned char)*cell->name))
		fputc('_', out); /* that it is not taken for one in small letters */
	fputc(toupper((unsigned char)*cell->name), out);
	put_escaped(out, *cell->name ? cell->name + 1 : "", "%/");
	json_object_foreach(factors, key, level)
	{
		fputc('/', out);
		put_escaped(out, key, "%/=");
		fputc('=', out);
		put_escaped(out, json_is_string(level) ? json_string_value(level) : "", "%/");
	}
	fputs("/variant=", out);
	put_escaped(out, x->design.variants[run->variant].name, "%/");
	fprintf(out, "-%" PRIu64, cell->numjobs);
}

/* How go test tells of those that gave nothing; benchstat reads over it. */
static void put_failure(FILE *out, const struct export_experiment *x, const struct stored_run *run)
{
	fputs(run->outcome == OUTCOME_UNSUPPORTED ? "--- SKIP: " : "--- FAIL: ", out);
	put_name(out, x, run);
	fprintf(out, "\n    round %" PRIu64 ": %s: ", run->round, outcome_name(run->outcome));
	for (const char *c = run->reason; *c; c++)
		fputc((unsigned char)*c < ' ' ? ' ' : *c, out);
	fputc('\n', out);
}

static void put_values(FILE *out, const struct export_experiment *x, const struct stored_run *run,
	const struct run_record *record)
{
	char text[SHORTEST_BYTES];
	bool any = false;

	for (size_t i = 0; i < record->value_count; i++) {
		size_t m = export_find_metric(x, run->cell, &record->values[i]);
		if (!isfinite(record->values[i].value) || m == x->design.metric_count)
			continue;
		if (!any) {
			put_name(out, x, run);
			fputs("\t1", out);
		}
		any = true;
		fprintf(out, "\t%s ", shortest_text(text, record->values[i].value));
		put_unit(out, &x->design.metrics[m]);
	}
	if (any)
		fputc('\n', out);
}

/* A warm-up, or a round that was repeated, would be a sample like any other to benchstat. */
static int put_run(FILE *out, const struct export *e, const struct export_experiment *x,
	const struct stored_run *run, struct error *err)
{
	struct arena arena = { 0 };
	struct run_record record;
	int ret = 0;

	if (run->outcome != OUTCOME_OK) {
		put_failure(out, x, run);
		return 0;
	}
	if (!export_is_counted(x, run))
		return 0;
	ret = export_get_run(e, run, &arena, &record, err);
	if (ret == 0)
		put_values(out, x, run, &record);
	arena_free(&arena);
	return ret;
}

int export_benchfmt(const struct export *e, const struct export_place *to, struct error *err)
{
	int ret = 0;

	for (size_t i = 0; ret == 0 && i < e->count; i++) {
		const struct export_experiment *x = &e->experiments[i];
		if (i > 0)
			fputc('\n', to->out);
		put_head(to->out, x);
		fputc('\n', to->out);
		for (size_t r = 0; ret == 0 && r < x->run_count; r++)
			ret = put_run(to->out, e, x, &x->runs[r], err);
	}
	return ret;
}
