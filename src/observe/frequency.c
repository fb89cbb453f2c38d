// SPDX-License-Identifier: GPL-3.0-or-later
#include "observe/observer.h"

#include <stdio.h>
#include <string.h>

/*
 * How fast each CPU runs, and how often it was slowed down for its heat. cpufreq and
 * thermal_throttle under /sys/devices/system/cpu.
 */
static const struct {
	const char *file, *metric, *unit;
	enum reading_kind reading;
	double factor;
	const char *why; /* where no CPU has the file */
} files[] = {
	{ "cpufreq/scaling_cur_freq", "hinv.cpu.clock", "Hz", READING_INSTANT, 1e3,
		"no cpufreq driver tells it" },
	{ "thermal_throttle/core_throttle_count", "bakeoff.cpu.throttle.core", "count",
		READING_COUNTER, 1, "this CPU does not count it" },
	{ "thermal_throttle/package_throttle_count", "bakeoff.cpu.throttle.package", "count",
		READING_COUNTER, 1, "this CPU does not count it" },
};

struct gauge {
	struct source *source; /* NULL: no CPU has it */
	size_t channel, file;
};

struct frequency {
	struct gauge *gauges;
	size_t count;
};

enum { CPUS_MOST = 4096 };

/* One channel for each CPU that has the file; one that is absent where none has. */
static void add_file(struct observation *o, struct frequency *f, size_t file)
{
	size_t before = f->count;

	for (unsigned cpu = 0; cpu < CPUS_MOST; cpu++) {
		char path[128];
		(void)snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%u", cpu);
		if (!path_exists(o, path))
			break;
		(void)snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%u/%s", cpu,
			files[file].file);
		if (!path_exists(o, path))
			continue;
		*ARENA_PUSH(&o->arena, f->gauges, f->count) = (struct gauge){
			.source = source_open(o, path),
			.channel = channel_add(o, files[file].metric,
				arena_printf(&o->arena, "cpu%u", cpu), files[file].unit,
				files[file].reading),
			.file = file,
		};
	}
	if (f->count == before)
		*ARENA_PUSH(&o->arena, f->gauges, f->count) = (struct gauge){
			.channel = channel_add(o, files[file].metric, "", files[file].unit,
				files[file].reading),
			.file = file,
		};
}

static void *frequency_open(struct observation *o)
{
	struct frequency *f = NEW(&o->arena, struct frequency, 1);

	for (size_t i = 0; i < COUNT_OF(files); i++)
		add_file(o, f, i);
	return f;
}

static void frequency_sample(struct observation *o, void *state, bool at_end)
{
	struct frequency *f = state;

	(void)at_end;
	for (size_t i = 0; i < f->count; i++) {
		const struct gauge *g = &f->gauges[i];
		const char *text = g->source ? source_read(o, g->source) : NULL;
		uint64_t value;
		if (text && line_number(text, 0, &value))
			channel_set(o, g->channel, (double)value * files[g->file].factor);
		else
			channel_miss(o, g->channel,
				g->source && g->source->absent ? g->source->absent
							       : files[g->file].why);
	}
}

const struct observer frequency_observer = { .name = "frequency",
	.open = frequency_open,
	.sample = frequency_sample };
