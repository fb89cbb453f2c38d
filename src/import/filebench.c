// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/importers.h"
#include "import/rows.h"
#include "import/scan.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

/*
 * filebench 1.4 and 1.5: a row for each operation of the personality, and a summary:
 *
 *     601.414: Run took 600 seconds...
 *     closefile4   383785ops   640ops/s   0.0mb/s   0.0ms/op [0.00ms -  1.71ms]
 *     601.414: IO Summary: 4989254 ops 8314.540 ops/s 1279/1279 rd/wr  49.5mb/s   3.1ms/op
 *
 * mb is MiB. A run may be named before it, or by a frame after it: by whichever the text does
 * first.
 */
enum { WORDS_MOST = 16, FRAME_LINES = 3 };

struct measure {
	const char *operation; /* NULL: of all */
	const char *metric, *unit;
	enum better better;
	double value, least, greatest;
	const char *status;
	unsigned line;
};

struct run {
	const char *version, *personality;
	struct measure *measures;
	size_t count;
	double seconds; /* NAN: not said */
	unsigned seconds_line;
};

struct names {
	size_t label; /* the line after the last one above the run; 0: there is none */
	bool after;   /* the text names its runs by frames after them */
	size_t runs;
};

/* Without "601.414: ". */
static const char *without_time(const char *text)
{
	double time;

	text += strspn(text, " ");
	size_t n = scan_number_prefix(text, strlen(text), &time);
	return n > 0 && starts_with(text + n, ": ") ? text + n + 2 + strspn(text + n + 2, " ")
						    : text;
}

static struct measure *keep(struct import *in, struct run *run, const char *operation,
	const char *metric, const char *unit, enum better better, double value, unsigned line)
{
	struct measure *m = ARENA_PUSH(in->arena, run->measures, run->count);

	*m = (struct measure){ operation, metric, unit, better, value, NAN, NAN, IMPORT_OK, line };
	return m;
}

/* A number with its unit glued to it: "640ops/s", "0.1ms/op". */
static bool glued(const struct word *w, const char *unit, double *value)
{
	size_t n = scan_number_prefix(w->text, w->length, value);
	size_t length = strlen(unit);

	return n > 0 && w->length >= n + length && memcmp(w->text + n, unit, length) == 0 &&
	       (w->length == n + length || w->text[n + length] == ',');
}

/* "[0.00ms - 17.25ms]" */
static void read_range(const char *line, struct measure *m)
{
	const char *open = strchr(line, '[');
	const char *dash = open ? strstr(open, "ms -") : NULL;
	double least, greatest;

	if (!dash || !strstr(dash, "ms]"))
		return;
	const char *second = dash + 4 + strspn(dash + 4, " ");
	open += 1 + strspn(open + 1, " ");
	if (scan_number_prefix(open, strlen(open), &least) == 0 ||
		scan_number_prefix(second, strlen(second), &greatest) == 0)
		return;
	m->least = least;
	m->greatest = greatest;
}

static bool read_operation(struct import *in, struct run *run, const struct import_line *line)
{
	struct word w[WORDS_MOST];
	size_t n = scan_words(line->text, w, COUNT_OF(w));
	double operations, rate, throughput, latency;

	if (n < 5 || !glued(&w[1], "ops", &operations) || !glued(&w[2], "ops/s", &rate) ||
		!glued(&w[3], "mb/s", &throughput) || !glued(&w[4], "ms/op", &latency))
		return false;
	const char *name = word_copy(&w[0], in->arena);
	keep(in, run, name, "ops_rate", "/s", BETTER_HIGHER, rate, line->number);
	keep(in, run, name, "throughput", "MiB/s", BETTER_HIGHER, throughput, line->number);
	read_range(line->text,
		keep(in, run, name, "latency_avg", "ms", BETTER_LOWER, latency, line->number));
	return true;
}

