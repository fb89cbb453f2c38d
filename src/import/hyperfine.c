// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/hyperfine.h"

#include "import/importers.h"
#include "import/scan.h"

#include <math.h>
#include <string.h>

/*
 * hyperfine's console report:
 *
 *     Benchmark 1: sleep 0.02                                      (#1 in old ones)
 *       Time (mean ± σ):      37.6 ms ±   2.3 ms    [User: 1.7 ms, System: 6.3 ms]
 *       Range (min … max):    34.5 ms …  40.1 ms    4 runs
 *       Time (abs ≡):         5.002 s               [User: ...       of a single run
 *
 * User and System are left out: they have one digit here; the exported forms have them all.
 */
enum { REPORT_LINES = 6 };
static const double tick = 1e-3; /* s: of the fastest clock, CONFIG_HZ=1000 */

struct row_identity hyperfine_identity(struct import *in, const char *command, const char *metric,
	unsigned line)
{
	const char *variant = in->hints->variant;

	return (struct row_identity){ .tool = "hyperfine",
		.workload = "hyperfine",
		.metric = metric,
		.variant = variant ? variant : command,
		.group = in->hints->group ? in->hints->group
			 : variant        ? command
					  : NULL,
		.unit = "s",
		.better = BETTER_LOWER,
		.line = line };
}

void hyperfine_add_cpu(struct import *in, struct row_identity id, double mean, size_t runs)
{
	if (!isfinite(mean))
		return;
	if (runs > 0 && mean * (double)runs < tick)
		(void)row_without_value(in, &id, IMPORT_IMPRECISE);
	else
		(void)row_sample(in, &id, mean);
}

struct measure {
	double value;
	const char *unit;
};

/* "37.6 ms", blanks before it. How many bytes, or 0. */
static size_t read_measure(const char *text, struct measure *m)
{
	static const char *const units[] = { "ms", "s", "min", "h", "us", "\xc2\xb5s" };
	size_t start = strspn(text, " ");
	size_t n = scan_number_prefix(text + start, strlen(text + start), &m->value);
	const char *unit = text + start + n + strspn(text + start + n, " ");
	size_t length = strcspn(unit, " ");

	for (size_t i = 0; n > 0 && i < COUNT_OF(units); i++) {
		if (strlen(units[i]) == length && memcmp(unit, units[i], length) == 0) {
			m->unit = i == COUNT_OF(units) - 1 ? "us" : units[i];
			return (size_t)(unit - text) + length;
		}
	}
	return 0;
}

struct console {
	const char *command;
	struct measure mean, deviation, least, greatest;
	double runs;
	bool single;
};

/* "... ± ...", "... … ...": two measures with a sign between them. */
static bool read_pair(const char *text, struct measure *first, struct measure *second)
{
	size_t n = read_measure(text, first);

	if (n == 0)
		return false;
	text += n + strspn(text + n, " ");
	text += strcspn(text, " ");
	n = read_measure(text, second);
	return n > 0 && strcmp(first->unit, second->unit) == 0;
}

static bool read_time(const char *text, struct console *c)
{
	const char *colon = strstr(text, "):");

	if (!colon)
		return false;
	if (starts_with(text, "Time (abs")) {
		c->single = true;
		return read_measure(colon + 2, &c->mean) > 0;
	}
	return starts_with(text, "Time (mean") && read_pair(colon + 2, &c->mean, &c->deviation);
}

static bool read_range(const struct import_line *line, const char *text, struct console *c)
{
	const char *colon = strstr(text, "):");
	const char *runs = strstr(text, " run");

	if (!starts_with(text, "Range (min") || !colon ||
		!read_pair(colon + 2, &c->least, &c->greatest))
		return false;
	while (runs && runs > text && runs[-1] >= '0' && runs[-1] <= '9')
		runs--;
	if (runs && !line->cut)
		(void)scan_number_prefix(runs, strlen(runs), &c->runs);
	return true;
}

static void add_console(struct import *in, const struct console *c, unsigned line)
{
	struct row_identity id =
		hyperfine_identity(in, c->command, c->single ? "time" : "time_mean", line);
	struct import_row *row;

	if (!c->mean.unit) {
		import_warn(in, line, "hyperfine: '%s' has no result", c->command);
		(void)row_without_value(in, &id, IMPORT_FAILED);
		return;
	}
	id.unit = c->mean.unit;
	if (c->single) {
		(void)row_sample(in, &id, c->mean.value);
		return;
	}
	row = row_summary(in, &id, c->mean.value, c->deviation.value, scan_runs(c->runs));
	if (c->least.unit && strcmp(c->least.unit, c->mean.unit) == 0) {
		row->least = c->least.value;
		row->greatest = c->greatest.value;
	}
}

/* What stands after "Benchmark 1: ", or NULL. */
static const char *command_of(const char *text)
{
	double number;

	text += strspn(text, " ");
	if (!starts_with(text, "Benchmark "))
		return NULL;
	text += strlen("Benchmark ");
	text += *text == '#';
	size_t n = scan_number_prefix(text, strlen(text), &number);
	return n > 0 && starts_with(text + n, ": ") && text[n + 2] ? text + n + 2 : NULL;
}

static size_t read_report(struct import *in, size_t head, const char *command)
{
	struct import_line *lines = in->document.lines;
	struct console c = { .command = arena_strdup(in->arena, command) };
	size_t i = head + 1, end = head + 1;

	for (; i < in->document.count && i <= head + REPORT_LINES; i++) {
		const char *text = lines[i].text + strspn(lines[i].text, " ");
		if (lines[i].taken || command_of(text))
			break;
		if (read_time(text, &c) || read_range(&lines[i], text, &c))
			end = i + 1;
	}
	for (i = head; i < end; i++)
		lines[i].taken = "hyperfine";
	add_console(in, &c, lines[head].number);
	return end;
}

static int read_console(struct import *in)
{
	for (size_t i = 0; i < in->document.count;) {
		const struct import_line *line = &in->document.lines[i];
		const char *command = line->taken ? NULL : command_of(line->text);
		i = command ? read_report(in, i, command) : i + 1;
	}
	return 0;
}

static int hyperfine_read(struct import *in, struct error *err)
{
	int ret = hyperfine_read_json(in, err);

	if (ret == 0)
		ret = hyperfine_read_csv(in, err);
	if (ret == 0)
		ret = hyperfine_read_markdown(in, err);
	return ret == 0 ? read_console(in) : ret;
}

const struct importer hyperfine_importer = {
	.name = "hyperfine",
	.summary = "hyperfine 1.x: JSON, CSV as a spreadsheet saves it too, Markdown, console",
	.read = hyperfine_read,
};
