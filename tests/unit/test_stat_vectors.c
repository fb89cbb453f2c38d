// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * The reference vectors of tests/data/stat_vectors.json: made with R 4.2.2, each recomputed
 * by an independent second path (the file's meta says how). Each is compared at its own tolerance.
 */
#include "core/arena.h"
#include "core/json.h"
#include "stats/adjust.h"
#include "stats/order.h"
#include "stats/paired.h"
#include "stats/permutation.h"
#include "stats/sample.h"
#include "stats/samplesize.h"
#include "stats/signflip.h"
#include "stats/student.h"
#include "stats/summary.h"
#include "stats/tost.h"
#include "stats/verdict.h"
#include "stats/welch.h"

#include "unit.h"

#include <math.h>

/* A vector under way: its input, and what our functions make of it. */
struct vector {
	const json_t *in;
	json_t *out;
	struct arena arena;
};

struct numbers {
	double *x;
	size_t n;
};

static struct numbers numbers_of(struct vector *v, const json_t *array)
{
	struct numbers list = { .n = json_array_size(array) };

	ck_assert(json_is_array(array));
	list.x = NEW(&v->arena, double, list.n);
	for (size_t i = 0; i < list.n; i++)
		list.x[i] = json_number_value(json_array_get(array, i));
	return list;
}

static struct numbers numbers(struct vector *v, const char *key)
{
	return numbers_of(v, json_object_get(v->in, key));
}

static double number(const json_t *object, const char *key)
{
	const json_t *value = json_object_get(object, key);

	ck_assert_msg(json_is_number(value), "no number %s", key);
	return json_number_value(value);
}

static size_t count(const json_t *object, const char *key)
{
	return (size_t)number(object, key);
}

static void put(struct vector *v, const char *key, double value)
{
	(void)json_object_set_new(v->out, key, json_double(value));
}

static void put_list(struct vector *v, const char *key, const double *x, size_t n)
{
	json_t *list = json_array();

	for (size_t i = 0; i < n; i++)
		(void)json_array_append_new(list, json_double(x[i]));
	(void)json_object_set_new(v->out, key, list);
}

static void put_effect(struct vector *v, const struct effect *e)
{
	put(v, "se", e->se);
	put(v, "df", e->df);
	put(v, "t", e->t);
	put(v, "p", e->p);
}

static void put_log_effect(struct vector *v, const struct effect *e)
{
	put_effect(v, e);
	put(v, "log_ratio", e->est);
	put(v, "ratio", exp(e->est));
	put(v, "ratio_lo", exp(e->lo));
	put(v, "ratio_hi", exp(e->hi));
}

static struct moments table_moments(struct vector *v, char arm)
{
	char mean[] = { 'm', arm, 0 }, sd[] = { 's', arm, 0 }, n[] = { 'n', arm, 0 };

	return (struct moments){
		.n = count(v->in, n),
		.mean = number(v->in, mean),
		.sd = number(v->in, sd),
	};
}

static void do_summary(struct vector *v)
{
	struct numbers x = numbers(v, "x");
	struct summary s;
	struct error err = { 0 };

	OK(summarize(x.x, x.n, &s, &err));
	put(v, "n", (double)s.n);
	put(v, "mean", s.mean);
	put(v, "sd", s.sd);
	put(v, "pct_sd", s.pct_sd);
	put(v, "median", s.median);
	put(v, "min", s.min);
	put(v, "max", s.max);
	put(v, "ci95_lo", s.mean_lo);
	put(v, "ci95_hi", s.mean_hi);
	put(v, "mad_raw", sample_mad(x.x, x.n));
	put(v, "gmean", s.gmean);
	put(v, "log_sd", sample_log_moments(x.x, x.n, 0).sd);
	put(v, "gmean_ci95_lo", s.gmean_lo);
	put(v, "gmean_ci95_hi", s.gmean_hi);
	put(v, "sd_ci95_lo", s.sd_lo);
	put(v, "sd_ci95_hi", s.sd_hi);
	put(v, "rel_range", s.relative_range);
}

static void do_t_quantile(struct vector *v)
{
	double df = number(v->in, "df");

	put(v, "q95", student_critical(0.05, df));
	put(v, "q975", student_critical(0.025, df));
	put(v, "q995", student_critical(0.005, df));
}

static void do_t_two_sided_p(struct vector *v)
{
	put(v, "p", student_two_sided(number(v->in, "t"), number(v->in, "df")));
}

static struct effect welch_logs(struct vector *v, double unit)
{
	struct numbers base = numbers(v, "base"), var = numbers(v, "var");
	struct moments b = sample_log_moments(base.x, base.n, unit);
	struct moments w = sample_log_moments(var.x, var.n, unit);

	return welch(&b, &w);
}

static void do_welch_log(struct vector *v)
{
	struct effect e = welch_logs(v, 0);

	put_log_effect(v, &e);
}

static void do_welch_log_quantised(struct vector *v)
{
	struct effect e = welch_logs(v, number(v->in, "unit"));

	put_log_effect(v, &e);
	put(v, "p_tost_05", tost_log(&e, 0.05).p);
}

static void put_difference(struct vector *v, const struct effect *e)
{
	put_effect(v, e);
	put(v, "diff", e->est);
	put(v, "lo", e->lo);
	put(v, "hi", e->hi);
}

static void do_welch_raw(struct vector *v)
{
	struct numbers base = numbers(v, "base"), var = numbers(v, "var");
	struct moments b = sample_moments(base.x, base.n), w = sample_moments(var.x, var.n);
	struct effect e = welch(&b, &w);

	put_difference(v, &e);
}

static void do_welch_summary(struct vector *v)
{
	struct moments b = table_moments(v, '1'), w = table_moments(v, '2');
	struct effect e = welch(&b, &w);

	put_difference(v, &e);
	put(v, "ratio", w.mean / b.mean);
}

static void do_lognormal_summary_welch(struct vector *v)
{
	struct moments b = table_moments(v, '1'), w = table_moments(v, '2');

	b = moments_lognormal(&b);
	w = moments_lognormal(&w);
	struct effect e = welch(&b, &w);
	put_log_effect(v, &e);
	put(v, "log_sd1", b.sd);
	put(v, "log_sd2", w.sd);
	put(v, "p_tost_02", tost_log(&e, 0.02).p);
	put(v, "p_tost_05", tost_log(&e, 0.05).p);
	put(v, "p_tost_10", tost_log(&e, 0.10).p);
}

static struct paired paired_of(struct vector *v)
{
	struct numbers base = numbers(v, "base"), var = numbers(v, "var");

	ck_assert_uint_eq(base.n, var.n);
	return paired_log(base.x, var.x, base.n, 0);
}

static void do_paired_log(struct vector *v)
{
	struct paired p = paired_of(v);

	put_log_effect(v, &p.effect);
	put(v, "sd_d", p.sd);
}

static void put_tost(struct vector *v, const struct effect *e)
{
	struct tost t = tost_log(e, number(v->in, "delta"));

	put(v, "margin", t.margin);
	put(v, "t_lower", t.t_lower);
	put(v, "t_upper", t.t_upper);
	put(v, "p_lower", t.p_lower);
	put(v, "p_upper", t.p_upper);
	put(v, "p", t.p);
	put(v, "ratio_lo90", exp(t.lo));
	put(v, "ratio_hi90", exp(t.hi));
}

static void do_tost_log_unpaired(struct vector *v)
{
	struct effect e = welch_logs(v, 0);

	put_tost(v, &e);
}

static void do_tost_log_paired(struct vector *v)
{
	struct paired p = paired_of(v);

	put_tost(v, &p.effect);
}

static void put_exact(struct vector *v, const struct exact *exact)
{
	ck_assert(exact->is_exact);
	put(v, "count", exact->hits);
	put(v, "total", exact->total);
	put(v, "p", exact->p);
}

static void do_signflip_mean_log(struct vector *v)
{
	struct numbers base = numbers(v, "base"), var = numbers(v, "var");
	double *d = paired_logs(&v->arena, base.x, var.x, base.n);
	struct exact exact = signflip(d, base.n, EXACT_DRAWS, EXACT_SEED);

	put_exact(v, &exact);
}

static void do_perm_mean_log_unpaired(struct vector *v)
{
	struct numbers base = numbers(v, "base"), var = numbers(v, "var");
	struct exact exact = permutation_means(sample_logs(&v->arena, base.x, base.n), base.n,
		sample_logs(&v->arena, var.x, var.n), var.n, EXACT_DRAWS, EXACT_SEED);

	put_exact(v, &exact);
}

static void do_signflip_min_p(struct vector *v)
{
	struct numbers n = numbers(v, "n");
	double *p = NEW(&v->arena, double, n.n);
	const double ones[64] = { 0 };

	for (size_t i = 0; i < n.n; i++)
		p[i] = signflip(ones, (size_t)n.x[i], EXACT_DRAWS, EXACT_SEED).floor;
	put_list(v, "p", p, n.n);
}

static void do_p_adjust(struct vector *v)
{
	struct numbers p = numbers(v, "p");
	double *adjusted = NEW(&v->arena, double, p.n);

	adjust_holm(p.x, p.n, adjusted);
	put_list(v, "holm", adjusted, p.n);
	adjust_bh(p.x, p.n, adjusted);
	put_list(v, "BH", adjusted, p.n);
}

static void do_n_for_half_width(struct vector *v)
{
	double sd = number(v->in, "sd_log"), delta = number(v->in, "delta");

	put(v, "n_paired", (double)rounds_to_settle(sd, delta, 0.05, 1));
	put(v, "n_unpaired_per_arm", (double)runs_to_settle(sd, sd, delta, 0.05, 1));
}

static void do_n_for_power_paired(struct vector *v)
{
	double effect = log1p(number(v->in, "effect"));

	ck_assert(number(v->in, "power") == 0.8);
	put(v, "n_guenther",
		(double)rounds_to_see(effect, number(v->in, "sd_log"), number(v->in, "alpha"), 1));
}

static void do_block_orders(struct vector *v)
{
	size_t k = count(v->in, "k"), rounds = count(v->in, "blocks");
	size_t *orders = draw_orders(&v->arena, (uint32_t)number(v->in, "seed"), k, rounds);
	json_t *list = json_array();

	for (size_t i = 0; i < rounds; i++) {
		json_t *order = json_array();
		for (size_t position = 0; position < k; position++)
			(void)json_array_append_new(order,
				json_integer((json_int_t)orders[i * k + position]));
		(void)json_array_append_new(list, order);
	}
	(void)json_object_set_new(v->out, "orders", list);
}

static bool has_text(const json_t *object, const char *key, const char *text)
{
	const char *value = json_string_value(json_object_get(object, key));

	ck_assert_msg(value, "no text %s", key);
	return strcmp(value, text) == 0;
}

static struct comparison_input verdict_input(struct vector *v, const json_t *in)
{
	struct comparison_input c = {
		.higher_is_better = has_text(in, "better", "higher"),
		.delta = number(in, "delta"),
	};

	if (has_text(in, "design", "summary")) {
		c.design = DESIGN_SUMMARY;
		c.base_mean = number(in, "m1");
		c.base_sd = number(in, "s1");
		c.base_n = count(in, "n1");
		c.var_mean = number(in, "m2");
		c.var_sd = number(in, "s2");
		c.var_n = count(in, "n2");
		return c;
	}
	struct numbers base = numbers_of(v, json_object_get(in, "base"));
	struct numbers var = numbers_of(v, json_object_get(in, "var"));
	c.design = has_text(in, "design", "blocked") ? DESIGN_PAIRED : DESIGN_UNPAIRED;
	c.base = base.x;
	c.base_n = base.n;
	c.var = var.x;
	c.var_n = var.n;
	return c;
}

/* The reference's words for what we keep as booleans. */
static json_t *verdict_note(const struct comparison_input *in, const struct comparison *c)
{
	bool differs = c->verdict == VERDICT_FASTER || c->verdict == VERDICT_SLOWER;
	bool floor = differs && !c->exact_attainable && in->design != DESIGN_SUMMARY;

	return json_sprintf("%s%s%s%s", c->real_but_small ? "real but below delta" : "",
		c->at_least_delta ? "by at least delta" : "", c->at_least_delta && floor ? " " : "",
		floor ? "exact test cannot reach .05 at this n" : "");
}

static json_t *verdict_output(const struct comparison_input *in, const struct comparison *c)
{
	json_t *out = json_object();
	const struct {
		const char *key;
		double value;
	} values[] = {
		{ "ratio", c->ratio },
		{ "ratio_lo", c->ratio_lo },
		{ "ratio_hi", c->ratio_hi },
		{ "df", c->df },
		{ "p", c->p },
		{ "p_holm", c->p_holm },
		{ "p_tost", c->p_tost },
		{ "p_tost_holm", c->p_tost_holm },
		{ "p_exact", c->p_exact },
		{ "n_settle", (double)c->n_settle },
		{ "n_settle_more", (double)c->n_settle_more },
		{ "n_sign80", c->n_see > 0 ? (double)c->n_see : NAN },
	};

	for (size_t i = 0; i < COUNT_OF(values); i++)
		(void)json_object_set_new(out, values[i].key, json_double(values[i].value));
	(void)json_object_set_new(out, "verdict", json_text(verdict_name(c->verdict)));
	(void)json_object_set_new(out, "exact_attainable", json_boolean(c->exact_attainable));
	(void)json_object_set_new(out, "note", verdict_note(in, c));
	return out;
}

static void do_verdict_family(struct vector *v)
{
	const json_t *family = json_object_get(v->in, "family");
	size_t n = json_array_size(family);
	struct comparison_input *inputs = NEW(&v->arena, struct comparison_input, n);
	struct comparison *comparisons = NEW(&v->arena, struct comparison, n);
	struct error err = { 0 };

	for (size_t i = 0; i < n; i++)
		inputs[i] = verdict_input(v, json_array_get(family, i));
	OK(verdict_family(inputs, n, number(v->in, "alpha"), comparisons, &err));
	json_decref(v->out);
	v->out = json_array();
	for (size_t i = 0; i < n; i++)
		(void)json_array_append_new(v->out, verdict_output(&inputs[i], &comparisons[i]));
}

/*
 * Every function of the vectors. `without` names results that we do not offer; a
 * function of the vectors that we do not have at all has no `run`, and its reason.
 */
static const struct known_function {
	const char *fn;
	size_t vectors;
	void (*run)(struct vector *v);
	const char *without;
} functions[] = {
	{ .fn = "summary", .vectors = 10, .run = do_summary },
	{ .fn = "t_quantile", .vectors = 8, .run = do_t_quantile },
	{ .fn = "t_two_sided_p", .vectors = 4, .run = do_t_two_sided_p },
	{ .fn = "welch_log", .vectors = 9, .run = do_welch_log },
	{ .fn = "welch_raw", .vectors = 5, .run = do_welch_raw },
	{ .fn = "welch_summary", .vectors = 7, .run = do_welch_summary },
	{ .fn = "fieller_unpaired", .vectors = 7 },
	{ .fn = "mde_two_sample", .vectors = 7 },
	{ .fn = "lognormal_summary_welch", .vectors = 7, .run = do_lognormal_summary_welch },
	{ .fn = "paired_log", .vectors = 5, .run = do_paired_log },
	{ .fn = "fieller_paired", .vectors = 3 },
	{ .fn = "mann_whitney_exact", .vectors = 5 },
	{ .fn = "hodges_lehmann_ci", .vectors = 3 },
	{ .fn = "mann_whitney_min_p", .vectors = 1 },
	{ .fn = "signflip_min_p", .vectors = 1, .run = do_signflip_min_p },
	{ .fn = "mann_whitney_cdf", .vectors = 6 },
	{ .fn = "mann_whitney_exact_ties", .vectors = 1 },
	{ .fn = "perm_mean_log_unpaired", .vectors = 5, .run = do_perm_mean_log_unpaired },
	{
		.fn = "signflip_mean_log",
		.vectors = 3,
		.run = do_signflip_mean_log,
		.without = "wilcoxon_signed_rank_V wilcoxon_signed_rank_p",
	},
	{ .fn = "tost_log_unpaired", .vectors = 9, .run = do_tost_log_unpaired },
	{ .fn = "tost_log_paired", .vectors = 5, .run = do_tost_log_paired },
	{
		.fn = "p_adjust",
		.vectors = 1,
		.run = do_p_adjust,
		.without = "bonferroni hochberg BY",
	},
	{ .fn = "rcb_anova_log", .vectors = 1 },
	{ .fn = "omnibus", .vectors = 1 },
	{ .fn = "suite_geomean_ratio", .vectors = 1 },
	{ .fn = "n_for_half_width", .vectors = 9, .run = do_n_for_half_width },
	{
		.fn = "n_for_power_paired",
		.vectors = 3,
		.run = do_n_for_power_paired,
		.without = "n_exact power_at_n",
	},
	{ .fn = "tost_power_paired", .vectors = 5 },
	{ .fn = "stein_two_stage", .vectors = 4 },
	{ .fn = "variance_components", .vectors = 1 },
	{ .fn = "median_ci_ranks", .vectors = 1 },
	{ .fn = "bootstrap_exhaustive_mean_log_ratio", .vectors = 2 },
	{ .fn = "first_run", .vectors = 3 },
	{ .fn = "first_run_pooled", .vectors = 1 },
	{ .fn = "drift_slope", .vectors = 2 },
	{ .fn = "von_neumann_ratio", .vectors = 1 },
	{ .fn = "snia_steady_state", .vectors = 3 },
	{ .fn = "mser5", .vectors = 1 },
	{ .fn = "andrews_block_length", .vectors = 2 },
	{ .fn = "edivisive_q", .vectors = 1 },
	{ .fn = "hdr_expected_interval", .vectors = 1 },
	{ .fn = "welch_log_quantised", .vectors = 3, .run = do_welch_log_quantised },
	{ .fn = "block_orders", .vectors = 1, .run = do_block_orders },
	{ .fn = "verdict_family", .vectors = 11, .run = do_verdict_family },
};

/* How many vectors have no function to meet them, in all. */
enum { VECTORS_WITHOUT_FUNCTION = 64 };

/* The rules of the file's meta: relative, and absolute 1e-12 for what is all but 0. */
static bool is_near(double got, double expected, double tolerance)
{
	double distance = fabs(got - expected);

	return distance <= tolerance * fabs(expected) ||
	       (fabs(expected) < 1e-12 && distance <= 1e-12);
}

static bool is_listed(const char *list, const char *word)
{
	size_t length = strlen(word);

	for (const char *at = list; at && (at = strstr(at, word)); at++)
		if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
			return true;
	return false;
}

static void compare(const char *id, const char *key, const json_t *got, const json_t *expected,
	double tolerance, const char *without)
{
	const char *name;
	json_t *value;
	size_t i;

	ck_assert_msg(got, "%s: nothing computed for %s", id, key);
	if (json_is_object(expected)) {
		json_object_foreach((json_t *)(uintptr_t)expected, name, value)
		{
			if (!is_listed(without, name))
				compare(id, name, json_object_get(got, name), value, tolerance,
					without);
		}
	} else if (json_is_array(expected)) {
		ck_assert_msg(json_array_size(got) == json_array_size(expected), "%s: size of %s",
			id, key);
		json_array_foreach(expected, i, value)
		{
			compare(id, key, json_array_get(got, i), value, tolerance, without);
		}
	} else if (json_is_number(expected)) {
		double x = json_is_number(got) ? json_number_value(got) : NAN;
		ck_assert_msg(is_near(x, json_number_value(expected), tolerance),
			"%s: %s is %.17g, expected %.17g", id, key, x, json_number_value(expected));
	} else {
		ck_assert_msg(json_equal(got, expected), "%s: %s differs", id, key);
	}
}

static json_t *load_vectors(void)
{
	const char *source = getenv("BAKEOFF_SOURCE");
	char path[4096];
	json_error_t why;

	ck_assert_msg(source, "BAKEOFF_SOURCE is not set");
	snprintf(path, sizeof(path), "%s/tests/data/stat_vectors.json", source);
	json_t *file = json_load_file(path, 0, &why);
	ck_assert_msg(file, "%s: %s", path, why.text);
	return file;
}

static const struct known_function *function_of(const json_t *vector)
{
	for (size_t i = 0; i < COUNT_OF(functions); i++)
		if (has_text(vector, "fn", functions[i].fn))
			return &functions[i];
	ck_abort_msg("unlisted function %s", json_string_value(json_object_get(vector, "fn")));
	return NULL;
}

START_TEST(every_vector_is_met_at_its_own_tolerance)
{
	json_t *file = load_vectors();
	size_t i, met = 0;
	json_t *vector;

	json_array_foreach(json_object_get(file, "vectors"), i, vector)
	{
		const struct known_function *f = function_of(vector);
		struct vector v = { .in = json_object_get(vector, "input") };
		if (!f->run)
			continue;
		const char *id = json_string_value(json_object_get(vector, "id"));
		v.out = json_object();
		f->run(&v);
		compare(id, "result", v.out, json_object_get(vector, "expected"),
			number(vector, "tol_rel"), f->without);
		json_decref(v.out);
		arena_free(&v.arena);
		met++;
	}
	ck_assert_uint_eq(met,
		json_array_size(json_object_get(file, "vectors")) - VECTORS_WITHOUT_FUNCTION);
	json_decref(file);
}
END_TEST

START_TEST(vectors_that_no_function_meets_are_those_listed_and_no_others)
{
	json_t *file = load_vectors();
	size_t seen[COUNT_OF(functions)] = { 0 };
	size_t i, without = 0;
	json_t *vector;

	json_array_foreach(json_object_get(file, "vectors"), i, vector)
	{
		seen[function_of(vector) - functions]++;
	}
	for (i = 0; i < COUNT_OF(functions); i++) {
		ck_assert_msg(seen[i] == functions[i].vectors, "%s: %zu vectors", functions[i].fn,
			seen[i]);
		without += functions[i].run ? 0 : seen[i];
	}
	ck_assert_uint_eq(without, VECTORS_WITHOUT_FUNCTION);
	json_decref(file);
}
END_TEST

UNIT_MAIN("stat_vectors", every_vector_is_met_at_its_own_tolerance,
	vectors_that_no_function_meets_are_those_listed_and_no_others)
