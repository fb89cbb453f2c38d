// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "classic/aim7_levels.h"
#include "classic/aim7_places.h"
#include "core/error.h"
#include "workloads/aim7_mix.h"

/*
 * One load level of AIM Suite VII: so many users, each a process, start together; each does his
 * task in an order of chance of his own. User 1 has the generator's seed 1, user 2 has 2.
 */
struct aim7_job {
	const struct aim7_mix *mix;
	const struct aim7_places *places; /* filled */
	const char *listed;               /* what dir_rtns_1 reads */
	uint64_t users;
	uint64_t blocks; /* KiB of a file */
	bool times;      /* keep the time of every call */
};

/* A call of a test by one user. */
struct aim7_call {
	uint64_t entry; /* of the mix */
	uint64_t real_ns, user_ns, sys_ns;
};

struct aim7_level {
	struct aim7_point point;
	const uint64_t *ended_ns;      /* of each user, from the start */
	const struct aim7_call *calls; /* user after user, mix->runs of each; NULL: not kept */
	void *memory;                  /* which all of it lies in */
	size_t memory_bytes;
};

/*
 * A user whose test fails ends the level: -errno with the user, the test and the place. -EINTR
 * where stop_asked(). Whatever is returned, no user is left; files of theirs may be, in the places.
 * The level is to be let go after a success only.
 */
int aim7_level_run(const struct aim7_job *job, struct aim7_level *level,
	struct error *err) MUST_CHECK;
void aim7_level_free(struct aim7_level *level);
