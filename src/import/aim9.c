// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/importers.h"
#include "import/label.h"
#include "import/rows.h"
#include "import/scan.h"

#include <ctype.h>
#include <string.h>

/*
 * AIM's independent resource benchmark, Suite IX. A row is known by its end, which says what an
 * operation is: "Link/Unlink Pairs/second", "Random Disk Reads (K) per second". Before it stand
 *
 *     8 link_test  60.01  6044  100.71655  6345.14    number, test, seconds, count, two rates
 *     link_test 10010 160.739 10126.57                test, milliseconds, two rates
 *     link_test  9784  10127                          test, a rate for each column
 *     8 link_test  9784.00  10127.00  343.00  3.51%   the same, and what follows from them
 */
enum { ROW_WORDS = 32, NUMBERS_MOST = 8, COLUMNS = 8, LIST_MOST = 8, HEAD_INDENT = 8 };

struct row {
	struct word name;
	bool numbered;
	double values[NUMBERS_MOST];
	size_t count; /* without what was derived */
	bool kilobytes;
	size_t line, last;
};

/* A raw line that waits for the others of its test: which variant it is of is known by their
 * number. */
struct waiting {
	double loops, operations;
	unsigned line;
	bool kilobytes;
};

struct aim9 {
	struct import *in;
	const char *label, *version;
	const char *heads; /* of columns; NULL: none */
	const char *list[LIST_MOST];
	size_t list_count; /* lines that only name variants */
	bool in_list;
	char *test; /* that the raw lines wait for */
	struct waiting waiting[LIST_MOST];
	size_t waiting_count;
	size_t last_raw;
};

static bool is_name(const struct word *w)
{
	bool joined = false;

	for (size_t i = 0; i < w->length; i++) {
		char c = w->text[i];
		joined |= c == '_' || c == '-';
		if (!isalnum((unsigned char)c) && c != '_' && c != '-')
			return false;
	}
	return joined && isalpha((unsigned char)w->text[0]) && w->length <= 32;
}

/* "-20.04%", "(3.1%)": derived, as is the difference before it. */
static bool is_percent(const struct word *w)
{
	return w->length > 1 && memchr(w->text, '%', w->length) &&
	       strspn(w->text, "0123456789.+-()%") >= w->length;
}

/* Does the description end here? "Closes/second", "second", "sec". */
static bool is_end(const struct word *w, const struct word *before)
{
	static const char *const ends[] = { "/second", "/sec" };

	for (size_t i = 0; i < COUNT_OF(ends); i++) {
		size_t n = strlen(ends[i]);
		if (w->length > n && memcmp(w->text + w->length - n, ends[i], n) == 0)
			return true;
	}
	return word_is(w, "second") && word_is(before, "per");
}

/* The words that end in "per second", of the line and of the next where it is folded. */
static bool read_row(struct aim9 *a, size_t line, struct row *row)
{
	struct word w[ROW_WORDS];
	size_t lines[ROW_WORDS], n = stream_peek(stream_at(a->in, line), w, lines, COUNT_OF(w));
	double number;
	size_t i = 0;

	*row = (struct row){ .line = line };
	row->numbered = n > 0 && word_number(&w[0], &number);
	i += row->numbered;
	if (i >= n || !is_name(&w[i]))
		return false;
	row->name = w[i++];
	while (i < n && row->count < NUMBERS_MOST && word_number(&w[i], &row->values[row->count])) {
		row->count++;
		i++;
	}
	if (i < n && is_percent(&w[i])) {
		i++;
		row->count -= row->count > 1; /* the difference */
	}
	size_t described = i;
	while (i < n && !(i > described && is_end(&w[i], &w[i - 1])) &&
		!(i == described && is_end(&w[i], &w[i])) && lines[i] <= line + 1) {
		row->kilobytes |= starts_with(w[i].text, "(K)");
		i++;
	}
	if (i >= n || lines[i] > line + 1 || row->count == 0)
		return false;
	row->kilobytes |= starts_with(w[i].text, "(K)");
	row->last = lines[i];
	for (size_t k = 0; k < row->count; k++) {
		if (row->values[k] < 0)
			return false;
	}
	return true;
}

static struct row_identity identity(const struct aim9 *a, const char *test, const char *variant,
	bool kilobytes, unsigned line)
{
	return (struct row_identity){ .tool = "aim9",
		.tool_version = a->version,
		.workload = arena_printf(a->in->arena, "aim9/%s", test),
		.metric = "ops_rate",
		.variant = label_or_hint(a->in, variant),
		.group = a->in->hints->group,
		.unit = kilobytes ? "K/s" : "/s",
		.better = BETTER_HIGHER,
		.line = line };
}

static void add_rates(struct aim9 *a, const char *test, const char *variant,
	const struct waiting *rates)
{
	struct row_identity id = identity(a, test, variant, rates->kilobytes, rates->line);

	(void)row_sample(a->in, &id, rates->operations);
	id.metric = "loop_rate";
	id.unit = "/s";
	(void)row_sample(a->in, &id, rates->loops);
}

