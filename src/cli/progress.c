// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/progress.h"

#include "core/units.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static bool is_terminal(void)
{
	const char *term = getenv("TERM");

	return isatty(STDERR_FILENO) && term && strcmp(term, "dumb") != 0;
}

void progress_clear(void *context)
{
	(void)context;
	if (is_terminal())
		fputs("\r\033[K", stderr);
}

static char *where(struct arena *arena, const struct progress *p)
{
	const char *round = p->round == 0
				    ? "warm-up"
				    : arena_printf(arena, "%sround %" PRIu64 " of %" PRIu64,
					      p->is_pilot ? "pilot " : "", p->round, p->rounds);

	return arena_printf(arena, "run %" PRIu64 " of %" PRIu64 ", %s, %s, %s", p->run, p->runs,
		round, p->variant, p->cell);
}

static char *left(struct arena *arena, const struct progress *p)
{
	if (p->left_seconds <= 0)
		return arena_strdup(arena, "");
	return arena_printf(arena, ", %s left", units_human_time(arena, p->left_seconds));
}

void progress_show(void *context, const struct progress *p)
{
	struct arena arena = { 0 };
	struct winsize size;

	(void)context;
	if (!is_terminal())
		return;
	char *share = p->share < 0 ? arena_strdup(&arena, "")
				   : arena_printf(&arena, " %.0f %%", 100 * p->share);
	char *line = arena_printf(&arena, "%s: %s%s%s", where(&arena, p), p->phase, share,
		left(&arena, p));
	int columns =
		ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
	fprintf(stderr, "\r%.*s\033[K", columns - 1, line);
	fflush(stderr);
	arena_free(&arena);
}

/* The first primary value, as the unit's readers expect it. */
static char *shown_value(struct arena *arena, const struct run_record *run)
{
	for (size_t i = 0; i < run->value_count; i++) {
		const struct value_record *v = &run->values[i];
		if (!v->primary)
			continue;
		if (strcmp(v->unit, "bytes/s") == 0)
			return arena_printf(arena, "%s/s", units_human_size(arena, v->value));
		if (strcmp(v->unit, "s") == 0)
			return units_human_time(arena, v->value);
		return arena_printf(arena, "%.4g %s", v->value, v->unit);
	}
	return arena_strdup(arena, "");
}

void progress_run_done(void *context, const struct progress *p, const struct run_record *run)
{
	struct arena arena = { 0 };
	bool failed = run->outcome != OUTCOME_OK;

	(void)context;
	if (failed || !is_terminal()) {
		progress_clear(NULL);
		fprintf(stderr, "bakeoff: %s: %s%s%s%s\n", where(&arena, p),
			failed ? outcome_name(run->outcome) : shown_value(&arena, run),
			failed ? ": " : "", failed ? run->reason : "", left(&arena, p));
	}
	arena_free(&arena);
}
