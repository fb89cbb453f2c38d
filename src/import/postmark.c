// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/importers.h"
#include "import/rows.h"
#include "import/scan.h"

#include <string.h>

/*
 * PostMark's verbose report, of every version and indented in every way, and the terse one:
 * thirteen numbers after the progress lines. Kilobytes and megabytes are KiB and MiB.
 */
enum { LINES_ABOVE = 16, REPORT_LINES = 64, TERSE_NUMBERS = 13 };

/* A line of the verbose report. # stands for a number, ~ for one with its unit of bytes. */
static const struct {
	const char *pattern;
	bool deletes; /* only after the line "deleted", where the same words stand twice */
	const char *metrics[2]; /* of the numbers in it, in their order; NULL: goes with the next */
	const char *units[2];
} lines[] = {
	{ "# seconds total", false, { "total_time" }, { "s" } },
	{ "# seconds of transactions (# per second)", false, { "transaction_time", "transactions" },
		{ "s", "/s" } },
	{ "# created (# per second)", false, { "files_created", "created_rate" },
		{ "count", "/s" } },
	{ "Creation alone: # files (# per second)", false, { NULL, "created_alone_rate" },
		{ NULL, "/s" } },
	{ "Mixed with transactions: # files (# per second)", false, { NULL, "created_mixed_rate" },
		{ NULL, "/s" } },
	{ "# read (# per second)", false, { NULL, "read_rate" }, { NULL, "/s" } },
	{ "# appended (# per second)", false, { NULL, "append_rate" }, { NULL, "/s" } },
	{ "# deleted (# per second)", false, { NULL, "deleted_rate" }, { NULL, "/s" } },
	{ "Deletion alone: # files (# per second)", true, { NULL, "deleted_alone_rate" },
		{ NULL, "/s" } },
	{ "Mixed with transactions: # files (# per second)", true, { NULL, "deleted_mixed_rate" },
		{ NULL, "/s" } },
	{ "~ read (~ per second)", false, { "data_read", "read_throughput" }, { "", "/s" } },
	{ "~ written (~ per second)", false, { "data_written", "write_throughput" }, { "", "/s" } },
};

static const struct {
	const char *metric, *unit;
} terse[TERSE_NUMBERS] = {
	{ "total_time", "s" },
	{ "transaction_time", "s" },
	{ "transactions", "/s" },
	{ "created_rate", "/s" },
	{ "created_alone_rate", "/s" },
	{ "created_mixed_rate", "/s" },
	{ "read_rate", "/s" },
	{ "append_rate", "/s" },
	{ "deleted_rate", "/s" },
	{ "deleted_alone_rate", "/s" },
	{ "deleted_mixed_rate", "/s" },
	{ "read_throughput", "B/s" },
	{ "write_throughput", "B/s" },
};

struct number {
	double value;
	const char *bytes; /* KiB, MiB, B; NULL: a plain one */
};

static const struct {
	const char *word, *unit;
} byte_units[] = { { "gigabytes", "GiB" }, { "megabytes", "MiB" }, { "kilobytes", "KiB" },
	{ "bytes", "B" } };

static const char *skip_blanks(const char *p)
{
	return p + strspn(p, " ");
}

/* The number at *text, with its unit where one is wanted; moves *text behind it. */
static bool take_number(const char **text, bool with_unit, struct number *number)
{
	size_t n = scan_number_prefix(*text, strlen(*text), &number->value);

	if (n == 0 || number->value < 0)
		return false;
	*text += n;
	number->bytes = NULL;
	if (!with_unit)
		return **text == ' ';
	*text = skip_blanks(*text);
	for (size_t i = 0; i < COUNT_OF(byte_units); i++) {
		if (starts_with(*text, byte_units[i].word)) {
			number->bytes = byte_units[i].unit;
			*text += strlen(byte_units[i].word);
			return true;
		}
	}
	return false;
}