/* "1279/1279" */
static void read_both_rates(struct import *in, struct run *run, const char *text, unsigned line)
{
	double reads, writes;
	size_t n = scan_number_prefix(text, strlen(text), &reads);

	if (n == 0 || text[n] != '/' ||
		scan_number_prefix(text + n + 1, strlen(text + n + 1), &writes) == 0)
		return;
	if (reads > 0)
		keep(in, run, NULL, "read_rate", "/s", BETTER_HIGHER, reads, line);
	if (writes > 0)
		keep(in, run, NULL, "write_rate", "/s", BETTER_HIGHER, writes, line);
}

/*
 * Only reads and writes are in the summary's latency: where there were none, it is 0.0 and no
 * latency. 1.4 writes commas, "(1279/1279 r/w)" and "3.1ms latency".
 */
static void read_summary(struct import *in, struct run *run, const struct import_line *line,
	const char *text)
{
	struct word w[WORDS_MOST];
	size_t found = scan_words(text, w, COUNT_OF(w)),
	       n = found < COUNT_OF(w) ? found : COUNT_OF(w);
	double value;

	for (size_t i = 0; i < n; i++) {
		bool last = i + 1 >= n;
		struct word next = last ? w[i] : w[i + 1];
		if (!last && word_number(&w[i], &value) &&
			(word_is(&next, "ops/s") || word_is(&next, "ops/s,"))) {
			keep(in, run, NULL, "ops_rate", "/s", BETTER_HIGHER, value, line->number);
		} else if (word_is(&next, "rd/wr") || word_is(&next, "r/w),")) {
			read_both_rates(in, run, w[i].text + (w[i].text[0] == '('), line->number);
		} else if (glued(&w[i], "mb/s", &value)) {
			keep(in, run, NULL, "throughput", "MiB/s", BETTER_HIGHER, value,
				line->number);
		} else if (glued(&w[i], "ms/op", &value) ||
			   (glued(&w[i], "ms", &value) && word_is(&next, "latency"))) {
			struct measure *m = keep(in, run, NULL, "latency_avg", "ms", BETTER_LOWER,
				value, line->number);
			m->status = value > 0 ? IMPORT_OK : IMPORT_MISSING;
		}
	}
}

static struct row_identity identity_of(struct import *in, const struct run *run,
	const char *variant, const struct measure *m)
{
	return (struct row_identity){ .tool = "filebench",
		.tool_version = run->version,
		.workload = arena_printf(in->arena, "filebench%s%s%s%s",
			run->personality ? "/" : "", run->personality ? run->personality : "",
			m->operation ? "/" : "", m->operation ? m->operation : ""),
		.metric = m->metric,
		.variant = variant,
		.group = in->hints->group,
		.unit = m->unit,
		.better = m->better,
		.line = m->line };
}

static void add_measure(struct import *in, const struct run *run, const char *variant,
	const struct measure *m)
{
	struct row_identity id = identity_of(in, run, variant, m);

	if (strcmp(m->status, IMPORT_OK) != 0) {
		(void)row_without_value(in, &id, m->status);
		return;
	}
	struct import_row *row = row_sample(in, &id, m->value);
	row->least = fmin(row->least, m->least);
	row->greatest = fmax(row->greatest, m->greatest);
}

/* "==== ext4, varmail_stage2.f, iteration 0 done ====": the first of it; NULL: no frame. */
static const char *frame_after(struct import *in, size_t i)
{
	const struct import_line *lines = in->document.lines;

	for (size_t k = i + 1; k < in->document.count && k <= i + FRAME_LINES; k++) {
		const char *text = lines[k].text + strspn(lines[k].text, " ");
		if (!starts_with(text, "==="))
			continue;
		text += strspn(text, "= ");
		size_t n = strcspn(text, ",=");
		while (n > 0 && text[n - 1] == ' ')
			n--;
		return n > 0 ? arena_strndup(in->arena, text, n) : NULL;
	}
	return NULL;
}

static const char *variant_of(struct import *in, struct names *names, size_t i)
{
	const char *frame = frame_after(in, i);

	if (in->hints->variant)
		return in->hints->variant;
	if (names->runs++ == 0)
		names->after = !names->label && frame;
	const char *name = names->after   ? frame
			   : names->label ? scan_label(in, names->label)
					  : NULL;
	return name ? name : "";
}

