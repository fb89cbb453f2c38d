// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/bonnie_args.h"

#include "core/printable.h"
#include "core/units.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *const tool_names[] = { "bonnie", "bonnie64", "bonnie++", NULL };
static const char *const csv_names[] = { "1.98", "1.97", "1.03", NULL };

/* What a letter behind a number stands for; in the unit of the number. */
struct suffix {
	char letter;
	uint64_t factor;
};

static const struct suffix no_suffixes[] = { { 0 } };
static const struct suffix mib_suffixes[] = { { 'g', 1024 }, { 't', MIB }, { 0 } };
static const struct suffix kib_suffixes[] = { { 'k', KIB }, { 0 } };
static const struct suffix file_suffixes[] = { { 'm', 1024 }, { 0 } };
static const struct suffix byte_suffixes[] = { { 'k', KIB }, { 'm', MIB }, { 'g', GIB }, { 0 } };

static uint64_t factor_of(const char *suffix, const struct suffix *suffixes)
{
	for (const struct suffix *s = suffixes; s->letter; s++) {
		if ((suffix[0] | 0x20) == s->letter && suffix[1] == '\0')
			return s->factor;
	}
	return *suffix ? 0 : 1;
}

static int number(const char *what, const char *text, const struct suffix *suffixes, uint64_t least,
	uint64_t most, uint64_t *value, struct error *err)
{
	uint64_t n = 0;
	const char *p = text;

	for (; *p >= '0' && *p <= '9'; p++) {
		if (__builtin_mul_overflow(n, 10, &n) ||
			__builtin_add_overflow(n, (uint64_t)(*p - '0'), &n))
			return fail(err, ERANGE, "%s: %s is above the most, %" PRIu64, what, text,
				most);
	}
	uint64_t factor = factor_of(p, suffixes);
	if (p == text || factor == 0)
		return fail(err, EINVAL, "%s: '%s' is no number%s", what, text,
			p == text ? "" : " with a suffix that is known here");
	if (__builtin_mul_overflow(n, factor, &n) || n > most)
		return fail(err, ERANGE, "%s: %s is above the most, %" PRIu64, what, text, most);
	if (n < least)
		return fail(err, ERANGE, "%s: %s is below the least, %" PRIu64, what, text, least);
	*value = n;
	return 0;
}

/* One part of a text with colons; an empty one keeps its default. */
struct part {
	const char *what;
	const struct suffix *suffixes;
	uint64_t least, most;
	uint64_t *value;
};

static int parts(const char *option, const char *text, const struct part *table, struct error *err)
{
	char copy[256];
	char *rest = copy, *field;

	if (strlen(text) >= sizeof(copy))
		return fail(err, EINVAL, "%s: %zu characters are above the most, %zu", option,
			strlen(text), sizeof(copy) - 1);
	(void)stpcpy(copy, text);
	for (const struct part *p = table; (field = strsep(&rest, ":")); p++) {
		if (!p->value)
			return fail(err, EINVAL, "%s: '%s' has one part too many, '%s'", option,
				text, field);
		if (!*field && p != table)
			continue;
		int ret = number(p->what, field, p->suffixes, p->least, p->most, p->value, err);
		if (ret < 0)
			return fail_in(err, ret, "%s", option);
	}
	return 0;
}

enum { MOST_MIB = 1 << 30, MOST_SEEKS = 10000000, LEAST_CHUNK = 256, MOST_CHUNK = 1 << 20 };

static int size_option(struct bonnie_args *args, const char *text, struct error *err)
{
	uint64_t mib = 0;
	const struct part table[] = {
		{ "size", mib_suffixes, 0, MOST_MIB, &mib },
		{ "chunk", kib_suffixes, LEAST_CHUNK, MOST_CHUNK, &args->chunk },
		{ "seeks", kib_suffixes, 0, MOST_SEEKS, &args->seeks },
		{ "seekers", no_suffixes, 1, 100, &args->seekers },
		{ 0 },
	};
	int ret = parts("-s", text, table, err);

	if (ret == 0 && (args->chunk & (args->chunk - 1)) != 0)
		return fail(err, EINVAL, "-s: chunk: %" PRIu64 " is no power of two", args->chunk);
	if (ret == 0)
		args->size = mib * MIB;
	return ret;
}

