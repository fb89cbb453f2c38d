// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/handmade.h"
#include "import/importers.h"
#include "import/label.h"
#include "import/rows.h"
#include "import/scan.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

/*
 * lmdd's result lines wherever they stand: alone, several side by side under labels in rules
 * ("=== EXT2 ===  === XFS ==="), folded into one line; its print=3 and print=4, in tables too; and
 * tables that people made of them.
 *
 *     209 MB in 25.8872 secs, 8.1011 MB/sec
 */
enum {
	BEHIND = 9, /* words looked at, from a rate backwards */
	LISTS = 3,
	COLUMNS = 8,
	LABEL_WORDS = 4,
	LABEL_BYTES = 40,
	TABLE_HEAD_LINES = 4,
	CELLS_MOST = 16,
};

struct seen_word {
	struct word word;
	size_t line;
};

/* Labels of one kind of rule: as many as there are columns. */
struct labels {
	char rule;
	const char *texts[COLUMNS];
	size_t columns[COLUMNS]; /* where they stand in their line */
	size_t count;
};

struct lmdd {
	struct import *in;
	struct seen_word behind[BEHIND]; /* [0] is the latest */
	size_t behind_count;
	struct labels lists[LISTS];
	size_t list_count;
	bool results; /* since the last label */
	bool folded;  /* labels and results share lines: only their order tells */
	size_t nth;   /* result since the last label */
	char open;    /* the rule that a label may follow */
	struct word text[LABEL_WORDS];
	size_t text_words;
	const char *label, *direction, *bs;
	size_t command_line; /* where it stands + 1; 0: none */
	const char *md_head; /* the first row of the table we are in; NULL: in none */
};

struct result {
	double rate, seconds; /* NAN: not said */
	const char *unit;
	bool seconds_count; /* they do not follow from the size and the rate */
	size_t line, column;
	size_t words; /* that belong to it */
};

static void take(struct lmdd *m, size_t line)
{
	take_lines(m->in, line, line, "lmdd");
}

/* "bs 1k", "bs=1k", "blocksize 1k": the size. */
static const char *block_size(const char *label)
{
	static const char *const names[] = { "bs", "blocksize", "block size" };

	for (size_t i = 0; i < COUNT_OF(names); i++) {
		size_t n = strlen(names[i]);
		if (strncasecmp(label, names[i], n) == 0 && strchr(" =:", label[n]) && label[n])
			return label + n + 1 + strspn(label + n + 1, " =:");
	}
	return NULL;
}

static const char *direction_in(const char *text)
{
	if (strcasestr(text, "write") || strcasestr(text, "writing"))
		return "write";
	return strcasestr(text, "read") ? "read" : NULL;
}

static void add_result(struct lmdd *m, const struct result *r, const char *variant, const char *bs)
{
	struct import *in = m->in;
	struct import_setting setting = { "bs", bs };
	struct row_identity id = { .tool = "lmdd",
		.workload = arena_printf(in->arena, "lmdd/%s",
			m->direction ? m->direction : "transfer"),
		.metric = "throughput",
		.variant = label_or_hint(in, variant),
		.group = in->hints->group,
		.unit = r->unit,
		.better = BETTER_HIGHER,
		.settings = &setting,
		.setting_count = bs != NULL,
		.line = in->document.lines[r->line].number };

	if (!m->direction)
		import_warn(in, id.line, "lmdd: whether this reads or writes is not said");
	(void)row_sample(in, &id, r->rate);
	if (!r->seconds_count)
		return;
	id.metric = "time";
	id.unit = "s";
	id.better = BETTER_LOWER;
	(void)row_sample(in, &id, r->seconds);
}

static bool behind_is(const struct lmdd *m, size_t i, const char *text)
{
	return i < m->behind_count && word_is(&m->behind[i].word, text);
}

static bool behind_number(const struct lmdd *m, size_t i, double *value)
{
	return i < m->behind_count && word_number(&m->behind[i].word, value) && *value >= 0;
}

/* "455" of "write bandwidth:455", which has a label glued to it; or the first of its line, below a
 * command. */
static bool lone_number(struct lmdd *m, struct result *r)
{
	struct word w = m->behind[1].word;
	const char *line = m->in->document.lines[m->behind[1].line].text;
	const char *colon = memrchr(w.text, ':', w.length);

	if (colon) {
		struct word number = { colon + 1, (size_t)(w.text + w.length - colon - 1), 0 };
		size_t before = (size_t)(colon - line);
		if (!word_number(&number, &r->rate) || r->rate < 0 ||
			!memmem(line, before, "bandwidth", 9))
			return false;
		m->direction = direction_in(line);
		return true;
	}
	bool first = line + strspn(line, " ") == w.text;
	bool below = m->command_line && m->behind[1].line <= m->command_line;
	return first && below && behind_number(m, 1, &r->rate);
}

