// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/importers.h"
#include "import/rows.h"
#include "import/scan.h"

#include <math.h>
#include <string.h>

/*
 * IOR 2.10 to 4.0. A run has a table of its iterations, whose columns came and went, the largest of
 * them, and a summary. Columns are found by their heads. Iterations are the samples; they have four
 * digits, so that of a single one the summary's number is taken. The summary's operations a second
 * are its bandwidth divided by the transfer size, and are not.
 */
enum { COLUMNS_MOST = 40, OPERATIONS = 2, SETTINGS_MOST = 4 };

static const char *const operations[OPERATIONS] = { "write", "read" };
static const char *const most_words[OPERATIONS] = { "Max Write:", "Max Read:" };

struct operation {
	double *bandwidths, *iops;
	size_t bandwidth_count, iops_count;
	double most; /* NAN: not said */
	double mean, stddev, least, greatest, time;
	double repetitions;
	unsigned line, most_line, summary_line;
};

struct table {
	struct word columns[COLUMNS_MOST];
	size_t count; /* 0: no table is open */
};

struct run {
	const char *version, *variant;
	struct import_setting settings[SETTINGS_MOST];
	size_t setting_count;
	struct table iterations, summary;
	struct operation operation[OPERATIONS];
	bool ran;
	unsigned line;
};

static struct operation nothing_done(void)
{
	return (struct operation){ .most = NAN,
		.mean = NAN,
		.stddev = NAN,
		.least = NAN,
		.greatest = NAN,
		.time = NAN,
		.repetitions = NAN };
}

static void start_run(struct run *run, const char *version, const char *variant, unsigned line)
{
	*run = (struct run){ .version = version, .variant = variant, .line = line };
	for (int i = 0; i < OPERATIONS; i++)
		run->operation[i] = nothing_done();
}

static struct row_identity identity_of(struct import *in, const struct run *run, int operation,
	unsigned line)
{
	return (struct row_identity){ .tool = "ior",
		.tool_version = run->version,
		.workload = arena_printf(in->arena, "ior/%s", operations[operation]),
		.metric = "bandwidth",
		.variant = run->variant,
		.group = in->hints->group,
		.unit = "MiB/s",
		.better = BETTER_HIGHER,
		.settings = run->settings,
		.setting_count = run->setting_count,
		.line = line };
}

/* "5429" and 5429.38: the same number with fewer digits. */
static bool is_rounded(double fewer, double more)
{
	return fabs(fewer - more) <= 0.001 * fabs(more);
}

static void add_bandwidth(struct import *in, struct row_identity id, const struct operation *o)
{
	if (o->bandwidth_count == 0) {
		if (!isfinite(o->mean))
			return;
		id.line = o->summary_line;
		struct import_row *row =
			row_summary(in, &id, o->mean, o->stddev, scan_runs(o->repetitions));
		row->least = o->least;
		row->greatest = o->greatest;
		return;
	}
	for (size_t i = 0; i < o->bandwidth_count; i++) {
		double value = o->bandwidths[i];
		if (o->bandwidth_count == 1 && isfinite(o->mean)) {
			if (is_rounded(value, o->mean))
				value = o->mean;
			else
				import_warn(in, o->line,
					"ior: the summary says %g MiB/s, its only iteration %g",
					o->mean, value);
		}
		(void)row_sample(in, &id, value);
	}
}

static void finish_run(struct import *in, const struct run *run)
{
	size_t found = 0;

	for (int i = 0; i < OPERATIONS; i++) {
		const struct operation *o = &run->operation[i];
		struct row_identity id = identity_of(in, run, i, o->line);
		found += o->bandwidth_count > 0 || isfinite(o->mean) || isfinite(o->most);
		add_bandwidth(in, id, o);
		id.metric = "bandwidth_max";
		id.line = o->most_line;
		if (isfinite(o->most))
			(void)row_sample(in, &id, o->most);
		id.metric = "iops";
		id.unit = "/s";
		id.line = o->line;
		for (size_t k = 0; k < o->iops_count; k++)
			(void)row_sample(in, &id, o->iops[k]);
		id.metric = "time_mean";
		id.unit = "s";
		id.better = BETTER_LOWER;
		id.line = o->summary_line;
		if (isfinite(o->time))
			(void)row_sample(in, &id, o->time);
	}
	if (found == 0 && run->ran) {
		struct row_identity id = identity_of(in, run, 0, run->line);
		id.workload = "ior";
		import_warn(in, run->line, "ior: the run has no result");
		(void)row_without_value(in, &id, IMPORT_TRUNCATED);
	}
}

/* Without "  12: ", which some put before every line. */
static const char *text_of(const struct import_line *line)
{
	const char *text = line->text + strspn(line->text, " ");
	size_t digits = strspn(text, "0123456789");

	return digits > 0 && starts_with(text + digits, ": ")
		       ? text + digits + 1 + strspn(text + digits + 1, " ")
		       : text;
}

static bool open_table(const char *text, const char *first, const char *second, struct table *table)
{
	struct table opened;

	opened.count = scan_words(text, opened.columns, COLUMNS_MOST);
	if (opened.count < 3 || opened.count > COLUMNS_MOST ||
		!word_is(&opened.columns[0], first) || !word_is(&opened.columns[1], second))
		return false;
	*table = opened;
	return true;
}