/* "16:-1", "16:link": the words are bakeoff's, since bonnie++ takes them for 0. */
static int take_links(struct bonnie_args *args, char *text)
{
	static const struct {
		const char *word;
		enum bonnie_make make;
	} words[] = {
		{ "-1", MAKE_LINKS },
		{ "link", MAKE_LINKS },
		{ "-2", MAKE_SYMLINKS },
		{ "symlink", MAKE_SYMLINKS },
	};
	char *max = strchr(text, ':');
	size_t length = max ? strcspn(max + 1, ":") : 0;

	args->make = MAKE_FILES;
	for (size_t i = 0; max && i < COUNT_OF(words); i++) {
		if (strlen(words[i].word) != length || strncmp(max + 1, words[i].word, length) != 0)
			continue;
		args->make = words[i].make;
		(void)memmove(max + 1, max + 1 + length, strlen(max + 1 + length) + 1);
		return 1;
	}
	return 0;
}

static int files_option(struct bonnie_args *args, const char *text, struct error *err)
{
	const struct part table[] = {
		{ "files", file_suffixes, 0, (1 << 24) / 1024, &args->files },
		{ "max", byte_suffixes, 0, GIB, &args->max_size },
		{ "min", byte_suffixes, 0, GIB, &args->min_size },
		{ "dirs", no_suffixes, 0, 99999, &args->dirs },
		{ "chunk", kib_suffixes, LEAST_CHUNK, MOST_CHUNK, &args->file_chunk },
		{ 0 },
	};
	char copy[256];

	if (strlen(text) >= sizeof(copy))
		return fail(err, EINVAL, "-n: %zu characters are above the most, %zu", strlen(text),
			sizeof(copy) - 1);
	(void)stpcpy(copy, text);
	int links = take_links(args, copy);
	int ret = parts("-n", copy, table, err);
	if (ret < 0)
		return ret;
	if (links && args->min_size > 0)
		return fail(err, EINVAL, "-n: min: %" PRIu64 " says nothing about links",
			args->min_size);
	if (args->min_size > args->max_size)
		return fail(err, EINVAL, "-n: min: %" PRIu64 " is above max, %" PRIu64,
			args->min_size, args->max_size);
	return 0;
}

static int choice(const char *option, const char *const *names, const char *value, int *which,
	struct error *err)
{
	for (int i = 0; names[i]; i++) {
		if (strcmp(names[i], value) == 0) {
			*which = i;
			return 0;
		}
	}
	return fail(err, EINVAL, "%s: '%s' is none of %s, %s, %s", option, value, names[0],
		names[1], names[2]);
}

static void set_defaults(struct bonnie_args *args)
{
	const enum bonnie_tool tool = args->tool;
	const enum bonnie_csv csv = args->csv;
	const char *least_time = args->least_time;

	*args = (struct bonnie_args){
		.tool = tool,
		.csv = csv,
		.least_time = least_time,
		.dir = ".",
		.label = tool == TOOL_BONNIE_PLUS ? NULL : "",
		.size = tool == TOOL_BONNIE_PLUS ? BONNIE_UNKNOWN : 100 * MIB,
		.chunk = tool == TOOL_BONNIE_PLUS ? 8192 : 16384,
		.byte_size = tool == TOOL_BONNIE_PLUS ? 3 * MIB : BONNIE_UNKNOWN,
		.seeks = tool == TOOL_BONNIE_PLUS ? 8192 : 4000,
		.seekers = tool == TOOL_BONNIE_PLUS ? 5 : 3,
		.files = tool == TOOL_BONNIE_PLUS ? 16 : 0,
		.file_chunk = 8192,
		.concurrency = 1,
		.times = 1,
		.ram = BONNIE_UNKNOWN,
		.seed = BONNIE_UNKNOWN,
	};
}

