// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shortest.h"
#include "report/export/export.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

/*
 * OpenMetrics 1.0 text. All samples of a family stand together, so the values of all runs are held
 * in memory first. A family is a metric with its base unit, which ends its name; what is measured
 * where is in the labels, and each sample has the time at which its run ended.
 */

/* A base unit of the specification, and what one of ours is in it. */
struct base_unit {
	const char *unit, *base;
	double factor;
};

static const struct base_unit base_units[] = {
	{ "s", "seconds", 1 },
	{ "ns", "seconds", 1e-9 },
	{ "bytes", "bytes", 1 },
	{ "B", "bytes", 1 },
	{ "bytes/s", "bytes_per_second", 1 },
	{ "B/s", "bytes_per_second", 1 },
	{ "1/s", "per_second", 1 },
	{ "%", "ratio", 0.01 },
	{ "1", "", 1 },
	{ "count", "", 1 },
};

struct sample {
	const struct export_experiment *x;
	const struct stored_run *run;
	const struct stored_metric *metric;
	double value;
};

struct family {
	const char *name, *base, *help;
	struct sample *samples;
	size_t count;
};

struct families {
	struct arena *arena;
	struct family *list;
	size_t count;
};

/* Letters, digits and _; what else there is becomes _. */
static char *name_of(struct arena *arena, const char *text)
{
	char *name = arena_strdup(arena, text);

	for (char *c = name; *c; c++)
		*c = isalnum((unsigned char)*c) ? *c : '_';
	return name;
}

static struct base_unit base_of(struct arena *arena, const char *unit)
{
	for (size_t i = 0; i < COUNT_OF(base_units); i++) {
		if (strcmp(base_units[i].unit, unit) == 0)
			return base_units[i];
	}
	return (struct base_unit){ unit, name_of(arena, unit), 1 };
}

static bool ends_with(const char *text, const char *end)
{
	size_t length = strlen(text), tail = strlen(end);

	return length >= tail && strcmp(text + length - tail, end) == 0;
}

/* bakeoff_throughput_bytes_per_second */
static const char *family_name(struct arena *arena, const char *metric, const char *base)
{
	static const char *const taken[] = { "run",
		"experiment" }; /* families of their own, below */
	const char *name = name_of(arena, metric);

	for (size_t i = 0; i < COUNT_OF(taken); i++) {
		if (!*base && strcmp(name, taken[i]) == 0)
			return arena_printf(arena, "bakeoff_%s_value", name);
	}
	if (!*base || strcmp(name, base) == 0 || ends_with(name, arena_printf(arena, "_%s", base)))
		return arena_printf(arena, "bakeoff_%s", name);
	return arena_printf(arena, "bakeoff_%s_%s", name, base);
}

static struct family *find_family(struct families *f, const struct stored_metric *m,
	const struct base_unit *base)
{
	const char *name = family_name(f->arena, m->metric, base->base);

	for (size_t i = 0; i < f->count; i++) {
		if (strcmp(f->list[i].name, name) == 0)
			return &f->list[i];
	}
	struct family *made = ARENA_PUSH(f->arena, f->list, f->count);
	*made = (struct family){
		.name = name,
		.base = base->base,
		.help = arena_printf(f->arena, "%s of a phase in one run, measured in %s.",
			m->metric, m->unit),
	};
	return made;
}

static void add_sample(struct families *f, const struct sample *sample)
{
	struct base_unit base = base_of(f->arena, sample->metric->unit);
	struct family *family = find_family(f, sample->metric, &base);
	struct sample *added = ARENA_PUSH(f->arena, family->samples, family->count);

	*added = *sample;
	added->value *= base.factor;
}

static int add_run(struct families *f, const struct export *e, const struct export_experiment *x,
	const struct stored_run *run, struct error *err)
{
	struct arena arena = { 0 };
	struct run_record record;
	int ret = export_get_run(e, run, &arena, &record, err);

	for (size_t i = 0; ret == 0 && i < record.value_count; i++) {
		size_t m = export_find_metric(x, run->cell, &record.values[i]);
		if (m < x->design.metric_count)
			add_sample(f, &(struct sample){ x, run, &x->design.metrics[m],
					      record.values[i].value });
	}
	arena_free(&arena);
	return ret;
}

/* In HELP and in labels; only there are quotes special. */
static void put_escaped(FILE *out, const char *text, bool quoted)
{
	for (; *text; text++) {
		if (*text == '\n')
			fputs("\\n", out);
		else if (*text == '\\' || (quoted && *text == '"'))
			fprintf(out, "\\%c", *text);
		else
			fputc(*text, out);
	}
}

static void put_label(FILE *out, const char *name, const char *value)
{
	fprintf(out, ",%s=\"", name);
	put_escaped(out, value, true);
	fputc('"', out);
}

