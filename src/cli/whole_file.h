// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base.h"
#include "core/error.h"

/*
 * All bytes of a file, of a pipe, or of standard input where the path is "-", up to one more than
 * `most`: who takes no more than that says so. *bytes is malloc'ed and ended by a zero byte that
 * does not count.
 */
int whole_file(const char *path, size_t most, char **bytes, size_t *size,
	struct error *err) MUST_CHECK;
