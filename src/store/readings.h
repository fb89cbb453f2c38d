// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "core/error.h"

/* What was observed in one phase: a number, or why there is none. */
struct reading_value {
	uint64_t id;        /* in the table `observed` */
	double value;       /* NaN where it is absent */
	const char *absent; /* "" where there is a value */
};

/*
 * A phase's readings as one blob, in their order.
 *
 * LEB128 numbers (core/varint.h), signed ones by zigzag: version 1, how many reasons of absence and
 * of each its length and text; how many readings and of each 4 * (id less the one before, from 0,
 * by zigzag) + its kind. 0: a whole number follows; 1: the 8 bytes of a double, lowest first; 2:
 * the position of a reason.
 */
int readings_encode(const struct reading_value *readings, size_t count, unsigned char **blob,
	size_t *size, struct error *err) MUST_CHECK; /* the blob is malloc'ed */
/* -EINVAL for a blob that is cut, too long, or of another version. */
int readings_decode(const unsigned char *blob, size_t size, struct arena *arena,
	struct reading_value **readings, size_t *count, struct error *err) MUST_CHECK;
