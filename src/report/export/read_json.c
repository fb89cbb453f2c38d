// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base64.h"
#include "core/json.h"
#include "core/printable.h"
#include "model/histogram.h"
#include "report/export/export_json.h"
#include "report/export/stored_json.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const export_reading_names[2] = {
	[READING_COUNTER] = "counter",
	[READING_INSTANT] = "instant",
};

/* The first failure stays, and what is read after it is empty: it is looked at once for each part.
 */
struct reading_in {
	struct arena *arena;
	struct error *err;
	int ret;
	struct histogram *histograms; /* two, for whoever needs them next */
};

static void note(struct reading_in *in, int ret)
{
	if (in->ret == 0)
		in->ret = ret;
}

static const char *get_text(struct reading_in *in, const json_t *object, const char *key)
{
	const char *text = "";

	if (in->ret == 0)
		note(in, json_get_text(object, key, in->arena, &text, in->err));
	return text;
}

/* One that is printed in tables and lines. */
static const char *get_word(struct reading_in *in, const json_t *object, const char *key)
{
	const char *text = get_text(in, object, key);

	if (in->ret == 0)
		note(in, printable_check(key, text, in->err));
	return text;
}

/* "" for null. */
static const char *get_text_or_null(struct reading_in *in, const json_t *object, const char *key)
{
	const char *text = "";

	if (in->ret == 0)
		note(in, json_opt_text(object, key, in->arena, "", &text, in->err));
	return text;
}

static uint64_t get_u64(struct reading_in *in, const json_t *object, const char *key)
{
	uint64_t value = 0;

	if (in->ret == 0)
		note(in, json_get_u64(object, key, &value, in->err));
	return value;
}

/* 0 for null. */
static uint64_t get_u64_or_null(struct reading_in *in, const json_t *object, const char *key)
{
	uint64_t value = 0;

	if (in->ret == 0)
		note(in, json_opt_u64(object, key, 0, &value, in->err));
	return value;
}

static bool get_bool(struct reading_in *in, const json_t *object, const char *key)
{
	bool value = false;

	if (in->ret == 0)
		note(in, json_get_bool(object, key, &value, in->err));
	return value;
}

static double get_real(struct reading_in *in, const json_t *object, const char *key)
{
	double value = 0;

	if (in->ret == 0)
		note(in, json_get_double(object, key, &value, in->err));
	return value;
}

static const json_t *get_array(struct reading_in *in, const json_t *object, const char *key)
{
	const json_t *array = json_object_get(object, key);

	if (in->ret == 0 && !json_is_array(array))
		note(in, fail(in->err, EINVAL, "\"%s\": a list is expected", key));
	return array;
}

/* JSON that the store keeps as text. */
static const char *get_stored_json(struct reading_in *in, const json_t *object, const char *key)
{
	const char *text = stored_json_text(json_object_get(object, key), in->arena);

	if (in->ret == 0 && !text)
		note(in, fail(in->err, EINVAL, "\"%s\": an object, a list or a text is expected",
				 key));
	return text ? text : "";
}

/* One of the names of an enum; its other direction gives -1 for what is none. */
static int get_name(struct reading_in *in, const json_t *object, const char *key,
	int (*of_name)(const char *name))
{
	const char *name = get_text(in, object, key);
	int value = in->ret == 0 ? of_name(name) : 0;

	if (value < 0)
		note(in, fail(in->err, EINVAL, "\"%s\": '%s' is none of its values", key, name));
	return value < 0 ? 0 : value;
}

static int reading_of_name(const char *name)
{
	for (int i = 0; i < (int)COUNT_OF(export_reading_names); i++) {
		if (strcmp(export_reading_names[i], name) == 0)
			return i;
	}
	return -1;
}

static int level_of_name(const char *name)
{
	return strcmp(name, "warning") == 0 ? RECORD_WARNING
	       : strcmp(name, "info") == 0  ? RECORD_INFO
					    : -1;
}

static int state_of_name(const char *name)
{
	static const char *const names[] = { "running", "done", "interrupted", "invalid" };

	for (int i = 0; i < (int)COUNT_OF(names); i++) {
		if (strcmp(names[i], name) == 0)
			return i;
	}
	return -1;
}

/* What null stands for where "infinite" does not say otherwise. */
static double infinite(struct reading_in *in, const json_t *sign)
{
	const char *text = json_string_value(sign);

	if (!sign)
		return NAN;
	if (text && strcmp(text, "+") == 0)
		return INFINITY;
	if (in->ret == 0 && (!text || strcmp(text, "-") != 0))
		note(in, fail(in->err, EINVAL, "\"infinite\": + or - is expected"));
	return -INFINITY;
}

