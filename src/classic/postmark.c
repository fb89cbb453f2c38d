// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/postmark.h"
#include "classic/classic.h"
#include "classic/stop.h"
#include "core/auto.h"
#include "core/log.h"
#include "core/options.h"
#include "io/line.h"
#include "version.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum { EXIT_USAGE_ERROR = 2 };

static const char *const version_choices[] = {
	[POSTMARK_1_51] = "1.51",
	[POSTMARK_1_53] = "1.53",
	[POSTMARK_1_54] = "1.54",
	NULL,
};

static const char *const version_dates[] = {
	[POSTMARK_1_51] = "8/14/01",
	[POSTMARK_1_53] = "5/31/2005",
	[POSTMARK_1_54] = "9/27/2025",
};

struct options {
	int report_version;
	bool help;
};

static const struct param option_table[] = {
	PARAM_NAMED(CHOICE, struct options, report_version, "report-version", .fallback = "1.53",
		.choices = version_choices,
		.help = "whose report is printed: 1.51 tells the created files as deleted, 1.53 "
			"the deleted ones, both in whole seconds; 1.54 tells microseconds"),
	PARAM(BOOL, struct options, help, .letter = 'h', .help = "show this help and exit"),
	{ 0 },
};

static const struct postmark_settings defaults = {
	.low = 500,
	.high = 10000,
	.number = 500,
	.transactions = 500,
	.seed = 42,
	.read_block = 512,
	.write_block = 512,
	.bias_read = 5,
	.bias_create = 5,
	.buffering = true,
};

static int print_help(struct arena *arena)
{
	printf("usage: bakeoff postmark [--report-version=1.51|1.53|1.54] [FILE]\n"
	       "Make, read, append to and delete many small files, in the very order of\n"
	       "PostMark 1.5 to 1.54, and print its report.\n\n"
	       "Commands are read from FILE, else from .pmrc where there is one, and then from\n"
	       "standard input until quit; the command help tells them.\n\n%s\n"
	       "Exit status: 0 done; 1 a run failed; 2 a command was not understood;\n"
	       "128 and the signal's number where one stopped it, with all files removed.\n",
		options_help(arena, option_table, true));
	return EXIT_SUCCESS;
}

/* The last bytes of a line that are no part of its command. */
static void take_line(struct postmark_session *s, const char *line, size_t length)
{
	if (length > 0 && line[length - 1] == '\r')
		length--;
	s->line++;
	postmark_obey(s, arena_strndup(s->arena, line, length));
}

/* 1 with the next line, the last one too where it has no newline; 0 at the end. */
static int next_line(struct line_reader *reader, const char **line, size_t *length,
	struct error *err)
{
	int ret = line_reader_wait(reader, line, length, err);

	if (ret != 0)
		return ret;
	*length = line_reader_rest(reader, line);
	reader->taken += *length;
	return *length > 0;
}

void postmark_read_commands(struct postmark_session *s, const char *source, int fd, bool prompt)
{
	enum { LONGEST_LINE = 64 << 10 };
	struct line_reader reader;
	struct error err;
	const char *line;
	size_t length;
	int ret;

	line_reader_init(&reader, fd, LONGEST_LINE);
	s->source = source;
	s->line = 0;
	s->interactive = prompt;
	s->quit = false;
	do {
		if (prompt)
			fputs("pm>", stdout);
		(void)fflush(stdout); /* main() looks at the stream's errors */
		ret = next_line(&reader, &line, &length, &err);
		if (ret > 0)
			take_line(s, line, length);
	} while (ret > 0 && !s->quit);
	if (ret < 0) {
		log_error("postmark: %s: %s", source, err.text);
		s->misunderstood = true;
	}
	line_reader_free(&reader);
}

/* FILE has to be there, .pmrc may. */
static int read_file(struct postmark_session *s, const char *name, bool optional)
{
	AUTO_CLOSE int fd = open(name, O_RDONLY | O_CLOEXEC);

	if (fd < 0 && optional && errno == ENOENT)
		return 0;
	if (fd < 0) {
		(void)fflush(stdout); /* main() looks at the stream's errors */
		log_error("postmark: cannot read configuration file '%s': %s", name,
			strerror(errno));
		return -1;
	}
	printf("Reading configuration from file '%s'\n", name);
	postmark_read_commands(s, name, fd, false);
	return 0;
}

static int converse(struct postmark_session *s, const char *file)
{
	const bool at_terminal = isatty(STDIN_FILENO) == 1;

	printf("PostMark v%s : %s (bakeoff " BAKEOFF_VERSION ", compatible)\n",
		version_choices[s->version], version_dates[s->version]);
	if (read_file(s, file ? file : ".pmrc", !file) < 0)
		return EXIT_FAILURE;
	const bool misunderstood = s->misunderstood;
	if (!s->quit)
		postmark_read_commands(s, "stdin", STDIN_FILENO, true);
	if (at_terminal) /* whoever mistypes there sees it, and types again */
		s->misunderstood = misunderstood;
	if (stop_asked())
		return stop_status(stop_asked());
	if (s->failed)
		return EXIT_FAILURE;
	return s->misunderstood ? EXIT_USAGE_ERROR : EXIT_SUCCESS;
}

static int read_arguments(int argc, char **argv, struct arena *arena, struct options *options,
	const char **file, struct error *err)
{
	struct option_scan scan;
	struct option_hit hit;
	int ret = param_defaults(option_table, arena, options, err);

	option_scan_init(&scan, argc, argv);
	(void)option_scan_add(&scan, option_table); /* the only one */
	while (ret == 0 && (ret = option_scan_next(&scan, &hit, err)) > 0) {
		ret = 0;
		if (hit.param)
			ret = param_set_one(hit.param, arena, options, hit.value, err);
		else if (*file)
			return fail(err, EINVAL, "'%s' is one operand too many", hit.value);
		else
			*file = hit.value;
	}
	return ret;
}

int classic_postmark(int argc, char **argv)
{
	struct arena arena = { 0 };
	struct options options = { 0 };
	struct error err;
	const char *file = NULL;
	int status;

	if (read_arguments(argc, argv, &arena, &options, &file, &err) < 0) {
		log_error("postmark: %s", err.text);
		status = EXIT_USAGE_ERROR;
	} else if (options.help) {
		status = print_help(&arena);
	} else {
		struct postmark_session session = {
			.arena = &arena,
			.version = (enum postmark_version)options.report_version,
			.settings = defaults,
		};
		status = converse(&session, file);
	}
	arena_free(&arena);
	return status;
}
