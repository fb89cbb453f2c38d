// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/command/program.h"

#include "core/auto.h"
#include "io/program.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char no_shell[] = "none";

/* Splits the copy at blanks into words; how many there are, also those without room. */
static size_t split(char *copy, char *words[PROGRAM_WORDS])
{
	size_t n = 0;
	char *rest = copy;

	for (char *word; (word = strtok_r(rest, " \t", &rest)); n++) {
		if (n < PROGRAM_WORDS)
			words[n] = word;
	}
	return n;
}

static bool has_shell(const char *shell)
{
	return strcmp(shell, no_shell) != 0;
}

/* What is split into words: the shell, or the line itself. */
static const char *first_words(const char *line, const char *shell)
{
	return has_shell(shell) ? shell : line;
}

int program_check(const char *what, const char *line, const char *shell, struct error *err)
{
	char *words[PROGRAM_WORDS];
	AUTO_FREE char *copy = strdup(first_words(line, shell));

	if (!copy)
		return fail(err, ENOMEM, "no memory for a command");
	size_t n = split(copy, words);
	if (n == 0)
		return fail(err, EINVAL, "%s: empty", has_shell(shell) ? "shell" : what);
	if (n > PROGRAM_WORDS)
		return fail(err, EINVAL, "%s: more than %d words",
			has_shell(shell) ? "shell" : what, PROGRAM_WORDS);
	return 0;
}

/* What a shell has itself, or reads as no program at all. */
static bool is_builtin(const char *word)
{
	static const char *const builtins[] = { ".", ":", "[", "alias", "break", "case", "cd",
		"command", "continue", "echo", "eval", "exec", "exit", "export", "false", "for",
		"function", "getopts", "hash", "if", "kill", "let", "local", "printf", "pwd",
		"read", "readonly", "return", "select", "set", "shift", "source", "test", "time",
		"times", "trap", "true", "type", "ulimit", "umask", "unalias", "unset", "until",
		"wait", "while" };

	for (size_t i = 0; i < COUNT_OF(builtins); i++) {
		if (strcmp(builtins[i], word) == 0)
			return true;
	}
	return false;
}

static bool is_plain(const char *word)
{
	for (const char *p = word; *p; p++) {
		if (!isalnum((unsigned char)*p) && !strchr("_-+./", *p))
			return false;
	}
	return *word != '\0';
}

static bool is_assignment(const char *word)
{
	size_t name =
		strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789");

	return name > 0 && word[name] == '=' && !strpbrk(word, "'\"`$\\(");
}

/* The first word of the line that is surely the name of a program; NULL: there is none. */
static const char *program_of(char *const *words, size_t n, bool shell)
{
	for (size_t i = 0; i < n && i < PROGRAM_WORDS; i++) {
		if (shell && is_assignment(words[i]))
			continue;
		if (!shell)
			return words[i];
		return is_plain(words[i]) && !is_builtin(words[i]) ? words[i] : NULL;
	}
	return NULL;
}

static int look_for(const char *what, const char *program, struct error *err)
{
	/* below the client's directory, which is not there yet */
	if (strchr(program, '/') && program[0] != '/')
		return 0;
	int ret = io_find_program(program, err);
	return ret < 0 ? fail_in(err, ret, "%s", what) : 0;
}

int program_find(const char *what, const char *line, const char *shell, struct error *err)
{
	AUTO_FREE char *copy = strdup(line);
	AUTO_FREE char *shell_copy = strdup(shell);
	char *words[PROGRAM_WORDS];
	int ret = 0;

	if (!copy || !shell_copy)
		return fail(err, ENOMEM, "no memory for a command");
	if (has_shell(shell) && split(shell_copy, words) > 0)
		ret = look_for("shell", words[0], err);
	size_t n = split(copy, words);
	const char *program = program_of(words, n, has_shell(shell));
	return ret == 0 && program ? look_for(what, program, err) : ret;
}

static int set_number(const char *name, uint64_t value)
{
	char text[24];

	(void)snprintf(text, sizeof(text), "%" PRIu64, value);
	return setenv(name, text, 1);
}

