// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/differences.h"
#include "report/imported.h"
#include "report/notes.h"
#include "report/numbers.h"
#include "report/show_text.h"
#include "report/table.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { HEAD_INDENT = 12, DIFFERENCE_INDENT = 30 };

/* The key, in the first of the lines only. */
static void put_line(struct text *out, const char *key, const char *value, int indent)
{
	size_t width = display_width(key);
	const char *text = value && *value ? value : "-";

	text_printf(out, "%s%*s", key, width + 2 <= (size_t)indent ? indent - (int)width : 2, "");
	wrap_items(out, &text, 1, (size_t)indent, REPORT_COLUMNS);
}

static char *joined(struct arena *arena, const char *const *names, size_t count)
{
	char *text = arena_strdup(arena, "");

	for (size_t i = 0; i < count; i++)
		text = arena_printf(arena, "%s%s%s", text, i > 0 ? ", " : "", names[i]);
	return text;
}

static char *design_text(struct arena *arena, const struct results *r)
{
	if (r->text_count > 0)
		return arena_printf(arena,
			"up to %" PRIu64 " sample%s of anything, in which order is not known",
			r->rounds_planned, r->rounds_planned == 1 ? "" : "s");
	char *text = arena_printf(arena,
		"%" PRIu64 " round%s%s and a warm-up, %s order from seed %" PRIu64 "; %zu complete",
		r->rounds_planned, r->rounds_planned == 1 ? "" : "s",
		r->pilot ? arena_printf(arena, " (%" PRIu64 " of them a pilot)", r->pilot) : "",
		r->interleaved ? "random" : "sequential", r->seed, r->round_count);

	if (r->attempts_repeated == 0)
		return text;
	return arena_printf(arena, "%s, %" PRIu64 " run again", text, r->attempts_repeated);
}

static void put_notes(struct text *out, const struct results *r, const char *key, bool warnings)
{
	for (size_t i = 0; i < r->note_count; i++) {
		if (r->notes[i].is_warning != warnings)
			continue;
		put_line(out, key, r->notes[i].text, HEAD_INDENT);
		key = "";
	}
}

static void put_head(struct text *out, struct arena *arena, const struct stored_experiment *e,
	const struct results *r)
{
	const struct {
		const char *key, *value;
	} lines[] = {
		{ "experiment", arena_printf(arena, "%" PRIu64 " %s", e->id, e->name) },
		{ "state", r->text_count > 0 ? "imported"
			   : e->state_reason && *e->state_reason
				   ? arena_printf(arena, "%s: %s", e->state, e->state_reason)
				   : e->state },
		{ "started", utc_text(arena, e->created_ns) },
		{ "ended", utc_text(arena, e->ended_ns) },
		{ "design", design_text(arena, r) },
		{ "workloads", joined(arena, e->cells, e->cell_count) },
		{ "runs", arena_printf(arena, "%" PRIu64 ", %" PRIu64 " failed", e->run_count,
				  e->failed_count) },
		{ r->text_count > 0 ? NULL : "plan", e->plan_sha256 },
		{ "bakeoff", e->version },
	};

	for (size_t i = 0; i < COUNT_OF(lines); i++) {
		if (lines[i].key)
			put_line(out, lines[i].key, lines[i].value, HEAD_INDENT);
	}
	for (size_t i = 0; i < r->text_count; i++)
		put_line(out, i == 0 ? "imported" : "",
			arena_printf(arena, "%s, SHA-256 %s", r->texts[i].file, r->texts[i].sha256),
			HEAD_INDENT);
	put_notes(out, r, "assumed", false);
	put_notes(out, r, "warnings", true);
}

/* Each variant, and the commands that made it as its first good run ran them. */
static void put_variants(struct text *out, struct arena *arena, const struct results *r,
	const struct fact_list *facts)
{
	static const char *const commands[] = { "target.mkfs", "target.mount" };

	text_puts(out, "\nVARIANTS\n");
	for (size_t v = 0; v < r->variant_count; v++) {
		const struct result_variant *variant = &r->variants[v];
		put_line(out, variant->name,
			arena_printf(arena, "%s%s", variant->summary,
				variant->baseline ? " (baseline)"
				: variant->hidden ? " (a second copy of the baseline)"
						  : ""),
			HEAD_INDENT);
		for (size_t i = 0; i < COUNT_OF(commands); i++) {
			const char *line = facts_find(&facts[v], commands[i]);
			if (line && *line)
				put_line(out, "", line, HEAD_INDENT);
		}
	}
}

/* What a reader must know to believe a comparison: in which facts the arms are not alike. */
static void put_differences(struct text *out, struct arena *arena, const struct results *r)
{
	const struct differences *all = differences_find(r, arena);
	bool any = false;

	for (size_t i = 0; i < all->count; i++) {
		const struct difference *d = &all->items[i];
		if (d->rule->kind == FACT_VOLATILE)
			continue;
		text_puts(out, any ? "" : "\nFACTS THAT DIFFER\n");
		any = true;
		for (size_t v = 0; v < r->variant_count; v++)
			put_line(out, v == 0 ? d->key : "",
				arena_printf(arena, "%s: %s", r->variants[v].name,
					difference_of_variant(d, v, arena)),
				DIFFERENCE_INDENT);
	}
}

