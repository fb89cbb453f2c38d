// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "core/error.h"

/* Swap areas that are in use. Source: /proc/swaps, swapon(2). */
struct swap_area {
	const char *path;
	const char *priority; /* as the kernel writes it; negative: it chose */
};

/* Those of now; none where there is no /proc/swaps. */
int swap_read(struct arena *arena, struct swap_area **areas, size_t *count,
	struct error *err) MUST_CHECK;
int swap_off(const char *path, struct error *err) MUST_CHECK;
int swap_on(const char *path, const char *priority, struct error *err) MUST_CHECK;
