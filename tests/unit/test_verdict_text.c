// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/verdict_text.h"

#include "report/notes.h"
#include "report/numbers.h"

#include "sample_results.h"
#include "unit.h"

/*
 * Comparisons made by hand, so that each text is that of known numbers. The first values are those
 * of the XFS byte order test of May 2000 as re-judged in statistics.md section 3.1.
 */
struct sample {
	struct arena arena;
	struct judgement j;
	struct text out;
};

static struct sample *sample_new(size_t metrics, size_t variants, size_t rounds)
{
	struct sample *s = calloc(1, sizeof(*s));
	struct results *r = sample_results(&s->arena, metrics, variants, rounds);

	for (size_t v = 0; v < variants; v++)
		r->variants[v].summary = ""; /* where it was measured has a test of its own */
	s->j = (struct judgement){
		.results = r,
		.summaries = NEW(&s->arena, struct summary, metrics * variants),
		.effects = NEW(&s->arena, struct effect, metrics * variants),
		.aa = NEW(&s->arena, struct effect, metrics),
	};
	text_init(&s->out, MIB);
	return s;
}

static void sample_free(struct sample *s)
{
	text_free(&s->out);
	arena_free(&s->arena);
	free(s);
}

/* The results of a sample may be changed as long as nothing is printed. */
static struct results *results_of(struct sample *s)
{
	union {
		const struct results *given;
		struct results *made;
	} r = { .given = s->j.results };

	return r.made;
}

static struct effect *add_effect(struct sample *s, size_t metric, size_t variant, double base,
	double var)
{
	struct effect *e = &s->j.effects[s->j.effect_count++];

	*e = (struct effect){
		.metric = metric,
		.variant = variant,
		.primary = true,
		.base_n = s->j.results->round_count,
		.var_n = s->j.results->round_count,
		.base = base,
		.var = var,
		.q = NAN,
		.comparison = {
			.n = s->j.results->round_count,
			.ratio = var / base,
			.log_ratio = log(var / base),
			.t = NAN,
			.p = NAN,
			.p_holm = NAN,
			.p_tost = NAN,
			.p_tost_holm = NAN,
			.p_exact = NAN,
			.exact_attainable = true,
		},
	};
	s->j.family++;
	return e;
}

static void set_interval(struct effect *e, double lo, double hi)
{
	e->comparison.ratio_lo = lo;
	e->comparison.ratio_hi = hi;
}

/* The text; every line of it is checked for its width on the way. */
static const char *print(struct sample *s, bool verbose, bool explain)
{
	struct report_options options = { .verbose = verbose, .explain = explain };
	char line[1024];

	text_clear(&s->out);
	s->j.differences = differences_find(s->j.results, &s->arena);
	verdict_text(&s->j, &options, &s->out);
	for (const char *p = s->out.data; *p;) {
		size_t length = strcspn(p, "\n");
		ck_assert_uint_lt(length, sizeof(line));
		memcpy(line, p, length);
		line[length] = '\0';
		ck_assert_msg(display_width(line) <= REPORT_COLUMNS, "%zu columns: %s",
			display_width(line), line);
		ck_assert_msg(length == 0 || line[length - 1] != ' ', "trailing blank: '%s'", line);
		p += length + (p[length] == '\n');
	}
	return s->out.data;
}

static void expect(struct sample *s, const char *text)
{
	const char *got = print(s, false, false);

	ck_assert_msg(strstr(got, text), "no line\n%sin\n%s", text, got);
}

#define HEADER "experiment 12  ext2-or-xfs  baseline ext2  variant xfs  "
#define TAIL   "  margin ±5%  alpha 0.05  plan 9f3c01ab\n"
#define RIG(rounds) \
	"rig: no A/A arm  rounds " rounds "+1 warm-up  order random  seed 42  plan 9f3c01ab\n"

START_TEST(slower_has_ratio_interval_p_and_the_least_that_is_sure)
{
	struct sample *s = sample_new(1, 2, 10);
	struct effect *e = add_effect(s, 0, 1, 63888.89, 58788.89);

	results_of(s)->metrics[0] = (struct result_metric){ .cell = "aim9",
		.phase = "creat-clo",
		.metric = "rate",
		.unit = "1/s",
		.better = BETTER_HIGHER,
		.primary = true,
		.margin = 0.05 };
	set_interval(e, 0.9113, 0.9291);
	e->comparison.verdict = VERDICT_SLOWER;
	e->comparison.p_holm = 0.00054;
	e->comparison.at_least_delta = true;
	ck_assert_str_eq(print(s, false, false), HEADER
		"m=1" TAIL
		"SLOWER  aim9 creat-clo/rate  ops/s  63889 -> 58789  -7.98% [-8.87, -7.09]  n=10  "
		"p=.0005  >=5%\n" RIG("10"));
	sample_free(s);
}
END_TEST