static double get_value(struct reading_in *in, const json_t *object)
{
	const json_t *value = json_object_get(object, "value");

	if (json_is_null(value))
		return infinite(in, json_object_get(object, "infinite"));
	return get_real(in, object, "value");
}

static void read_variant(struct reading_in *in, const json_t *json, struct stored_design *d)
{
	*ARENA_PUSH(in->arena, d->variants, d->variant_count) = (struct stored_variant){
		.name = get_word(in, json, "name"),
		.is_baseline = get_bool(in, json, "baseline"),
		.is_hidden = get_bool(in, json, "hidden"),
		.fs = get_word(in, json, "fs"),
		.summary = get_word(in, json, "summary"),
	};
}

static void read_cell(struct reading_in *in, const json_t *json, struct stored_design *d)
{
	*ARENA_PUSH(in->arena, d->cells, d->cell_count) = (struct stored_cell){
		.label = get_word(in, json, "label"),
		.name = get_word(in, json, "name"),
		.workload = get_word(in, json, "workload"),
		.factors = get_stored_json(in, json, "factors"),
		.params = get_stored_json(in, json, "params"),
		.primaries = get_stored_json(in, json, "primaries"),
		.numjobs = get_u64(in, json, "numjobs"),
		.iodepth = get_u64(in, json, "iodepth"),
		.runtime_ns = get_u64(in, json, "runtime_ns"),
		.ramp_time_ns = get_u64(in, json, "ramp_time_ns"),
		.loops = get_u64(in, json, "loops"),
		.margin = get_real(in, json, "margin"),
	};
}

static size_t get_variant(struct reading_in *in, const json_t *json, const struct stored_design *d)
{
	const char *name = get_word(in, json, "variant");
	size_t i = 0;

	while (i < d->variant_count && strcmp(d->variants[i].name, name) != 0)
		i++;
	if (in->ret == 0 && i == d->variant_count)
		note(in, fail(in->err, EINVAL, "\"variant\": '%s' is none of the variants", name));
	return i;
}

static size_t get_cell(struct reading_in *in, const json_t *json, const struct stored_design *d)
{
	const char *label = get_word(in, json, "cell");
	size_t i = 0;

	while (i < d->cell_count && strcmp(d->cells[i].label, label) != 0)
		i++;
	if (in->ret == 0 && i == d->cell_count)
		note(in, fail(in->err, EINVAL, "\"cell\": '%s' is none of the cells", label));
	return i;
}

static void read_metric(struct reading_in *in, const json_t *json, struct stored_design *d)
{
	*ARENA_PUSH(in->arena, d->metrics, d->metric_count) = (struct stored_metric){
		.cell = get_cell(in, json, d),
		.phase = get_word(in, json, "phase"),
		.metric = get_word(in, json, "metric"),
		.unit = get_word(in, json, "unit"),
		.better = (enum better)get_name(in, json, "better", better_of_name),
		.is_primary = get_bool(in, json, "primary"),
		.by_default = get_bool(in, json, "primary_by_default"),
	};
}

static void read_fact(struct reading_in *in, const json_t *json, struct stored_design *d)
{
	const char *text = stored_json_text(json, in->arena);

	if (!text)
		note(in, fail(in->err, EINVAL, "an object or a text is expected"));
	*ARENA_PUSH(in->arena, d->facts, d->fact_count) = text ? text : "";
}

static double get_real_or_null(struct reading_in *in, const json_t *object, const char *key)
{
	return json_is_null(json_object_get(object, key)) ? NAN : get_real(in, object, key);
}

/* NULL where the value was measured. */
static const struct import_record *read_import(struct reading_in *in, const json_t *json)
{
	struct import_record *made = NEW(in->arena, struct import_record, 1);

	if (!json)
		return NULL;
	*made = (struct import_record){
		.file = get_word(in, json, "file"),
		.line = get_u64(in, json, "line"),
		.tool = get_word(in, json, "tool"),
		.version = get_word(in, json, "version"),
		.name = get_word(in, json, "name"),
		.unit = get_word(in, json, "unit"),
		.said = get_word(in, json, "said"),
		.mean = get_real_or_null(in, json, "mean"),
		.sd = get_real_or_null(in, json, "sd"),
		.n = get_u64(in, json, "n"),
	};
	return made;
}