/* As many raw lines of a test as there are names in the list: one of each, in that order. */
static void end_raw(struct aim9 *a)
{
	bool listed = a->list_count > 1 && a->waiting_count == a->list_count;

	if (listed)
		import_warn(a->in, a->waiting[0].line,
			"aim9: the %zu lines of %s are taken for the %zu names listed above, in "
			"their "
			"order",
			a->waiting_count, a->test, a->list_count);
	for (size_t i = 0; i < a->waiting_count; i++)
		add_rates(a, a->test, listed ? a->list[i] : a->label, &a->waiting[i]);
	a->waiting_count = 0;
	a->test = NULL;
}

static void add_raw(struct aim9 *a, const struct row *row, const struct waiting *rates)
{
	if (a->test && (!word_is(&row->name, a->test) || row->line != a->last_raw + 1 ||
			       a->waiting_count == LIST_MOST))
		end_raw(a);
	if (!a->test)
		a->test = name_copy(a->in, &row->name);
	a->waiting[a->waiting_count++] = *rates;
	a->last_raw = row->last;
}

/* The name of column i of n: the head has one for each, perhaps with others before or behind. */
static char *column_name(struct aim9 *a, size_t i, size_t n)
{
	struct word heads[COLUMNS];
	size_t count = a->heads ? scan_words(a->heads, heads, COUNT_OF(heads)) : 0;

	return count >= n && count <= COUNT_OF(heads) && i < count ? name_copy(a->in, &heads[i])
								   : NULL;
}

static void add_columns(struct aim9 *a, const struct row *row, unsigned line)
{
	char *test = name_copy(a->in, &row->name);

	if (row->count > 1 && !column_name(a, 0, row->count))
		import_warn(a->in, line, "aim9: the columns have no names: numbered");
	for (size_t i = 0; i < row->count; i++) {
		const char *variant = a->label;
		if (row->count > 1) {
			variant = column_name(a, i, row->count);
			if (!variant)
				variant = arena_printf(a->in->arena, "column %zu", i + 1);
		}
		struct row_identity id = identity(a, test, variant, row->kilobytes, line);
		(void)row_sample(a->in, &id, row->values[i]);
	}
}

static void add_row(struct aim9 *a, const struct row *row)
{
	unsigned line = a->in->document.lines[row->line].number;
	const double *v = row->values;
	bool named = column_name(a, 0, row->count) != NULL;
	struct waiting rates = { .line = line, .kilobytes = row->kilobytes };

	if (row->numbered && row->count == 4) {
		rates.loops = v[2];
		rates.operations = v[3];
		add_rates(a, name_copy(a->in, &row->name), a->label, &rates);
	} else if (!row->numbered && row->count == 3 && !named) {
		rates.loops = v[1];
		rates.operations = v[2];
		add_raw(a, row, &rates);
	} else {
		add_columns(a, row, line);
	}
}

/* "... Suite IX "1.1"": the version. */
static void read_version(struct aim9 *a, const char *text)
{
	const char *p = strstr(text, "Suite IX");

	if (!p)
		return;
	p += strlen("Suite IX");
	p += strspn(p, " \"v,");
	size_t n = strspn(p, "0123456789.");
	if (n > 0 && n < 16)
		a->version = arena_strndup(a->in->arena, p, n);
}

/* A line of one word that names a variant, among others of the kind. */
static void note_list(struct aim9 *a, const char *text)
{
	bool name = *text && !strchr(text, ' ') && isalnum((unsigned char)*text) &&
		    strlen(text) < 64 && text[strlen(text) - 1] != ':';

	if (name && !a->in_list)
		a->list_count = 0;
	if (name && a->list_count < LIST_MOST)
		a->list[a->list_count++] = text;
	a->in_list = name;
}

static size_t read_line(struct aim9 *a, size_t line)
{
	const char *text = a->in->document.lines[line].text;
	struct row row;
	size_t count = 1;

	if (read_row(a, line, &row)) {
		add_row(a, &row);
		take_lines(a->in, line, row.last, "aim9");
		a->in_list = false;
		return row.last + 1;
	}
	if (a->test)
		end_raw(a);
	note_list(a, text);
	read_version(a, text);
	const char *label = label_at(a->in, line, &count);
	if (label) {
		a->label = label;
		a->heads = NULL;
	}
	size_t indent = strspn(text, " ");
	if (text[indent] && indent >= HEAD_INDENT && strlen(text) < 200)
		a->heads = text;
	return line + count;
}

static int aim9_read(struct import *in, struct error *err)
{
	struct aim9 a = { .in = in };

	(void)err;
	for (size_t i = 0; i < in->document.count;)
		i = in->document.lines[i].taken ? i + 1 : read_line(&a, i);
	end_raw(&a);
	return 0;
}

const struct importer aim9_importer = {
	.name = "aim9",
	.summary = "AIM Suite IX: its console and raw lines, columns of variants, comparisons",
	.read = aim9_read,
};
