// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/error.h"

/*
 * Whether a text from outside can be stored and printed as it is: UTF-8 without control characters.
 * -EINVAL with what is wrong and at which byte, and never with the text itself.
 */
int printable_check(const char *what, const char *text, struct error *err) MUST_CHECK;
