// SPDX-License-Identifier: GPL-3.0-or-later
#include "observe/observer.h"

#include <string.h>

/*
 * The cgroup of the clients, where they have a memory cap. Documentation/admin-guide/cgroup-v2.rst
 * and cgroup-v1/memory.rst of the kernel. PCP's names have the group as their instance; here there
 * is but one.
 */
static const struct number_row v2_current[] = {
	{ "", 0, "cgroup.memory.current", "B", READING_INSTANT, 1 },
	{ 0 },
};
static const struct number_row v2_stat[] = {
	{ "anon", 0, "cgroup.memory.stat.anon", "B", READING_INSTANT, 1 },
	{ "file", 0, "cgroup.memory.stat.file", "B", READING_INSTANT, 1 },
	{ "file_dirty", 0, "cgroup.memory.stat.file_dirty", "B", READING_INSTANT, 1 },
	{ "file_writeback", 0, "cgroup.memory.stat.file_writeback", "B", READING_INSTANT, 1 },
	{ "slab", 0, "cgroup.memory.stat.slab", "B", READING_INSTANT, 1 },
	{ "pgfault", 0, "cgroup.memory.stat.pgfault", "count", READING_COUNTER, 1 },
	{ "pgmajfault", 0, "cgroup.memory.stat.pgmajfault", "count", READING_COUNTER, 1 },
	{ "pgscan", 0, "cgroup.memory.stat.pgscan", "count", READING_COUNTER, 1 },
	{ "pgsteal", 0, "cgroup.memory.stat.pgsteal", "count", READING_COUNTER, 1 },
	{ "workingset_refault_file", 0, "bakeoff.cgroup.memory.workingset_refault_file", "count",
		READING_COUNTER, 1 },
	{ 0 },
};
static const struct number_row v2_events[] = {
	{ "high", 0, "bakeoff.cgroup.memory.events.high", "count", READING_COUNTER, 1 },
	{ "max", 0, "bakeoff.cgroup.memory.events.max", "count", READING_COUNTER, 1 },
	{ "oom_kill", 0, "bakeoff.cgroup.memory.events.oom_kill", "count", READING_COUNTER, 1 },
	{ 0 },
};
static const struct number_row v2_cpu[] = {
	{ "usage_usec", 0, "cgroup.cpu.stat.usage", "ns", READING_COUNTER, 1e3 },
	{ "user_usec", 0, "cgroup.cpu.stat.user", "ns", READING_COUNTER, 1e3 },
	{ "system_usec", 0, "cgroup.cpu.stat.system", "ns", READING_COUNTER, 1e3 },
	{ 0 },
};
static const struct number_row v1_current[] = {
	{ "", 0, "cgroup.memory.usage", "B", READING_INSTANT, 1 },
	{ 0 },
};
static const struct number_row v1_failures[] = {
	{ "", 0, "cgroup.memory.failcnt", "count", READING_COUNTER, 1 },
	{ 0 },
};
static const struct number_row v1_stat[] = {
	{ "cache", 0, "cgroup.memory.stat.cache", "B", READING_INSTANT, 1 },
	{ "rss", 0, "cgroup.memory.stat.rss", "B", READING_INSTANT, 1 },
	{ "dirty", 0, "bakeoff.cgroup.memory.dirty", "B", READING_INSTANT, 1 },
	{ "writeback", 0, "cgroup.memory.stat.writeback", "B", READING_INSTANT, 1 },
	{ "pgpgin", 0, "cgroup.memory.stat.pgpgin", "count", READING_COUNTER, 1 },
	{ "pgpgout", 0, "cgroup.memory.stat.pgpgout", "count", READING_COUNTER, 1 },
	{ "pgfault", 0, "cgroup.memory.stat.pgfault", "count", READING_COUNTER, 1 },
	{ "pgmajfault", 0, "cgroup.memory.stat.pgmajfault", "count", READING_COUNTER, 1 },
	{ 0 },
};
static const struct number_row v1_oom[] = {
	{ "oom_kill", 0, "bakeoff.cgroup.memory.events.oom_kill", "count", READING_COUNTER, 1 },
	{ 0 },
};

