// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"

/* What `bakeoff doctor` finds: one finding a line. */
enum check_grade {
	CHECK_OK,
	CHECK_NOTE,    /* good to know */
	CHECK_UNKNOWN, /* could not be looked at */
	CHECK_WARNING, /* costs precision, or needs care in reading */
	CHECK_BAD,     /* what is measured here cannot be trusted, or cannot be run */
};

struct finding {
	const char *check; /* its name, as in docs/doctor.md */
	enum check_grade grade;
	const char *text;   /* what was found */
	const char *remedy; /* what to do; "" where nothing has to be done */
};

struct checkup {
	struct arena *arena;
	struct finding *findings;
	size_t count;
};

/* "ok", "note", "unknown", "warning", "bad" */
const char *check_grade_name(enum check_grade grade);

/* A finding more; texts are formatted or taken as they are, and must outlive the checkup. */
void checkup_add(struct checkup *checkup, const char *check, enum check_grade grade,
	const char *remedy, const char *format, ...) PRINTF(5, 6);

size_t checkup_count(const struct checkup *checkup, enum check_grade grade);