static void read_text(struct reading_in *in, const json_t *json, struct stored_design *d)
{
	*ARENA_PUSH(in->arena, d->texts, d->text_count) = (struct import_text){
		.file = get_word(in, json, "file"),
		.sha256 = get_word(in, json, "sha256"),
	};
}

static void read_note(struct reading_in *in, const json_t *json, struct stored_design *d)
{
	const char *kind = get_text(in, json, "kind");

	if (in->ret == 0 && strcmp(kind, "warning") != 0 && strcmp(kind, "assumed") != 0)
		note(in, fail(in->err, EINVAL, "\"kind\": '%s' is none of its values", kind));
	*ARENA_PUSH(in->arena, d->notes, d->note_count) = (struct import_note){
		.is_warning = strcmp(kind, "warning") == 0,
		.text = get_text(in, json, "text"),
	};
}

static void read_value(struct reading_in *in, const json_t *json, const struct stored_design *d,
	struct run_record *run)
{
	struct value_record v = {
		.phase = get_word(in, json, "phase"),
		.metric = get_word(in, json, "metric"),
		.unit = get_word(in, json, "unit"),
		.better = (enum better)get_name(in, json, "better", better_of_name),
		.value = get_value(in, json),
	};
	size_t i = 0;

	for (; i < d->metric_count; i++) {
		const struct stored_metric *m = &d->metrics[i];
		if (m->cell == run->cell && m->better == v.better &&
			strcmp(m->phase, v.phase) == 0 && strcmp(m->metric, v.metric) == 0 &&
			strcmp(m->unit, v.unit) == 0)
			break;
	}
	v.import = read_import(in, json_object_get(json, "import"));
	v.primary = i < d->metric_count && d->metrics[i].by_default;
	if (in->ret == 0 && i == d->metric_count)
		note(in, fail(in->err, EINVAL, "'%s/%s' in %s is none of the cell's metrics",
				 v.phase, v.metric, v.unit));
	*ARENA_PUSH(in->arena, run->values, run->value_count) = v;
}

static void read_bucket(struct reading_in *in, const json_t *json, struct histogram *h)
{
	uint64_t from = 0, count = 0, least, below;

	note(in, json_read_u64(json_array_get(json, 0), "buckets", &from, in->err));
	if (in->ret == 0)
		note(in, json_read_u64(json_array_get(json, 2), "buckets", &count, in->err));
	unsigned i = histogram_bucket(from);
	histogram_bounds(i, &least, &below);
	if (in->ret == 0 && least != from)
		note(in, fail(in->err, EINVAL, "\"buckets\": none begins at %" PRIu64 " ns", from));
	h->buckets[i] = count;
}

/* What it is encoded to may be read by whoever opens the store: it has to be a sound one. */
static void read_latency(struct reading_in *in, const json_t *json, struct kind_record *kind)
{
	struct histogram *h = in->histograms;
	const json_t *bucket;
	unsigned char *blob = NULL;
	size_t i, size = 0;

	*h = (struct histogram){ .count = get_u64(in, json, "count") };
	h->sum = get_u64(in, json, "sum_ns");
	h->least = get_u64(in, json, "least_ns");
	h->greatest = get_u64(in, json, "greatest_ns");
	const json_t *buckets = get_array(in, json, "buckets");
	json_array_foreach(buckets, i, bucket)
	{
		if (in->ret == 0)
			read_bucket(in, bucket, h);
	}
	if (in->ret == 0)
		note(in, histogram_encode(h, &blob, &size, in->err));
	if (in->ret == 0)
		note(in, histogram_decode(h + 1, blob, size, in->err));
	kind->histogram = arena_copy(in->arena, blob, size);
	kind->histogram_size = size;
	free(blob);
}

static void read_kind(struct reading_in *in, const json_t *json, struct phase_record *phase)
{
	const json_t *latency = json_object_get(json, "latency");
	struct kind_record *kind = ARENA_PUSH(in->arena, phase->kinds, phase->kind_count);

	kind->name = get_word(in, json, "name");
	kind->operations = get_u64(in, json, "operations");
	kind->bytes = get_u64(in, json, "bytes");
	if (in->ret == 0 && !json_is_null(latency))
		read_latency(in, latency, kind);
}

