// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workloads/aim7_mix.h"

/*
 * What one user of a mix has left to do: a chance pick from the list, without putting back. Where
 * the pick has been done often enough, one of those left is picked instead, each as likely.
 */
struct aim7_task {
	const struct aim7_mix *mix;
	size_t listed[AIM7_MOST_ENTRIES]; /* entries that are run, as in the mix */
	size_t listed_count;
	uint64_t left[AIM7_MOST_ENTRIES]; /* of each listed one */
	uint64_t left_all;
};

/* The mix stays the caller's. */
void aim7_task_start(struct aim7_task *task, const struct aim7_mix *mix);

/* The entry to do next, an index into the mix's, or -1. *random: as aim_random() has it. */
int aim7_task_next(struct aim7_task *task, uint32_t *random);

/*
 * The job timing index: how alike the users' times are, 100 for all the same; (1 - standard
 * deviation / mean) in percent without its fraction, with the deviation of the whole population.
 * 100 where there is one user or no time; below 0 where the times lie very far apart.
 */
int aim7_jti(const uint64_t *times_ns, size_t count);
