// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base.h"

/*
 * Lines for people on stderr, "bakeoff: " before each. Only cli and experiment
 * say anything above debug; the other rooms return errors.
 */
enum log_level { LOG_ERROR, LOG_WARNING, LOG_INFO, LOG_DEBUG };

/* The one global that changes: set once, from -v and -q. */
void log_set_level(enum log_level level);
void log_say(enum log_level level, const char *fmt, ...) PRINTF(2, 3);
/* Called before each line, so that a progress line is wiped off first; NULL for none. */
void log_set_before(void (*before)(void *), void *context);

#define log_error(...)   log_say(LOG_ERROR, __VA_ARGS__)
#define log_warning(...) log_say(LOG_WARNING, __VA_ARGS__)
#define log_info(...)    log_say(LOG_INFO, __VA_ARGS__)
#define log_debug(...)   log_say(LOG_DEBUG, __VA_ARGS__)
