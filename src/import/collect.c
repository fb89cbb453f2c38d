// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/collect.h"

#include "import/arrange.h"
#include "import/identity.h"
#include "import/names.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const double default_margin = 0.05, default_alpha = 0.05;

/* No disk moves so many bytes in a second: somebody took kB for MB. */
static const double rate_beyond = 100e9;

struct collecting {
	struct arena *arena;
	const struct import_source *sources;
	size_t source; /* the one that is read */
	struct imported *to;
	uint64_t n; /* of summaries that do not say it */
	struct arrangement arranged;
	size_t *place_of; /* of all texts' rows, in their order */
	struct names tools, arms, runs;
	uint64_t *arm_rounds; /* of a variant in a cell: its last round */
	size_t arm_count;
	size_t summaries_without_n;
};

/* PostMark's `set number 500`: asked for, not measured. */
static bool is_setting(const struct import_row *row)
{
	return strcmp(row->unit, "setting") == 0;
}

static bool has_value(const struct import_row *row)
{
	return strcmp(row->status, IMPORT_OK) == 0 && !is_setting(row) &&
	       (row->value_count > 0 || isfinite(row->mean));
}

bool import_has_value(const struct import *in)
{
	for (size_t i = 0; i < in->row_count; i++) {
		if (has_value(&in->rows[i]))
			return true;
	}
	return false;
}

/* What became of a row without a value. */
static const struct status_words {
	const char *status;
	enum outcome outcome; /* of its run, if it was one of its own; OK: it was not */
	const char *words;
} statuses[] = {
	{ IMPORT_FAILED, OUTCOME_FAILED, "the run failed" },
	{ IMPORT_INTERRUPTED, OUTCOME_INTERRUPTED, "the run was interrupted" },
	{ IMPORT_TRUNCATED, OUTCOME_OK, "the text ends before its value" },
	{ IMPORT_TOO_FAST, OUTCOME_OK, "it was too fast for the tool to measure" },
	{ IMPORT_MISSING, OUTCOME_OK, "its value is missing" },
	{ IMPORT_NOT_RUN, OUTCOME_OK, "it was not run" },
	{ IMPORT_IMPRECISE, OUTCOME_OK, "the text has lost its digits" },
	{ IMPORT_INCONSISTENT, OUTCOME_OK, "the text contradicts itself" },
	{ 0 },
};

static const struct status_words *words_of(const struct import_row *row)
{
	const struct status_words *s = statuses;

	while (s->status && strcmp(s->status, row->status) != 0)
		s++;
	return s;
}

/* The importer's own words of that line say more than the status. */
static const char *why_no_value(const struct import *in, const struct import_row *row,
	struct arena *arena)
{
	const struct status_words *s = words_of(row);

	for (size_t i = 0; s->status && i < in->warning_count; i++) {
		if (in->warnings[i].line == row->line && row->line > 0)
			return in->warnings[i].text;
	}
	if (s->status)
		return s->words;
	if (isfinite(row->least))
		return arena_printf(arena, "a range is no sample: %g to %g %s", row->least,
			row->greatest, row->unit);
	return is_setting(row) ? "it is a setting" : "it has no value";
}

const char *import_why_none(const struct import *in, struct arena *arena)
{
	const struct import_row *worst = NULL;

	for (size_t i = 0; i < in->row_count; i++) {
		const struct import_row *row = &in->rows[i];
		if (!worst || (words_of(worst)->outcome == OUTCOME_OK &&
				      words_of(row)->outcome != OUTCOME_OK))
			worst = row;
	}
	if (!worst)
		return NULL;
	return arena_printf(arena, "line %u: %s %s: %s", worst->line, worst->workload,
		worst->metric, why_no_value(in, worst, arena));
}

/* The last round of a variant in a cell. */
static uint64_t *rounds_of(struct collecting *c, size_t variant, size_t cell)
{
	const char *key = arena_printf(c->arena, "%zu/%zu", variant, cell);
	size_t number = names_add(&c->arms, c->arena, key);

	if (number == c->arm_count)
		*ARENA_PUSH(c->arena, c->arm_rounds, c->arm_count) = 0;
	return &c->arm_rounds[number];
}

