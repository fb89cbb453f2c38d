// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/json_pool.h"

#include <math.h>

static void set(json_t *object, const char *key, json_t *value)
{
	(void)json_object_set_new(object, key, value);
}

static json_t *ranks_json(const struct pooled *p)
{
	json_t *object = json_object();

	set(object, "test", json_text(p->is_paired ? "Friedman" : "Kruskal-Wallis"));
	set(object, "statistic", json_double(p->ranks.statistic));
	set(object, "degrees_of_freedom", json_double(p->ranks.df));
	set(object, "p", json_double(p->ranks.p));
	return object;
}

/* est with its test; the interval only where the method has one. */
static json_t *estimate_json(const struct results *r, size_t variant, size_t other,
	const struct estimate *e)
{
	json_t *object = json_object();

	set(object, "variant", json_text(r->variants[variant].name));
	set(object, "against", json_text(r->variants[other].name));
	set(object, "log_ratio", json_double(e->est));
	set(object, "ratio", json_double(exp(e->est)));
	set(object, "t", json_double(e->t));
	set(object, "p", json_double(e->p));
	if (!isfinite(e->lo))
		return object;
	set(object, "ratio_low", json_double(exp(e->lo)));
	set(object, "ratio_high", json_double(exp(e->hi)));
	return object;
}

static void set_blocks(json_t *object, const struct results *r, const struct pooled *p)
{
	const struct blocks *b = &p->blocks;
	json_t *against = json_array(), *pairs = json_array();
	size_t pair = 0;

	set(object, "rounds", json_u64(p->rounds));
	set(object, "df_variants", json_double(b->df_variants));
	set(object, "df_rounds", json_double(b->df_rounds));
	set(object, "df_error", json_double(b->df_error));
	set(object, "ss_variants", json_double(b->ss_variants));
	set(object, "ss_rounds", json_double(b->ss_rounds));
	set(object, "ss_error", json_double(b->ss_error));
	set(object, "f_variants", json_double(b->f_variants));
	set(object, "p_variants", json_double(b->p_variants));
	set(object, "f_rounds", json_double(b->f_rounds));
	set(object, "p_rounds", json_double(b->p_rounds));
	set(object, "dunnett_critical", json_double(b->critical));
	for (size_t i = 1; i < p->variant_count; i++) {
		(void)json_array_append_new(against,
			estimate_json(r, p->variants[i], p->variants[0], &p->against[i - 1]));
		for (size_t other = 0; other < i; other++)
			(void)json_array_append_new(pairs,
				estimate_json(r, p->variants[i], p->variants[other],
					&p->pairs[pair++]));
	}
	set(object, "dunnett", against);
	set(object, "tukey", pairs);
	if (!isfinite(b->f_variants))
		set(object, "reason", json_text("null: the rounds leave no spread to judge by"));
}

json_t *json_of_pooled(const struct results *r, const struct pooled *p)
{
	json_t *object = json_object();

	if (p->reason) {
		set(object, "reason", json_text(p->reason));
		return object;
	}
	set(object, "ranks", ranks_json(p));
	if (p->is_paired)
		set_blocks(object, r, p);
	else
		set(object, "reason", json_text("not paired: ranks are all there is"));
	return object;
}
