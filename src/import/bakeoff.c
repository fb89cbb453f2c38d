// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/importers.h"
#include "import/json_block.h"
#include "import/rows.h"
#include "import/scan.h"

#include <math.h>
#include <string.h>

/*
 * bakeoff's own documents: what `compare --style=json` prints (bakeoff.compare/1), of which the
 * raw values are taken and nothing that was made of them; and what `import --print` prints
 * (bakeoff.import/1), row for row. Both name what a value is before the value.
 */
enum { SETTINGS_MOST = 32 };

struct document {
	struct import *in;
	struct json_block *block;
	size_t found;
};

/* The text after a key; NULL for null. */
static const char *text_after_key(const struct document *d)
{
	struct json_reader *r = &d->block->reader;

	return json_enter(r, JSON_STRING) ? json_copy(r, d->in->arena) : NULL;
}

static double number_after_key(struct json_reader *r)
{
	double value;

	return json_enter(r, JSON_NUMBER) && json_number(r, &value) ? value : NAN;
}

/* The place of the key among these, or -1. */
static int key_index(const struct json_reader *r, const char *const *keys, int count)
{
	for (int i = 0; i < count; i++) {
		if (json_is(r, keys[i]))
			return i;
	}
	return -1;
}

enum { CELL, PHASE, METRIC, UNIT, BETTER, METRIC_TEXTS };
static const char *const metric_keys[METRIC_TEXTS] = { "cell", "phase", "metric", "unit",
	"better" };

static const char *or_empty(const char *text)
{
	return text ? text : "";
}

static struct row_identity metric_identity(struct document *d, const char *const *texts,
	const char *variant)
{
	const char *phase = or_empty(texts[PHASE]), *metric = or_empty(texts[METRIC]);
	int better = texts[BETTER] ? better_of_name(texts[BETTER]) : -1;

	return (struct row_identity){ .tool = "bakeoff",
		.workload = arena_printf(d->in->arena, "bakeoff/%s%s%s", or_empty(texts[CELL]),
			*phase ? "/" : "", phase),
		.metric = *metric ? metric : "value",
		.variant = variant,
		.group = d->in->hints->group,
		.unit = or_empty(texts[UNIT]),
		.better = better >= 0 ? (enum better)better : BETTER_NEITHER,
		.line = json_block_line(d->in, d->block) };
}

/* [{"round": 1, "value": 2.5}, ...]; a round that failed has null. */
static void read_rounds(struct document *d, const char *const *texts, const char *variant)
{
	struct json_reader *r = &d->block->reader;

	if (!json_enter(r, JSON_ARRAY))
		return;
	for (unsigned depth = r->depth; json_next_item(r, depth);) {
		if (r->token != JSON_OBJECT)
			continue;
		for (unsigned inner = r->depth; json_next_key(r, inner);) {
			double value = json_is(r, "value") ? number_after_key(r) : NAN;
			if (!isfinite(value))
				continue;
			struct row_identity id = metric_identity(d, texts, variant);
			(void)row_sample(d->in, &id, value);
			d->found++;
		}
	}
}

static void read_arms(struct document *d, const char *const *texts)
{
	struct json_reader *r = &d->block->reader;

	if (!json_enter(r, JSON_ARRAY))
		return;
	for (unsigned depth = r->depth; json_next_item(r, depth);) {
		const char *variant = "";
		if (r->token != JSON_OBJECT)
			continue;
		for (unsigned inner = r->depth; json_next_key(r, inner);) {
			if (json_is(r, "variant"))
				variant = or_empty(text_after_key(d));
			else if (json_is(r, "values"))
				read_rounds(d, texts, variant);
		}
	}
}

