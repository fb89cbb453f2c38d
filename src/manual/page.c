// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/plan.h"
#include "manual/mdoc.h"
#include "manual/template.h"
#include "workloads/registry.h"

#include <string.h>

static void put_synopsis(const struct manual *m, struct text *out)
{
	for (size_t i = 0; i < m->count; i++) {
		const char *usage = m->commands[i].usage;
		do {
			size_t length = strcspn(usage, "\n");
			text_printf(out, ".Nm bakeoff\n.Cm %s\n", m->commands[i].command->name);
			mdoc_usage(out, arena_strndup(m->arena, usage, length));
			usage += length + (usage[length] == '\n');
		} while (*usage);
	}
}

static void put_part(const struct manual_part *part, struct text *out)
{
	if (part->text && part->literal) {
		mdoc_literal(out, part->text);
	} else if (part->text) {
		text_puts(out, ".Pp\n");
		mdoc_words(out, part->text);
	}
	if (part->count)
		mdoc_arguments(out, part->arguments, part->count);
}

static void put_commands(const struct manual *m, struct text *out)
{
	for (size_t i = 0; i < m->count; i++) {
		const struct command_manual *c = &m->commands[i];
		text_printf(out, ".Ss bakeoff %s\n", c->command->name);
		mdoc_words(out, c->command->summary);
		for (size_t k = 0; k < c->count; k++)
			put_part(&c->parts[k], out);
	}
}

static void put_keys(const struct manual *m, const struct param *table, struct text *out)
{
	size_t count;
	struct argument *keys = arguments_of_table(table, ARGUMENT_VARIANT_KEY, m->arena, &count);

	mdoc_arguments(out, keys, count);
}

static void put_experiment_keys(const struct manual *m, struct text *out)
{
	put_keys(m, plan_experiment_params, out);
}

static void put_variant_keys(const struct manual *m, struct text *out)
{
	put_keys(m, plan_variant_params, out);
}

static void put_workload_keys(const struct manual *m, struct text *out)
{
	put_keys(m, plan_workload_params, out);
}

static void put_shape_keys(const struct manual *m, struct text *out)
{
	put_keys(m, run_shape_params, out);
}

static void put_phases(const struct workload *w, struct text *out)
{
	text_puts(out, ".Pp\nPhases:\n");
	mdoc_list_begin(out);
	for (const struct phase *p = w->phases; p->name; p++)
		mdoc_item(out, "Sy", p->name, p->help);
	mdoc_list_end(out);
}

static void put_metrics(const struct manual *m, const struct workload *w, struct text *out)
{
	text_puts(out, ".Pp\nMetrics:\n");
	mdoc_list_begin(out);
	for (const struct metric *i = w->metrics; i->kind != METRIC_END; i++)
		mdoc_item(out, "Va", arena_printf(m->arena, "%s_%s", i->phase, i->name),
			metric_words(i, m->arena));
	mdoc_list_end(out);
}

/* What `bakeoff workloads NAME` adds at its end. */
static void put_more_help(const struct workload *w, struct text *out)
{
	AUTO_TEXT struct text more;

	if (!w->more_help)
		return;
	text_init(&more, MIB);
	w->more_help(&more);
	mdoc_literal(out, more.data + (more.data[0] == '\n'));
}

static void put_workloads(const struct manual *m, struct text *out)
{
	for (const struct workload *const *i = workloads; *i; i++) {
		const struct workload *w = *i;
		text_printf(out, ".Ss %s\n", w->name);
		mdoc_words(out, w->summary);
		text_puts(out, ".Pp\n");
		mdoc_words(out, arena_printf(m->arena, "Stands for: %s.", w->source));
		text_printf(out,
			".Pp\nDeviations and their reasons:\n.Pa workloads/%s.md\n"
			".Pp\nParameters:\n",
			w->name);
		put_keys(m, w->params, out);
		put_phases(w, out);
		put_metrics(m, w, out);
		put_more_help(w, out);
	}
}

const struct marker page_markers[] = {
	{ "synopsis", put_synopsis },
	{ "commands", put_commands },
	{ "experiment-keys", put_experiment_keys },
	{ "variant-keys", put_variant_keys },
	{ "workload-keys", put_workload_keys },
	{ "shape-keys", put_shape_keys },
	{ "workloads", put_workloads },
	{ 0 },
};