static void put_family(FILE *out, const char *name, const char *type, const char *unit,
	const char *help)
{
	fprintf(out, "# TYPE %s %s\n", name, type);
	if (*unit)
		fprintf(out, "# UNIT %s %s\n", name, unit);
	fprintf(out, "# HELP %s ", name);
	put_escaped(out, help, true);
	fputc('\n', out);
}

/* The labels that every sample of a run has, with the brace before and none behind them. */
static void put_run_labels(FILE *out, const struct export_experiment *x,
	const struct stored_run *run)
{
	const struct stored_cell *cell = &x->design.cells[run->cell];

	fprintf(out, "{experiment=\"%" PRIu64 "\",run=\"%" PRIu64 "\"", x->head.id, run->id);
	put_label(out, "variant", x->design.variants[run->variant].name);
	put_label(out, "cell", cell->label);
	put_label(out, "workload", cell->workload);
	fprintf(out, ",round=\"%" PRIu64 "\",attempt=\"%" PRIu64 "\"", run->round, run->attempt);
}

static void put_number(FILE *out, double value)
{
	char text[SHORTEST_BYTES];

	if (isnan(value))
		fputs("NaN", out);
	else if (isinf(value))
		fputs(value > 0 ? "+Inf" : "-Inf", out);
	else
		fputs(shortest_text(text, value), out);
}

static void put_time(FILE *out, uint64_t utc_ns)
{
	fprintf(out, " %" PRIu64 ".%09" PRIu64 "\n", utc_ns / NS_PER_S, utc_ns % NS_PER_S);
}

static void put_sample(FILE *out, const struct family *family, const struct sample *s)
{
	fputs(family->name, out);
	put_run_labels(out, s->x, s->run);
	put_label(out, "phase", s->metric->phase);
	put_label(out, "metric", s->metric->metric);
	put_label(out, "better", better_name(s->metric->better));
	fprintf(out, ",primary=\"%s\",counted=\"%s\"} ", s->metric->is_primary ? "yes" : "no",
		export_is_counted(s->x, s->run) ? "yes" : "no");
	put_number(out, s->value);
	put_time(out, s->run->ended_ns);
}

static void put_experiments(FILE *out, const struct export *e)
{
	put_family(out, "bakeoff_experiment", "info", "", "An experiment and how it ended.");
	for (size_t i = 0; i < e->count; i++) {
		const struct export_experiment *x = &e->experiments[i];
		fprintf(out, "bakeoff_experiment_info{experiment=\"%" PRIu64 "\"", x->head.id);
		put_label(out, "name", x->head.name);
		put_label(out, "state", x->head.state);
		put_label(out, "state_reason", x->head.state_reason);
		put_label(out, "plan_sha256", x->head.plan_sha256);
		fprintf(out, ",seed=\"%" PRIu64 "\"} 1", x->design.seed);
		put_time(out, x->head.ended_ns ? x->head.ended_ns : x->head.created_ns);
	}
}

/* Every run has its outcome, those without a value too. */
static void put_runs(FILE *out, const struct export *e)
{
	put_family(out, "bakeoff_run", "info", "", "A run and how it ended.");
	for (size_t i = 0; i < e->count; i++) {
		const struct export_experiment *x = &e->experiments[i];
		for (size_t r = 0; r < x->run_count; r++) {
			fputs("bakeoff_run_info", out);
			put_run_labels(out, x, &x->runs[r]);
			put_label(out, "outcome", outcome_name(x->runs[r].outcome));
			put_label(out, "reason", x->runs[r].reason);
			fputs("} 1", out);
			put_time(out, x->runs[r].ended_ns);
		}
	}
}

int export_openmetrics(const struct export *e, const struct export_place *to, struct error *err)
{
	struct arena arena = { 0 };
	struct families families = { .arena = &arena };
	int ret = 0;

	for (size_t i = 0; ret == 0 && i < e->count; i++) {
		const struct export_experiment *x = &e->experiments[i];
		for (size_t r = 0; ret == 0 && r < x->run_count; r++) {
			if (x->runs[r].outcome == OUTCOME_OK)
				ret = add_run(&families, e, x, &x->runs[r], err);
		}
	}
	put_experiments(to->out, e);
	put_runs(to->out, e);
	for (size_t i = 0; ret == 0 && i < families.count; i++) {
		const struct family *f = &families.list[i];
		put_family(to->out, f->name, "gauge", f->base, f->help);
		for (size_t s = 0; s < f->count; s++)
			put_sample(to->out, f, &f->samples[s]);
	}
	fputs("# EOF\n", to->out);
	arena_free(&arena);
	return ret;
}
