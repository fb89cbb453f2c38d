// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/error.h"
#include "experiment/plan.h"

/*
 * What the canonical text of a plan can carry, so that it reads back as it was: UTF-8 without
 * control characters, without `${`, and without blanks at its ends. -EINVAL with what is wrong, and
 * never with the text itself.
 */
int carried_check(const char *what, const char *text, struct error *err) MUST_CHECK;

/* Keys and values of all lines, wherever they come from; errors say where. */
int carried_check_lines(const struct plan_lines *lines, struct error *err) MUST_CHECK;
