// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/command.h"

#include "core/auto.h"
#include "core/text.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>

enum { WORD_BYTES = 4096 };

void arguments_add(struct arena *arena, struct arguments *args, const char *word)
{
	/* one more than the words, for the NULL */
	args->list = arena_grow(arena, args->list, args->count, sizeof(*args->list));
	args->list[args->count++] = word;
	args->list = arena_grow(arena, args->list, args->count, sizeof(*args->list));
	args->list[args->count] = NULL;
}

/* One word from *from on, without its quotes; *from is left after it. */
static int next_word(const char **from, struct text *word, struct error *err)
{
	const char *p = *from;
	char quote = '\0';

	text_clear(word);
	for (; *p && (quote || !isspace((unsigned char)*p)); p++) {
		if (quote && *p == quote)
			quote = '\0';
		else if (!quote && (*p == '\'' || *p == '"'))
			quote = *p;
		else if (quote != '\'' && *p == '\\' && p[1])
			text_add(word, ++p, 1);
		else
			text_add(word, p, 1);
	}
	if (quote)
		return fail(err, EINVAL, "options '%s': the quote %c is not closed", *from, quote);
	*from = p;
	return text_check(word, "an option", err);
}

int arguments_split(struct arena *arena, struct arguments *args, const char *text,
	struct error *err)
{
	AUTO_TEXT struct text word;

	text_init(&word, WORD_BYTES);
	while (text) {
		while (isspace((unsigned char)*text))
			text++;
		if (*text == '\0')
			break;
		int ret = next_word(&text, &word, err);
		if (ret < 0)
			return ret;
		arguments_add(arena, args, arena_strdup(arena, word.data));
	}
	return 0;
}

static void add_quoted(struct text *line, const char *word)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
				    "-_=./,:+@%^";

	if (*word && strspn(word, plain) == strlen(word)) {
		text_puts(line, word);
		return;
	}
	text_puts(line, "'");
	for (; *word; word++) {
		if (*word == '\'')
			text_puts(line, "'\\''");
		else
			text_add(line, word, 1);
	}
	text_puts(line, "'");
}

const char *arguments_text(struct arena *arena, const struct arguments *args)
{
	AUTO_TEXT struct text line;

	text_init(&line, 1 << 16);
	for (size_t i = 0; i < args->count; i++) {
		if (i > 0)
			text_puts(&line, " ");
		add_quoted(&line, args->list[i]);
	}
	return arena_strdup(arena, line.data);
}

void command_say(const struct command_listener *listener, const char *line)
{
	if (listener->say)
		listener->say(listener->context, line);
}

const char *command_find(struct arena *arena, const char *name)
{
	const char *path = getenv("PATH");
	char *folders =
		arena_printf(arena, "%s:/usr/local/sbin:/usr/sbin:/sbin", path ? path : "/usr/bin");

	for (char *rest = folders, *folder; (folder = strsep(&rest, ":"));) {
		if (*folder != '/')
			continue;
		const char *program = arena_printf(arena, "%s/%s", folder, name);
		if (access(program, X_OK) == 0)
			return program;
	}
	return NULL;
}

/* Reads to the end; what does not fit pushes the oldest out. */
static void read_last(int fd, char *output, size_t room)
{
	size_t length = 0;
	char part[1024];

	for (;;) {
		ssize_t n = read(fd, part, sizeof(part));
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		size_t skip = (size_t)n >= room ? (size_t)n - (room - 1) : 0;
		size_t more = (size_t)n - skip;
		if (length + more > room - 1) {
			size_t drop = length + more - (room - 1);
			memmove(output, output + drop, length - drop);
			length -= drop;
		}
		memcpy(output + length, part + skip, more);
		length += more;
	}
	output[length] = '\0';
}

/* The last line; of a program that ends in a page of usage, the last one before that. */
static const char *last_words(char *output)
{
	static const char usage[] = "\nusage";
	char *page = strcasestr(output, usage);
	size_t length = page ? (size_t)(page - output) : strlen(output);

	while (length > 0 && isspace((unsigned char)output[length - 1]))
		length--;
	output[length] = '\0';
	char *newline = strrchr(output, '\n');
	return newline ? newline + 1 : output;
}

static int spawn(const char *path, const struct arguments *args, int pipe_end, pid_t *pid,
	struct error *err)
{
	static const char *const clean[] = { "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C",
		NULL };
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attr;
	sigset_t none, all;

	(void)sigemptyset(&none); /* these two cannot fail */
	(void)sigfillset(&all);
	int ret = posix_spawn_file_actions_init(&files);
	if (ret == 0)
		ret = posix_spawnattr_init(&attr);
	if (ret == 0)
		ret = posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
	if (ret == 0)
		ret = posix_spawn_file_actions_adddup2(&files, pipe_end, 1);
	if (ret == 0)
		ret = posix_spawn_file_actions_adddup2(&files, pipe_end, 2);
	if (ret == 0)
		ret = posix_spawnattr_setflags(&attr,
			POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
	if (ret == 0)
		ret = posix_spawnattr_setsigmask(&attr, &none);
	if (ret == 0)
		ret = posix_spawnattr_setsigdefault(&attr, &all);
	/* execve() changes neither the words nor the list, its type only says so */
	if (ret == 0)
		ret = posix_spawn(pid, path, &files, &attr, (char *const *)(uintptr_t)args->list,
			(char *const *)(uintptr_t)clean);
	(void)posix_spawnattr_destroy(&attr);
	(void)posix_spawn_file_actions_destroy(&files);
	errno = ret;
	return ret ? fail_errno(err, "run %s", path) : 0;
}

int command_run(const char *path, const struct arguments *args, char *output, size_t room,
	struct error *err)
{
	int ends[2], status = 0;
	pid_t pid = -1;

	if (pipe2(ends, O_CLOEXEC) < 0)
		return fail_errno(err, "make a pipe for %s", path);
	AUTO_CLOSE int from = ends[0];
	AUTO_CLOSE int to = ends[1];
	int ret = spawn(path, args, to, &pid, err);
	if (ret < 0)
		return ret;
	auto_close(&to);
	read_last(from, output, room);
	while (waitpid(pid, &status, 0) < 0) {
		if (errno != EINTR)
			return fail_errno(err, "wait for %s", path);
	}
	if (WIFSIGNALED(status))
		return fail(err, EIO, "%s was killed by signal %d", args->list[0],
			WTERMSIG(status));
	if (WEXITSTATUS(status) != 0)
		return fail(err, EIO, "%s failed with status %d: %s", args->list[0],
			WEXITSTATUS(status), last_words(output));
	return 0;
}
