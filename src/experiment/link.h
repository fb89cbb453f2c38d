// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/event.h"
#include "model/spec.h"

#include <signal.h>

/*
 * The controller's end of one run: starts an agent, hands it the spec, and makes a record of what
 * it says. A crash, a signal, a time-out, a malformed event: the record says failed, and why.
 */
struct link {
	const char *exe;                         /* bakeoff itself */
	bool isolated;                           /* private namespaces: root only */
	const volatile sig_atomic_t *interrupts; /* ^C so far: 1 ends the run, 2 kills it */
	void *context;
	void (*on_event)(void *context, const struct event *event); /* each one; may be NULL */
	void (*on_tick)(void *context); /* about twice a second; may be NULL */
};

/*
 * 0 with *record filled in (outcome, reason, times, what was measured; texts in the arena), also
 * for a run that failed; -errno only where no agent could be started at all. *died: the agent did
 * not end by itself, so its journal may have something left to undo.
 */
int link_run(const struct link *link, const struct run_spec *spec, struct arena *arena,
	struct run_record *record, bool *died, struct error *err) MUST_CHECK;
