// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/record.h"

#include <stdatomic.h>

/*
 * What programs print, in memory that processes share: pieces, each of one stream of one client, in
 * the order in which they came. Room for all of them together is made beforehand and costs memory
 * only where it is used.
 */
enum { PRINTED_MOST = 16 << 20 };

enum printed_stream {
	PRINTED_STDOUT,
	PRINTED_STDERR,
	PRINTED_PREPARE, /* both streams of what stands around the command */
	PRINTED_CLEANUP,
	PRINTED_STREAMS,
};

struct printed {
	_Atomic uint64_t used; /* bytes of pieces[], those of a piece without room too */
	_Atomic bool too_much;
	_Alignas(8) unsigned char pieces[PRINTED_MOST];
};

/* False where there is no more room; it is then too much for good. */
bool printed_add(struct printed *p, unsigned client, enum printed_stream stream, const char *bytes,
	size_t size) MUST_CHECK;
/* Streams that have anything, by client and stream. Once nobody adds any more. */
void printed_collect(const struct printed *p, unsigned clients, struct arena *arena,
	struct output_record **outputs, size_t *count);
/*
 * The last line of the stream that is not blank, as far as it fits, without control characters. ""
 * where there is none.
 */
enum { PRINTED_LINE = 256 };
void printed_last_line(const struct printed *p, unsigned client, enum printed_stream stream,
	char line[static PRINTED_LINE]);
