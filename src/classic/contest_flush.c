// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/contest_flush.h"

#include "core/auto.h"
#include "io/file.h"
#include "journal/journal.h"
#include "journal/swap.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* Off, and on again by the journal's own undo, which is also what `bakeoff clean` would do. */
static int cycle(struct journal *journal, const struct swap_area *area, struct error *err)
{
	const struct change off = { .kind = CHANGE_SWAP,
		.path = area->path,
		.other = area->priority };
	struct error on;
	uint64_t id;
	int ret = journal_intend(journal, &off, &id, err);

	if (ret < 0)
		return ret;
	ret = swap_off(area->path, err);
	int undone = journal_undo(journal, id, &on);
	if (undone < 0) {
		*err = on; /* the worse of the two */
		return fail_in(err, undone, "`bakeoff clean` will try again");
	}
	return ret;
}

static int empty_swap(const char *journal_dir, struct arena *arena, size_t *count,
	struct error *err)
{
	struct journal *journal = NULL;
	struct swap_area *areas;
	int ret = swap_read(arena, &areas, count, err);

	if (ret < 0 || *count == 0)
		return ret;
	ret = journal_open(&journal, journal_dir, "contest", err);
	if (ret < 0)
		return ret;
	for (size_t i = 0; ret == 0 && i < *count; i++)
		ret = cycle(journal, &areas[i], err);
	journal_close(journal);
	return ret;
}

void contest_flush(const char *journal_dir, struct text *said)
{
	struct arena arena = { 0 };
	struct error err;
	size_t count = 0;

	sync();
	text_puts(said, "synced, ");
	if (io_write_small("/proc/sys/vm/drop_caches", "3", &err) < 0)
		text_printf(said, "caches not dropped (%s), ", strerror(errno));
	else
		text_puts(said, "caches dropped, ");
	if (empty_swap(journal_dir, &arena, &count, &err) < 0)
		text_printf(said, "swap not emptied (%s)", err.text);
	else
		text_puts(said, count > 0 ? "swap off and on" : "no swap");
	arena_free(&arena);
}
