// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report/judge.h"

/* The values that one comparison is made of. */
struct pairing {
	double *base, *var;
	size_t *base_rounds, *var_rounds; /* indices of the rounds they are from */
	size_t base_n, var_n;
	size_t pilot_n; /* PAIRED, two stages: pairs of the pilot's rounds */
	bool is_paired;
};

/* Of the rounds by their numbers: paired, only those that have both values. */
struct pairing pair_values(const struct results *r, const struct effect *e, struct arena *arena);

/* Leaves out the run of that arm in that round (an index): paired, the whole round. */
void pairing_leave_out(struct pairing *p, size_t round, bool of_base);

/* The input's values, counts and pilot become those of the pairing. */
void pairing_to_input(const struct pairing *p, struct comparison_input *input);
