// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/param.h"

/*
 * The items of a value such as `1k, 4k, 128k`, without the blanks around them. -EINVAL for an empty
 * item, with its number. An empty value has no items.
 */
int split_list(const char *value, struct arena *arena, struct param_list *items,
	struct error *err) MUST_CHECK;
/* The items of every line of a list parameter. */
int split_lists(const struct param_list *lines, struct arena *arena, struct param_list *items,
	struct error *err) MUST_CHECK;
