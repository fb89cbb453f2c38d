// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/event.h"
#include "model/histogram.h"

#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

/* Every pointer of an accepted event may be used, and its histograms are whole. */
static void use(const struct event *e)
{
	static struct histogram h;
	struct error err = { 0 };
	json_t *again = NULL;

	if (e->type == EVENT_PHASE) {
		for (size_t i = 0; i < e->phase.kind_count; i++) {
			const struct kind_record *k = &e->phase.kinds[i];
			if (histogram_decode(&h, k->histogram, k->histogram_size, &err) < 0)
				abort();
		}
		again = event_phase(&e->phase);
	}
	if (e->type == EVENT_VALUE)
		again = event_value(&e->value);
	if (e->type == EVENT_SERIES)
		again = event_series(&e->series);
	if (e->type == EVENT_END)
		again = event_end(e->outcome, e->text);
	json_decref(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct event event;

	if (event_parse((const char *)data, size, &arena, &event, &err) == 0)
		use(&event);
	else if (!*err.text)
		abort();
	arena_free(&arena);
	return 0;
}
