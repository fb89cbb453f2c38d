// SPDX-License-Identifier: GPL-3.0-or-later
#include "observe/observer.h"

#include <stdlib.h>
#include <string.h>

/*
 * Pressure stall information: how long something, or everything, waited for a resource.
 * Documentation/accounting/psi.rst of the kernel. Only the totals: the averages of 10 seconds and
 * more hold what was before the phase.
 */
static const struct {
	const char *path;
	const char *some, *full;
} resources[] = {
	{ "/proc/pressure/cpu", "kernel.all.pressure.cpu.some.total",
		"kernel.all.pressure.cpu.full.total" },
	{ "/proc/pressure/io", "kernel.all.pressure.io.some.total",
		"kernel.all.pressure.io.full.total" },
	{ "/proc/pressure/memory", "kernel.all.pressure.memory.some.total",
		"kernel.all.pressure.memory.full.total" },
};

struct pressure {
	struct source *sources[COUNT_OF(resources)];
	size_t first;
};

static void *pressure_open(struct observation *o)
{
	struct pressure *p = NEW(&o->arena, struct pressure, 1);

	p->first = o->channel_count;
	for (size_t i = 0; i < COUNT_OF(resources); i++) {
		p->sources[i] = source_open(o, resources[i].path);
		(void)channel_add(o, resources[i].some, "", "ns", READING_COUNTER);
		(void)channel_add(o, resources[i].full, "", "ns", READING_COUNTER);
	}
	return p;
}

void pressure_read(struct observation *o, const char *text, const char *key, size_t channel)
{
	static const char total[] = "total=";
	const char *line = line_find(text, key);
	const char *found = line ? strstr(line, total) : NULL;

	if (found)
		channel_set(o, channel,
			(double)strtoull(found + strlen(total), NULL, 10) * (double)NS_PER_US);
	else
		channel_miss(o, channel, "this kernel does not count it");
}

static void pressure_sample(struct observation *o, void *state, bool at_end)
{
	struct pressure *p = state;

	(void)at_end;
	for (size_t i = 0; i < COUNT_OF(resources); i++) {
		const char *text = source_read(o, p->sources[i]);
		if (!text) {
			channels_miss(o, p->first + 2 * i, 2, p->sources[i]->absent);
			continue;
		}
		pressure_read(o, text, "some", p->first + 2 * i);
		pressure_read(o, text, "full", p->first + 2 * i + 1);
	}
}

const struct observer pressure_observer = { .name = "pressure",
	.open = pressure_open,
	.sample = pressure_sample };
