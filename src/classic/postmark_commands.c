// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/postmark.h"
#include "classic/stop.h"
#include "core/auto.h"
#include "core/error.h"
#include "core/log.h"
#include "workloads/postmark_pool.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/*
 * A command of the language: its whole name stands at the beginning of the line, the byte after it
 * is skipped whatever it is ("set numbers 5"), and the rest is its parameter.
 */
struct command {
	const char *name;
	const char *help;
	int (*run)(struct postmark_session *s, const struct command *c, const char *parameter,
		struct error *err);
	size_t field; /* of struct postmark_settings, for numbers */
	int64_t least, most;
	const char *wrong; /* what is said of a parameter that is none */
};

static int misuse(const struct command *c, const char *parameter, const char *why,
	struct error *err)
{
	if (*parameter == '\0')
		return fail(err, EINVAL, "%s", c->wrong);
	return fail(err, EINVAL, "%s: '%s' %s", c->wrong, parameter, why);
}

/* As atoi(3): blanks, a sign, digits, and whatever else. False where there is no digit. */
static bool leading_number(const char *text, int64_t *number, const char **rest)
{
	char *end;

	errno = 0;
	*number = strtoll(text, &end, 10); /* too much for it is its limit, above ours */
	*rest = end;
	return end > text;
}

static void warn_of_rest(const struct postmark_session *s, const struct command *c,
	const char *rest, int64_t number)
{
	if (*rest != '\0' && *rest != ' ')
		log_warning("postmark: %s:%" PRIu64 ": %s: %" PRId64
			    " is taken, and '%s' after it is not: there are no suffixes here",
			s->source, s->line, c->name, number, rest);
}

static int read_number(struct postmark_session *s, const struct command *c, const char *parameter,
	int64_t *number, struct error *err)
{
	const char *rest;
	char why[64];

	if (!leading_number(parameter, number, &rest))
		return misuse(c, parameter, "is no number", err);
	if (*number < c->least || *number > c->most) {
		(void)snprintf(why, sizeof(why), "is %s, %" PRId64,
			*number < c->least ? "below the least" : "above the most",
			*number < c->least ? c->least : c->most);
		return misuse(c, parameter, why, err);
	}
	warn_of_rest(s, c, rest, *number);
	return 0;
}

static int set_number(struct postmark_session *s, const struct command *c, const char *parameter,
	struct error *err)
{
	int64_t number = 0;
	int ret = read_number(s, c, parameter, &number, err);
	uint32_t value = (uint32_t)number;

	if (ret == 0)
		memcpy((char *)&s->settings + c->field, &value, sizeof(value));
	return ret;
}

static int set_bias(struct postmark_session *s, const struct command *c, const char *parameter,
	struct error *err)
{
	int64_t number = 0;
	int ret = read_number(s, c, parameter, &number, err);
	int value = (int)number;

	if (ret == 0)
		memcpy((char *)&s->settings + c->field, &value, sizeof(value));
	return ret;
}

/* LOW [HIGH]: HIGH stands after the first blank, and is LOW where it is none or less. */
static int set_size(struct postmark_session *s, const struct command *c, const char *parameter,
	struct error *err)
{
	const char *blank = strchr(parameter, ' '), *rest = "";
	int64_t low = 0, high = 0;
	int ret = read_number(s, c, parameter, &low, err);

	if (ret < 0)
		return ret;
	if (blank && leading_number(blank + 1, &high, &rest) && high > c->most)
		return fail(err, ERANGE, "%s: '%s' is above the most, %" PRId64, c->wrong,
			blank + 1, c->most);
	if (blank && high < low)
		log_warning("postmark: %s:%" PRIu64 ": set size: '%s' is no bound above %" PRId64
			    ": all files have %" PRId64 " bytes",
			s->source, s->line, blank + 1, low, low);
	else
		warn_of_rest(s, c, rest, high);
	s->settings.low = (uint32_t)low;
	s->settings.high = (uint32_t)(high < low ? low : high);
	return 0;
}

