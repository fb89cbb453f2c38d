// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/export/export_json.h"
#include "core/auto.h"
#include "core/base64.h"
#include "model/histogram.h"
#include "report/export/export.h"
#include "report/export/json_writer.h"
#include "report/export/stored_json.h"
#include "version.h"

#include <errno.h>
#include <math.h>
#include <string.h>

static void put_stored_json(struct json_writer *w, const char *key, const char *text)
{
	if (stored_json_is_plain(text))
		json_writer_raw(w, key, text);
	else
		json_writer_text(w, key, text);
}

/* A number, or null; and which infinity that null stands for, if it does. */
static void put_value(struct json_writer *w, double value)
{
	json_writer_real(w, "value", value);
	if (isinf(value))
		json_writer_text(w, "infinite", value > 0 ? "+" : "-");
}

static void put_variants(struct json_writer *w, const struct stored_design *d)
{
	json_writer_array(w, "variants");
	for (size_t i = 0; i < d->variant_count; i++) {
		const struct stored_variant *v = &d->variants[i];
		json_writer_object_line(w, NULL);
		json_writer_text(w, "name", v->name);
		json_writer_bool(w, "baseline", v->is_baseline);
		json_writer_bool(w, "hidden", v->is_hidden);
		json_writer_text(w, "fs", v->fs);
		json_writer_text(w, "summary", v->summary);
		json_writer_end(w);
	}
	json_writer_end(w);
}

static void put_cells(struct json_writer *w, const struct stored_design *d)
{
	json_writer_array(w, "cells");
	for (size_t i = 0; i < d->cell_count; i++) {
		const struct stored_cell *c = &d->cells[i];
		json_writer_object_line(w, NULL);
		json_writer_text(w, "label", c->label);
		json_writer_text(w, "name", c->name);
		json_writer_text(w, "workload", c->workload);
		put_stored_json(w, "factors", c->factors);
		put_stored_json(w, "params", c->params);
		put_stored_json(w, "primaries", c->primaries);
		json_writer_u64(w, "numjobs", c->numjobs);
		json_writer_u64(w, "iodepth", c->iodepth);
		json_writer_u64(w, "runtime_ns", c->runtime_ns);
		json_writer_u64(w, "ramp_time_ns", c->ramp_time_ns);
		json_writer_u64(w, "loops", c->loops);
		json_writer_real(w, "margin", c->margin);
		json_writer_end(w);
	}
	json_writer_end(w);
}

static void put_metrics(struct json_writer *w, const struct stored_design *d)
{
	json_writer_array(w, "metrics");
	for (size_t i = 0; i < d->metric_count; i++) {
		const struct stored_metric *m = &d->metrics[i];
		json_writer_object_line(w, NULL);
		json_writer_text(w, "cell", d->cells[m->cell].label);
		json_writer_text(w, "phase", m->phase);
		json_writer_text(w, "metric", m->metric);
		json_writer_text(w, "unit", m->unit);
		json_writer_text(w, "better", better_name(m->better));
		json_writer_bool(w, "primary", m->is_primary);
		json_writer_bool(w, "primary_by_default", m->by_default);
		json_writer_end(w);
	}
	json_writer_end(w);
}

static void put_facts(struct json_writer *w, const struct stored_design *d)
{
	json_writer_array(w, "facts");
	for (size_t i = 0; i < d->fact_count; i++)
		put_stored_json(w, NULL, d->facts[i]);
	json_writer_end(w);
}

/* Where another tool's number was read. */
static void put_import(struct json_writer *w, const struct import_record *i)
{
	json_writer_object_line(w, "import");
	json_writer_text(w, "file", i->file);
	json_writer_u64(w, "line", i->line);
	json_writer_text(w, "tool", i->tool);
	json_writer_text(w, "version", i->version);
	json_writer_text(w, "name", i->name);
	json_writer_text(w, "unit", i->unit);
	json_writer_text(w, "said", i->said);
	json_writer_real(w, "mean", i->mean);
	json_writer_real(w, "sd", i->sd);
	json_writer_u64(w, "n", i->n);
	json_writer_end(w);
}

