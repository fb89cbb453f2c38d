// SPDX-License-Identifier: GPL-3.0-or-later
#include "journal/swap.h"

#include "core/auto.h"
#include "io/mountinfo.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/swap.h>

int swap_read(struct arena *arena, struct swap_area **areas, size_t *count, struct error *err)
{
	AUTO_FCLOSE FILE *f = fopen("/proc/swaps", "re");
	AUTO_FREE char *line = NULL;
	struct swap_area *made = NULL;
	size_t room = 0, n = 0;

	if (!f && errno != ENOENT)
		return fail_errno(err, "/proc/swaps");
	while (f && getline(&line, &room, f) > 0) {
		char *save = NULL, *path = strtok_r(line, " \t\n", &save), *priority = NULL;
		if (!path || *path != '/')
			continue; /* the heading */
		for (char *word = path; word; word = strtok_r(NULL, " \t\n", &save))
			priority = word;
		(void)mountinfo_unescape(path);
		*ARENA_PUSH(arena, made, n) = (struct swap_area){ arena_strdup(arena, path),
			arena_strdup(arena, priority) };
	}
	*areas = made;
	*count = n;
	return 0;
}

int swap_off(const char *path, struct error *err)
{
	return swapoff(path) == 0 ? 0 : fail_errno(err, "swapoff %s", path);
}

int swap_on(const char *path, const char *priority, struct error *err)
{
	long number = strtol(priority, NULL, 10);
	int flags = number >= 0 ? SWAP_FLAG_PREFER | ((int)number & SWAP_FLAG_PRIO_MASK) : 0;

	return swapon(path, flags) == 0 ? 0 : fail_errno(err, "swapon %s", path);
}