static bool is_directory(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

/*
 * DIR [WEIGHT], where DIR may have blanks: a number behind the last blank is a weight, unless only
 * the whole is a directory; other words there are part of a directory that exists.
 */
static uint32_t split_weight(struct postmark_session *s, char *text)
{
	char *blank = strrchr(text, ' ');
	const char *rest;
	int64_t weight;

	if (!blank)
		return 1;
	bool is_number = leading_number(blank + 1, &weight, &rest) && *rest == '\0';
	bool whole = is_directory(text);
	*blank = '\0';
	if (whole && (!is_number || !is_directory(text))) {
		*blank = ' ';
		return 1;
	}
	if (is_number && weight > 0 && weight <= INT32_MAX)
		return (uint32_t)weight;
	log_error("postmark: %s:%" PRIu64 ": ignoring invalid weight '%s': it is none of 1 to %d",
		s->source, s->line, blank + 1, INT32_MAX);
	s->misunderstood = true;
	return 1;
}

static uint64_t weight_of_all(const struct postmark_settings *set)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < set->location_count; i++)
		sum += set->weights[i];
	return sum;
}

static int add_location(struct postmark_session *s, const struct command *c, const char *typed,
	bool first, struct error *err)
{
	struct postmark_settings *set = &s->settings;
	char *name = arena_strdup(s->arena, typed);
	size_t count;
	uint32_t weight = split_weight(s, name);

	if (*name == '\0')
		return misuse(c, typed, "has no name", err);
	if (first)
		set->location_count = 0;
	if (weight_of_all(set) + weight > INT32_MAX)
		return fail(err, ERANGE,
			"location '%s': all weights together are above the most, %d", name,
			INT32_MAX);
	count = set->location_count;
	*ARENA_PUSH(s->arena, set->locations, count) = name;
	*ARENA_PUSH(s->arena, set->weights, set->location_count) = weight;
	return 0;
}

static int remove_location(struct postmark_session *s, const char *name, struct error *err)
{
	struct postmark_settings *set = &s->settings;
	size_t i = 0;

	while (i < set->location_count && strcmp(set->locations[i], name) != 0)
		i++;
	if (i == set->location_count)
		return fail(err, ENOENT, "cannot find location '%s'", name);
	set->location_count--;
	for (; i < set->location_count; i++) {
		set->locations[i] = set->locations[i + 1];
		set->weights[i] = set->weights[i + 1];
	}
	return 0;
}

static int set_location(struct postmark_session *s, const struct command *c, const char *parameter,
	struct error *err)
{
	if (*parameter == '\0')
		return misuse(c, parameter, "", err);
	if (*parameter == '-')
		return remove_location(s, parameter + 1, err);
	if (*parameter == '+')
		return add_location(s, c, parameter + 1, false, err);
	return add_location(s, c, parameter, true, err);
}

/* One of two words, exactly. */
static int set_word(const struct command *c, const char *parameter, const char *no, const char *yes,
	bool *value, struct error *err)
{
	if (strcmp(parameter, yes) != 0 && strcmp(parameter, no) != 0)
		return misuse(c, parameter, "is neither", err);
	*value = strcmp(parameter, yes) == 0;
	return 0;
}

static int set_buffering(struct postmark_session *s, const struct command *c, const char *parameter,
	struct error *err)
{
	return set_word(c, parameter, "false", "true", &s->settings.buffering, err);
}

static int set_report(struct postmark_session *s, const struct command *c, const char *parameter,
	struct error *err)
{
	return set_word(c, parameter, "verbose", "terse", &s->settings.terse, err);
}

static int run(struct postmark_session *s, const struct command *c, const char *parameter,
	struct error *err)
{
	(void)c; /* has no table of its own */
	int ret = postmark_run(&s->settings, s->version, *parameter ? parameter : NULL, err);

	if (ret < 0)
		s->failed = true;
	if (stop_asked())
		s->quit = true;
	return ret;
}

static int load(struct postmark_session *s, const struct command *c, const char *parameter,
	struct error *err)
{
	enum { DEEPEST = 16 };