static bool matches(const char *text, const char *pattern, struct number numbers[2])
{
	size_t n = 0;

	text = skip_blanks(text);
	for (; *pattern; pattern++) {
		if (*pattern == '#' || *pattern == '~') {
			if (n == 2 || !take_number(&text, *pattern == '~', &numbers[n++]))
				return false;
		} else if (*pattern == ' ') {
			if (*text != ' ')
				return false;
			text = skip_blanks(text);
		} else if (*text++ != *pattern) {
			return false;
		}
	}
	return !*skip_blanks(text);
}

/* A report while it is read: its rows are added when its end is known. */
struct report {
	const char *variant, *version;
	struct {
		const char *metric, *unit;
		double value;
		unsigned line;
		const char *count; /* of files, that the rate is of; NULL: none */
	} values[COUNT_OF(lines) * 2];
	size_t count;
	bool deletes, complete;
};

static void keep(struct report *r, const char *metric, const char *unit, double value,
	unsigned line, const char *count)
{
	if (r->count == COUNT_OF(r->values))
		return;
	r->values[r->count].metric = metric;
	r->values[r->count].unit = unit;
	r->values[r->count].value = value;
	r->values[r->count].line = line;
	r->values[r->count++].count = count;
}

static const char *unit_of(struct import *in, const struct number *n, const char *unit)
{
	return n->bytes ? arena_printf(in->arena, "%s%s", n->bytes, unit) : unit;
}

static bool read_line(struct import *in, const struct import_line *line, struct report *r)
{
	for (size_t i = 0; i < COUNT_OF(lines); i++) {
		struct number numbers[2] = { { 0 } };
		const char *count = NULL;
		if (lines[i].deletes != r->deletes && strchr(lines[i].pattern, ':'))
			continue;
		if (!matches(line->text, lines[i].pattern, numbers))
			continue;
		for (size_t k = 0; k < 2; k++) {
			if (lines[i].metrics[k])
				keep(r, lines[i].metrics[k],
					unit_of(in, &numbers[k], lines[i].units[k]),
					numbers[k].value, line->number, count);
			else if (lines[i].metrics[1])
				count = arena_printf(in->arena, "%.0f", numbers[k].value);
		}
		r->deletes |= strstr(lines[i].pattern, "deleted") != NULL;
		r->complete |= strstr(lines[i].pattern, "written") != NULL;
		return true;
	}
	return false;
}

static bool is_between(const char *text)
{
	text = skip_blanks(text);
	return !*text || strcmp(text, "Files:") == 0 || strcmp(text, "Data:") == 0;
}

/* PostMark counts whole seconds, and takes 1 for 0: rates by such a time are no rates. */
static bool is_imprecise(const struct report *r)
{
	for (size_t i = 0; i < r->count; i++) {
		bool is_time = strcmp(r->values[i].unit, "s") == 0;
		if (is_time && r->values[i].value <= 1)
			return true;
	}
	return false;
}

static void add_report(struct import *in, const struct report *r)
{
	bool imprecise = is_imprecise(r);

	for (size_t i = 0; i < r->count; i++) {
		const struct import_setting files = { "files", r->values[i].count };
		struct row_identity id = {
			.tool = "postmark",
			.tool_version = r->version,
			.workload = "postmark",
			.metric = r->values[i].metric,
			.variant = r->variant,
			.group = in->hints->group,
			.unit = r->values[i].unit,
			.better = strcmp(r->values[i].unit, "s") == 0  ? BETTER_LOWER
				  : ends_with(r->values[i].unit, "/s") ? BETTER_HIGHER
								       : BETTER_NEITHER,
			.settings = &files,
			.setting_count = r->values[i].count ? 1 : 0,
			.line = r->values[i].line,
		};
		struct import_row *row = row_sample(in, &id, r->values[i].value);
		if (imprecise)
			row->status = IMPORT_IMPRECISE;
		if (!r->complete)
			row->status = IMPORT_TRUNCATED;
	}
	if (!r->complete)
		import_warn(in, r->values[0].line,
			"postmark: this report is cut: what it says is right, and not all");
	else if (imprecise)
		import_warn(in, r->values[0].line,
			"postmark: a time of 1 s or less: its clock counts whole seconds, so that "
			"rates by it are no rates");
}

