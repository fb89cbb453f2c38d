// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/numbers.h"

#include "cli/number_list.h"
#include "core/printable.h"
#include "core/units.h"

#include <errno.h>
#include <math.h>
#include <string.h>

enum { UNIT_MOST = 24 };

static const double default_alpha = 0.05;
static const char default_margin[] = "5%";

const char *const better_choices[] = { "lower", "higher", NULL };

/* One arm of one metric. */
struct arm {
	const char *name;
	struct number_list list;
	struct result_moments moments; /* n = 0 where it has values */
};

/* What is said of a metric, as typed; NULL where nothing is. */
struct said {
	const char *better, *margin, *unit, *resolution;
};

struct typed_metric {
	const char *name;
	struct said said;
	struct arm *arms;
	size_t arm_count;
};

struct reading {
	struct arena *arena;
	const struct numbers_options *options;
	struct said all; /* before the first --metric */
	struct typed_metric *metrics;
	size_t metric_count;
	bool is_named; /* the first of them was made by --metric */
};

bool numbers_are_given(const struct numbers_options *o)
{
	return o->values.count + o->summary.count + o->metric.count + o->better.count +
			       o->margin.count + o->unit.count + o->resolution.count >
		       0 ||
	       o->paired || o->alpha > 0;
}

/* The metric that an arm belongs to: the last one; one without a name where there is none yet. */
static struct typed_metric *current_metric(struct reading *r)
{
	if (r->metric_count == 0)
		(void)ARENA_PUSH(r->arena, r->metrics, r->metric_count);
	return &r->metrics[r->metric_count - 1];
}

static int start_metric(struct reading *r, const char *name, struct error *err)
{
	if (!*name)
		return fail(err, EINVAL, "metric: its name is empty");
	int ret = printable_check("metric", name, err);
	if (ret < 0)
		return ret;
	/* one metric alone may be named after its values as well as before */
	if (r->metric_count == 1 && !r->is_named) {
		if (r->options->metric.count > 1)
			return fail(err, EINVAL,
				"values %s: with several metrics, values follow their --metric",
				r->metrics[0].arms[0].name);
		r->metrics[0].name = name;
		return 0;
	}
	for (size_t i = 0; i < r->metric_count; i++) {
		if (strcmp(r->metrics[i].name, name) == 0)
			return fail(err, EINVAL, "metric: '%s' is named twice", name);
	}
	r->is_named = true;
	ARENA_PUSH(r->arena, r->metrics, r->metric_count)->name = name;
	return 0;
}

static int add_arm(struct reading *r, const char *option, const char *item, const char **rest,
	struct arm **arm, struct error *err)
{
	struct typed_metric *metric = current_metric(r);
	const char *name;
	int ret = number_item_split(option, item, r->arena, &name, rest, err);

	for (size_t i = 0; ret == 0 && i < metric->arm_count; i++) {
		if (strcmp(metric->arms[i].name, name) == 0)
			return fail(err, EINVAL, "%s: '%s' is named twice%s%s", option, name,
				metric->name ? " in metric " : "",
				metric->name ? metric->name : "");
	}
	if (ret < 0)
		return ret;
	*arm = ARENA_PUSH(r->arena, metric->arms, metric->arm_count);
	(*arm)->name = name;
	return 0;
}

static int add_values(struct reading *r, const char *item, struct error *err)
{
	const char *rest;
	struct arm *arm = NULL;
	int ret = add_arm(r, "values", item, &rest, &arm, err);

	if (ret < 0 || !arm)
		return ret;
	return number_list_read(rest, arena_printf(r->arena, "values %s", arm->name), r->arena,
		&arm->list, err);
}

static int check_moments(const char *what, double mean, double sd, double n, struct error *err)
{
	if (!(mean > 0))
		return fail(err, EINVAL, "%s: mean is %g: a ratio needs one above 0", what, mean);
	if (!(sd > 0))
		return fail(err, EINVAL, "%s: sd is %g: it must be above 0", what, sd);
	if (n != floor(n) || n > 1e9)
		return fail(err, EINVAL, "%s: n is %g: a whole number up to 1e9 is expected", what,
			n);
	if (n < 2)
		return fail(err, EINVAL, "%s: n is %g: an sd needs at least 2 runs", what, n);
	return 0;
}

static int add_summary(struct reading *r, const char *item, struct error *err)
{
	struct number_list list;
	const char *rest;
	struct arm *arm = NULL;
	int ret = add_arm(r, "summary", item, &rest, &arm, err);

	if (ret < 0 || !arm)
		return ret;
	const char *what = arena_printf(r->arena, "summary %s", arm->name);
	if (*rest == '@')
		return fail(err, EINVAL, "%s: MEAN,SD,N is expected, no file", what);
	ret = number_list_read(rest, what, r->arena, &list, err);
	if (ret < 0)
		return ret;
	if (list.count != 3)
		return fail(err, EINVAL, "%s: MEAN,SD,N is expected, not %zu number%s", what,
			list.count, list.count == 1 ? "" : "s");
	ret = check_moments(what, list.values[0], list.values[1], list.values[2], err);
	if (ret == 0)
		arm->moments = (struct result_moments){ .mean = list.values[0],
			.sd = list.values[1],
			.n = (size_t)list.values[2] };
	return ret;
}

