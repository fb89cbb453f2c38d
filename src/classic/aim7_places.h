// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "core/error.h"

#include <signal.h>

/*
 * Where the users of AIM Suite VII's mixes work: in each directory given one of the run's own,
 * which all users share, with tmpa.common and fakeh in it. Removed as a whole, whatever is in it by
 * then.
 */
struct aim7_place {
	const char *dir;  /* as given */
	const char *path; /* the run's own in it */
	int parent, fd;   /* open; -1 where not */
};

struct aim7_places {
	struct aim7_place *items;
	size_t count;
};

enum { AIM7_MOST_PLACES = 255 };

/*
 * Makes them, with fakeh where `tree`. They lie in the arena and the directories' names are kept. A
 * failure has removed what was made; *places is to be removed after a success only.
 */
int aim7_places_make(struct aim7_places *places, const char *const *dirs, size_t count, bool tree,
	struct arena *arena, struct error *err) MUST_CHECK;

/* tmpa.common of so many KiB in each, instead of what was there. -EINTR where *stop ended it. */
int aim7_places_fill(const struct aim7_places *places, uint64_t blocks,
	const volatile sig_atomic_t *stop, struct error *err) MUST_CHECK;

/* Everything of their file systems on its device. */
int aim7_places_sync(const struct aim7_places *places, struct error *err) MUST_CHECK;

/*
 * Whether the users left everything as it was: tmpa.common of its size, and no file more. -EBADMSG
 * names what is not so.
 */
int aim7_places_check(const struct aim7_places *places, uint64_t blocks,
	struct error *err) MUST_CHECK;

/* All of them, also after one has failed: the first failure is told. */
int aim7_places_remove(struct aim7_places *places, struct error *err) MUST_CHECK;
