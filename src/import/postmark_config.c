// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/importers.h"
#include "import/rows.h"
#include "import/scan.h"

#include <string.h>

/*
 * PostMark's commands, in a file, in a here-document, or as one string with \n in it: what somebody
 * is about to run. No result: each setting is a row of unit "setting", and what is no number goes
 * with the row of the run.
 */
enum { SETTINGS_MOST = 16, WORDS_MOST = 6, COMMAND_ROOM = 256 };

static const struct {
	const char *typed[2]; /* as PostMark takes it, and as people type it */
	const char *name;
} commands[] = {
	{ { "set number", "set numbers" }, "number" },
	{ { "set transactions", "set transaction" }, "transactions" },
	{ { "set size" }, "size" },
	{ { "set seed" }, "seed" },
	{ { "set location" }, "location" },
	{ { "set subdirectories" }, "subdirectories" },
	{ { "set read" }, "read" },
	{ { "set write" }, "write" },
	{ { "set buffering" }, "buffering" },
	{ { "set bias read" }, "bias_read" },
	{ { "set bias create" }, "bias_create" },
	{ { "set report" }, "report" },
};

/* A block of commands, kept until its end says that it was one. */
struct block {
	struct {
		const char *name, *text;
		double value;
		bool is_number;
		unsigned line;
	} settings[SETTINGS_MOST];
	size_t count;
	bool runs;
	unsigned run_line;
};

/* What follows the command and a blank, or NULL where the text is another command. */
static const char *argument_of(const char *text, const char *command)
{
	size_t length = strlen(command);

	return strncmp(text, command, length) == 0 && text[length] == ' ' ? text + length + 1
									  : NULL;
}

static bool read_setting(struct import *in, const char *text, unsigned line, struct block *b)
{
	for (size_t i = 0; i < COUNT_OF(commands); i++) {
		for (size_t k = 0; k < COUNT_OF(commands[i].typed) && commands[i].typed[k]; k++) {
			const char *argument = argument_of(text, commands[i].typed[k]);
			double value = 0;
			if (!argument || b->count == COUNT_OF(b->settings))
				continue;
			bool is_number = scan_number(argument, strlen(argument), &value);
			if (strcmp(argument, "true") == 0 || strcmp(argument, "false") == 0) {
				is_number = true;
				value = argument[0] == 't';
			}
			b->settings[b->count].name = commands[i].name;
			b->settings[b->count].text = arena_strdup(in->arena, argument);
			b->settings[b->count].value = value;
			b->settings[b->count].is_number = is_number;
			b->settings[b->count++].line = line;
			return true;
		}
	}
	return false;
}

static bool read_command(struct import *in, const char *text, unsigned line, struct block *b)
{
	if (read_setting(in, text, line, b))
		return true;
	if (b->count > 0 && (strcmp(text, "run") == 0 || starts_with(text, "run "))) {
		b->runs = true;
		b->run_line = line;
		return true;
	}
	return false;
}

static void add_block(struct import *in, const struct block *b)
{
	struct import_setting texts[SETTINGS_MOST];
	size_t text_count = 0;

	for (size_t i = 0; i < b->count; i++) {
		struct row_identity id = { .tool = "postmark",
			.workload = "postmark-config",
			.metric = b->settings[i].name,
			.variant = in->hints->variant ? in->hints->variant : "",
			.group = in->hints->group,
			.unit = "setting",
			.line = b->settings[i].line };
		if (b->settings[i].is_number)
			(void)row_sample(in, &id, b->settings[i].value);
		else
			texts[text_count++] =
				(struct import_setting){ b->settings[i].name, b->settings[i].text };
	}
	struct row_identity run = { .tool = "postmark",
		.workload = "postmark-config",
		.metric = "run",
		.variant = in->hints->variant ? in->hints->variant : "",
		.group = in->hints->group,
		.unit = "setting",
		.settings = texts,
		.setting_count = text_count,
		.line = b->run_line };
	if (b->runs)
		(void)row_sample(in, &run, 1);
}

/* "echo -e 'set x 1\nset y 2\nrun'": the commands between the quotes, parted by \n. */
static bool read_string(struct import *in, const struct import_line *line)
{
	const char *p = strstr(line->text, "set ");
	struct block b = { .count = 0 };

	if (!p || !strstr(p, "\\n"))
		return false;
	while (*p && *p != '\'' && *p != '"') {
		char command[COMMAND_ROOM];
		const char *end = strstr(p, "\\n");
		size_t length = end ? (size_t)(end - p) : strcspn(p, "'\"");
		if (length >= sizeof(command))
			return false;
		memcpy(command, p, length);
		command[length] = '\0';
		if (!read_command(in, command, line->number, &b))
			break;
		p += length + (end ? 2 : 0);
	}
	if (b.count > 0)
		add_block(in, &b);
	return b.count > 0;
}

/* From line i on; the first line that is no command ends it. */
static size_t read_block(struct import *in, size_t i)
{
	struct import_line *lines = in->document.lines;
	struct block b = { .count = 0 };
	size_t first = i;

	for (; i < in->document.count && !b.runs; i++) {
		const char *text = lines[i].text + strspn(lines[i].text, " ");
		if (!read_command(in, text, lines[i].number, &b))
			break;
	}
	if (b.count == 0)
		return first + 1;
	for (size_t k = first; k < i; k++)
		lines[k].taken = "postmark-config";
	if (i == in->document.count && lines[i - 1].cut)
		import_warn(in, lines[i - 1].number,
			"postmark: no newline ends this command: PostMark loses its last "
			"character");
	add_block(in, &b);
	return i;
}

static int config_read(struct import *in, struct error *err)
{
	(void)err;
	for (size_t i = 0; i < in->document.count;) {
		struct import_line *line = &in->document.lines[i];
		if (line->taken) {
			i++;
		} else if (read_string(in, line)) {
			line->taken = "postmark-config";
			i++;
		} else {
			i = read_block(in, i);
		}
	}
	return 0;
}

const struct importer postmark_config_importer = {
	.name = "postmark-config",
	.summary = "PostMark's commands in files and shell scripts",
	.read = config_read,
};