/* The result that ends with the latest word, "MB/sec" or "KB/sec". */
static bool match_result(struct lmdd *m, struct result *r)
{
	const struct word *unit = &m->behind[0].word;
	double size, ms;

	*r = (struct result){ .seconds = NAN, .words = 2 };
	size_t n = unit->length;
	while (n > 0 && strchr(",.;)", unit->text[n - 1]))
		n--;
	if (n < 6 || memcmp(unit->text + n - 4, "/sec", 4) != 0 || m->behind_count < 2)
		return false;
	r->unit = handmade_unit(unit->text, n);
	bool known = r->unit && behind_number(m, 1, &r->rate);
	if (known && behind_is(m, 2, "secs,") && behind_number(m, 3, &r->seconds) &&
		behind_is(m, 4, "in") && behind_number(m, 6, &size)) {
		r->words = 7;
		double scale = behind_is(m, 5, "KB") ? 1e-3 : 1;
		double rate = r->rate * (r->unit[0] == 'K' ? 1e-3 : 1);
		/* a size in whole megabytes is rounded: the seconds do not follow from it */
		r->seconds_count =
			r->seconds > 0 && fabs(size * scale / r->seconds - rate) > 1e-3 * rate;
	} else if (known && behind_is(m, 2, "millisec/xfer,") && behind_is(m, 4, "secs,") &&
		   behind_number(m, 5, &r->seconds) && behind_is(m, 7, "xfers")) {
		r->words = 9;
	} else if (known && behind_is(m, 2, "millisecs,") && behind_number(m, 3, &ms) &&
		   behind_is(m, 4, "in")) {
		r->words = 6;
	} else if (!r->unit || !lone_number(m, r)) {
		return false;
	}
	size_t first = r->words <= m->behind_count ? r->words - 1 : m->behind_count - 1;
	r->line = m->behind[first].line;
	r->column = m->behind[first].word.column;
	m->folded |= r->line != m->behind[0].line;
	return true;
}

static struct labels *list_of(struct lmdd *m, char rule)
{
	for (size_t i = 0; i < m->list_count; i++) {
		if (m->lists[i].rule == rule) {
			if (m->results) { /* a new block: what is below this rule begins anew */
				m->list_count = i + 1;
				m->lists[i].count = 0;
			}
			return &m->lists[i];
		}
	}
	if (m->list_count == LISTS)
		m->list_count = 0;
	m->lists[m->list_count] = (struct labels){ .rule = rule };
	return &m->lists[m->list_count++];
}

static void add_label(struct lmdd *m, char rule, size_t line)
{
	const struct word *last = &m->text[m->text_words - 1];
	const char *start = m->text[0].text, *end = last->text + last->length;
	struct labels *list = list_of(m, rule);

	(void)line;
	if (list->count == COLUMNS)
		return;
	list->columns[list->count] = m->text[0].column;
	list->texts[list->count++] = arena_strndup(m->in->arena, start, (size_t)(end - start));
	m->results = false;
	m->nth = 0;
}

/* Rules and what stands between two of the same kind. */
static void read_rule(struct lmdd *m, const struct word *w, size_t line)
{
	char c = w->text[0];
	bool rule = w->length >= 3 && (c == '=' || c == '-') && strspn(w->text, "=-") >= w->length;

	if (rule) {
		m->behind_count = 0;
		if (m->open == c && m->text_words > 0)
			add_label(m, c, line);
		m->open = c;
		m->text_words = 0;
	} else if (m->open && m->text_words < LABEL_WORDS && w->length <= LABEL_BYTES) {
		m->text[m->text_words++] = *w;
	} else {
		m->open = 0;
		m->text_words = 0;
	}
}

static size_t column_count(const struct lmdd *m)
{
	size_t most = 1;

	for (size_t i = 0; i < m->list_count; i++)
		most = m->lists[i].count > most ? m->lists[i].count : most;
	return most;
}

static size_t nearest(const struct labels *list, size_t column)
{
	size_t best = 0, least = SIZE_MAX;

	for (size_t i = 0; i < list->count; i++) {
		size_t at = list->columns[i], d = at > column ? at - column : column - at;
		if (d < least) {
			least = d;
			best = i;
		}
	}
	return best;
}

/* The labels of the column that the result is in. */
static void place_result(struct lmdd *m, const struct result *r, bool alone)
{
	const char *variant = NULL, *bs = m->bs;
	size_t column = m->nth++ % column_count(m);

	for (size_t i = 0; i < m->list_count; i++) {
		const struct labels *list = &m->lists[i];
		if (list->count == 0)
			continue;
		size_t k = alone && !m->folded ? nearest(list, r->column) : column % list->count;
		const char *size = block_size(list->texts[k]);
		if (size)
			bs = size;
		else
			variant = variant ? arena_printf(m->in->arena, "%s %s", variant,
						    list->texts[k])
					  : list->texts[k];
	}
	add_result(m, r, variant ? variant : m->label, bs);
	m->results = true;
}

