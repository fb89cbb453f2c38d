// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/document.h"
#include "import/importers.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

const struct importer *const importers[] = {
	&bakeoff_importer,
	&fio_importer,
	&contest_importer,
	&bonnie_importer,
	&dbench_importer,
	&lmdd_importer,
	&aim7_importer,
	&reaim_importer,
	&aim9_importer,
	&dd_importer,
	&fs_mark_importer,
	&kbench_importer,
	&means_importer,
	&postmark_importer,
	&postmark_config_importer,
	&hyperfine_importer,
	&sysbench_importer,
	&smallfile_importer,
	&ior_importer,
	&mdtest_importer,
	&filebench_importer,
	&elbencho_importer,
	&benchstat_importer,
	NULL,
};

static bool is_wanted(const struct importer *importer, const struct import_hints *hints)
{
	return !hints->tool || strcmp(hints->tool, importer->name) == 0;
}

int import_check_tool(const char *tool, struct error *err)
{
	char names[COUNT_OF(importers) * 20] = "";

	for (const struct importer *const *i = importers; *i; i++) {
		size_t length = strlen(names);
		if (strcmp((*i)->name, tool) == 0)
			return 0;
		(void)snprintf(names + length, sizeof(names) - length, "%s%s", length ? ", " : "",
			(*i)->name);
	}
	return fail(err, EINVAL, "there is no importer for '%.40s', there are %s", tool, names);
}

/* Where the format names no unit it says nothing of the direction either. */
static void apply_hints(struct import *in)
{
	for (size_t i = 0; i < in->row_count; i++) {
		struct import_row *row = &in->rows[i];
		if (*row->unit)
			continue;
		if (in->hints->better >= 0)
			row->better = (enum better)in->hints->better;
		if (in->hints->unit)
			row->unit = arena_strdup(in->arena, in->hints->unit);
	}
}

int import_read(const char *bytes, size_t size, const struct import_hints *hints,
	struct arena *arena, struct import *in, struct error *err)
{
	static const struct import_hints none = { .better = -1 };

	*in = (struct import){ .arena = arena, .hints = hints ? hints : &none };
	if (size > IMPORT_MOST)
		return fail(err, E2BIG, "more than %d MiB are not read", IMPORT_MOST >> 20);
	int ret = in->hints->tool ? import_check_tool(in->hints->tool, err) : 0;

	if (ret < 0)
		return fail_in(err, ret, "tool");
	ret = document_make(bytes, size, arena, &in->document, err);
	for (const struct importer *const *i = importers; ret == 0 && *i; i++) {
		if (is_wanted(*i, in->hints))
			ret = (*i)->read(in, err);
		if (ret < 0)
			return fail_in(err, ret, "%s", (*i)->name);
	}
	if (ret == 0)
		apply_hints(in);
	return ret;
}