static void read_metrics(struct document *d)
{
	struct json_reader *r = &d->block->reader;

	if (!json_enter(r, JSON_ARRAY))
		return;
	for (unsigned depth = r->depth; json_next_item(r, depth);) {
		const char *texts[METRIC_TEXTS] = { NULL };
		if (r->token != JSON_OBJECT)
			continue;
		for (unsigned inner = r->depth; json_next_key(r, inner);) {
			int i = key_index(r, metric_keys, METRIC_TEXTS);
			if (i >= 0)
				texts[i] = text_after_key(d);
			else if (json_is(r, "variants"))
				read_arms(d, texts);
		}
	}
}

enum {
	R_TOOL,
	R_VERSION,
	R_WORKLOAD,
	R_METRIC,
	R_VARIANT,
	R_GROUP,
	R_UNIT,
	R_BETTER,
	R_MARK,
	R_STATUS,
	ROW_TEXTS
};
static const char *const row_text_keys[ROW_TEXTS] = { "tool", "tool_version", "workload", "metric",
	"variant", "group", "unit", "better", "mark", "status" };
enum { N_MEAN, N_STDDEV, N_RUNS, N_LEAST, N_GREATEST, ROW_NUMBERS };
static const char *const row_number_keys[ROW_NUMBERS] = { "mean", "stddev", "runs", "least",
	"greatest" };

struct row {
	const char *texts[ROW_TEXTS];
	double numbers[ROW_NUMBERS];
	double *values;
	size_t value_count;
	struct import_setting settings[SETTINGS_MOST];
	size_t setting_count;
	bool approximate;
};

static void read_values(struct document *d, struct row *row)
{
	struct json_reader *r = &d->block->reader;
	double value;

	if (!json_enter(r, JSON_ARRAY))
		return;
	for (unsigned depth = r->depth; json_next_item(r, depth);) {
		if (json_number(r, &value))
			*ARENA_PUSH(d->in->arena, row->values, row->value_count) = value;
	}
}

static void read_settings(struct document *d, struct row *row)
{
	struct json_reader *r = &d->block->reader;

	if (!json_enter(r, JSON_OBJECT))
		return;
	for (unsigned depth = r->depth; json_next_key(r, depth);) {
		const char *name = json_copy(r, d->in->arena);
		const char *value = text_after_key(d);
		if (value && row->setting_count < SETTINGS_MOST)
			row->settings[row->setting_count++] =
				(struct import_setting){ name, value };
	}
}

/* The status as the constant that means it; a word that none is: not to be trusted. */
static const char *status_of(const char *text, bool has_number)
{
	static const char *const known[] = { IMPORT_OK, IMPORT_TOO_FAST, IMPORT_MISSING,
		IMPORT_NOT_RUN, IMPORT_TRUNCATED, IMPORT_INTERRUPTED, IMPORT_FAILED,
		IMPORT_IMPRECISE, IMPORT_INCONSISTENT };

	for (size_t i = 0; text && i < COUNT_OF(known); i++) {
		if (strcmp(text, known[i]) == 0 && (i > 0 || has_number))
			return known[i];
	}
	return has_number && !text ? IMPORT_OK : IMPORT_MISSING;
}

