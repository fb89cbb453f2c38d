// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/differences.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

int variant_facts_read(const struct results *r, struct arena *arena, struct fact_list **facts,
	struct error *err)
{
	struct fact_list *all = NEW(arena, struct fact_list, r->variant_count + 1);

	for (size_t v = 0; v < r->variant_count; v++) {
		const char *json = r->variants[v].facts;
		int ret = json ? facts_list(json, arena, &all[v], err) : 0;
		if (ret < 0)
			return ret;
	}
	*facts = all;
	return 0;
}

/* What every run has for itself, and what stands for it in a command. */
static const struct mask {
	const char *key, *word;
} masks[] = {
	{ "target.uuid", "UUID" },
	{ "target.device", "DEVICE" },
	{ "target.directory", "DIRECTORY" },
	{ "target.image", "IMAGE" },
	{ 0 },
};

static const struct {
	const char *key, *shown;
} commands[] = {
	{ "target.mkfs", "mkfs" },
	{ "target.mount", "mount" },
};

static char *replace_all(struct arena *arena, const char *text, const char *what, const char *by)
{
	char *made = arena_strdup(arena, "");

	for (const char *at; *what && (at = strstr(text, what)); text = at + strlen(what))
		made = arena_printf(arena, "%s%.*s%s", made, (int)(at - text), text, by);
	return arena_printf(arena, "%s%s", made, text);
}

/* Adds the commands that made a variant, so that those of two runs can be compared. */
static void add_commands(struct arena *arena, struct fact_list *facts)
{
	for (size_t i = 0; i < COUNT_OF(commands); i++) {
		const char *command = facts_find(facts, commands[i].key);
		for (const struct mask *m = masks; command && m->key; m++) {
			const char *own = facts_find(facts, m->key);
			if (own)
				command = replace_all(arena, command, own, m->word);
		}
		if (command)
			facts_add(facts, commands[i].shown, command, arena);
	}
}

/* Those of all variants while the differences are looked for. */
struct search {
	const struct results *r;
	struct arena *arena;
	struct fact_list *facts; /* of each variant's first run */
	struct difference *items;
	size_t count;
};

static struct difference *difference_of(struct search *s, const char *key)
{
	for (size_t i = 0; i < s->count; i++) {
		if (strcmp(s->items[i].key, key) == 0)
			return &s->items[i];
	}
	struct difference *d = ARENA_PUSH(s->arena, s->items, s->count);
	*d = (struct difference){
		.key = arena_strdup(s->arena, key),
		.rule = fact_rule_of(key),
		.values = NEW(s->arena, const char *, s->r->variant_count + 1),
		.later = NEW(s->arena, const char **, s->r->variant_count + 1),
	};
	d->name = fact_short_name(d->key);
	for (size_t v = 0; v < s->r->variant_count; v++)
		d->values[v] = facts_find(&s->facts[v], key);
	return d;
}

static size_t count_texts(const char *const *texts)
{
	size_t count = 0;

	while (texts && texts[count])
		count++;
	return count;
}

static bool has_text(const char *const *texts, const char *text)
{
	for (; texts && *texts; texts++) {
		if (strcmp(*texts, text) == 0)
			return true;
	}
	return false;
}

static void add_later(struct search *s, size_t variant, const char *key, const char *value)
{
	struct difference *d = difference_of(s, key);
	const char **later = d->later[variant];
	size_t count = count_texts(later);

	if (has_text(later, value))
		return;
	const char **more = NEW(s->arena, const char *, count + 2);
	for (size_t i = 0; i < count; i++)
		more[i] = later[i];
	more[count] = arena_strdup(s->arena, value);
	d->later[variant] = more;
	d->varies = true;
}

static bool is_compared(const char *key)
{
	return fact_rule_of(key)->kind != FACT_OF_RUN;
}

/* Whether a change of it in a later run is worth a word. */
static bool is_steady(const char *key)
{
	return is_compared(key) && fact_rule_of(key)->kind != FACT_VOLATILE;
}

/* A run's facts against those of its variant's first run. */
static int look_at_later(struct search *s, size_t variant, const char *json, struct error *err)
{
	const struct fact_list *first = &s->facts[variant];
	struct arena scratch = { 0 };
	struct fact_list facts = { 0 };
	int ret = facts_list(json, &scratch, &facts, err);

	for (size_t i = 0; ret == 0 && i < facts.count; i++) {
		const struct fact *fact = &facts.items[i];
		const char *value = facts_find(first, fact->key);
		if (value && strcmp(value, fact->value) != 0 && is_steady(fact->key))
			add_later(s, variant, fact->key, fact->value);
	}
	arena_free(&scratch);
	return ret;
}

