// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/bonnie.h"

#include "import/rows.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

/*
 * The tables of Bonnie and bonnie++. Rows are read as words, so that folded lines do not matter;
 * only where cells are empty (-f, -n 0) does the place of the others decide.
 */
enum {
	CELLS = 2 * BONNIE_IO,
	LABEL_WORDS = 6,
	ROW_WORDS = LABEL_WORDS + 1 + CELLS,
	EDGE_SLACK = 4, /* a wide number pushes what follows it by so much */
};

static bool is_plus(const struct word *w, size_t least)
{
	return w->length >= least && strspn(w->text, "+") >= w->length;
}

static double step_of(const struct word *w, size_t digits, double scale)
{
	const char *point = memchr(w->text, '.', digits);
	size_t decimals = point ? (size_t)(w->text + digits - point - 1) : 0;

	for (size_t i = 0; i < decimals && i < 9; i++)
		scale /= 10;
	return scale;
}

bool bonnie_rate(const struct word *word, struct bonnie_cell *cell)
{
	static const struct {
		char suffix;
		double scale;
	} suffixes[] = { { 'k', 1 }, { 'm', 1024 }, { 'g', 1024 * 1024 } };
	double value, scale = 1;

	*cell = (struct bonnie_cell){ .status = IMPORT_TOO_FAST };
	if (is_plus(word, 3))
		return true;
	size_t n = scan_number_prefix(word->text, word->length, &value);
	if (n == 0 || value < 0 || !isdigit((unsigned char)word->text[0]))
		return false;
	for (size_t i = 0; i < COUNT_OF(suffixes); i++) {
		if (n + 1 == word->length && word->text[n] == suffixes[i].suffix) {
			cell->unit = "KiB/s";
			scale = suffixes[i].scale;
		}
	}
	if (n != word->length && !cell->unit)
		return false;
	cell->status = IMPORT_OK;
	cell->value = value * scale;
	cell->step = step_of(word, n, scale);
	return isfinite(cell->value);
}

bool bonnie_cpu(const struct word *word, struct bonnie_cell *cell)
{
	*cell = (struct bonnie_cell){ .status = IMPORT_TOO_FAST, .unit = "%" };
	if (is_plus(word, 2))
		return true;
	cell->status = IMPORT_OK;
	cell->step = step_of(word, word->length, 1);
	return isdigit((unsigned char)word->text[0]) && word_number(word, &cell->value);
}

bool bonnie_latency(const struct word *word, struct bonnie_cell *cell)
{
	static const char *const units[] = { "us", "ms", "s" };

	*cell = (struct bonnie_cell){ .status = IMPORT_TOO_FAST };
	if (is_plus(word, 3))
		return true;
	size_t n = scan_number_prefix(word->text, word->length, &cell->value);
	cell->status = IMPORT_OK;
	cell->step = step_of(word, n, 1);
	for (size_t i = 0; n > 0 && cell->value >= 0 && i < COUNT_OF(units); i++) {
		if (word->length == n + strlen(units[i]) &&
			memcmp(word->text + n, units[i], word->length - n) == 0) {
			cell->unit = units[i];
			return true;
		}
	}
	return false;
}

bool bonnie_size(const struct word *word)
{
	bool digit = false;

	for (size_t i = 0; i < word->length; i++) {
		char c = word->text[i];
		digit |= isdigit((unsigned char)c) != 0;
		if (!strchr("0123456789KMGTkmg:/", c) || (i == 0 && !isdigit((unsigned char)c)))
			return false;
	}
	return digit && word->length < 32;
}

/* A diff's sign in front of a word, which then is skipped. */
static char skip_sign(struct word *w)
{
	char sign = w->length > 1 && strchr("+-|", w->text[0]) ? w->text[0] : 0;

	if (sign) {
		w->text++;
		w->length--;
	}
	return sign;
}

static bool is_rate_head(const struct word *w)
{
	return word_is(w, "K/sec") || word_is(w, "M/sec") || word_is(w, "/sec");
}

static bool is_cpu_head(const struct word *w)
{
	return word_is(w, "%CP") || word_is(w, "%CPU");
}

/* How many words stand before a head's columns, and which table it is; 0: no head. */
static size_t head_start(struct word *w, size_t n, struct bonnie_table *t)
{
	if (n < 2)
		return 0;
	t->prefix = skip_sign(&w[0]);
	t->files = w[0].length >= 5 && memcmp(w[0].text, "files", 5) == 0;
	if (t->files)
		return 1;
	bool named = word_is(&w[0], "Name:Size") && word_is(&w[1], "etc");
	bool sized = word_is(&w[1], "Size") || word_is(&w[1], "MB") || word_is(&w[1], "GB");
	return named || (word_is(&w[0], "Machine") && sized) ? 2 : 0;
}

