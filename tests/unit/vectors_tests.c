// SPDX-License-Identifier: GPL-3.0-or-later
#include "vectors.h"

#include "stats/adjust.h"
#include "stats/blocks.h"
#include "stats/bootstrap.h"
#include "stats/fieller.h"
#include "stats/medianci.h"
#include "stats/paired.h"
#include "stats/permutation.h"
#include "stats/ranksum.h"
#include "stats/sample.h"
#include "stats/signedrank.h"
#include "stats/signflip.h"
#include "stats/student.h"
#include "stats/summary.h"
#include "stats/tost.h"
#include "stats/verdict.h"
#include "stats/welch.h"

#include <math.h>

static void put_effect(struct vector *v, const struct estimate *e)
{
	put(v, "se", e->se);
	put(v, "df", e->df);
	put(v, "t", e->t);
	put(v, "p", e->p);
}

static void put_log_effect(struct vector *v, const struct estimate *e)
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
		.n = count_at(v->in, n),
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

static struct estimate welch_logs(struct vector *v, double unit)
{
	struct numbers base = numbers(v, "base"), var = numbers(v, "var");
	struct moments b = sample_log_moments(base.x, base.n, unit);
	struct moments w = sample_log_moments(var.x, var.n, unit);

	return welch(&b, &w);
}

static void do_welch_log(struct vector *v)
{
	struct estimate e = welch_logs(v, 0);

	put_log_effect(v, &e);
}

static void do_welch_log_quantised(struct vector *v)
{
	struct estimate e = welch_logs(v, number(v->in, "unit"));

	put_log_effect(v, &e);
	put(v, "p_tost_05", tost_log(&e, 0.05).p);
}

static void put_difference(struct vector *v, const struct estimate *e)
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
	struct estimate e = welch(&b, &w);

	put_difference(v, &e);
}

static void do_welch_summary(struct vector *v)
{
	struct moments b = table_moments(v, '1'), w = table_moments(v, '2');
	struct estimate e = welch(&b, &w);

	put_difference(v, &e);
	put(v, "ratio", w.mean / b.mean);
}

