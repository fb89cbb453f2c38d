// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/plan.h"

#include "core/hash.h"
#include "core/units.h"
#include "experiment/carried.h"
#include "experiment/plan_text.h"
#include "experiment/sections.h"
#include "experiment/split.h"
#include "experiment/suite_sections.h"
#include "experiment/variant.h"
#include "experiment/workload_section.h"
#include "model/fact.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

/* of each of its two halves: together they are read back */
enum { PLAN_TEXT_BYTES = INI_MAX_BYTES / 2 };

/* Below that the A/A comparison can hardly be anything but inconclusive. */
enum { AA_LEAST_ROUNDS = 6 };

/* With two rounds the spread's own interval reaches from half to thirty times itself. */
enum { PILOT_LEAST_ROUNDS = 3 };

enum aa { AA_AUTO, AA_YES, AA_NO };

struct experiment_keys {
	const char *name, *scratch;
	uint64_t rounds, cap, seed, timeout, observe;
	double margin, alpha;
	bool adaptive, cap_said;
	int aa, order;
	struct param_list destroy, require_same;
};

static const char *const
	order_choices[] = { [ORDER_RANDOM] = "random", [ORDER_SEQUENTIAL] = "sequential", NULL };

static const char
	*const aa_choices[] = { [AA_AUTO] = "auto", [AA_YES] = "yes", [AA_NO] = "no", NULL };

const struct param plan_experiment_params[] = {
	PARAM(TEXT, struct experiment_keys, name, .fallback = "", .value = "NAME",
		.help = "what the results are called; the variants' names where there is none"),
	PARAM(COUNT, struct experiment_keys, rounds, .fallback = "10", .min = 1, .max = 10000,
		.help = "rounds in which every variant runs once; a discarded warm-up round comes "
			"first"),
	PARAM(COUNT, struct experiment_keys, seed, .min = 1, .max = UINT32_MAX,
		.help = "where every random choice comes from; drawn and stored where there is "
			"none"),
	PARAM(PERCENT, struct experiment_keys, margin, .fallback = "5%", .least = 0.0001,
		.most = 0.99,
		.help = "a difference below this makes no difference: the equivalence margin"),
	PARAM(REAL, struct experiment_keys, alpha, .fallback = "0.05", .least = 0.0001, .most = 0.5,
		.help = "the share of wrong claims that is put up with"),
	PARAM(CHOICE, struct experiment_keys, aa, .fallback = "auto", .alone = "yes",
		.choices = aa_choices,
		.help = "run a hidden second copy of the baseline in every round, to test the rig "
			"itself; auto: from 6 rounds and two variants on"),
	PARAM(BOOL, struct experiment_keys, adaptive, .fallback = "no",
		.help = "rounds= are a pilot, whose spread, and nothing else of it, fixes once "
			"how many rounds settle the margin"),
	PARAM(COUNT, struct experiment_keys, cap, .fallback = "30", .min = 1, .max = 10000,
		.help = "adaptive: the most rounds in all"),
	PARAM(CHOICE, struct experiment_keys, order, .fallback = "random", .choices = order_choices,
		.help = "random: shuffled in every round; sequential: all rounds of one variant "
			"first (unfair)"),
	PARAM(TIME, struct experiment_keys, timeout, .fallback = "10m", .min = NS_PER_S,
		.help = "a run that takes longer has failed"),
	PARAM(TIME, struct experiment_keys, observe, .fallback = "1s", .zero = "no",
		.min = 100 * NS_PER_MS,
		.help = "sample the machine's counters so often within a phase, besides its start "
			"and end"),
	PARAM(TEXT, struct experiment_keys, scratch, .fallback = "", .not_empty = true,
		.value = "DIR",
		.help = "where images go; the current directory where there is none"),
	PARAM(LIST, struct experiment_keys, destroy, .value = "DEVICE",
		.help = "this device or image may be overwritten although it carries data; named "
			"exactly as device= has it"),
	PARAM(LIST, struct experiment_keys, require_same, .value = "FACT",
		.help = "facts that must be the same for all variants, or the verdict is INVALID: "
			"of the table in docs/facts.md; `default` stands for those it marks, "
			"`none` for no fact"),
	{ 0 },
};

static bool is_known(const struct plan_section *s, const char *key)
{
	if (strcmp(s->kind, "variant") == 0)
		return param_find(plan_variant_params, key) || strchr(key, '.');
	return workload_section_knows(s, key);
}

static int read_experiment(const struct plan_section *s, const struct plan_world *world,
	struct arena *arena, struct experiment_keys *k, struct error *err)
{
	int ret = param_defaults(plan_experiment_params, arena, k, err);