static void read_counter(struct reading_in *in, const json_t *json, struct phase_record *phase)
{
	*ARENA_PUSH(in->arena, phase->counters, phase->counter_count) = (struct counter_record){
		.metric = get_word(in, json, "metric"),
		.instance = get_word(in, json, "instance"),
		.unit = get_word(in, json, "unit"),
		.reading = (enum reading_kind)get_name(in, json, "reading", reading_of_name),
		.value = get_value(in, json),
		.absent = get_text(in, json, "absent"),
	};
}

static void read_phase(struct reading_in *in, const json_t *json, struct run_record *run)
{
	struct phase_record p = {
		.name = get_word(in, json, "name"),
		.started_ns = get_u64(in, json, "started_ns"),
		.wall_ns = get_u64(in, json, "wall_ns"),
		.user_ns = get_u64(in, json, "user_ns"),
		.sys_ns = get_u64(in, json, "sys_ns"),
		.clients = get_u64(in, json, "clients"),
		.operations = get_u64(in, json, "operations"),
		.bytes = get_u64(in, json, "bytes"),
	};
	const json_t *kinds = get_array(in, json, "kinds"), *member;
	const json_t *counters = get_array(in, json, "counters");
	size_t i;

	json_array_foreach(kinds, i, member)
	{
		read_kind(in, member, &p);
	}
	json_array_foreach(counters, i, member)
	{
		read_counter(in, member, &p);
	}
	if (in->ret < 0)
		in->ret = fail_in(in->err, in->ret, "phase %s", p.name);
	*ARENA_PUSH(in->arena, run->phases, run->phase_count) = p;
}

static void read_log(struct reading_in *in, const json_t *json, struct run_record *run)
{
	*ARENA_PUSH(in->arena, run->logs, run->log_count) = (struct log_record){
		.time_ns = get_u64(in, json, "time_ns"),
		.level = get_name(in, json, "level", level_of_name),
		.text = get_text(in, json, "text"),
	};
}

/* A difference modulo 2^64: an integer, or a text of one. */
static uint64_t read_difference(struct reading_in *in, const json_t *json)
{
	const char *text = json_string_value(json);
	char *end = NULL;

	if (json_is_integer(json))
		return (uint64_t)json_integer_value(json);
	errno = 0;
	long long value = text ? strtoll(text, &end, 10) : 0;
	if (!text || end == text || *end || errno || isspace((unsigned char)*text))
		note(in, fail(in->err, EINVAL, "\"offsets_ns\": a whole number is expected"));
	return (uint64_t)value;
}

static void read_infinite(struct reading_in *in, const json_t *list, double *values, size_t count)
{
	const json_t *one;
	size_t i;

	json_array_foreach(list, i, one)
	{
		uint64_t at = 0;
		const json_t *sign = json_array_get(one, 1);
		note(in, json_read_u64(json_array_get(one, 0), "infinite", &at, in->err));
		if (in->ret == 0 && (at >= count || !sign))
			note(in, fail(in->err, EINVAL,
					 "\"infinite\": an index and a sign are expected"));
		if (in->ret < 0)
			return;
		values[at] = infinite(in, sign);
	}
}

static void read_points(struct reading_in *in, const json_t *json, struct series_record *s)
{
	const json_t *offsets = get_array(in, json, "offsets_ns");
	const json_t *numbers = get_array(in, json, "values");
	uint64_t started = get_u64(in, json, "started_ns");

	s->count = json_array_size(offsets);
	if (in->ret == 0 && json_array_size(numbers) != s->count)
		note(in,
			fail(in->err, EINVAL,
				"\"offsets_ns\" and \"values\": lists of one length are expected"));
	uint64_t *times = NEW(in->arena, uint64_t, s->count + 1);
	double *values = NEW(in->arena, double, s->count + 1);
	for (size_t i = 0; in->ret == 0 && i < s->count; i++) {
		const json_t *number = json_array_get(numbers, i);
		times[i] = started + read_difference(in, json_array_get(offsets, i));
		if (in->ret == 0 && !json_is_number(number) && !json_is_null(number))
			note(in, fail(in->err, EINVAL, "\"values\": a number or null is expected"));
		values[i] = json_is_null(number) ? NAN : json_number_value(number);
	}
	if (in->ret == 0)
		read_infinite(in, json_object_get(json, "infinite"), values, s->count);
	s->time_ns = times;
	s->values = values;
}

