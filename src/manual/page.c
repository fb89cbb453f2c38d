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

/* Its lines are as wide as a terminal, and a page's text is narrower: they are filled anew. */
static void put_filled(const struct manual *m, const char *lines, struct text *out)
{
	while (*lines) {
		const char *end = lines;
		bool further_in = *lines == ' ';
		do {
			end += strcspn(end, "\n");
			end += *end == '\n';
		} while (*end && *end != '\n' && (*end == ' ') == further_in);
		text_puts(out, further_in ? ".Bd -filled -offset indent -compact\n" : ".Pp\n");
		mdoc_words(out, arena_strndup(m->arena, lines, (size_t)(end - lines)));
		text_puts(out, further_in ? ".Ed\n" : "");
		lines = end + strspn(end, "\n");
	}
}

/* What `bakeoff workloads NAME` adds at its end. */
static void put_more_help(const struct manual *m, const struct workload *w, struct text *out)
{
	AUTO_TEXT struct text more;

	if (!w->more_help)
		return;
	text_init(&more, MIB);
	w->more_help(&more);
	put_filled(m, more.data + strspn(more.data, "\n"), out);
}

static void put_parameters(const struct manual *m, const struct workload *w, struct text *out)
{
	text_puts(out, ".Pp\nParameters:\n");
	put_keys(m, w->params, out);
	for (const struct setting *s = w->shape; s && s->name; s++) {
		text_puts(out, ".Pp\n");
		mdoc_words(out,
			arena_printf(m->arena, "Here the default of %s is %s.", s->name, s->value));
	}
}

/* What a whole suite shares is told in the suite's section only. */
static void put_workload(const struct manual *m, const struct workload *w, struct text *out)
{
	const struct suite *suite = suite_with(w);

	text_printf(out, ".Ss %s\n", w->name);
	mdoc_words(out, w->summary);
	text_puts(out, ".Pp\n");
	mdoc_words(out, arena_printf(m->arena, "Stands for: %s.", w->source));
	if (suite)
		text_printf(out, ".Pp\nParameters: those of the suite\n.Sx %s .\n", suite->name);
	else
		put_parameters(m, w, out);
	put_phases(w, out);
	put_metrics(m, w, out);
	put_more_help(m, w, out);
}

static void put_workloads(const struct manual *m, struct text *out)
{
	for (const struct workload *const *w = workloads; *w; w++)
		put_workload(m, *w, out);
}

static void put_suites(const struct manual *m, struct text *out)
{
	for (const struct suite *s = suites; s->name; s++) {
		text_printf(out, ".Ss %s\n", s->name);
		mdoc_words(out, s->summary);
		text_puts(out, ".Pp\nIts workloads:\n");
		mdoc_list_begin(out);
		for (const struct workload *const *w = s->members; *w; w++)
			mdoc_item(out, "Cm", (*w)->name, (*w)->summary);
		mdoc_list_end(out);
		put_parameters(m, s->members[0], out);
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
	{ "suites", put_suites },
	{ 0 },
};
