// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/log.h"

#include <stdarg.h>
#include <stdio.h>

static struct {
	enum log_level level;
	void (*before)(void *);
	void *context;
} log_state = { .level = LOG_INFO };

void log_set_level(enum log_level level)
{
	log_state.level = level;
}

void log_set_before(void (*before)(void *), void *context)
{
	log_state.before = before;
	log_state.context = context;
}

enum { LINE_BYTES = 2048 };

/* What a terminal would obey is shown, not sent. */
static void make_plain(const char *line, char plain[4 * LINE_BYTES])
{
	for (const unsigned char *p = (const unsigned char *)line; *p; p++) {
		if (*p == '\n' || *p == '\t')
			*plain++ = ' ';
		else if (*p < ' ' || *p == 0x7f)
			plain += sprintf(plain, "\\x%02x", *p);
		else
			*plain++ = (char)*p;
	}
	*plain = '\0';
}

void log_say(enum log_level level, const char *fmt, ...)
{
	static const char *const prefixes[] = {
		[LOG_ERROR] = "",
		[LOG_WARNING] = "warning: ",
		[LOG_INFO] = "",
		[LOG_DEBUG] = "debug: ",
	};
	char line[LINE_BYTES], plain[4 * LINE_BYTES];
	va_list args;

	if (level > log_state.level)
		return;
	va_start(args, fmt);
	(void)vsnprintf(line, sizeof(line), fmt, args);
	va_end(args);
	if (log_state.before)
		log_state.before(log_state.context);
	make_plain(line, plain);
	fprintf(stderr, "bakeoff: %s%s\n", prefixes[level], plain);
}
