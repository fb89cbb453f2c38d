// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/columns.h"
#include "import/importers.h"

#include <string.h>

/*
 * reaim: AIM VII made anew. A head of two lines, a row for each number of children, and the best
 * of them once more below the table.
 */
enum { COLUMNS = 9 };

static const struct column columns[COLUMNS] = {
	{ "Forked", NULL, NULL, BETTER_NEITHER },
	{ "Time", "parent_time", "s", BETTER_LOWER },
	{ "SysTime", "child_systime", "s", BETTER_NEITHER },
	{ "UTime", "child_utime", "s", BETTER_NEITHER },
	{ "Minute", "jobs_per_min", "/min", BETTER_HIGHER },
	{ "Child", "jobs_per_min_per_child", "/min", BETTER_HIGHER },
	{ "Time", "stddev_time", "s", BETTER_LOWER },
	{ "Percent", "stddev_percent", "%", BETTER_LOWER },
	{ NULL, "jti", "%", BETTER_HIGHER },
};
static const struct column best = { NULL, "jobs_per_min_max", "/min", BETTER_HIGHER };

/* The head's second line. */
static bool is_head(const char *text)
{
	struct word w[COLUMNS];
	size_t n = scan_words(text, w, COUNT_OF(w));

	if (n != COLUMNS - 1)
		return false;
	for (size_t i = 0; i < n; i++) {
		if (!word_is(&w[i], columns[i].head))
			return false;
	}
	return true;
}

/* "REAIM Workload (without drop_caches)": tables of one variant are told apart by it. */
static bool read_title(struct load_table *t, const char *text)
{
	text += strspn(text, " ");
	if (!starts_with(text, "REAIM Workload"))
		return false;
	const char *open = strchr(text, '('), *close = open ? strchr(open, ')') : NULL;
	size_t length = close ? (size_t)(close - open - 1) : 0;
	struct word name = { open ? open + 1 : text, length, 0 };
	t->group = length > 0 ? name_copy(t->in, &name) : NULL;
	return true;
}

static bool read_best(const struct load_table *t, const struct import_line *l)
{
	static const struct column *const list[] = { NULL, &best };
	const char *text = l->text + strspn(l->text, " ");
	struct word w[6];
	double value;

	if (scan_words(text, w, COUNT_OF(w)) != 5 || !starts_with(text, "Max Jobs per Minute ") ||
		!word_number(&w[4], &value))
		return false;
	if (l->cut && !memchr(w[4].text, '.', w[4].length)) {
		import_warn(t->in, l->number, "reaim: the text is cut in this number");
		return true;
	}
	struct word row[2] = { { "max", 3, 0 }, w[4] };
	load_row(t, row, COUNT_OF(row), list, l->number);
	return true;
}

static bool read_row(const struct load_table *t, const struct import_line *l)
{
	const struct column *list[COLUMNS];
	struct word w[COLUMNS];
	double value;
	size_t n = scan_words(l->text, w, COUNT_OF(w));

	if (n == 0 || n > COLUMNS || (n < COLUMNS && !l->cut))
		return false;
	for (size_t i = 0; i < n; i++) {
		if (!word_number(&w[i], &value) || value < 0)
			return false;
	}
	for (size_t i = 0; i < COLUMNS; i++)
		list[i] = &columns[i];
	load_row(t, w, l->cut ? n - 1 : n, list, l->number);
	if (l->cut)
		import_warn(t->in, l->number,
			"reaim: the text is cut in this row: its last number is left out");
	return true;
}

static size_t read_line(struct load_table *t, size_t line, bool *in_table)
{
	struct import *in = t->in;
	const struct import_line *l = &in->document.lines[line];
	size_t count = 1;

	if (is_head(l->text))
		*in_table = true;
	else if (!(*in_table && (read_row(t, l) || read_best(t, l))) && !read_title(t, l->text)) {
		const char *label = label_at(in, line, &count);
		if (label) {
			t->variant = label;
			t->group = NULL;
			*in_table = false;
		}
		return line + count;
	}
	take_lines(in, line, line, "reaim");
	return line + 1;
}

static int reaim_read(struct import *in, struct error *err)
{
	struct load_table t = { .in = in, .tool = "reaim" };
	bool in_table = false;

	(void)err;
	for (size_t i = 0; i < in->document.count;)
		i = in->document.lines[i].taken ? i + 1 : read_line(&t, i, &in_table);
	return 0;
}

const struct importer reaim_importer = {
	.name = "reaim",
	.summary = "reaim: its tables of children",
	.read = reaim_read,
};