/* "lmdd if=internal of=x bs=1m": what the results below it are of. */
static bool read_command(struct lmdd *m, const char *text)
{
	const char *p = strstr(text, "lmdd ");
	struct word w[CELLS_MOST];
	bool from = false, to = false, any = false;

	if (!p)
		return false;
	size_t n = scan_words(p, w, COUNT_OF(w));
	const char *bs = NULL;
	for (size_t i = 0; i < n && i < COUNT_OF(w); i++) {
		const char *t = w[i].text;
		bool in = starts_with(t, "if="), out = starts_with(t, "of=");
		bool internal = starts_with(in || out ? t + 3 : t, "internal");
		any |= in || out;
		from |= in && !internal;
		to |= out && !internal;
		if (starts_with(t, "bs="))
			bs = arena_strndup(m->in->arena, t + 3, w[i].length - 3);
	}
	if (!any)
		return false;
	m->direction = from && to ? "copy" : from ? "read" : "write";
	m->bs = bs;
	return true;
}

/* The cells of "| a | b |", without the blanks around them. */
static size_t split_cells(const char *text, struct word cells[CELLS_MOST])
{
	size_t n = 0;

	text += strspn(text, " ");
	while (*text == '|' && text[1] && n < CELLS_MOST) {
		const char *start = text + 1 + strspn(text + 1, " ");
		size_t length = strcspn(start, "|");
		text = start + length;
		while (length > 0 && start[length - 1] == ' ')
			length--;
		cells[n++] = (struct word){ start, length, 0 };
	}
	return n;
}

/* A row of a Markdown table whose first cell is an lmdd command: its columns are the variants. */
static bool read_markdown(struct lmdd *m, size_t line)
{
	const char *text = m->in->document.lines[line].text;
	struct word cells[CELLS_MOST], heads[CELLS_MOST];
	bool any = false;

	if (text[strspn(text, " ")] != '|') {
		m->md_head = NULL;
		return false;
	}
	if (!m->md_head)
		m->md_head = text;
	size_t n = split_cells(text, cells), head_count = split_cells(m->md_head, heads);
	if (n < 2 || !memmem(cells[0].text, cells[0].length, "lmdd", 4))
		return false;
	char *command = word_copy(&cells[0], m->in->arena);
	if (!read_command(m, command))
		return false;
	for (size_t i = 1; i < n && i < head_count; i++) {
		struct word w[2];
		struct result r = { .seconds = NAN, .line = line };
		char *cell = word_copy(&cells[i], m->in->arena);
		if (scan_words(cell, w, 2) != 2 || !word_number(&w[0], &r.rate) || r.rate < 0)
			continue;
		r.unit = handmade_unit(w[1].text, w[1].length);
		if (!r.unit)
			continue;
		add_result(m, &r, name_copy(m->in, &heads[i]), m->bs);
		any = true;
	}
	m->direction = m->bs = NULL;
	return any;
}

/* "Write  Read" and nothing else: the columns of a table by hand. */
static size_t direction_heads(const char *text, const char *heads[2])
{
	struct word w[2];
	size_t n = scan_words(text, w, COUNT_OF(w));

	for (size_t i = 0; i < n && n <= COUNT_OF(w); i++) {
		heads[i] = word_is(&w[i], "Write")  ? "write"
			   : word_is(&w[i], "Read") ? "read"
						    : NULL;
		if (!heads[i])
			return 0;
	}
	return n <= COUNT_OF(w) ? n : 0;
}

/* "[ blocksizes 1K -> 64K ]" tells values of one row apart. */
static const char *sizes_of_note(struct lmdd *m, const char *note)
{
	const char *p = note ? strpbrk(note, "0123456789") : NULL;

	return p && strcasestr(note, "size") ? arena_strdup(m->in->arena, p) : NULL;
}

static void add_handmade(struct lmdd *m, const char *direction, const struct handmade_cell *cell,
	const char *variant, unsigned line)
{
	struct import *in = m->in;
	struct import_setting setting = { "blocksizes", sizes_of_note(m, cell->note) };
	struct row_identity id = { .tool = "lmdd",
		.workload = arena_printf(in->arena, "lmdd/%s", direction),
		.metric = "throughput",
		.variant = label_or_hint(in, variant),
		.group = in->hints->group,
		.unit = cell->unit ? cell->unit : "MB/s",
		.better = BETTER_HIGHER,
		.settings = &setting,
		.setting_count = setting.value != NULL,
		.line = line };

	if (cell->count == 0)
		(void)row_without_value(in, &id, IMPORT_NOT_RUN);
	else
		handmade_add(in, &id, cell);
}

