// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workloads/dbench_load.h"

/* What a line of each kind has. */
struct dbench_form {
	const char *name, *short_name;
	unsigned char paths, least, most; /* paths first; then so many numbers */
	bool no_status;
	const char *usage;  /* what is expected, for an error */
	signed char handle; /* which of the numbers is a handle, or -1 */
	signed char size;   /* which is the bytes of a transfer, or -1 */
};

extern const struct dbench_form dbench_forms[DBENCH_KINDS];

/* DBENCH_KINDS where no kind has that name; upper and lower case are the same. */
enum dbench_kind dbench_kind_find(const char *name, size_t length);
