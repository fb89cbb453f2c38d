// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/event.h"

#include "core/auto.h"
#include "core/base64.h"
#include "core/clock.h"
#include "model/histogram.h"
#include "model/protocol.h"

#include <errno.h>
#include <string.h>

static const char *const level_names[] = {
	[RECORD_WARNING] = "warning",
	[RECORD_INFO] = "info",
};

static const char *const reading_names[] = {
	[READING_COUNTER] = "counter",
	[READING_INSTANT] = "instant",
};

static json_t *event_new(const char *type)
{
	return json_pack("{s:s, s:o}", "type", type, "time_ns", json_u64(clock_utc_ns()));
}

json_t *event_start(const json_t *facts)
{
	json_t *json = event_new("start");

	json_object_set_new(json, "schema", json_string(PROTOCOL_SCHEMA));
	json_object_set_new(json, "facts", json_deep_copy(facts));
	return json;
}

json_t *event_command(const char *text)
{
	json_t *json = event_new("command");

	json_object_set_new(json, "text", json_text(text));
	return json;
}

json_t *event_identity(const char *text)
{
	json_t *json = event_new("identity");

	json_object_set_new(json, "text", json_text(text));
	return json;
}

static json_t *kind_to_json(const struct kind_record *kind)
{
	struct arena arena = { 0 };
	char *blob = base64_encode(&arena, kind->histogram, kind->histogram_size);
	json_t *json = json_pack("{s:o, s:o, s:o, s:s}", "name", json_text(kind->name),
		"operations", json_u64(kind->operations), "bytes", json_u64(kind->bytes), "latency",
		blob);

	arena_free(&arena);
	return json;
}

/* What is observed, without the instance where there is but one. */
static void set_observed(json_t *json, const char *metric, const char *instance, const char *unit,
	enum reading_kind reading)
{
	json_object_set_new(json, "metric", json_text(metric));
	if (*instance)
		json_object_set_new(json, "instance", json_text(instance));
	json_object_set_new(json, "unit", json_text(unit));
	json_object_set_new(json, "reading", json_text(reading_names[reading]));
}

static json_t *counter_to_json(const struct counter_record *c)
{
	json_t *json = json_object();

	set_observed(json, c->metric, c->instance, c->unit, c->reading);
	if (*c->absent)
		json_object_set_new(json, "absent", json_text(c->absent));
	else
		json_object_set_new(json, "value", json_double(c->value));
	return json;
}

static json_t *counters_to_json(const struct phase_record *p)
{
	json_t *array = json_array();

	for (size_t i = 0; i < p->counter_count; i++)
		json_array_append_new(array, counter_to_json(&p->counters[i]));
	return array;
}

json_t *event_phase(const struct phase_record *p)
{
	json_t *json = event_new("phase"), *kinds = json_array();

	for (size_t i = 0; i < p->kind_count; i++)
		json_array_append_new(kinds, kind_to_json(&p->kinds[i]));
	json_object_set_new(json, "name", json_text(p->name));
	json_object_set_new(json, "started_ns", json_u64(p->started_ns));
	json_object_set_new(json, "wall_ns", json_u64(p->wall_ns));
	json_object_set_new(json, "user_ns", json_u64(p->user_ns));
	json_object_set_new(json, "sys_ns", json_u64(p->sys_ns));
	json_object_set_new(json, "clients", json_u64(p->clients));
	json_object_set_new(json, "operations", json_u64(p->operations));
	json_object_set_new(json, "bytes", json_u64(p->bytes));
	json_object_set_new(json, "kinds", kinds);
	if (p->counter_count > 0)
		json_object_set_new(json, "counters", counters_to_json(p));
	return json;
}

json_t *event_value(const struct value_record *v)
{
	json_t *json = event_new("value");

	json_object_set_new(json, "phase", json_text(v->phase));
	json_object_set_new(json, "metric", json_text(v->metric));
	json_object_set_new(json, "unit", json_text(v->unit));
	json_object_set_new(json, "better", json_text(better_name(v->better)));
	json_object_set_new(json, "primary", json_boolean(v->primary));
	json_object_set_new(json, "value", json_double(v->value));
	return json;
}

json_t *event_series(const struct series_record *s)
{
	json_t *json = event_new("series"), *values = json_array();

	set_observed(json, s->metric, s->instance, s->unit, s->reading);
	if (s->time_ns) {
		json_t *times = json_array();
		for (size_t i = 0; i < s->count; i++)
			json_array_append_new(times, json_u64(s->time_ns[i]));
		json_object_set_new(json, "times_ns", times);
	}
	for (size_t i = 0; i < s->count; i++)
		json_array_append_new(values, json_double(s->values[i]));
	json_object_set_new(json, "values", values);
	return json;
}

