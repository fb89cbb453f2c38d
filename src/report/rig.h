// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report/judge.h"

/*
 * Drift over the rounds and the effect of the position in a round, of every judged metric of one
 * interleaved experiment; fills in j->rig. Variants without a positive value in every complete
 * round are left out, for logs and means would be of other rounds.
 */
void rig_look(struct judgement *j);
