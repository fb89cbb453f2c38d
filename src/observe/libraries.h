// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/source.h"

/* Readers (source.h) of what this program is made of, whatever the root. */

/* An object: the version of each library that is loaded, by its own word or its file's name. */
int libraries_read(const struct source *source, const char *root, json_t **value,
	struct error *err);
/* "gcc 12.2.0" */
int compiler_read(const struct source *source, const char *root, json_t **value, struct error *err);