json_t *event_output(const struct output_record *part)
{
	json_t *json = event_new("output");
	struct arena arena = { 0 };

	json_object_set_new(json, "client", json_u64(part->client));
	json_object_set_new(json, "stream", json_text(part->stream));
	json_object_set_new(json, "data",
		json_string(base64_encode(&arena, part->data, part->size)));
	arena_free(&arena);
	return json;
}

json_t *event_log(const struct log_record *log)
{
	json_t *json = event_new("log");

	json_object_set_new(json, "level", json_text(level_names[log->level]));
	json_object_set_new(json, "text", json_text(log->text));
	return json;
}

json_t *event_progress(const char *phase, double share)
{
	json_t *json = event_new("progress");

	json_object_set_new(json, "phase", json_text(phase));
	json_object_set_new(json, "share", share < 0 ? json_null() : json_double(share));
	return json;
}

json_t *event_end(enum outcome outcome, const char *reason)
{
	json_t *json = event_new("end");

	json_object_set_new(json, "outcome", json_text(outcome_name(outcome)));
	json_object_set_new(json, "reason", json_text(reason));
	return json;
}

static int parse_start(const json_t *json, struct arena *arena, struct event *event,
	struct error *err)
{
	const json_t *facts = json_object_get(json, "facts");
	const char *schema;
	int ret = json_get_text(json, "schema", arena, &schema, err);

	if (ret < 0)
		return ret;
	if (strcmp(schema, PROTOCOL_SCHEMA) != 0)
		return fail(err, EINVAL, "\"schema\": '%s', where '%s' is expected", schema,
			PROTOCOL_SCHEMA);
	if (!json_is_object(facts))
		return fail(err, EINVAL, "\"facts\": an object is expected");
	char *text = json_dumps(facts, JSON_COMPACT | JSON_SORT_KEYS);
	event->facts = arena_strdup(arena, text ? text : "{}");
	free(text);
	return 0;
}

static int parse_text(const json_t *json, struct arena *arena, struct event *event,
	struct error *err)
{
	return json_get_text(json, "text", arena, &event->text, err);
}

/* A histogram that cannot be read is found here, where the run can still be called failed. */
static int check_latency(const struct kind_record *kind, const unsigned char *blob,
	struct error *err)
{
	AUTO_FREE struct histogram *h = malloc(sizeof(*h));

	if (!h)
		return fail(err, ENOMEM, "no memory for a histogram");
	int ret = histogram_decode(h, blob, kind->histogram_size, err);
	return ret < 0 ? fail_in(err, ret, "\"latency\"") : 0;
}

static int parse_kind(const json_t *json, struct arena *arena, struct kind_record *kind,
	struct error *err)
{
	const char *blob;
	unsigned char *data;
	int ret = json_get_text(json, "name", arena, &kind->name, err);

	if (ret == 0)
		ret = json_get_u64(json, "operations", &kind->operations, err);
	if (ret == 0)
		ret = json_get_u64(json, "bytes", &kind->bytes, err);
	if (ret == 0)
		ret = json_get_text(json, "latency", arena, &blob, err);
	if (ret == 0)
		ret = base64_decode(arena, blob, &data, &kind->histogram_size, err);
	if (ret == 0)
		ret = check_latency(kind, data, err);
	if (ret == 0)
		kind->histogram = data;
	return ret;
}

/* The metric and what belongs to it. What has no reading is an instant: an older agent's series. */
static int parse_observed(const json_t *json, struct arena *arena, const char **metric,
	const char **instance, const char **unit, enum reading_kind *reading, struct error *err)
{
	const char *name = "";
	int ret = json_get_text(json, "metric", arena, metric, err);

	if (ret == 0)
		ret = json_opt_text(json, "instance", arena, "", instance, err);
	if (ret == 0)
		ret = json_get_text(json, "unit", arena, unit, err);
	if (ret == 0)
		ret = json_opt_text(json, "reading", arena, reading_names[READING_INSTANT], &name,
			err);
	if (ret < 0)
		return ret;
	for (size_t i = 0; i < COUNT_OF(reading_names); i++) {
		if (strcmp(name, reading_names[i]) == 0) {
			*reading = (enum reading_kind)i;
			return 0;
		}
	}
	return fail(err, EINVAL, "\"reading\": '%s' is neither counter nor instant", name);
}

