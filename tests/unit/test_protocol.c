// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/auto.h"
#include "core/text.h"
#include "model/event.h"
#include "model/histogram.h"
#include "model/protocol.h"
#include "model/spec.h"

#include "unit.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

static struct arena arena;

/* A file of the source tree, whole. */
static char *source_file(const char *name)
{
	const char *source = getenv("BAKEOFF_SOURCE");
	AUTO_FCLOSE FILE *f =
		fopen(arena_printf(&arena, "%s/%s", source ? source : ".", name), "re");

	ck_assert_msg(f != NULL, "no %s: BAKEOFF_SOURCE is not the source tree", name);
	char *content = NEW(&arena, char, MIB);
	ck_assert_uint_lt(fread(content, 1, MIB - 1, f), MIB - 1);
	return content;
}

/* The lines inside ```json fences. */
static char **examples_of(char *page, size_t *count)
{
	char **lines = NULL;
	bool inside = false;

	*count = 0;
	for (char *line; (line = strsep(&page, "\n"));) {
		if (strncmp(line, "```", 3) == 0)
			inside = strcmp(line, "```json") == 0;
		else if (inside)
			*ARENA_PUSH(&arena, lines, *count) = line;
	}
	return lines;
}

static void parse(const char *line, struct event *event)
{
	struct error err = { 0 };

	ck_assert_msg(event_parse(line, strlen(line), &arena, event, &err) == 0, "%s: %s", line,
		err.text);
}

START_TEST(the_documented_spec_is_read_and_written_again)
{
	size_t count;
	char **lines = examples_of(source_file("docs/protocol.md"), &count);
	struct run_spec spec;
	struct error err = { 0 };

	ck_assert_uint_gt(count, 0);
	AUTO_JSON json_t *json = json_loads(lines[0], JSON_REJECT_DUPLICATES, NULL);
	ck_assert_ptr_nonnull(json);
	OK(spec_from_json(json, &arena, &spec, &err));
	AUTO_JSON json_t *again = spec_to_json(&spec);
	ck_assert_msg(json_equal(json, again), "%s", json_dumps(again, JSON_COMPACT));
	ck_assert_str_eq(spec.cell, "lmdd bs=4k");
	ck_assert_uint_eq(spec.memory, 64 * MIB);
	ck_assert_uint_eq(spec.target.size, GIB);
	ck_assert_uint_eq(spec.target.knob_count, 2);
	ck_assert_uint_eq(spec.param_count, 4);
	arena_free(&arena);
}
END_TEST

START_TEST(there_is_a_documented_example_of_every_event)
{
	bool seen[EVENT_UNKNOWN] = { false };
	size_t count;
	char **lines = examples_of(source_file("docs/protocol.md"), &count);

	for (size_t i = 1; i < count; i++) {
		struct event event;
		parse(lines[i], &event);
		ck_assert_msg(event.type != EVENT_UNKNOWN, "%s", lines[i]);
		ck_assert_uint_gt(event.time_ns, UINT64_C(1700000000) * NS_PER_S);
		seen[event.type] = true;
	}
	for (size_t i = 0; i < COUNT_OF(seen); i++)
		ck_assert_msg(seen[i], "no example of event %zu", i);
	arena_free(&arena);
}
END_TEST

static void look_up_keys(const json_t *json, const char *page)
{
	const char *key;
	json_t *value;

	json_object_foreach((json_t *)(uintptr_t)json, key, value)
	{
		ck_assert_msg(strstr(page, arena_printf(&arena, "`%s`", key)) ||
				      strstr(page, arena_printf(&arena, "[].%s`", key)),
			"\"%s\" is not described", key);
		if (strcmp(key, "facts") != 0)
			look_up_keys(json_is_array(value) ? json_array_get(value, 0) : value, page);
	}
}

START_TEST(every_key_of_the_examples_is_described)
{
	const char *page = source_file("docs/protocol.md");
	size_t count;
	char **lines = examples_of(arena_strdup(&arena, page), &count);

	for (size_t i = 0; i < count; i++) {
		AUTO_JSON json_t *json = json_loads(lines[i], 0, NULL);
		look_up_keys(json, page);
	}
	arena_free(&arena);
}
END_TEST

