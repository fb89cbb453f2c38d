// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/runner.h"

/*
 * Every round of the experiment that is not complete yet: the warm-up, the rounds in their order,
 * those again in which a run failed. An adaptive plan's pilot is completed first, repeats included;
 * then it fixes the number of all rounds, once, and they are run without another look. What is
 * stored already (resume) is taken from the store, the fixed number too.
 *
 * Errors are those of experiment_run().
 */
int rounds_run(struct runner *r, struct error *err) MUST_CHECK;
