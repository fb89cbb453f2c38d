// SPDX-License-Identifier: GPL-3.0-or-later
#include "manual/template.h"

#include <string.h>

/* The elements of associative arrays; keys and values are names, and need no escaping. */

static void put_options(const struct manual *m, struct text *out)
{
	const struct completion *all = m->completions.items;

	for (size_t i = 0; i < m->completions.count; i++) {
		bool goes_on = i > 0 && strcmp(all[i - 1].owner, all[i].owner) == 0;
		if (goes_on)
			text_puts(out, " ");
		else
			text_printf(out, "%s\t['%s']='", i > 0 ? "'\n" : "", all[i].owner);
		text_printf(out, "%s%s", all[i].typed,
			all[i].equals && !all[i].value_optional ? "=" : "");
	}
	text_puts(out, "'\n");
}

static void put_values(const struct manual *m, struct text *out)
{
	for (size_t i = 0; i < m->completions.count; i++) {
		const struct completion *c = &m->completions.items[i];
		if (!c->takes_value)
			continue;
		text_printf(out, "\t['%s %s']='", c->owner, c->typed);
		for (size_t k = 0; k < c->choice_count; k++)
			text_printf(out, "%s%s", k > 0 ? " " : "", c->choices[k]);
		if (*offer_name(c->offer))
			text_printf(out, ":%s", offer_name(c->offer));
		text_puts(out, "'\n");
	}
}

/* Where a value may follow in the next word. */
static void put_separate(const struct manual *m, struct text *out)
{
	for (size_t i = 0; i < m->completions.count; i++) {
		const struct completion *c = &m->completions.items[i];
		if (c->takes_value && !c->value_optional && *c->typed == '-')
			text_printf(out, "\t['%s %s']=1\n", c->owner, c->typed);
	}
}

static void put_operands(const struct manual *m, struct text *out)
{
	for (size_t i = 0; i < m->completions.command_count; i++) {
		const struct operands *o = &m->completions.operands[i];
		text_printf(out, "\t['%s']='", o->command);
		for (size_t k = 0; k < o->count; k++)
			text_printf(out, "%s:%s", k > 0 ? " " : "", offer_name(o->offers[k]));
		text_puts(out, "'\n");
	}
}

static void put_workloads(const struct manual *m, struct text *out)
{
	for (size_t i = 0; i < m->completions.runnable_count; i++)
		text_printf(out, "\t%s\n", m->completions.runnables[i].name);
}

const struct marker bash_markers[] = {
	{ "bash-options", put_options },
	{ "bash-values", put_values },
	{ "bash-separate", put_separate },
	{ "bash-operands", put_operands },
	{ "bash-workloads", put_workloads },
	{ 0 },
};
