// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "core/error.h"

#include <sys/types.h>

/*
 * Where bakeoff keeps things, and whose they are: the folders of the XDG Base Directory
 * Specification. Under sudo (effective user 0 and SUDO_UID set) both the folders and what is
 * made in them are the invoking user's: sudo itself sets HOME to root's.
 */

/* What decides: read from the process by places_env_read(), or made up by a test. NULL: not set. */
struct places_env {
	const char *home, *data_home, *state_home; /* HOME, XDG_DATA_HOME, XDG_STATE_HOME */
	const char *sudo_uid, *sudo_gid;
	uid_t euid;
	/* A user's home folder and group; NULL for a user that nobody knows. */
	const char *(*find_user)(struct arena *arena, uid_t uid, gid_t *gid);
};

/* Whose new files are. Where `given` is false they are the process's own, and nothing is to be
 * done. */
struct owner {
	bool given;
	uid_t uid;
	gid_t gid;
};

struct places {
	const char *data;  /* "$XDG_DATA_HOME/bakeoff": results */
	const char *state; /* "$XDG_STATE_HOME/bakeoff": journal and what resume needs */
	struct owner owner;
};

/* The texts are the environment's own; find_user asks getpwuid(). */
void places_env_read(struct places_env *env);

/* -EINVAL for a SUDO_UID or SUDO_GID that is no number. */
int places_owner(const struct places_env *env, struct owner *owner, struct error *err) MUST_CHECK;

/*
 * Makes nothing. A variable that is empty or relative counts as not set, as the XDG specification
 * says. -ENOENT where there is no home folder to put them in.
 */
int places_find(const struct places_env *env, struct arena *arena, struct places *places,
	struct error *err) MUST_CHECK;

/* mkdir -p with mode 0700; folders that are there already stay as they are. */
int places_make_dirs(const char *path, const struct owner *owner, struct error *err) MUST_CHECK;

/* Gives an open file or folder to its owner; path only for the message. */
int places_give(int fd, const struct owner *owner, const char *path, struct error *err) MUST_CHECK;
