// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/handmade.h"
#include "import/importers.h"
#include "import/label.h"
#include "import/rows.h"
#include "import/scan.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/*
 * dbench 1 to 5 and tbench. The result is the line that begins with "Throughput", its MB are 10^6
 * bytes; what stands in brackets (NB=, MBit/sec) is the same number again. The lines of progress
 * are no results: a run that ends with them has none.
 */
enum {
	AFTER_WORDS = 16, /* that belong to a result, behind its rate */
	OPERATIONS = 40,
	COLUMNS = HANDMADE_CELLS,
	HEAD_LINES = 12,
};

struct operation {
	const char *name;
	double count, average, longest;
	unsigned line;
};

struct dbench {
	struct import *in;
	const char *tool, *label, *directory, *version;
	unsigned clients; /* as the text above says; 0: not */
	bool sync_open;
	struct operation operations[OPERATIONS]; /* until it is known of which run they are */
	size_t operation_count;
	bool in_operations;
	unsigned by_hand;  /* in a table of so many clients; 0: in none */
	const char *heads; /* of columns side by side: a line of words */
	size_t heads_line;
	bool running, progress, failed; /* a run that has printed no result yet */
	const char *why;                /* the first line that says that it failed */
	unsigned run_line;
};

static void take(struct dbench *d, size_t line)
{
	take_lines(d->in, line, line, "dbench");
}

static struct row_identity identity(const struct dbench *d, unsigned clients, const char *variant,
	const struct import_setting *sync, unsigned line)
{
	struct arena *arena = d->in->arena;
	const char *name = variant ? variant : d->label ? d->label : d->directory;

	return (struct row_identity){ .tool = d->tool,
		.tool_version = d->version,
		.workload = clients ? arena_printf(arena, "%s/%u", d->tool, clients)
				    : arena_printf(arena, "%s/unknown", d->tool),
		.metric = "throughput",
		.variant = label_or_hint(d->in, name),
		.group = d->in->hints->group,
		.unit = "MB/s",
		.better = BETTER_HIGHER,
		.settings = sync,
		.setting_count = sync && sync->value,
		.line = line };
}

/* "Operation Count AvgLat MaxLat" */
static bool is_operations_head(const char *text)
{
	struct word w[4];

	return scan_words(text, w, COUNT_OF(w)) == 4 && word_is(&w[0], "Operation") &&
	       word_is(&w[1], "Count") && word_is(&w[2], "AvgLat") && word_is(&w[3], "MaxLat");
}

static bool read_operation(struct dbench *d, const struct import_line *l)
{
	struct operation *o = &d->operations[d->operation_count];
	struct word w[4];

	if (scan_words(l->text, w, COUNT_OF(w)) != 4 || d->operation_count == OPERATIONS)
		return false;
	if (!word_number(&w[1], &o->count) || !word_number(&w[2], &o->average) ||
		!word_number(&w[3], &o->longest) || isdigit((unsigned char)w[0].text[0]))
		return false;
	if (l->cut)
		import_warn(d->in, l->number, "dbench: the text is cut in this row");
	o->name = name_copy(d->in, &w[0]);
	o->line = l->number;
	d->operation_count += !l->cut;
	return true;
}

static void add_operations(struct dbench *d, unsigned clients)
{
	for (size_t i = 0; i < d->operation_count; i++) {
		const struct operation *o = &d->operations[i];
		const struct {
			const char *metric, *unit;
			double value;
			enum better better;
		} cells[] = { { "count", "count", o->count, BETTER_NEITHER },
			{ "latency_avg", "ms", o->average, BETTER_LOWER },
			{ "latency_max", "ms", o->longest, BETTER_LOWER } };
		struct row_identity id = identity(d, clients, NULL, NULL, o->line);
		id.workload = arena_printf(d->in->arena, "%s/%s", id.workload, o->name);
		for (size_t k = 0; k < COUNT_OF(cells); k++) {
			id.metric = cells[k].metric;
			id.unit = cells[k].unit;
			id.better = cells[k].better;
			(void)row_sample(d->in, &id, cells[k].value);
		}
	}
	d->operation_count = 0;
	d->in_operations = false;
}

static bool read_clients(const struct word *w, unsigned *clients)
{
	double value;

	if (!word_number(w, &value) || value < 1 || value > 1e6 ||
		!isdigit((unsigned char)w->text[0]))
		return false;
	*clients = (unsigned)value;
	return true;
}