static const struct {
	bool is_v2;
	const char *file;
	const struct number_row *rows;
} files[] = {
	{ true, "memory.current", v2_current },
	{ true, "memory.stat", v2_stat },
	{ true, "memory.events", v2_events },
	{ true, "cpu.stat", v2_cpu },
	{ false, "memory.usage_in_bytes", v1_current },
	{ false, "memory.failcnt", v1_failures },
	{ false, "memory.stat", v1_stat },
	{ false, "memory.oom_control", v1_oom },
};

/* Version 2 only. */
static const struct {
	const char *file, *some, *full; /* full: NULL for none */
} pressures[] = {
	{ "cpu.pressure", "cgroup.pressure.cpu.some.total", NULL },
	{ "io.pressure", "cgroup.pressure.io.some.total", "cgroup.pressure.io.full.total" },
	{ "memory.pressure", "cgroup.pressure.memory.some.total",
		"cgroup.pressure.memory.full.total" },
};

struct observed_file {
	struct source *source; /* NULL: of the other version */
	size_t first;
};

struct cgroup {
	struct observed_file files[COUNT_OF(files)], pressures[COUNT_OF(pressures)];
};

static void open_pressures(struct observation *o, struct cgroup *c, const char *folder)
{
	for (size_t i = 0; i < COUNT_OF(pressures); i++) {
		c->pressures[i].source =
			source_open(o, arena_printf(&o->arena, "%s/%s", folder, pressures[i].file));
		c->pressures[i].first =
			channel_add(o, pressures[i].some, "", "ns", READING_COUNTER);
		if (pressures[i].full)
			(void)channel_add(o, pressures[i].full, "", "ns", READING_COUNTER);
	}
}

static void sample_pressure(struct observation *o, const struct cgroup *c, size_t i)
{
	struct source *source = c->pressures[i].source;
	const char *text = source_read(o, source);
	size_t first = c->pressures[i].first;

	if (!text) {
		channels_miss(o, first, pressures[i].full ? 2 : 1, source->absent);
		return;
	}
	pressure_read(o, text, "some", first);
	if (pressures[i].full)
		pressure_read(o, text, "full", first + 1);
}

static void *cgroup_open(struct observation *o)
{
	const char *procs = o->config->cgroup_procs, *slash = strrchr(procs, '/');

	if (!slash)
		return NULL;
	struct cgroup *c = NEW(&o->arena, struct cgroup, 1);
	const char *folder = arena_strndup(&o->arena, procs, (size_t)(slash - procs));
	bool is_v1 = path_exists(o, arena_printf(&o->arena, "%s/memory.usage_in_bytes", folder));
	for (size_t i = 0; i < COUNT_OF(files); i++) {
		if (files[i].is_v2 == is_v1)
			continue;
		c->files[i].source =
			source_open(o, arena_printf(&o->arena, "%s/%s", folder, files[i].file));
		c->files[i].first = numbers_add(o, files[i].rows, "");
	}
	if (!is_v1)
		open_pressures(o, c, folder);
	return c;
}

static void cgroup_sample(struct observation *o, void *state, bool at_end)
{
	struct cgroup *c = state;

	(void)at_end;
	for (size_t i = 0; i < COUNT_OF(files); i++) {
		if (c->files[i].source)
			numbers_sample(o, c->files[i].source, files[i].rows, c->files[i].first);
	}
	for (size_t i = 0; i < COUNT_OF(pressures); i++) {
		if (c->pressures[i].source)
			sample_pressure(o, c, i);
	}
}

const struct observer cgroup_observer = { .name = "cgroup",
	.open = cgroup_open,
	.sample = cgroup_sample };
