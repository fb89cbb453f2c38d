// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text.h"
#include "workloads/aim.h"

/*
 * A mix of AIM Suite VII: which tests a user does, and how often. Four mixes are standard, any
 * other comes in a workfile. bakeoff has the disk tests; the others of a mix keep their place in
 * the arithmetic and are named as not run.
 */
enum {
	AIM7_MOST_ENTRIES = 100,
	AIM7_MOST_WEIGHT = 1000000,
	AIM7_MOST_KIB = 1 << 30, /* of FILESIZE and of POOLSIZE: 1 TiB */
	AIM7_TASK_RUNS = 100,    /* what the weights are a share of */
};

struct aim7_entry {
	const char *name;            /* of a table here: never the caller's memory */
	const struct aim_test *test; /* NULL: not a disk test, not run */
	uint64_t weight;
	uint64_t runs; /* calls of it in one user's task */
};

struct aim7_mix {
	uint64_t filesize, poolsize; /* KiB */
	struct aim7_entry entries[AIM7_MOST_ENTRIES];
	size_t count;
	uint64_t runs_all; /* calls in a task, as the suite counts them */
	uint64_t runs;     /* those of disk tests: what is run */
};

/* compute, dbase, fserver, shared; ended by NULL. The index is aim7_mix_standard()'s. */
extern const char *const aim7_mix_names[];

/* -1 where no standard mix is called that. */
int aim7_mix_of_name(const char *name);
void aim7_mix_standard(int index, struct aim7_mix *mix);

/*
 * A workfile: `# comment`, `FILESIZE: n[K|M]`, `POOLSIZE: n[K|M]` (KiB where there is no letter)
 * and lines `weight test`.
 * -EINVAL or -ERANGE with the line, the value and the limit; -ENOENT for a test of which no suite
 * has heard, and where not one disk test is left to run.
 */
int aim7_mix_parse(const char *text, size_t length, struct aim7_mix *mix,
	struct error *err) MUST_CHECK;

/* Other sizes than the mix's own, in KiB: both are replaced. */
void aim7_mix_resize(struct aim7_mix *mix, uint64_t filesize, uint64_t poolsize);

/* KiB of a file where so many users (above 0) work: FILESIZE and each one's part of POOLSIZE. */
uint64_t aim7_mix_blocks(const struct aim7_mix *mix, uint64_t users);

/*
 * "NAME: 24 of the 97 tests of a task are run" and the others, with their weight and calls in a
 * task, in lines of 80 columns.
 */
void aim7_mix_tell(const struct aim7_mix *mix, const char *name, struct text *out);
