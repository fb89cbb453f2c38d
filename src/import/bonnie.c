// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/bonnie.h"

#include "import/importers.h"
#include "import/rows.h"

#include <math.h>
#include <string.h>

/*
 * Bonnie 1.x and bonnie++: first all runs are read, from tables and from CSV; then those that were
 * printed twice become one (the CSV has the precise numbers); then each run's cells become rows.
 */
enum { LOOK_BACK = 16, ROW_LINES = 24, PROSE_WORDS = 4 };

struct bonnie {
	struct import *in;
	struct bonnie_table table;
	struct bonnie_run *runs;
	size_t count;
	const char *label, *command;
	size_t part; /* of the text */
	bool prose;  /* since the last run */
};

static const struct {
	const char *plus, *one; /* names in bonnie++ and in Bonnie */
} tests[BONNIE_TESTS] = {
	{ "seq_out_chr", "seq_out_char" },
	{ "seq_out_block", "seq_out_block" },
	{ "rewrite", "rewrite" },
	{ "seq_in_chr", "seq_in_char" },
	{ "seq_in_block", "seq_in_block" },
	{ "seeks", "seeks" },
	{ "seq_create", "seq_create" },
	{ "seq_stat", "seq_stat" },
	{ "seq_delete", "seq_delete" },
	{ "rand_create", "rand_create" },
	{ "rand_stat", "rand_stat" },
	{ "rand_delete", "rand_delete" },
};

static struct bonnie_run *add_run(struct bonnie *b, const struct bonnie_run *run)
{
	struct bonnie_run *r = ARENA_PUSH(b->in->arena, b->runs, b->count);

	b->part += b->prose && b->count > 1;
	b->prose = false;
	*r = *run;
	r->label = b->label;
	r->part = b->part;
	return r;
}

/* Names are cut in tables, each in its own way; an empty one may be anybody's. */
static bool same_machine(const char *a, const char *b)
{
	size_t n = strlen(a), m = strlen(b);

	return strncmp(a, b, n < m ? n : m) == 0;
}

/* The run of the file table above that this row of the table of many files belongs to. */
static struct bonnie_run *run_of_files(struct bonnie *b, const char *machine)
{
	struct bonnie_table *t = &b->table;
	struct bonnie_run *r = t->next_run < b->count ? &b->runs[t->next_run] : NULL;

	if (!r || r->csv || r->files || !same_machine(r->machine, machine))
		return NULL;
	t->next_run++;
	return r;
}

static void keep_row(struct bonnie *b, const struct bonnie_run *row)
{
	struct bonnie_run *r = b->table.files ? run_of_files(b, row->machine) : NULL;
	const size_t first = BONNIE_IO;

	if (!r) {
		r = add_run(b, row);
		if (b->table.files && !*row->machine && b->table.machine)
			r->machine = b->table.machine;
		return;
	}
	if (!*r->machine)
		r->machine = row->machine;
	r->files = row->files;
	memcpy(&r->rate[first], &row->rate[first], BONNIE_IO * sizeof(row->rate[0]));
	memcpy(&r->cpu[first], &row->cpu[first], BONNIE_IO * sizeof(row->cpu[0]));
}

/* A line of latencies belongs to the last run that has none; a diff's, to that of its sign. */
static void keep_latencies(struct bonnie *b, const struct bonnie_cell cells[BONNIE_IO], char prefix)
{
	size_t first = b->table.files ? BONNIE_IO : 0;

	for (size_t i = b->count; i-- > b->table.first_run;) {
		struct bonnie_run *r = &b->runs[i];
		if (r->csv || r->latency[first].status || !r->rate[first].status)
			continue;
		bool sign = prefix && prefix != b->table.prefix;
		if (sign && r->machine[0] != prefix)
			continue;
		memcpy(&r->latency[first], cells, BONNIE_IO * sizeof(cells[0]));
		return;
	}
}

static void begin_table(struct bonnie *b)
{
	struct bonnie_table *t = &b->table;

	if (t->files) {
		t->next_run = t->first_run;
		return;
	}
	t->first_run = t->next_run = b->count;
}