/* A result while its words are read. */
struct result {
	double rate, longest;
	bool has_longest, sync_open;
	unsigned clients;
	size_t last; /* line */
};

/* What stands behind the rate, as far as it belongs to it; the loop ends at the first other word.
 */
static void read_after(const struct stream *start, struct result *r)
{
	struct word w[AFTER_WORDS];
	size_t lines[AFTER_WORDS], n = stream_peek(*start, w, lines, COUNT_OF(w));
	static const char *const known[] = { "MB/sec", "MBit/sec)", "MBit/sec", "(sync", "open)",
		"procs", "clients", "ms", "procs)", "clients)" };
	double value;

	for (size_t i = 0; i < n; i++) {
		bool is_known = starts_with(w[i].text, "(NB=") ||
				starts_with(w[i].text, "max_latency=") ||
				word_number(&w[i], &value);
		for (size_t k = 0; !is_known && k < COUNT_OF(known); k++)
			is_known = word_is(&w[i], known[k]);
		if (!is_known)
			return;
		bool counted = i > 0 && (word_is(&w[i], "procs") || word_is(&w[i], "clients"));
		if (counted && !r->clients)
			(void)read_clients(&w[i - 1], &r->clients);
		r->sync_open |= word_is(&w[i], "open)");
		if (starts_with(w[i].text, "max_latency=")) {
			const char *p = w[i].text + strlen("max_latency=");
			size_t left = w[i].length - strlen("max_latency=");
			r->has_longest = scan_number_prefix(p, left, &r->longest) > 0;
		}
		if (!word_number(&w[i], &value))
			r->last = lines[i];
	}
}

static void add_result(struct dbench *d, struct result *r, unsigned line)
{
	struct import_setting sync = { "sync", r->sync_open ? "open" : NULL };
	unsigned clients = r->clients ? r->clients : d->clients;

	add_operations(d, clients);
	struct row_identity id = identity(d, clients, NULL, &sync, line);
	d->running = d->progress = false;
	if (!clients)
		import_warn(d->in, line, "dbench: the number of clients is not said");
	if (r->rate <= 0) {
		(void)row_without_value(d->in, &id, IMPORT_FAILED);
		import_warn(d->in, line, "dbench: a throughput of 0: the run failed");
		return;
	}
	(void)row_sample(d->in, &id, r->rate);
	if (!r->has_longest || r->longest < 0)
		return;
	id.metric = "latency_max";
	id.unit = "ms";
	id.better = BETTER_LOWER;
	(void)row_sample(d->in, &id, r->longest);
}

/* "Throughput 38.6878 MB/sec", wherever in the line; a line may be folded between its words. */
static bool read_throughput(struct dbench *d, size_t line)
{
	const struct import_line *l = &d->in->document.lines[line];
	size_t last = line;
	bool any = false;

	for (const char *p = l->text; (p = strstr(p, "Throughput")); p += strlen("Throughput")) {
		struct stream s = { d->in, line, p };
		struct word w[3];
		size_t lines[3], n = stream_peek(s, w, lines, COUNT_OF(w));
		struct result r = { .last = line };
		if (n < 2 || !word_is(&w[0], "Throughput") || !word_number(&w[1], &r.rate))
			continue;
		if (n < 3) {
			import_warn(d->in, l->number, "dbench: the text is cut in this result");
			any = true;
			break;
		}
		if (!starts_with(w[2].text, "MB/sec"))
			continue;
		s.line = r.last = lines[2];
		s.at = w[2].text + w[2].length;
		read_after(&s, &r);
		add_result(d, &r, l->number);
		last = r.last > last ? r.last : last;
		any = true;
	}
	if (any)
		take_lines(d->in, line, last, "dbench");
	return any;
}

/* "12  86  48.22 MB/sec  warmup   1 sec  latency 765.025 ms" */
static bool is_progress(const char *text)
{
	struct word w[6];
	double value;
	size_t n = scan_words(text, w, COUNT_OF(w));

	return n >= 6 && word_number(&w[0], &value) && word_number(&w[1], &value) &&
	       word_number(&w[2], &value) && word_is(&w[3], "MB/sec") &&
	       (word_is(&w[4], "warmup") || word_is(&w[4], "execute") || word_is(&w[4], "cleanup"));
}

