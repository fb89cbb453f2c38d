// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/* How a run ended. */
enum outcome {
	OUTCOME_OK,
	OUTCOME_UNSUPPORTED, /* this file system cannot do it; not a failure */
	OUTCOME_FAILED,
	OUTCOME_INVALID, /* a precondition broke: the numbers would mean nothing */
	OUTCOME_INTERRUPTED,
};

/* As in JSON, in the store and on the screen: ok, unsupported, failed, invalid, interrupted. */
const char *outcome_name(enum outcome outcome);
/* The other way round; -1 for a name that is none. */
int outcome_of_name(const char *name);