START_TEST(the_machine_the_variants_and_the_parameters_stand_above_the_numbers)
{
	static const char *settings[] = { "lmdd fsync=yes rw=write size=200M" };
	struct sample *s = sample_new(1, 2, 10);
	struct results *r = results_of(s);

	r->variants[0].summary = "ext2 (ext4 driver) on loop:1G";
	r->variants[0].facts = "{\"host\":{\"kernel\":\"6.1.0\",\"cpu\":\"EPYC\",\"cpus\":2,"
			       "\"memory_bytes\":25165824000,\"bakeoff\":\"0.1.0\"}}";
	r->variants[1].summary = "xfs on loop:1G";
	r->settings = settings;
	r->setting_count = 1;
	add_effect(s, 0, 1, 100, 100);
	expect(s, "plan 9f3c01ab\n"
		  "on: Linux 6.1.0, 2 x EPYC, 23.4 GiB, bakeoff 0.1.0\n"
		  "ext2: ext2 (ext4 driver) on loop:1G\n"
		  "xfs: xfs on loop:1G\n"
		  "workload: lmdd fsync=yes rw=write size=200M\n");
	sample_free(s);
}
END_TEST

START_TEST(workloads_with_the_same_parameters_are_told_in_one_line)
{
	static const char *settings[] = { "disk_rd bs=1k runtime=1s", "disk_wrt bs=1k",
		"disk_cp bs=1k runtime=1s", "nothing" };
	struct sample *s = sample_new(1, 2, 10);
	struct results *r = results_of(s);

	r->settings = settings;
	r->setting_count = 4;
	add_effect(s, 0, 1, 100, 100);
	expect(s, "plan 9f3c01ab\n"
		  "workloads: disk_rd, disk_cp bs=1k runtime=1s\n"
		  "workload: disk_wrt bs=1k\n"
		  "workload: nothing\n");
	sample_free(s);
}
END_TEST

START_TEST(the_word_and_not_the_sign_says_what_is_good)
{
	struct sample *s = sample_new(1, 2, 10);
	struct effect *e = add_effect(s, 0, 1, 0.02591, 0.0207);

	results_of(s)->metrics[0].unit = "s";
	results_of(s)->metrics[0].metric = "time";
	results_of(s)->metrics[0].better = BETTER_LOWER;
	set_interval(e, 0.77, 0.828);
	e->comparison.verdict = VERDICT_FASTER;
	e->comparison.p_holm = 0.00001;
	expect(s, "FASTER  lmdd bs=1k write/time  ms  25.91 -> 20.70  -20.1% [-23.0, -17.2]  n=10  "
		  "p<.0001\n");
	sample_free(s);
}
END_TEST

START_TEST(equivalence_names_its_margin_and_may_be_real_but_small)
{
	struct sample *s = sample_new(2, 2, 10);
	struct effect *e = add_effect(s, 0, 1, 300 * (double)MIB, 300.99 * (double)MIB);

	set_interval(e, 0.999807, 1.006735);
	e->comparison.verdict = VERDICT_EQUIVALENT;
	e->comparison.p_tost_holm = 0.00012;
	results_of(s)->metrics[1].margin = 0.02;
	e = add_effect(s, 1, 1, 300 * (double)MIB, 304.8 * (double)MIB);
	set_interval(e, 1.013, 1.019);
	e->comparison.verdict = VERDICT_EQUIVALENT;
	e->comparison.p_tost_holm = 0.0031;
	e->comparison.real_but_small = true;
	ck_assert_str_eq(print(s, false, false), HEADER
		"m=2  margins ±2% to ±5%  alpha 0.05\n      plan 9f3c01ab\n"
		"EQUIVALENT±5% lmdd bs=1k MiB/s 300.0 -> 301.0 +0.33% [-0.02, +0.67] n=10 "
		"pt=.0001h\n"
		"EQUIVALENT±2% lmdd bs=2k MiB/s 300.0 -> 304.8 +1.60% [+1.30, +1.90] n=10 "
		"pt=.0031h  "
		"real-but-small\n" RIG(
			"10") "note: write/throughput is the metric of lmdd bs=1k, lmdd bs=2k\n");
	sample_free(s);
}
END_TEST