	k->seed = world->seed;
	for (size_t i = 0; ret == 0 && s && i < s->count; i++) {
		const struct plan_line *line = &s->lines[i];
		ret = param_set(plan_experiment_params, arena, k, line->key, line->value, err);
		if (ret < 0)
			ret = fail_in(err, ret, "%s", line_where(line, arena));
		k->cap_said |= strcmp(line->key, "cap") == 0;
	}
	return ret;
}

/* A pilot needs a question, and room for an answer. */
static int check_adaptive(const struct plan *plan, const struct experiment_keys *k,
	struct error *err)
{
	if (plan->variant_count < 2)
		return fail(err, EINVAL,
			"one variant alone has no comparison to settle; name two variants");
	if (k->order != ORDER_RANDOM)
		return fail(err, EINVAL, "order = sequential has no rounds to learn from");
	if (k->rounds < PILOT_LEAST_ROUNDS)
		return fail(err, EINVAL, "rounds: %" PRIu64 " is below the least of a pilot, %d",
			k->rounds, PILOT_LEAST_ROUNDS);
	if (k->cap < k->rounds)
		return fail(err, EINVAL, "cap: %" PRIu64 " is below the pilot's %" PRIu64 " rounds",
			k->cap, k->rounds);
	return 0;
}

/* After the variants are known: what `auto` comes to, and whether a pilot makes sense. */
static int resolve_experiment(const struct plan *plan, const struct plan_section *s,
	struct arena *arena, struct experiment_keys *k, struct error *err)
{
	if (plan->variant_count < 2)
		k->aa = AA_NO;
	else if (k->aa == AA_AUTO)
		k->aa = k->rounds >= AA_LEAST_ROUNDS ? AA_YES : AA_NO;
	int ret = k->adaptive ? check_adaptive(plan, k, err) : 0;
	return ret < 0 ? fail_in(err, ret, "%s: adaptive",
				 line_where(section_find(s, "adaptive"), arena))
		       : 0;
}

/* Names of facts: a wrong one is found now, and not after an hour. */
static int read_required(struct experiment_keys *k, struct arena *arena, struct error *err)
{
	struct param_list names = { 0 };
	int ret = split_lists(&k->require_same, arena, &names, err);

	if (ret < 0)
		return fail_in(err, ret, "require_same");
	for (size_t i = 0; i < names.count; i++) {
		if (!fact_can_be_required(names.items[i]))
			return fail(err, EINVAL,
				"require_same: '%s' is no fact that is recorded and compared "
				"(docs/facts.md), nor default, nor none",
				names.items[i]);
	}
	k->require_same = names;
	return 0;
}

static const struct plan_section *find_experiment(const struct plan_sections *all)
{
	for (size_t i = 0; i < all->count; i++) {
		if (strcmp(all->items[i].kind, "experiment") == 0)
			return &all->items[i];
	}
	return NULL;
}

static const char *absolute(struct arena *arena, const struct plan_world *world, const char *path)
{
	if (!*path)
		return world->directory;
	return *path == '/' ? path : arena_printf(arena, "%s/%s", world->directory, path);
}

static const char *default_name(const struct plan *plan, struct arena *arena)
{
	char *name = arena_strdup(arena, "");

	for (size_t i = 0; i < plan->variant_count; i++) {
		if (!plan->variants[i].hidden)
			name = arena_printf(arena, "%s%s%s", name, i ? "-vs-" : "",
				plan->variants[i].name);
	}
	return name;
}

static void warn(struct plan *plan, struct arena *arena, const char *where, const char *what)
{
	*ARENA_PUSH(arena, plan->warnings, plan->warning_count) =
		(struct setting){ .name = where, .value = what };
}

static void warn_of_unfairness(struct plan *plan, struct arena *arena)
{
	const struct variant *base = &plan->variants[plan->baseline];

	for (size_t i = 0; i < plan->variant_count; i++) {
		const struct variant *v = &plan->variants[i];
		if (v->target.kind == TARGET_DEVICE && base->target.kind == TARGET_DEVICE &&
			strcmp(v->target.path, base->target.path) != 0)
			warn(plan, arena, v->name,
				"another device than the baseline's: their own difference cannot "
				"be told from the variants'");
		if (v->memory != base->memory)
			warn(plan, arena, v->name, "another memory cap than the baseline's");
	}
	if (plan->order == ORDER_SEQUENTIAL)
		warn(plan, arena, "order",
			"sequential: drift is taken for a difference; random is fair");
}

/* A second copy of the baseline under the reserved name `aa`, last. */
static void add_aa_arm(struct plan *plan, struct arena *arena)
{
	struct variant copy = plan->variants[plan->baseline];

	copy.name = "aa";
	copy.hidden = true;
	*ARENA_PUSH(arena, plan->variants, plan->variant_count) = copy;
}

