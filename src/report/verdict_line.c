// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/verdict_line.h"

#include "report/numbers.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Relative width of an interval of readings that are all equal but for their last bit. */
static const double no_width = 1e-12;

static const struct result_metric *metric_of(const struct judgement *j, const struct effect *e)
{
	return &j->results->metrics[e->metric];
}

char *verdict_word(struct arena *arena, const struct judgement *j, const struct effect *e)
{
	if (!e->primary)
		return arena_strdup(arena, "-");
	if (e->reason && effect_invalid(j, e))
		return arena_strdup(arena, verdict_name(VERDICT_INVALID));
	if (e->reason)
		return arena_strdup(arena, "NO-VERDICT");
	const char *name = verdict_name(e->comparison.verdict);
	if (e->comparison.verdict != VERDICT_EQUIVALENT)
		return arena_strdup(arena, name);
	return arena_printf(arena, "%s±%s", name, percent_text(arena, metric_of(j, e)->margin));
}

/* `h` says that Holm's correction for the family is in it. */
static char *holm_text(struct arena *arena, const struct judgement *j, const char *name, double p)
{
	return arena_printf(arena, "%s%s%s", name, p_text(arena, p), j->family > 1 ? "h" : "");
}

/* " rounds", " run"; nothing where there is no room. */
static const char *missing_word(const struct effect *e, int brevity, uint64_t count)
{
	static const char *const words[][2] = { { " run", " runs" }, { " round", " rounds" } };

	return brevity > 0 ? "" : words[e->design == DESIGN_PAIRED][count != 1];
}

/* Rounds still missing, in the words that there is room for: 0 all, 1 without "rounds", 2 settling
 * only. */
static char *needed_text(const struct judgement *j, const struct effect *e, int brevity,
	struct arena *arena)
{
	const struct comparison *c = &e->comparison;
	const char *margin = percent_text(arena, metric_of(j, e)->margin);
	uint64_t see = c->n_see > c->n ? c->n_see - c->n : 0;
	const char *see_what = missing_word(e, brevity, see);

	if (c->n_settle_more == 0)
		return see == 0 ? NULL
				: arena_printf(arena, "+%" PRIu64 "%s if real", see, see_what);
	/* where settling is the cheaper of the two, seeing today's effect is no question any more
	 */
	if (see == 0 || see >= c->n_settle_more || brevity > 1)
		return arena_printf(arena, "+%" PRIu64 "%s to settle ±%s", c->n_settle_more,
			missing_word(e, brevity, c->n_settle_more), margin);
	return arena_printf(arena, "+%" PRIu64 "%s if real, +%" PRIu64 " to settle ±%s", see,
		see_what, c->n_settle_more, margin);
}

/* The second witness that withholds a claim which the t test would make; NULL where none does. */
static char *witness_text(const struct judgement *j, const struct comparison *c,
	struct arena *arena)
{
	double alpha = j->results->alpha;

	if (c->p_holm <= alpha && c->exact_attainable && c->p_exact > alpha)
		return arena_printf(arena, "exact test disagrees: p%s", p_text(arena, c->p_exact));
	if (c->p_tost_holm <= alpha && c->p_tost_all > alpha)
		return arena_printf(arena, "spread of all rounds disagrees: pt%s",
			p_text(arena, c->p_tost_all));
	return NULL;
}

/* Whether the line says how many rounds are missing, and can say it in fewer words. */
static bool says_needed(const struct judgement *j, const struct effect *e, struct arena *arena)
{
	const struct comparison *c = &e->comparison;
	return e->primary && !e->reason && c->verdict == VERDICT_INCONCLUSIVE &&
	       !c->not_enough_data && !e->rests_on_odd && !e->rests_on_logs &&
	       !witness_text(j, c, arena);
}

static bool has_interval(const struct comparison *c)
{
	return isfinite(c->ratio_lo) && isfinite(c->ratio_hi);
}

static char *inconclusive_text(const struct judgement *j, const struct effect *e,
	struct arena *arena)
{
	const struct comparison *c = &e->comparison;

	if (c->not_enough_data)
		return arena_strdup(arena, "not enough data");
	if (e->rests_on_logs)
		return arena_strdup(arena, "rests on the sds");
	if (e->rests_on_odd)
		return arena_printf(arena, "rests on %s", e->odd);
	char *witness = witness_text(j, c, arena);
	if (witness)
		return witness;
	char *needed = needed_text(j, e, 0, arena);
	return needed ? needed : arena_printf(arena, "p%s", p_text(arena, c->p_holm));
}

