// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text.h"

/*
 * A load of our own for dbench, drawn from what was published about the standard one: its mix of
 * operations, of sizes, of look-ups that miss; its working set, and how it is kept. No line of
 * the standard load is in it. The same numbers give the same text, on every machine.
 */
struct dbench_make {
	uint64_t seed;
	uint64_t iterations;  /* of some 3570 lines each, after a set-up of some 600 */
	double miss_rate;     /* of all operations, those that look for what is not there */
	uint64_t working_set; /* bytes of the files that stay: 1 MiB to 1 TiB */
};

enum { DBENCH_MOST_ITERATIONS = 10000 };

/* What the built-in load is made with. */
extern const struct dbench_make dbench_make_default;

/* The load as the text of a load file. `out` needs about 250 KB for each iteration. */
void dbench_make(const struct dbench_make *make, struct text *out);
