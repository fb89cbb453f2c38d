// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/importers.h"
#include "import/rows.h"
#include "import/scan.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

/*
 * elbencho's console report:
 *
 *     OPERATION   RESULT TYPE         FIRST DONE   LAST DONE
 *     WRITE       Elapsed time     :    2m3.241s    2m5.755s
 *                 IOPS             :       33395       33352
 *                 IO latency       : [ min=61.4ms avg=62.5ms max=63.7ms ]
 *
 * LAST DONE is the result: FIRST DONE is what was reached before the first thread ran dry. What is
 * compared is the command line, where it is there.
 */
enum { WORDS_MOST = 48 };

static const struct {
	const char *type, *metric, *unit;
	enum better better;
} results[] = {
	{ "Elapsed time", "elapsed", "s", BETTER_LOWER },
	{ "Elapsed ms", "elapsed", "ms", BETTER_LOWER },
	{ "IOPS", "iops", "/s", BETTER_HIGHER },
	{ "Throughput MiB/s", "throughput", "MiB/s", BETTER_HIGHER },
	{ "Throughput MB/s", "throughput", "MB/s", BETTER_HIGHER },
	{ "Total MiB", "data", "MiB", BETTER_NEITHER },
	{ "Total MB", "data", "MB", BETTER_NEITHER },
	{ "Dirs/s", "dirs_rate", "/s", BETTER_HIGHER },
	{ "Files/s", "files_rate", "/s", BETTER_HIGHER },
	{ "Objects/s", "objects_rate", "/s", BETTER_HIGHER },
	{ "Buckets/s", "buckets_rate", "/s", BETTER_HIGHER },
	{ "Dirs latency", "latency_avg", "", BETTER_LOWER },
	{ "Files latency", "latency_avg", "", BETTER_LOWER },
	{ "Objects latency", "latency_avg", "", BETTER_LOWER },
	{ "IO latency", "io_latency_avg", "", BETTER_LOWER },
};

/* Phases that a command asks for, by its options. */
static const struct {
	const char *brief, *full, *operation, *metric, *unit;
} phases[] = {
	{ "-d", "--mkdirs", "mkdirs", "dirs_rate", "/s" },
	{ "-w", "--write", "write", "throughput", "MiB/s" },
	{ "-r", "--read", "read", "throughput", "MiB/s" },
	{ "-F", "--delfiles", "rmfiles", "files_rate", "/s" },
	{ "-D", "--deldirs", "rmdirs", "dirs_rate", "/s" },
};

struct report {
	const char *variant;
	char *operation; /* NULL: no table is open */
	bool asked[COUNT_OF(phases)], seen[COUNT_OF(phases)];
	bool has_table; /* of the command that was last asked for */
	unsigned line;  /* of that command */
};

/* The options of "elbencho ..."; its hosts and its files are nobody's business here. */
static const char *command_options(struct import *in, const char *text)
{
	const char *command = strstr(text, "elbencho ");
	struct word w[WORDS_MOST];
	char *options = NULL;

	if (!command || (command != text && command[-1] != ' ' && command[-1] != '/'))
		return NULL;
	size_t n = scan_words(command, w, COUNT_OF(w));
	for (size_t i = 1; i < n && i < COUNT_OF(w); i++) {
		bool option = w[i].text[0] == '-', value = !option && w[i - 1].text[0] == '-';
		if (word_is(&w[i], "--hosts")) {
			i++;
			continue;
		}
		if ((!option && !value) || strchr("/\"'", w[i].text[0]))
			continue;
		options = arena_printf(in->arena, "%s%s%.*s", options ? options : "",
			options ? " " : "", (int)w[i].length, w[i].text);
	}
	return options;
}

static void read_asked(const char *text, struct report *report)
{
	struct word w[WORDS_MOST];
	size_t n = scan_words(strstr(text, "elbencho "), w, COUNT_OF(w));

	for (size_t i = 1; i < n && i < COUNT_OF(w); i++) {
		for (size_t p = 0; p < COUNT_OF(phases); p++)
			report->asked[p] |=
				word_is(&w[i], phases[p].brief) || word_is(&w[i], phases[p].full);
	}
}

/* A phase that was asked for and is not in the report was not run: its time was over. */
static void end_report(struct import *in, struct report *report)
{
	for (size_t p = 0; report->has_table && p < COUNT_OF(phases); p++) {
		if (!report->asked[p] || report->seen[p])
			continue;
		struct row_identity id = { .tool = "elbencho",
			.workload = arena_printf(in->arena, "elbencho/%s", phases[p].operation),
			.metric = phases[p].metric,
			.variant = report->variant,
			.group = in->hints->group,
			.unit = phases[p].unit,
			.better = BETTER_HIGHER,
			.line = report->line };
		(void)row_without_value(in, &id, IMPORT_NOT_RUN);
		import_warn(in, report->line, "elbencho: %s was asked for and not run",
			phases[p].operation);
	}
	*report = (struct report){ .variant = report->variant };
}