/* One option as it was typed; those of other concerns are passed over. */
static int take(struct reading *r, const char *option, const char *value, struct error *err)
{
	static const struct {
		const char *option;
		size_t offset;
	} words[] = {
		{ "better", offsetof(struct said, better) },
		{ "margin", offsetof(struct said, margin) },
		{ "unit", offsetof(struct said, unit) },
		{ "resolution", offsetof(struct said, resolution) },
	};

	if (strcmp(option, "metric") == 0)
		return start_metric(r, value, err);
	if (strcmp(option, "values") == 0)
		return add_values(r, value, err);
	if (strcmp(option, "summary") == 0)
		return add_summary(r, value, err);
	for (size_t i = 0; i < COUNT_OF(words); i++) {
		struct said *said = r->is_named ? &r->metrics[r->metric_count - 1].said : &r->all;
		if (strcmp(option, words[i].option) == 0)
			*(const char **)((char *)said + words[i].offset) = value;
	}
	return 0;
}

static int read_in_order(struct reading *r, int argc, char **argv, const struct param *table,
	struct error *err)
{
	struct option_scan scan;
	struct option_hit hit;
	int ret;

	option_scan_init(&scan, argc, argv);
	option_scan_add(&scan, table);
	while ((ret = option_scan_next(&scan, &hit, err)) > 0) {
		ret = hit.param ? take(r, hit.param->name, hit.value, err) : 0;
		if (ret < 0)
			return ret;
	}
	return ret;
}

static const char *first_said(const char *own, const char *all, const char *fallback)
{
	return own ? own : all ? all : fallback;
}

/* Readings are multiples of it, so it cannot be above all of them. */
static int check_resolution(const struct reading *r, const struct typed_metric *typed,
	const char *text, double resolution, struct error *err)
{
	double largest = 0;

	if (resolution < 0)
		return fail(err, ERANGE, "%s is below 0", text);
	if (resolution > 0 && r->options->summary.count > 0)
		return fail(err, EINVAL, "a summary has no readings that could have one");
	for (size_t a = 0; a < typed->arm_count; a++) {
		const struct number_list *list = &typed->arms[a].list;
		for (size_t i = 0; i < list->count; i++)
			largest = fmax(largest, fabs(list->values[i]));
	}
	if (resolution > largest && largest > 0)
		return fail(err, ERANGE, "%s is above the largest value, %g", text, largest);
	return 0;
}

static int describe_metric(const struct reading *r, const struct typed_metric *typed,
	struct result_metric *metric, struct error *err)
{
	const char *where = typed->name ? typed->name : "";
	const char *of = typed->name ? "metric " : "", *colon = typed->name ? ": " : "";
	const char *better = first_said(typed->said.better, r->all.better, NULL);
	const char *margin = first_said(typed->said.margin, r->all.margin, default_margin);
	const char *resolution = first_said(typed->said.resolution, r->all.resolution, "0");

	*metric = (struct result_metric){
		.cell = typed->name ? typed->name : "numbers",
		.phase = "",
		.metric = "",
		.unit = first_said(typed->said.unit, r->all.unit, ""),
		.primary = true,
	};
	if (!better)
		return fail(err, EINVAL,
			"%s%s%swhich way is good? say --better=higher or --better=lower", of, where,
			colon);
	metric->better = (enum better)better_of_name(better);
	if (metric->better != BETTER_HIGHER && metric->better != BETTER_LOWER)
		return fail(err, EINVAL, "%s%s%sbetter: '%s' is none of lower, higher", of, where,
			colon, better);
	int ret = units_parse_percent(margin, &metric->margin, err);
	if (ret < 0)
		return fail_in(err, ret, "%s%s%smargin", of, where, colon);
	if (!(metric->margin > 0 && metric->margin < 1))
		return fail(err, ERANGE, "%s%s%smargin: %s is not above 0%% and below 100%%", of,
			where, colon, margin);
	ret = units_parse_real(resolution, &metric->resolution, err);
	if (ret == 0)
		ret = check_resolution(r, typed, resolution, metric->resolution, err);
	if (ret < 0)
		return fail_in(err, ret, "%s%s%sresolution", of, where, colon);
	if (strlen(metric->unit) > UNIT_MOST)
		return fail(err, ERANGE, "%s%s%sunit: more than %d bytes", of, where, colon,
			UNIT_MOST);
	return printable_check(arena_printf(r->arena, "%s%s%sunit", of, where, colon), metric->unit,
		err);
}

