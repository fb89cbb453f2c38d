// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/fact.h"
#include "model/results.h"
#include "report/facts.h"

/* The facts of each variant's first good run, in the order of the variants. -EINVAL for JSON that
 * cannot be read. */
int variant_facts_read(const struct results *results, struct arena *arena, struct fact_list **facts,
	struct error *err) MUST_CHECK;

/* A fact in which the variants are not alike, or the runs of one variant. */
struct difference {
	const char *key;  /* its path */
	const char *name; /* for people: without the room that recorded it */
	const struct fact_rule *rule;
	const char **values; /* of each variant's first good run; NULL: it has no such fact */
	const char **
		*later; /* of each variant: other values of further runs, NULL-ended; or NULL */
	/*
	 * The variants differ, and not by what the plan says of them: it may be the effect instead
	 * of what was meant. Of several experiments: its values are not the same ones in all of
	 * them.
	 */
	bool is_unplanned;
	bool varies; /* between the runs of one variant */
};

/* By path; without what every run has for itself (fact.h). */
struct differences {
	struct difference *items;
	size_t count;
	const struct fact_list *facts; /* of each variant's first good run; NULL where unreadable */
	const char *unreadable;        /* why the facts could not be read; NULL where they could */
};

/*
 * All differences of the results, in the arena. What is wrong with the facts is no error, but told
 * in `unreadable`. Of several experiments the commands of mkfs and mount are among them, less what
 * is every run's own.
 */
struct differences *differences_find(const struct results *results, struct arena *arena);

/*
 * Whether the facts that have to be the same (results.require_same; by default those that the table
 * of facts requires, of one experiment) are so for two variants: NULL, or which are not, in words.
 */
const char *differences_forbid(const struct results *results, const struct differences *differences,
	size_t variant, size_t baseline, struct arena *arena);

/* -EINVAL for a name in results.require_same that no run has recorded a fact of: for names that
 * were typed. One of a plan makes the comparison INVALID instead. */
int differences_check_names(const struct results *results, struct arena *arena,
	struct error *err) MUST_CHECK;

/* "6.1.0", or "6.1.0 and 6.12.0" where later runs had another value; "-" for none. */
const char *difference_of_variant(const struct difference *difference, size_t variant,
	struct arena *arena);

/* "6.1.0 (1:ext4); 6.12.0 (2:ext4)": each value, and who has it. */
const char *difference_values(const struct results *results, const struct difference *difference,
	struct arena *arena);

/*
 * For reports, each difference that a reader must know as one text, NULL-ended: "differs: kernel:
 * 6.1 (a); 6.12 (b)" of several experiments, "differs besides the plan: ..." of one; "varies: ..."
 * for what was not the same in all runs of a variant. Those that change by themselves only where
 * all are asked for.
 */
const char *const *differences_texts(const struct results *results,
	const struct differences *differences, bool all, struct arena *arena);
