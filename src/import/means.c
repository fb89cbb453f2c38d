// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/importers.h"
#include "import/rows.h"
#include "import/scan.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

/*
 * The tables that were made of repeated runs of AIM IX, dbench and others, and that bakeoff prints
 * as --style=classic:
 *
 *     Test: AIM                      <- what it is of; Units:, Host:, Using nclients = 3
 *     Native                         <- the variant
 *     OPERATION  MEAN  ST.DEV.  % ST.DEV
 *     creat-clo  33000.10  203.10  0.62
 *
 * A table with REL. after it compares two of them: derived, and left out.
 */
enum { WORDS_MOST = 16, LINES_ABOVE = 4 };

struct means {
	const char *test, *units, *host, *clients; /* what was said last; NULL: nothing */
	bool has_unit, has_n;                      /* columns that bakeoff adds */
};

/* "Key: value" or "key = value": the value in *value. */
static bool is_said(struct import *in, const char *line, const char *key, const char **value)
{
	size_t length = strlen(key);

	line += strspn(line, " ");
	if (strncasecmp(line, key, length) != 0)
		return false;
	line += length;
	line += strspn(line, " ");
	if (*line != ':' && *line != '=')
		return false;
	line++;
	line += strspn(line, " ");
	*value = arena_strdup(in->arena, line);
	return true;
}

static void read_context(struct import *in, const char *line, struct means *m)
{
	const char *host = NULL;

	if (is_said(in, line, "Test", &m->test)) {
		m->units = m->clients = NULL;
		return;
	}
	if (is_said(in, line, "Units", &m->units) ||
		is_said(in, line, "Using nclients", &m->clients) ||
		is_said(in, line, "nclients", &m->clients))
		return;
	if (is_said(in, line, "Host", &host))
		m->host = arena_strndup(in->arena, host, strcspn(host, ", "));
}

static bool is_head(const char *line, struct means *m)
{
	struct word w[WORDS_MOST];
	size_t n = scan_words(line, w, COUNT_OF(w)), mean;

	if (n < 4 || n > COUNT_OF(w) || !word_is(&w[0], "OPERATION"))
		return false;
	m->has_unit = word_is(&w[1], "UNIT");
	mean = m->has_unit ? 2 : 1;
	m->has_n = word_is(&w[n - 1], "N");
	return n >= mean + 3 && word_is(&w[mean], "MEAN") && w[mean + 1].length >= 5 &&
	       strncasecmp(w[mean + 1].text, "ST", 2) == 0;
}

/* "OPERATION NATIVE MIPS REL." */
static bool is_comparison(const char *line)
{
	return starts_with(line + strspn(line, " "), "OPERATION ") && ends_with(line, "REL.");
}

/* The nearest line above that is no ruler, and not the run's id. */
static const char *variant_above(struct import *in, size_t head)
{
	const struct import_line *lines = in->document.lines;
	const char *id;

	if (in->hints->variant)
		return in->hints->variant;
	for (size_t i = head; i-- > 0 && head - i <= LINES_ABOVE;) {
		const char *text = lines[i].text + strspn(lines[i].text, " ");
		if (lines[i].taken)
			break;
		if (!text[strspn(text, "-=* ")] || is_said(in, text, "id", &id))
			continue;
		return arena_strndup(in->arena, text, strcspn(text, ":"));
	}
	return "";
}

static char *lower(struct import *in, const char *text, size_t length)
{
	char *copy = arena_strndup(in->arena, text, length);

	for (char *p = copy; *p; p++)
		*p = (char)tolower((unsigned char)*p);
	return copy;
}

/* As the text calls units, and what they are. */
static const struct {
	const char *said, *unit;
	enum better better;
} units[] = {
	{ "ops/second", "ops/s", BETTER_HIGHER },
	{ "ops/sec", "ops/s", BETTER_HIGHER },
	{ "ops/s", "ops/s", BETTER_HIGHER },
	{ "mb/second", "MB/s", BETTER_HIGHER }, /* dbench's and lmdd's: 10^6 */
	{ "mb/sec", "MB/s", BETTER_HIGHER },
	{ "mb/s", "MB/s", BETTER_HIGHER },
	{ "kb/s", "kB/s", BETTER_HIGHER },
	{ "mib/s", "MiB/s", BETTER_HIGHER },
	{ "kib/s", "KiB/s", BETTER_HIGHER },
	{ "seconds", "s", BETTER_LOWER },
	{ "s", "s", BETTER_LOWER },
	{ "ms", "ms", BETTER_LOWER },
	{ "us", "us", BETTER_LOWER },
};