/* What PostMark itself prints before a report: no label stands in it. */
static bool is_progress(const char *text)
{
	static const char *const words[] = { "Creating ", "Performing ", "Deleting ", "pm>",
		"PostMark v", "Reading configuration", "Current configuration" };

	text = skip_blanks(text);
	for (size_t i = 0; i < COUNT_OF(words); i++) {
		if (starts_with(text, words[i]))
			return true;
	}
	return false;
}

/* What was said last, above the report that is read. */
struct context {
	const char *version;   /* what the banner says, which is not always what ran */
	const char *scheduler; /* since the last report */
};

static const char *variant_above(struct import *in, const struct context *c, size_t head)
{
	const struct import_document *d = &in->document;
	size_t i = head;

	if (in->hints->variant)
		return in->hints->variant;
	for (size_t back = 0; i > 0 && back < LINES_ABOVE; i--, back++) {
		const struct import_line *above = &d->lines[i - 1];
		if (above->taken)
			break;
		if (above->length > 0 && !is_progress(above->text))
			break;
	}
	const char *label = c->scheduler ? c->scheduler : scan_label(in, i);
	return label ? label : "";
}

/* From the line "Time:" on; returns the first line after the report, or head + 1 where it is none.
 */
static size_t read_report(struct import *in, struct context *c, size_t head)
{
	struct import_line *l = in->document.lines;
	struct report r = { .variant = variant_above(in, c, head), .version = c->version };
	size_t i, end = head + 1;

	for (i = head + 1; i < in->document.count && !r.complete && i < head + REPORT_LINES; i++) {
		if (l[i].cut && l[i].text[l[i].length - (l[i].length > 0)] != ')')
			break;
		if (read_line(in, &l[i], &r))
			end = i + 1;
		else if (!is_between(l[i].text))
			break;
	}
	if (r.count == 0)
		return head + 1;
	for (i = head; i < end; i++)
		l[i].taken = "postmark";
	add_report(in, &r);
	return end;
}

/* Thirteen numbers, right after the progress lines. */
static void read_terse(struct import *in, const struct context *c, size_t i)
{
	struct import_line *line = &in->document.lines[i];
	struct word w[TERSE_NUMBERS];
	struct report r = { .complete = !line->cut };

	if (scan_words(line->text, w, COUNT_OF(w)) != TERSE_NUMBERS || i == 0 ||
		!strstr(in->document.lines[i - 1].text, "Deleting"))
		return;
	for (size_t k = 0; k < COUNT_OF(w); k++) {
		double value;
		if (!word_number(&w[k], &value) || value < 0)
			return;
		keep(&r, terse[k].metric, terse[k].unit, value, line->number, NULL);
	}
	r.variant = variant_above(in, c, i);
	r.version = c->version;
	line->taken = "postmark";
	add_report(in, &r);
}

static void read_context(struct import *in, const char *text, struct context *c)
{
	const char *banner = strstr(text, "PostMark v");
	const char *scheduler = scan_scheduler(text, in->arena);

	if (banner)
		c->version = arena_strndup(in->arena, banner + 10, strcspn(banner + 10, " "));
	if (scheduler)
		c->scheduler = scheduler;
}

static int postmark_read(struct import *in, struct error *err)
{
	struct context c = { 0 };

	(void)err;
	for (size_t i = 0; i < in->document.count;) {
		const struct import_line *line = &in->document.lines[i];
		if (!line->taken && strcmp(skip_blanks(line->text), "Time:") == 0) {
			i = read_report(in, &c, i);
			c.scheduler = NULL;
			continue;
		}
		if (!line->taken) {
			read_context(in, line->text, &c);
			read_terse(in, &c, i);
		}
		i++;
	}
	return 0;
}

const struct importer postmark_importer = {
	.name = "postmark",
	.summary = "PostMark 1.5 to 1.54, verbose and terse reports",
	.read = postmark_read,
};