START_TEST(inconclusive_says_how_many_rounds_would_settle_it)
{
	struct sample *s = sample_new(1, 2, 3);
	struct effect *e = add_effect(s, 0, 1, 55.53 * (double)MIB, 49.76 * (double)MIB);

	results_of(s)->metrics[0].cell = "dbench";
	set_interval(e, 0.782, 1.027);
	e->comparison.verdict = VERDICT_INCONCLUSIVE;
	e->comparison.p_holm = 0.17;
	e->comparison.n_see = 8;
	e->comparison.n_settle = 67;
	e->comparison.n_settle_more = 64;
	expect(s, "INCONCLUSIVE dbench throughput MiB/s 55.53 -> 49.76 -10% [-22, +3] n=3 "
		  "+5 if real, +64 to settle ±5%\n");
	e->comparison.n_see = 0;
	expect(s, "INCONCLUSIVE dbench write/throughput MiB/s 55.53 -> 49.76 -10% [-22, +3] n=3 "
		  "+64 to settle ±5%\n");
	sample_free(s);
}
END_TEST

START_TEST(inconclusive_for_another_reason_says_which)
{
	struct sample *s = sample_new(1, 2, 6);
	struct effect *e = add_effect(s, 0, 1, 300 * (double)MIB, 330 * (double)MIB);

	set_interval(e, 1.02, 1.19);
	e->comparison.verdict = VERDICT_INCONCLUSIVE;
	e->comparison.p_holm = 0.03;
	e->comparison.p_exact = 0.0625;
	e->comparison.n_settle_more = 9;
	expect(s, "n=6 exact test disagrees: p=.062\n");
	e->rests_on_odd = true;
	e->odd = "xfs#4";
	expect(s, "n=6 rests on xfs#4\n");
	sample_free(s);
}
END_TEST

START_TEST(one_run_has_no_interval_and_no_p)
{
	struct sample *s = sample_new(1, 2, 1);
	struct effect *e = add_effect(s, 0, 1, 2421 * (double)MIB, 2469 * (double)MIB);

	set_interval(e, NAN, NAN);
	e->comparison.verdict = VERDICT_INCONCLUSIVE;
	e->comparison.not_enough_data = true;
	ck_assert_str_eq(print(s, false, false), HEADER
		"m=1" TAIL
		"INCONCLUSIVE  lmdd bs=1k write/throughput  MiB/s  2421 -> 2469  +2.0%  n=1  "
		"not enough data\n" RIG("1"));
	sample_free(s);
}
END_TEST

START_TEST(two_runs_have_an_interval_and_no_verdict)
{
	struct sample *s = sample_new(1, 2, 2);
	struct effect *e = add_effect(s, 0, 1, 2421 * (double)MIB, 2469 * (double)MIB);

	set_interval(e, 0.86, 1.21);
	e->comparison.verdict = VERDICT_INCONCLUSIVE;
	e->comparison.not_enough_data = true;
	expect(s, "INCONCLUSIVE  lmdd bs=1k write/throughput  MiB/s  2421 -> 2469  +2% [-14, +21]  "
		  "n=2  "
		  "not enough data\n");
	sample_free(s);
}
END_TEST

START_TEST(from_twice_on_it_is_a_factor_and_an_unreachable_exact_test_is_flagged)
{
	struct sample *s = sample_new(1, 2, 3);
	struct effect *e = add_effect(s, 0, 1, 25.949110, 67.577695);

	results_of(s)->metrics[0].unit = "s";
	results_of(s)->metrics[0].metric = "time";
	set_interval(e, 2.237563, 3.031004);
	e->comparison.verdict = VERDICT_SLOWER;
	e->comparison.p_holm = 0.0039;
	e->comparison.exact_attainable = false;
	e->comparison.exact_floor = 0.25;
	e->comparison.at_least_delta = true;
	expect(s, "SLOWER lmdd bs=1k write/time s 25.95 -> 67.58 x2.60 [2.24, 3.03] n=3 p=.0039  "
		  ">=5%  !exact-floor.25\n");
	sample_free(s);
}
END_TEST

