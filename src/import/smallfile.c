// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/importers.h"
#include "import/rows.h"
#include "import/scan.h"

#include <math.h>
#include <string.h>

/*
 * smallfile: a block of "key : value", a line for each thread, "key = value" with commas, and the
 * totals. "elapsed" was "elapsed-time" once. The threads ran together: they are no repeats.
 */
static const struct {
	const char *key, *setting; /* NULL: what is measured */
} parameters[] = {
	{ "operation", NULL },
	{ "threads", "threads" },
	{ "files/thread", "files" },
	{ "file size (KB)", "size" },
};

static const struct {
	const char *key, *metric, *unit;
} totals[] = {
	{ "files/sec", "files_rate", "files/s" },
	{ "IOPS", "iops", "/s" },
	{ "MiB/sec", "throughput", "MiB/s" },
};

struct run {
	const char *version, *operation, *variant;
	struct import_setting settings[COUNT_OF(parameters)];
	size_t setting_count;
};

static struct row_identity identity_of(struct import *in, const struct run *run, const char *metric,
	const char *unit, enum better better, unsigned line)
{
	return (struct row_identity){ .tool = "smallfile",
		.tool_version = run->version,
		.workload = arena_printf(in->arena, "smallfile/%s",
			run->operation ? run->operation : "unknown"),
		.metric = metric,
		.variant = run->variant,
		.group = in->hints->group,
		.unit = unit,
		.better = better,
		.settings = run->settings,
		.setting_count = run->setting_count,
		.line = line };
}

/* "key : value" or "key = value": the value, or NULL. */
static const char *value_of(const char *text, const char *key, char sign)
{
	size_t n = strlen(key);

	if (!starts_with(text, key))
		return NULL;
	text += n + strspn(text + n, " ");
	return *text == sign ? text + 1 + strspn(text + 1, " ") : NULL;
}

static void read_parameter(struct import *in, struct run *run, size_t i, const char *text)
{
	const char *version = value_of(text, "version", ':');

	if (version) {
		*run = (struct run){ .version = arena_strdup(in->arena, version),
			.variant = scan_variant(in, i) };
		return;
	}
	for (size_t k = 0; k < COUNT_OF(parameters); k++) {
		const char *value = value_of(text, parameters[k].key, ':');
		if (!value || !*value)
			continue;
		if (!parameters[k].setting)
			run->operation = arena_strdup(in->arena, value);
		else if (run->setting_count < COUNT_OF(run->settings))
			run->settings[run->setting_count++] =
				(struct import_setting){ parameters[k].setting,
					arena_strdup(in->arena, value) };
	}
}

/* The value of a key in "a = 1,b = 2", as long as it goes; NULL where there is none. */
static const char *field(const char *text, const char *key, size_t *length)
{
	for (const char *p = text; p; p = strchr(p, ',')) {
		p += strspn(p, ", ");
		const char *value = value_of(p, key, '=');
		if (value) {
			*length = strcspn(value, ", ");
			return value;
		}
		if (!*p)
			break;
	}
	return NULL;
}

static bool has_one_thread(const struct run *run)
{
	for (size_t i = 0; i < run->setting_count; i++) {
		if (strcmp(run->settings[i].name, "threads") == 0)
			return strcmp(run->settings[i].value, "1") == 0;
	}
	return true;
}

static bool read_thread(struct import *in, const struct run *run, struct import_line *line,
	const char *text)
{
	size_t thr_length, length = 0, status_length = 0;
	const char *thr = field(text, "thr", &thr_length);
	const char *elapsed = field(text, "elapsed", &length), *status;
	double value;

	if (!starts_with(text, "host = ") || !thr)
		return false;
	if (!elapsed)
		elapsed = field(text, "elapsed-time", &length);
	status = field(text, "status", &status_length);
	line->taken = "smallfile";
	struct row_identity id = identity_of(in, run, "elapsed", "s", BETTER_LOWER, line->number);
	if (!has_one_thread(run) && !id.group)
		id.group = arena_printf(in->arena, "thr %.*s", (int)thr_length, thr);
	if (!elapsed || (line->cut && !elapsed[length]) || !scan_number(elapsed, length, &value)) {
		import_warn(in, line->number, "smallfile: the line has no 'elapsed'");
		(void)row_without_value(in, &id, line->cut ? IMPORT_TRUNCATED : IMPORT_MISSING);
	} else if (status && !(line->cut && !status[status_length]) &&
		   (status_length != 2 || memcmp(status, "ok", 2) != 0)) {
		import_warn(in, line->number, "smallfile: thread %.*s: status is %.*s",
			(int)thr_length, thr, (int)status_length, status);
		(void)row_without_value(in, &id, IMPORT_FAILED);
	} else {
		(void)row_sample(in, &id, value);
	}
	return true;
}

static void read_total(struct import *in, const struct run *run, struct import_line *line,
	const char *text)
{
	double value;

	for (size_t i = 0; i < COUNT_OF(totals); i++) {
		const char *said = value_of(text, totals[i].key, '=');
		if (!said || line->cut || !scan_number(said, strlen(said), &value))
			continue;
		struct row_identity id = identity_of(in, run, totals[i].metric, totals[i].unit,
			BETTER_HIGHER, line->number);
		(void)row_sample(in, &id, value);
		line->taken = "smallfile";
	}
}

static int smallfile_read(struct import *in, struct error *err)
{
	struct run run = { .variant = in->hints->variant ? in->hints->variant : "" };

	(void)err;
	for (size_t i = 0; i < in->document.count; i++) {
		struct import_line *line = &in->document.lines[i];
		const char *text = line->text + strspn(line->text, " ");
		if (line->taken)
			continue;
		read_parameter(in, &run, i, text);
		if (!read_thread(in, &run, line, text) && run.operation)
			read_total(in, &run, line, text);
	}
	return 0;
}

const struct importer smallfile_importer = {
	.name = "smallfile",
	.summary = "smallfile 3.x: thread lines and totals",
	.read = smallfile_read,
};
