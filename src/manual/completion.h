// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text.h"
#include "manual/argument.h"

/* What a completion offers. */
enum offer {
	OFFER_NOTHING,
	OFFER_CHOICES,
	OFFER_FILES,
	OFFER_FOLDERS,
	OFFER_PLANS,
	OFFER_EXPERIMENTS,
	OFFER_WORKLOADS,
	OFFER_VARIANT, /* NAME:KEY=VALUE,... */
};

/* "files" and so on: the ends of the names of the shells' functions; "" for the first two. */
const char *offer_name(enum offer offer);

/* Something to complete. */
struct completion {
	const char *owner; /* a command; "workload NAME", after a runnable in run; "variant" */
	const char *typed; /* "--style", "-h", "if": without the = */
	bool takes_value, value_optional, repeated;
	bool equals;       /* a = stands before the value */
	const char *value; /* FILE */
	enum offer offer;  /* for the value */
	const char *const *choices;
	size_t choice_count;
	const char *words;
};

/* What is named after `run`, and has options then: a workload, or all of a suite. */
struct runnable {
	const char *name, *summary;
	const struct workload *const *members; /* a workload's is itself */
	size_t count;                          /* of members */
};

/* What an operand of a command may be, each once. */
struct operands {
	const char *command;
	enum offer offers[4];
	size_t count;
};

struct completions {
	struct completion *items; /* those of one owner stand together */
	size_t count;
	struct operands *operands; /* of each command */
	size_t command_count;
	struct runnable *runnables; /* workloads, then suites */
	size_t runnable_count;
};

void completions_make(const struct command_manual *commands, size_t count, struct arena *arena,
	struct completions *completions);