	if (*parameter == '\0')
		return misuse(c, parameter, "", err);
	if (s->depth == DEEPEST)
		return fail(err, ELOOP,
			"cannot read configuration file '%s': %d files load one another", parameter,
			DEEPEST);
	AUTO_CLOSE int fd = open(parameter, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return fail_errno(err, "cannot read configuration file '%s'", parameter);
	struct postmark_session outer = *s;
	s->depth++;
	postmark_read_commands(s, parameter, fd, false);
	s->depth = outer.depth;
	s->source = outer.source;
	s->line = outer.line;
	s->interactive = outer.interactive;
	s->quit = stop_asked() != 0; /* its own quit ends only that file */
	return 0;
}

static int quit(struct postmark_session *s, const struct command *c, const char *parameter,
	struct error *err)
{
	(void)c, (void)parameter, (void)err; /* nothing can fail */
	s->quit = true;
	return 0;
}

static int help(struct postmark_session *s, const struct command *c, const char *parameter,
	struct error *err);

static int show(struct postmark_session *s, const struct command *c, const char *parameter,
	struct error *err);

#define NUMBER(typed, member, from, to, words, complaint) \
	{ \
		.name = "set " typed, .help = (words), .run = set_number, \
		.field = offsetof(struct postmark_settings, member), .least = (from), \
		.most = (to), .wrong = (complaint), \
	}

#define BIAS(typed, member, words) \
	{ \
		.name = "set bias " typed, .help = (words), .run = set_bias, \
		.field = offsetof(struct postmark_settings, member), .least = -1, .most = 10, \
		.wrong = "no bias specified (0-10 for greater chance,-1 to disable)", \
	}

/* In PostMark's order, since the first that fits is taken. */
static const struct command commands[] = {
	{ .name = "set size",
		.help = "Least and greatest bytes of a new file",
		.run = set_size,
		.least = 1,
		.most = POSTMARK_MOST_SIZE,
		.wrong = "no file size low or high bounds specified" },
	NUMBER("number", number, 1, POSTMARK_MOST_NUMBER, "How many files are made first",
		"invalid number of files"),
	NUMBER("seed", seed, 1, INT32_MAX, "Where the random numbers begin",
		"invalid seed for random numbers"),
	NUMBER("transactions", transactions, 1, INT32_MAX, "How many transactions are performed",
		"no transactions specified"),
	{ .name = "set location",
		.help = "Where the files go: DIR [WEIGHT], +DIR [WEIGHT], -DIR",
		.run = set_location,
		.wrong = "no directory name specified" },
	NUMBER("subdirectories", subdirectories, 0, INT32_MAX,
		"Directories in each location that files are spread over; 0 for none",
		"invalid number of subdirectories"),
	NUMBER("read", read_block, 1, INT32_MAX, "Bytes read at once", "invalid read block size"),
	NUMBER("write", write_block, 1, INT32_MAX, "Bytes written at once",
		"invalid write block size"),
	{ .name = "set buffering",
		.help = "Reads and writes like stdio (true) or block by block (false)",
		.run = set_buffering,
		.wrong = "no buffering mode (true/false) specified" },
	BIAS("read", bias_read, "Of ten, how many read rather than append; -1: neither"),
	BIAS("create", bias_create, "Of ten, how many create rather than delete; -1: neither"),
	{ .name = "set report",
		.help = "Many lines (verbose) or one (terse)",
		.run = set_report,
		.wrong = "either 'verbose' or 'terse' required" },
	{ .name = "run",
		.help = "Runs the benchmark; with FILE the report is appended to it",
		.run = run },
	{ .name = "load",
		.help = "Runs the commands of a file",
		.run = load,
		.wrong = "no configuration file specified" },
	{ .name = "show",
		.help = "Tells the configuration; with FILE appended to it",
		.run = show },
	{ .name = "help", .help = "Tells the commands, or those that begin so", .run = help },
	{ .name = "quit", .help = "Leaves", .run = quit },
};

static int help(struct postmark_session *s, const struct command *c, const char *parameter,
	struct error *err)
{
	const size_t length = strlen(parameter);
	bool any = false;

