// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base.h"

/* What ends lmdd's loop from outside: time=, and a signal that asks to stop (classic/stop.h). */

/* Neither restarts a system call: a read that waits for a pipe is to end, too. SIGPIPE is ignored.
 */
void lmdd_catch_signals(void);

/* The time is over so many seconds from now, instead of when it was before; 0: never. */
void lmdd_set_alarm(uint64_t seconds);

/* It is to end, and something still waits: interrupts it every 50 ms from now on. */
void lmdd_remind(void);

bool lmdd_time_is_over(void);

/* The time is over, or a signal asked to stop. */
bool lmdd_is_to_end(void);
