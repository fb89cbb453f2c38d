// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stddef.h>
#include <stdint.h>

/* What libFuzzer and replay.c call with one input. Whatever breaks a promise aborts. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