/* "Version 1.03", "Concurrency 4", "hosta -Create-- --Read---": what stands above a head. */
static bool read_above(struct bonnie *b, size_t line)
{
	const char *text = b->in->document.lines[line].text;
	struct word w[3];
	size_t n = scan_words(text, w, COUNT_OF(w));
	bool head = strstr(text, "-Per Ch") || strstr(text, "-Create--") ||
		    strstr(text, "Sequential Output") || strstr(text, "Sequential Create") ||
		    strstr(text, "Random Create") || strstr(text, "--Random-");

	if (n < 2 || !head)
		return head;
	size_t sign = strchr("+-", w[0].text[0]) != NULL && w[0].length > 1;
	struct word first = { w[0].text + sign, w[0].length - sign, 0 };
	if (word_is(&first, "Version")) {
		b->table.version = name_copy(b->in, &w[1]);
		b->table.concurrency = NULL;
	} else if (word_is(&first, "Concurrency")) {
		b->table.concurrency = name_copy(b->in, &w[1]);
	} else if (strstr(text, "-Create--") && w[0].text[0] != '-') {
		b->table.machine = name_copy(b->in, &w[0]);
	} else if (strstr(text, "Sequential Output")) {
		b->table.version = b->table.concurrency = NULL;
	}
	return true;
}

/* A head or a row at s. */
static bool read_block(struct bonnie *b, struct stream *s)
{
	struct bonnie_cell cells[BONNIE_IO];
	struct bonnie_run row;
	char prefix;

	if (bonnie_head(s, &b->table)) {
		begin_table(b);
		return true;
	}
	if (!b->table.open || s->line > b->table.last_row + ROW_LINES)
		return false;
	if (bonnie_latencies(b->in, s, &b->table, cells, &prefix)) {
		keep_latencies(b, cells, prefix);
		b->table.last_row = s->line;
		return true;
	}
	if (!bonnie_row(b->in, s, &b->table, &row))
		return false;
	keep_row(b, &row);
	b->table.last_row = s->line;
	return true;
}

/* Heads in the middle of a line, where all of a table was folded into it. */
static bool next_head(struct stream *s)
{
	static const char *const starts[] = { " Machine ", " Name:Size ", " files" };

	for (const char *p = s->at; (p = strchr(p, ' ')); p++) {
		for (size_t i = 0; i < COUNT_OF(starts); i++) {
			if (starts_with(p, starts[i])) {
				s->at = p + 1;
				return true;
			}
		}
	}
	return false;
}

/* Everything that begins in this line; returns the line to go on with. */
static size_t read_blocks(struct bonnie *b, size_t line)
{
	struct stream s = stream_at(b->in, line);
	bool any = read_block(b, &s);

	if (!any && !strstr(s.at, "/sec"))
		return line;
	/* behind the first, and where it is not the first in its line */
	while (s.line == line && s.at[strspn(s.at, " ")]) {
		if (read_block(b, &s))
			any = true;
		else if (!next_head(&s))
			break;
	}
	if (!any)
		return line;
	bool whole = !s.at[strspn(s.at, " ")];
	if (whole)
		take_lines(b->in, line, s.line, "bonnie");
	return whole ? s.line + 1 : line + 1;
}

/* What stands between two tables: a command or a sentence keeps them apart. */
static void note_text(struct bonnie *b, size_t line)
{
	const char *text = b->in->document.lines[line].text;
	struct word w[1];
	bool command = strstr(text, "bonnie") && strstr(text, " -");

	if (command) {
		b->prose |= b->command && strcmp(b->command, text) != 0;
		b->command = text;
		return;
	}
	bool sentence = scan_words(text, w, COUNT_OF(w)) >= PROSE_WORDS && !strstr(text, "...") &&
			!strstr(text, "done");
	/* not every language has blanks */
	b->prose |= sentence || (unsigned char)text[strspn(text, " ")] >= 0x80;
}

static size_t read_line(struct bonnie *b, size_t line)
{
	struct import *in = b->in;
	struct bonnie_run run;
	size_t count = 1;

	if (bonnie_csv(in, line, &run)) {
		run.line = in->document.lines[line].number;
		(void)add_run(b, &run);
		take_lines(in, line, line, "bonnie");
		return line + 1;
	}
	bonnie_csv_warn(in, line);
	size_t next = read_blocks(b, line);
	if (next > line)
		return next;
	if (read_above(b, line)) {
		take_lines(in, line, line, "bonnie");
		return line + 1;
	}
	const char *label = label_at(in, line, &count);
	if (label) {
		b->label = label;
		b->prose = true;
	} else if (in->document.lines[line].length > 0) {
		note_text(b, line);
	}
	return line + count;
}

