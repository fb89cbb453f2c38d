// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base.h"

#include <signal.h>

/*
 * ^C, TERM, HUP and PIPE for the classic commands: the first one only asks to stop, so that what
 * was made is removed again; a second one, a second or two later, kills (but for PIPE). System
 * calls that wait are interrupted (EINTR). HUP and PIPE that were ignored before (nohup) stay so.
 * XFSZ is ignored, so that a write above the limit of a file's size fails as any other.
 */
void stop_catch(void);

/* As it was before stop_catch(): for a tool that is between two runs and has nothing to remove. */
void stop_release(void);

/* The signal that asked to stop, or 0. May be looked at from inside a measured loop. */
int stop_asked(void);

/* The same as a variable, for those who cannot ask. */
const volatile sig_atomic_t *stop_flag(void);

/* A descriptor that can be read from once a signal has asked to stop; made by the first call, after
 * stop_catch(). -errno. For whoever waits with poll(). */
int stop_descriptor(void);

/* The exit status of who was stopped by that signal: 128 and its number, 130 for ^C. */
int stop_status(int signal);
