// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/command.h"
#include "cli/restore.h"
#include "cli/session.h"
#include "core/auto.h"
#include "import/json.h"
#include "io/file.h"
#include "report/export/export_json.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct import_options {
	bool print;
	const char *tool, *variant, *group, *unit, *db;
	int better;
};

static const char *const direction_choices[] = { "unknown", "higher", "lower", "neither", NULL };

static const struct param import_params[] = {
	PARAM(BOOL, struct import_options, print,
		.help = "write what was found as a JSON document, and store nothing"),
	PARAM(TEXT, struct import_options, tool, .fallback = "", .value = "TOOL",
		.help = "read only this tool's formats"),
	PARAM(TEXT, struct import_options, variant, .fallback = "", .value = "NAME",
		.help = "what the numbers are of, where the text names no variant"),
	PARAM(TEXT, struct import_options, group, .fallback = "", .value = "NAME",
		.help = "keeps these numbers apart from others of the same names"),
	PARAM(TEXT, struct import_options, unit, .fallback = "", .value = "UNIT",
		.help = "of the numbers, where the text names none"),
	PARAM(CHOICE, struct import_options, better, .fallback = "unknown",
		.choices = direction_choices,
		.help = "which way numbers are good, where the format does not say"),
	PARAM(TEXT, struct import_options, db, .fallback = "", .not_empty = true, .value = "FILE",
		.help = DB_HELP),
	{ 0 },
};

static const char *or_null(const char *text)
{
	return *text ? text : NULL;
}

/* The whole of it, up to one byte more than an importer would take. */
static int read_all(int fd, char **bytes, size_t *size, struct error *err)
{
	size_t room = MIB, length = 0, got = 1;
	char *data = NULL;
	int ret = 0;

	while (ret == 0 && got > 0 && length <= IMPORT_MOST) {
		if (!data || length == room) {
			room *= data ? 2 : 1;
			char *more = realloc(data, room);
			if (!more) {
				ret = fail(err, ENOMEM, "no memory for %zu bytes", room);
				break;
			}
			data = more;
		}
		ret = io_read_some(fd, data + length, room - length, &got, err);
		length += ret == 0 ? got : 0;
	}
	*bytes = data;
	*size = length;
	return ret;
}

static int read_document(const char *path, const struct import_options *o,
	const struct import_hints *hints, struct arena *arena, struct import *in, struct error *err)
{
	bool standard = strcmp(path, "-") == 0;
	AUTO_CLOSE int opened = standard ? -1 : open(path, O_RDONLY | O_CLOEXEC);
	AUTO_FREE char *bytes = NULL;
	size_t size = 0;

	if (!standard && opened < 0)
		return fail_errno(err, "%s", path);
	int ret = read_all(standard ? STDIN_FILENO : opened, &bytes, &size, err);
	if (ret == 0 && !o->print && export_is_json(bytes, size))
		ret = restore_export(o->db, bytes, size, arena, err);
	else if (ret == 0 && !o->print)
		ret = fail(err, EINVAL, "no export of bakeoff: other texts are read with --print");
	else if (ret == 0)
		ret = import_read(bytes, size, hints, arena, in, err);
	return ret < 0 ? fail_in(err, ret, "%s", standard ? "standard input" : path) : 0;
}

static int print_document(const struct import *in, struct error *err)
{
	if (import_print(in, stdout) < 0)
		return fail(err, EIO, "write to standard output: %s", strerror(errno));
	return 0;
}

static int import_command_run(const struct invocation *call)
{
	const struct import_options *o = call->options;
	const struct import_hints hints = {
		.tool = or_null(o->tool),
		.variant = or_null(o->variant),
		.unit = or_null(o->unit),
		.group = or_null(o->group),
		.better = o->better - 1,
	};
	struct import in;
	struct error err;
	int ret;

	if (call->operand_count != 1)
		ret = fail(&err, EINVAL, "import: one FILE, or - for standard input");
	else
		ret = read_document(call->operands[0], o, &hints, call->arena, &in, &err);
	if (ret == 0 && o->print)
		ret = print_document(&in, &err);
	if (ret == -EINVAL)
		return say_usage_error(&err);
	return ret < 0 ? say_failure(&err) : EXIT_DONE;
}

const struct command import_command = {
	.name = "import",
	.summary = "read other tools' results out of any text",
	.operands = "FILE",
	.about = "Without --print: stores the experiments of `bakeoff export --format=json`.\n",
	.options = import_params,
	.options_size = sizeof(struct import_options),
	.operands_most = 1,
	.run = import_command_run,
};
