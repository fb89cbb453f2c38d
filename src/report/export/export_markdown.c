// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/export/disguise.h"
#include "report/export/export.h"
#include "report/judge.h"
#include "report/numbers.h"
#include "report/verdict_line.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

/* A bar would end a cell, and signs of Markdown would be taken for such; _ is one at a word's edge.
 */
static void put_text(FILE *out, const char *text)
{
	unsigned char before = ' ';

	for (; *text; before = (unsigned char)*text, text++) {
		bool is_edge = !isalnum(before) || !isalnum((unsigned char)text[1]);
		if (strchr("\\|*`<", *text) || (*text == '_' && is_edge))
			fputc('\\', out);
		fputc((unsigned char)*text < ' ' ? ' ' : *text, out);
	}
}

static void put_cell(FILE *out, const char *text)
{
	fputs(" ", out);
	put_text(out, text);
	fputs(" |", out);
}

static struct scale metric_scale(const struct judgement *j, size_t metric)
{
	double largest = 0;

	for (size_t v = 0; v < j->results->variant_count; v++) {
		double mean = fabs(judgement_summary(j, metric, v)->mean);
		if (isfinite(mean) && mean > largest)
			largest = mean;
	}
	return scale_for(j->results->metrics[metric].unit, largest);
}

static const struct effect *find_effect(const struct judgement *j, size_t metric, size_t variant)
{
	for (size_t i = 0; i < j->effect_count; i++) {
		if (j->effects[i].metric == metric && j->effects[i].variant == variant)
			return &j->effects[i];
	}
	for (size_t i = 0; i < j->aa_count; i++) {
		if (j->aa[i].metric == metric && j->aa[i].variant == variant)
			return &j->aa[i];
	}
	return NULL;
}

static void put_row(FILE *out, const struct judgement *j, size_t metric, size_t variant,
	struct arena *arena)
{
	const struct results *r = j->results;
	const struct summary *s = judgement_summary(j, metric, variant);
	const struct scale scale = metric_scale(j, metric);
	const struct effect *e = find_effect(j, metric, variant);
	const struct comparison *c = e && !e->reason ? &e->comparison : NULL;

	fputc('|', out);
	put_cell(out, metric_label(arena, &r->metrics[metric]));
	put_cell(out, scale.unit);
	put_cell(out, r->variants[variant].name);
	put_cell(out, number_text(arena, s->n > 0 ? s->mean * scale.factor : NAN));
	put_cell(out, number_text(arena, s->n > 1 ? s->sd * scale.factor : NAN));
	fprintf(out, " %zu |", s->n);
	put_cell(out, c ? effect_text(arena, c->ratio, c->ratio_lo, c->ratio_hi) : "");
	put_cell(out, variant == r->baseline ? "baseline" : e ? verdict_word(arena, j, e) : "-");
	fputc('\n', out);
}

/* Failed runs have no row: they are told of here. */
static void put_runs(FILE *out, const struct results *r)
{
	bool any = false;

	for (size_t i = 0; i < r->run_count; i++) {
		const struct result_run *run = &r->runs[i];
		if (run->outcome == OUTCOME_OK)
			continue;
		if (!any)
			fputs("\nRuns without a value:\n\n", out);
		any = true;
		fputs("* ", out);
		put_text(out, r->variants[run->variant].name);
		fputs(", ", out);
		put_text(out, run->cell);
		fprintf(out, ", round %" PRIu64 ": %s: ", run->round, outcome_name(run->outcome));
		put_text(out, run->reason);
		fputc('\n', out);
	}
}

static void put_head(FILE *out, const struct results *r)
{
	fprintf(out, "## Experiment %" PRIu64 ": ", r->experiment);
	put_text(out, r->name);
	fprintf(out, "\n\n%s, %zu complete round%s, seed %" PRIu64 ", plan %.8s", r->state,
		r->round_count, r->round_count == 1 ? "" : "s", r->seed, r->plan_sha256);
	if (*r->state_reason) {
		fputs("; ", out);
		put_text(out, r->state_reason);
	}
	fputs("\n\n", out);
	for (size_t v = 0; v < r->variant_count; v++) {
		fputs("* ", out);
		put_text(out, r->variants[v].name);
		fputs(": ", out);
		put_text(out, r->variants[v].summary);
		fputc('\n', out);
	}
}

static int put_experiment(FILE *out, const struct export *e, const struct export_experiment *x,
	struct arena *arena, struct error *err)
{
	struct results results;
	struct judgement j;
	int ret = store_get_results(e->store, x->head.id, arena, &results, err);

	if (ret < 0)
		return ret;
	if (e->disguise) {
		disguise_results(e->disguise, &results, arena);
		results.plan_sha256 = x->head.plan_sha256;
	}
	ret = judge(&results, arena, &j, err);
	if (ret < 0)
		return ret;
	put_head(out, &results);
	fputs("\n| metric | unit | variant | mean | sd | n | change | verdict |\n"
	      "|---|---|---|--:|--:|--:|---|---|\n",
		out);
	for (size_t m = 0; m < results.metric_count; m++) {
		for (size_t v = 0; v < results.variant_count; v++)
			put_row(out, &j, m, v, arena);
	}
	put_runs(out, &results);
	return 0;
}

int export_markdown(const struct export *e, const struct export_place *to, struct error *err)
{
	int ret = 0;

	for (size_t i = 0; ret == 0 && i < e->count; i++) {
		struct arena arena = { 0 };
		if (i > 0)
			fputc('\n', to->out);
		ret = put_experiment(to->out, e, &e->experiments[i], &arena, err);
		arena_free(&arena);
	}
	return ret;
}
