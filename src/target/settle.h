// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/error.h"

#include <sys/types.h>

struct settle_request {
	int dir;      /* on the file system under test */
	dev_t device; /* that it is on; 0 for none */
	uint64_t timeout_ns;
	int (*control)(void *context, struct error *err); /* may be NULL; its failure ends it */
	void *context;
};

/*
 * See target_settle(). *saw_initialiser: ext4lazyinit was waited for; *blind: kernel threads cannot
 * be seen from here (a private /proc), so that nobody knows.
 */
int settle(const struct settle_request *request, bool *saw_initialiser, bool *blind,
	struct error *err) MUST_CHECK;