/* The run of that round, made where there is none. */
static struct run_record *find_run(struct collecting *c, size_t variant, size_t cell,
	uint64_t round)
{
	struct imported *to = c->to;
	uint64_t *rounds = rounds_of(c, variant, cell);
	size_t number = names_add(&c->runs, c->arena,
		arena_printf(c->arena, "%zu/%zu/%" PRIu64, variant, cell, round));

	if (number == to->run_count)
		*ARENA_PUSH(c->arena, to->runs, to->run_count) = (struct run_record){
			.round = round,
			.position = number,
			.variant = variant,
			.cell = cell,
			.outcome = OUTCOME_OK,
			.reason = "",
			.facts = "{}",
		};
	*rounds = *rounds > round ? *rounds : round;
	to->rounds = to->rounds > round ? to->rounds : round;
	return &to->runs[number];
}

static void add_log(struct collecting *c, struct run_record *run, const char *text)
{
	*ARENA_PUSH(c->arena, run->logs, run->log_count) =
		(struct log_record){ .level = RECORD_WARNING, .text = text };
}

/* "about, *, mean of 3 runs, 1.2 to 3.4" */
static const char *said_beside(struct collecting *c, const struct import_row *row)
{
	const char *parts[4] = { "" }, *text = "";
	size_t n = 0;

	if (row->approximate)
		parts[n++] = "about";
	if (row->mark)
		parts[n++] = row->mark;
	if (row->runs && row->value_count > 0)
		parts[n++] = arena_printf(c->arena, "mean of %" PRIu64 " runs", row->runs);
	if (isfinite(row->least) && isfinite(row->greatest))
		parts[n++] = arena_printf(c->arena, "%g to %g", row->least, row->greatest);
	for (size_t i = 0; i < n; i++)
		text = arena_printf(c->arena, "%s%s%s", text, i > 0 ? ", " : "", parts[i]);
	return text;
}

static struct import_record *new_record(struct collecting *c, const struct import_row *row)
{
	struct import_record *record = NEW(c->arena, struct import_record, 1);

	*record = (struct import_record){
		.file = c->sources[c->source].text.file,
		.line = row->line,
		.tool = row->tool,
		.version = row->tool_version ? row->tool_version : "",
		.name = arena_printf(c->arena, "%s %s", row->workload, row->metric),
		.unit = row->unit,
		.said = said_beside(c, row),
		.mean = NAN,
		.sd = NAN,
	};
	return record;
}

/* A number as the text has it, in the round after those that are there. */
static void add_number(struct collecting *c, struct place *place, const struct import_row *row,
	double number, double value, const struct import_record *record)
{
	const struct cell_metric *m = &c->arranged.metrics[place->metric];
	struct run_record *run = find_run(c, place->variant, place->cell, ++place->samples);

	*ARENA_PUSH(c->arena, run->values, run->value_count) = (struct value_record){
		.phase = m->phase,
		.metric = m->name,
		.unit = m->unit,
		.better = m->better,
		.primary = m->is_primary,
		.value = value,
		.import = record,
	};
	c->to->value_count++;
	if (value > rate_beyond && strcmp(m->unit, "bytes/s") == 0)
		add_log(c, run,
			arena_printf(c->arena,
				"line %" PRIu64 ": %s: %g %s is beyond any disk: is that its unit?",
				record->line, record->name, number, row->unit));
	if (row->approximate)
		add_log(c, run,
			arena_printf(c->arena, "line %" PRIu64 ": %s is only about %g %s",
				record->line, record->name, number, row->unit));
}

static void add_summary(struct collecting *c, struct place *place, const struct import_row *row,
	double factor)
{
	struct import_record *record = new_record(c, row);

	record->mean = row->mean * factor;
	record->sd = row->stddev * factor;
	record->n = row->runs ? row->runs : c->n;
	c->summaries_without_n += row->runs == 0;
	add_number(c, place, row, row->mean, NAN, record);
}

static void add_samples(struct collecting *c, struct place *place, const struct import_row *row,
	double factor)
{
	for (size_t i = 0; i < row->value_count; i++) {
		struct import_record *record = new_record(c, row);
		if (i < row->line_count)
			record->line = row->lines[i];
		add_number(c, place, row, row->values[i], row->values[i] * factor, record);
	}
}