/* Is what the table says what the CSV says, so far as it was printed? */
static bool agree(const struct bonnie_cell *text, const struct bonnie_cell *csv)
{
	if (!text->status || !csv->status)
		return true;
	if (strcmp(text->status, csv->status) != 0)
		return false;
	return strcmp(text->status, IMPORT_OK) != 0 || fabs(text->value - csv->value) <= text->step;
}

/* How many cells of a and b differ, of these tests; the first of them in *which. */
static size_t differences(const struct bonnie_run *a, const struct bonnie_run *b, size_t from,
	size_t to, size_t *which)
{
	size_t n = 0;

	for (size_t i = to; i-- > from;) {
		if (!agree(&a->rate[i], &b->rate[i])) {
			*which = i;
			n++;
		}
		n += !agree(&a->cpu[i], &b->cpu[i]);
	}
	return n;
}

static bool same_text(const char *a, const char *b)
{
	return !a || !b || strcmp(a, b) == 0;
}

/* Both of one run: the machine, the size, and the file tests' numbers agree. */
static bool same_run(const struct bonnie_run *a, const struct bonnie_run *csv)
{
	size_t which;

	return strcmp(a->tool, csv->tool) == 0 && same_machine(a->machine, csv->machine) &&
	       same_text(a->size, csv->size) && same_text(a->start, csv->start) &&
	       differences(a, csv, 0, BONNIE_IO, &which) == 0 &&
	       (a->size || differences(a, csv, BONNIE_IO, BONNIE_TESTS, &which) == 0);
}

static void warn_of_differences(struct bonnie *b, const struct bonnie_run *text,
	const struct bonnie_run *csv)
{
	size_t which = BONNIE_TESTS;
	size_t n = differences(text, csv, 0, BONNIE_TESTS, &which);

	if (n == 0 || which == BONNIE_TESTS)
		return;
	import_warn(b->in, csv->line,
		"bonnie: the table in line %u and this CSV differ in %zu values, the first is %s: "
		"%g and %g; the CSV's are taken",
		text->line, n, tests[which].plus, text->rate[which].value, csv->rate[which].value);
}

/* A table and its CSV, or the same CSV twice, are one run: the CSV's numbers stay. */
static void join_runs(struct bonnie *b)
{
	for (size_t i = 0; i < b->count; i++) {
		struct bonnie_run *csv = &b->runs[i];
		for (size_t k = i > LOOK_BACK ? i - LOOK_BACK : 0; csv->csv && k < i; k++) {
			struct bonnie_run *other = &b->runs[k];
			if (other->twice || !same_run(other, csv))
				continue;
			if (other->csv) {
				csv->twice = differences(other, csv, 0, BONNIE_TESTS,
						     &(size_t){ 0 }) == 0;
				break;
			}
			warn_of_differences(b, other, csv);
			other->twice = true;
			csv->version = csv->version ? csv->version : other->version;
			csv->label = other->label;
			csv->part = other->part;
			csv->line = other->line;
			break;
		}
	}
}

/* Are all of one machine, and the labels what tells them apart? */
static bool labels_decide(const struct bonnie *b)
{
	const struct bonnie_run *first = NULL;
	bool differ = false;

	for (size_t i = 0; i < b->count; i++) {
		const struct bonnie_run *r = &b->runs[i];
		if (r->twice)
			continue;
		if (!r->label || (first && strcmp(r->machine, first->machine) != 0))
			return false;
		differ |= first && strcmp(r->label, first->label) != 0;
		first = first ? first : r;
	}
	return differ;
}

struct place {
	struct row_identity id;
	struct import_setting settings[4];
};

static void add_setting(struct place *p, const char *name, const char *value)
{
	if (value)
		p->settings[p->id.setting_count++] = (struct import_setting){ name, value };
}

