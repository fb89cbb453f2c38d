// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/several.h"

#include "report/alike.h"
#include "report/judge.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_same_metric(const struct result_metric *a, const struct result_metric *b)
{
	return strcmp(a->cell, b->cell) == 0 && strcmp(a->phase, b->phase) == 0 &&
	       strcmp(a->metric, b->metric) == 0 && strcmp(a->unit, b->unit) == 0 &&
	       a->better == b->better;
}

/* Index of that metric; metric_count where there is none. */
static size_t find_metric(const struct results *r, const struct result_metric *metric)
{
	size_t i = 0;

	while (i < r->metric_count && !is_same_metric(&r->metrics[i], metric))
		i++;
	return i;
}

static void merge_metrics(const struct results *experiments, size_t count, struct arena *arena,
	struct results *to)
{
	for (size_t e = 0; e < count; e++) {
		for (size_t m = 0; m < experiments[e].metric_count; m++) {
			const struct result_metric *metric = &experiments[e].metrics[m];
			if (find_metric(to, metric) == to->metric_count)
				*ARENA_PUSH(arena, to->metrics, to->metric_count) = *metric;
		}
	}
}

static bool is_shared_name(const struct results *experiments, size_t count)
{
	for (size_t a = 0; a < count; a++) {
		for (size_t b = 0; b < a; b++) {
			for (size_t i = 0; i < experiments[a].variant_count; i++) {
				for (size_t k = 0; k < experiments[b].variant_count; k++) {
					if (strcmp(experiments[a].variants[i].name,
						    experiments[b].variants[k].name) == 0)
						return true;
				}
			}
		}
	}
	return false;
}

static void merge_variants(const struct results *experiments, size_t count, struct arena *arena,
	struct results *to)
{
	bool is_shared = is_shared_name(experiments, count);
	size_t group = 0;

	for (size_t e = 0; e < count; e++) {
		const struct results *r = &experiments[e];
		for (size_t v = 0; v < r->variant_count; v++) {
			struct result_variant *variant =
				ARENA_PUSH(arena, to->variants, to->variant_count);
			*variant = r->variants[v];
			variant->experiment = r->experiment;
			variant->group = group;
			if (is_shared)
				variant->name = arena_printf(arena, "%" PRIu64 ":%s", r->experiment,
					r->variants[v].name);
			if (r->design != RESULTS_PAIRED)
				group++; /* each arm stands alone */
		}
		group++;
	}
	to->baseline = experiments[0].baseline;
}