/* Index of the arm's variant, which is new where no metric has named it yet. */
static size_t variant_index(struct arena *arena, struct results *to, const char *name)
{
	size_t v = 0;

	while (v < to->variant_count && strcmp(to->variants[v].name, name) != 0)
		v++;
	if (v == to->variant_count)
		*ARENA_PUSH(arena, to->variants, to->variant_count) = (struct result_variant){
			.name = name,
			.baseline = v == 0,
			.summary = "",
		};
	return v;
}

static int check_pairs(const struct typed_metric *metric, struct error *err)
{
	for (size_t i = 1; i < metric->arm_count; i++) {
		const struct arm *first = &metric->arms[0], *arm = &metric->arms[i];
		if (arm->list.count != first->list.count)
			return fail(err, EINVAL,
				"paired: %s%s%s has %zu values and %s has %zu: pairs need as many "
				"of each",
				metric->name ? metric->name : "", metric->name ? ": " : "",
				first->name, first->list.count, arm->name, arm->list.count);
	}
	return 0;
}

/* What the metrics' arms are, all alike. */
static int find_design(const struct reading *r, enum results_design *design, struct error *err)
{
	size_t summaries = r->options->summary.count;

	if (summaries + r->options->values.count == 0)
		return fail(err, EINVAL, "no numbers: give --values NAME=1,2,3 for each variant");
	if (summaries > 0 && r->options->values.count > 0)
		return fail(err, EINVAL,
			"--values and --summary do not mix: give mean, sd and n of all");
	if (summaries > 0 && r->options->paired)
		return fail(err, EINVAL, "paired: a summary has no values that could be pairs");
	*design = summaries > 0        ? RESULTS_SUMMARY
		  : r->options->paired ? RESULTS_PAIRED
				       : RESULTS_UNPAIRED;
	for (size_t m = 0; m < r->metric_count; m++) {
		if (r->metrics[m].arm_count == 0)
			return fail(err, EINVAL, "metric %s: it has no --values and no --summary",
				r->metrics[m].name);
		int ret = r->options->paired ? check_pairs(&r->metrics[m], err) : 0;
		if (ret < 0)
			return ret;
	}
	return 0;
}

static void fill_values(const struct reading *r, struct results *to)
{
	size_t rows = to->metric_count * to->variant_count;

	to->round_numbers = NEW(r->arena, uint64_t, to->round_count + 1);
	for (size_t i = 0; i < to->round_count; i++)
		to->round_numbers[i] = i + 1;
	to->values = NEW(r->arena, double, rows * to->round_count + 1);
	to->warmup = NEW(r->arena, double, rows + 1);
	for (size_t i = 0; i < rows * to->round_count; i++)
		to->values[i] = NAN;
	for (size_t i = 0; i < rows; i++)
		to->warmup[i] = NAN;
	if (to->design == RESULTS_SUMMARY)
		to->moments = NEW(r->arena, struct result_moments, rows + 1);
	for (size_t i = 0; to->moments && i < rows; i++)
		to->moments[i].mean = NAN;
	for (size_t m = 0; m < to->metric_count; m++) {
		for (size_t a = 0; a < r->metrics[m].arm_count; a++) {
			const struct arm *arm = &r->metrics[m].arms[a];
			size_t v = variant_index(r->arena, to, arm->name);
			for (size_t i = 0; i < arm->list.count; i++)
				results_row(to, m, v)[i] = arm->list.values[i];
			if (arm->moments.n > 0)
				to->moments[m * to->variant_count + v] = arm->moments;
		}
	}
	if (to->design == RESULTS_SUMMARY)
		to->round_count = 0;
}

static int make_results(struct reading *r, struct results *to, struct error *err)
{
	int ret = find_design(r, &to->design, err);

	if (ret < 0)
		return ret;
	to->metrics = NEW(r->arena, struct result_metric, r->metric_count);
	to->metric_count = r->metric_count;
	for (size_t m = 0; m < r->metric_count; m++) {
		const struct typed_metric *typed = &r->metrics[m];
		ret = describe_metric(r, typed, &to->metrics[m], err);
		if (ret < 0)
			return ret;
		for (size_t a = 0; a < typed->arm_count; a++) {
			(void)variant_index(r->arena, to, typed->arms[a].name);
			to->round_count = max_u64(to->round_count, typed->arms[a].list.count);
		}
	}
	fill_values(r, to);
	return 0;
}

int numbers_read(const struct numbers_options *options, int argc, char **argv,
	const struct param *table, struct arena *arena, struct results *results, struct error *err)
{
	struct reading reading = { .arena = arena, .options = options };
	struct results made = {
		.source = RESULTS_OF_NUMBERS,
		.plan_sha256 = "",
		.state = "done",
		.state_reason = "",
		.alpha = options->alpha > 0 ? options->alpha : default_alpha,
	};
	int ret = read_in_order(&reading, argc, argv, table, err);

	if (ret == 0)
		ret = make_results(&reading, &made, err);
	if (ret < 0)
		return ret;
	made.name = made.design == RESULTS_SUMMARY ? "summaries" : "values";
	*results = made;
	return 0;
}