START_TEST(specs_that_must_be_refused_name_the_key)
{
	static const struct {
		const char *path, *value; /* null: the key is taken away */
		const char *why;
	} cases[] = {
		{ "schema", "\"bakeoff.run/2\"",
			"\"schema\": 'bakeoff.run/2', where 'bakeoff.run/1'" },
		{ "schema", NULL, "\"schema\": a text" },
		{ "type", "\"start\"", "where 'spec' is expected" },
		{ "mode", "\"walk\"", "\"mode\": 'walk' is neither run nor check" },
		{ "experiment", "7", "\"experiment\": a text" },
		{ "variant", NULL, "\"variant\"" },
		{ "cell", NULL, "\"cell\"" },
		{ "workload", NULL, "\"workload\"" },
		{ "round", "-1", "\"round\": a count" },
		{ "seed", NULL, "\"seed\": a count" },
		{ "seed", "9007199254740992", "\"seed\": from 2^53 on" },
		{ "attempt", "\"x\"", "\"attempt\": a count" },
		{ "memory", "1.5", "\"memory\": a count" },
		{ "timeout_ns", "true", "\"timeout_ns\": a count" },
		{ "use_tsc", "1", "\"use_tsc\": true or false" },
		{ "params", "{}", "\"params\": an array of [name, value]" },
		{ "params", "[[\"bs\"]]", "\"params\": [name, value] is expected at 0" },
		{ "params", "[[\"bs\", 4096]]", "\"params\": [name, value] is expected at 0" },
		{ "shape", NULL, "\"shape\": \"numjobs\"" },
		{ "shape.numjobs", "0", "\"shape\": \"numjobs\": 0 is below the least, 1" },
		{ "shape.iodepth", NULL, "\"shape\": \"iodepth\"" },
		{ "shape.loops", "0", "\"shape\": \"loops\"" },
		{ "shape.runtime_ns", "\"30s\"", "\"shape\": \"runtime_ns\": a count" },
		{ "target", NULL, "\"target\": \"kind\"" },
		{ "target.kind", "\"tape\"", "\"target\": unknown kind 'tape'" },
		{ "target.knobs", NULL, "\"target\": \"knobs\"" },
		{ "target.path", "[]", "\"target\": \"path\": a text" },
		{ "observe_ns", "\"1s\"", "\"observe_ns\": a count" },
		{ "target.size", "-5", "\"target\": \"size\": a count" },
		{ "cgroup_procs", "{}", "\"cgroup_procs\": a text" },
		{ "journal_dir", "0", "\"journal_dir\": a text" },
	};
	size_t count;
	char **lines = examples_of(source_file("docs/protocol.md"), &count);

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		AUTO_JSON json_t *json = json_loads(lines[0], 0, NULL);
		const char *key = strchr(cases[i].path, '.');
		json_t *object = key ? json_object_get(json, arena_strndup(&arena, cases[i].path,
								     (size_t)(key - cases[i].path)))
				     : json;
		struct run_spec spec = { .round = 77 };
		struct error err = { 0 };

		key = key ? key + 1 : cases[i].path;
		if (cases[i].value)
			json_object_set_new(object, key,
				json_loads(cases[i].value, JSON_DECODE_ANY, NULL));
		else
			json_object_del(object, key);
		ck_assert_msg(spec_from_json(json, &arena, &spec, &err) == -EINVAL, "%s = %s: %s",
			cases[i].path, cases[i].value ? cases[i].value : "nothing", err.text);
		ck_assert_msg(strstr(err.text, cases[i].why), "%s: %s", cases[i].path, err.text);
		ck_assert_uint_eq(spec.round, 77);
	}
	arena_free(&arena);
}
END_TEST

#define PHASE(kinds) \
	"{\"type\":\"phase\",\"name\":\"w\",\"started_ns\":1,\"wall_ns\":1,\"user_ns\":1,\"sys_" \
	"ns\":1," \
	"\"clients\":1,\"operations\":1,\"bytes\":1,\"kinds\":" kinds "}"
#define COUNTER(rest) \
	"{\"type\":\"phase\",\"name\":\"w\",\"started_ns\":1,\"wall_ns\":1,\"user_ns\":1,\"sys_" \
	"ns\":1," \
	"\"clients\":1,\"operations\":1,\"bytes\":1,\"kinds\":[],\"counters\":[{\"metric\":" \
	"\"m\"," rest "}]}"
#define KIND(latency) "[{\"name\":\"w\",\"operations\":1,\"bytes\":1,\"latency\":" latency "}]"

