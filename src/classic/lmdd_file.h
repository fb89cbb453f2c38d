// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "classic/lmdd_args.h"

/* One side of the copy. */
struct lmdd_file {
	const char *name; /* for messages */
	int fd;           /* -1: internal */
	bool storage;     /* a regular file or a block device: it must be able to fsync */
};

/* Opens what if= names. -errno with the name. */
int lmdd_open_input(const struct lmdd_args *args, struct lmdd_file *file,
	struct error *err) MUST_CHECK;

/*
 * Opens what of= names. A block device is opened O_EXCL, so that one which is mounted, swap or
 * otherwise in use is refused (-EBUSY); a name under /dev that does not exist is never created;
 * the input itself is not truncated.
 */
int lmdd_open_output(const struct lmdd_args *args, const struct lmdd_file *input,
	struct lmdd_file *file, struct error *err) MUST_CHECK;

/* Seeks both to an offset; internal ones have none. */
int lmdd_seek(const struct lmdd_file *file, uint64_t offset, struct error *err) MUST_CHECK;