static void add_row(struct document *d, const struct row *row)
{
	const char *const *t = row->texts;
	const double *n = row->numbers;
	const bool has_number = row->value_count > 0 || isfinite(n[N_MEAN]) || isfinite(n[N_LEAST]);
	int better = t[R_BETTER] ? better_of_name(t[R_BETTER]) : -1;
	struct row_identity id = { .tool = t[R_TOOL],
		.tool_version = t[R_VERSION],
		.workload = t[R_WORKLOAD],
		.metric = t[R_METRIC],
		.variant = or_empty(d->in->hints->variant ? d->in->hints->variant : t[R_VARIANT]),
		.group = d->in->hints->group ? d->in->hints->group : t[R_GROUP],
		.unit = or_empty(t[R_UNIT]),
		.better = better >= 0 ? (enum better)better : BETTER_NEITHER,
		.settings = row->settings,
		.setting_count = row->setting_count,
		.line = json_block_line(d->in, d->block) };

	if (!t[R_TOOL] || !t[R_WORKLOAD] || !t[R_METRIC])
		return;
	const char *status = status_of(t[R_STATUS], has_number);
	/* a row as it was: the samples of two documents are two rows unless both are samples */
	struct import_row *to = row->value_count > 0 && strcmp(status, IMPORT_OK) == 0
					? row_of(d->in, &id)
					: row_without_value(d->in, &id, status);
	for (size_t i = 0; i < row->value_count; i++)
		*ARENA_PUSH(d->in->arena, to->values, to->value_count) = row->values[i];
	to->mean = n[N_MEAN];
	to->stddev = n[N_STDDEV];
	to->least = n[N_LEAST];
	to->greatest = n[N_GREATEST];
	to->runs = n[N_RUNS] >= 1 && n[N_RUNS] < 1e15 ? (uint64_t)n[N_RUNS] : 0;
	to->mark = t[R_MARK];
	to->approximate = row->approximate;
	d->found++;
}

static void read_rows(struct document *d)
{
	struct json_reader *r = &d->block->reader;

	if (!json_enter(r, JSON_ARRAY))
		return;
	for (unsigned depth = r->depth; json_next_item(r, depth);) {
		struct row row = { .numbers = { NAN, NAN, NAN, NAN, NAN } };
		if (r->token != JSON_OBJECT)
			continue;
		for (unsigned inner = r->depth; json_next_key(r, inner);) {
			int text = key_index(r, row_text_keys, ROW_TEXTS);
			int number = key_index(r, row_number_keys, ROW_NUMBERS);
			if (text >= 0)
				row.texts[text] = text_after_key(d);
			else if (number >= 0)
				row.numbers[number] = number_after_key(r);
			else if (json_is(r, "values"))
				read_values(d, &row);
			else if (json_is(r, "settings"))
				read_settings(d, &row);
			else if (json_is(r, "approximate"))
				row.approximate = json_enter(r, JSON_WORD) && json_is(r, "true");
		}
		if (!r->problem)
			add_row(d, &row);
	}
}

static void finish_document(struct document *d, const char *schema)
{
	struct import *in = d->in;
	unsigned line = json_block_line(in, d->block);
	const struct row_identity whole = { .tool = "bakeoff",
		.workload = "bakeoff",
		.metric = "value",
		.variant = "",
		.unit = "",
		.line = line };

	json_block_take(in, d->block, "bakeoff");
	if (d->block->reader.problem) {
		import_warn(in, line, "bakeoff: the document %s is not whole: %s", schema,
			d->block->reader.problem);
		(void)row_without_value(in, &whole, IMPORT_TRUNCATED);
	}
}

static int bakeoff_read(struct import *in, struct error *err)
{
	struct json_block b = { 0 };
	struct document d = { .in = in, .block = &b };

	(void)err;
	while (json_block_next(in, &b)) {
		const char *schema = NULL;
		bool compare = false, import = false;
		for (unsigned depth = b.reader.depth; json_next_key(&b.reader, depth);) {
			if (json_is(&b.reader, "schema")) {
				schema = text_after_key(&d);
				compare = schema && strcmp(schema, "bakeoff.compare/1") == 0;
				import = schema && strcmp(schema, "bakeoff.import/1") == 0;
			} else if (compare && json_is(&b.reader, "metrics")) {
				read_metrics(&d);
			} else if (import && json_is(&b.reader, "values")) {
				read_rows(&d);
			}
		}
		if (compare || import)
			finish_document(&d, schema);
		else if (schema && starts_with(schema, "bakeoff."))
			import_warn(in, json_block_line(in, &b),
				"bakeoff: documents of schema '%.60s' are not read here", schema);
	}
	return 0;
}

const struct importer bakeoff_importer = {
	.name = "bakeoff",
	.summary = "bakeoff's own JSON: compare --style=json and import --print",
	.read = bakeoff_read,
};