/* Output in one language and notation, so that it can be read. */
static int set_environment(const struct program *p)
{
	char link[64], dir[PATH_MAX];

	(void)snprintf(link, sizeof(link), "/proc/self/fd/%d", p->dir);
	ssize_t length = readlink(link, dir, sizeof(dir) - 1);
	if (length < 0)
		return -1;
	dir[length] = '\0';
	return setenv("LC_ALL", "C", 1) | setenv("BAKEOFF_DIR", dir, 1) |
	       set_number("BAKEOFF_SEED", p->seed) | set_number("BAKEOFF_CLIENT", p->client) |
	       set_number("BAKEOFF_CLIENTS", p->clients);
}

static int wait_for_go(int go, struct error *err)
{
	ssize_t n;
	char byte;

	do
		n = read(go, &byte, 1);
	while (n < 0 && errno == EINTR);
	return n == 1 ? 0 : fail(err, ECANCELED, "nobody let it begin");
}

/* The words of the command, ended by NULL; how many. They are let go by exec, or by the exit. */
static size_t make_words(const struct program *p, struct arena *arena,
	char *words[PROGRAM_WORDS + 2])
{
	char *copy = arena_strdup(arena, first_words(p->line, p->shell));
	size_t n = min_u64(split(copy, words), PROGRAM_WORDS);

	if (has_shell(p->shell))
		words[n++] = arena_strdup(arena, p->line);
	words[n] = NULL;
	return n;
}

/* The head of its crew. */
static int become(void *context, struct board *board, struct error *err)
{
	const struct program *p = context;
	char *words[PROGRAM_WORDS + 2];
	struct arena arena = { 0 };
	AUTO_CLOSE int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);

	(void)board; /* it counts nothing */
	if (nothing < 0 || dup2(nothing, STDIN_FILENO) < 0)
		return fail_errno(err, "connect its standard input");
	if (fchdir(p->dir) < 0)
		return fail_errno(err, "enter the client's directory");
	if (set_environment(p) < 0)
		return fail_errno(err, "set its environment");
	if (make_words(p, &arena, words) == 0)
		return fail(err, EINVAL, "empty");
	int ret = p->go < 0 ? 0 : wait_for_go(p->go, err);
	if (ret < 0)
		return ret;
	(void)execvp(words[0], words);
	return fail_errno(err, "start %s", words[0]);
}

static bool hear(void *context, unsigned stream, const char *bytes, size_t size)
{
	const struct program *p = context;

	return printed_add(p->printed, p->client, p->streams[stream], bytes, size);
}

static int tell_whose(const struct program *p, int ret, struct error *err)
{
	return ret < 0 && *p->what ? fail_in(err, ret, "%s", p->what) : ret;
}

int program_start(const struct program *p, struct crew *crew, struct error *err)
{
	void *context = (void *)(uintptr_t)p; /* neither of them changes it */
	int ret = crew_start(crew, become, context,
		&(const struct crew_ears){ .hear = hear, .context = context }, err);

	if (ret == 0)
		atomic_store(p->keeper, crew->keeper);
	return tell_whose(p, ret, err);
}

void program_stop(const struct program *p, struct crew *crew)
{
	crew_stop(crew);
	atomic_store(p->keeper, 0);
}

int program_end(const struct program *p, const struct crew *crew, struct error *err)
{
	char words[PRINTED_LINE] = "";
	struct error why;
	int ret = crew_wait(crew, &why);

	if (ret < 0)
		printed_last_line(p->printed, p->client, p->streams[CREW_STDERR], words);
	if (ret < 0 && !words[0])
		printed_last_line(p->printed, p->client, p->streams[CREW_STDOUT], words);
	if (atomic_load(&p->printed->too_much))
		ret = fail(err, EFBIG,
			"more than %d MiB of output are not kept: send what is not needed to "
			"/dev/null",
			PRINTED_MOST >> 20);
	else if (ret < 0)
		ret = fail(err, -ret, "%s%s%s", why.text, words[0] ? ": " : "", words);
	return tell_whose(p, ret, err);
}

int program_run(const struct program *p, int patience_ms, struct error *err)
{
	struct crew crew = CREW_NONE;
	int ret = program_start(p, &crew, err);

	if (ret < 0)
		return ret;
	struct pollfd end = { .fd = crew.fd, .events = POLLIN };
	int n;
	do
		n = poll(&end, 1, patience_ms);
	while (n < 0 && errno == EINTR);
	if (n == 0)
		ret = tell_whose(p, fail(err, ETIMEDOUT, "killed after %d s", patience_ms / 1000),
			err);
	else
		ret = program_end(p, &crew, err);
	program_stop(p, &crew);
	return ret;
}
