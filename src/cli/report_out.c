// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/report_out.h"

#include "report/beside.h"
#include "report/classic_text.h"
#include "report/contest_text.h"
#include "report/csv.h"
#include "report/impossible.h"
#include "report/json.h"
#include "report/pool.h"
#include "report/several.h"
#include "report/verdict_text.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { REPORT_BYTES = 256 << 20 };

const char *const report_style_names[] = {
	[STYLE_VERDICT] = "verdict",
	[STYLE_CLASSIC] = "classic",
	[STYLE_CONTEST] = "contest",
	[STYLE_JSON] = "json",
	[STYLE_CSV] = "csv",
	NULL,
};

static int choose_baseline(struct results *results, const char *name, struct arena *arena,
	struct error *err)
{
	char *names = arena_strdup(arena, "");

	if (!*name)
		return 0;
	for (size_t i = 0; i < results->variant_count; i++) {
		struct result_variant *v = &results->variants[i];
		if (v->hidden)
			continue;
		names = arena_printf(arena, "%s%s%s", names, *names ? ", " : "", v->name);
		if (strcmp(v->name, name) != 0)
			continue;
		results->baseline = i;
		return 0;
	}
	return fail(err, EINVAL, "baseline: '%s' is none of %s", name, names);
}

int report_print(struct results *results, const struct report_request *request, struct arena *arena,
	struct judgement *judgement, struct error *err)
{
	const struct report_options options = { .verbose = request->verbose,
		.explain = request->explain };
	AUTO_TEXT struct text out;

	text_init(&out, REPORT_BYTES);
	int ret = choose_baseline(results, request->baseline, arena, err);
	if (ret == 0 && request->require_same_count > 0) {
		results->require_same = request->require_same;
		results->require_same_count = request->require_same_count;
		ret = differences_check_names(results, arena, err);
	}
	if (ret == 0)
		ret = judge(results, arena, judgement, err);
	if (ret < 0)
		return ret;
	if (request->pool)
		pool_make(judgement, arena);
	switch ((enum report_style)request->style) {
	case STYLE_VERDICT:
		verdict_text(judgement, &options, &out);
		break;
	case STYLE_CLASSIC:
		ret = classic_text(judgement, &options, &out, err);
		break;
	case STYLE_CONTEST: /* the one with marks */
		ret = contest_text(judgement, CONTEST_041, arena, &out, err);
		break;
	case STYLE_JSON:
		ret = json_document(judgement, &out, err);
		break;
	case STYLE_CSV:
		csv_text(results, &out);
		break;
	}
	if (ret == 0)
		ret = text_check(&out, "report", err);
	if (ret == 0)
		(void)fwrite(out.data, 1, out.length, stdout); /* main() looks at ferror() */
	return ret;
}

/* What was observed is read only where it is shown: it is much, and not needed for a verdict. */
static int read_observed(const struct session *session, const struct report_request *request,
	struct arena *arena, struct results *results, size_t *matched, struct error *err)
{
	bool beside = request->verbose && request->style == STYLE_VERDICT;
	size_t found = 0;

	if (!beside && request->metric_count == 0)
		return 0;
	int ret = store_add_observed(session->store, request->metrics, request->metric_count,
		beside ? beside_names : NULL, arena, results, &found, err);
	*matched += found;
	return ret;
}

static int refuse_metrics(const struct report_request *request, struct arena *arena,
	struct error *err)
{
	const char *all = "";

	for (size_t i = 0; i < request->metric_count; i++)
		all = arena_printf(arena, "%s%s%s", all, i > 0 ? "', '" : "", request->metrics[i]);
	return fail(err, EINVAL,
		"metrics: nothing that was observed matches '%s'; `bakeoff show -v ID/RUN` shows "
		"what was",
		all);
}

int report_read(const struct session *session, const struct report_request *request,
	struct arena *arena, struct results *results, struct error *err)
{
	size_t count = request->experiment_count > 0 ? request->experiment_count : 1;
	struct results *all = NEW(arena, struct results, count);
	size_t matched = 0;

	for (size_t i = 0; i < count; i++) {
		uint64_t id = request->experiment_count > 0 ? request->experiments[i] : 0;
		int ret = store_get_results(session->store, id, arena, &all[i], err);
		if (ret == 0)
			ret = read_observed(session, request, arena, &all[i], &matched, err);
		if (ret < 0)
			return ret;
	}
	if (request->metric_count > 0 && matched == 0)
		return refuse_metrics(request, arena, err);
	if (count > 1)
		several_merge(all, count, arena, results);
	else
		*results = all[0];
	impossible_flag(results, arena);
	return 0;
}

int report_set_n(struct results *results, uint64_t n, struct arena *arena, struct error *err)
{
	struct import_note *notes = NEW(arena, struct import_note, results->note_count + 1);
	size_t arms = results->metric_count * results->variant_count, set = 0;

	for (size_t i = 0; results->moments && i < arms; i++) {
		if (!isfinite(results->moments[i].mean) || results->moments[i].n > 0)
			continue;
		results->moments[i].n = (size_t)n;
		set++;
	}
	if (set == 0)
		return fail(err, EINVAL,
			"n: no summary here lacks it: every number is a value or has its own n");
	for (size_t i = 0; i < results->note_count; i++)
		notes[i] = results->notes[i];
	notes[results->note_count++].text =
		arena_printf(arena, "n=%" PRIu64 " of %zu summaries, as --n says", n, set);
	results->notes = notes;
	return 0;
}
