// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/error.h"

/*
 * Becomes user[:group] for good: the user's own groups, or the one that is named, and no way back,
 * which is tried. Either may be NULL; names or numbers. Without root only what one already is
 * succeeds. -EINVAL for a name that is none, -EPERM.
 */
int privileges_drop(const char *user, const char *group, struct error *err) MUST_CHECK;