static void find_unit(struct import *in, const char *said, struct row_identity *id, unsigned line)
{
	const char *last = said ? strrchr(said, ' ') : NULL;
	const char *word = last ? last + 1 : said;

	id->unit = said ? said : "";
	id->better = BETTER_NEITHER;
	for (size_t i = 0; word && i < COUNT_OF(units); i++) {
		if (strcasecmp(word, units[i].said) == 0) {
			id->unit = units[i].unit;
			id->better = units[i].better;
			return;
		}
	}
	if (!in->hints->unit && !said)
		import_warn(in, line, "means: no unit is named for these numbers");
}

/* The tool is named by "Test:"; AIM's tests have a name here that says which suite. */
static void name_workload(struct import *in, const struct means *m, const struct word *operation,
	struct row_identity *id)
{
	const char *test = in->hints->tool && !m->test ? in->hints->tool : m->test;
	char *tool = test ? lower(in, test, strcspn(test, " ")) : NULL;
	char *name = word_copy(operation, in->arena);

	if (!tool || strcmp(tool, "aim") == 0 || strcmp(tool, "means") == 0)
		tool = arena_strdup(in->arena, tool && tool[0] == 'a' ? "aim9" : "means");
	id->tool = tool;
	id->metric = "rate";
	id->workload = arena_printf(in->arena, "%s/%s", tool, name);
	if (strcasecmp(name, "throughput") == 0) {
		id->metric = "throughput";
		id->workload =
			m->clients ? arena_printf(in->arena, "%s/%s", tool, m->clients) : tool;
	}
}

static bool read_row(struct import *in, const struct means *m, const char *variant,
	const struct import_line *line)
{
	struct word w[WORDS_MOST];
	size_t n = scan_words(line->text, w, COUNT_OF(w)), numbers = 3 + m->has_n;
	struct row_identity id = { .variant = variant,
		.group = in->hints->group ? in->hints->group : m->host,
		.line = line->number };
	double mean, sd = NAN, runs = 0;

	if (n < numbers + 1 + m->has_unit || n > COUNT_OF(w))
		return false;
	const struct word *first = &w[n - numbers];
	if (!word_number(&first[0], &mean))
		return false;
	if (!word_is(&first[1], "-") && (!word_number(&first[1], &sd) || sd < 0))
		return false;
	if (m->has_n && (!word_number(&first[3], &runs) || runs < 1))
		return false;
	/* bakeoff's label has a workload, its factors and a metric: all of it is the operation */
	size_t words = n - numbers - m->has_unit;
	struct word operation = w[0];
	operation.length = w[words - 1].column + w[words - 1].length - w[0].column;
	name_workload(in, m, &operation, &id);
	find_unit(in, m->has_unit ? word_copy(&w[words], in->arena) : m->units, &id, line->number);
	(void)row_summary(in, &id, mean, sd, scan_runs(runs));
	return true;
}

static void take(struct import_line *line)
{
	line->taken = "means";
}

static size_t read_table(struct import *in, size_t head, const struct means *m)
{
	struct import_line *lines = in->document.lines;
	const char *variant = variant_above(in, head);
	size_t i = head + 1;

	take(&lines[head]);
	for (; i < in->document.count && read_row(in, m, variant, &lines[i]); i++)
		take(&lines[i]);
	if (i < in->document.count && lines[i].cut && lines[i].length > 0)
		import_warn(in, lines[i].number, "means: the text is cut in this row");
	return i;
}

/* Nothing of it is a sample; its rows end where the table ends. */
static size_t skip_comparison(struct import *in, size_t head)
{
	struct import_line *lines = in->document.lines;
	struct word w[WORDS_MOST];
	double value;
	size_t i = head;

	for (; i < in->document.count; i++) {
		size_t n = scan_words(lines[i].text, w, COUNT_OF(w));
		bool is_row = n >= 4 && n <= COUNT_OF(w) && word_number(&w[n - 1], &value);
		if (i > head && !is_row)
			break;
		take(&lines[i]);
	}
	return i;
}

static int means_read(struct import *in, struct error *err)
{
	struct means m = { 0 };

	(void)err;
	for (size_t i = 0; i < in->document.count;) {
		const struct import_line *line = &in->document.lines[i];
		if (line->taken) {
			i++;
		} else if (is_head(line->text, &m)) {
			i = read_table(in, i, &m);
		} else if (is_comparison(line->text)) {
			i = skip_comparison(in, i);
		} else {
			read_context(in, line->text, &m);
			i++;
		}
	}
	return 0;
}

const struct importer means_importer = {
	.name = "means",
	.summary = "tables of MEAN, ST.DEV. and % ST.DEV, as posted and as bakeoff prints them",
	.read = means_read,
};
