// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/program.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_program(const char *path)
{
	struct stat st;

	return access(path, X_OK) == 0 && stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

int io_find_program(const char *name, struct error *err)
{
	const char *p = getenv("PATH");
	char path[PATH_MAX];

	if (strchr(name, '/') && is_program(name))
		return 0;
	for (p = p ? p : "/bin:/usr/bin"; *p && !strchr(name, '/'); p += *p == ':') {
		size_t length = strcspn(p, ":");
		(void)snprintf(path, sizeof(path), "%.*s/%s", (int)length, p, name);
		if (is_program(path))
			return 0;
		p += length;
	}
	return fail(err, ENOENT, "%s: no such program", name);
}