/* Only of an import. */
static void put_texts(struct json_writer *w, const struct stored_design *d)
{
	if (d->text_count == 0)
		return;
	json_writer_array(w, "imports");
	for (size_t i = 0; i < d->text_count; i++) {
		json_writer_object_line(w, NULL);
		json_writer_text(w, "file", d->texts[i].file);
		json_writer_text(w, "sha256", d->texts[i].sha256);
		json_writer_end(w);
	}
	json_writer_end(w);
	json_writer_array(w, "import_notes");
	for (size_t i = 0; i < d->note_count; i++) {
		json_writer_object_line(w, NULL);
		json_writer_text(w, "kind", d->notes[i].is_warning ? "warning" : "assumed");
		json_writer_text(w, "text", d->notes[i].text);
		json_writer_end(w);
	}
	json_writer_end(w);
}

static void put_values(struct json_writer *w, const struct run_record *r)
{
	json_writer_array(w, "values");
	for (size_t i = 0; i < r->value_count; i++) {
		const struct value_record *v = &r->values[i];
		json_writer_object_line(w, NULL);
		json_writer_text(w, "phase", v->phase);
		json_writer_text(w, "metric", v->metric);
		json_writer_text(w, "unit", v->unit);
		json_writer_text(w, "better", better_name(v->better));
		put_value(w, v->value);
		if (v->import)
			put_import(w, v->import);
		json_writer_end(w);
	}
	json_writer_end(w);
}

static void put_histogram(struct json_writer *w, const struct histogram *h)
{
	json_writer_object_line(w, "latency");
	json_writer_u64(w, "count", h->count);
	json_writer_u64(w, "sum_ns", h->sum);
	json_writer_u64(w, "least_ns", h->least);
	json_writer_u64(w, "greatest_ns", h->greatest);
	json_writer_array_line(w, "buckets");
	for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++) {
		uint64_t from, below;
		if (h->buckets[i] == 0)
			continue;
		histogram_bounds(i, &from, &below);
		json_writer_array_line(w, NULL);
		json_writer_u64(w, NULL, from);
		if (i == HISTOGRAM_BUCKETS - 1)
			json_writer_text(w, NULL, NULL);
		else
			json_writer_u64(w, NULL, below);
		json_writer_u64(w, NULL, h->buckets[i]);
		json_writer_end(w);
	}
	json_writer_end(w);
	json_writer_end(w);
}

static int put_kind(struct json_writer *w, const struct kind_record *kind, struct histogram *h,
	struct error *err)
{
	json_writer_object(w, NULL);
	json_writer_text(w, "name", kind->name);
	json_writer_u64(w, "operations", kind->operations);
	json_writer_u64(w, "bytes", kind->bytes);
	if (kind->histogram_size == 0) {
		json_writer_text(w, "latency", NULL);
	} else {
		int ret = histogram_decode(h, kind->histogram, kind->histogram_size, err);
		if (ret < 0)
			return fail_in(err, ret, "latencies of %s", kind->name);
		put_histogram(w, h);
	}
	json_writer_end(w);
	return 0;
}

static void put_counters(struct json_writer *w, const struct phase_record *p)
{
	json_writer_array(w, "counters");
	for (size_t i = 0; i < p->counter_count; i++) {
		const struct counter_record *c = &p->counters[i];
		json_writer_object_line(w, NULL);
		json_writer_text(w, "metric", c->metric);
		json_writer_text(w, "instance", c->instance);
		json_writer_text(w, "unit", c->unit);
		json_writer_text(w, "reading", export_reading_names[c->reading]);
		put_value(w, c->value);
		json_writer_text(w, "absent", c->absent);
		json_writer_end(w);
	}
	json_writer_end(w);
}

static int put_phases(struct json_writer *w, const struct run_record *r, struct arena *arena,
	struct error *err)
{
	struct histogram *h = NEW(arena, struct histogram, 1);
	int ret = 0;

