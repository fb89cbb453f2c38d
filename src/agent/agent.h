// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/error.h"

/*
 * `bakeoff agent`: one run. Reads a run spec from `in`, makes the target, leads
 * the bench through the workload, says what happens as events on `out`, and
 * undoes everything (docs/protocol.md). `in` stays open meanwhile: a line
 * {"type":"stop"} ends the run early, its end means that the controller is gone.
 *
 * 0: an end event was said, whatever the outcome; -errno where none could be.
 */
int agent_run(int in, int out, const char *version, struct error *err) MUST_CHECK;