static int read_all(struct search *s, struct error *err)
{
	const struct results *r = s->r;
	int ret = variant_facts_read(r, s->arena, &s->facts, err);

	for (size_t v = 0; ret == 0 && v < r->variant_count; v++) {
		if (r->source == RESULTS_OF_SEVERAL)
			add_commands(s->arena, &s->facts[v]);
		for (size_t i = 0; ret == 0 && i < r->variants[v].later_facts_count; i++)
			ret = look_at_later(s, v, r->variants[v].later_facts[i], err);
	}
	return ret;
}

/* Numbers within the tolerance of a fact are one value. */
static bool is_same(const struct fact_rule *rule, const char *a, const char *b)
{
	char *a_end, *b_end;

	if (!a || !b)
		return a == b;
	if (strcmp(a, b) == 0)
		return true;
	if (rule->tolerance <= 0)
		return false;
	double x = strtod(a, &a_end), y = strtod(b, &b_end);
	return *a && *b && *a_end == '\0' && *b_end == '\0' &&
	       fabs(x - y) <= rule->tolerance * fmax(fabs(x), fabs(y));
}

static bool has_value(const struct difference *d, size_t variant, const char *value)
{
	if (is_same(d->rule, d->values[variant], value))
		return true;
	for (const char **later = d->later[variant]; later && *later; later++) {
		if (is_same(d->rule, *later, value))
			return true;
	}
	return false;
}

static bool has_all_of(const struct difference *d, size_t a, size_t b)
{
	if (!has_value(d, a, d->values[b]))
		return false;
	for (const char **later = d->later[b]; later && *later; later++) {
		if (!has_value(d, a, *later))
			return false;
	}
	return true;
}

/* The same values in all their runs, in whatever order. */
static bool are_alike(const struct difference *d, size_t a, size_t b)
{
	return has_all_of(d, a, b) && has_all_of(d, b, a);
}

static const char *plan_value(const struct result_variant *v, const char *name)
{
	for (size_t i = 0; i < v->plan_count; i++) {
		if (strcmp(v->plan[i].name, name) == 0)
			return v->plan[i].value;
	}
	return "";
}

/* Whether a setting has such a name: "knob" stands for all knobs, as does a * at the end. */
static bool is_meant(const char *setting, const char *word, size_t length)
{
	bool is_group =
		(length == 4 && strncmp(word, "knob", length) == 0) || word[length - 1] == '*';
	size_t compared = length - (word[length - 1] == '*');

	return strncmp(setting, word, compared) == 0 && (is_group || setting[compared] == '\0');
}

/* Whether the plan gives two variants another value of what a word stands for. */
static bool plan_differs(const struct result_variant *a, const struct result_variant *b,
	const char *word, size_t length)
{
	for (size_t i = 0; i < a->plan_count; i++) {
		const struct setting *s = &a->plan[i];
		if (is_meant(s->name, word, length) &&
			strcmp(s->value, plan_value(b, s->name)) != 0)
			return true;
	}
	return false;
}

static bool plan_means(const struct results *r, const struct fact_rule *rule, size_t a, size_t b)
{
	const struct result_variant *x = &r->variants[a], *y = &r->variants[b];
	size_t length;

	for (const char *word = rule->plan; *word; word += length + strspn(word + length, " ")) {
		length = strcspn(word, " ");
		if (plan_differs(x, y, word, length) || plan_differs(y, x, word, length))
			return true;
	}
	return false;
}

static const char *shown_value(const struct difference *d, size_t variant)
{
	const char *value = d->values[variant];

	return value && *value ? value : "-";
}

static bool experiment_has_value(const struct results *r, const struct difference *d,
	uint64_t experiment, const char *value)
{
	for (size_t v = 0; v < r->variant_count; v++) {
		if (r->variants[v].experiment == experiment &&
			is_same(d->rule, shown_value(d, v), value))
			return true;
	}
	return false;
}

/* Of what was read in a text no fact is known, and none can differ (imported.h says so). */
static bool is_imported(const struct results *r, size_t variant)
{
	for (size_t i = 0; i < r->origin_count; i++) {
		if (r->origins[i].experiment == r->variants[variant].experiment)
			return r->origins[i].imported;
	}
	return false;
}

