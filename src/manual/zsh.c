// SPDX-License-Identifier: GPL-3.0-or-later
#include "manual/template.h"

#include <string.h>

/* 'text' in zsh, and safe inside the brackets and colons of a specification. */
static void put_spec_text(struct text *out, const char *text)
{
	for (const char *p = text; *p; p++) {
		if (*p == '\'')
			text_puts(out, "'\\''");
		else
			text_printf(out, "%s%c", strchr("[]:\\", *p) ? "\\" : "", *p);
	}
}

/* What is offered for a value: (a b) or a function. */
static void put_action(const struct completion *c, struct text *out)
{
	if (*offer_name(c->offer)) {
		text_printf(out, "_bakeoff_%s", offer_name(c->offer));
		return;
	}
	for (size_t i = 0; i < c->choice_count; i++)
		text_printf(out, "%s%s", i > 0 ? " " : "(", c->choices[i]);
	text_puts(out, c->choice_count ? ")" : " ");
}

/* As _arguments wants it: '--style=[how to print it]:FILE:(verdict json)' */
static void put_spec(const struct completion *c, struct text *out)
{
	text_printf(out, "'%s%s%s%s[", c->repeated ? "*" : "", c->typed, c->equals ? "=" : "",
		c->equals && c->value_optional ? "-" : "");
	put_spec_text(out, c->words);
	text_puts(out, "]");
	if (c->takes_value) {
		text_puts(out, c->value_optional ? "::" : ":");
		put_spec_text(out, c->value);
		text_puts(out, ":");
		put_action(c, out);
	}
	text_puts(out, "'");
}

/* The branches of a case: `owner) specs+=(option specification ...) ;;` */
static void put_specs(const struct manual *m, struct text *out)
{
	const struct completion *all = m->completions.items;

	for (size_t i = 0; i < m->completions.count; i++) {
		bool goes_on = i > 0 && strcmp(all[i - 1].owner, all[i].owner) == 0;
		if (!goes_on)
			text_printf(out, "%s\t'%s')\n", i > 0 ? "\t\t;;\n" : "", all[i].owner);
		if (*all[i].typed == '-') {
			text_printf(out, "\t\tspecs[%s]=", all[i].typed);
			put_spec(&all[i], out);
		} else {
			text_printf(out, "\t\tkeys[%s%s]=", all[i].typed, all[i].equals ? "=" : "");
			text_puts(out, "'");
			put_action(&all[i], out);
			text_puts(out, "'");
		}
		text_puts(out, "\n");
	}
	text_puts(out, "\t\t;;\n");
}

static void put_operands(const struct manual *m, struct text *out)
{
	for (size_t i = 0; i < m->completions.command_count; i++) {
		const struct operands *o = &m->completions.operands[i];
		text_printf(out, "\t%s '", o->command);
		for (size_t k = 0; k < o->count; k++)
			text_printf(out, "%s%s", k > 0 ? " " : "", offer_name(o->offers[k]));
		text_puts(out, "'\n");
	}
}

static void put_described(struct text *out, const char *name, const char *summary)
{
	text_printf(out, "\t'%s:", name);
	put_spec_text(out, summary);
	text_puts(out, "'\n");
}

static void put_commands(const struct manual *m, struct text *out)
{
	for (size_t i = 0; i < m->count; i++)
		put_described(out, m->commands[i].command->name, m->commands[i].command->summary);
}

static void put_workloads(const struct manual *m, struct text *out)
{
	const struct runnable *all = m->completions.runnables;

	for (size_t i = 0; i < m->completions.runnable_count; i++)
		put_described(out, all[i].name, all[i].summary);
}

const struct marker zsh_markers[] = {
	{ "zsh-specs", put_specs },
	{ "zsh-operands", put_operands },
	{ "zsh-commands", put_commands },
	{ "zsh-workloads", put_workloads },
	{ 0 },
};