START_TEST(an_invalid_experiment_shows_numbers_and_makes_nothing_of_them)
{
	struct sample *s = sample_new(1, 2, 7);
	struct effect *e = add_effect(s, 0, 1, 300 * (double)MIB, 200 * (double)MIB);

	results_of(s)->state = "invalid";
	results_of(s)->state_reason = "4 rounds were repeated, 2 are allowed";
	results_of(s)->attempts_repeated = 4;
	results_of(s)->rounds_planned = 10;
	set_interval(e, 0.5, 0.8);
	e->comparison.verdict = VERDICT_INVALID;
	ck_assert_str_eq(print(s, false, false),
		HEADER "m=1" TAIL "state: invalid: 4 rounds were repeated, 2 are allowed\n"
		       "INVALID lmdd bs=1k write/throughput MiB/s 300.0 -> 200.0 n=7  "
		       "4 rounds were repeated, 2 are allowed\n"
		       "rig: no A/A arm  rounds 7+1 warm-up  order random  seed 42  plan 9f3c01ab  "
		       "!planned.10  "
		       "!repeated.4\n");
	sample_free(s);
}
END_TEST

START_TEST(an_invalid_experiment_is_called_so_without_any_value)
{
	struct sample *s = sample_new(1, 2, 0);
	struct effect *e = add_effect(s, 0, 1, NAN, NAN);

	results_of(s)->state = "invalid";
	results_of(s)->state_reason = "round 1 failed";
	e->reason = "no values";
	const char *text = print(s, false, false);
	ck_assert_msg(strstr(text, "state: invalid: round 1 failed\nINVALID  lmdd bs=1k"), "%s",
		text);
	sample_free(s);
}
END_TEST

START_TEST(what_has_no_ratio_says_why)
{
	struct sample *s = sample_new(1, 2, 6);
	struct effect *e = add_effect(s, 0, 1, 12.5, 0);

	results_of(s)->metrics[0].unit = "errors";
	e->reason = "no ratio: a value is 0 or below";
	s->j.family = 0;
	expect(s, "NO-VERDICT  lmdd bs=1k  errors  12.50 -> 0  -12.50 (-100.0%)  n=6  "
		  "no ratio: a value is 0 or below\n");
	sample_free(s);
}
END_TEST

START_TEST(two_variants_are_named_and_a_doubtful_rig_stamps_every_verdict)
{
	struct sample *s = sample_new(1, 4, 10);
	struct effect *e = add_effect(s, 0, 1, 300 * (double)MIB, 330 * (double)MIB);

	results_of(s)->variants[3].name = "aa";
	results_of(s)->variants[3].hidden = true;
	set_interval(e, 1.088, 1.112);
	e->comparison.verdict = VERDICT_FASTER;
	e->comparison.p_holm = 0.0002;
	e = add_effect(s, 0, 2, 300 * (double)MIB, 301 * (double)MIB);
	set_interval(e, 0.993, 1.013);
	e->comparison.verdict = VERDICT_EQUIVALENT;
	e->comparison.p_tost_holm = 0.0002;
	s->j.aa[0] = *e;
	s->j.aa[0].variant = 3;
	s->j.aa_count = 1;
	ck_assert_str_eq(print(s, false, false),
		"experiment 12  ext2-or-xfs  baseline ext2  variants xfs, variant2  m=2  margin "
		"±5%  "
		"alpha 0.05\n      plan 9f3c01ab\n"
		"FASTER         xfs       lmdd bs=1k  MiB/s  300.0 -> 330.0  +10.0% [+8.8, +11.2]  "
		"n=10  "
		"p=.0002h\n"
		"EQUIVALENT±5%  variant2  lmdd bs=1k  MiB/s  300.0 -> 301.0  +0.3% [-0.7, +1.3]    "
		"n=10  "
		"pt=.0002h\n"
		"rig: A/A EQUIVALENT±5% (+0.3% [-0.7, +1.3])  rounds 10+1 warm-up  order random  "
		"seed 42\n"
		"      plan 9f3c01ab\n"
		"note: write/throughput is the metric of lmdd bs=1k\n");
	s->j.aa[0].comparison.verdict = VERDICT_SLOWER;
	expect(s, "p=.0002h  !aa\n");
	expect(s, "rig: A/A SLOWER (+0.3%");
	sample_free(s);
}
END_TEST

