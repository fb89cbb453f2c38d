// SPDX-License-Identifier: GPL-3.0-or-later
#include "manual/completion.h"

#include "workloads/registry.h"

#include <string.h>
#include <strings.h>

static const struct {
	const char *name;
	const char *word; /* of a value or an operand that it is for */
} offers[] = {
	[OFFER_NOTHING] = { "", "" },
	[OFFER_CHOICES] = { "", "" },
	[OFFER_FILES] = { "files", "FILE" },
	[OFFER_FOLDERS] = { "folders", "DIR" },
	[OFFER_PLANS] = { "plans", "PLAN" },
	[OFFER_EXPERIMENTS] = { "experiments", "EXPERIMENT" },
	[OFFER_WORKLOADS] = { "workloads", "WORKLOAD" },
	[OFFER_VARIANT] = { "variant", "NAME:KEY=VALUE,..." },
};

const char *offer_name(enum offer offer)
{
	return offers[offer].name;
}

static enum offer offer_of(const char *word, size_t length)
{
	for (size_t i = OFFER_FILES; i < COUNT_OF(offers); i++) {
		if (strlen(offers[i].word) == length &&
			strncasecmp(offers[i].word, word, length) == 0)
			return (enum offer)i;
	}
	if (length == 6 && strncmp(word, "DEVICE", length) == 0)
		return OFFER_FILES;
	return OFFER_NOTHING;
}

/* yes|no are choices; NAME=X|NAME=@FILE are none. */
static bool is_choice(const char *value)
{
	return strchr(value, '|') &&
	       value[strspn(value, "abcdefghijklmnopqrstuvwxyz0123456789_-+.|")] == '\0';
}

static void split_choices(struct completion *c, struct arena *arena)
{
	const char **choices = NULL;

	for (const char *p = c->value; *p;) {
		size_t length = strcspn(p, "|");
		*ARENA_PUSH(arena, choices, c->choice_count) = arena_strndup(arena, p, length);
		p += length + (p[length] == '|');
	}
	c->choices = choices;
	c->offer = OFFER_CHOICES;
}

static bool all_have_metric(const struct runnable *r, const struct metric *wanted)
{
	for (size_t i = 0; i < r->count; i++) {
		const struct metric *m = r->members[i]->metrics;
		while (m->kind != METRIC_END && (strcmp(m->phase, wanted->phase) != 0 ||
							strcmp(m->name, wanted->name) != 0))
			m++;
		if (m->kind == METRIC_END)
			return false;
	}
	return true;
}

/* Those that can be asked of each member. */
static void metric_choices(struct completion *c, const struct runnable *r, struct arena *arena)
{
	const char **choices = NULL;

	for (const struct metric *m = r->members[0]->metrics; m->kind != METRIC_END; m++) {
		if (all_have_metric(r, m))
			*ARENA_PUSH(arena, choices, c->choice_count) =
				arena_printf(arena, "%s_%s", m->phase, m->name);
	}
	c->choices = choices;
	c->offer = OFFER_CHOICES;
}

/* A letter and a name are two things to type. r: whose options they are, or NULL. */
static void add(struct completions *all, const char *owner, const struct runnable *r,
	const struct argument *a, struct arena *arena)
{
	struct completion c = {
		.owner = owner,
		.takes_value = a->value != NULL,
		.value_optional = a->value_optional,
		.repeated = a->repeated,
		.value = a->value,
		.words = a->words,
	};

	if (a->value && is_choice(a->value))
		split_choices(&c, arena);
	else if (a->value && r && strcmp(a->value, "PHASE_METRIC") == 0)
		metric_choices(&c, r, arena);
	else if (a->value)
		c.offer = offer_of(a->value, strlen(a->value));
	if (a->letter) {
		c.typed = arena_printf(arena, "-%c", a->letter);
		*ARENA_PUSH(arena, all->items, all->count) = c;
	}
	/* a word that is only explained, the name of a test perhaps, is nothing to type here */
	bool is_typed = a->name && (a->form == ARGUMENT_VARIANT_KEY || *a->name == '-' ||
					   strchr(a->name, '='));
	if (is_typed) {
		bool single_dash = a->name[0] == '-' && a->name[1] != '-';
		size_t length = strcspn(a->name, "=");
		c.typed = arena_strndup(arena, a->name, length);
		c.equals = c.takes_value && !single_dash;
		*ARENA_PUSH(arena, all->items, all->count) = c;
	}
}

static void add_form(struct completions *all, const struct command_manual *m,
	enum argument_form form, const char *owner, const struct runnable *r, struct arena *arena)
{
	for (size_t i = 0; i < m->count; i++) {
		for (size_t k = 0; k < m->parts[i].count; k++) {
			if (m->parts[i].arguments[k].form == form)
				add(all, owner, r, &m->parts[i].arguments[k], arena);
		}
	}
}

static void add_runnable(struct completions *all, const struct command_manual *commands,
	size_t count, const struct runnable *r, struct arena *arena)
{
	const char *owner = arena_printf(arena, "workload %s", r->name);
	size_t own_count;
	struct argument *own = arguments_of_table(r->members[0]->params, ARGUMENT_WORKLOAD_OPTION,
		arena, &own_count);

	for (size_t i = 0; i < own_count; i++)
		add(all, owner, r, &own[i], arena);
	for (size_t i = 0; i < count; i++)
		add_form(all, &commands[i], ARGUMENT_WORKLOAD_OPTION, owner, r, arena);
}

static void list_runnables(struct completions *all, struct arena *arena)
{
	for (const struct workload *const *w = workloads; *w; w++) {
		*ARENA_PUSH(arena, all->runnables, all->runnable_count) =
			(struct runnable){ (*w)->name, (*w)->summary, w, 1 };
	}
	for (const struct suite *s = suites; s->name; s++) {
		struct runnable *r = ARENA_PUSH(arena, all->runnables, all->runnable_count);
		*r = (struct runnable){ s->name, s->summary, s->members, 0 };
		while (s->members[r->count])
			r->count++;
	}
}

/* The words of a usage that belong to no option: [-d DIR] [PLAN] [WORKLOAD [OPTION...]]... */
static void read_operands(struct operands *o, const char *usage)
{
	bool after_letter = false;

	for (const char *p = usage; *p;) {
		size_t length = strcspn(p, " []./\n");
		enum offer offer = length && !after_letter ? offer_of(p, length) : OFFER_NOTHING;
		after_letter = length == 2 && *p == '-' && p[length] == ' ';
		bool known = offer == OFFER_NOTHING;
		for (size_t i = 0; i < o->count; i++)
			known |= o->offers[i] == offer;
		if (!known && o->count < COUNT_OF(o->offers))
			o->offers[o->count++] = offer;
		p += length + (p[length] != '\0');
	}
}

void completions_make(const struct command_manual *commands, size_t count, struct arena *arena,
	struct completions *completions)
{
	struct completions all = { .operands = NEW(arena, struct operands, count + 1) };

	for (size_t i = 0; i < count; i++) {
		const char *name = commands[i].command->name;
		all.operands[i].command = name;
		read_operands(&all.operands[i], commands[i].usage);
		add_form(&all, &commands[i], ARGUMENT_OPTION, name, NULL, arena);
	}
	list_runnables(&all, arena);
	for (size_t i = 0; i < all.runnable_count; i++)
		add_runnable(&all, commands, count, &all.runnables[i], arena);
	for (size_t i = 0; i < count; i++)
		add_form(&all, &commands[i], ARGUMENT_VARIANT_KEY, "variant", NULL, arena);
	all.command_count = count;
	*completions = all;
}