/* Variants of one plan differ on purpose, and in every experiment alike. */
static bool experiments_differ(const struct results *r, const struct difference *d)
{
	for (size_t v = 0; v < r->variant_count; v++) {
		for (size_t e = 0; e < r->origin_count && !is_imported(r, v); e++) {
			if (!r->origins[e].imported &&
				!experiment_has_value(r, d, r->origins[e].experiment,
					shown_value(d, v)))
				return true;
		}
	}
	return false;
}

static bool has_facts(const struct search *s, size_t variant)
{
	return s->facts[variant].count > 0;
}

static bool variants_differ(const struct search *s, const struct difference *d, bool but_planned)
{
	size_t base = s->r->baseline;

	for (size_t v = 0; v < s->r->variant_count; v++) {
		if (has_facts(s, v) && has_facts(s, base) && !are_alike(d, v, base) &&
			!(but_planned && plan_means(s->r, d->rule, v, base)))
			return true;
	}
	return false;
}

static int by_key(const void *a, const void *b)
{
	return strcmp(((const struct difference *)a)->key, ((const struct difference *)b)->key);
}

/* All keys become candidates; those in which nothing differs are dropped again. */
static void find_all(struct search *s)
{
	const struct results *r = s->r;
	size_t kept = 0;

	for (size_t v = 0; v < r->variant_count; v++) {
		for (size_t i = 0; i < s->facts[v].count; i++) {
			const char *key = s->facts[v].items[i].key;
			bool is_new = true;
			for (size_t k = 0; is_new && k < v; k++)
				is_new = !facts_find(&s->facts[k], key);
			if (is_new && is_compared(key))
				(void)difference_of(s, key);
		}
	}
	for (size_t i = 0; i < s->count; i++) {
		struct difference *d = &s->items[i];
		d->is_unplanned = r->source == RESULTS_OF_SEVERAL ? experiments_differ(r, d)
								  : variants_differ(s, d, true);
		if (d->is_unplanned || d->varies || variants_differ(s, d, false))
			s->items[kept++] = *d;
	}
	s->count = kept;
	if (kept > 0)
		qsort(s->items, kept, sizeof(*s->items), by_key);
}

struct differences *differences_find(const struct results *r, struct arena *arena)
{
	struct differences *found = NEW(arena, struct differences, 1);
	struct search search = { .r = r, .arena = arena };
	struct error err;

	if (r->source == RESULTS_OF_NUMBERS)
		return found;
	if (read_all(&search, &err) < 0) {
		found->unreadable = arena_strdup(arena, err.text);
		return found;
	}
	find_all(&search);
	found->facts = search.facts;
	found->items = search.items;
	found->count = search.count;
	return found;
}

/* By default, or by name; one that was named must be the same whatever the plan says. */
static bool is_forbidden(const struct results *r, const struct difference *d, size_t variant,
	size_t baseline)
{
	bool by_default = r->require_same_count == 0 && r->source == RESULTS_OF_EXPERIMENT;

	for (size_t i = 0; i < r->require_same_count; i++) {
		if (strcmp(r->require_same[i], "default") == 0)
			by_default = true;
		else if (fact_is_named(d->key, r->require_same[i]))
			return true;
	}
	/* what one of them has not recorded is only told */
	return by_default && d->rule->kind == FACT_REQUIRED && d->values[variant] &&
	       d->values[baseline] && !plan_means(r, d->rule, variant, baseline);
}

const char *difference_of_variant(const struct difference *d, size_t variant, struct arena *arena)
{
	const char *text = shown_value(d, variant);

	for (const char **later = d->later[variant]; later && *later; later++)
		text = arena_printf(arena, "%s and %s", text, *later);
	return text;
}

static bool is_recorded(const struct fact_list *facts, size_t variants, const char *name)
{
	for (size_t v = 0; v < variants; v++) {
		for (size_t i = 0; i < facts[v].count; i++) {
			if (fact_is_named(facts[v].items[i].key, name))
				return true;
		}
	}
	return false;
}

static bool is_word(const char *name)
{
	return strcmp(name, "none") == 0 || strcmp(name, "default") == 0;
}

/* What is said of at most NAMED facts, and how many there are. */
struct reasons {
	struct arena *arena;
	const char *text;
	size_t count;
};