START_TEST(warnings_are_said_once_below_and_pointed_at)
{
	struct result_flag flags[] = {
		{ 1, 1, "lmdd bs=1k", "timed part took 0.31 s, below 1 s" },
		{ 1, 2, "lmdd bs=1k", "timed part took 0.3 s, below 1 s" },
		{ 0, 2, "lmdd bs=1k", "timed part took 0.29 s, below 1 s" },
		{ 0, 0, "lmdd bs=7k", "the disk was resetting" },
	};
	struct sample *s = sample_new(1, 2, 6);
	struct effect *e = add_effect(s, 0, 1, 300 * (double)MIB, 330 * (double)MIB);

	results_of(s)->flags = flags;
	results_of(s)->flag_count = COUNT_OF(flags);
	set_interval(e, 1.088, 1.112);
	e->comparison.verdict = VERDICT_FASTER;
	e->comparison.p_holm = 0.0002;
	e->missing = 1;
	expect(s, "n=6  p=.0002  !missing.1  !note.1\n");
	expect(s, "note 1: timed part took 0.31 s, below 1 s (lmdd bs=1k; xfs, ext2; first in "
		  "round 1)\n"
		  "note 2: the disk was resetting (lmdd bs=7k; ext2; first in the warm-up)\n");
	sample_free(s);
}
END_TEST

static struct sample *crowded_sample(const char *cell, const char *variant)
{
	struct sample *s = sample_new(3, 3, 10);
	struct results *r = results_of(s);

	r->variants[1].name = variant;
	r->interleaved = false;
	r->metrics[1].metric = "latency_p99";
	for (size_t m = 0; m < 3; m++) {
		r->metrics[m].cell = cell;
		r->metrics[m].phase = m == 2 ? "rewrite_and_synchronize" : "write";
		for (size_t v = 1; v < 3; v++) {
			struct effect *e =
				add_effect(s, m, v, 12345.6 * (double)MIB, 9876.5 * (double)MIB);
			e->design = DESIGN_UNPAIRED;
			set_interval(e, 0.61, 1.04);
			e->comparison.verdict = VERDICT_INCONCLUSIVE;
			e->comparison.p_holm = 0.1;
			e->comparison.n_see = 123;
			e->comparison.n_settle = 4567;
			e->comparison.n_settle_more = 4557;
			e->missing = 3;
			e->odd = "xfs#4";
		}
	}
	return s;
}

START_TEST(long_names_are_cut_in_their_middle_and_numbers_never)
{
	struct sample *s =
		crowded_sample("dbench-with-a-long-name clients=16 directory=/mnt/some/where",
			"xfs-with-bigalloc-and-größere-journale");
	const char *text = print(s, false, false);
	size_t lines = 0;

	for (const char *p = text; (p = strstr(p, "INCONCLUSIVE ")); p++)
		lines++;
	ck_assert_uint_eq(lines, 6);
	for (const char *p = text;
		(p = strstr(p, "12346 -> 9876 -20% [-39, +4] n=10+10 +4557 to settle ±5%")); p++)
		lines--;
	ck_assert_msg(lines == 0, "%zu lines without their numbers:\n%s", lines, text);
	ck_assert_ptr_nonnull(strstr(text, "dbench-with-a-long-name clients=16 "));
	ck_assert_ptr_nonnull(strstr(text, "INCONCLUSIVE xfs~ale dbench-~ughput#1 MiB/s"));
	ck_assert_ptr_nonnull(strstr(text, "!odd-run.xfs#4 !not-interleaved !missing.3\n"));
	ck_assert_ptr_nonnull(strstr(text, "+113 runs if real, +4557 to settle ±5%"));
	(void)print(s, true, true);
	sample_free(s);
}
END_TEST

START_TEST(names_of_every_length_keep_the_width)
{
	char cell[121], variant[121];

	for (size_t length = 1; length < 120; length += 7) {
		memset(cell, 'c', length);
		memset(variant, 'v', length);
		cell[length] = variant[length] = '\0';
		struct sample *s = crowded_sample(cell, variant);
		(void)print(s, false, false);
		(void)print(s, true, true);
		sample_free(s);
	}
}
END_TEST