static int parse_counter(const json_t *json, struct arena *arena, struct counter_record *c,
	struct error *err)
{
	int ret = parse_observed(json, arena, &c->metric, &c->instance, &c->unit, &c->reading, err);

	if (ret == 0)
		ret = json_opt_text(json, "absent", arena, "", &c->absent, err);
	c->value = __builtin_nan("");
	if (ret == 0 && !*c->absent)
		ret = json_get_double(json, "value", &c->value, err);
	return ret;
}

static int parse_counters(const json_t *array, struct arena *arena, struct phase_record *p,
	struct error *err)
{
	int ret = 0;

	if (!array)
		return 0;
	if (!json_is_array(array))
		return fail(err, EINVAL, "\"counters\": an array is expected");
	p->counter_count = json_array_size(array);
	p->counters = NEW(arena, struct counter_record, p->counter_count + 1);
	for (size_t i = 0; ret == 0 && i < p->counter_count; i++)
		ret = parse_counter(json_array_get(array, i), arena, &p->counters[i], err);
	return ret < 0 ? fail_in(err, ret, "\"counters\"") : 0;
}

static int parse_phase(const json_t *json, struct arena *arena, struct event *event,
	struct error *err)
{
	struct phase_record *p = &event->phase;
	const struct {
		const char *key;
		uint64_t *field;
	} numbers[] = {
		{ "started_ns", &p->started_ns },
		{ "wall_ns", &p->wall_ns },
		{ "user_ns", &p->user_ns },
		{ "sys_ns", &p->sys_ns },
		{ "clients", &p->clients },
		{ "operations", &p->operations },
		{ "bytes", &p->bytes },
	};
	const json_t *kinds = json_object_get(json, "kinds");
	int ret = json_get_text(json, "name", arena, &p->name, err);

	for (size_t i = 0; ret == 0 && i < COUNT_OF(numbers); i++)
		ret = json_get_u64(json, numbers[i].key, numbers[i].field, err);
	if (ret < 0)
		return ret;
	if (!json_is_array(kinds))
		return fail(err, EINVAL, "\"kinds\": an array is expected");
	p->kind_count = json_array_size(kinds);
	p->kinds = NEW(arena, struct kind_record, p->kind_count + 1);
	for (size_t i = 0; ret == 0 && i < p->kind_count; i++)
		ret = parse_kind(json_array_get(kinds, i), arena, &p->kinds[i], err);
	if (ret < 0)
		return fail_in(err, ret, "\"kinds\"");
	return parse_counters(json_object_get(json, "counters"), arena, p, err);
}

static int parse_value(const json_t *json, struct arena *arena, struct event *event,
	struct error *err)
{
	struct value_record *v = &event->value;
	const char *better = "";
	int ret = json_get_text(json, "phase", arena, &v->phase, err);

	if (ret == 0)
		ret = json_get_text(json, "metric", arena, &v->metric, err);
	if (ret == 0)
		ret = json_get_text(json, "unit", arena, &v->unit, err);
	if (ret == 0)
		ret = json_get_text(json, "better", arena, &better, err);
	if (ret == 0)
		ret = json_get_double(json, "value", &v->value, err);
	if (ret == 0)
		ret = json_opt_bool(json, "primary", false, &v->primary, err);
	if (ret < 0)
		return ret;
	int found = better_of_name(better);
	if (found < 0)
		return fail(err, EINVAL, "\"better\": '%s' is none of higher, lower, neither",
			better);
	v->better = (enum better)found;
	return 0;
}

static int parse_times(const json_t *times, size_t count, struct arena *arena,
	const uint64_t **time_ns, struct error *err)
{
	uint64_t *made = NEW(arena, uint64_t, count + 1);

	for (size_t i = 0; i < count; i++) {
		int ret = json_read_u64(json_array_get(times, i), "times_ns", &made[i], err);
		if (ret < 0)
			return ret;
	}
	*time_ns = made;
	return 0;
}

static int parse_series(const json_t *json, struct arena *arena, struct event *event,
	struct error *err)
{
	struct series_record *s = &event->series;
	const json_t *times = json_object_get(json, "times_ns"),
		     *values = json_object_get(json, "values");
	int ret = parse_observed(json, arena, &s->metric, &s->instance, &s->unit, &s->reading, err);