/* A run has begun; the one before that printed no result has none. */
static void end_run(struct dbench *d)
{
	struct row_identity id = identity(d, d->clients, NULL, NULL, d->run_line);

	if (d->running && d->progress) {
		(void)row_without_value(d->in, &id, d->failed ? IMPORT_FAILED : IMPORT_INTERRUPTED);
		if (d->failed)
			import_warn(d->in, d->run_line, "dbench: this run failed: %s", d->why);
		else
			import_warn(d->in, d->run_line,
				"dbench: this run was interrupted: it has no result");
	}
	add_operations(d, d->clients);
	d->running = d->progress = d->failed = false;
}

static void begin_run(struct dbench *d, unsigned line)
{
	if (d->running && d->progress)
		end_run(d);
	if (!d->running)
		d->run_line = line;
	d->running = true;
}

/* The file name in a path: "/mnt/xfs" is xfs. */
static char *last_part(struct dbench *d, const struct word *path)
{
	size_t end = path->length;

	while (end > 0 && path->text[end - 1] == '/')
		end--;
	size_t start = end;
	while (start > 0 && path->text[start - 1] != '/')
		start--;
	struct word name = { path->text + start, end - start, 0 };
	return name.length > 0 ? name_copy(d->in, &name) : NULL;
}

/* "$ dbench -s -t 60 -D /xfs 32": its last word is how many clients. */
static bool read_command(struct dbench *d, const char *text, unsigned line)
{
	struct word w[24];
	size_t n = scan_words(text, w, COUNT_OF(w)), at = 0;

	n = n < COUNT_OF(w) ? n : COUNT_OF(w);
	while (at < n && at < 3 && !word_is(&w[at], "dbench") && !word_is(&w[at], "tbench"))
		at++;
	if (at == n || at == 3)
		return false;
	bool option = false;
	for (size_t i = at + 1; i < n; i++)
		option |= w[i].text[0] == '-' && w[i].length == 2;
	unsigned clients = 0;
	bool counted = at + 1 < n && read_clients(&w[n - 1], &clients);
	if (!counted || !(option || n == at + 2))
		return false;
	begin_run(d, line);
	d->tool = word_is(&w[at], "tbench") ? "tbench" : "dbench";
	d->clients = clients;
	d->directory = NULL;
	for (size_t i = at + 1; i + 1 < n; i++) {
		if (word_is(&w[i], "-D"))
			d->directory = last_part(d, &w[i + 1]);
	}
	return true;
}

/* The number before "clients" or "processes": "32 clients started", "4 of 6 processes prepared". */
static bool said_clients(const char *text, unsigned *clients)
{
	struct word w[12];
	size_t n = scan_words(text, w, COUNT_OF(w));

	for (size_t i = 1; i < n && i < COUNT_OF(w); i++) {
		bool named =
			starts_with(w[i].text, "clients") || starts_with(w[i].text, "processes");
		struct word before = w[i - 1];
		if (before.length > 0 && before.text[0] == '(') {
			before.text++;
			before.length--;
		}
		if (named && read_clients(&before, clients))
			return true;
	}
	return false;
}

/* "dbench version 4.00 - ..." */
static bool read_version(struct dbench *d, const char *text, unsigned line)
{
	struct word w[3];

	if (scan_words(text, w, COUNT_OF(w)) < 3 || !word_is(&w[1], "version") ||
		!(word_is(&w[0], "dbench") || word_is(&w[0], "tbench")))
		return false;
	begin_run(d, line);
	d->tool = word_is(&w[0], "tbench") ? "tbench" : "dbench";
	d->version = name_copy(d->in, &w[2]);
	return true;
}

static bool says_failed(const char *text)
{
	return strcasestr(text, "child failed") || strcasestr(text, " failed on handle") ||
	       strcasestr(text, "failed for handle") || strstr(text, "ERROR: handle");
}

/* "DBENCH (48 clients)": rows of a table by hand follow. */
static bool begins_by_hand(struct dbench *d, const char *text)
{
	text += strspn(text, " ");
	if (strncasecmp(text, "dbench (", 8) != 0 && strncasecmp(text, "tbench (", 8) != 0)
		return false;
	if (!said_clients(text, &d->by_hand))
		return false;
	d->tool = tolower((unsigned char)text[0]) == 't' ? "tbench" : "dbench";
	return true;
}

static bool read_by_hand(struct dbench *d, const struct import_line *l)
{
	struct handmade_row row;

	if (!l->text[strspn(l->text, " -=")])
		return true;
	if (!handmade_row(l->text, d->in->arena, &row) || !*row.label)
		return false;
	for (size_t i = 0; i < row.count; i++) {
		struct row_identity id = identity(d, d->by_hand, row.label, NULL, l->number);
		id.unit = row.cells[i].unit;
		handmade_add(d->in, &id, &row.cells[i]);
	}
	return true;
}

