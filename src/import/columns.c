// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/columns.h"

void load_row(const struct load_table *t, const struct word *words, size_t count,
	const struct column *const *columns, unsigned line)
{
	char *load = name_copy(t->in, &words[0]);
	double value;

	for (size_t i = 1; i < count; i++) {
		struct row_identity id = { .tool = t->tool,
			.workload = arena_printf(t->in->arena, "%s/%s", t->tool, load),
			.metric = columns[i]->metric,
			.variant = label_or_hint(t->in, t->variant),
			.group = t->in->hints->group ? t->in->hints->group : t->group,
			.unit = columns[i]->unit,
			.better = columns[i]->better,
			.line = line };
		if (word_number(&words[i], &value))
			(void)row_sample(t->in, &id, value);
	}
}
