// SPDX-License-Identifier: GPL-3.0-or-later
#include "agent/cap.h"

#include "core/base.h"
#include "io/file.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint64_t cap_kills(const char *procs)
{
	/* v2, and v1 since Linux 4.13 */
	static const char *const files[] = { "memory.events", "memory.oom_control" };
	static const char key[] = "\noom_kill ";
	const char *slash = strrchr(procs, '/');

	for (size_t i = 0; slash && i < COUNT_OF(files); i++) {
		char path[PATH_MAX], text[1024];
		struct error ignored;
		size_t length;
		(void)snprintf(path, sizeof(path), "%.*s/%s", (int)(slash - procs), procs,
			files[i]);
		if (io_read_small(path, text, sizeof(text), &length, &ignored) < 0)
			continue;
		const char *found = strstr(text, key);
		return found ? strtoull(found + strlen(key), NULL, 10) : 0;
	}
	return 0;
}
