// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/shape.h"
#include "model/spec.h"

/* A question and its design, checked: what experiment/ makes of a plan file or a command line. */

/* A workload's parameter that one variant sets differently: `lmdd.fsync = no` in its section. */
struct override {
	const char *section; /* the workload's section */
	const char *where;   /* it was said: "FILE:LINE" */
	struct setting setting;
};

struct variant {
	const char *name;
	const char *device;        /* as typed: loop:1G */
	struct target_spec target; /* without uuid, which depends on the round */
	uint64_t memory;           /* cap in bytes, 0 for none */
	struct override *overrides;
	size_t override_count;
	bool hidden; /* the aa arm: a second copy of the baseline */
};

/* One line of the results: a workload at one combination of its factors' levels. */
struct cell {
	const char *name;       /* the section's name */
	const char *label;      /* with the sorted factor levels: "lmdd bs=4k" */
	const char *workload;   /* of the registry */
	struct setting *params; /* as typed, one level each */
	size_t param_count;
	struct setting *factors; /* those that vary, sorted by name, canonical levels */
	size_t factor_count;
	struct run_shape shape;
	const char **primary; /* "phase_metric"; none: the workload's own choice */
	size_t primary_count;
	double margin;
	uint64_t space; /* bytes that a run needs on the file system, the most of all variants */
};

enum plan_order { ORDER_RANDOM, ORDER_SEQUENTIAL };

struct plan {
	const char *name;
	uint64_t rounds; /* without the warm-up round, which is always run first; adaptive: the
			    pilot's */
	uint64_t cap;    /* adaptive: the most rounds that the pilot may ask for; 0: their number is
			    fixed */
	uint64_t seed;   /* 1 to 2^32 - 1 */
	double margin;   /* equivalence margin, a fraction */
	double alpha;
	bool aa; /* the last variant is a hidden copy of the baseline */
	enum plan_order order;
	uint64_t timeout;          /* of one run, nanoseconds */
	uint64_t observe;          /* between two samples of the machine, nanoseconds; 0: none */
	struct param_list destroy; /* devices and images whose signature may be overwritten */
	const char *scratch;       /* folder for images; absolute */
	struct variant *variants;  /* aa arm last */
	size_t variant_count, baseline;
	struct cell *cells;
	size_t cell_count;
	const char *text; /* the whole plan in its canonical form; parsing it gives the same plan */
	char sha256[65];  /* of text */
	struct setting *warnings; /* name: where; value: what */
	size_t warning_count;
};