/* The long options, which are bakeoff's own; they are taken out of argv. 1 for --help. */
static int take_long(struct bonnie_args *args, int *argc, char **argv, struct error *err)
{
	int kept = 1, which = 0, ret;
	bool all = false;

	*args = (struct bonnie_args){ .least_time = "0" };
	for (int i = 1; i < *argc; i++) {
		const char *a = argv[i];
		if (all || strncmp(a, "--", 2) != 0) {
			argv[kept++] = argv[i];
		} else if (strcmp(a, "--") == 0) {
			all = true;
			argv[kept++] = argv[i];
		} else if (strcmp(a, "--help") == 0) {
			return 1;
		} else if (strncmp(a, "--style=", 8) == 0) {
			ret = choice("--style", tool_names, a + 8, &which, err);
			if (ret < 0)
				return ret;
			args->tool = (enum bonnie_tool)which;
		} else if (strncmp(a, "--csv=", 6) == 0) {
			ret = choice("--csv", csv_names, a + 6, &which, err);
			if (ret < 0)
				return ret;
			args->csv = (enum bonnie_csv)which;
		} else if (strncmp(a, "--least-time=", 13) == 0) {
			uint64_t ns;
			ret = units_parse_time(a + 13, &ns, err);
			if (ret < 0)
				return fail_in(err, ret, "--least-time");
			args->least_time = a + 13;
		} else {
			return fail(err, EINVAL,
				"no option '%s'; the long ones are --style=, --csv=, "
				"--least-time=, --help",
				a);
		}
	}
	argv[kept] = NULL;
	*argc = kept;
	return 0;
}

/* Bonnie's own, each a word of its own: -html is none of getopt's. */
static int parse_bonnie(struct bonnie_args *args, int argc, char **argv, struct error *err)
{
	uint64_t mib = 0;

	for (int i = 1; i < argc; i++) {
		const char *value = i + 1 < argc ? argv[i + 1] : NULL;
		const bool takes_value = strcmp(argv[i], "-d") == 0 || strcmp(argv[i], "-s") == 0 ||
					 strcmp(argv[i], "-m") == 0;
		if (strcmp(argv[i], "-html") == 0) {
			args->html = true;
			continue;
		}
		if (!takes_value)
			return fail(err, EINVAL,
				"no option '%s'; bonnie has -d DIR, -s MB, -m LABEL, -html "
				"(--style=bonnie++ has more)",
				argv[i]);
		if (!value)
			return fail(err, EINVAL, "%s: a value is missing", argv[i]);
		switch (argv[i++][1]) {
		case 'd':
			args->dir = value;
			break;
		case 'm':
			args->label = value;
			break;
		default: {
			int ret = number("-s", value, no_suffixes, 1, MOST_MIB, &mib, err);
			if (ret < 0)
				return ret;
			args->size = mib * MIB;
		}
		}
	}
	return 0;
}

static int fail_getopt(int got, char **argv, struct error *err)
{
	if (got == ':')
		return fail(err, EINVAL, "-%c: a value is missing", optopt);
	return fail(err, EINVAL, "no option '-%c' in '%s'; `bakeoff bonnie --help` lists them",
		optopt, argv[optind > 1 ? optind - 1 : 1]);
}

static int bonnie64_option(struct bonnie_args *args, int letter, const char *value,
	struct error *err)
{
	uint64_t mib = 0;
	int ret = 0;

