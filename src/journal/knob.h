// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "core/error.h"

/*
 * The value of a file under /sys or /proc/sys as one would write it: of a choice
 * (`[mq-deadline] none`) the one in brackets; runs of blanks become one blank.
 */
int knob_read(const char *path, char *value, size_t room, struct error *err) MUST_CHECK;
/* The same of a text that has been read. */
void knob_value(const char *text, char *value, size_t room);
/*
 * Writes a value back, an empty one too, and looks whether it came back; -EIO with what is there
 * where it did not.
 */
int knob_put(const char *path, const char *value, struct error *err) MUST_CHECK;
/* Whether two values are the same to the kernel: 16 and 0x10 are. */
bool knob_same(const char *a, const char *b);