bool bonnie_head(struct stream *s, struct bonnie_table *t)
{
	struct word w[2 + CELLS];
	size_t lines[2 + CELLS], n = stream_peek(*s, w, lines, COUNT_OF(w));
	struct bonnie_table head = *t;
	size_t start = head_start(w, n, &head);

	if (start == 0 || n < start + CELLS)
		return false;
	for (size_t i = 0; i < BONNIE_IO; i++) {
		const struct word *pair = &w[start + 2 * i];
		if (!is_rate_head(&pair[0]) || !is_cpu_head(&pair[1]))
			return false;
	}
	size_t end = start + CELLS - 1;
	head.plus = word_is(&w[end], "%CP");
	head.unit = head.files ? "/s" : word_is(&w[start], "M/sec") ? "MiB/s" : "KiB/s";
	head.has_edges = lines[0] == lines[end];
	for (size_t i = 0; i < CELLS; i++)
		head.edges[i] = w[start + i].column + w[start + i].length;
	head.open = true;
	head.last_row = lines[end];
	*t = head;
	s->line = lines[end];
	s->at = w[end].text + w[end].length;
	return true;
}

static bool read_cell(size_t i, const struct word *w, struct bonnie_cell cells[CELLS])
{
	return i % 2 == 0 ? bonnie_rate(w, &cells[i]) : bonnie_cpu(w, &cells[i]);
}

static bool all_cells(const struct word *w, struct bonnie_cell cells[CELLS])
{
	for (size_t i = 0; i < CELLS; i++) {
		if (!read_cell(i, &w[i], cells))
			return false;
	}
	return true;
}

/* Some cells are empty: each word belongs to the column that ends where it ends. */
static bool placed_cells(const struct word *w, size_t n, const struct bonnie_table *t,
	struct bonnie_cell cells[CELLS])
{
	size_t column = 0;

	for (size_t i = 0; i < CELLS; i++)
		cells[i] = (struct bonnie_cell){ .status = IMPORT_MISSING,
			.unit = i % 2 ? "%" : NULL };
	for (size_t i = 0; i < n; i++, column++) {
		size_t edge = w[i].column + w[i].length, best = CELLS, distance = EDGE_SLACK;
		for (size_t k = column; k < CELLS; k++) {
			size_t d = edge > t->edges[k] ? edge - t->edges[k] : t->edges[k] - edge;
			if (d < distance) {
				distance = d;
				best = k;
			}
		}
		if (best == CELLS || !read_cell(best, &w[i], cells))
			return false;
		column = best;
	}
	return n > 0;
}

/* Where a row ends: behind the words that it has. */
struct extent {
	size_t label_words, words;
};

static size_t words_of_line(const size_t *lines, size_t n)
{
	size_t i = 0;

	while (i < n && lines[i] == lines[0])
		i++;
	return i;
}

/* A whole row: it ends where a line ends, or several rows were folded into one line. */
static bool whole_row(const struct word *w, const size_t *lines, size_t n,
	struct bonnie_cell cells[CELLS], struct extent *extent)
{
	size_t first = words_of_line(lines, n);

	for (size_t k = 0; k <= LABEL_WORDS && k + 1 + CELLS <= n; k++) {
		size_t end = k + 1 + CELLS;
		bool at_end = end == n || lines[end] != lines[end - 1];
		if (!(at_end || end < first) || !bonnie_size(&w[k]) || !all_cells(&w[k + 1], cells))
			continue;
		*extent = (struct extent){ k, end };
		return true;
	}
	return false;
}

static bool sparse_row(const struct word *w, const size_t *lines, size_t n,
	const struct bonnie_table *t, struct bonnie_cell cells[CELLS], struct extent *extent)
{
	size_t first = words_of_line(lines, n);

	for (size_t k = 0; t->has_edges && k <= LABEL_WORDS && k + 1 < first; k++) {
		if (!bonnie_size(&w[k]) || first - k - 1 >= CELLS ||
			w[k].column + w[k].length >= t->edges[0] ||
			!placed_cells(&w[k + 1], first - k - 1, t, cells))
			continue;
		*extent = (struct extent){ k, first };
		return true;
	}
	return false;
}

