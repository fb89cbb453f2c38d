// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/command.h"
#include "cli/session.h"
#include "cli/whole_file.h"
#include "core/auto.h"
#include "report/several.h"
#include "report/trend.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { EXPERIMENTS_MOST = 1000, ORDER_BYTES = 16 << 20, TREND_BYTES = 16 << 20 };
enum trend_style { TREND_TABLE, TREND_CSV, TREND_JSON };
static const char *const style_choices[] = {
	[TREND_TABLE] = "table",
	[TREND_CSV] = "csv",
	[TREND_JSON] = "json",
	NULL,
};

struct trend_options {
	const char *order, *variant, *db;
	int style;
	bool all;
};

static const struct param trend_params[] = {
	PARAM(TEXT, struct trend_options, order, .fallback = "time", .not_empty = true,
		.value = "time|name|date|NAME,NAME...|@FILE",
		.help = "experiments by their beginning, their variants as they stand; by name; by "
			"the date in the name; as listed; as a FILE lists them: a name a line, or "
			"a git log"),
	PARAM(TEXT, struct trend_options, variant, .fallback = "", .value = "NAME",
		.help = "only the variant of this name of each experiment"),
	PARAM(BOOL, struct trend_options, all,
		.help = "all stored experiments that have the metric"),
	PARAM(CHOICE, struct trend_options, style, .fallback = "table", .choices = style_choices,
		.help = "how to print it"),
	PARAM(TEXT, struct trend_options, db, .fallback = "", .not_empty = true, .value = "FILE",
		.help = DB_HELP),
	{ 0 },
};

static int read_order(const char *text, struct arena *arena, struct trend_order *order,
	struct error *err)
{
	AUTO_FREE char *content = NULL;
	size_t size = 0;

	if (*text != '@')
		return trend_order_of_text(text, arena, order, err);
	int ret = whole_file(text + 1, ORDER_BYTES, &content, &size, err);
	if (ret < 0)
		return ret;
	if (size > ORDER_BYTES)
		return fail(err, EINVAL, "%s: more than %d bytes", text + 1, ORDER_BYTES);
	ret = trend_order_of_file(content, arena, order, err);
	return ret < 0 ? fail_in(err, ret, "%s", text + 1) : 0;
}

/* The ids to look at: those that were named, all, or the newest. */
static int find_ids(const struct invocation *call, const struct trend_options *o,
	struct session *session, uint64_t **ids, size_t *count, struct error *err)
{
	struct stored_experiment *list = NULL;
	size_t stored = 0;

	*ids = NULL;
	*count = 0;
	for (size_t i = 1; i < call->operand_count; i++) {
		int ret = parse_id(call->operands[i], ARENA_PUSH(call->arena, *ids, *count), err);
		if (ret < 0)
			return ret;
		for (size_t k = 0; k + 1 < *count; k++) {
			if ((*ids)[k] == (*ids)[*count - 1])
				return fail(err, EINVAL, "experiment %s is named twice",
					call->operands[i]);
		}
	}
	if (!o->all) {
		if (*count == 0)
			*ARENA_PUSH(call->arena, *ids, *count) = 0;
		return 0;
	}
	if (*count > 0)
		return fail(err, EINVAL, "all: experiment %s is one of them", call->operands[1]);
	int ret = store_list(session->store, call->arena, &list, &stored, err);
	for (size_t i = stored; ret == 0 && i-- > 0 && *count < EXPERIMENTS_MOST;)
		*ARENA_PUSH(call->arena, *ids, *count) = list[i].id;
	return ret;
}

/* Of all experiments those that have the metric. */
static int read_results(const struct invocation *call, const struct trend_options *o,
	struct session *session, struct results *results, struct error *err)
{
	uint64_t *ids;
	size_t count, n = 0;
	int ret = find_ids(call, o, session, &ids, &count, err);

	if (ret < 0)
		return ret;
	struct results *all = NEW(call->arena, struct results, count + 1);
	for (size_t i = 0; i < count; i++) {
		ret = store_get_results(session->store, ids[i], call->arena, &all[n], err);
		if (ret < 0)
			return ret;
		n += !o->all || trend_has_metric(&all[n], call->operands[0], call->arena);
	}
	if (n == 0)
		return fail(err, EINVAL, "metric: no experiment has a '%s'", call->operands[0]);
	if (n > 1)
		several_merge(all, n, call->arena, results);
	else
		*results = all[0];
	return 0;
}

static int print_trend(const struct trend *trend, int style, struct error *err)
{
	AUTO_TEXT struct text out;
	int ret = 0;

	text_init(&out, TREND_BYTES);
	switch ((enum trend_style)style) {
	case TREND_TABLE:
		ret = trend_text(trend, &out, err);
		break;
	case TREND_CSV:
		trend_csv(trend, &out);
		break;
	case TREND_JSON:
		ret = trend_json(trend, &out, err);
		break;
	}
	if (ret == 0)
		ret = text_check(&out, "trend", err);
	if (ret == 0)
		(void)fwrite(out.data, 1, out.length, stdout); /* main() looks at ferror() */
	return ret;
}

static int show_trend(const struct invocation *call, const struct trend_options *o,
	struct session *session, const struct trend_order *order, struct error *err)
{
	struct results results;
	struct trend trend;
	int ret = read_results(call, o, session, &results, err);

	if (ret == 0)
		ret = trend_make(&results, call->operands[0], o->variant, order, call->arena,
			&trend, err);
	return ret < 0 ? ret : print_trend(&trend, o->style, err);
}

static int trend_command_run(const struct invocation *call)
{
	const struct trend_options *o = call->options;
	struct trend_order order;
	struct session session;
	struct error err;
	int ret;

	if (call->operand_count == 0)
		ret = fail(&err, EINVAL,
			"trend: a METRIC is missing; `bakeoff compare -v` has their names");
	else
		ret = read_order(o->order, call->arena, &order, &err);
	if (ret < 0)
		return ret == -EINVAL ? say_usage_error(&err) : say_failure(&err);
	if (session_start(&session, call->arena, o->db, &err) < 0)
		return say_failure(&err);
	ret = session_open_results(&session, &err);
	if (ret < 0) {
		session_end(&session);
		return say_failure(&err);
	}
	ret = show_trend(call, o, &session, &order, &err);
	session_end(&session);
	if (ret == -EINVAL)
		return say_usage_error(&err);
	return ret < 0 ? say_failure(&err) : EXIT_DONE;
}

const struct command trend_command = {
	.name = "trend",
	.summary = "one metric over variants or experiments, and where it changed",
	.operands = "METRIC [EXPERIMENT...]",
	.about = "METRIC as compare names it, \"lmdd bs=4k write/throughput\", or in short.\n"
		 "Without an EXPERIMENT: the newest one, whose variants are the series.\n",
	.options = trend_params,
	.options_size = sizeof(struct trend_options),
	.operands_most = EXPERIMENTS_MOST + 1,
	.run = trend_command_run,
};
