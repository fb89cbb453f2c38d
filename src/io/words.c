// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base64.h"

#include <errno.h>
#include <string.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

char *base64_encode(struct arena *arena, const unsigned char *data, size_t size)
{
	char *text = NEW(arena, char, (size + 2) / 3 * 4 + 1);
	char *out = text;

	for (size_t i = 0; i < size; i += 3) {
		size_t left = size - i;
		unsigned three = (unsigned)data[i] << 16 |
				 (left > 1 ? (unsigned)data[i + 1] << 8 : 0) |
				 (left > 2 ? data[i + 2] : 0);
		*out++ = digits[three >> 18];
		*out++ = digits[three >> 12 & 63];
		*out++ = left > 1 ? digits[three >> 6 & 63] : '=';
		*out++ = left > 2 ? digits[three & 63] : '=';
	}
	return text;
}

int base64_decode(struct arena *arena, const char *text, unsigned char **data, size_t *size,
	struct error *err)
{
	size_t length = strlen(text), padding = 0;

	if (length % 4 != 0)
		return fail(err, EINVAL, "base64: a length of %zu is no multiple of 4", length);
	while (padding < 2 && length > padding && text[length - 1 - padding] == '=')
		padding++;
	unsigned char *out = NEW(arena, unsigned char, length / 4 * 3 + 1);
	for (size_t i = 0, n = 0; i < length; i += 4) {
		unsigned three = 0;
		for (size_t j = i; j < i + 4; j++) {
			const char *digit =
				j >= length - padding ? digits : strchr(digits, text[j]);
			if (!digit)
				return fail(err, EINVAL, "base64: wrong character at position %zu",
					j + 1);
			three = three << 6 | (unsigned)(digit - digits);
		}
		out[n++] = (unsigned char)(three >> 16);
		out[n++] = (unsigned char)(three >> 8);
		out[n++] = (unsigned char)three;
	}
	/* RFC 4648, section 3.5: bits behind the end are zero, so that a blob has one spelling. */
	for (size_t i = length / 4 * 3 - padding; i < length / 4 * 3; i++) {
		if (out[i] != 0)
			return fail(err, EINVAL, "base64: bits behind the end are not zero");
	}
	*data = out;
	*size = length / 4 * 3 - padding;
	return 0;
}