	if (ret < 0)
		return ret;
	s->count = json_array_size(values);
	if (!json_is_array(values) ||
		(times && (!json_is_array(times) || json_array_size(times) != s->count)))
		return fail(err, EINVAL,
			"\"times_ns\" and \"values\": two arrays of one length are expected");
	double *v = NEW(arena, double, s->count + 1);
	for (size_t i = 0; i < s->count; i++) {
		const json_t *value = json_array_get(values, i);
		if (!json_is_number(value) && !json_is_null(value))
			return fail(err, EINVAL, "\"values\": a number or null is expected at %zu",
				i);
		v[i] = json_is_null(value) ? __builtin_nan("") : json_number_value(value);
	}
	s->values = v;
	return times ? parse_times(times, s->count, arena, &s->time_ns, err) : 0;
}

static int parse_output(const json_t *json, struct arena *arena, struct event *event,
	struct error *err)
{
	struct output_record *o = &event->output;
	const json_t *blob = json_object_get(json, "data");
	unsigned char *data = NULL;
	int ret = json_get_u64(json, "client", &o->client, err);

	if (ret == 0)
		ret = json_get_text(json, "stream", arena, &o->stream, err);
	if (ret < 0)
		return ret;
	if (!json_is_string(blob))
		return fail(err, EINVAL, "\"data\": a text is expected");
	ret = base64_decode(arena, json_string_value(blob), &data, &o->size, err);
	o->data = data;
	return ret < 0 ? fail_in(err, ret, "\"data\"") : 0;
}

static int parse_log(const json_t *json, struct arena *arena, struct event *event,
	struct error *err)
{
	const char *level = "";
	int ret = json_get_text(json, "level", arena, &level, err);

	if (ret == 0)
		ret = json_get_text(json, "text", arena, &event->text, err);
	event->level = strcmp(level, "warning") == 0 ? RECORD_WARNING : RECORD_INFO;
	return ret;
}

static int parse_progress(const json_t *json, struct arena *arena, struct event *event,
	struct error *err)
{
	const json_t *share = json_object_get(json, "share");

	event->progress_share = json_is_number(share) ? json_number_value(share) : -1;
	return json_get_text(json, "phase", arena, &event->progress_phase, err);
}

static int parse_end(const json_t *json, struct arena *arena, struct event *event,
	struct error *err)
{
	const char *outcome = "";
	int ret = json_get_text(json, "outcome", arena, &outcome, err);

	if (ret == 0)
		ret = json_opt_text(json, "reason", arena, "", &event->text, err);
	if (ret < 0)
		return ret;
	int found = outcome_of_name(outcome);
	if (found < 0)
		return fail(err, EINVAL, "\"outcome\": unknown '%s'", outcome);
	event->outcome = (enum outcome)found;
	return 0;
}

static const struct {
	const char *name;
	enum event_type type;
	int (*parse)(const json_t *json, struct arena *arena, struct event *event,
		struct error *err);
} event_types[] = {
	{ "start", EVENT_START, parse_start },
	{ "command", EVENT_COMMAND, parse_text },
	{ "identity", EVENT_IDENTITY, parse_text },
	{ "phase", EVENT_PHASE, parse_phase },
	{ "value", EVENT_VALUE, parse_value },
	{ "series", EVENT_SERIES, parse_series },
	{ "output", EVENT_OUTPUT, parse_output },
	{ "log", EVENT_LOG, parse_log },
	{ "progress", EVENT_PROGRESS, parse_progress },
	{ "end", EVENT_END, parse_end },
};

int event_parse(const char *line, size_t length, struct arena *arena, struct event *event,
	struct error *err)
{
	json_error_t where;
	AUTO_JSON json_t *json = json_loadb(line, length, JSON_REJECT_DUPLICATES, &where);
	struct event e = { .type = EVENT_UNKNOWN };
	const char *type;

	if (!json)
		return fail(err, EINVAL, "no JSON: %s at byte %d", where.text, where.position);
	if (!json_is_object(json))
		return fail(err, EINVAL, "an event is an object");
	int ret = json_get_text(json, "type", arena, &type, err);
	if (ret == 0)
		ret = json_opt_u64(json, "time_ns", 0, &e.time_ns, err);
	for (size_t i = 0; ret == 0 && i < COUNT_OF(event_types); i++) {
		if (strcmp(event_types[i].name, type) != 0)
			continue;
		e.type = event_types[i].type;
		ret = event_types[i].parse(json, arena, &e, err);
		if (ret < 0)
			ret = fail_in(err, ret, "event '%s'", type);
	}
	if (ret == 0)
		*event = e;
	return ret;
}