static int read_sections(const struct plan_sections *all, const struct plan_world *world,
	struct arena *arena, struct plan *plan, struct text *text, struct error *err)
{
	int ret = variants_read(all, world, arena, plan, text, err);

	if (ret == 0)
		ret = workloads_read(all, arena, plan, text, err);
	if (ret == 0)
		ret = workloads_check(plan, arena, err);
	return ret < 0 ? ret : text_check(text, "plan", err);
}

int plan_build(const struct plan_lines *lines, const struct plan_world *world, struct arena *arena,
	struct plan *plan, struct error *err)
{
	struct plan_sections all = { 0 };
	struct experiment_keys k = { .scratch = "" };
	AUTO_TEXT struct text head;
	AUTO_TEXT struct text body;

	text_init(&head, PLAN_TEXT_BYTES);
	text_init(&body, PLAN_TEXT_BYTES);
	int ret = carried_check("the current directory", world->directory, err);

	if (ret == 0)
		ret = carried_check_lines(lines, err);
	if (ret == 0)
		ret = sections_make(lines, arena, is_known, &all, err);
	if (ret == 0)
		ret = suite_sections_expand(&all, arena, err);
	if (ret == 0)
		ret = read_experiment(find_experiment(&all), world, arena, &k, err);
	if (ret < 0)
		return ret;
	k.scratch = absolute(arena, world, k.scratch);
	struct param_list destroy = { 0 };
	ret = split_lists(&k.destroy, arena, &destroy, err);
	if (ret < 0)
		return fail_in(err, ret, "destroy");
	k.destroy = destroy;
	ret = read_required(&k, arena, err);
	if (ret < 0)
		return ret;
	struct plan p = { .name = k.name,
		.rounds = k.rounds,
		.cap = k.adaptive ? k.cap : 0,
		.seed = k.seed,
		.margin = k.margin,
		.alpha = k.alpha,
		.order = (enum plan_order)k.order,
		.timeout = k.timeout,
		.observe = k.observe,
		.destroy = destroy,
		.scratch = k.scratch };
	ret = read_sections(&all, world, arena, &p, &body, err);
	if (ret == 0)
		ret = resolve_experiment(&p, find_experiment(&all), arena, &k, err);
	if (ret < 0)
		return ret;
	p.aa = k.aa == AA_YES;
	plan_text_section(&head, "experiment", "");
	plan_text_params(&head, plan_experiment_params, &k, k.adaptive ? NULL : "cap", arena);
	p.text = arena_printf(arena, "%s\n%s", head.data, body.data);
	hash_sha256_hex(p.text, strlen(p.text), p.sha256);
	if (p.aa)
		add_aa_arm(&p, arena);
	if (!*p.name)
		p.name = default_name(&p, arena);
	warn_of_unfairness(&p, arena);
	if (!k.adaptive && k.cap_said)
		warn(&p, arena, "cap", "means nothing without adaptive = yes");
	*plan = p;
	return 0;
}

void plan_add_option(struct arena *arena, struct plan_lines *lines, const char *kind,
	const char *section, const char *key, const char *value)
{
	*ARENA_PUSH(arena, lines->items, lines->count) = (struct plan_line){
		.kind = kind,
		.section = section,
		.key = key,
		.value = value,
		.file = "command line",
	};
}

static bool has_workload(const struct plan_lines *lines, const char *section, bool typed)
{
	for (size_t i = 0; i < lines->count; i++) {
		const struct plan_line *line = &lines->items[i];
		if (strcmp(line->kind, "workload") == 0 && strcmp(line->section, section) == 0 &&
			(line->line == 0 || !typed))
			return true;
	}
	return false;
}

const char *plan_add_workload(struct arena *arena, struct plan_lines *lines, const char *workload)
{
	const char *section = workload;

	if (has_workload(lines, section, true)) {
		for (unsigned n = 2; has_workload(lines, section, false); n++)
			section = arena_printf(arena, "%s-%u", workload, n);
	}
	plan_add_option(arena, lines, "workload", section, NULL, NULL);
	if (section != workload)
		plan_add_option(arena, lines, "workload", section, "use", workload);
	return section;
}

void plan_cell_params(const struct variant *variant, const struct cell *cell, struct arena *arena,
	struct setting **params, size_t *count)
{
	struct setting *all =
		NEW(arena, struct setting, cell->param_count + variant->override_count + 1);
	size_t n = 0;

	for (size_t i = 0; i < cell->param_count; i++)
		all[n++] = cell->params[i];
	for (size_t i = 0; i < variant->override_count; i++) {
		if (strcmp(variant->overrides[i].section, cell->name) == 0)
			all[n++] = variant->overrides[i].setting;
	}
	*params = all;
	*count = n;
}
