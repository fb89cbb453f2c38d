// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base64.h"

#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

/* What is accepted is the one way to write it. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	char *text = arena_strndup(&arena, (const char *)data, size);
	unsigned char *blob;
	size_t blob_size;

	if (base64_decode(&arena, text, &blob, &blob_size, &err) == 0 &&
		strcmp(base64_encode(&arena, blob, blob_size), text) != 0)
		abort();
	arena_free(&arena);
	return 0;
}