static char *how_text(const struct judgement *j, const struct effect *e, struct arena *arena)
{
	const struct comparison *c = &e->comparison;

	if (e->reason)
		return arena_strdup(arena, e->reason);
	if (!e->primary && metric_of(j, e)->origin == RESULT_OBSERVED && isfinite(e->q))
		return arena_printf(arena, "q%s", p_text(arena, e->q));
	if (!e->primary)
		return arena_strdup(arena, "");
	switch (c->verdict) {
	case VERDICT_INVALID:
		return arena_strdup(arena, "");
	case VERDICT_INCONCLUSIVE:
		return inconclusive_text(j, e, arena);
	case VERDICT_EQUIVALENT:
		return arena_printf(arena, "%s%s",
			has_interval(c) ? holm_text(arena, j, "pt", c->p_tost_holm) : "",
			c->real_but_small ? "  real-but-small" : "");
	case VERDICT_FASTER:
	case VERDICT_SLOWER:
		break;
	}
	return arena_printf(arena, "%s%s%s",
		has_interval(c) ? holm_text(arena, j, "p", c->p_holm) : "",
		c->at_least_delta ? "  >=" : "",
		c->at_least_delta ? percent_text(arena, metric_of(j, e)->margin) : "");
}

static void add_flag(struct arena *arena, struct verdict_line *line, const char *flag)
{
	*ARENA_PUSH(arena, line->flags, line->flag_count) = flag;
}

/* The rig line says what it is. */
static bool rig_is_doubtful(const struct judgement *j)
{
	if (j->aa_count == 0)
		return false;
	const struct effect *worst = &j->aa[j->aa_worst];
	return !worst->reason && worst->comparison.verdict != VERDICT_EQUIVALENT;
}

static bool are_interleaved(const struct results *r, const struct effect *e)
{
	return r->source == RESULTS_OF_SEVERAL ? e->design == DESIGN_PAIRED : r->interleaved;
}

static void add_flags(const struct judgement *j, const struct effect *e, const struct note *notes,
	size_t note_count, struct arena *arena, struct verdict_line *line)
{
	const struct results *r = j->results;
	const struct comparison *c = &e->comparison;
	bool differs = e->primary && !e->reason &&
		       (c->verdict == VERDICT_FASTER || c->verdict == VERDICT_SLOWER);

	const char *invalid = effect_invalid(j, e);
	if (e->primary && c->verdict == VERDICT_INVALID && !e->reason && invalid)
		add_flag(arena, line, invalid);
	if (differs && e->design == DESIGN_SUMMARY)
		add_flag(arena, line, "!summary-only");
	else if (differs && !c->exact_attainable)
		add_flag(arena, line,
			arena_printf(arena, "!exact-floor%s", p_text(arena, c->exact_floor) + 1));
	bool claims = differs || (e->primary && !e->reason && c->verdict == VERDICT_EQUIVALENT);
	if (claims && c->ratio_hi - c->ratio_lo < no_width * c->ratio)
		add_flag(arena, line, "!no-spread");
	if (e->odd && !e->rests_on_odd)
		add_flag(arena, line, arena_printf(arena, "!odd-run.%s", e->odd));
	if (e->doubts.has_hiccups)
		add_flag(arena, line, "!hiccups");
	if (e->doubts.is_serial)
		add_flag(arena, line, "!serial");
	if (e->doubts.noise_changed)
		add_flag(arena, line, "!noise-changed");
	if (e->primary && rig_is_doubtful(j))
		add_flag(arena, line, "!aa");
	/* of an import the rig line says it, once for all */
	bool is_import = r->source == RESULTS_OF_EXPERIMENT && r->text_count > 0;
	if (r->source != RESULTS_OF_NUMBERS && !is_import && !are_interleaved(r, e))
		add_flag(arena, line, "!not-interleaved");
	if (e->missing > 0)
		add_flag(arena, line, arena_printf(arena, "!missing.%zu", e->missing));
	for (size_t i = 0; i < note_count; i++) {
		if (note_concerns(&notes[i], r->metrics[e->metric].cell, e->variant, e->baseline))
			add_flag(arena, line, arena_printf(arena, "!note.%zu", i + 1));
	}
}