/* How importers have read units that their tools call otherwise. */
static const struct {
	const char *tool, *unit, *text;
} unit_notes[] = {
	{ "bonnie", "KiB/s", "bonnie: K/sec is taken as KiB/s" },
	{ "bonnie++", "KiB/s", "bonnie++: K/sec is taken as KiB/s" },
	{ "dbench", "MB/s", "dbench: MB is taken as 10^6 bytes" },
	{ "filebench", "MiB/s", "filebench: mb is taken as MiB" },
	{ "lmdd", "MB/s", "lmdd: MB is taken as 10^6 bytes" },
	{ "postmark", "KiB/s", "postmark: kilobytes are taken as KiB" },
	{ "postmark", "MiB/s", "postmark: megabytes are taken as MiB" },
	{ "sysbench", "MiB/s", "sysbench: Mb is taken as MiB" },
	{ "tbench", "MB/s", "tbench: MB is taken as 10^6 bytes" },
};

static void say_units(struct collecting *c, const struct import_row *row)
{
	for (size_t i = 0; i < COUNT_OF(unit_notes); i++) {
		if (strcmp(unit_notes[i].tool, row->tool) == 0 &&
			strcmp(unit_notes[i].unit, row->unit) == 0)
			arrange_note(&c->arranged, false, unit_notes[i].text);
	}
	if (identity_lacks_iodepth(row))
		arrange_note(&c->arranged, false, "fio: iodepth is not said: 1, its default");
	if (!*row->unit)
		arrange_note(&c->arranged, false,
			arena_printf(c->arena, "the unit of %s %s is not said; --unit says it",
				row->workload, row->metric));
	if (row->better == BETTER_NEITHER && identity_rank(row) >= 0)
		arrange_note(&c->arranged, false,
			arena_printf(c->arena,
				"which way %s %s is good is not said, so it is not judged; "
				"--better "
				"says it",
				row->workload, row->metric));
}

static void add_tool(struct collecting *c, const struct import_row *row)
{
	const char *tool = row->tool_version
				   ? arena_printf(c->arena, "%s %s", row->tool, row->tool_version)
				   : row->tool;
	size_t before = c->tools.count;

	if (names_add(&c->tools, c->arena, tool) == before)
		c->to->tools =
			before == 0 ? tool : arena_printf(c->arena, "%s, %s", c->to->tools, tool);
}

static void add_row(struct collecting *c, const struct import_row *row, size_t place)
{
	struct identity id;

	identity_of_row(row, c->arena, &id);
	if (row->value_count > 0)
		add_samples(c, &c->arranged.places[place], row, id.factor);
	else
		add_summary(c, &c->arranged.places[place], row, id.factor);
	say_units(c, row);
	add_tool(c, row);
}

/* What has no value for the same reason is told in one line. */
static void add_absent(struct collecting *c, struct run_record *run, const struct import_row *row)
{
	const char *why = why_no_value(c->sources[c->source].in, row, c->arena);
	const char *what =
		arena_printf(c->arena, "%s %s (line %u)", row->workload, row->metric, row->line);
	size_t length = strlen(why);

	for (size_t i = 0; i < run->log_count; i++) {
		const char **text = &run->logs[i].text;
		if (strncmp(*text, why, length) != 0 || (*text)[length] != ':')
			continue;
		*text = arena_printf(c->arena, "%s, %s", *text, what);
		return;
	}
	add_log(c, run, arena_printf(c->arena, "%s: %s", why, what));
}

/*
 * What has no value is told with the variant's first run in that cell, or is a run of its own that
 * failed. It is never a number.
 */
