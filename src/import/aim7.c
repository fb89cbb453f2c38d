// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/columns.h"
#include "import/importers.h"

#include <ctype.h>
#include <string.h>

/*
 * AIM's multiuser benchmark, Suite VII: a row for each number of tasks, with the date behind it,
 * which may be folded. A row that is a number of tasks alone is of a run that failed.
 *
 *     Tasks    jobs/min  jti  jobs/min/task      real       cpu
 */
enum { COLUMNS = 6, ROW_WORDS = 16 };

static const struct column columns[] = {
	{ "tasks", "tasks", "count", BETTER_NEITHER },
	{ "jobs/min", "jobs_per_min", "/min", BETTER_HIGHER },
	{ "jti", "jti", "%", BETTER_HIGHER },
	{ "jobs/min/task", "jobs_per_min_per_task", "/min", BETTER_HIGHER },
	{ "jobs/sec/task", "jobs_per_s_per_task", "/s", BETTER_HIGHER },
	{ "real", "real_time", "s", BETTER_LOWER },
	{ "cpu", "cpu_time", "s", BETTER_NEITHER },
};

struct table {
	const struct column *columns[COLUMNS];
	size_t count; /* 0: in none */
};

static const struct column *column_of(const struct word *w)
{
	for (size_t i = 0; i < COUNT_OF(columns); i++) {
		if (strlen(columns[i].head) == w->length &&
			strncasecmp(columns[i].head, w->text, w->length) == 0)
			return &columns[i];
	}
	return NULL;
}

static bool read_head(const char *text, struct table *t)
{
	struct word w[COLUMNS];
	struct table head = { .count = 0 };
	size_t n = scan_words(text, w, COUNT_OF(w));

	if (n < 3 || n > COUNT_OF(w))
		return false;
	for (size_t i = 0; i < n; i++) {
		head.columns[i] = column_of(&w[i]);
		if (!head.columns[i] || (i == 0) != (head.columns[i] == &columns[0]))
			return false;
	}
	head.count = n;
	*t = head;
	return true;
}

/* "10:17:44 2006", the end of a date that was folded. */
static bool is_date_rest(const char *text)
{
	struct word w[2];

	text += strspn(text, " ");
	return scan_words(text, w, COUNT_OF(w)) <= 2 && isdigit((unsigned char)*text) &&
	       strchr(text, ':') && strspn(text, "0123456789: ") == strlen(text);
}

static void add_unfinished(struct load_table *where, const struct import_line *l,
	const struct word *tasks, const struct column *column)
{
	struct row_identity id = { .tool = "aim7",
		.workload = arena_printf(where->in->arena, "aim7/%s", name_copy(where->in, tasks)),
		.metric = column->metric,
		.variant = label_or_hint(where->in, where->variant),
		.group = where->in->hints->group,
		.unit = column->unit,
		.better = column->better,
		.line = l->number };

	(void)row_without_value(where->in, &id, l->cut ? IMPORT_TRUNCATED : IMPORT_FAILED);
	import_warn(where->in, l->number, "aim7: no complete result of %s tasks: the %s",
		name_copy(where->in, tasks), l->cut ? "text is cut" : "run failed");
}

/* A row, or what is left of one; false: the table has ended. */
static bool read_row(struct load_table *where, const struct import_line *l, const struct table *t)
{
	struct word w[ROW_WORDS];
	size_t n = scan_words(l->text, w, COUNT_OF(w)), numbers = 0;
	double value;

	while (numbers < n && numbers < t->count && word_number(&w[numbers], &value) && value >= 0)
		numbers++;
	bool cut = l->cut && n <= t->count;
	if (numbers == t->count && !cut) {
		load_row(where, w, t->count, t->columns, l->number);
		return true;
	}
	if (numbers == 0 || (numbers < n && numbers < t->count))
		return false;
	load_row(where, w, numbers - (cut && numbers > 1), t->columns, l->number);
	size_t missing = cut && numbers > 1 ? numbers - 1 : numbers;
	add_unfinished(where, l, &w[0], t->columns[missing]);
	return true;
}

static int aim7_read(struct import *in, struct error *err)
{
	struct load_table where = { .in = in, .tool = "aim7" };
	struct table t = { .count = 0 };

	(void)err;
	for (size_t i = 0; i < in->document.count;) {
		const struct import_line *l = &in->document.lines[i];
		size_t count = 1;
		if (l->taken || l->length == 0) {
			i++;
			continue;
		}
		bool mine = read_head(l->text, &t) ||
			    (t.count && (is_date_rest(l->text) || read_row(&where, l, &t)));
		if (mine) {
			take_lines(in, i, i, "aim7");
		} else {
			const char *label = label_at(in, i, &count);
			where.variant = label ? label : where.variant;
			t.count = 0;
		}
		i += count;
	}
	return 0;
}

const struct importer aim7_importer = {
	.name = "aim7",
	.summary = "AIM Suite VII: its table of tasks, folded or not, and runs that failed",
	.read = aim7_read,
};
