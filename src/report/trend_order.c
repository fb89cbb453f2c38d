// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/trend_order.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

/* As short as git itself shortens a commit's name. */
enum { COMMIT_LEAST = 7, COMMIT_MOST = 40 };

static int add_name(struct trend_order *order, struct arena *arena, const char *name,
	struct error *err)
{
	if (!*name)
		return fail(err, EINVAL, "order: a name is empty");
	for (size_t i = 0; i < order->count; i++) {
		if (strcmp(order->names[i], name) == 0)
			return fail(err, EINVAL, "order: '%s' is named twice", name);
	}
	*ARENA_PUSH(arena, order->names, order->count) = name;
	return 0;
}

int trend_order_of_text(const char *text, struct arena *arena, struct trend_order *order,
	struct error *err)
{
	static const struct {
		const char *word;
		enum trend_order_kind kind;
	} words[] = {
		{ "time", TREND_BY_TIME },
		{ "name", TREND_BY_NAME },
		{ "date", TREND_BY_DATE },
	};

	*order = (struct trend_order){ .kind = TREND_BY_LIST };
	for (size_t i = 0; i < COUNT_OF(words); i++) {
		if (strcmp(text, words[i].word) == 0) {
			order->kind = words[i].kind;
			return 0;
		}
	}
	for (const char *at = text;;) {
		size_t length = strcspn(at, ",");
		int ret = add_name(order, arena, arena_strndup(arena, at, length), err);
		if (ret < 0 || !at[length])
			return ret;
		at += length + 1;
	}
}

/* Length of the commit's name that the line begins with; 0 where it begins with none. */
static size_t commit_length(const char *line)
{
	size_t n = strspn(line, "0123456789abcdef");

	return n >= COMMIT_LEAST && n <= COMMIT_MOST && (line[n] == ' ' || !line[n]) ? n : 0;
}

/* The commit of a line of a log; "" where the line is not the first of one. */
static const char *commit_of(const char *line, bool is_long, struct arena *arena)
{
	static const char head[] = "commit ";

	if (is_long && strncmp(line, head, strlen(head)) != 0)
		return "";
	line += is_long ? strlen(head) : 0;
	return arena_strndup(arena, line, commit_length(line));
}

/* Each line without blanks at its ends, none that is empty or a comment. */
static const char **lines_of(const char *text, struct arena *arena, size_t *count)
{
	const char **lines = NULL;

	*count = 0;
	while (*text) {
		size_t length = strcspn(text, "\n");
		const char *start = text + strspn(text, " \t\r");
		size_t n = start < text + length ? (size_t)(text + length - start) : 0;
		while (n > 0 && isspace((unsigned char)start[n - 1]))
			n--;
		if (n > 0 && *start != '#')
			*ARENA_PUSH(arena, lines, *count) = arena_strndup(arena, start, n);
		text += length + (text[length] == '\n');
	}
	return lines;
}

static void reverse(struct trend_order *order)
{
	for (size_t i = 0, k = order->count; i + 1 < k; i++) {
		const char *name = order->names[i];
		order->names[i] = order->names[--k];
		order->names[k] = name;
	}
}

int trend_order_of_file(const char *text, struct arena *arena, struct trend_order *order,
	struct error *err)
{
	size_t count, commits = 0;
	const char **lines = lines_of(text, arena, &count);

	*order = (struct trend_order){ .kind = TREND_BY_LIST };
	if (count == 0)
		return fail(err, EINVAL, "order: no name is in it");
	bool is_long = strncmp(lines[0], "commit ", 7) == 0 && commit_length(lines[0] + 7) > 0;
	for (size_t i = 0; i < count; i++)
		commits += commit_length(lines[i]) > 0;
	order->is_log = is_long || commits == count;
	for (size_t i = 0; i < count; i++) {
		const char *name = order->is_log ? commit_of(lines[i], is_long, arena) : lines[i];
		int ret = order->is_log && !*name ? 0 : add_name(order, arena, name, err);
		if (ret < 0)
			return ret;
	}
	if (order->is_log)
		reverse(order);
	return 0;
}

int trend_compare_names(const char *a, const char *b)
{
	while (*a && *b) {
		if (isdigit((unsigned char)*a) && isdigit((unsigned char)*b)) {
			a += strspn(a, "0");
			b += strspn(b, "0");
			size_t x = strspn(a, "0123456789"), y = strspn(b, "0123456789");
			int order = x != y ? (x > y) - (x < y) : strncmp(a, b, x);
			if (order != 0)
				return order;
			a += x;
			b += y;
		} else if (*a != *b) {
			return (unsigned char)*a - (unsigned char)*b;
		} else {
			a++;
			b++;
		}
	}
	return (*a != '\0') - (*b != '\0');
}

/* So many digits as a number; the marks that may stand before them are passed over. */
static bool read_digits(const char **at, const char *marks, int digits, uint64_t *value)
{
	const char *p = *at;

	if (*p && strchr(marks, *p))
		p++;
	for (int i = 0; i < digits; i++, p++) {
		if (!isdigit((unsigned char)*p))
			return false;
		*value = *value * 10 + (uint64_t)(*p - '0');
	}
	*at = p;
	return true;
}

uint64_t trend_date(const char *text)
{
	for (const char *p = text; *p; p++) {
		const char *at = p;
		uint64_t year = 0, month = 0, day = 0, time = 0;
		if (p > text && isdigit((unsigned char)p[-1]))
			continue;
		if (!read_digits(&at, "", 4, &year) || year < 1970 || year > 2999 ||
			!read_digits(&at, "-/.", 2, &month) || month < 1 || month > 12 ||
			!read_digits(&at, "-/.", 2, &day) || day < 1 || day > 31 ||
			isdigit((unsigned char)*at))
			continue;
		/* what of the time is not there is 0 */
		for (int part = 0; part < 3; part++) {
			uint64_t value = 0;
			bool is_there = read_digits(&at, part == 0 ? "T_ " : ":", 2, &value);
			time = time * 100 + (is_there ? value : 0);
		}
		return ((year * 100 + month) * 100 + day) * 1000000 + time;
	}
	return 0;
}

bool trend_order_means(const struct trend_order *order, size_t item, const char *name)
{
	const char *wanted = order->names[item];

	if (!order->is_log)
		return strcmp(wanted, name) == 0;
	/* 6.1.0-gabc1234 names the commit abc1234ff... */
	for (const char *p = name; *p; p++) {
		size_t n = strspn(p, "0123456789abcdef");
		size_t both = n < strlen(wanted) ? n : strlen(wanted);
		if (both >= COMMIT_LEAST && strncmp(p, wanted, both) == 0)
			return true;
	}
	return false;
}
