// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rng.h"
#include "io/pattern.h"
#include "workloads/aim_calls.h"
#include "workloads/workload.h"

#include <dirent.h>

/* AIM's tests as workloads, one each; only for the files of aim. */

enum aim_fidelity { AIM_CLASSIC, AIM_STRICT };

struct aim_config {
	int fidelity;
	uint64_t filesize, calls;
	uint64_t bs, files; /* from here on: strict only */
	bool incompressible, fsync, invalidate;
	bool separate_inodes; /* both */
	const char *listed;   /* both; "": /bin (classic), one of its own (strict) */
};

/* Kinds of operations. */
enum { AIM_CALL, AIM_OPERATION, AIM_STAT, AIM_MAKE, AIM_TRUNCATE, AIM_FSYNC };

/* The workload's counter of what is credited: `ops` is its rate. */
enum { AIM_CREDIT };

enum { AIM_STRICT_NAME_ROOM = 16, AIM_STRICT_SLOTS = AIM_TREE_LOOKED + AIM_TREE_MADE };

struct aim_slot {
	const char *name;
	bool make; /* create and unlink it; or stat it */
};

struct aim_strict {
	int fd, source;
	struct pattern pattern; /* pool NULL: none yet */
	unsigned char *buffer;
	struct rng rng;
	uint64_t blocks;      /* of a pass */
	uint64_t block, last; /* in order the next one; the one before it, or the last at random */
	uint64_t made;        /* files; entries of a pass over a directory; turns of links */
	char name[AIM_STRICT_NAME_ROOM];
	DIR *entries;
	struct aim_slot slots[AIM_STRICT_SLOTS];
	unsigned slot;
	bool written, synced;
};

struct aim_client {
	const struct aim_test *test; /* NULL: not prepared */
	struct aim_state aim;
	struct aim_strict strict;
	uint64_t left; /* calls, or operations; UINT64_MAX: until the time is over */
};

/* The strict phase of each test: one step is one operation; what is needed is made before the
 * clock, and looked at and removed after it. */
int aim_strict_file_begin(struct client *c, struct error *err) MUST_CHECK;
int aim_strict_file_tail(struct client *c, struct operation *op, struct error *err) MUST_CHECK;
int aim_strict_file_end(struct client *c, struct error *err) MUST_CHECK;

#define AIM_STRICT_STEP(test) \
	int aim_strict_##test##_step(struct client *c, struct operation *op, struct error *err) \
		MUST_CHECK; \
	int aim_strict_##test##_loop(struct step_loop *loop, struct client *c, struct error *err) \
		MUST_CHECK

AIM_STRICT_STEP(disk_rr);
AIM_STRICT_STEP(disk_rw);
AIM_STRICT_STEP(disk_rd);
AIM_STRICT_STEP(disk_wrt);
AIM_STRICT_STEP(disk_cp);
AIM_STRICT_STEP(sync_disk_update);

int aim_strict_create_begin(struct client *c, struct error *err) MUST_CHECK;
int aim_strict_create_step(struct client *c, struct operation *op, struct error *err) MUST_CHECK;
int aim_strict_create_end(struct client *c, struct error *err) MUST_CHECK;
int aim_strict_link_begin(struct client *c, struct error *err) MUST_CHECK;
int aim_strict_link_step(struct client *c, struct operation *op, struct error *err) MUST_CHECK;
int aim_strict_link_end(struct client *c, struct error *err) MUST_CHECK;
int aim_strict_search_begin(struct client *c, struct error *err) MUST_CHECK;
int aim_strict_search_step(struct client *c, struct operation *op, struct error *err) MUST_CHECK;
int aim_strict_search_end(struct client *c, struct error *err) MUST_CHECK;
int aim_strict_list_begin(struct client *c, struct error *err) MUST_CHECK;
int aim_strict_list_step(struct client *c, struct operation *op, struct error *err) MUST_CHECK;
int aim_strict_list_end(struct client *c, struct error *err) MUST_CHECK;

/* Lets go what a phase that failed has left; files stay, they are the bench's. */
void aim_strict_free(struct aim_strict *s);

/* How many operations a phase has, for `calls` times so many; UINT64_MAX without calls. */
static inline uint64_t aim_work(const struct aim_config *config, uint64_t each)
{
	return config->calls ? config->calls * each : UINT64_MAX;
}

/* One more is done; false where there was none left. */
static inline bool aim_take(struct client *c, struct aim_client *client)
{
	if (client->left == 0)
		return false;
	client->left -= client->left != UINT64_MAX;
	c->counters[AIM_CREDIT]++;
	return true;
}