/* The row's number in a column; NAN where there is none, "NA", or the text may be cut in it. */
static double column(const struct table *table, const struct word *row, const char *name, bool cut)
{
	double value;

	for (size_t i = 0; i < table->count; i++) {
		if (word_is(&table->columns[i], name))
			return !(cut && i == table->count - 1) && word_number(&row[i], &value)
				       ? value
				       : NAN;
	}
	return NAN;
}

static int operation_of(const struct word *word)
{
	for (int i = 0; i < OPERATIONS; i++) {
		if (word_is(word, operations[i]))
			return i;
	}
	return -1;
}

static bool read_iteration(struct import *in, struct run *run, const struct import_line *line,
	const struct word *row)
{
	struct operation *o = &run->operation[operation_of(&row[0])];
	double bandwidth = column(&run->iterations, row, "bw(MiB/s)", line->cut);
	double iops = column(&run->iterations, row, "IOPS", line->cut);

	if (!isfinite(bandwidth))
		return false;
	if (o->bandwidth_count == 0)
		o->line = line->number;
	*ARENA_PUSH(in->arena, o->bandwidths, o->bandwidth_count) = bandwidth;
	if (isfinite(iops))
		*ARENA_PUSH(in->arena, o->iops, o->iops_count) = iops;
	return true;
}

static bool read_summary(struct run *run, const struct import_line *line, const struct word *row)
{
	struct operation *o = &run->operation[operation_of(&row[0])];
	const struct table *t = &run->summary;

	o->mean = column(t, row, "Mean(MiB)", line->cut);
	o->stddev = column(t, row, "StdDev", line->cut);
	o->least = column(t, row, "Min(MiB)", line->cut);
	o->greatest = column(t, row, "Max(MiB)", line->cut);
	o->time = column(t, row, "Mean(s)", line->cut);
	o->repetitions = column(t, row, "reps", line->cut);
	o->summary_line = line->number;
	return true;
}

static bool read_row(struct import *in, struct run *run, const struct import_line *line,
	const char *text)
{
	struct word row[COLUMNS_MOST];
	size_t n = scan_words(text, row, COLUMNS_MOST);

	if (n < 3 || n > COLUMNS_MOST || operation_of(&row[0]) < 0)
		return false;
	if (n == run->summary.count)
		return read_summary(run, line, row);
	return n == run->iterations.count && read_iteration(in, run, line, row);
}

static bool read_most(struct run *run, const struct import_line *line, const char *text)
{
	for (int i = 0; i < OPERATIONS; i++) {
		struct operation *o = &run->operation[i];
		double value;
		if (!starts_with(text, most_words[i]))
			continue;
		text += strlen(most_words[i]);
		text += strspn(text, " ");
		size_t n = scan_number_prefix(text, strlen(text), &value);
		if (n == 0 || !starts_with(text + n, " MiB/sec"))
			return false;
		o->most = value;
		o->most_line = line->number;
		return true;
	}
	return false;
}

/* "tasks               : 30" of the options. */
static void read_setting(struct import *in, struct run *run, const char *text)
{
	static const char *const names[SETTINGS_MOST] = { "api", "tasks", "xfersize", "blocksize" };

	for (size_t i = 0; i < COUNT_OF(names); i++) {
		size_t n = strlen(names[i]);
		if (!starts_with(text, names[i]) || run->setting_count == SETTINGS_MOST)
			continue;
		const char *value = text + n + strspn(text + n, " ");
		if (*value != ':' || !value[1])
			continue;
		value += 1 + strspn(value + 1, " ");
		run->settings[run->setting_count++] =
			(struct import_setting){ names[i], arena_strdup(in->arena, value) };
	}
}

static void read_line(struct import *in, struct run *run, size_t i)
{
	struct import_line *line = &in->document.lines[i];
	const char *text = text_of(line);

	if (starts_with(text, "IOR-") && strstr(text, ": MPI Coordinated")) {
		finish_run(in, run);
		start_run(run, arena_strndup(in->arena, text + 4, strcspn(text + 4, ":")),
			scan_variant(in, i), line->number);
		run->ran = true;
	} else if (open_table(text, "access", "bw(MiB/s)", &run->iterations) ||
		   open_table(text, "Operation", "Max(MiB)", &run->summary) ||
		   read_row(in, run, line, text) || read_most(run, line, text)) {
		line->taken = "ior";
	} else {
		read_setting(in, run, text);
	}
}

static int ior_read(struct import *in, struct error *err)
{
	struct run run;

	(void)err;
	start_run(&run, NULL, in->hints->variant ? in->hints->variant : "", 0);
	for (size_t i = 0; i < in->document.count; i++) {
		if (!in->document.lines[i].taken)
			read_line(in, &run, i);
	}
	finish_run(in, &run);
	return 0;
}

const struct importer ior_importer = {
	.name = "ior",
	.summary = "IOR 2.10 to 4.0: iterations, maxima and summary",
	.read = ior_read,
};