/* A row of values; one without a label goes on with the row above, in the last columns. */
static void add_handmade_row(struct lmdd *m, const struct handmade_row *row,
	const char *const heads[2], size_t columns, const char *variant, unsigned line)
{
	size_t first = *row->label ? 0 : columns - row->count;

	for (size_t i = 0; i < row->count; i++)
		add_handmade(m, heads[first + i], &row->cells[i], variant, line);
	/* "[ not run ]" stands where the next column's value would */
	const char *note = row->cells[row->count - 1].note;
	bool said = note && !sizes_of_note(m, note);
	for (size_t i = first + row->count; said && i < columns; i++)
		add_handmade(m, heads[i], &(struct handmade_cell){ 0 }, variant, line);
}

/* The table under a heading that begins with "lmdd"; returns the line behind it, or `line`. */
static size_t read_handmade(struct lmdd *m, size_t line)
{
	struct import_document *d = &m->in->document;
	const char *heads[2], *variant = "";
	size_t i = line + 1, columns = 0;

	if (!starts_with(d->lines[line].text, "lmdd"))
		return line;
	for (; i < d->count && i - line <= TABLE_HEAD_LINES && columns == 0; i++)
		columns = direction_heads(d->lines[i].text, heads);
	if (columns == 0)
		return line;
	for (; i < d->count && !d->lines[i].taken; i++) {
		struct handmade_row row;
		const char *text = d->lines[i].text;
		if (!text[strspn(text, " -=")])
			continue;
		if (!handmade_row(text, m->in->arena, &row) || row.count > columns)
			break;
		variant = *row.label ? row.label : variant;
		add_handmade_row(m, &row, heads, columns, variant, d->lines[i].number);
		take(m, i);
	}
	return i;
}

static void see(struct lmdd *m, const struct word *word, size_t line)
{
	memmove(&m->behind[1], &m->behind[0], (BEHIND - 1) * sizeof(m->behind[0]));
	m->behind[0] = (struct seen_word){ *word, line };
	m->behind_count += m->behind_count < BEHIND;
}

/* How many results end in this line: fewer than there are columns go by their place. */
static size_t rates_in(const char *text)
{
	size_t n = 0;

	while ((text = strstr(text, "/sec"))) {
		text += 4;
		n++;
	}
	return n;
}

static void read_words(struct lmdd *m, size_t line)
{
	const struct import_line *l = &m->in->document.lines[line];
	size_t rates = rates_in(l->text), lists = m->list_count, found = 0;
	bool alone = rates < column_count(m);
	struct result r;

	if (!m->folded && !alone && m->behind_count == 0)
		m->nth = 0;
	for (const char *p = l->text + strspn(l->text, " "); *p; p += strspn(p, " ")) {
		struct word w = { p, strcspn(p, " "), (size_t)(p - l->text) };
		p += w.length;
		see(m, &w, line);
		read_rule(m, &w, line);
		if (!memchr(w.text, '/', w.length) || !match_result(m, &r))
			continue;
		m->folded |= m->list_count != lists;
		place_result(m, &r, alone);
		m->behind_count = 0;
		m->open = 0;
		found++;
	}
	if (found > 0 && found == rates && !m->folded)
		take(m, line);
}

static size_t read_line(struct lmdd *m, size_t line)
{
	const struct import_line *l = &m->in->document.lines[line];
	size_t count = 1;

	if (l->length == 0) {
		m->behind_count = 0;
		return line + 1;
	}
	if (read_markdown(m, line)) {
		take(m, line);
		return line + 1;
	}
	size_t next = read_handmade(m, line);
	if (next > line)
		return next;
	if (m->md_head)
		return line + 1;
	if (read_command(m, l->text)) {
		m->command_line = line + 1;
		return line + 1;
	}
	if (strstr(l->text, "lmdd") && direction_in(l->text))
		m->direction = direction_in(l->text);
	const char *label = strstr(l->text, "/sec") ? NULL : label_at(m->in, line, &count);
	m->label = label ? label : m->label;
	for (size_t i = 0; i < count; i++)
		read_words(m, line + i);
	return line + count;
}

static int lmdd_read(struct import *in, struct error *err)
{
	struct lmdd m = { .in = in };

	(void)err;
	for (size_t i = 0; i < in->document.count;) {
		if (in->document.lines[i].taken) {
			m.behind_count = 0;
			i++;
			continue;
		}
		i = read_line(&m, i);
	}
	return 0;
}

const struct importer lmdd_importer = {
	.name = "lmdd",
	.summary = "lmdd's result lines, side by side or folded, and tables made of them",
	.read = lmdd_read,
};