static int by_number(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* The numbers of all rounds, each once, in their order. */
static void merge_rounds(const struct results *experiments, size_t count, struct arena *arena,
	struct results *to)
{
	uint64_t *numbers = NULL;
	size_t n = 0;

	for (size_t e = 0; e < count; e++) {
		for (size_t i = 0; i < experiments[e].round_count; i++)
			*ARENA_PUSH(arena, numbers, n) = experiments[e].round_numbers[i];
	}
	if (n > 0)
		qsort(numbers, n, sizeof(*numbers), by_number);
	for (size_t i = 0; i < n; i++) {
		if (to->round_count == 0 || numbers[to->round_count - 1] != numbers[i])
			numbers[to->round_count++] = numbers[i];
	}
	to->round_numbers = numbers;
}

static size_t round_index(const struct results *to, uint64_t number)
{
	const uint64_t *found =
		bsearch(&number, to->round_numbers, to->round_count, sizeof(number), by_number);

	return (size_t)(found - to->round_numbers);
}

static double *nothing(struct arena *arena, size_t count)
{
	double *values = NEW(arena, double, count + 1);

	for (size_t i = 0; i < count; i++)
		values[i] = NAN;
	return values;
}

static void copy_values(const struct results *from, size_t first_variant, struct results *to)
{
	for (size_t m = 0; m < from->metric_count; m++) {
		size_t metric = find_metric(to, &from->metrics[m]);
		for (size_t v = 0; v < from->variant_count; v++) {
			const double *row = results_row(from, m, v);
			double *into = results_row(to, metric, first_variant + v);
			for (size_t i = 0; i < from->round_count; i++)
				into[round_index(to, from->round_numbers[i])] = row[i];
			size_t arm = metric * to->variant_count + first_variant + v;
			to->warmup[arm] = from->warmup[m * from->variant_count + v];
			to->arm_metrics[arm] = &from->metrics[m];
			if (!from->records)
				continue;
			to->records[arm] = from->records[m * from->variant_count + v];
			to->moments[arm] = from->moments[m * from->variant_count + v];
		}
	}
}

/* Room for what is known of numbers that were read of texts. */
static void add_imported(struct arena *arena, struct results *to)
{
	size_t arms = to->metric_count * to->variant_count;

	to->records = NEW(arena, const struct import_record *, arms + 1);
	to->moments = NEW(arena, struct result_moments, arms + 1);
	for (size_t i = 0; i < arms; i++)
		to->moments[i] = (struct result_moments){ .mean = NAN, .sd = NAN };
}

static void copy_texts(const struct results *from, struct arena *arena, struct results *to)
{
	struct import_text *texts =
		NEW(arena, struct import_text, to->text_count + from->text_count + 1);
	struct import_note *notes =
		NEW(arena, struct import_note, to->note_count + from->note_count + 1);

	for (size_t i = 0; i < to->text_count; i++)
		texts[i] = to->texts[i];
	for (size_t i = 0; i < from->text_count; i++)
		texts[to->text_count + i] = from->texts[i];
	for (size_t i = 0; i < to->note_count; i++)
		notes[i] = to->notes[i];
	for (size_t i = 0; i < from->note_count; i++)
		notes[to->note_count + i] = from->notes[i];
	to->texts = texts;
	to->text_count += from->text_count;
	to->notes = notes;
	to->note_count += from->note_count;
}

static void copy_runs(const struct results *from, size_t first_variant, struct arena *arena,
	struct results *to)
{
	for (size_t i = 0; i < from->flag_count; i++) {
		struct result_flag *flag = ARENA_PUSH(arena, to->flags, to->flag_count);
		*flag = from->flags[i];
		flag->variant += first_variant;
	}
	for (size_t i = 0; i < from->demand_count; i++) {
		struct result_demand *demand = ARENA_PUSH(arena, to->demands, to->demand_count);
		*demand = from->demands[i];
		demand->variant += first_variant;
	}
	for (size_t i = 0; i < from->run_count; i++) {
		struct result_run *run = ARENA_PUSH(arena, to->runs, to->run_count);
		*run = from->runs[i];
		run->variant += first_variant;
	}
}

static void add_origin(const struct results *from, struct arena *arena, struct results *to)
{
	*ARENA_PUSH(arena, to->origins, to->origin_count) = (struct result_origin){
		.experiment = from->experiment,
		.name = from->name,
		.plan_sha256 = from->plan_sha256,
		.state = from->state,
		.state_reason = from->state_reason,
		.seed = from->seed,
		.started_ns = from->started_ns,
		.interleaved = from->interleaved,
		.imported = from->text_count > 0,
		.pilot = from->pilot,
		.round_count = from->round_count,
	};
	to->name = arena_printf(arena, "%s%s%s", to->name, *to->name ? ", " : "", from->name);
	to->attempts_repeated += from->attempts_repeated;
	if (strcmp(from->state, "invalid") != 0)
		return;
	to->state = "invalid";
	to->state_reason = arena_printf(arena, "experiment %" PRIu64 " is invalid%s%s",
		from->experiment, from->state_reason && *from->state_reason ? ": " : "",
		from->state_reason ? from->state_reason : "");
}

void several_merge(const struct results *experiments, size_t count, struct arena *arena,
	struct results *merged)
{
	struct results to = {
		.source = RESULTS_OF_SEVERAL,
		.design = RESULTS_PAIRED,
		.name = "",
		.plan_sha256 = "",
		.state = "done",
		.state_reason = "",
		.started_ns = experiments[0].started_ns,
		.alpha = experiments[0].alpha,
	};
	size_t first = 0;
	bool imported = false;

	for (size_t e = 0; e < count; e++)
		imported |= experiments[e].text_count > 0;
	if (imported)
		experiments = imports_as_own(experiments, count, arena);
	merge_metrics(experiments, count, arena, &to);
	merge_variants(experiments, count, arena, &to);
	merge_rounds(experiments, count, arena, &to);
	to.values = nothing(arena, to.metric_count * to.variant_count * to.round_count);
	to.warmup = nothing(arena, to.metric_count * to.variant_count);
	to.arm_metrics =
		NEW(arena, const struct result_metric *, to.metric_count *to.variant_count + 1);
	if (imported)
		add_imported(arena, &to);
	for (size_t e = 0; e < count; e++) {
		copy_values(&experiments[e], first, &to);
		copy_texts(&experiments[e], arena, &to);
		copy_runs(&experiments[e], first, arena, &to);
		add_origin(&experiments[e], arena, &to);
		first += experiments[e].variant_count;
	}
	*merged = to;
}

static bool experiment_has(const struct results *r, size_t metric, uint64_t experiment)
{
	for (size_t v = 0; v < r->variant_count; v++) {
		if (r->variants[v].experiment == experiment && results_has_value(r, metric, v))
			return true;
	}
	return false;
}

struct unmatched *several_unmatched_metrics(const struct results *r, struct arena *arena,
	size_t *count)
{
	struct unmatched *all = NULL;
	size_t n = 0;

	for (size_t m = 0; r->source == RESULTS_OF_SEVERAL && m < r->metric_count; m++) {
		struct unmatched u = { .metric = m };
		if (!result_is_listed(&r->metrics[m]))
			continue;
		for (size_t e = 0; e < r->origin_count; e++) {
			uint64_t id = r->origins[e].experiment;
			if (experiment_has(r, m, id))
				*ARENA_PUSH(arena, u.has, u.has_count) = id;
			else
				*ARENA_PUSH(arena, u.lacks, u.lacks_count) = id;
		}
		if (u.has_count > 0 && u.lacks_count > 0)
			*ARENA_PUSH(arena, all, n) = u;
	}
	*count = n;
	return all;
}

char *unmatched_reason(const struct unmatched *u, struct arena *arena)
{
	char *text = arena_printf(arena, "only in experiment%s", u->has_count > 1 ? "s" : "");

	for (size_t i = 0; i < u->has_count; i++)
		text = arena_printf(arena, "%s%s %" PRIu64, text, i > 0 ? "," : "", u->has[i]);
	return text;
}

const char *const *several_unmatched(const struct results *r, struct arena *arena)
{
	const char **texts = NULL;
	size_t count, n = 0;
	const struct unmatched *all = several_unmatched_metrics(r, arena, &count);

	for (size_t i = 0; i < count; i++) {
		const struct result_metric *m = &r->metrics[all[i].metric];
		*ARENA_PUSH(arena, texts, n) = arena_printf(arena, "%s [%s]: %s",
			metric_label(arena, m), m->unit, unmatched_reason(&all[i], arena));
	}
	*ARENA_PUSH(arena, texts, n) = NULL;
	return texts;
}
