// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/command.h"
#include "cli/out_file.h"
#include "cli/session.h"
#include "report/export/export.h"

#include <errno.h>
#include <string.h>

enum { EXPERIMENTS_MOST = 64 };

#define FORMAT_NAME(name, needs_folder, what) #name,
static const char *const format_names[] = { EXPORT_FORMATS(FORMAT_NAME) NULL };
#undef FORMAT_NAME

#define FORMAT_LINE(name, needs_folder, what) "  " #name ": " what "\n"
static const char format_lines[] = "Formats:\n" EXPORT_FORMATS(FORMAT_LINE);
#undef FORMAT_LINE

struct export_cli {
	int format;
	const char *output, *db;
	bool anonymous;
};

static const struct param export_params[] = {
	PARAM(CHOICE, struct export_cli, format, .fallback = "json", .choices = format_names,
		.help = "what is written: see below"),
	PARAM(TEXT, struct export_cli, output, .letter = 'o', .fallback = "", .value = "FILE|DIR",
		.help = "where to; standard output where it is - or not given, and for pcp a new "
			"folder"),
	PARAM(BOOL, struct export_cli, anonymous,
		.help = "replace names of hosts and users, serials and paths"),
	PARAM(TEXT, struct export_cli, db, .fallback = "", .not_empty = true, .value = "FILE",
		.help = DB_HELP),
	{ 0 },
};

/* "1,2" and "1 2" are two, each once. */
static int add_ids(const struct invocation *call, const char *text, uint64_t *ids, size_t *count,
	struct error *err)
{
	for (;;) {
		size_t length = strcspn(text, ",");
		const char *one = arena_strndup(call->arena, text, length);
		if (*count == EXPERIMENTS_MOST)
			return fail(err, EINVAL, "'%s': more than %d experiments", one,
				EXPERIMENTS_MOST);
		int ret = parse_id(one, &ids[*count], err);
		for (size_t i = 0; ret == 0 && i < *count; i++) {
			if (ids[i] == ids[*count])
				ret = fail(err, EINVAL, "experiment %s is named twice", one);
		}
		if (ret < 0)
			return ret;
		++*count;
		if (!text[length])
			return 0;
		text += length + 1;
	}
}

static int write_all(const struct export *e, const struct export_cli *o, struct arena *arena,
	struct error *err)
{
	const struct export_format *format = &export_formats[o->format];
	struct out_file file;
	int ret = format->needs_folder ? out_folder_open(&file, o->output, arena, err)
				       : out_file_open(&file, o->output, arena, err);

	if (ret < 0)
		return ret;
	const struct export_place to = { .out = file.out, .folder = file.taken };
	ret = format->write(e, &to, err);
	if (ret < 0 && *file.path)
		ret = fail_in(err, ret, "%s", file.path);
	return out_file_close(&file, ret, err);
}

static int export_command_run(const struct invocation *call)
{
	const struct export_cli *o = call->options;
	uint64_t *ids = NEW(call->arena, uint64_t, EXPERIMENTS_MOST + 1);
	size_t count = 0;
	struct session session;
	struct export e;
	struct error err;
	int ret = 0;

	for (size_t i = 0; ret == 0 && i < call->operand_count; i++)
		ret = add_ids(call, call->operands[i], ids, &count, &err);
	if (ret == 0 && export_formats[o->format].needs_folder &&
		(!*o->output || strcmp(o->output, "-") == 0))
		ret = fail(&err, EINVAL, "format %s is several files: name a folder with -o DIR",
			format_names[o->format]);
	if (ret < 0)
		return say_usage_error(&err);
	if (session_start(&session, call->arena, o->db, &err) < 0)
		return say_failure(&err);
	ret = session_open_results(&session, &err);
	if (ret == 0) /* none named: the newest, which is 0 */
		ret = export_load(session.store, ids, count ? count : 1, o->anonymous, call->arena,
			&e, &err);
	if (ret == 0)
		ret = write_all(&e, o, call->arena, &err);
	session_end(&session);
	return ret < 0 ? say_failure(&err) : EXIT_DONE;
}

const struct command export_command = {
	.name = "export",
	.summary = "write experiments in the formats of other programs",
	.operands = "[EXPERIMENT[,...]]",
	.about = "Without an EXPERIMENT: the newest one. `bakeoff import` reads JSON back.\n",
	.notes = format_lines,
	.options = export_params,
	.options_size = sizeof(struct export_cli),
	.operands_most = EXPERIMENTS_MOST,
	.run = export_command_run,
};
