// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/list_text.h"

#include "report/notes.h"
#include "report/numbers.h"
#include "report/table.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { LIST_NAMES = 32, HEAD_INDENT = 12 };

static char *joined(struct arena *arena, const char *const *names, size_t count)
{
	char *text = arena_strdup(arena, "");

	for (size_t i = 0; i < count; i++)
		text = arena_printf(arena, "%s%s%s", text, i > 0 ? ", " : "", names[i]);
	return text;
}

/* "lmdd x4, postmark": a workload's cells differ in their levels only. */
static char *workloads_text(struct arena *arena, const struct stored_experiment *e)
{
	char *text = arena_strdup(arena, "");

	for (size_t i = 0; i < e->cell_count; i++) {
		size_t length = strcspn(e->cells[i], " ");
		size_t same = 0;
		bool said = false;
		for (size_t k = 0; k < e->cell_count; k++) {
			if (strcspn(e->cells[k], " ") != length ||
				strncmp(e->cells[i], e->cells[k], length) != 0)
				continue;
			said |= k < i;
			same++;
		}
		if (said)
			continue;
		text = arena_printf(arena, "%s%s%.*s", text, *text ? ", " : "", (int)length,
			e->cells[i]);
		if (same > 1)
			text = arena_printf(arena, "%s x%zu", text, same);
	}
	return text;
}

static const char *count_or(struct arena *arena, const char *text, size_t count, const char *what)
{
	if (display_width(text) <= LIST_NAMES)
		return text;
	return arena_printf(arena, "%zu %s", count, what);
}

int list_text(const struct stored_experiment *list, size_t count, struct text *out,
	struct error *err)
{
	static const struct table_column columns[] = {
		{ "ID", true },
		{ "NAME", false },
		{ "WHEN", false },
		{ "STATE", false },
		{ "VARIANTS", false },
		{ "WORKLOADS", false },
		{ "RUNS", true },
		{ "FAILED", true },
	};
	struct arena arena = { 0 };
	const char **cells = NEW(&arena, const char *, count *COUNT_OF(columns) + 1);
	const char **cell = cells;

	for (size_t i = 0; i < count; i++) {
		const struct stored_experiment *e = &list[i];
		*cell++ = arena_printf(&arena, "%" PRIu64, e->id);
		*cell++ = e->name;
		*cell++ = utc_text(&arena, e->created_ns);
		*cell++ = e->state;
		*cell++ = count_or(&arena, joined(&arena, e->variants, e->variant_count),
			e->variant_count, "variants");
		*cell++ = count_or(&arena, workloads_text(&arena, e), e->cell_count, "cells");
		*cell++ = arena_printf(&arena, "%" PRIu64, e->run_count);
		*cell++ = arena_printf(&arena, "%" PRIu64, e->failed_count);
	}
	int ret = table_text(out, columns, COUNT_OF(columns), cells, count, err);
	arena_free(&arena);
	return ret;
}

static void put_head_line(struct text *out, const char *key, const char *value)
{
	const char *text = value && *value ? value : "-";

	text_printf(out, "%-*s", HEAD_INDENT, key);
	wrap_items(out, &text, 1, HEAD_INDENT, REPORT_COLUMNS);
}

static void put_head(struct text *out, struct arena *arena, const struct stored_experiment *e)
{
	const struct {
		const char *key, *value;
	} lines[] = {
		{ "experiment", arena_printf(arena, "%" PRIu64 " %s", e->id, e->name) },
		{ "state", e->state_reason && *e->state_reason
				   ? arena_printf(arena, "%s: %s", e->state, e->state_reason)
				   : e->state },
		{ "started", utc_text(arena, e->created_ns) },
		{ "ended", utc_text(arena, e->ended_ns) },
		{ "variants", joined(arena, e->variants, e->variant_count) },
		{ "workloads", joined(arena, e->cells, e->cell_count) },
		{ "runs", arena_printf(arena, "%" PRIu64 ", %" PRIu64 " failed", e->run_count,
				  e->failed_count) },
		{ "plan", e->plan_sha256 },
		{ "bakeoff", e->version },
	};

	for (size_t i = 0; i < COUNT_OF(lines); i++)
		put_head_line(out, lines[i].key, lines[i].value);
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
	size_t round_size; /* runs of a complete round */
};

static bool is_complete(const struct run_list *list, uint64_t round, uint64_t attempt)
{
	size_t good = 0;

	for (size_t i = 0; i < list->count; i++) {
		const struct stored_run *run = &list->runs[i];
		good += run->round == round && run->attempt == attempt &&
			(run->outcome == OUTCOME_OK || run->outcome == OUTCOME_UNSUPPORTED);
	}
	return good == list->round_size;
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
	const struct run_list all = {
		.runs = runs,
		.count = run_count,
		.round_size = e->variant_count * e->cell_count,
	};

	put_head(out, &arena, e);
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
	int ret = table_text(out, columns, COUNT_OF(columns), cells, run_count, err);
	arena_free(&arena);
	return ret;
}
