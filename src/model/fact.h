// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base.h"

/*
 * What is to be made of the facts that a run records (docs/facts.md): which may differ between
 * runs, which a plan can mean to differ, and which must not.
 */
enum fact_kind {
	FACT_OF_RUN,   /* every run has its own: never compared */
	FACT_VOLATILE, /* changes by itself: told, and never a reason to refuse */
	FACT_TOLD,     /* told where it differs */
	FACT_REQUIRED, /* one that differs besides the plan makes the comparison INVALID by default
			*/
};

struct fact_rule {
	const char *key; /* "host.kernel"; # stands for a number, * for any one name */
	enum fact_kind kind;
	/* keys of a [variant] by which a plan can mean it to differ, with blanks between them; a
	 * knob by its name: "device knob:queue/scheduler" */
	const char *plan;
	double tolerance; /* numbers that differ by no more than this share are taken for the same
			   */
	const char *help; /* what it is, for people */
};

/* All that are recorded, in the order in which they are shown, ended by { 0 }. */
extern const struct fact_rule fact_rules[];

/* That of a fact by its path ("target.below.0.model"); of one that is not in the table one that is
 * told. Never NULL. */
const struct fact_rule *fact_rule_of(const char *path);

/* Whether a name that a user typed means this path: the path, without its room ("kernel"), or a
 * group of it that ends before a dot ("host.mitigations", "mitigations"). */
bool fact_is_named(const char *path, const char *name);

/* Whether such a name can be asked for in require_same: of a fact that is compared, or one of the
 * words default and none. */
bool fact_can_be_required(const char *name);

/* Without the room that recorded it: "kernel" for "host.kernel". */
const char *fact_short_name(const char *path);
