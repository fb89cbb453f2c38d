// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/command.h"
#include "cli/restore.h"
#include "cli/session.h"
#include "cli/whole_file.h"
#include "core/auto.h"
#include "core/hash.h"
#include "core/log.h"
#include "import/collect.h"
#include "import/json.h"
#include "report/export/export_json.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { FILES_MOST = 64, SHA256_SIZE = 65 };

struct import_options {
	bool print;
	const char *tool, *variant, *group, *unit, *db;
	int better;
	uint64_t n;
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
	PARAM(COUNT, struct import_options, n, .fallback = "0", .max = 1000000000,
		.help = "of how many runs means and sds are, where the text does not say it; 0: "
			"not known"),
	PARAM(TEXT, struct import_options, db, .fallback = "", .not_empty = true, .value = "FILE",
		.help = DB_HELP),
	{ 0 },
};

static const char *or_null(const char *text)
{
	return *text ? text : NULL;
}

/* The bytes of a file, and what they are known by. */
static int read_bytes(const char *path, struct arena *arena, struct import_text *text, char **bytes,
	size_t *size, struct error *err)
{
	char *sha256 = NEW(arena, char, SHA256_SIZE);
	int ret = whole_file(path, IMPORT_MOST, bytes, size, err);

	if (ret < 0)
		return ret;
	hash_sha256_hex(*bytes, *size, sha256);
	*text = (struct import_text){
		.file = strcmp(path, "-") == 0 ? "standard input" : path,
		.sha256 = sha256,
	};
	return 0;
}

static int find_rows(const char *bytes, size_t size, const struct import_hints *hints,
	struct arena *arena, struct import_source *source, struct error *err)
{
	struct import *in = NEW(arena, struct import, 1);
	int ret = import_read(bytes, size, hints, arena, in, err);

	source->in = in;
	return ret < 0 ? fail_in(err, ret, "%s", source->text.file) : 0;
}

static int print_document(const struct import *in, struct error *err)
{
	if (import_print(in, stdout) < 0)
		return fail(err, EIO, "write to standard output: %s", strerror(errno));
	return 0;
}

static int print_only(const struct invocation *call, const struct import_hints *hints,
	struct error *err)
{
	struct import_source source = { 0 };
	AUTO_FREE char *bytes = NULL;
	size_t size = 0;

	if (call->operand_count != 1)
		return fail(err, EINVAL, "print: one FILE, or - for standard input");
	int ret = read_bytes(call->operands[0], call->arena, &source.text, &bytes, &size, err);
	if (ret == 0)
		ret = find_rows(bytes, size, hints, call->arena, &source, err);
	return ret < 0 ? ret : print_document(source.in, err);
}

/* Each text once, and every one with a value: else nothing is stored. */
static int check_source(const struct import_source *sources, size_t i, struct arena *arena,
	struct error *err)
{
	const struct import_source *source = &sources[i];

	for (size_t k = 0; k < i; k++) {
		if (strcmp(sources[k].text.sha256, source->text.sha256) == 0)
			return fail(err, EINVAL, "%s: the same text as %s", source->text.file,
				sources[k].text.file);
	}
	if (import_has_value(source->in))
		return 0;
	const char *why = import_why_none(source->in, arena);
	return fail(err, ENODATA, "%s: no result is in it%s%s", source->text.file, why ? ": " : "",
		why ? why : "");
}

/* What bakeoff itself has exported is stored at once, and *restored set. */
static int read_sources(const struct invocation *call, const struct import_hints *hints,
	const char *db, struct import_source *sources, bool *restored, struct error *err)
{
	int ret = 0;

	*restored = false;
	for (size_t i = 0; ret == 0 && i < call->operand_count; i++) {
		struct import_source *source = &sources[i];
		AUTO_FREE char *bytes = NULL;
		size_t size = 0;
		ret = read_bytes(call->operands[i], call->arena, &source->text, &bytes, &size, err);
		if (ret < 0)
			return ret;
		*restored = export_is_json(bytes, size);
		if (*restored && call->operand_count > 1)
			return fail(err, EINVAL, "%s: an export of bakeoff is imported by itself",
				source->text.file);
		if (*restored) {
			ret = restore_export(db, bytes, size, call->arena, err);
			return ret < 0 ? fail_in(err, ret, "%s", source->text.file) : 0;
		}
		ret = find_rows(bytes, size, hints, call->arena, source, err);
		if (ret == 0)
			ret = check_source(sources, i, call->arena, err);
	}
	return ret;
}

static void say_stored(const struct imported *in, uint64_t id, struct arena *arena)
{
	const char *files = "";

	for (size_t i = 0; i < in->text_count; i++)
		files = arena_printf(arena, "%s%s%s", files, i > 0 ? ", " : "", in->texts[i].file);
	(void)printf("experiment %" PRIu64
		     ": %zu variant%s, %zu metric%s, %zu value%s from %s (%s)\n",
		id, in->variant_count, in->variant_count == 1 ? "" : "s", in->metric_count,
		in->metric_count == 1 ? "" : "s", in->value_count, in->value_count == 1 ? "" : "s",
		files, in->tools);
	for (size_t i = 0; i < in->note_count; i++) {
		if (in->notes[i].is_warning)
			log_warning("%s", in->notes[i].text);
		else
			(void)printf("assumed: %s\n", in->notes[i].text);
	}
	if (in->summaries_without_n > 0)
		(void)printf("n of %zu summaries is not said: no verdict without it; say it to "
			     "compare "
			     "with --n\n",
			in->summaries_without_n);
	(void)printf("look at it: bakeoff compare %" PRIu64 "\n", id);
}

static int store_sources(const struct invocation *call, const struct import_hints *hints,
	const struct import_options *o, struct error *err)
{
	struct import_source *sources = NEW(call->arena, struct import_source, FILES_MOST);
	struct imported imported;
	struct session session;
	bool restored;
	uint64_t id = 0;
	int ret = read_sources(call, hints, o->db, sources, &restored, err);

	if (ret == 0 && restored)
		return 0;
	if (ret == 0)
		ret = session_start(&session, call->arena, o->db, err);
	if (ret < 0)
		return ret;
	import_collect(sources, call->operand_count, o->n, call->arena, &imported);
	ret = session_open_store(&session, err);
	if (ret == 0)
		ret = store_add_import(session.store, &imported, &id, err);
	session_end(&session);
	if (ret == 0)
		say_stored(&imported, id, call->arena);
	return ret;
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
	struct error err;
	int ret;

	if (call->operand_count == 0)
		ret = fail(&err, EINVAL, "import: a FILE is missing; - is standard input");
	else
		ret = o->print ? print_only(call, &hints, &err)
			       : store_sources(call, &hints, o, &err);
	if (ret == -EINVAL)
		return say_usage_error(&err);
	return ret < 0 ? say_failure(&err) : EXIT_DONE;
}

const struct command import_command = {
	.name = "import",
	.summary = "read other tools' results out of any text",
	.operands = "FILE...",
	.about = "Stores what was found as an experiment, marked as imported, which compare and\n"
		 "show treat as any other. Several files are one experiment. What\n"
		 "`bakeoff export --format=json` has written is stored as it was.\n",
	.options = import_params,
	.options_size = sizeof(struct import_options),
	.operands_most = FILES_MOST,
	.run = import_command_run,
};
