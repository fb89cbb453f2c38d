// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/importers.h"
#include "import/rows.h"
#include "import/scan.h"

#include <ctype.h>
#include <string.h>

/*
 * contest, in two layouts: a table for each load with a row for each kernel, under
 *
 *     Kernel [runs]  Time  CPU%  Loads  LCPU%  Ratio
 *
 * (columns came with the versions), and the hand-made one with a block for each kernel and a row
 * for each load: "noload  2:34.53  291%".
 */
enum { COLUMNS_MOST = 8, WORDS_MOST = 16, HEADING_LINES = 3 };

static const struct column {
	const char *heads[3]; /* as printed, in lower case */
	const char *metric, *unit;
	enum better better;
} columns[] = {
	{ { "time" }, "time", "s", BETTER_LOWER },
	{ { "cpu", "cpu%" }, "cpu", "%", BETTER_NEITHER },
	{ { "loads" }, "loads", "count", BETTER_HIGHER },
	{ { "lcpu%", "lcpu" }, "load_cpu", "%", BETTER_NEITHER },
	{ { "ratio" }, "ratio", "x", BETTER_LOWER },
	{ { "[runs]", "runs" }, NULL, NULL, BETTER_NEITHER }, /* a count, not a value */
};

static const char *const loads[] = { "noload", "no_load", "cacherun", "process_load", "processload",
	"proc_load", "procload", "mem_load", "memload", "io_load", "ioload", "io_halfmem",
	"io_fullmem", "ioloadhalf", "ioloadfull", "io_load_half", "io_load_full", "io_other",
	"ioother", "read_load", "readload", "list_load", "listload", "ctar_load", "ctarload",
	"xtar_load", "xtarload", "dbench_load", "dbenchload", "cpuload", "cpu_load", "fork_load",
	"forkload" };

struct table {
	const struct column *columns[COLUMNS_MOST];
	size_t count;
	bool brackets; /* runs as [3] beside the kernel */
	const char *version, *load, *group;
	unsigned decimals[COLUMNS_MOST]; /* of the row before */
	bool has_row;
};

/* One cell: a number with its percent sign or its asterisk, or a time with minutes. */
struct cell {
	double value;
	unsigned decimals;
	bool mark;
};

static const struct column *column_of(const struct word *word)
{
	for (size_t i = 0; i < COUNT_OF(columns); i++) {
		for (size_t j = 0; j < COUNT_OF(columns[i].heads) && columns[i].heads[j]; j++) {
			const char *head = columns[i].heads[j];
			if (strlen(head) == word->length &&
				strncasecmp(head, word->text, word->length) == 0)
				return &columns[i];
		}
	}
	return NULL;
}

static bool has_column(const struct table *t, const char *metric)
{
	for (size_t i = 0; i < t->count; i++) {
		if (t->columns[i]->metric && strcmp(t->columns[i]->metric, metric) == 0)
			return true;
	}
	return false;
}

/* Which version prints such a head: contest never says. */
static const char *version_of(const struct table *t, bool percent)
{
	if (has_column(t, "loads"))
		return t->brackets ? "0.51" : "0.61";
	if (!has_column(t, "ratio"))
		return "0.1";
	return percent ? "0.50" : "0.41";
}

/* "Kernel", and then columns that are all known, Time among them. */
static bool read_head(const char *line, struct table *t)
{
	struct word words[WORDS_MOST];
	size_t n = scan_words(line, words, COUNT_OF(words));

	*t = (struct table){ 0 };
	if (n < 3 || n > COLUMNS_MOST || !word_is(&words[0], "Kernel"))
		return false;
	for (size_t i = 1; i < n; i++) {
		const struct column *c = column_of(&words[i]);
		if (!c)
			return false;
		t->brackets |= !c->metric;
		t->columns[t->count++] = c;
	}
	return has_column(t, "time");
}

/* "IO Load Full:" is io_load_full. NULL where the line is no such heading. */
static char *load_name(const char *line, struct arena *arena)
{
	struct word words[WORDS_MOST];
	size_t n = scan_words(line, words, COUNT_OF(words)), length = strlen(line);

	if (n == 0 || n > 4 || line[length - 1] != ':')
		return NULL;
	const char *start = words[0].text;
	char *name = arena_strndup(arena, start, (size_t)(line + length - 1 - start));
	for (char *p = name; *p; p++)
		*p = (char)(*p == ' ' ? '_' : tolower((unsigned char)*p));
	return name;
}

