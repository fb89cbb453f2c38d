// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/number_list.h"

#include "core/auto.h"
#include "core/printable.h"
#include "core/units.h"
#include "io/line.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

enum { LINE_MOST = 4096 };

static const double least_size = 1e-100, greatest_size = 1e100;

/* A copy without the blanks around it. */
static char *trimmed(struct arena *arena, const char *text, size_t length)
{
	while (length > 0 && isspace((unsigned char)*text)) {
		text++;
		length--;
	}
	while (length > 0 && isspace((unsigned char)text[length - 1]))
		length--;
	return arena_strndup(arena, text, length);
}

static int add(struct number_list *list, const char *number, struct arena *arena, struct error *err)
{
	double value;
	int ret = units_parse_real(number, &value, err);

	if (ret < 0)
		return ret;
	/* beyond, ratios and squares are no numbers any more */
	if (value != 0 && (fabs(value) < least_size || fabs(value) > greatest_size))
		return fail(err, ERANGE, "'%s': not between %g and %g in size", number, least_size,
			greatest_size);
	if (list->count == NUMBER_LIST_MOST)
		return fail(err, E2BIG, "more than %d numbers", NUMBER_LIST_MOST);
	*ARENA_PUSH(arena, list->values, list->count) = value;
	return 0;
}

static int read_typed(const char *text, const char *what, struct arena *arena,
	struct number_list *list, struct error *err)
{
	for (size_t i = 1;; i++) {
		size_t length = strcspn(text, ",");
		int ret = add(list, trimmed(arena, text, length), arena, err);
		if (ret < 0)
			return fail_in(err, ret, "%s, number %zu", what, i);
		if (!text[length])
			return 0;
		text += length + 1;
	}
}

static int add_line(const char *line, size_t length, struct arena *arena, struct number_list *list,
	struct error *err)
{
	if (memchr(line, '\0', length))
		return fail(err, EINVAL, "a zero byte is no part of a number");
	const char *comment = memchr(line, '#', length);
	const char *number = trimmed(arena, line, comment ? (size_t)(comment - line) : length);

	return *number ? add(list, number, arena, err) : 0;
}

/* What some editors put before UTF-8. */
static void skip_mark(const char **line, size_t *length)
{
	static const char mark[] = "\xef\xbb\xbf";
	const size_t bytes = sizeof(mark) - 1;

	if (*length < bytes || memcmp(*line, mark, bytes) != 0)
		return;
	*line += bytes;
	*length -= bytes;
}

static int read_lines(int fd, const char *name, const char *what, struct arena *arena,
	struct number_list *list, struct error *err)
{
	struct line_reader reader;
	const char *line;
	size_t length;
	int ret, more = 1;

	line_reader_init(&reader, fd, LINE_MOST);
	for (size_t number = 1; more > 0; number++) {
		more = ret = line_reader_wait(&reader, &line, &length, err);
		if (more == 0)
			length = line_reader_rest(&reader, &line);
		if (more >= 0 && number == 1)
			skip_mark(&line, &length);
		if (more >= 0)
			ret = add_line(line, length, arena, list, err);
		if (ret < 0) {
			ret = fail_in(err, ret, "%s: %s, line %zu", what, name, number);
			break;
		}
	}
	line_reader_free(&reader);
	return ret;
}

static int read_file(const char *path, const char *what, struct arena *arena,
	struct number_list *list, struct error *err)
{
	bool is_stdin = strcmp(path, "-") == 0;
	const char *name = is_stdin ? "standard input" : path;

	if (!*path)
		return fail(err, EINVAL, "%s: the name of a file is expected after @", what);
	AUTO_CLOSE int file = is_stdin ? -1 : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);

	if (!is_stdin && file < 0)
		return fail_errno(err, "%s: open %s", what, path);
	int ret = read_lines(is_stdin ? STDIN_FILENO : file, name, what, arena, list, err);
	if (ret == 0 && list->count == 0)
		return fail(err, EINVAL, "%s: %s has no number", what, name);
	return ret;
}

int number_list_read(const char *text, const char *what, struct arena *arena,
	struct number_list *list, struct error *err)
{
	struct number_list made = { 0 };
	int ret;

	if (!*text)
		return fail(err, EINVAL, "%s: no number at all", what);
	ret = *text == '@' ? read_file(text + 1, what, arena, &made, err)
			   : read_typed(text, what, arena, &made, err);
	if (ret == 0)
		*list = made;
	return ret;
}

int number_item_split(const char *option, const char *item, struct arena *arena, const char **name,
	const char **rest, struct error *err)
{
	const char *equals = strchr(item, '=');

	if (!equals || equals == item)
		return fail(err, EINVAL, "%s: '%s': NAME=... is expected", option, item);
	char *own = arena_strndup(arena, item, (size_t)(equals - item));
	int ret = printable_check(arena_printf(arena, "%s: a name", option), own, err);
	if (ret < 0)
		return ret;
	*name = own;
	*rest = equals + 1;
	return 0;
}
