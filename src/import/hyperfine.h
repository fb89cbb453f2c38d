// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "import/import.h"
#include "import/rows.h"

/* What is compared is the command; the user's variant comes before it. */
struct row_identity hyperfine_identity(struct import *in, const char *command, const char *metric,
	unsigned line);
/*
 * A mean of CPU time over so many runs (0: not said), in s. Where all of it together is less than
 * a tick of the clock by which the kernel tells user from system, there is no value.
 */
void hyperfine_add_cpu(struct import *in, struct row_identity id, double mean, size_t runs);

int hyperfine_read_json(struct import *in, struct error *err);
int hyperfine_read_csv(struct import *in, struct error *err);
int hyperfine_read_markdown(struct import *in, struct error *err);