static void finish_run(struct import *in, struct run *run, struct names *names, size_t i)
{
	const char *variant = variant_of(in, names, i);

	if (isfinite(run->seconds))
		keep(in, run, NULL, "runtime", "s", BETTER_NEITHER, run->seconds,
			run->seconds_line);
	for (size_t k = 0; k < run->count; k++)
		add_measure(in, run, variant, &run->measures[k]);
	*run = (struct run){ .version = run->version, .seconds = NAN };
	names->label = 0;
}

static void fail_run(struct import *in, struct run *run, struct names *names, size_t i,
	const char *status)
{
	const struct measure none = { .metric = "ops_rate",
		.unit = "/s",
		.better = BETTER_HIGHER,
		.line = in->document.lines[i].number };
	struct row_identity id = identity_of(in, run, variant_of(in, names, i), &none);

	import_warn(in, none.line, "filebench: the run has no valid result");
	(void)row_without_value(in, &id, status);
	*run = (struct run){ .version = run->version, .seconds = NAN };
}

/* The rows of operations are whole without it. */
static void finish_without_summary(struct import *in, struct run *run, struct names *names,
	size_t i)
{
	import_warn(in, run->measures[0].line, "filebench: the run has no summary");
	finish_run(in, run, names, i);
}

static void read_context(struct import *in, struct run *run, const struct import_line *line,
	const char *text)
{
	const char *personality = strstr(text, " personality successfully loaded");
	const char *version = strstr(text, " Version ");

	if (starts_with(text, "Filebench Version ")) {
		*run = (struct run){ .seconds = NAN,
			.version = arena_strdup(in->arena, text + strlen("Filebench Version ")) };
	} else if (personality && version && version < personality) {
		char *name = arena_strndup(in->arena, text, (size_t)(version - text));
		for (char *p = name; *p; p++)
			*p = *p == ' ' ? '_' : (char)tolower((unsigned char)*p);
		run->personality = name;
	} else if (starts_with(text, "Run took ")) {
		text += strlen("Run took ");
		double seconds;
		size_t n = scan_number_prefix(text, strlen(text), &seconds);
		if (n > 0 && starts_with(text + n, " seconds")) {
			run->seconds = seconds;
			run->seconds_line = line->number;
		}
	}
}

static void read_line(struct import *in, struct run *run, struct names *names, size_t i)
{
	struct import_line *line = &in->document.lines[i];
	const char *text = without_time(line->text);

	if (run->count > 0 && starts_with(text, "Filebench Version "))
		finish_without_summary(in, run, names, i);
	if (read_operation(in, run, line)) {
		line->taken = "filebench";
	} else if (starts_with(text, "IO Summary:")) {
		line->taken = "filebench";
		if (line->cut && !ends_with(text, "ms/op") && !ends_with(text, "latency")) {
			fail_run(in, run, names, i, IMPORT_TRUNCATED);
			return;
		}
		read_summary(in, run, line, text);
		finish_run(in, run, names, i);
	} else if (starts_with(text, "NO VALID RESULTS!")) {
		line->taken = "filebench";
		fail_run(in, run, names, i, IMPORT_FAILED);
	} else if (text == line->text && scan_is_label(text)) {
		names->label = i + 1;
	} else {
		read_context(in, run, line, text);
	}
}

static int filebench_read(struct import *in, struct error *err)
{
	struct run run = { .seconds = NAN };
	struct names names = { 0 };

	(void)err;
	for (size_t i = 0; i < in->document.count; i++) {
		if (!in->document.lines[i].taken)
			read_line(in, &run, &names, i);
	}
	if (run.count > 0)
		finish_without_summary(in, &run, &names, in->document.count - 1);
	return 0;
}

const struct importer filebench_importer = {
	.name = "filebench",
	.summary = "filebench 1.4 and 1.5: operations and summary",
	.read = filebench_read,
};
