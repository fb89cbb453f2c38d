// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "classic/classic.h"
#include "classic/lmdd_args.h"
#include "unit.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* lmdd's command lines as one text with blanks between the arguments. */
enum { LMDD_MOST_WORDS = 12, LMDD_LINE_ROOM = 512 };

static inline int lmdd_split(char *text, char **argv)
{
	int argc = 0;
	char *rest = text;

	argv[argc++] = (char[]){ "lmdd" };
	for (char *word; argc < LMDD_MOST_WORDS && (word = strtok_r(rest, " ", &rest));)
		argv[argc++] = word;
	argv[argc] = NULL;
	return argc;
}

static inline int lmdd_parse(const char *line, struct lmdd_args *args, struct error *err)
{
	static char text[LMDD_LINE_ROOM];
	char *argv[LMDD_MOST_WORDS + 1];

	(void)snprintf(text, sizeof(text), "%s", line);
	int argc = lmdd_split(text, argv);
	return lmdd_args_parse(args, argc, argv, err);
}

/* What `bakeoff lmdd LINE` does in a process of its own, which reads `in`. */
struct lmdd_ran {
	int status;
	char said[8192];    /* on stderr */
	char printed[8192]; /* on stdout */
};

static inline void lmdd_collect(int fd, char *text, size_t room)
{
	size_t got = 0;

	for (ssize_t n = 1; n > 0 && got < room - 1; got += (size_t)n) {
		n = read(fd, text + got, room - 1 - got);
		ck_assert_int_ge(n, 0);
	}
	text[got] = '\0';
	close(fd);
}

static inline struct lmdd_ran lmdd_run_line(const char *line, const char *in)
{
	struct lmdd_ran ran = { 0 };
	FILE *printed = tmpfile();
	int to[2], from[2];

	ck_assert_ptr_nonnull(printed);
	ck_assert(pipe(to) == 0 && pipe(from) == 0);
	pid_t child = fork();
	if (child == 0) {
		char text[LMDD_LINE_ROOM], *argv[LMDD_MOST_WORDS + 1];
		(void)snprintf(text, sizeof(text), "%s", line);
		int argc = lmdd_split(text, argv);
		dup2(to[0], STDIN_FILENO);
		dup2(fileno(printed), STDOUT_FILENO);
		dup2(from[1], STDERR_FILENO);
		close(to[1]);
		close(from[0]);
		int status = classic_lmdd(argc, argv);
		(void)fflush(stdout); /* _exit() does not */
		_exit(status);
	}
	close(to[0]);
	close(from[1]);
	ck_assert_int_eq(write(to[1], in, strlen(in)), (ssize_t)strlen(in));
	close(to[1]);
	lmdd_collect(from[0], ran.said, sizeof(ran.said));
	ck_assert_int_eq(waitpid(child, &ran.status, 0), child);
	ck_assert(WIFEXITED(ran.status));
	ran.status = WEXITSTATUS(ran.status);
	rewind(printed);
	lmdd_collect(dup(fileno(printed)), ran.printed, sizeof(ran.printed));
	(void)fclose(printed);
	return ran;
}

/* A directory of a test's own, in which it works. */
static inline void lmdd_enter(char *path)
{
	ck_assert_ptr_nonnull(mkdtemp(path));
	ck_assert_int_eq(chdir(path), 0);
}

static inline void lmdd_leave(const char *path)
{
	char command[128];

	ck_assert_int_eq(chdir("/"), 0);
	(void)snprintf(command, sizeof(command), "rm -r '%s'", path);
	ck_assert_int_eq(system(command), 0);
}
