// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/hyperfine.h"
#include "import/json_block.h"

#include <math.h>
#include <string.h>

/*
 * hyperfine --export-json: {"results": [{"command": ..., "times": [...], "user": ...}]}. The times
 * are the samples, in seconds; mean and median follow from them, user and system are means.
 */
enum { PARAMETERS_MOST = 16 };

struct result {
	const char *command;
	double user, system, mean, stddev;
	double *times;
	size_t time_count, failures;
	struct import_setting parameters[PARAMETERS_MOST];
	size_t parameter_count;
	unsigned line;
};

static void read_times(struct import *in, struct json_reader *r, struct result *result)
{
	double value;

	if (!json_enter(r, JSON_ARRAY))
		return;
	for (unsigned depth = r->depth; json_next_item(r, depth);) {
		if (json_number(r, &value))
			*ARENA_PUSH(in->arena, result->times, result->time_count) = value;
	}
}

/* null: killed by a signal. */
static void read_exit_codes(struct json_reader *r, struct result *result)
{
	if (!json_enter(r, JSON_ARRAY))
		return;
	for (unsigned depth = r->depth; json_next_item(r, depth);)
		result->failures += !json_is(r, "0");
}

static void read_parameters(struct import *in, struct json_reader *r, struct result *result)
{
	if (!json_enter(r, JSON_OBJECT))
		return;
	for (unsigned depth = r->depth; json_next_key(r, depth);) {
		char *name = json_copy(r, in->arena);
		enum json_token token = json_next(r);
		if ((token == JSON_STRING || token == JSON_NUMBER) &&
			result->parameter_count < PARAMETERS_MOST)
			result->parameters[result->parameter_count++] =
				(struct import_setting){ name, json_copy(r, in->arena) };
	}
}

static void add_result(struct import *in, const struct result *result)
{
	struct row_identity id = hyperfine_identity(in, result->command, "time", result->line);

	id.settings = result->parameters;
	id.setting_count = result->parameter_count;
	for (size_t i = 0; i < result->time_count; i++)
		(void)row_sample(in, &id, result->times[i]);
	if (result->time_count == 0 && isfinite(result->mean)) {
		id.metric = "time_mean"; /* somebody took the times out */
		(void)row_summary(in, &id, result->mean, result->stddev, 0);
	}
	if (result->failures > 0)
		import_warn(in, result->line, "hyperfine: %zu of %zu runs of '%s' failed",
			result->failures, result->time_count, result->command);
	id.metric = "user_time";
	hyperfine_add_cpu(in, id, result->user, result->time_count);
	id.metric = "system_time";
	hyperfine_add_cpu(in, id, result->system, result->time_count);
}

static void read_result(struct import *in, struct json_block *b)
{
	struct json_reader *r = &b->reader;
	struct result result = { .user = NAN,
		.system = NAN,
		.mean = NAN,
		.stddev = NAN,
		.line = json_block_line(in, b) };
	const struct {
		const char *key;
		double *value;
	} numbers[] = { { "user", &result.user }, { "system", &result.system },
		{ "mean", &result.mean }, { "stddev", &result.stddev } };

	for (unsigned depth = r->depth; json_next_key(r, depth);) {
		if (json_is(r, "command")) {
			result.command =
				json_enter(r, JSON_STRING) ? json_copy(r, in->arena) : NULL;
		} else if (json_is(r, "times")) {
			read_times(in, r, &result);
		} else if (json_is(r, "exit_codes")) {
			read_exit_codes(r, &result);
		} else if (json_is(r, "parameters")) {
			read_parameters(in, r, &result);
		} else {
			for (size_t i = 0; i < COUNT_OF(numbers); i++) {
				if (!json_is(r, numbers[i].key))
					continue;
				if (json_next(r) == JSON_NUMBER)
					(void)json_number(r, numbers[i].value);
				break;
			}
		}
	}
	if (!r->problem && result.command)
		add_result(in, &result);
}

static bool read_results(struct import *in, struct json_block *b)
{
	struct json_reader *r = &b->reader;
	const size_t before = in->row_count;

	if (!json_enter(r, JSON_ARRAY))
		return false;
	for (unsigned depth = r->depth; json_next_item(r, depth);) {
		if (r->token == JSON_OBJECT)
			read_result(in, b);
	}
	return in->row_count > before;
}

int hyperfine_read_json(struct import *in, struct error *err)
{
	struct json_block b = { 0 };

	(void)err;
	while (json_block_next(in, &b)) {
		bool found = false;
		for (unsigned depth = b.reader.depth; json_next_key(&b.reader, depth);) {
			if (json_is(&b.reader, "results"))
				found |= read_results(in, &b);
		}
		if (!found)
			continue;
		unsigned line = json_block_line(in, &b);
		json_block_take(in, &b, "hyperfine");
		if (!b.reader.problem)
			continue;
		struct row_identity id = hyperfine_identity(in, "", "time", line);
		import_warn(in, line, "hyperfine: the JSON document is not whole: %s",
			b.reader.problem);
		(void)row_without_value(in, &id, IMPORT_TRUNCATED);
	}
	return 0;
}