static void add_failure(struct collecting *c, const struct import_row *row)
{
	const struct status_words *status = words_of(row);
	size_t variant = arrange_variant(&c->arranged, c->source, row);
	size_t cell = arrange_cell(&c->arranged, row);
	uint64_t rounds = *rounds_of(c, variant, cell);
	const char *text = arena_printf(c->arena, "line %u: %s %s: %s", row->line, row->workload,
		row->metric, why_no_value(c->sources[c->source].in, row, c->arena));

	if (rounds > 0 && (!status->status || status->outcome == OUTCOME_OK)) {
		add_absent(c, find_run(c, variant, cell, 1), row);
		return;
	}
	struct run_record *run = find_run(c, variant, cell, rounds + 1);
	run->outcome = status->status && status->outcome != OUTCOME_OK ? status->outcome
								       : OUTCOME_UNSUPPORTED;
	run->reason = text;
}

static void add_warnings(struct collecting *c)
{
	const struct import *in = c->sources[c->source].in;
	const char *file = c->sources[c->source].text.file;

	for (size_t i = 0; i < in->warning_count; i++)
		arrange_note(&c->arranged, true,
			in->warnings[i].line
				? arena_printf(c->arena, "%s:%u: %s", file, in->warnings[i].line,
					  in->warnings[i].text)
				: arena_printf(c->arena, "%s: %s", file, in->warnings[i].text));
}

static void say_n(struct collecting *c)
{
	if (c->n > 0 && c->summaries_without_n > 0)
		arrange_note(&c->arranged, false,
			arena_printf(c->arena, "n=%" PRIu64 " of %zu summaries, as --n says", c->n,
				c->summaries_without_n));
}

static const char *experiment_name(const struct import_source *sources, size_t count,
	struct arena *arena)
{
	const char *name = arrange_base_name(sources[0].text.file, arena);

	return count == 1 ? name : arena_printf(arena, "%s and %zu more", name, count - 1);
}

/* Every row with a value has a place before the first value has one: what is primary is then known.
 */
static void arrange_rows(struct collecting *c, size_t count)
{
	size_t rows = 0;

	for (size_t s = 0; s < count; s++)
		rows += c->sources[s].in->row_count;
	c->place_of = NEW(c->arena, size_t, rows + 1);
	rows = 0;
	for (size_t s = 0; s < count; s++) {
		const struct import *in = c->sources[s].in;
		for (size_t i = 0; i < in->row_count; i++, rows++) {
			if (has_value(&in->rows[i]))
				c->place_of[rows] = arrange_place(&c->arranged, s, &in->rows[i]);
		}
	}
	arrange_primaries(&c->arranged);
}

static void add_rows(struct collecting *c, size_t count)
{
	size_t rows = 0;

	for (c->source = 0; c->source < count; c->source++) {
		const struct import *in = c->sources[c->source].in;
		for (size_t i = 0; i < in->row_count; i++, rows++) {
			if (has_value(&in->rows[i]))
				add_row(c, &in->rows[i], c->place_of[rows]);
		}
	}
}

/* After all values: a failed run comes after those that are good. */
static void add_failures(struct collecting *c, size_t count)
{
	for (c->source = 0; c->source < count; c->source++) {
		const struct import *in = c->sources[c->source].in;
		for (size_t i = 0; i < in->row_count; i++) {
			if (!has_value(&in->rows[i]) && !is_setting(&in->rows[i]))
				add_failure(c, &in->rows[i]);
		}
		add_warnings(c);
	}
}

void import_collect(const struct import_source *sources, size_t count, uint64_t n,
	struct arena *arena, struct imported *imported)
{
	struct imported to = { .name = experiment_name(sources, count, arena),
		.margin = default_margin,
		.alpha = default_alpha,
		.texts = NEW(arena, struct import_text, count),
		.text_count = count,
		.tools = "" };
	struct collecting c = {
		.arena = arena,
		.sources = sources,
		.to = &to,
		.n = n,
		.arranged = { .arena = arena, .sources = sources, .source_count = count, .to = &to }
	};

	for (size_t s = 0; s < count; s++)
		to.texts[s] = sources[s].text;
	arrange_rows(&c, count);
	add_rows(&c, count);
	add_failures(&c, count);
	arrange_labels(&c.arranged);
	say_n(&c);
	to.summaries_without_n = n > 0 ? 0 : c.summaries_without_n;
	to.variants = c.arranged.variants.items;
	to.variant_count = c.arranged.variants.count;
	to.metric_count = c.arranged.metric_count;
	*imported = to;
}
