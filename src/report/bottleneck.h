// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "model/demand.h"

/*
 * What a phase waited for most, judged by its demand alone. docs/bottleneck.md has the rules with
 * their thresholds, where they come from, and where they do not see.
 */
enum bottleneck {
	BOTTLENECK_UNCLEAR,
	BOTTLENECK_CPU,
	BOTTLENECK_MEMORY,
	BOTTLENECK_JOURNAL,
	BOTTLENECK_DEVICE,
	BOTTLENECK_LATENCY,
	BOTTLENECK_LOCK,
};

/* A threshold that a rule has. */
struct bottleneck_condition {
	enum demand_field field;
	enum { NO_CONDITION, AT_LEAST, BELOW } is;
	double threshold;
};

enum { BOTTLENECK_CONDITIONS = 4, BOTTLENECK_SHOWN = 6 };

/* Holds where all its conditions do; a number that is not known fulfils none. */
struct bottleneck_rule {
	enum bottleneck kind;
	struct bottleneck_condition conditions[BOTTLENECK_CONDITIONS];
	enum demand_field shown[BOTTLENECK_SHOWN]; /* ended by DEMAND_FIELDS */
};

/* In the order in which they are asked; the last one always holds. */
extern const struct bottleneck_rule bottleneck_rules[];

/* The first rule that holds. */
const struct bottleneck_rule *bottleneck_find(const struct demand *demand);

/* So short that nothing can be told of it. */
bool bottleneck_is_too_short(const struct demand *demand);

/* "cpu", "memory", "journal", "device", "latency", "lock", "unclear": a key of JSON. */
const char *bottleneck_name(enum bottleneck kind);

/* "device-bound", "lock-bound", "unclear". */
const char *bottleneck_words(enum bottleneck kind);

/* "device-bound: sys 15 %, idle 81 %, vda 98 % busy, PSI io some 63 %": what the rule shows. */
char *bottleneck_text(struct arena *arena, const struct demand *demand);