static void fill_run(struct import *in, const struct word *w, const struct extent *extent,
	const struct bonnie_table *t, const struct bonnie_cell cells[CELLS], struct bonnie_run *run)
{
	size_t first = t->files ? BONNIE_IO : 0, k = extent->label_words;
	const char *machine = "";

	if (k > 0) {
		/* a label that is folded ends with its first line */
		const char *end = w[k - 1].text + w[k - 1].length;
		struct word label = { w[0].text, (size_t)(end - w[0].text), 0 };
		machine = name_copy(in, &label);
		machine += t->prefix && machine[0] == t->prefix;
	}
	*run = (struct bonnie_run){ .tool = t->plus ? "bonnie++" : "bonnie",
		.version = t->version,
		.machine = machine,
		.concurrency = t->concurrency };
	const char *size = name_copy(in, &w[k]);
	run->files = t->files ? size : NULL;
	run->size = t->files ? NULL : size;
	for (size_t i = 0; i < BONNIE_IO; i++) {
		struct bonnie_cell *rate = &run->rate[first + i];
		*rate = cells[2 * i];
		run->cpu[first + i] = cells[2 * i + 1];
		rate->unit = rate->unit && !t->files && i < BONNIE_IO - 1 ? rate->unit : t->unit;
		if (!t->files && i == BONNIE_IO - 1)
			rate->unit = "/s";
	}
}

/* No newline ended the text: its last number may have lost digits; Bonnie's has a decimal. */
static void doubt_last_cell(struct import *in, const struct word *last, size_t line,
	const struct bonnie_table *t, struct bonnie_cell *cell)
{
	const struct import_line *l = &in->document.lines[line];
	bool whole = !t->plus && last->length > 2 && last->text[last->length - 2] == '.';

	if (!l->cut || last->text + last->length != l->text + l->length || whole ||
		strcmp(cell->status, IMPORT_OK) != 0)
		return;
	cell->status = IMPORT_TRUNCATED;
	import_warn(in, l->number,
		"bonnie: the text may be cut in its last number: it is left out");
}

bool bonnie_row(struct import *in, struct stream *s, const struct bonnie_table *t,
	struct bonnie_run *run)
{
	struct word w[ROW_WORDS];
	size_t lines[ROW_WORDS], n = stream_peek(*s, w, lines, COUNT_OF(w));
	struct bonnie_cell cells[CELLS];
	struct extent extent;

	if (n < 2 || (!whole_row(w, lines, n, cells, &extent) &&
			     !sparse_row(w, lines, n, t, cells, &extent)))
		return false;
	size_t end = extent.words - 1;
	doubt_last_cell(in, &w[end], lines[end], t, &cells[CELLS - 1]);
	fill_run(in, w, &extent, t, cells, run);
	run->line = in->document.lines[lines[0]].number;
	s->line = lines[end];
	s->at = w[end].text + w[end].length;
	return true;
}

/* Less than six of them in a line: each ends about where its column of %CP ends. */
static bool placed_latencies(const struct word *w, size_t n, const struct bonnie_table *t,
	struct bonnie_cell cells[BONNIE_IO])
{
	for (size_t i = 0; i < BONNIE_IO; i++)
		cells[i] = (struct bonnie_cell){ .status = IMPORT_MISSING, .unit = "us" };
	for (size_t i = 0; i < n; i++) {
		size_t edge = w[i].column + w[i].length, best = 0, least = SIZE_MAX;
		for (size_t k = 0; k < BONNIE_IO; k++) {
			size_t e = t->edges[2 * k + 1], d = edge > e ? edge - e : e - edge;
			if (d < least) {
				least = d;
				best = k;
			}
		}
		if (!bonnie_latency(&w[i], &cells[best]))
			return false;
	}
	return n > 0;
}

bool bonnie_latencies(const struct import *in, struct stream *s, const struct bonnie_table *t,
	struct bonnie_cell cells[BONNIE_IO], char *prefix)
{
	struct word w[1 + BONNIE_IO];
	size_t lines[1 + BONNIE_IO], n = stream_peek(*s, w, lines, COUNT_OF(w)), count = 0;

	(void)in;
	if (n < 2)
		return false;
	*prefix = skip_sign(&w[0]);
	if (!word_is(&w[0], "Latency"))
		return false;
	while (count < BONNIE_IO && count + 1 < n && bonnie_latency(&w[count + 1], &cells[count])) {
		if (!cells[count].unit)
			cells[count].unit = "us";
		count++;
	}
	size_t first = words_of_line(lines, n);
	if (count < BONNIE_IO && (!t->has_edges || !placed_latencies(&w[1], first - 1, t, cells)))
		return false;
	size_t end = count < BONNIE_IO ? first - 1 : BONNIE_IO;
	s->line = lines[end];
	s->at = w[end].text + w[end].length;
	return true;
}