/* One blank where there are two. */
static char *narrow(struct arena *arena, const char *text)
{
	char *made = arena_strdup(arena, text);
	size_t n = 0;

	for (const char *at = text; *at; at++) {
		if (at[0] != ' ' || at[1] != ' ')
			made[n++] = *at;
	}
	made[n] = '\0';
	return made;
}

static size_t compared_variants(const struct results *r)
{
	size_t count = 0;

	for (size_t v = 0; v < r->variant_count; v++)
		count += v != r->baseline && !r->variants[v].hidden;
	return count;
}

static char *values_text(struct arena *arena, const struct effect *e, double factor)
{
	return arena_printf(arena, "%s -> %s", number_text(arena, e->base * factor),
		number_text(arena, e->var * factor));
}

/* A text's mean may be of any number of runs. */
static char *count_text(struct arena *arena, const struct effect *e, size_t n, double mean)
{
	return e->design == DESIGN_SUMMARY && n == 0 && isfinite(mean)
		       ? arena_strdup(arena, "?")
		       : arena_printf(arena, "%zu", n);
}

static char *n_text(struct arena *arena, const struct effect *e)
{
	if (e->design == DESIGN_PAIRED)
		return arena_printf(arena, "n=%zu", e->base_n);
	return arena_printf(arena, "n=%s+%s", count_text(arena, e, e->base_n, e->base),
		count_text(arena, e, e->var_n, e->var));
}

/* "-5.000 (-100%)": of what has no ratio. A change from 0 is no percentage. */
static char *difference_text(struct arena *arena, const struct effect *e, double factor)
{
	double difference = e->var - e->base;
	char *number = arena_printf(arena, "%s%s", difference > 0 ? "+" : "",
		number_text(arena, difference * factor));

	if (!(e->base > 0) || e->var < 0)
		return arena_printf(arena, "%s (n/a)", number);
	return arena_printf(arena, "%s (%s)", number,
		e->var >= 2 * e->base ? effect_text(arena, e->var / e->base, NAN, NAN)
				      : arena_printf(arena, "%+.1f%%", 100 * difference / e->base));
}

static void set_difference(const struct judgement *j, const struct effect *e, double factor,
	struct arena *arena, struct verdict_line *line)
{
	struct evidence evidence = effect_evidence(j, e, arena);

	line->parts[PART_EFFECT] = difference_text(arena, e, factor);
	if (!isfinite(evidence.rank_p))
		return;
	const char *rank = arena_printf(arena, "rank p%s", p_text(arena, evidence.rank_p));
	line->parts[PART_HOW] = arena_printf(arena, "no ratio (%s); %s",
		metric_is_count(metric_of(j, e)) ? "counts" : "value <= 0", rank);
	for (size_t i = 0; i < COUNT_OF(line->shorter); i++)
		line->shorter[i] = rank;
}

void make_verdict_line(const struct judgement *j, const struct effect *e, const struct note *notes,
	size_t note_count, struct arena *arena, struct verdict_line *line)
{
	const struct results *r = j->results;
	const struct comparison *c = &e->comparison;
	struct scale scale =
		scale_for(r->metrics[e->metric].unit, fmax(fabs(e->base), fabs(e->var)));
	/* an invalid experiment's numbers are shown, but nothing is made of them */
	bool has_ratio = !e->reason && !effect_invalid(j, e);

	*line = (struct verdict_line){
		.effect = e,
		.parts = {
			[PART_WORD] = verdict_word(arena, j, e),
			[PART_VARIANT] = compared_variants(r) > 1 ? r->variants[e->variant].name : "",
			[PART_LABEL] = "",
			[PART_UNIT] = scale.unit,
			[PART_VALUES] = values_text(arena, e, scale.factor),
			[PART_EFFECT] = has_ratio ?
				effect_text(arena, c->ratio, c->ratio_lo, c->ratio_hi) : "",
			[PART_N] = n_text(arena, e),
			[PART_HOW] = how_text(j, e, arena),
		},
		.decimal = "",
	};
	if (scale.decimal)
		line->decimal = arena_printf(arena, "(%s %s)",
			values_text(arena, e, scale.decimal_factor), scale.decimal);
	for (int i = 0; says_needed(j, e, arena) && i < (int)COUNT_OF(line->shorter); i++)
		line->shorter[i] = needed_text(j, e, i + 1, arena);
	if (effect_has_only_difference(e) && !effect_invalid(j, e))
		set_difference(j, e, scale.factor, arena, line);
	/* why there is no ratio is given up only where the line would be too long */
	line->brief = says_needed(j, e, arena) && line->shorter[0]
			      ? line->shorter[0]
			      : narrow(arena, line->parts[PART_HOW]);
	add_flags(j, e, notes, note_count, arena, line);
}