static const struct result_metric *first_primary(const struct results *r, const char *cell)
{
	for (size_t m = 0; m < r->metric_count; m++) {
		if (r->metrics[m].primary && strcmp(r->metrics[m].cell, cell) == 0)
			return &r->metrics[m];
	}
	return NULL;
}

/* The runs of an experiment, to tell which of them count. */
struct run_list {
	const struct stored_run *runs;
	size_t count;
	size_t round_size; /* runs of a complete round; 0: every one is */
};

static bool is_complete(const struct run_list *list, uint64_t round, uint64_t attempt)
{
	size_t good = 0;

	for (size_t i = 0; i < list->count; i++) {
		const struct stored_run *run = &list->runs[i];
		good += run->round == round && run->attempt == attempt &&
			(run->outcome == OUTCOME_OK || run->outcome == OUTCOME_UNSUPPORTED);
	}
	return list->round_size == 0 || good == list->round_size;
}

/* Only the last complete attempt of a round counts; why this run's does not, or NULL. */
static const char *reason_not_counted(const struct run_list *list, const struct stored_run *run)
{
	uint64_t last = run->attempt;

	for (size_t i = 0; i < list->count; i++) {
		if (list->runs[i].round == run->round)
			last = max_u64(last, list->runs[i].attempt);
	}
	for (uint64_t attempt = last; attempt > run->attempt; attempt--) {
		if (run->round == 0 || is_complete(list, run->round, attempt))
			return "its round was repeated";
	}
	if (run->round == 0 || is_complete(list, run->round, run->attempt))
		return NULL;
	return "its round is not complete";
}

/* NaN where the results have no value of this run. */
static double value_of(const struct results *r, const struct result_metric *metric,
	const struct stored_run *run)
{
	size_t m = (size_t)(metric - r->metrics);

	if (run->variant >= r->variant_count)
		return NAN;
	if (run->round == 0)
		return r->warmup[m * r->variant_count + run->variant];
	for (size_t i = 0; i < r->round_count; i++) {
		if (r->round_numbers[i] == run->round)
			return results_row(r, m, run->variant)[i];
	}
	return NAN;
}

static char *primary_text(struct arena *arena, const struct results *r, const char *cell,
	const struct stored_run *run, bool counts)
{
	const struct result_metric *metric = first_primary(r, cell);

	if (!metric || run->outcome != OUTCOME_OK || !counts)
		return arena_strdup(arena, "-");
	double value = value_of(r, metric, run);
	struct scale scale = scale_for(metric->unit, value);
	if (!isfinite(value))
		return arena_strdup(arena, "-");
	return arena_printf(arena, "%s %s", number_text(arena, value * scale.factor), scale.unit);
}

static const char *remark(const struct stored_run *run, const char *not_counted)
{
	if (run->reason && *run->reason)
		return run->reason;
	if (not_counted)
		return not_counted;
	return run->round == 0 ? "warm-up: discarded" : "";
}

int show_experiment_text(const struct stored_experiment *e, const struct stored_run *runs,
	size_t run_count, const struct results *results, struct text *out, struct error *err)
{
	static const struct table_column columns[] = {
		{ "RUN", true },
		{ "ROUND", true },
		{ "ATTEMPT", true },
		{ "VARIANT", false },
		{ "CELL", false },
		{ "OUTCOME", false },
		{ "VALUE", true },
		{ "REMARK", false },
	};
	struct arena arena = { 0 };
	const char **cells = NEW(&arena, const char *, run_count *COUNT_OF(columns) + 1);
	const char **to = cells;
	struct fact_list *facts = NULL;
	const struct run_list all = {
		.runs = runs,
		.count = run_count,
		.round_size = results->text_count > 0 ? 0 : e->variant_count * e->cell_count,
	};

	int ret = variant_facts_read(results, &arena, &facts, err);
	if (ret < 0) {
		arena_free(&arena);
		return ret;
	}
	put_head(out, &arena, e, results);
	put_variants(out, &arena, results, facts);
	put_differences(out, &arena, results);
	text_puts(out, "\n");
	for (size_t i = 0; i < run_count; i++) {
		const struct stored_run *run = &runs[i];
		const char *cell = run->cell < e->cell_count ? e->cells[run->cell] : "?";
		const char *not_counted = reason_not_counted(&all, run);
		*to++ = arena_printf(&arena, "%" PRIu64, run->id);
		*to++ = arena_printf(&arena, "%" PRIu64, run->round);
		*to++ = arena_printf(&arena, "%" PRIu64, run->attempt);
		*to++ = run->variant < e->variant_count ? e->variants[run->variant] : "?";
		*to++ = cell;
		*to++ = outcome_name(run->outcome);
		*to++ = primary_text(&arena, results, cell, run, !not_counted);
		*to++ = remark(run, not_counted);
	}
	ret = table_text(out, columns, COUNT_OF(columns), cells, run_count, err);
	arena_free(&arena);
	return ret;
}