	switch (letter) {
	case 'd':
		args->dir = value;
		break;
	case 'm':
		args->label = value;
		break;
	case 'r':
		args->random = true;
		break;
	case 'f':
		args->html = strcmp(value, "html") == 0;
		if (!args->html && strcmp(value, "txt") != 0)
			return fail(err, EINVAL, "-f: '%s' is none of txt, html", value);
		break;
	case 's':
		ret = number("-s", value, no_suffixes, 1, MOST_MIB, &mib, err);
		if (ret == 0)
			args->size = mib * MIB;
	}
	return ret;
}

/* What bonnie++ does with semaphores between its processes, -c does here. */
static int fail_together(int letter, struct error *err)
{
	return fail(err, EINVAL,
		"-%c: no semaphores here that other processes wait at: -c N starts N of them "
		"together, phase by phase",
		letter);
}

static int plus_option(struct bonnie_args *args, int letter, const char *value, struct error *err)
{
	uint64_t mib = 0;
	int ret;

	switch (letter) {
	case 'd':
		args->dir = value;
		return 0;
	case 's':
		return size_option(args, value, err);
	case 'n':
		return files_option(args, value, err);
	case 'c':
		return number("-c", value, no_suffixes, 1, 200, &args->concurrency, err);
	case 'm':
		args->label = value;
		return 0;
	case 'r':
		return number("-r", value, no_suffixes, 0, MOST_MIB, &args->ram, err);
	case 'x':
		return number("-x", value, no_suffixes, 1, 1000000, &args->times, err);
	case 'u':
		args->user = value;
		return 0;
	case 'g':
		args->group = value;
		return 0;
	case 'q':
		args->quiet = true;
		return 0;
	case 'f':
		ret = value ? number("-f", value, no_suffixes, 0, MOST_MIB, &mib, err) : 0;
		args->byte_size = mib * MIB;
		return ret;
	case 'b':
		args->sync_every = true;
		return 0;
	case 'D':
		args->direct = true;
		return 0;
	case 'z':
		return number("-z", value, no_suffixes, 0, UINT32_MAX, &args->seed, err);
	case 'Z':
		args->seed_file = value;
		return 0;
	default:
		return fail_together(letter, err);
	}
}

/* O_DIRECT in all phases or in none. */
static int check_direct(const struct bonnie_args *args, struct error *err)
{
	if (!args->direct)
		return 0;
	if (args->byte_size > 0 && args->size > 0)
		return fail(err, EINVAL, "-D: single bytes cannot be moved with O_DIRECT: add -f");
	if (args->files > 0 && args->max_size > 0)
		return fail(err, EINVAL,
			"-D: files of any size cannot be written with O_DIRECT: -n without max, "
			"not %" PRIu64,
			args->max_size);
	if (args->chunk < 512)
		return fail(err, EINVAL, "-D: a chunk of %" PRIu64 " bytes is below a sector, 512",
			args->chunk);
	return 0;
}

static int check_plus(const struct bonnie_args *args, struct error *err)
{
	int ret = check_direct(args, err);

	if (ret < 0)
		return ret;
	if (args->size == 0 && args->files == 0)
		return fail(err, EINVAL, "nothing to do: -s 0 and -n 0");
	if (args->dirs > args->files * 1024)
		return fail(err, EINVAL, "-n: dirs: %" PRIu64 " are more than files, %" PRIu64,
			args->dirs, args->files * 1024);
	if (args->seed != BONNIE_UNKNOWN && args->seed_file)
		return fail(err, EINVAL, "-z and -Z: only one of them says what chance is");
	return 0;
}

static int parse_getopt(struct bonnie_args *args, int argc, char **argv, struct error *err)
{
	const bool plus = args->tool == TOOL_BONNIE_PLUS;
	const char *letters = plus ? "+:d:s:n:c:m:r:x:u:g:qf::bDp:y:z:Z:" : "+:d:s:m:f:r";
	int letter, ret = 0;

	optind = 0; /* from the start, whoever has called getopt before */
	opterr = 0;
	while (ret == 0 && (letter = getopt(argc, argv, letters)) != -1) {
		if (letter == '?' || letter == ':')
			ret = fail_getopt(letter, argv, err);
		else
			ret = plus ? plus_option(args, letter, optarg, err)
				   : bonnie64_option(args, letter, optarg, err);
	}
	if (ret == 0 && optind < argc)
		return fail(err, EINVAL, "'%s' is one operand too many", argv[optind]);
	return ret == 0 && plus ? check_plus(args, err) : ret;
}