static void read_series(struct reading_in *in, const json_t *json, struct run_record *run)
{
	struct series_record s = {
		.metric = get_word(in, json, "metric"),
		.instance = get_word(in, json, "instance"),
		.unit = get_word(in, json, "unit"),
		.reading = (enum reading_kind)get_name(in, json, "reading", reading_of_name),
	};

	read_points(in, json, &s);
	if (in->ret < 0)
		in->ret = fail_in(in->err, in->ret, "series %s", s.metric);
	*ARENA_PUSH(in->arena, run->series, run->series_count) = s;
}

static void read_output(struct reading_in *in, const json_t *json, struct run_record *run)
{
	struct output_record o = {
		.client = get_u64(in, json, "client"),
		.stream = get_word(in, json, "stream"),
	};
	unsigned char *data = NULL;

	if (in->ret == 0 && json_object_get(json, "base64")) {
		const char *code = get_text(in, json, "base64");
		if (in->ret == 0)
			note(in, base64_decode(in->arena, code, &data, &o.size, in->err));
		o.data = data;
	} else {
		const char *text = get_text(in, json, "text");
		o.data = (const unsigned char *)text;
		o.size = strlen(text);
	}
	*ARENA_PUSH(in->arena, run->outputs, run->output_count) = o;
}

static const char *get_facts(struct reading_in *in, const json_t *json,
	const struct stored_design *d)
{
	uint64_t i = get_u64(in, json, "facts");

	if (in->ret == 0 && i >= d->fact_count)
		note(in, fail(in->err, EINVAL,
				 "\"facts\": %" PRIu64 " is beyond the last of the list", i));
	return in->ret == 0 ? d->facts[i] : "";
}

static void read_run_parts(struct reading_in *in, const json_t *json, const struct stored_design *d,
	struct run_record *run)
{
	static const struct {
		const char *key;
		void (*read)(struct reading_in *in, const json_t *json, struct run_record *run);
		bool may_lack; /* 0.1.0 has not always written it */
	} parts[] = {
		{ "phases", read_phase, false },
		{ "logs", read_log, false },
		{ "series", read_series, false },
		{ "outputs", read_output, true },
	};
	const json_t *list = get_array(in, json, "values"), *member;
	size_t i;

	json_array_foreach(list, i, member)
	{
		read_value(in, member, d, run);
	}
	for (size_t p = 0; p < COUNT_OF(parts); p++) {
		if (parts[p].may_lack && !json_object_get(json, parts[p].key))
			continue;
		list = get_array(in, json, parts[p].key);
		json_array_foreach(list, i, member)
		{
			if (in->ret == 0)
				parts[p].read(in, member, run);
		}
	}
}

static void read_run(struct reading_in *in, const json_t *json, struct stored_whole *whole)
{
	const struct stored_design *d = &whole->design;
	struct run_record run = {
		.round = get_u64(in, json, "round"),
		.attempt = get_u64(in, json, "attempt"),
		.position = get_u64(in, json, "position"),
		.variant = get_variant(in, json, d),
		.cell = get_cell(in, json, d),
		.seed = get_u64(in, json, "seed"),
		.started_ns = get_u64(in, json, "started_ns"),
		.ended_ns = get_u64(in, json, "ended_ns"),
		.outcome = (enum outcome)get_name(in, json, "outcome", outcome_of_name),
		.reason = get_text_or_null(in, json, "reason"),
		.facts = get_facts(in, json, d),
	};

	if (in->ret == 0)
		read_run_parts(in, json, d, &run);
	if (in->ret < 0)
		in->ret = fail_in(in->err, in->ret, "run %zu", whole->run_count + 1);
	*ARENA_PUSH(in->arena, whole->runs, whole->run_count) = run;
}

static void read_head(struct reading_in *in, const json_t *json, struct stored_whole *whole)
{
	whole->head = (struct stored_experiment){
		.name = get_word(in, json, "name"),
		.state = get_text(in, json, "state"),
		.state_reason = get_text(in, json, "state_reason"),
		.created_ns = get_u64(in, json, "created_ns"),
		.ended_ns = get_u64_or_null(in, json, "ended_ns"),
		.version = get_word(in, json, "bakeoff_version"),
		.pilot_rounds = get_u64_or_null(in, json, "pilot_rounds"),
		.fixed_rounds = get_u64_or_null(in, json, "fixed_rounds"),
		.plan_sha256 = get_word(in, json, "plan_sha256"),
		.plan_text = get_text(in, json, "plan"),
	};
	whole->design = (struct stored_design){
		.seed = get_u64(in, json, "seed"),
		.rounds = get_u64(in, json, "rounds"),
		.margin = get_real(in, json, "margin"),
		.alpha = get_real(in, json, "alpha"),
		.run_order = get_word(in, json, "order"),
	};
	(void)get_name(in, json, "state", state_of_name);
}