	(void)s, (void)c, (void)err; /* nothing can fail */
	for (size_t i = 0; i < COUNT_OF(commands); i++)
		any = any || strncmp(commands[i].name, parameter, length) == 0;
	for (size_t i = 0; i < COUNT_OF(commands); i++) {
		if (!any || strncmp(commands[i].name, parameter, length) == 0)
			printf("%s - %s\n", commands[i].name, commands[i].help);
	}
	return 0;
}

static void put_size(FILE *out, uint32_t bytes)
{
	if (bytes >= MIB)
		fprintf(out, "%.2f megabytes", (double)((float)bytes / 1048576.0F));
	else if (bytes >= KIB)
		fprintf(out, "%.2f kilobytes", (double)((float)bytes / 1024.0F));
	else
		fprintf(out, "%" PRIu32 " bytes", bytes);
}

static void put_sizes(FILE *out, const struct postmark_settings *set)
{
	fputs(set->low == set->high ? "Files are " : "Files range between ", out);
	if (set->low != set->high) {
		put_size(out, set->low);
		fputs(" and ", out);
	}
	put_size(out, set->high);
	fputs(" in size\n", out);
}

static void put_locations(FILE *out, const struct postmark_settings *set)
{
	AUTO_FREE char *here = set->location_count == 0 ? getcwd(NULL, 0) : NULL;

	fprintf(out, "Working director%s: %s\n", set->location_count > 1 ? "ies" : "y",
		here ? here : "");
	for (size_t i = 0; i < set->location_count; i++)
		fprintf(out, "\t%s (weight=%" PRIu32 ")\n", set->locations[i], set->weights[i]);
}

static void put_settings(FILE *out, const struct postmark_settings *set)
{
	fprintf(out, "Current configuration is:\nThe base number of files is %" PRIu32 "\n",
		set->number);
	fprintf(out, "Transactions: %" PRIu32 "\n", set->transactions);
	put_sizes(out, set);
	put_locations(out, set);
	if (set->subdirectories > 0)
		fprintf(out, "%" PRIu32 " subdirector%s will be used\n", set->subdirectories,
			set->subdirectories == 1 ? "y" : "ies");
	fputs("Block sizes are: read=", out);
	put_size(out, set->read_block);
	fputs(", write=", out);
	put_size(out, set->write_block);
	fprintf(out, "\nBiases are: read/append=%d, create/delete=%d\n", set->bias_read,
		set->bias_create);
	fprintf(out, "%s Unix buffered file I/O\n", set->buffering ? "Using" : "Not using");
	fprintf(out, "Random number generator seed is %" PRIu32 "\nReport format is %s.\n",
		set->seed, set->terse ? "terse" : "verbose");
}

static int show(struct postmark_session *s, const struct command *c, const char *parameter,
	struct error *err)
{
	(void)c; /* has no table of its own */
	if (*parameter == '\0') {
		put_settings(stdout, &s->settings);
		return 0;
	}
	FILE *out = fopen(parameter, "ae");
	if (!out)
		return fail_errno(err, "cannot append to '%s'", parameter);
	put_settings(out, &s->settings);
	bool bad = ferror(out) != 0;
	return fclose(out) != 0 || bad ? fail_errno(err, "cannot write '%s'", parameter) : 0;
}

/* A command of the shell; without one, a shell. ^C is for it alone meanwhile. */
static int shell(const char *line, struct error *err)
{
	const char *own = getenv("SHELL");
	const char *program = *line || !own || !*own ? "/bin/sh" : own;
	char name[] = "sh", command[] = "-c";
	AUTO_FREE char *words = strdup(line);
	char *const argv[] = { name, *line ? command : NULL, words, NULL };
	const struct sigaction ignore = { .sa_handler = SIG_IGN };
	struct sigaction before;
	sigset_t interrupt;
	posix_spawnattr_t attributes;
	pid_t child;
	int status;

	sigemptyset(&interrupt);
	sigaddset(&interrupt, SIGINT);
	(void)posix_spawnattr_init(&attributes); /* cannot fail in glibc */
	(void)posix_spawnattr_setsigdefault(&attributes, &interrupt);
	(void)posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
	(void)sigaction(SIGINT, &ignore, &before);
	int ret = posix_spawn(&child, program, NULL, &attributes, argv, environ);
	while (ret == 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	(void)sigaction(SIGINT, &before, NULL);
	(void)posix_spawnattr_destroy(&attributes);
	return ret == 0 ? 0 : fail(err, ret, "cannot run '%s': %s", program, strerror(ret));
}

static const struct command *find(const char *line)
{
	for (size_t i = 0; i < COUNT_OF(commands); i++) {
		if (strncmp(line, commands[i].name, strlen(commands[i].name)) == 0)
			return &commands[i];
	}
	return NULL;
}

/* A comment is not understood, and that is all right. */
static int obey(struct postmark_session *s, const char *line, struct error *err)
{
	const bool comment = *line == '\0' || *line == '#';

	if (*line == '!')
		return shell(line + 1, err);
	if (s->interactive && *line == '?')
		line = "help";
	if (s->interactive && strcmp(line, "exit") == 0)
		line = "quit";
	const struct command *c = find(line);
	if (!c) {
		puts("Eh?");
		return comment ? 0 : fail(err, EINVAL, "no command '%s'; help tells them", line);
	}
	const char *parameter = line + strlen(c->name);
	return c->run(s, c, *parameter ? parameter + 1 : parameter, err);
}

void postmark_obey(struct postmark_session *s, const char *line)
{
	struct error err = { 0 };
	const bool had_failed = s->failed;

	s->failed = false;
	int ret = obey(s, line, &err);
	if (err.text[0] != '\0') {
		(void)fflush(stdout); /* so that the two streams stay in order; main() looks */
		log_error("postmark: %s:%" PRIu64 ": %s", s->source, s->line, err.text);
	}
	if (ret < 0 && !s->failed)
		s->misunderstood = true;
	s->failed = s->failed || had_failed;
}