char *arm_text(const struct judgement *j, size_t metric, size_t variant, const struct scale *scale,
	struct arena *arena)
{
	const struct summary *s = judgement_summary(j, metric, variant);
	const char *spread = "sd -";

	if (isfinite(s->pct_sd) && isfinite(s->sd_lo) && s->mean > 0)
		spread = arena_printf(arena, "sd %s%% (sd CI %s-%s%%)",
			spread_text(arena, s->pct_sd), spread_text(arena, 100 * s->sd_lo / s->mean),
			spread_text(arena, 100 * s->sd_hi / s->mean));
	else if (isfinite(s->pct_sd))
		spread = arena_printf(arena, "sd %s%%", spread_text(arena, s->pct_sd));
	char *start = arena_printf(arena, "%s: mean %s%s%s %s", j->results->variants[variant].name,
		number_text(arena, s->mean * scale->factor), *scale->unit ? " " : "", scale->unit,
		spread);
	if (!isfinite(s->median))
		return s->n == 0 && isfinite(s->mean)
			       ? arena_printf(arena, "%s n=?", start)
			       : arena_printf(arena, "%s n=%zu", start, s->n);
	return arena_printf(arena, "%s min %s median %s max %s n=%zu", start,
		number_text(arena, s->min * scale->factor),
		number_text(arena, s->median * scale->factor),
		number_text(arena, s->max * scale->factor), s->n);
}

/* Other tests of the same values. */
static void add_evidence(const struct judgement *j, const struct effect *e, struct arena *arena,
	const char ***items, size_t *n)
{
	struct evidence ev = effect_evidence(j, e, arena);

	if (isfinite(ev.rank_p))
		*ARENA_PUSH(arena, *items, *n) =
			arena_printf(arena, "rank p%s", p_text(arena, ev.rank_p));
	if (isfinite(ev.shift.est))
		*ARENA_PUSH(arena, *items, *n) = arena_printf(arena, "HL %s",
			effect_text(arena, exp(ev.shift.est), NAN, NAN));
	if (isfinite(ev.difference_t) && e->design != DESIGN_PAIRED)
		*ARENA_PUSH(arena, *items, *n) = arena_printf(arena, "raw t=%s df=%.3g p%s",
			statistic_text(arena, ev.difference_t), ev.difference_df,
			p_text(arena, ev.difference_p));
}

const char **verdict_details(const struct judgement *j, const struct effect *e, struct arena *arena,
	size_t *count)
{
	const struct comparison *c = &e->comparison;
	const struct result_metric *metric = metric_of(j, e);
	struct scale scale = scale_for(metric->unit, fmax(fabs(e->base), fabs(e->var)));
	const char **items = NULL;
	size_t n = 0;

	*ARENA_PUSH(arena, items, n) = arm_text(j, e->metric, e->baseline, &scale, arena);
	*ARENA_PUSH(arena, items, n) =
		arena_printf(arena, "| %s", arm_text(j, e->metric, e->variant, &scale, arena));
	if (scale.decimal)
		*ARENA_PUSH(arena, items, n) = arena_printf(arena, "| %s -> %s %s",
			number_text(arena, e->base * scale.decimal_factor),
			number_text(arena, e->var * scale.decimal_factor), scale.decimal);
	if (!e->reason && isfinite(c->t)) {
		*ARENA_PUSH(arena, items, n) = arena_printf(arena, "| t=%s df=%.3g p%s",
			statistic_text(arena, c->t), c->df, p_text(arena, c->p));
		if (isfinite(c->p_exact))
			*ARENA_PUSH(arena, items, n) = arena_printf(arena, "exact p%s%s",
				p_text(arena, c->p_exact), c->exact_is_drawn ? " (drawn)" : "");
		add_evidence(j, e, arena, &items, &n);
	}
	if (isfinite(e->q))
		*ARENA_PUSH(arena, items, n) = arena_printf(arena, "q%s", p_text(arena, e->q));
	if (!e->reason && isfinite(c->p_tost))
		*ARENA_PUSH(arena, items, n) = arena_printf(arena, "| TOST±%s p%s",
			percent_text(arena, metric->margin), p_text(arena, c->p_tost));
	*count = n;
	return items;
}