static void read_experiment(struct reading_in *in, const json_t *json, struct stored_whole *whole)
{
	static const struct {
		const char *key;
		void (*read)(struct reading_in *in, const json_t *json, struct stored_design *d);
	} parts[] = {
		{ "variants", read_variant },
		{ "cells", read_cell },
		{ "metrics", read_metric },
		{ "facts", read_fact },
		{ "imports", read_text }, /* these two of an import only */
		{ "import_notes", read_note },
	};
	const json_t *list, *member;
	size_t i;

	read_head(in, json, whole);
	for (size_t p = 0; p < COUNT_OF(parts); p++) {
		if (parts[p].read == read_text && !json_object_get(json, parts[p].key))
			break;
		list = get_array(in, json, parts[p].key);
		json_array_foreach(list, i, member)
		{
			if (in->ret == 0)
				parts[p].read(in, member, &whole->design);
			if (in->ret < 0) {
				in->ret = fail_in(in->err, in->ret, "%s %zu", parts[p].key, i + 1);
				return;
			}
		}
	}
	list = get_array(in, json, "runs");
	json_array_foreach(list, i, member)
	{
		if (in->ret == 0)
			read_run(in, member, whole);
	}
}

static int read_document(const json_t *document, struct arena *arena, struct stored_whole **wholes,
	size_t *count, struct error *err)
{
	struct reading_in in = { .arena = arena,
		.err = err,
		.histograms = NEW(arena, struct histogram, 2) };
	const char *schema = get_text(&in, document, "schema");
	const json_t *list = get_array(&in, document, "experiments"), *member;
	size_t i;

	if (in.ret == 0 && strcmp(schema, EXPORT_SCHEMA) != 0)
		return fail(err, EINVAL, "\"schema\": %s is expected, not '%s'", EXPORT_SCHEMA,
			schema);
	if (in.ret == 0 && json_array_size(list) == 0)
		return fail(err, EINVAL, "\"experiments\": there is none");
	json_array_foreach(list, i, member)
	{
		if (in.ret < 0)
			break;
		read_experiment(&in, member, ARENA_PUSH(arena, *wholes, *count));
		if (in.ret < 0)
			in.ret = fail_in(err, in.ret, "experiment %zu", i + 1);
	}
	return in.ret;
}

bool export_is_json(const char *text, size_t size)
{
	static const char key[] = "\"schema\":", schema[] = "\"" EXPORT_SCHEMA "\"";
	const char *const expected[] = { "{", key, schema };
	size_t at = 0;

	for (size_t i = 0; i < COUNT_OF(expected); i++) {
		size_t length = strlen(expected[i]);
		while (at < size && isspace((unsigned char)text[at]))
			at++;
		if (size - at < length || memcmp(text + at, expected[i], length) != 0)
			return false;
		at += length;
	}
	return true;
}

int export_parse_json(const char *text, size_t size, struct arena *arena,
	struct stored_whole **wholes, size_t *count, struct error *err)
{
	struct stored_whole *made = NULL;
	size_t n = 0;
	json_error_t where;
	AUTO_JSON json_t *document = json_loadb(text, size, JSON_REJECT_DUPLICATES, &where);

	if (!document)
		return fail(err, EINVAL, "no JSON: %s in line %d", where.text, where.line);
	int ret = read_document(document, arena, &made, &n, err);
	if (ret < 0)
		return ret;
	*wholes = made;
	*count = n;
	return 0;
}

int export_read_json(struct store *store, const char *text, size_t size, struct text *said,
	struct error *err)
{
	struct arena arena = { 0 };
	struct stored_whole *wholes = NULL;
	size_t count = 0;
	int ret = export_parse_json(text, size, &arena, &wholes, &count, err);
	uint64_t *ids = NEW(&arena, uint64_t, count + 1);

	if (ret == 0)
		ret = store_restore(store, wholes, count, ids, err);
	for (size_t i = 0; ret == 0 && i < count; i++)
		text_printf(said, "experiment %" PRIu64 "  %s  %zu run%s\n", ids[i],
			wholes[i].head.name, wholes[i].run_count,
			wholes[i].run_count == 1 ? "" : "s");
	arena_free(&arena);
	return ret;
}