	json_writer_array(w, "phases");
	for (size_t i = 0; ret == 0 && i < r->phase_count; i++) {
		const struct phase_record *p = &r->phases[i];
		json_writer_object(w, NULL);
		json_writer_text(w, "name", p->name);
		json_writer_u64(w, "started_ns", p->started_ns);
		json_writer_u64(w, "wall_ns", p->wall_ns);
		json_writer_u64(w, "user_ns", p->user_ns);
		json_writer_u64(w, "sys_ns", p->sys_ns);
		json_writer_u64(w, "clients", p->clients);
		json_writer_u64(w, "operations", p->operations);
		json_writer_u64(w, "bytes", p->bytes);
		json_writer_array(w, "kinds");
		for (size_t k = 0; ret == 0 && k < p->kind_count; k++)
			ret = put_kind(w, &p->kinds[k], h, err);
		json_writer_end(w);
		put_counters(w, p);
		json_writer_end(w);
	}
	json_writer_end(w);
	return ret;
}

static void put_logs(struct json_writer *w, const struct run_record *r)
{
	json_writer_array(w, "logs");
	for (size_t i = 0; i < r->log_count; i++) {
		json_writer_object_line(w, NULL);
		json_writer_u64(w, "time_ns", r->logs[i].time_ns);
		json_writer_text(w, "level",
			r->logs[i].level == RECORD_WARNING ? "warning" : "info");
		json_writer_text(w, "text", r->logs[i].text);
		json_writer_end(w);
	}
	json_writer_end(w);
}

/* A text where that says every byte of it, otherwise base64. */
static void put_outputs(struct json_writer *w, const struct run_record *r, struct arena *arena)
{
	json_writer_array(w, "outputs");
	for (size_t i = 0; i < r->output_count; i++) {
		const struct output_record *o = &r->outputs[i];
		const char *data = (const char *)o->data;
		AUTO_JSON json_t *text =
			memchr(data, '\0', o->size) ? NULL : json_stringn(data, o->size);
		json_writer_object_line(w, NULL);
		json_writer_u64(w, "client", o->client);
		json_writer_text(w, "stream", o->stream);
		if (text)
			json_writer_text(w, "text", json_string_value(text));
		else
			json_writer_text(w, "base64", base64_encode(arena, o->data, o->size));
		json_writer_end(w);
	}
	json_writer_end(w);
}

/* Sparse, since there is hardly ever one: [[index, sign], ...]. */
static void put_infinite(struct json_writer *w, const struct series_record *s)
{
	json_writer_array_line(w, "infinite");
	for (size_t i = 0; i < s->count; i++) {
		if (!isinf(s->values[i]))
			continue;
		json_writer_array_line(w, NULL);
		json_writer_u64(w, NULL, i);
		json_writer_text(w, NULL, s->values[i] > 0 ? "+" : "-");
		json_writer_end(w);
	}
	json_writer_end(w);
}

static void put_one_series(struct json_writer *w, const struct series_record *s)
{
	bool any_infinite = false;

	json_writer_object(w, NULL);
	json_writer_text(w, "metric", s->metric);
	json_writer_text(w, "instance", s->instance);
	json_writer_text(w, "unit", s->unit);
	json_writer_text(w, "reading", export_reading_names[s->reading]);
	json_writer_u64(w, "started_ns", s->count > 0 ? s->time_ns[0] : 0);
	json_writer_array_line(w, "offsets_ns");
	for (size_t i = 0; i < s->count; i++)
		json_writer_difference(w, NULL, s->time_ns[i] - s->time_ns[0]);
	json_writer_end(w);
	json_writer_array_line(w, "values");
	for (size_t i = 0; i < s->count; i++) {
		json_writer_real(w, NULL, s->values[i]);
		any_infinite |= isinf(s->values[i]) != 0;
	}
	json_writer_end(w);
	if (any_infinite)
		put_infinite(w, s);
	json_writer_end(w);
}

/* In the order of the design's, which has them all. */
static size_t facts_index(const struct stored_design *d, const char *facts)
{
	size_t i = 0;

	while (i < d->fact_count && strcmp(d->facts[i], facts) != 0)
		i++;
	return i;
}