int bonnie_args_parse(struct bonnie_args *args, int argc, char **argv, struct error *err)
{
	int ret = take_long(args, &argc, argv, err);

	if (ret != 0)
		return ret;
	set_defaults(args);
	ret = args->tool == TOOL_BONNIE ? parse_bonnie(args, argc, argv, err)
					: parse_getopt(args, argc, argv, err);
	if (ret == 0 && !*args->dir)
		return fail(err, EINVAL, "-d: empty, where a directory is expected");
	return ret == 0 && args->label ? printable_check("-m", args->label, err) : ret;
}

uint64_t bonnie_default_size(uint64_t ram_mib)
{
	uint64_t mib = max_u64(300, 2 * ram_mib);

	if (mib % 1024 > 512)
		mib = (mib / 1024 + 1) * 1024;
	return mib * MIB;
}

void bonnie_help(struct text *out)
{
	text_puts(out,
		"usage: bakeoff bonnie [-d DIR] [-s MB] [-m LABEL] [-html]\n"
		"       bakeoff bonnie --style=bonnie64 [-d DIR] [-s MB] [-m LABEL]\n"
		"                      [-f txt|html] [-r]\n"
		"       bakeoff bonnie --style=bonnie++ [OPTION...]\n"
		"Write, rewrite, read and seek in one file, and print Bonnie's table.\n"
		"\n"
		"  --style=bonnie|bonnie64|bonnie++\n"
		"               whose options, phases and table (bonnie, of 1996)\n"
		"  --least-time=TIME\n"
		"               do a phase again while it was shorter (0: +++++ for bonnie++)\n"
		"  --csv=1.98|1.97|1.03\n"
		"               bonnie++: 50, 48 or 27 fields (1.98)\n"
		"\n"
		"bonnie, bonnie64:\n"
		"  -d DIR       work in a new directory there (.)\n"
		"  -s MB        MiB of the file (100)\n"
		"  -m LABEL     the machine's name in the table\n"
		"  -html        bonnie: one row of an HTML table\n"
		"  -f txt|html  bonnie64: as text, or as a whole HTML table\n"
		"  -r           bonnie64: random data\n"
		"\n"
		"bonnie++:\n"
		"  -d DIR       work in a new directory there (.)\n"
		"  -s SIZE[:CHUNK[:SEEKS[:SEEKERS]]]\n"
		"               MiB, g, t (twice the memory); bytes, k (8k); seeks, k (8192);\n"
		"               processes (5); 0: no big file\n"
		"  -n NUM[:MAX[:MIN[:DIRS[:CHUNK]]]]\n"
		"               small files, in 1024, m (16); their bytes, k, m, g (0), or\n"
		"               link (-1), symlink (-2); directories (0); bytes, k (8k)\n"
		"  -c CONC      so many of everything at once, 1 to 200 (1)\n"
		"  -m NAME      the machine's name\n"
		"  -r RAM       MiB of memory, for the default size and a warning; 0: neither\n"
		"  -x COUNT     so many runs, in CSV\n"
		"  -u USER[:GROUP], -g GROUP\n"
		"               be that user; root may also run without\n"
		"  -q           only CSV on standard output, the table on standard error\n"
		"  -f[MB]       MiB of the byte tests, none where it stands alone (3)\n"
		"  -b           fsync after every write, create and delete\n"
		"  -D           O_DIRECT; with -f\n"
		"  -z SEED      0 to 4294967295 (drawn)\n"
		"  -Z FILE      the seed comes from this file's bytes\n");
}
