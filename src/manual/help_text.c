// SPDX-License-Identifier: GPL-3.0-or-later
#include "manual/help_text.h"

#include "core/auto.h"
#include "core/text.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

static NORETURN void print_help(const struct command *c, int out, struct arena *arena)
{
	char *argv[] = { arena_strdup(arena, c->name), (char[]){ "--help" }, NULL };
	struct invocation call = { .command = c, .arena = arena, .argc = 2, .argv = argv };
	int status = dup2(out, STDOUT_FILENO) < 0 ? EXIT_WENT_WRONG : c->run(&call);

	if (fflush(stdout) != 0)
		status = EXIT_WENT_WRONG;
	_exit(status);
}

static int read_all(int fd, struct arena *arena, const char **text, struct error *err)
{
	AUTO_TEXT struct text all;
	char some[4096];
	ssize_t n;

	text_init(&all, MIB);
	while ((n = read(fd, some, sizeof(some))) > 0)
		text_add(&all, some, (size_t)n);
	if (n < 0)
		return fail_errno(err, "read a help text");
	*text = arena_strdup(arena, all.data);
	return text_check(&all, "a help text", err);
}

int help_text_of(const struct command *c, struct arena *arena, const char **text, struct error *err)
{
	int ends[2], status = 0;

	(void)fflush(stdout); /* so that nothing is printed twice */
	if (pipe(ends) < 0)
		return fail_errno(err, "make a pipe");
	pid_t child = fork();
	if (child == 0)
		print_help(c, ends[1], arena);
	(void)close(ends[1]); /* or the pipe would have no end */
	AUTO_CLOSE int out = ends[0];
	if (child < 0)
		return fail_errno(err, "start a process");
	int ret = read_all(out, arena, text, err);
	if (waitpid(child, &status, 0) < 0)
		return fail_errno(err, "wait for a process");
	if (ret == 0 && (status != 0 || !**text))
		return fail(err, EIO, "%s --help failed, status %d", c->name, status);
	return ret;
}

/* All in one line, each run of blanks and newlines one blank. */
static char *one_line(struct arena *arena, const char *from, size_t length)
{
	char *line = arena_alloc(arena, length + 1, 1), *to = line;

	for (size_t i = 0; i < length; i++) {
		bool blank = isspace((unsigned char)from[i]) != 0;
		if (!blank)
			*to++ = from[i];
		else if (to > line && to[-1] != ' ')
			*to++ = ' ';
	}
	while (to > line && to[-1] == ' ')
		to--;
	*to = '\0';
	return line;
}

/* The usage goes on in lines that begin with blanks; one with the command's name is another. */
const char *help_text_usage(const char *text, const char *name, struct arena *arena,
	const char **usage)
{
	char *first = arena_printf(arena, "usage: bakeoff %s", name);
	char *further = arena_printf(arena, "bakeoff %s", name);
	const char *line = text;
	char *all = arena_strdup(arena, "");

	*usage = "";
	if (strncmp(text, first, strlen(first)) != 0)
		return text;
	while (line == text || *line == ' ') {
		const char *from = line == text ? line + strlen(first) : line;
		const char *other = from + strspn(from, " ");
		bool is_other = strncmp(other, further, strlen(further)) == 0;
		if (is_other)
			from = other + strlen(further);
		char *more = one_line(arena, from, strcspn(from, "\n"));
		all = arena_printf(arena, "%s%s%s", all, is_other ? "\n" : *all ? " " : "", more);
		line = from + strcspn(from, "\n");
		line += *line == '\n';
	}
	*usage = all;
	return line;
}

/* "-d, --dir=DIR", "-d DIR", "-f[MB]", "-html", "if=FILE", "name". */
static struct argument read_argument(const char *left, const char *words, struct arena *arena)
{
	struct argument a = { .words = words };
	const char *rest = left;

	if (rest[0] == '-' && isalnum((unsigned char)rest[1]) && rest[2] == '[') {
		a.letter = rest[1];
		a.value_optional = true;
		a.value = arena_strndup(arena, rest + 3, strcspn(rest + 3, "]"));
		return a;
	}
	if (rest[0] == '-' && isalnum((unsigned char)rest[1]) && strchr(", =", rest[2])) {
		a.letter = rest[1]; /* at its end, too: strchr finds the zero */
		rest += 2;
		rest += strspn(rest, ", ");
	}
	if (a.letter && *rest && *rest != '-') {
		a.value = arena_strdup(arena, rest + (*rest == '='));
		return a;
	}
	size_t length = strcspn(rest, "=[ ");
	bool is_option = *rest == '-';
	const char *after = rest + length;
	if (length > 0)
		a.name = is_option || *after != '=' ? arena_strndup(arena, rest, length)
						    : arena_strndup(arena, rest, length + 1);
	a.value_optional = strncmp(after, "[=", 2) == 0;
	after += strspn(after, "[= ");
	if (*after && (is_option || rest[length] == '='))
		a.value = arena_strndup(arena, after, strcspn(after, "]"));
	return a;
}

/* Two blanks between the argument and what it does; or one, where the argument leaves no room. */
static void split_item(const char *line, size_t length, struct arena *arena, const char **left,
	const char **words)
{
	size_t at = 0;

	while (at < length && strncmp(line + at, "  ", 2) != 0)
		at++;
	*left = arena_strndup(arena, line, at);
	*words = one_line(arena, line + at, length - at);
}

struct help_reader {
	struct arena *arena;
	struct manual_part *parts;
	size_t count;
	bool paragraph_open, item_open;
};

static struct manual_part *last_part(struct help_reader *r)
{
	if (r->count == 0)
		return ARENA_PUSH(r->arena, r->parts, r->count);
	return &r->parts[r->count - 1];
}

static void read_text(struct help_reader *r, const char *line, size_t length, bool literal)
{
	struct manual_part *part = r->count ? last_part(r) : NULL;
	char *text = arena_strndup(r->arena, line, length);

	if (!part || !r->paragraph_open || part->literal != literal) {
		part = ARENA_PUSH(r->arena, r->parts, r->count);
		part->literal = literal;
	}
	part->text = part->text ? arena_printf(r->arena, "%s\n%s", part->text, text) : text;
	r->paragraph_open = true;
	r->item_open = false;
}

static void read_item(struct help_reader *r, const char *line, size_t length)
{
	struct manual_part *part = last_part(r);
	const char *left, *words;

	split_item(line + 2, length - 2, r->arena, &left, &words);
	*ARENA_PUSH(r->arena, part->arguments, part->count) = read_argument(left, words, r->arena);
	r->item_open = true;
	r->paragraph_open = false;
}

static void continue_item(struct help_reader *r, const char *line, size_t length)
{
	struct manual_part *part = last_part(r);
	struct argument *a = &part->arguments[part->count - 1];
	char *more = one_line(r->arena, line, length);

	a->words = arena_printf(r->arena, "%s%s%s", a->words, *a->words ? " " : "",
		more + (*more == ' '));
}

void help_text_parts(const char *text, struct arena *arena, struct manual_part **parts,
	size_t *count)
{
	struct help_reader r = { .arena = arena };

	for (const char *line = text; *line;) {
		size_t length = strcspn(line, "\n"), indent = strspn(line, " ");
		if (length == 0)
			r.paragraph_open = r.item_open = false;
		else if (indent == 2)
			read_item(&r, line, length);
		else if (indent > 2 && r.item_open)
			continue_item(&r, line, length);
		else
			read_text(&r, line, length, indent > 0);
		line += length + (line[length] == '\n');
	}
	*parts = r.parts;
	*count = r.count;
}