static int put_run(struct json_writer *w, const struct export *e, const struct export_experiment *x,
	const struct stored_run *run, struct arena *arena, struct error *err)
{
	const struct stored_design *d = &x->design;
	struct run_record r;
	int ret = export_get_run(e, run, arena, &r, err);

	if (ret < 0)
		return ret;
	json_writer_object(w, NULL);
	json_writer_u64(w, "id", run->id);
	json_writer_u64(w, "round", r.round);
	json_writer_u64(w, "attempt", r.attempt);
	json_writer_u64(w, "position", r.position);
	json_writer_text(w, "variant", d->variants[r.variant].name);
	json_writer_text(w, "cell", d->cells[r.cell].label);
	json_writer_u64(w, "seed", r.seed);
	json_writer_u64(w, "started_ns", r.started_ns);
	json_writer_u64(w, "ended_ns", r.ended_ns);
	json_writer_text(w, "outcome", outcome_name(r.outcome));
	json_writer_text(w, "reason", r.outcome == OUTCOME_OK ? NULL : r.reason);
	json_writer_bool(w, "counted", export_is_counted(x, run));
	json_writer_u64(w, "facts", facts_index(d, r.facts));
	put_values(w, &r);
	ret = put_phases(w, &r, arena, err);
	put_logs(w, &r);
	json_writer_array(w, "series");
	for (size_t i = 0; i < r.series_count; i++)
		put_one_series(w, &r.series[i]);
	json_writer_end(w);
	put_outputs(w, &r, arena);
	json_writer_end(w);
	return ret;
}

static int put_runs(struct json_writer *w, const struct export *e,
	const struct export_experiment *x, struct error *err)
{
	int ret = 0;

	json_writer_array(w, "runs");
	for (size_t i = 0; ret == 0 && i < x->run_count; i++) {
		struct arena arena = { 0 };
		ret = put_run(w, e, x, &x->runs[i], &arena, err);
		arena_free(&arena);
		if (ret < 0)
			ret = fail_in(err, ret, "run %llu", (unsigned long long)x->runs[i].id);
	}
	json_writer_end(w);
	return ret;
}

/* What is 0 in the store's struct where there is none. */
static void put_count_or_null(struct json_writer *w, const char *key, uint64_t count)
{
	if (count)
		json_writer_u64(w, key, count);
	else
		json_writer_text(w, key, NULL);
}

static int put_experiment(struct json_writer *w, const struct export *e,
	const struct export_experiment *x, struct error *err)
{
	const struct stored_design *d = &x->design;

	json_writer_object(w, NULL);
	json_writer_u64(w, "id", x->head.id);
	json_writer_text(w, "name", x->head.name);
	json_writer_text(w, "state", x->head.state);
	json_writer_text(w, "state_reason", x->head.state_reason);
	json_writer_u64(w, "created_ns", x->head.created_ns);
	put_count_or_null(w, "ended_ns", x->head.ended_ns);
	json_writer_text(w, "bakeoff_version", x->head.version);
	json_writer_u64(w, "seed", d->seed);
	json_writer_u64(w, "rounds", d->rounds);
	put_count_or_null(w, "pilot_rounds", x->head.pilot_rounds);
	put_count_or_null(w, "fixed_rounds", x->head.fixed_rounds);
	json_writer_real(w, "margin", d->margin);
	json_writer_real(w, "alpha", d->alpha);
	json_writer_text(w, "order", d->run_order);
	json_writer_text(w, "plan_sha256", x->head.plan_sha256);
	json_writer_text(w, "plan", x->head.plan_text);
	put_variants(w, d);
	put_cells(w, d);
	put_metrics(w, d);
	put_facts(w, d);
	put_texts(w, d);
	int ret = put_runs(w, e, x, err);
	json_writer_end(w);
	return ret < 0 ? fail_in(err, ret, "experiment %llu", (unsigned long long)x->head.id) : 0;
}

int export_json(const struct export *e, const struct export_place *to, struct error *err)
{
	struct json_writer w = { .out = to->out };
	int ret = 0;

	json_writer_object(&w, NULL);
	json_writer_text(&w, "schema", EXPORT_SCHEMA);
	json_writer_text(&w, "written_by", "bakeoff " BAKEOFF_VERSION);
	json_writer_bool(&w, "anonymous", e->disguise != NULL);
	json_writer_array(&w, "experiments");
	for (size_t i = 0; ret == 0 && i < e->count; i++)
		ret = put_experiment(&w, e, &e->experiments[i], err);
	json_writer_end(&w);
	json_writer_end(&w);
	return ret;
}
