// SPDX-License-Identifier: GPL-3.0-or-later
#include "manual/template.h"

#include <string.h>

static void put_fish_text(struct text *out, const char *text)
{
	text_puts(out, "'");
	for (const char *p = text; *p; p++)
		text_printf(out, "%s%c", strchr("'\\", *p) ? "\\" : "", *p);
	text_puts(out, "'");
}

/* `complete -c bakeoff -n 'condition'`: after a command, or after a workload of run. */
static void put_condition(const char *owner, struct text *out)
{
	const char *workload = strchr(owner, ' ');

	if (workload)
		text_printf(out, "complete -c bakeoff -n '__bakeoff_of %s'", workload + 1);
	else
		text_printf(out, "complete -c bakeoff -n '__bakeoff_in %s'", owner);
}

/* -x: a value, and no file; -r -F: a value, which is a file; nothing: a value may stand behind =.
 */
static void put_value(const struct completion *c, struct text *out)
{
	if (!c->takes_value)
		return;
	if (c->offer == OFFER_FILES)
		text_puts(out, " -r -F");
	else if (!c->value_optional)
		text_puts(out, " -x");
	if (c->offer != OFFER_FILES && *offer_name(c->offer))
		text_printf(out, " -a '(__bakeoff_%s)'", offer_name(c->offer));
	for (size_t i = 0; i < c->choice_count; i++)
		text_printf(out, "%s%s", i > 0 ? " " : " -a '", c->choices[i]);
	text_puts(out, c->choice_count ? "'" : "");
}

static void put_option(const struct completion *c, struct text *out)
{
	bool is_long = c->typed[1] == '-';
	bool is_letter = !is_long && c->typed[2] == '\0';

	put_condition(c->owner, out);
	text_printf(out, " -%c %s", is_long ? 'l' : is_letter ? 's' : 'o', c->typed + 1 + is_long);
	put_value(c, out);
}

/* A word as dd has them: if=FILE. */
static void put_word(const struct completion *c, struct text *out)
{
	put_condition(c->owner, out);
	if (!c->equals) {
		text_printf(out, " -a %s", c->typed);
		return;
	}
	text_printf(out, " -a '(__bakeoff_word %s", c->typed);
	if (*offer_name(c->offer))
		text_printf(out, " :%s", offer_name(c->offer));
	for (size_t i = 0; i < c->choice_count; i++)
		text_printf(out, " %s", c->choices[i]);
	text_puts(out, ")'");
}

static void put_options(const struct manual *m, struct text *out)
{
	for (size_t i = 0; i < m->completions.count; i++) {
		const struct completion *c = &m->completions.items[i];
		if (strcmp(c->owner, "variant") == 0)
			continue;
		if (*c->typed == '-')
			put_option(c, out);
		else
			put_word(c, out);
		text_puts(out, " -d ");
		put_fish_text(out, c->words);
		text_puts(out, "\n");
	}
}

static void put_operands(const struct manual *m, struct text *out)
{
	for (size_t i = 0; i < m->completions.command_count; i++) {
		const struct operands *o = &m->completions.operands[i];
		for (size_t k = 0; k < o->count; k++) {
			put_condition(o->command, out);
			if (o->offers[k] == OFFER_FILES)
				text_puts(out, " -F\n");
			else
				text_printf(out, " -a '(__bakeoff_%s)'\n",
					offer_name(o->offers[k]));
		}
	}
}

static void put_commands(const struct manual *m, struct text *out)
{
	for (size_t i = 0; i < m->count; i++) {
		const struct command *c = m->commands[i].command;
		text_printf(out, "complete -c bakeoff -n __bakeoff_wants_command -a %s -d ",
			c->name);
		put_fish_text(out, c->summary);
		text_puts(out, "\n");
	}
}

static void put_workloads(const struct manual *m, struct text *out)
{
	for (size_t i = 0; i < m->completions.runnable_count; i++) {
		text_printf(out, "\t%s ", m->completions.runnables[i].name);
		put_fish_text(out, m->completions.runnables[i].summary);
		text_puts(out, " \\\n");
	}
}

/* Keys of a variant, and what may stand behind their =. */
static void put_keys(const struct manual *m, struct text *out)
{
	for (size_t i = 0; i < m->completions.count; i++) {
		const struct completion *c = &m->completions.items[i];
		if (strcmp(c->owner, "variant") != 0)
			continue;
		text_printf(out, "\t%s=", c->typed);
		for (size_t k = 0; k < c->choice_count; k++)
			text_printf(out, " %s=%s", c->typed, c->choices[k]);
		text_puts(out, " \\\n");
	}
}

const struct marker fish_markers[] = {
	{ "fish-options", put_options },
	{ "fish-operands", put_operands },
	{ "fish-commands", put_commands },
	{ "fish-workloads", put_workloads },
	{ "fish-keys", put_keys },
	{ 0 },
};
