// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base.h"
#include "core/error.h"

/*
 * Whether there is a program of that name in a directory of PATH, or at that path where the name
 * has a slash: 0 or -ENOENT.
 */
int io_find_program(const char *name, struct error *err) MUST_CHECK;
