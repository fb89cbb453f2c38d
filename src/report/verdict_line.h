// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report/judge.h"
#include "report/notes.h"
#include "report/numbers.h"

/* The parts of one verdict line, before they are laid out. Source: statistics.md section 5. */

enum verdict_part {
	PART_WORD,    /* "SLOWER", "EQUIVALENT±5%"; what is not judged has "-" */
	PART_VARIANT, /* "" where the experiment has but one */
	PART_LABEL,   /* filled in by the layout, which knows how much room there is */
	PART_UNIT,
	PART_VALUES, /* "312.4 -> 290.1" */
	PART_EFFECT, /* "-8.1% [-8.9, -7.2]" */
	PART_N,      /* "n=10"; "n=3+3" where unpaired */
	PART_HOW, /* how it was decided, or what is missing: "p=.0039h", "+64 rounds to settle ±5%"
		   */
	PART_COUNT,
};

struct verdict_line {
	const struct effect *effect;
	const char *parts[PART_COUNT];
	const char *brief; /* PART_HOW with narrow gaps, or as the first of: */
	const char *
		shorter[2]; /* PART_HOW in fewer words, the next one shorter still; NULL for none */
	const char *decimal; /* "(327.6 -> 304.2 MB/s)", or "" */
	const char **flags;  /* "!exact-floor.25": what is unusual */
	size_t flag_count;
	const char *aside; /* by the layout: what had no room; NULL for nothing */
};

/* notes: those of the results, for "!note.1". */
void make_verdict_line(const struct judgement *j, const struct effect *e, const struct note *notes,
	size_t note_count, struct arena *arena, struct verdict_line *line);

/* "base: mean 63889 sd 0.20% (sd CI 0.10-1.3%) min 63800 median .. max 64033 n=6" */
char *arm_text(const struct judgement *j, size_t metric, size_t variant, const struct scale *scale,
	struct arena *arena);

/* "base 63889 sd 0.20% (sd CI 0.10-1.2%) min .. max ..": the items of the second line, for -v. */
const char **verdict_details(const struct judgement *j, const struct effect *e, struct arena *arena,
	size_t *count);

/* "FASTER", "EQUIVALENT±5%", "NO-VERDICT", or "-" for what is not judged. */
char *verdict_word(struct arena *arena, const struct judgement *j, const struct effect *e);