START_TEST(events_that_must_be_refused_say_why)
{
	static const struct {
		const char *line, *why;
	} cases[] = {
		{ "", "no JSON" },
		{ "{\"type\":\"end\"", "no JSON" },
		{ "{\"type\":\"end\",\"outcome\":\"ok\"} x", "no JSON" },
		{ "{\"type\":\"end\",\"type\":\"log\"}", "no JSON: duplicate object key" },
		{ "{\"type\":\"log\",\"level\":\"info\",\"text\":\"\xff\"}", "no JSON" },
		{ "{\"type\":\"log\",\"level\":\"info\",\"text\":\"\\u0000\"}", "no JSON" },
		{ "[]", "an event is an object" },
		{ "{}", "\"type\": a text is expected" },
		{ "{\"type\":3}", "\"type\": a text is expected" },
		{ "{\"type\":\"end\",\"outcome\":\"ok\",\"time_ns\":1790000000000000000}",
			"\"time_ns\": from 2^53 on" },
		{ "{\"type\":\"start\",\"schema\":\"bakeoff.run/2\",\"facts\":{}}",
			"event 'start': \"schema\": 'bakeoff.run/2', where 'bakeoff.run/1' is "
			"expected" },
		{ "{\"type\":\"start\",\"schema\":\"bakeoff.run/1\"}", "\"facts\": an object" },
		{ "{\"type\":\"start\",\"schema\":\"bakeoff.run/1\",\"facts\":[]}",
			"\"facts\": an object" },
		{ "{\"type\":\"command\"}", "event 'command': \"text\"" },
		{ "{\"type\":\"phase\"}", "event 'phase': \"name\"" },
		{ PHASE("{}"), "\"kinds\": an array" },
		{ PHASE("[3]"), "\"kinds\": \"name\"" },
		{ COUNTER("\"value\":1"), "\"counters\": \"unit\": a text" },
		{ COUNTER("\"unit\":\"B\""), "\"counters\": \"value\": a number" },
		{ COUNTER("\"unit\":\"B\",\"value\":null"), "\"value\": a number" },
		{ COUNTER("\"unit\":\"B\",\"value\":1,\"reading\":\"guess\""),
			"\"reading\": 'guess' is neither counter nor instant" },
		{ COUNTER("\"unit\":\"B\",\"absent\":1"), "\"absent\": a text" },
		{ PHASE(KIND("3")), "\"latency\": a text" },
		{ PHASE(KIND("\"A\"")), "base64" },
		{ PHASE(KIND("\"AAAA\"")), "\"latency\": histogram: not a blob of version 1" },
		{ PHASE(KIND("\"AQEAAAA=\"")), "\"latency\": histogram: its buckets" },
		{ "{\"type\":\"value\",\"phase\":\"w\",\"metric\":\"m\",\"unit\":\"s\","
		  "\"better\":\"more\",\"value\":1}",
			"\"better\": 'more' is none of" },
		{ "{\"type\":\"value\",\"phase\":\"w\",\"metric\":\"m\",\"unit\":\"s\","
		  "\"better\":\"lower\",\"value\":null}",
			"\"value\": a number" },
		{ "{\"type\":\"value\",\"phase\":\"w\",\"metric\":\"m\",\"unit\":\"s\","
		  "\"better\":\"lower\",\"value\":NaN}",
			"no JSON" },
		{ "{\"type\":\"series\",\"metric\":\"m\",\"unit\":\"s\",\"times_ns\":[1],"
		  "\"values\":[]}",
			"two arrays of one length" },
		{ "{\"type\":\"series\",\"metric\":\"m\",\"unit\":\"s\",\"times_ns\":[1],"
		  "\"values\":[\"x\"]}",
			"\"values\": a number or null is expected at 0" },
		{ "{\"type\":\"series\",\"metric\":\"m\",\"unit\":\"s\",\"times_ns\":[-1],"
		  "\"values\":[1]}",
			"\"times_ns\": a count" },
		{ "{\"type\":\"output\",\"client\":0,\"stream\":\"stdout\",\"data\":7}",
			"\"data\": a text is expected" },
		{ "{\"type\":\"output\",\"client\":0,\"stream\":\"stdout\",\"data\":\"a\"}",
			"\"data\": base64" },
		{ "{\"type\":\"output\",\"client\":-1,\"stream\":\"stdout\",\"data\":\"\"}",
			"\"client\": a count" },
		{ "{\"type\":\"log\",\"text\":\"x\"}", "event 'log': \"level\"" },
		{ "{\"type\":\"progress\"}", "event 'progress': \"phase\"" },
		{ "{\"type\":\"end\"}", "event 'end': \"outcome\"" },
		{ "{\"type\":\"end\",\"outcome\":\"lost\"}", "\"outcome\": unknown 'lost'" },
		{ "{\"type\":\"end\",\"outcome\":\"ok\",\"reason\":3}", "\"reason\": a text" },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct event event = { .type = EVENT_END };
		struct error err = { 0 };
		ck_assert_msg(event_parse(cases[i].line, strlen(cases[i].line), &arena, &event,
				      &err) == -EINVAL,
			"%s", cases[i].line);
		ck_assert_msg(strstr(err.text, cases[i].why), "%s: %s", cases[i].line, err.text);
		ck_assert_int_eq(event.type, EVENT_END);
	}
	arena_free(&arena);
}
END_TEST