/* "61ms", "2m5.755s", "1h2m3s", "11.559s" */
static bool read_time(const char *text, size_t length, double *seconds)
{
	double hours = 0, value;
	const char *h = memchr(text, 'h', length);

	if (h) {
		size_t n = (size_t)(h - text);
		if (!scan_number(text, n, &hours))
			return false;
		text = h + 1;
		length -= n + 1;
	}
	size_t n = scan_number_prefix(text, length, &value);
	if (n > 0 && length == n + 2 && text[n + 1] == 's' && (text[n] == 'm' || text[n] == 'u'))
		*seconds = value * (text[n] == 'm' ? 1e-3 : 1e-6);
	else if (!scan_duration(text, length, seconds))
		return false;
	*seconds += 3600 * hours;
	return true;
}

/* "min=61.4ms": the number and the unit. */
static bool read_part(const char *text, const char *key, double *value, const char **unit)
{
	static const char *const units[] = { "us", "ms", "s" };
	const char *p = strstr(text, key);

	if (!p)
		return false;
	p += strlen(key);
	size_t n = scan_number_prefix(p, strlen(p), value);
	size_t length = strcspn(p + n, " ]");
	for (size_t i = 0; n > 0 && p[n + length] && i < COUNT_OF(units); i++) {
		if (strlen(units[i]) == length && memcmp(p + n, units[i], length) == 0) {
			*unit = units[i];
			return true;
		}
	}
	return false;
}

static bool add_latency(struct import *in, struct row_identity *id, const char *values)
{
	double mean, least, greatest;
	const char *least_unit = "", *greatest_unit = "";

	if (!read_part(values, "avg=", &mean, &id->unit))
		return false;
	struct import_row *row = row_sample(in, id, mean);
	if (read_part(values, "min=", &least, &least_unit) && strcmp(least_unit, id->unit) == 0)
		row->least = fmin(row->least, least);
	if (read_part(values, "max=", &greatest, &greatest_unit) &&
		strcmp(greatest_unit, id->unit) == 0)
		row->greatest = fmax(row->greatest, greatest);
	return true;
}

/* The last of one or two columns. */
static bool add_last(struct import *in, struct row_identity *id, const struct import_line *line,
	const char *values)
{
	struct word w[2];
	size_t n = scan_words(values, w, COUNT_OF(w));
	double value;

	if (n == 0 || n > COUNT_OF(w))
		return false;
	const struct word *last = &w[n - 1];
	bool ok = strcmp(id->unit, "s") == 0 ? read_time(last->text, last->length, &value)
					     : word_number(last, &value);
	if (line->cut || n < COUNT_OF(w)) {
		import_warn(in, line->number, "elbencho: the text is cut in this row");
		(void)row_without_value(in, id, IMPORT_TRUNCATED);
		return true;
	}
	if (!ok)
		return false;
	(void)row_sample(in, id, value);
	return true;
}

static bool read_result(struct import *in, const struct report *report, struct import_line *line,
	const char *text)
{
	for (size_t i = 0; i < COUNT_OF(results); i++) {
		size_t n = strlen(results[i].type);
		const char *values = text + n;
		if (!starts_with(text, results[i].type))
			continue;
		values += strspn(values, " ");
		if (*values != ':')
			continue;
		struct row_identity id = { .tool = "elbencho",
			.workload = arena_printf(in->arena, "elbencho/%s", report->operation),
			.metric = results[i].metric,
			.variant = report->variant,
			.group = in->hints->group,
			.unit = results[i].unit,
			.better = results[i].better,
			.line = line->number };
		return values[1 + strspn(values + 1, " ")] == '['
			       ? add_latency(in, &id, values)
			       : add_last(in, &id, line, values + 1);
	}
	return false;
}

/* "WRITE" at the start of a row: takes it off. */
static const char *take_operation(struct import *in, const char *text, struct report *report)
{
	size_t n = strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");

	if (n < 3 || text[n] != ' ' || starts_with(text, "IOPS "))
		return text;
	report->operation = arena_strndup(in->arena, text, n);
	for (char *p = report->operation; *p; p++)
		*p = (char)tolower((unsigned char)*p);
	for (size_t i = 0; i < COUNT_OF(phases); i++)
		report->seen[i] |= strcmp(phases[i].operation, report->operation) == 0;
	return text + n + strspn(text + n, " ");
}

static int elbencho_read(struct import *in, struct error *err)
{
	struct report report = { .variant = in->hints->variant ? in->hints->variant : "" };
	bool in_table = false;

	(void)err;
	for (size_t i = 0; i < in->document.count; i++) {
		struct import_line *line = &in->document.lines[i];
		const char *text = line->text + strspn(line->text, " ");
		if (line->taken)
			continue;
		const char *options = command_options(in, text);
		if (options) {
			end_report(in, &report);
			report.variant = in->hints->variant ? in->hints->variant : options;
			report.line = line->number;
			read_asked(text, &report);
		}
		if (starts_with(text, "OPERATION ") && strstr(text, "RESULT TYPE")) {
			in_table = report.has_table = true;
			report.operation = NULL;
			line->taken = "elbencho";
		} else if (in_table && line->length > 0) {
			text = take_operation(in, text, &report);
			if (report.operation && read_result(in, &report, line, text))
				line->taken = "elbencho";
		}
	}
	end_report(in, &report);
	return 0;
}

const struct importer elbencho_importer = {
	.name = "elbencho",
	.summary = "elbencho 1.x to 3.x: console reports",
	.read = elbencho_read,
};