/* The load stands above the head; what stands above that, with a colon too, is a group: "SMP:". */
static void read_headings(struct import *in, size_t head, struct table *t, const char **group)
{
	const struct import_line *lines = in->document.lines;
	size_t i = head;

	while (i > 0 && head - i < HEADING_LINES && lines[i - 1].length == 0)
		i--;
	t->load = i > 0 ? load_name(lines[i - 1].text, in->arena) : NULL;
	if (!t->load)
		import_warn(in, lines[head].number, "contest: no load is named above this table");
	for (i = i > 0 ? i - 1 : 0; i > 0 && lines[i - 1].length == 0; i--)
		;
	if (i > 0 && !lines[i - 1].taken && load_name(lines[i - 1].text, in->arena)) {
		const char *text = lines[i - 1].text;
		*group = arena_strndup(in->arena, text, strlen(text) - 1);
	}
	t->group = in->hints->group ? in->hints->group : *group;
}

static bool read_cell(const struct word *word, struct cell *cell)
{
	size_t length = word->length;
	double value;

	*cell = (struct cell){ 0 };
	if (length > 0 && word->text[length - 1] == '*') {
		cell->mark = true;
		length--;
	}
	if (length > 0 && word->text[length - 1] == '%')
		length--;
	if (!scan_number(word->text, length, &value) &&
		(!memchr(word->text, ':', length) || !scan_duration(word->text, length, &value)))
		return false;
	const char *point = memchr(word->text, '.', length);
	cell->value = value;
	cell->decimals = point ? (unsigned)(word->text + length - point - 1) : 0;
	return value >= 0;
}

static struct row_identity identity(const struct import *in, const struct table *t,
	const struct column *c, const char *variant, unsigned line)
{
	return (struct row_identity){
		.tool = "contest",
		.tool_version = t->version,
		.workload = arena_printf(in->arena, "contest/%s", t->load ? t->load : "unknown"),
		.metric = c->metric,
		.variant = variant,
		.group = t->group,
		.unit = c->unit,
		.better = c->better,
		.line = line,
	};
}

/* A row's words, from its end: the values, the runs, and what is left is the kernel. */
struct row {
	char *variant;
	const struct column *columns[COLUMNS_MOST];
	struct cell cells[COLUMNS_MOST];
	size_t count;
	uint64_t runs;
	bool cut; /* its last word is not to be trusted */
};

static bool read_runs(const struct word *word, uint64_t *runs)
{
	double value;
	bool brackets =
		word->length > 2 && word->text[0] == '[' && word->text[word->length - 1] == ']';
	size_t length = word->length - (brackets ? 2 : 0);

	if (!scan_number(word->text + brackets, length, &value) || value < 1 || value > 1e6)
		return false;
	*runs = (uint64_t)value;
	return true;
}

/* Without the runs' column: where they stand in brackets they belong to the kernel's name. */
static size_t value_columns(const struct table *t, const struct column **list)
{
	size_t n = 0;

	for (size_t i = 0; i < t->count; i++) {
		if (t->columns[i]->metric)
			list[n++] = t->columns[i];
	}
	return n;
}

static bool read_row(const struct import *in, const struct import_line *line, const struct table *t,
	struct row *row)
{
	struct word words[WORDS_MOST];
	size_t n = scan_words(line->text, words, COUNT_OF(words)), used = 0;
	size_t expected = value_columns(t, row->columns);

	if (n < 2 || n > COUNT_OF(words))
		return false;
	row->runs = 0;
	row->cut = false;
	row->count = 0;
	/* the values end the row, unless it is cut: then they begin where the kernel ends */
	size_t least = t->brackets ? 2 : 1;
	size_t first = n >= expected + least ? n - expected : least;
	if (first >= n || (first + expected > n && !line->cut))
		return false;
	row->cut = line->cut && first + expected > n;
	for (size_t i = first; i < n; i++) {
		if (!read_cell(&words[i], &row->cells[row->count++]))
			return false;
	}
	used = first;
	if (t->brackets && !read_runs(&words[--used], &row->runs))
		return false;
	if (used == 0)
		return false;
	const char *end = words[used - 1].text + words[used - 1].length;
	row->variant = arena_strndup(in->arena, words[0].text, (size_t)(end - words[0].text));
	return true;
}