START_TEST(an_unknown_type_or_key_is_no_error)
{
	struct event event;

	parse("{\"type\":\"telepathy\",\"thought\":[1,2]}", &event);
	ck_assert_int_eq(event.type, EVENT_UNKNOWN);
	parse("{\"type\":\"end\",\"outcome\":\"ok\",\"mood\":\"fine\"}", &event);
	ck_assert_int_eq(event.outcome, OUTCOME_OK);
}
END_TEST

START_TEST(a_part_of_an_output_fits_into_a_line)
{
	unsigned char *bytes = calloc(1, EVENT_OUTPUT_MOST);
	const struct output_record part = { 1023, "cleanup", bytes, EVENT_OUTPUT_MOST };
	AUTO_JSON json_t *json = event_output(&part);
	AUTO_FREE char *line = json_dumps(json, JSON_COMPACT);
	struct event event;

	bytes[EVENT_OUTPUT_MOST - 1] = 0xff;
	ck_assert_uint_lt(strlen(line) + 1, PROTOCOL_LINE_BYTES);
	parse(line, &event);
	ck_assert_uint_eq(event.output.client, 1023);
	ck_assert_str_eq(event.output.stream, "cleanup");
	ck_assert_uint_eq(event.output.size, EVENT_OUTPUT_MOST);
	ck_assert_uint_eq(event.output.data[EVENT_OUTPUT_MOST - 2], 0);
	free(bytes);
}
END_TEST

START_TEST(what_the_agent_writes_the_controller_reads)
{
	const uint64_t times[] = { UINT64_MAX, 5 };
	const double values[] = { 0.1, __builtin_nan("") };
	struct counter_record counters[] = {
		{ "disk.dev.read", "loop0", "count", READING_COUNTER, 3, "" },
		{ "mem.util.dirty", "", "B", READING_INSTANT, __builtin_nan(""), "no \"dirty\"" },
	};
	const struct phase_record phase = { .name = "w",
		.counters = counters,
		.counter_count = COUNT_OF(counters) };
	const struct series_record series = { .metric = "m",
		.instance = "0",
		.reading = READING_COUNTER,
		.unit = "1/s",
		.count = 2,
		.time_ns = times,
		.values = values };
	const struct value_record value = { "w", "rate", "1/s", BETTER_HIGHER, true, 1.0 / 3 };
	const struct log_record log = { .level = RECORD_WARNING, .text = "line\n\"two\"" };
	json_t *written[] = { event_series(&series), event_value(&value), event_log(&log),
		event_progress("making", -1), event_progress("w", 0.5),
		event_end(OUTCOME_UNSUPPORTED, "no O_DIRECT"),
		event_command("mkfs.xfs -f /dev/loop0"), event_identity("file dev=8:1 inode=3"),
		event_phase(&phase),
		event_series(&(struct series_record){ .metric = "n",
			.instance = "",
			.unit = "B",
			.count = 2,
			.values = values }) };
	struct event e[COUNT_OF(written)];

	for (size_t i = 0; i < COUNT_OF(written); i++) {
		AUTO_FREE char *line =
			json_dumps(written[i], JSON_COMPACT | JSON_REAL_PRECISION(17));
		parse(line, &e[i]);
		json_decref(written[i]);
	}
	ck_assert_uint_eq(e[0].series.time_ns[0], UINT64_MAX);
	ck_assert_double_eq(e[0].series.values[0], 0.1);
	ck_assert(e[0].series.values[1] != e[0].series.values[1]);
	ck_assert_double_eq(e[1].value.value, 1.0 / 3);
	ck_assert_int_eq(e[1].value.better, BETTER_HIGHER);
	ck_assert(e[1].value.primary);
	ck_assert_int_eq(e[2].level, RECORD_WARNING);
	ck_assert_str_eq(e[2].text, "line\n\"two\"");
	ck_assert_double_lt(e[3].progress_share, 0);
	ck_assert_double_eq(e[4].progress_share, 0.5);
	ck_assert_int_eq(e[5].outcome, OUTCOME_UNSUPPORTED);
	ck_assert_str_eq(e[5].text, "no O_DIRECT");
	ck_assert_str_eq(e[6].text, "mkfs.xfs -f /dev/loop0");
	ck_assert_int_eq(e[7].type, EVENT_IDENTITY);
	ck_assert_str_eq(e[7].text, "file dev=8:1 inode=3");
	ck_assert_str_eq(e[0].series.instance, "0");
	ck_assert_int_eq(e[0].series.reading, READING_COUNTER);
	ck_assert_uint_eq(e[8].phase.counter_count, 2);
	ck_assert_str_eq(e[8].phase.counters[0].instance, "loop0");
	ck_assert_int_eq(e[8].phase.counters[0].reading, READING_COUNTER);
	ck_assert_double_eq(e[8].phase.counters[0].value, 3);
	ck_assert_str_eq(e[8].phase.counters[0].absent, "");
	ck_assert_str_eq(e[8].phase.counters[1].instance, "");
	ck_assert_int_eq(e[8].phase.counters[1].reading, READING_INSTANT);
	ck_assert(e[8].phase.counters[1].value != e[8].phase.counters[1].value);
	ck_assert_str_eq(e[8].phase.counters[1].absent, "no \"dirty\"");
	ck_assert_ptr_null(e[9].series.time_ns);
	ck_assert_uint_eq(e[9].series.count, 2);
	arena_free(&arena);
}
END_TEST