/* A line of nothing but words may be the head of columns that stand side by side. */
static void note_heads(struct dbench *d, size_t line)
{
	const char *text = d->in->document.lines[line].text;

	if (!strpbrk(text, "0123456789/") && strlen(text) < 100) {
		d->heads = text;
		d->heads_line = line;
	}
}

/* "dbench 16:   99.9 MB/sec   179.2 MB/sec 16 procs" below "before   after". */
static bool read_side_by_side(struct dbench *d, size_t line)
{
	const struct import_line *l = &d->in->document.lines[line];
	struct handmade_row row;
	struct word name[2], heads[COLUMNS];
	unsigned clients;

	if (!handmade_row(l->text, d->in->arena, &row) ||
		scan_words(row.label, name, COUNT_OF(name)) != 2 ||
		!(word_is(&name[0], "dbench") || word_is(&name[0], "tbench")) ||
		!read_clients(&name[1], &clients))
		return false;
	size_t n = d->heads && line - d->heads_line <= HEAD_LINES
			   ? scan_words(d->heads, heads, COUNT_OF(heads))
			   : 0;
	d->tool = word_is(&name[0], "tbench") ? "tbench" : "dbench";
	if (row.count > 1 && n != row.count)
		import_warn(d->in, l->number, "dbench: the columns have no names: numbered");
	for (size_t i = 0; i < row.count; i++) {
		const char *variant = n == row.count ? name_copy(d->in, &heads[i])
				      : row.count > 1
					      ? arena_printf(d->in->arena, "column %zu", i + 1)
					      : NULL;
		struct row_identity id = identity(d, clients, variant, NULL, l->number);
		id.unit = row.cells[i].unit;
		handmade_add(d->in, &id, &row.cells[i]);
	}
	take(d, line);
	return true;
}

/* What a run says before its result. */
static bool read_context(struct dbench *d, size_t line)
{
	const struct import_line *l = &d->in->document.lines[line];
	const char *text = l->text;
	unsigned clients;

	if (read_version(d, text, l->number) || read_command(d, text, l->number))
		return true;
	if (is_progress(text)) {
		if (!d->running)
			begin_run(d, l->number);
		d->progress = true;
		return true;
	}
	if (d->running && says_failed(text)) {
		d->why = d->failed ? d->why : text + strspn(text, " ");
		d->failed = d->progress = true;
	}
	bool prepared = strstr(text, "processes prepared for launch") != NULL;
	bool started = strstr(text, " clients started") != NULL;
	bool said = prepared || started || strcasestr(text, "dbench with ");
	if (said && said_clients(text, &clients))
		d->clients = clients;
	return prepared || started;
}

/* dbench alone says what the number behind it is: "dbench 16". */
static size_t read_line(struct dbench *d, size_t line)
{
	const struct import_line *l = &d->in->document.lines[line];
	size_t count = 1;

	if (l->length == 0)
		return line + 1;
	if (d->by_hand && read_by_hand(d, l)) {
		take(d, line);
		return line + 1;
	}
	d->by_hand = 0;
	if (d->in_operations && read_operation(d, l)) {
		take(d, line);
		return line + 1;
	}
	if (begins_by_hand(d, l->text) || read_throughput(d, line) || read_side_by_side(d, line))
		return line + 1;
	if (is_operations_head(l->text)) {
		add_operations(d, d->clients);
		d->in_operations = true;
		take(d, line);
		return line + 1;
	}
	if (read_context(d, line)) {
		take(d, line);
		return line + 1;
	}
	if (strncmp(l->text, "Th", 2) == 0 && l->cut)
		import_warn(d->in, l->number, "dbench: the text is cut here");
	note_heads(d, line);
	const char *label = label_at(d->in, line, &count);
	if (label && !d->progress) {
		d->label = label;
		if (strstr(label, "tbench"))
			d->tool = "tbench";
	}
	return line + count;
}

static int dbench_read(struct import *in, struct error *err)
{
	struct dbench d = { .in = in, .tool = "dbench" };

	(void)err;
	for (size_t i = 0; i < in->document.count;) {
		if (in->document.lines[i].taken)
			i++;
		else
			i = read_line(&d, i);
	}
	end_run(&d);
	return 0;
}

const struct importer dbench_importer = {
	.name = "dbench",
	.summary = "dbench 1 to 5 and tbench: results, tables of operations, runs without a result",
	.read = dbench_read,
};
