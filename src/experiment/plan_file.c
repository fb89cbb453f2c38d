// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/auto.h"
#include "experiment/plan.h"
#include "io/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A pipe that somebody has put there, as `<(command)` does. */
static bool is_inherited_pipe(const char *path, mode_t mode)
{
	return S_ISFIFO(mode) &&
	       (strcmp(path, "/dev/stdin") == 0 || strncmp(path, "/dev/fd/", 8) == 0);
}

static int read_whole(void *context, struct arena *arena, const char *path, const char **text,
	size_t *length, struct error *err)
{
	AUTO_CLOSE int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	char *bytes = NEW(arena, char, INI_MAX_BYTES + 2);

	(void)context; /* the world needs none */
	struct stat st;

	if (fd < 0 || fstat(fd, &st) < 0)
		return fail_errno(err, "open %s", path);
	if (S_ISDIR(st.st_mode))
		return fail(err, EISDIR, "%s is a directory, where a plan file is expected", path);
	/* a FIFO would wait for its writer, a device may never end */
	if (!S_ISREG(st.st_mode) && !is_inherited_pipe(path, st.st_mode))
		return fail(err, EINVAL, "%s: no regular file, where a plan is expected", path);
	if (fcntl(fd, F_SETFL, 0) < 0)
		return fail_errno(err, "open %s", path);
	int ret = io_read_some(fd, bytes, INI_MAX_BYTES + 1, length, err);
	if (ret < 0)
		return fail_in(err, ret, "%s", path);
	*text = bytes;
	return 0;
}

static const char *variable(void *context, const char *name)
{
	(void)context;
	return getenv(name);
}

int plan_read_file(const char *path, struct arena *arena, struct plan_lines *lines,
	struct error *err)
{
	static const struct ini_world world = { .read = read_whole, .variable = variable };
	const char *text = "";
	size_t length = 0;
	int ret = read_whole(NULL, arena, path, &text, &length, err);

	return ret < 0 ? ret : ini_parse(text, length, path, &world, arena, lines, err);
}