/* Lines of one recorded run: what must hold of every run that ended well. */
static void replay(const char *name)
{
	static struct histogram h;
	char *rest = source_file(name);
	uint64_t operations = 0, phases = 0, values = 0, last_ns = 0;
	struct event event = { .type = EVENT_UNKNOWN };
	struct error err = { 0 };

	for (char *line; (line = strsep(&rest, "\n")) && *line;) {
		ck_assert_msg(event.type != EVENT_END, "%s goes on after its end", name);
		parse(line, &event);
		ck_assert_uint_ge(event.time_ns, last_ns);
		last_ns = event.time_ns;
		values += event.type == EVENT_VALUE;
		if (event.type != EVENT_PHASE)
			continue;
		phases++;
		uint64_t of_kinds = 0;
		for (size_t i = 0; i < event.phase.kind_count; i++) {
			const struct kind_record *k = &event.phase.kinds[i];
			OK(histogram_decode(&h, k->histogram, k->histogram_size, &err));
			ck_assert_uint_eq(h.count, k->operations);
			of_kinds += k->operations;
		}
		ck_assert_uint_eq(of_kinds, event.phase.operations);
		operations += of_kinds;
	}
	ck_assert_int_eq(event.type, EVENT_END);
	ck_assert_int_eq(event.outcome, OUTCOME_OK);
	ck_assert_uint_gt(phases, 0);
	ck_assert_uint_gt(values, 0);
	ck_assert_uint_gt(operations, 0);
}

START_TEST(recorded_runs_are_still_understood)
{
	const char *source = getenv("BAKEOFF_SOURCE");
	DIR *folder = opendir(arena_printf(&arena, "%s/tests/data/events", source ? source : "."));
	int count = 0;

	ck_assert_ptr_nonnull(folder);
	for (struct dirent *e; (e = readdir(folder));) {
		if (e->d_name[0] == '.')
			continue;
		replay(arena_printf(&arena, "tests/data/events/%s", e->d_name));
		count++;
	}
	closedir(folder);
	ck_assert_int_gt(count, 0);
	arena_free(&arena);
}
END_TEST

UNIT_MAIN("protocol", the_documented_spec_is_read_and_written_again,
	there_is_a_documented_example_of_every_event, every_key_of_the_examples_is_described,
	specs_that_must_be_refused_name_the_key, events_that_must_be_refused_say_why,
	an_unknown_type_or_key_is_no_error, a_part_of_an_output_fits_into_a_line,
	what_the_agent_writes_the_controller_reads, recorded_runs_are_still_understood)
