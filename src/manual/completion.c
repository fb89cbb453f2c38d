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

static void metric_choices(struct completion *c, const struct workload *w, struct arena *arena)
{
	const char **choices = NULL;

	for (const struct metric *m = w->metrics; m->kind != METRIC_END; m++)
		*ARENA_PUSH(arena, choices, c->choice_count) =
			arena_printf(arena, "%s_%s", m->phase, m->name);
	c->choices = choices;
	c->offer = OFFER_CHOICES;
}

/* A letter and a name are two things to type. w: whose options they are, or NULL. */
static void add(struct completions *all, const char *owner, const struct workload *w,
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
	else if (a->value && w && strcmp(a->value, "PHASE_METRIC") == 0)
		metric_choices(&c, w, arena);
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
	enum argument_form form, const char *owner, const struct workload *w, struct arena *arena)
{
	for (size_t i = 0; i < m->count; i++) {
		for (size_t k = 0; k < m->parts[i].count; k++) {
			if (m->parts[i].arguments[k].form == form)
				add(all, owner, w, &m->parts[i].arguments[k], arena);
		}
	}
}

static void add_workload(struct completions *all, const struct command_manual *commands,
	size_t count, const struct workload *w, struct arena *arena)
{
	const char *owner = arena_printf(arena, "workload %s", w->name);
	size_t own_count;
	struct argument *own =
		arguments_of_table(w->params, ARGUMENT_WORKLOAD_OPTION, arena, &own_count);

	for (size_t i = 0; i < own_count; i++)
		add(all, owner, w, &own[i], arena);
	for (size_t i = 0; i < count; i++)
		add_form(all, &commands[i], ARGUMENT_WORKLOAD_OPTION, owner, w, arena);
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
	for (const struct workload *const *w = workloads; *w; w++)
		add_workload(&all, commands, count, *w, arena);
	for (size_t i = 0; i < count; i++)
		add_form(&all, &commands[i], ARGUMENT_VARIANT_KEY, "variant", NULL, arena);
	all.command_count = count;
	*completions = all;
}
