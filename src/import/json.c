// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/json.h"

#include "core/auto.h"

#include <errno.h>
#include <math.h>

static json_t *settings_json(const struct import_row *row)
{
	json_t *settings = json_object();

	for (size_t i = 0; i < row->setting_count; i++)
		json_object_set_new(settings, row->settings[i].name,
			json_text(row->settings[i].value));
	return settings;
}

static json_t *row_json(const struct import_row *row)
{
	json_t *values = json_array();
	bool is_summary = isfinite(row->mean);

	for (size_t i = 0; i < row->value_count; i++)
		json_array_append_new(values, json_double(row->values[i]));
	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:s, s:o, s:o, s:o, s:o, s:o, s:o, "
			 "s:o, "
			 "s:o, s:s, s:b, s:o, s:i}",
		"tool", json_text(row->tool), "tool_version", json_text(row->tool_version),
		"workload", json_text(row->workload), "metric", json_text(row->metric), "variant",
		json_text(row->variant), "group", json_text(row->group), "unit",
		json_text(row->unit), "better", better_name(row->better), "values", values, "mean",
		json_double(row->mean), "stddev", json_double(row->stddev), "n",
		is_summary && row->runs ? json_u64(row->runs) : json_null(), "runs",
		row->runs ? json_u64(row->runs) : json_null(), "least", json_double(row->least),
		"greatest", json_double(row->greatest), "mark", json_text(row->mark), "status",
		row->status, "approximate", row->approximate, "settings", settings_json(row),
		"line", (int)row->line);
}

static json_t *warning_json(const struct import_warning *warning)
{
	return json_pack("{s:i, s:o}", "line", (int)warning->line, "text",
		json_text(warning->text));
}

json_t *import_json(const struct import *in)
{
	json_t *values = json_array(), *warnings = json_array();

	for (size_t i = 0; i < in->row_count; i++)
		json_array_append_new(values, row_json(&in->rows[i]));
	for (size_t i = 0; i < in->warning_count; i++)
		json_array_append_new(warnings, warning_json(&in->warnings[i]));
	return json_pack("{s:s, s:o, s:o}", "schema", "bakeoff.import/1", "warnings", warnings,
		"values", values);
}

/* One element of an array; takes it. By way of a text: json_dumpf() locks the stream for every
 * token. */
static bool print_element(json_t *element, size_t i, FILE *to)
{
	AUTO_JSON json_t *mine = element;
	AUTO_FREE char *text = mine ? json_dumps(mine, JSON_REAL_PRECISION(17)) : NULL;

	return text && fputs(i > 0 ? ",\n  " : "\n  ", to) >= 0 && fputs(text, to) >= 0;
}

int import_print(const struct import *in, FILE *to)
{
	bool ok = fputs("{\n \"schema\": \"bakeoff.import/1\",\n \"warnings\": [", to) >= 0;

	for (size_t i = 0; ok && i < in->warning_count; i++)
		ok = print_element(warning_json(&in->warnings[i]), i, to);
	ok = ok && fputs("],\n \"values\": [", to) >= 0;
	for (size_t i = 0; ok && i < in->row_count; i++)
		ok = print_element(row_json(&in->rows[i]), i, to);
	ok = ok && fputs("]\n}\n", to) >= 0;
	return ok ? 0 : -EIO;
}
