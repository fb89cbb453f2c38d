// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/printable.h"

#include <errno.h>

/* Bytes of the UTF-8 character at p (RFC 3629, section 4); 0 where it is none. */
static size_t character_bytes(const unsigned char *p)
{
	static const struct {
		unsigned char first, last, second_least, second_most, bytes;
	} forms[] = {
		{ 0x00, 0x7f, 0, 0, 1 },
		{ 0xc2, 0xdf, 0x80, 0xbf, 2 },
		{ 0xe0, 0xe0, 0xa0, 0xbf, 3 },
		{ 0xe1, 0xec, 0x80, 0xbf, 3 },
		{ 0xed, 0xed, 0x80, 0x9f, 3 },
		{ 0xee, 0xef, 0x80, 0xbf, 3 },
		{ 0xf0, 0xf0, 0x90, 0xbf, 4 },
		{ 0xf1, 0xf3, 0x80, 0xbf, 4 },
		{ 0xf4, 0xf4, 0x80, 0x8f, 4 },
	};

	for (size_t i = 0; i < COUNT_OF(forms); i++) {
		if (*p < forms[i].first || *p > forms[i].last)
			continue;
		if (forms[i].bytes > 1 &&
			(p[1] < forms[i].second_least || p[1] > forms[i].second_most))
			return 0;
		for (size_t n = 2; n < forms[i].bytes; n++) {
			if (p[n] < 0x80 || p[n] > 0xbf)
				return 0;
		}
		return forms[i].bytes;
	}
	return 0;
}

/* C0, DEL, and C1, which some terminals obey too. */
static bool is_control(const unsigned char *p)
{
	return *p < ' ' || *p == 0x7f || (*p == 0xc2 && p[1] < 0xa0);
}

int printable_check(const char *what, const char *text, struct error *err)
{
	for (const unsigned char *p = (const unsigned char *)text; *p;) {
		size_t bytes = character_bytes(p);
		size_t at = (size_t)((const char *)p - text) + 1;
		if (bytes == 0)
			return fail(err, EINVAL, "%s: byte %zu is no UTF-8", what, at);
		if (is_control(p))
			return fail(err, EINVAL, "%s: byte %zu is a control character", what, at);
		p += bytes;
	}
	return 0;
}