START_TEST(other_metrics_have_no_verdict_word_and_are_shown_when_asked_for)
{
	struct sample *s = sample_new(2, 2, 6);
	struct effect *e = add_effect(s, 0, 1, 300 * (double)MIB, 330 * (double)MIB);

	set_interval(e, 1.088, 1.112);
	e->comparison.verdict = VERDICT_FASTER;
	e->comparison.p_holm = 0.0002;
	results_of(s)->metrics[1].primary = false;
	results_of(s)->metrics[1].metric = "rate";
	results_of(s)->metrics[1].unit = "1/s";
	e = add_effect(s, 1, 1, 300, 330);
	set_interval(e, 1.088, 1.112);
	e->primary = false;
	e->comparison.verdict = VERDICT_FASTER;
	ck_assert_ptr_null(strstr(print(s, false, false), "rate"));
	ck_assert_ptr_nonnull(
		strstr(print(s, true, false), "\n-       lmdd bs=2k write/rate        ops/s  300.0 "
					      "-> 330.0  +10.0% [+8.8, +11.2]  n=6\n"));
	ck_assert_ptr_nonnull(strstr(print(s, true, false), "warm-up: discarded"));
	sample_free(s);
}
END_TEST

START_TEST(one_variant_alone_is_a_measurement)
{
	struct sample *s = sample_new(1, 1, 6);

	s->j.summaries[0] = (struct summary){ .n = 6,
		.mean = 300 * (double)MIB,
		.mean_lo = 297 * (double)MIB,
		.mean_hi = 303 * (double)MIB,
		.pct_sd = 0.95 };
	ck_assert_str_eq(print(s, false, false),
		"experiment 12  ext2-or-xfs  baseline ext2  no other variant  plan 9f3c01ab\n"
		"MEASURED  lmdd bs=1k write/throughput  300.0 MiB/s  [297.0, 303.0]  sd 0.95%  "
		"n=6\n" RIG("6"));
	sample_free(s);
}
END_TEST

START_TEST(what_differs_besides_the_plan_is_told_before_the_numbers)
{
	struct sample *s = sample_new(1, 1, 6);
	struct results *r = results_of(s);

	s->j.summaries[0] = (struct summary){ .n = 6 };
	r->variant_count = 1;
	r->variants[0].facts = "{\"host\":{\"cpus\":2}}";
	ck_assert(!strstr(print(s, false, false), "host"));
	sample_free(s);

	s = sample_new(1, 2, 6);
	r = results_of(s);
	add_effect(s, 0, 1, 300, 300);
	r->variants[0].facts = "{\"host\":{\"cpus\":2},\"target\":{\"fs\":\"ext2\"}}";
	r->variants[1].facts = "{\"host\":{\"cpus\":1},\"target\":{\"fs\":\"xfs\"}}";
	r->variants[0].plan = (struct setting[]){ { "fs", "ext2" } };
	r->variants[1].plan = (struct setting[]){ { "fs", "xfs" } };
	r->variants[0].plan_count = r->variants[1].plan_count = 1;
	const char *text = print(s, false, false);
	ck_assert_msg(strstr(text, "differs besides the plan: cpus: 2 (ext2); 1 (xfs)\n") &&
			      !strstr(text, "fs: "),
		"%s", text);
	r->variants[0].plan_count = r->variants[1].plan_count = 0;
	text = print(s, false, false);
	ck_assert_msg(strstr(text, "differs besides the plan: fs: ext2 (ext2); xfs (xfs)\n"), "%s",
		text);
	sample_free(s);
}
END_TEST

UNIT_MAIN("verdict_text", the_machine_the_variants_and_the_parameters_stand_above_the_numbers,
	workloads_with_the_same_parameters_are_told_in_one_line,
	slower_has_ratio_interval_p_and_the_least_that_is_sure,
	the_word_and_not_the_sign_says_what_is_good,
	equivalence_names_its_margin_and_may_be_real_but_small,
	inconclusive_says_how_many_rounds_would_settle_it,
	inconclusive_for_another_reason_says_which, one_run_has_no_interval_and_no_p,
	two_runs_have_an_interval_and_no_verdict,
	from_twice_on_it_is_a_factor_and_an_unreachable_exact_test_is_flagged,
	an_invalid_experiment_shows_numbers_and_makes_nothing_of_them,
	an_invalid_experiment_is_called_so_without_any_value, what_has_no_ratio_says_why,
	two_variants_are_named_and_a_doubtful_rig_stamps_every_verdict,
	warnings_are_said_once_below_and_pointed_at,
	long_names_are_cut_in_their_middle_and_numbers_never, names_of_every_length_keep_the_width,
	other_metrics_have_no_verdict_word_and_are_shown_when_asked_for,
	one_variant_alone_is_a_measurement,
	what_differs_besides_the_plan_is_told_before_the_numbers)
