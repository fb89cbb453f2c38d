// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "core/error.h"

/* RFC 4648 base64, with padding: how binary blobs travel in JSON. */
char *base64_encode(struct arena *arena, const unsigned char *data, size_t size);
/* -EINVAL for a wrong character, length or padding: what is accepted is what base64_encode() makes.
 */
int base64_decode(struct arena *arena, const char *text, unsigned char **data, size_t *size,
	struct error *err) MUST_CHECK;
