// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/command.h"
#include "cli/numbers.h"
#include "cli/report_out.h"
#include "cli/session.h"
#include "experiment/split.h"

#include <errno.h>
#include <string.h>

enum { GATE_NO, GATE_YES, GATE_STRICT, EXPERIMENTS_MOST = 64 };
static const char *const gate_choices[] = { "no", "yes", "strict", NULL };

struct compare_options {
	const char *baseline, *db;
	int style, gate;
	bool verbose, explain, pool;
	struct param_list metrics, require_same;
	uint64_t n;
	struct numbers_options numbers;
};

static const struct param compare_params[] = {
	PARAM(TEXT, struct compare_options, baseline, .fallback = "", .value = "VARIANT",
		.help = "the variant that the others are compared with; the plan's, or the first, "
			"where there is none"),
	PARAM(CHOICE, struct compare_options, style, .fallback = "verdict",
		.choices = report_style_names, .help = "how to print it"),
	PARAM(CHOICE, struct compare_options, gate, .fallback = "no", .alone = "yes",
		.choices = gate_choices,
		.help = "exit 3 where a variant is SLOWER, 5 where the experiment is INVALID; "
			"strict: 4 where INCONCLUSIVE, or without a value to compare"),
	PARAM_NAMED(LIST, struct compare_options, require_same, "require-same", .value = "FACT,...",
		.help = "these facts must be the same for all variants, or the verdict is INVALID; "
			"default: those that docs/facts.md marks, none: no fact; the plan's where "
			"not given"),
	PARAM(BOOL, struct compare_options, verbose, .letter = 'v',
		.help = "a second line of numbers for each verdict, what the machine did "
			"meanwhile, and the metrics that are not judged"),
	PARAM(BOOL, struct compare_options, explain,
		.help = "say in sentences what was computed, from what, and by whose formula"),
	PARAM(BOOL, struct compare_options, pool,
		.help = "a footnote for each judged metric: all variants at once, with one spread "
			"for all (variance analysis, Dunnett, Tukey, ranks)"),
	PARAM(COUNT, struct compare_options, n, .fallback = "0", .max = 1000000000,
		.help = "of how many runs imported means and sds are, where their text does not "
			"say it; 0: not known"),
	PARAM(LIST, struct compare_options, metrics, .alone = "*", .not_empty = true,
		.value = "PATTERN",
		.help = "compare what was observed of the machine as well, without a verdict: "
			"PCP's names, such as kernel.all.cpu.* or disk.dev.*; alone: all of it"),
	PARAM_NAMED(LIST, struct compare_options, numbers.values, "values",
		.value = "NAME=X,Y,...|NAME=@FILE",
		.help = "numbers from anywhere, for each variant; a FILE has one a line, # begins "
			"a comment, - is standard input"),
	PARAM_NAMED(LIST, struct compare_options, numbers.summary, "summary",
		.value = "NAME=MEAN,SD,N",
		.help = "the same where only mean, sd and number of runs are known"),
	PARAM_NAMED(LIST, struct compare_options, numbers.better, "better", .value = "lower|higher",
		.help = "which way such numbers are good; must be said"),
	PARAM_NAMED(BOOL, struct compare_options, numbers.paired, "paired",
		.help = "the first value of each variant is of one round, and so on"),
	PARAM_NAMED(LIST, struct compare_options, numbers.margin, "margin", .value = "PERCENT",
		.help = "a difference below this makes no difference (5% where not given)"),
	PARAM_NAMED(REAL, struct compare_options, numbers.alpha, "alpha", .least = 0.0001,
		.most = 0.5, .help = "share of false claims allowed, 0.05 where not given"),
	PARAM_NAMED(LIST, struct compare_options, numbers.unit, "unit", .value = "UNIT",
		.help = "of the numbers: s, 1/s and bytes/s are shown as ms, ops/s, MiB/s"),
	PARAM_NAMED(LIST, struct compare_options, numbers.resolution, "resolution",
		.value = "NUMBER",
		.help = "the least step of the readings: equal readings then remain uncertain"),
	PARAM_NAMED(LIST, struct compare_options, numbers.metric, "metric", .value = "NAME",
		.help = "what the numbers are of; several are judged as one family, and what "
			"follows a --metric is of that one"),
	PARAM(TEXT, struct compare_options, db, .fallback = "", .not_empty = true, .value = "FILE",
		.help = DB_HELP),
	{ 0 },
};

static int gate_status(const struct judgement *j, int gate)
{
	if (gate == GATE_NO)
		return EXIT_DONE;
	if (judgement_has(j, VERDICT_INVALID))
		return EXIT_INVALID;
	if (judgement_has(j, VERDICT_SLOWER))
		return EXIT_SLOWER;
	if (gate == GATE_STRICT &&
		(judgement_has(j, VERDICT_INCONCLUSIVE) || judgement_lacks_values(j)))
		return EXIT_INCONCLUSIVE;
	return EXIT_DONE;
}

