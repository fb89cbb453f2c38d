// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/aim7_args.h"

#include "classic/aim7_places.h"
#include "core/auto.h"
#include "core/printable.h"
#include "core/units.h"
#include "io/file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

enum { FILE_MOST = 65536 };

/* A FIFO would wait for its writer, a device may never end. */
static int read_file(const char *path, struct arena *arena, const char **text, size_t *length,
	struct error *err)
{
	AUTO_CLOSE int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	char *bytes = NEW(arena, char, FILE_MOST + 2);
	struct stat st;

	if (fd < 0 || fstat(fd, &st) < 0)
		return fail_errno(err, "open %s", path);
	if (!S_ISREG(st.st_mode))
		return fail(err, EINVAL, "%s is no regular file", path);
	int ret = io_read_some(fd, bytes, FILE_MOST + 1, length, err);
	if (ret == 0 && *length > FILE_MOST)
		ret = fail(err, E2BIG, "more than the most, %d bytes", FILE_MOST);
	if (ret < 0)
		return fail_in(err, ret, "%s", path);
	*text = bytes;
	return 0;
}

static int read_workfile(const char *path, struct arena *arena, struct aim7_args *args,
	struct error *err)
{
	const char *text = "";
	size_t length = 0;
	int ret = read_file(path, arena, &text, &length, err);

	if (ret < 0)
		return ret;
	args->name = path;
	ret = aim7_mix_parse(text, length, &args->mix, err);
	return ret < 0 ? fail_in(err, ret, "%s", path) : 0;
}

static int take_mix(const char *name, struct aim7_args *args, struct error *err)
{
	const int index = aim7_mix_of_name(name);

	if (index < 0)
		return fail(err, EINVAL, "mix: '%s' is none of compute, dbase, fserver, shared",
			name);
	args->name = aim7_mix_names[index];
	aim7_mix_standard(index, &args->mix);
	return 0;
}

/* Without a word it is what Suite VII reads: workfile in the current directory. */
static int find_mix(const struct aim7_options *o, const char *operand, struct arena *arena,
	struct aim7_args *args, struct error *err)
{
	const int given = (operand != NULL) + (o->mix != NULL) + (o->workfile != NULL);

	if (given > 1)
		return fail(err, EINVAL,
			"one of a mix, --mix and --workfile is enough: they exclude each other");
	if (o->mix)
		return take_mix(o->mix, args, err);
	if (o->workfile)
		return read_workfile(o->workfile, arena, args, err);
	if (operand && aim7_mix_of_name(operand) >= 0)
		return take_mix(operand, args, err);
	int ret = read_workfile(operand ? operand : "workfile", arena, args, err);
	if (ret != -ENOENT || args->name)
		return ret;
	return fail_in(err, ret, "%s",
		operand ? "no mix (compute, dbase, fserver, shared) is named so"
			: "no mix (compute, dbase, fserver, shared) is given");
}

static int whole_kib(const char *name, uint64_t bytes, struct error *err)
{
	if (bytes % AIM_BLOCK != 0)
		return fail(err, EINVAL, "%s: %" PRIu64 " is no multiple of %d", name, bytes,
			AIM_BLOCK);
	return 0;
}

static int resize(const struct aim7_options *o, struct aim7_mix *mix, struct error *err)
{
	int ret = whole_kib("filesize", o->filesize, err);

	if (ret == 0)
		ret = whole_kib("poolsize", o->poolsize, err);
	if (ret < 0)
		return ret;
	if (o->filesize == 0 && o->poolsize > 0)
		return fail(err, EINVAL, "poolsize: needs --filesize, too: they replace both");
	if (o->filesize > 0)
		aim7_mix_resize(mix, o->filesize / AIM_BLOCK, o->poolsize / AIM_BLOCK);
	return 0;
}

int aim7_list_parse(const char *text, struct arena *arena, struct aim7_levels *levels,
	struct error *err)
{
	uint64_t *list = NULL;
	size_t count = 0;
	char *rest = NULL, *copy = arena_strdup(arena, text);
	const size_t length = strlen(text);

	if (length > 0 && text[length - 1] == ',')
		return fail(err, EINVAL, "list: '%s' ends with a comma", text);
	for (char *item = copy; item; item = rest) {
		uint64_t users = 0;
		rest = strchr(item, ',');
		if (rest)
			*rest++ = '\0';
		int ret = units_parse_count(item, &users, err);
		if (ret < 0)
			return fail_in(err, ret, "list");
		if (users < 1 || users > AIM7_MOST_USERS)
			return fail(err, ERANGE, "list: %" PRIu64 " is not from 1 to %d", users,
				AIM7_MOST_USERS);
		*ARENA_PUSH(arena, list, count) = users;
	}
	levels->list = list;
	levels->list_count = count;
	return 0;
}

