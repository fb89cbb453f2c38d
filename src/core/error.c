// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/error.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int fail(struct error *err, int code, const char *fmt, ...)
{
	va_list args;

	assert(code > 0);
	va_start(args, fmt);
	(void)vsnprintf(err->text, sizeof(err->text), fmt, args);
	va_end(args);
	return -code;
}

int fail_errno(struct error *err, const char *fmt, ...)
{
	int code = errno ? errno : EIO;
	va_list args;

	va_start(args, fmt);
	int n = vsnprintf(err->text, sizeof(err->text), fmt, args);
	va_end(args);
	if (n >= 0 && (size_t)n < sizeof(err->text))
		(void)snprintf(err->text + n, sizeof(err->text) - (size_t)n, ": %s",
			strerror(code));
	return -code;
}

int fail_in(struct error *err, int ret, const char *fmt, ...)
{
	struct error inner = *err;
	va_list args;

	va_start(args, fmt);
	int n = vsnprintf(err->text, sizeof(err->text), fmt, args);
	va_end(args);
	if (n >= 0 && (size_t)n < sizeof(err->text))
		(void)snprintf(err->text + n, sizeof(err->text) - (size_t)n, ": %s", inner.text);
	return ret;
}
