// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base.h"
#include "core/error.h"

/*
 * realtime=: the output's blocks are to come from the realtime device of an XFS file system.
 *
 * Whether a file of that name could be such a one, asked of a file without a name in the same
 * directory, so that the answer no changes nothing. -EOPNOTSUPP, or -errno of the directory.
 */
int lmdd_realtime_check(const char *name, struct error *err) MUST_CHECK;

/* Makes an open file without blocks one. -EOPNOTSUPP. */
int lmdd_realtime_set(int fd, struct error *err) MUST_CHECK;