static int find_levels(const struct aim7_options *o, struct arena *arena,
	struct aim7_levels *levels, struct error *err)
{
	*levels = (struct aim7_levels){
		.start = o->users > 0 ? o->users : o->start,
		.end = o->users > 0 ? o->users : o->end,
		.increment = o->increment,
		.crossover = o->crossover,
		.adaptive = o->adaptive && !o->no_adaptive,
		.approach = o->approach,
	};
	if (o->users > 0 && o->list)
		return fail(err, EINVAL, "users: a list is given, too");
	if (levels->start > levels->end)
		return fail(err, EINVAL, "end: %" PRIu64 " is below start, %" PRIu64, levels->end,
			levels->start);
	return o->list ? aim7_list_parse(o->list, arena, levels, err) : 0;
}

/* The fewest blocks that any level gives: with the most users. */
static int check_sizes(const struct aim7_args *args, struct error *err)
{
	const struct aim7_levels *levels = &args->levels;
	uint64_t most = levels->list ? 1 : levels->end;

	for (size_t i = 0; levels->list && i < levels->list_count; i++)
		most = max_u64(most, levels->list[i]);
	const uint64_t blocks = aim7_mix_blocks(&args->mix, most);
	if (blocks < AIM_LEAST_BLOCKS)
		return fail(err, ERANGE,
			"filesize: with %" PRIu64 " users a file has %" PRIu64
			" KiB: the least is %d",
			most, blocks, AIM_LEAST_BLOCKS);
	return 0;
}

int aim7_config_parse(const char *text, size_t length, struct arena *arena, struct aim7_args *args,
	struct error *err)
{
	const char **dirs = NULL;
	size_t count = 0;

	while (length > 0) {
		const char *newline = memchr(text, '\n', length);
		const size_t part = newline ? (size_t)(newline - text) : length;
		if (part == 0 || memchr(text, '\0', part))
			return fail(err, EINVAL, "line %zu names no directory", count + 1);
		if (count == AIM7_MOST_PLACES)
			return fail(err, ERANGE, "more than %d directories", AIM7_MOST_PLACES);
		*ARENA_PUSH(arena, dirs, count) = arena_strndup(arena, text, part);
		text += part + (newline != NULL);
		length -= part + (newline != NULL);
	}
	if (count == 0)
		return fail(err, EINVAL, "it names no directory");
	if (strcmp(dirs[0], "OFF") == 0) {
		dirs[0] = ".";
		count = 1;
	}
	args->dirs = dirs;
	args->dir_count = count;
	return 0;
}

static int find_dirs(const struct aim7_options *o, struct arena *arena, struct aim7_args *args,
	struct error *err)
{
	static const char *const here[] = { "." };
	const char *text = "";
	size_t length = 0;

	args->dirs = o->dir.count > 0 ? o->dir.items : here;
	args->dir_count = o->dir.count > 0 ? o->dir.count : 1;
	if (o->dir.count > AIM7_MOST_PLACES)
		return fail(err, ERANGE, "dir: %zu are above the most, %d", o->dir.count,
			AIM7_MOST_PLACES);
	if (!o->config)
		return 0;
	if (o->dir.count > 0)
		return fail(err, EINVAL, "config: --dir is given, too");
	int ret = read_file(o->config, arena, &text, &length, err);
	if (ret < 0)
		return ret;
	ret = aim7_config_parse(text, length, arena, args, err);
	return ret < 0 ? fail_in(err, ret, "%s", o->config) : 0;
}

int aim7_args_make(const struct aim7_options *options, const char *operand, struct arena *arena,
	struct aim7_args *args, struct error *err)
{
	struct aim7_args made = { 0 };
	int ret = 0;

	if (options->listed[0] != '/')
		ret = fail(err, EINVAL, "listed: '%s' is not absolute", options->listed);
	if (ret == 0 && options->machine) /* which is a column of a line */
		ret = printable_check("machine", options->machine, err);
	if (ret == 0)
		ret = find_mix(options, operand, arena, &made, err);
	if (ret == 0)
		ret = resize(options, &made.mix, err);
	if (ret == 0)
		ret = find_levels(options, arena, &made.levels, err);
	if (ret == 0)
		ret = check_sizes(&made, err);
	if (ret == 0)
		ret = find_dirs(options, arena, &made, err);
	if (ret == 0)
		*args = made;
	return ret;
}