static void do_lognormal_summary_welch(struct vector *v)
{
	struct moments b = table_moments(v, '1'), w = table_moments(v, '2');

	b = moments_lognormal(&b);
	w = moments_lognormal(&w);
	struct estimate e = welch(&b, &w);
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

static void put_tost(struct vector *v, const struct estimate *e)
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
	struct estimate e = welch_logs(v, 0);

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

	struct signedrank ranks = signedrank_test(d, base.n);

	put_exact(v, &exact);
	ck_assert(ranks.is_exact);
	put(v, "wilcoxon_signed_rank_V", ranks.v);
	put(v, "wilcoxon_signed_rank_p", ranks.p);
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

static void put_fieller(struct vector *v, const struct fieller *f)
{
	put(v, "ratio", f->ratio);
	put(v, "df", f->df);
	put(v, "g", f->g);
	put(v, "lo", f->lo);
	put(v, "hi", f->hi);
}

static void do_fieller_unpaired(struct vector *v)
{
	struct moments b = table_moments(v, '1'), w = table_moments(v, '2');
	struct fieller f = fieller_unpaired(&b, &w);

	put_fieller(v, &f);
}

static void do_fieller_paired(struct vector *v)
{
	struct numbers base = numbers(v, "base"), var = numbers(v, "var");
	struct fieller f = fieller_paired(base.x, var.x, base.n);

	put_fieller(v, &f);
}

static struct shift log_shift(struct vector *v, double conf)
{
	struct numbers base = numbers(v, "base"), var = numbers(v, "var");

	return shift_estimate(sample_logs(&v->arena, base.x, base.n), base.n,
		sample_logs(&v->arena, var.x, var.n), var.n, conf);
}

static void do_mann_whitney_exact(struct vector *v)
{
	struct numbers base = numbers(v, "base"), var = numbers(v, "var");
	struct ranksum test = ranksum_test(base.x, base.n, var.x, var.n);

	ck_assert(test.is_exact && !test.has_ties);
	put(v, "U_var", test.u);
	put(v, "p", test.p);
	put(v, "hl_shift", shift_estimate(base.x, base.n, var.x, var.n, 0.95).est);
	put(v, "hl_ratio", exp(log_shift(v, 0.95).est));
}

static void do_mann_whitney_exact_ties(struct vector *v)
{
	struct numbers base = numbers(v, "base"), var = numbers(v, "var");
	struct ranksum test = ranksum_test(base.x, base.n, var.x, var.n);

	ck_assert(test.is_exact && test.has_ties);
	put(v, "W_var", test.u);
	put(v, "p_absdev", test.p);
	put(v, "p_exactRankTests", test.p);
}

static void do_hodges_lehmann_ci(struct vector *v)
{
	struct shift shift = log_shift(v, number(v->in, "conf"));

	put(v, "lo_rank", (double)shift.lo_rank);
	put(v, "hi_rank", (double)shift.hi_rank);
	put(v, "ratio_lo", exp(shift.lo));
	put(v, "ratio_hi", exp(shift.hi));
	put(v, "achieved", shift.achieved);
}

static void do_mann_whitney_cdf(struct vector *v)
{
	size_t m = count_at(v->in, "m"), n = count_at(v->in, "n");
	double hits = ranksum_count(m, n, count_at(v->in, "u"));

	put(v, "count", hits);
	put(v, "P", hits / ways_to_choose(m + n, m));
}

static void do_mann_whitney_min_p(struct vector *v)
{
	struct numbers n = numbers(v, "n");
	double *p = NEW(&v->arena, double, n.n);

	for (size_t i = 0; i < n.n; i++) {
		size_t k = (size_t)n.x[i];
		p[i] = 2 * ranksum_count(k, k, 0) / ways_to_choose(2 * k, k);
	}
	put_list(v, "p", p, n.n);
}

static void do_median_ci_ranks(struct vector *v)
{
	struct numbers n = numbers(v, "n");
	double conf = number(v->in, "conf");
	double *rank = NEW(&v->arena, double, n.n), *achieved = NEW(&v->arena, double, n.n);
	double *min_max = NEW(&v->arena, double, n.n);

	for (size_t i = 0; i < n.n; i++) {
		struct median_ci ci = median_interval(NULL, (size_t)n.x[i], conf);
		rank[i] = (double)ci.rank;
		achieved[i] = ci.achieved;
		min_max[i] = min_max_coverage((size_t)n.x[i]);
	}
	put_list(v, "lo_rank", rank, n.n);
	put_list(v, "achieved", achieved, n.n);
	put_list(v, "minmax_coverage", min_max, n.n);
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
		c.base_n = count_at(in, "n1");
		c.var_mean = number(in, "m2");
		c.var_sd = number(in, "s2");
		c.var_n = count_at(in, "n2");
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

static void do_rcb_anova_log(struct vector *v)
{
	struct matrix x = matrix_of(v, json_object_get(v->in, "values"));
	struct blocks s = blocks_analysis(x.rows, x.k, x.n);
	const double df[] = { s.df_variants, s.df_rounds, s.df_error };
	const double squares[] = { s.ss_variants, s.ss_rounds, s.ss_error };
	double log_ratio[8], t[8], p[8], lo[8], hi[8], paired[8], holm[8];
	size_t n = x.k - 1;

	ck_assert_uint_le(n, COUNT_OF(p));
	for (size_t i = 0; i < n; i++) {
		struct estimate e = blocks_against_baseline(&s, x.rows, i + 1);
		log_ratio[i] = e.est;
		t[i] = e.t;
		p[i] = e.p;
		lo[i] = exp(e.lo);
		hi[i] = exp(e.hi);
		paired[i] = paired_log(x.rows[0], x.rows[i + 1], x.n, 0).effect.p;
	}
	adjust_holm(paired, n, holm);
	put_list(v, "df", df, 3);
	put_list(v, "SS", squares, 3);
	put(v, "MSE", s.mean_square);
	put(v, "F_variant", s.f_variants);
	put(v, "p_variant", s.p_variants);
	put(v, "F_block", s.f_rounds);
	put(v, "p_block", s.p_rounds);
	put_list(v, "log_ratio", log_ratio, n);
	put_list(v, "dunnett_t", t, n);
	put_list(v, "dunnett_p", p, n);
	put(v, "dunnett_crit95", s.critical);
	put_list(v, "dunnett_ratio_lo", lo, n);
	put_list(v, "dunnett_ratio_hi", hi, n);
	put_list(v, "paired_p", paired, n);
	put_list(v, "holm_paired_p", holm, n);
}

static void do_omnibus(struct vector *v)
{
	struct matrix x = matrix_of(v, json_object_get(v->in, "values"));
	struct blocks s = blocks_analysis(x.rows, x.k, x.n);
	size_t counts[8], pairs = 0;
	double difference[32], p[32];

	ck_assert_uint_le(x.k, COUNT_OF(counts));
	for (size_t i = 0; i < x.k; i++) {
		counts[i] = x.n;
		for (size_t k = i + 1; k < x.k; k++) {
			struct estimate e = blocks_pair(&s, x.rows, k, i);
			difference[pairs] = e.est;
			p[pairs++] = e.p;
		}
	}
	struct rank_omnibus kw = kruskal_wallis_test(x.rows, counts, x.k);
	struct rank_omnibus friedman = friedman_test(x.rows, x.k, x.n);
	put(v, "kw_H", kw.statistic);
	put(v, "kw_p", kw.p);
	put(v, "friedman_Q", friedman.statistic);
	put(v, "friedman_p", friedman.p);
	put_list(v, "tukey_diff", difference, pairs);
	put_list(v, "tukey_padj", p, pairs);
}

static void do_bootstrap(struct vector *v)
{
	struct numbers base = numbers(v, "base"), var = numbers(v, "var");
	struct bootstrap b = bootstrap_mean(paired_logs(&v->arena, base.x, var.x, base.n), base.n);

	put(v, "B", b.resamples);
	put(v, "z0", b.bias);
	put(v, "accel", b.acceleration);
	put(v, "p_lo", b.share_lo);
	put(v, "p_hi", b.share_hi);
	put(v, "bca_ratio_lo", exp(b.bca_lo));
	put(v, "bca_ratio_hi", exp(b.bca_hi));
	put(v, "pct_ratio_lo", exp(b.percentile_lo));
	put(v, "pct_ratio_hi", exp(b.percentile_hi));
	put(v, "boot_se", b.se);
}

const struct known_function test_functions[] = {
	{ .fn = "summary", .vectors = 10, .run = do_summary },
	{ .fn = "t_quantile", .vectors = 8, .run = do_t_quantile },
	{ .fn = "t_two_sided_p", .vectors = 4, .run = do_t_two_sided_p },
	{ .fn = "welch_log", .vectors = 9, .run = do_welch_log },
	{ .fn = "welch_raw", .vectors = 5, .run = do_welch_raw },
	{ .fn = "welch_summary", .vectors = 7, .run = do_welch_summary },
	{ .fn = "fieller_unpaired", .vectors = 7, .run = do_fieller_unpaired },
	{ .fn = "lognormal_summary_welch", .vectors = 7, .run = do_lognormal_summary_welch },
	{ .fn = "paired_log", .vectors = 5, .run = do_paired_log },
	{ .fn = "fieller_paired", .vectors = 3, .run = do_fieller_paired },
	{ .fn = "mann_whitney_exact", .vectors = 5, .run = do_mann_whitney_exact },
	{ .fn = "hodges_lehmann_ci", .vectors = 3, .run = do_hodges_lehmann_ci },
	{ .fn = "mann_whitney_min_p", .vectors = 1, .run = do_mann_whitney_min_p },
	{ .fn = "signflip_min_p", .vectors = 1, .run = do_signflip_min_p },
	{ .fn = "mann_whitney_cdf", .vectors = 6, .run = do_mann_whitney_cdf },
	{ .fn = "mann_whitney_exact_ties", .vectors = 1, .run = do_mann_whitney_exact_ties },
	{ .fn = "perm_mean_log_unpaired", .vectors = 5, .run = do_perm_mean_log_unpaired },
	{ .fn = "signflip_mean_log", .vectors = 3, .run = do_signflip_mean_log },
	{ .fn = "tost_log_unpaired", .vectors = 9, .run = do_tost_log_unpaired },
	{ .fn = "tost_log_paired", .vectors = 5, .run = do_tost_log_paired },
	{ .fn = "p_adjust", .vectors = 1, .run = do_p_adjust, .without = "bonferroni hochberg BY" },
	{ .fn = "rcb_anova_log", .vectors = 1, .run = do_rcb_anova_log },
	{ .fn = "omnibus", .vectors = 1, .run = do_omnibus },
	{ .fn = "median_ci_ranks", .vectors = 1, .run = do_median_ci_ranks },
	{ .fn = "bootstrap_exhaustive_mean_log_ratio", .vectors = 2, .run = do_bootstrap },
	{ .fn = "welch_log_quantised", .vectors = 3, .run = do_welch_log_quantised },
	{ .fn = "verdict_family", .vectors = 11, .run = do_verdict_family },
	{ 0 },
};