/* Digits that bonnie++ 2.00 loses in its table: 0 for some hundred files a second. */
static bool is_lost(const struct bonnie_run *r, const struct bonnie_cell *cell)
{
	return !r->csv && strcmp(cell->unit, "/s") == 0 && cell->value <= 0;
}

static void add_cell(struct bonnie *b, struct place *p, const struct bonnie_run *r,
	const struct bonnie_cell *cell, const char *metric, enum better better)
{
	if (!cell->status)
		return;
	p->id.metric = metric;
	p->id.unit = cell->unit;
	p->id.better = better;
	bool value = strcmp(cell->status, IMPORT_OK) == 0;
	if (value && !is_lost(r, cell)) {
		(void)row_sample(b->in, &p->id, cell->value);
		return;
	}
	(void)row_without_value(b->in, &p->id, value ? IMPORT_IMPRECISE : cell->status);
	if (value)
		import_warn(b->in, r->line, "bonnie: %s is printed as 0: its digits are lost",
			p->id.workload);
}

static void add_rows(struct bonnie *b, const struct bonnie_run *r, bool labels, const char *run)
{
	const char *name = labels || !*r->machine ? r->label : r->machine;

	for (size_t i = 0; i < BONNIE_TESTS; i++) {
		bool files = i >= BONNIE_IO, plus = strcmp(r->tool, "bonnie++") == 0;
		struct place p = { .id = { .tool = r->tool,
					   .tool_version = r->version,
					   .variant = label_or_hint(b->in, name),
					   .group = b->in->hints->group,
					   .line = r->line } };
		p.id.workload = arena_printf(b->in->arena, "%s/%s", r->tool,
			plus ? tests[i].plus : tests[i].one);
		p.id.settings = p.settings;
		add_setting(&p, "size", r->size);
		add_setting(&p, "files", files ? r->files : NULL);
		bool many = r->concurrency && strcmp(r->concurrency, "1") != 0;
		add_setting(&p, "concurrency", many ? r->concurrency : NULL);
		add_setting(&p, "run", run);
		add_cell(b, &p, r, &r->rate[i], "rate", BETTER_HIGHER);
		add_cell(b, &p, r, &r->cpu[i], "cpu", BETTER_NEITHER);
		add_cell(b, &p, r, &r->latency[i], "latency", BETTER_LOWER);
	}
}

static bool same_place(const struct bonnie_run *a, const struct bonnie_run *b)
{
	return strcmp(a->machine, b->machine) == 0 && strcmp(a->tool, b->tool) == 0 &&
	       (a->label == b->label || same_text(a->label, b->label));
}

/*
 * Runs of one machine with prose between them may be of two file systems: kept apart, and said so.
 * Those that nothing separates are repeats.
 */
static const char *number_run(struct bonnie *b, size_t i, bool labels)
{
	const struct bonnie_run *r = &b->runs[i];
	size_t parts = 1, part = r->part;

	for (size_t k = i; k-- > 0 && i - k <= LOOK_BACK;) {
		const struct bonnie_run *other = &b->runs[k];
		if (other->twice || !same_place(other, r) || other->part == part ||
			!same_text(other->size, r->size))
			continue;
		parts++;
		part = other->part;
	}
	if (parts == 1 || (labels && b->in->hints->variant))
		return NULL;
	import_warn(b->in, r->line,
		"bonnie: more results of '%s' with text between: kept apart as run %zu", r->machine,
		parts);
	return arena_printf(b->in->arena, "%zu", parts);
}

static int bonnie_read(struct import *in, struct error *err)
{
	struct bonnie b = { .in = in };

	(void)err;
	for (size_t i = 0; i < in->document.count;)
		i = in->document.lines[i].taken ? i + 1 : read_line(&b, i);
	join_runs(&b);
	bool labels = labels_decide(&b);
	for (size_t i = 0; i < b.count; i++) {
		if (!b.runs[i].twice)
			add_rows(&b, &b.runs[i], labels, number_run(&b, i, labels));
	}
	return 0;
}

const struct importer bonnie_importer = {
	.name = "bonnie",
	.summary = "Bonnie 1.x and bonnie++ 1.0x to 2.00: tables and every layout of CSV",
	.read = bonnie_read,
};