/* Ids as typed, each once. */
static int parse_ids(const struct invocation *call, uint64_t *ids, struct error *err)
{
	for (size_t i = 0; i < call->operand_count; i++) {
		int ret = parse_id(call->operands[i], &ids[i], err);
		if (ret < 0)
			return ret;
		for (size_t k = 0; k < i; k++) {
			if (ids[k] == ids[i])
				return fail(err, EINVAL, "experiment %s is named twice",
					call->operands[i]);
		}
	}
	return 0;
}

static int compare_stored(const struct invocation *call, const struct compare_options *o,
	struct report_request *request)
{
	uint64_t *ids = NEW(call->arena, uint64_t, EXPERIMENTS_MOST + 1);
	struct session session;
	struct results results;
	struct judgement judgement;
	struct error err;

	if (parse_ids(call, ids, &err) < 0)
		return say_usage_error(&err);
	request->experiments = ids;
	request->experiment_count = call->operand_count;
	if (session_start(&session, call->arena, o->db, &err) < 0)
		return say_failure(&err);
	int ret = session_open_results(&session, &err);
	if (ret == 0)
		ret = report_read(&session, request, call->arena, &results, &err);
	session_end(&session);
	if (ret < 0)
		return ret == -EINVAL && o->metrics.count > 0 ? say_usage_error(&err)
							      : say_failure(&err);
	if (o->n > 0)
		ret = report_set_n(&results, o->n, call->arena, &err);
	if (ret == 0)
		ret = report_print(&results, request, call->arena, &judgement, &err);
	if (ret < 0)
		return ret == -EINVAL ? say_usage_error(&err) : say_failure(&err);
	return gate_status(&judgement, o->gate);
}

static int compare_numbers(const struct invocation *call, const struct compare_options *o,
	const struct report_request *request)
{
	struct results results;
	struct judgement judgement;
	struct error err;
	int ret = 0;

	if (call->operand_count > 0)
		ret = fail(&err, EINVAL,
			"experiment %s has its own numbers, margin and directions: give either it "
			"or --values",
			call->operands[0]);
	if (ret == 0 && o->n > 0)
		ret = fail(&err, EINVAL, "n: it is of imported experiments; --summary has its own");
	if (ret == 0)
		ret = numbers_read(&o->numbers, call->argc, call->argv, compare_params, call->arena,
			&results, &err);
	if (ret == 0)
		ret = report_print(&results, request, call->arena, &judgement, &err);
	if (ret == 0)
		return gate_status(&judgement, o->gate);
	return ret == -EINVAL || ret == -ERANGE || ret == -E2BIG ? say_usage_error(&err)
								 : say_failure(&err);
}

static int check_pool(const struct compare_options *o, struct error *err)
{
	if (!o->pool || o->style == STYLE_VERDICT || o->style == STYLE_JSON)
		return 0;
	return fail(err, EINVAL, "pool: style %s has no room for it; verdict and json have",
		report_style_names[o->style]);
}

static int check_metrics(const struct compare_options *o, struct error *err)
{
	if (o->metrics.count == 0 || !numbers_are_given(&o->numbers))
		return 0;
	return fail(err, EINVAL, "metrics: nothing was observed beside numbers from elsewhere");
}

static int compare_command_run(const struct invocation *call)
{
	const struct compare_options *o = call->options;
	struct error err;
	struct report_request request = { .baseline = o->baseline,
		.style = o->style,
		.verbose = o->verbose,
		.explain = o->explain,
		.pool = o->pool,
		.metrics = o->metrics.items,
		.metric_count = o->metrics.count };

	struct param_list same = { 0 };
	int ret = check_pool(o, &err);

	if (ret == 0)
		ret = check_metrics(o, &err);
	if (ret == 0)
		ret = split_lists(&o->require_same, call->arena, &same, &err);
	if (ret < 0)
		return say_usage_error(&err);
	request.require_same = same.items;
	request.require_same_count = same.count;
	return numbers_are_given(&o->numbers) ? compare_numbers(call, o, &request)
					      : compare_stored(call, o, &request);
}

const struct command compare_command = {
	.name = "compare",
	.summary = "say which variant is faster, by how much, and how sure that is",
	.operands = "[EXPERIMENT...]",
	.about = "Without an EXPERIMENT: the newest one. Several are compared with the first\n"
		 "one's baseline. With --values or --summary: numbers from anywhere, of which\n"
		 "nothing is stored.\n",
	.options = compare_params,
	.options_size = sizeof(struct compare_options),
	.operands_most = EXPERIMENTS_MOST,
	.run = compare_command_run,
};