static void add_reason(struct reasons *r, const char *reason)
{
	enum { NAMED = 3 };

	if (++r->count <= NAMED)
		r->text = arena_printf(r->arena, "%s%s%s", r->text ? r->text : "",
			r->text ? "; " : "", reason);
	else if (r->count == NAMED + 1)
		r->text = arena_printf(r->arena, "%s; and more", r->text);
}

const char *differences_forbid(const struct results *r, const struct differences *differences,
	size_t variant, size_t baseline, struct arena *arena)
{
	struct reasons reasons = { .arena = arena };

	for (size_t i = 0; variant != baseline && i < differences->count; i++) {
		const struct difference *d = &differences->items[i];
		if (!are_alike(d, variant, baseline) && is_forbidden(r, d, variant, baseline))
			add_reason(&reasons, arena_printf(arena, "%s %s, not %s", d->name,
						     difference_of_variant(d, variant, arena),
						     difference_of_variant(d, baseline, arena)));
	}
	/* what nobody has recorded cannot be shown to be the same */
	for (size_t i = 0; differences->facts && i < r->require_same_count; i++) {
		const char *name = r->require_same[i];
		if (!is_word(name) && !is_recorded(differences->facts, r->variant_count, name))
			add_reason(&reasons, arena_printf(arena, "%s was not recorded", name));
	}
	return reasons.text;
}

int differences_check_names(const struct results *r, struct arena *arena, struct error *err)
{
	struct fact_list *facts;
	int ret = r->require_same_count ? variant_facts_read(r, arena, &facts, err) : 0;

	for (size_t i = 0; ret == 0 && i < r->require_same_count; i++) {
		const char *name = r->require_same[i];
		if (!is_word(name) && !is_recorded(facts, r->variant_count, name))
			ret = fail(err, EINVAL,
				"require-same: no run has recorded a fact named '%s'; `bakeoff "
				"show EXPERIMENT/RUN` lists them",
				name);
	}
	return ret;
}

/* The aa arm is not named beside those that are like it. */
static bool is_copy(const struct results *r, const char *const *values, size_t variant)
{
	bool same = false;

	for (size_t v = 0; r->variants[variant].hidden && v < r->variant_count; v++)
		same |= !r->variants[v].hidden && strcmp(values[v], values[variant]) == 0;
	return same;
}

const char *difference_values(const struct results *r, const struct difference *d,
	struct arena *arena)
{
	const char **values = NEW(arena, const char *, r->variant_count + 1);
	char *text = arena_strdup(arena, "");

	for (size_t v = 0; v < r->variant_count; v++)
		values[v] = difference_of_variant(d, v, arena);
	for (size_t v = 0; v < r->variant_count; v++) {
		const char *names = "";
		bool said = false;
		for (size_t k = 0; k < r->variant_count; k++) {
			if (is_imported(r, k) || is_copy(r, values, k) ||
				strcmp(values[k], values[v]) != 0)
				continue;
			said |= k < v;
			names = arena_printf(arena, "%s%s%s", names, *names ? ", " : "",
				r->variants[k].name);
		}
		if (!said && *names)
			text = arena_printf(arena, "%s%s%s (%s)", text, *text ? "; " : "",
				values[v], names);
	}
	return text;
}

/* What it is called at the start of its line; NULL where a reader need not know it. */
static const char *heading(const struct results *r, const struct difference *d, bool all)
{
	if (d->rule->kind == FACT_VOLATILE && !all)
		return NULL;
	if (d->is_unplanned)
		return r->source == RESULTS_OF_SEVERAL ? "differs" : "differs besides the plan";
	return d->varies ? "varies between runs" : NULL;
}

const char *const *differences_texts(const struct results *r, const struct differences *differences,
	bool all, struct arena *arena)
{
	const char **texts = NULL;
	size_t n = 0;

	if (differences->unreadable)
		*ARENA_PUSH(arena, texts, n) =
			arena_printf(arena, "differs: unknown: %s", differences->unreadable);
	for (size_t i = 0; i < differences->count; i++) {
		const struct difference *d = &differences->items[i];
		const char *head = heading(r, d, all);
		if (head)
			*ARENA_PUSH(arena, texts, n) = arena_printf(arena, "%s: %s: %s", head,
				d->name, difference_values(r, d, arena));
	}
	*ARENA_PUSH(arena, texts, n) = NULL;
	return texts;
}