/* No newline ended the text: a last cell with fewer decimals than the row above has lost some. */
static void doubt_last_cell(const struct table *t, const struct import_line *line, struct row *row)
{
	const struct cell *last = &row->cells[row->count - 1];

	if (line->cut && t->has_row && last->decimals < t->decimals[row->count - 1])
		row->cut = true;
}

static void add_row(struct import *in, struct table *t, const struct import_line *line,
	const struct row *row)
{
	bool mark = row->cells[row->count - 1].mark;

	for (size_t i = 0; i < row->count; i++) {
		struct row_identity id =
			identity(in, t, row->columns[i], row->variant, line->number);
		bool is_cut = row->cut && i + 1 == row->count;
		struct import_row *r = is_cut ? row_without_value(in, &id, IMPORT_TRUNCATED)
					      : row_sample(in, &id, row->cells[i].value);
		r->runs = row->runs;
		r->mark = mark ? "*" : NULL;
		t->decimals[i] = row->cells[i].decimals;
	}
	t->has_row = true;
	if (row->cut)
		import_warn(in, line->number,
			"contest: %s: the row is cut: its last number is left out", row->variant);
}

static void take(struct import_line *line)
{
	line->taken = "contest";
}

/* The table under the head at `head`; returns the first line after it. */
static size_t read_table(struct import *in, size_t head, struct table *t)
{
	struct import_line *lines = in->document.lines;
	size_t i = head + 1;

	take(&lines[head]);
	for (; i < in->document.count && lines[i].length > 0; i++) {
		struct row row;
		if (!read_row(in, &lines[i], t, &row))
			break;
		doubt_last_cell(t, &lines[i], &row);
		add_row(in, t, &lines[i], &row);
		take(&lines[i]);
	}
	if (i == head + 1)
		import_warn(in, lines[head].number, "contest: no row below this head");
	return i;
}

static bool is_load(const struct word *word)
{
	for (size_t i = 0; i < COUNT_OF(loads); i++) {
		if (word_is(word, loads[i]))
			return true;
	}
	return false;
}

/* "noload  2:34.53  291%": no head, the loads' names say what it is. */
static bool read_load_row(struct import *in, size_t i, const char *variant)
{
	struct import_line *line = &in->document.lines[i];
	struct word words[4];
	struct cell cells[2];
	size_t n = scan_words(line->text, words, COUNT_OF(words));
	struct table t = { .version = "0.1", .group = in->hints->group };

	if (n != 3 || !is_load(&words[0]) || words[2].text[words[2].length - 1] != '%')
		return false;
	for (size_t k = 0; k < 2; k++) {
		if (!read_cell(&words[k + 1], &cells[k]))
			return false;
	}
	t.load = word_copy(&words[0], in->arena);
	for (size_t k = 0; k < 2; k++) {
		struct row_identity id = identity(in, &t, &columns[k], variant, line->number);
		(void)row_sample(in, &id, cells[k].value);
	}
	take(line);
	return true;
}

static const char *variant_above(struct import *in, size_t line)
{
	const char *heading = scan_heading(in, line, HEADING_LINES);

	if (in->hints->variant)
		return in->hints->variant;
	return heading ? heading : "";
}

static int contest_read(struct import *in, struct error *err)
{
	const char *group = NULL, *variant = NULL;
	struct table t;

	(void)err;
	for (size_t i = 0; i < in->document.count;) {
		if (in->document.lines[i].taken) {
			i++;
		} else if (read_head(in->document.lines[i].text, &t)) {
			t.version = version_of(&t, strstr(in->document.lines[i].text, "CPU%"));
			read_headings(in, i, &t, &group);
			i = read_table(in, i, &t);
			variant = NULL;
		} else {
			const char *above = variant ? variant : variant_above(in, i);
			variant = read_load_row(in, i, above) ? above : NULL;
			i++;
		}
	}
	return 0;
}

const struct importer contest_importer = {
	.name = "contest",
	.summary = "contest 0.1 to 0.61: a table for each load, or a block for each kernel",
	.read = contest_read,
};
