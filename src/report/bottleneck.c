// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/bottleneck.h"

#include "core/units.h"

#include <math.h>

static const struct {
	const char *name, *words;
} kinds[] = {
	[BOTTLENECK_UNCLEAR] = { "unclear", "unclear" },
	[BOTTLENECK_CPU] = { "cpu", "cpu-bound" },
	[BOTTLENECK_MEMORY] = { "memory", "memory-bound" },
	[BOTTLENECK_JOURNAL] = { "journal", "journal-bound" },
	[BOTTLENECK_DEVICE] = { "device", "device-bound" },
	[BOTTLENECK_LATENCY] = { "latency", "latency-bound" },
	[BOTTLENECK_LOCK] = { "lock", "lock-bound" },
};

/* How a number is said. */
static const struct {
	const char *before, *after;
	enum { SHARE, COUNT, TENTHS, SIZE, TIME } form;
	bool of_disk; /* the disk's name comes first */
} spoken[DEMAND_FIELDS] = {
	[DEMAND_WALL] = { "only ", "", TIME },
	[DEMAND_CLIENTS] = { "", " clients", COUNT },
	[DEMAND_CPUS] = { "", " CPUs", COUNT },
	[DEMAND_CLIENT_CPU] = { "clients ", " on a CPU", SHARE },
	[DEMAND_CPU_USER] = { "user ", "", SHARE },
	[DEMAND_CPU_SYS] = { "sys ", "", SHARE },
	[DEMAND_CPU_IDLE] = { "idle ", "", SHARE },
	[DEMAND_CPU_WAIT] = { "iowait ", "", SHARE },
	[DEMAND_CPU_STEAL] = { "steal ", "", SHARE },
	[DEMAND_PSI_CPU] = { "PSI cpu some ", "", SHARE },
	[DEMAND_PSI_IO] = { "PSI io some ", "", SHARE },
	[DEMAND_PSI_MEMORY] = { "PSI memory some ", "", SHARE },
	[DEMAND_SWAP] = { "swap ", "/s", SIZE },
	[DEMAND_SYNC] = { "clients ", " in sync calls", SHARE },
	[DEMAND_SYNC_BYTES] = { "", " a sync", SIZE },
	[DEMAND_DISK_BUSY] = { " ", " busy", SHARE, true },
	[DEMAND_DISK_IN_FLIGHT] = { " ", " in flight", TENTHS, true },
	[DEMAND_DISK_REQUEST] = { " ", " a request", SIZE, true },
	[DEMAND_DISK_READ] = { " read ", "", SIZE, true },
	[DEMAND_DISK_WRITTEN] = { " wrote ", "", SIZE, true },
	[DEMAND_DISK_FLUSHES] = { " ", " flushes", COUNT, true },
	[DEMAND_FLUSH_SHARE] = { " ", " flushes an operation", TENTHS, true },
	[DEMAND_FLUSH_BYTES] = { "", " a flush", SIZE },
	[DEMAND_LOOP_BUSY] = { "loop ", " busy", SHARE },
	[DEMAND_LOOP_IN_FLIGHT] = { "loop ", " in flight", TENTHS },
	[DEMAND_LOOP_REQUEST] = { "loop ", " a request", SIZE },
	[DEMAND_BYTES] = { "the workload moved ", "", SIZE },
	[DEMAND_READ] = { "the workload read ", "", SIZE },
	[DEMAND_WRITTEN] = { "the workload wrote ", "", SIZE },
	[DEMAND_CACHE_RESIDENT] = { "in the cache ", "", SIZE },
	[DEMAND_CACHE_SIZE] = { "files of ", "", SIZE },
};

/* CPU counters go by the tick of 1 to 10 ms: below this, shares of the time mean nothing. */
#define LEAST_WALL 0.1

/* Their reasons stand in docs/bottleneck.md, which a test holds against this table. */
/* clang-format off */
const struct bottleneck_rule bottleneck_rules[] = {
	{ BOTTLENECK_UNCLEAR, { { DEMAND_WALL, BELOW, LEAST_WALL } },
		{ DEMAND_WALL, DEMAND_FIELDS } },
	{ BOTTLENECK_MEMORY, { { DEMAND_PSI_MEMORY, AT_LEAST, 0.2 } },
		{ DEMAND_CPU_SYS, DEMAND_CPU_IDLE, DEMAND_PSI_MEMORY, DEMAND_PSI_IO, DEMAND_FIELDS } },
	{ BOTTLENECK_MEMORY, { { DEMAND_SWAP, AT_LEAST, MIB } },
		{ DEMAND_CPU_SYS, DEMAND_CPU_IDLE, DEMAND_SWAP, DEMAND_PSI_MEMORY, DEMAND_FIELDS } },
	{ BOTTLENECK_CPU, { { DEMAND_CLIENT_CPU, AT_LEAST, 0.8 } },
		{ DEMAND_CLIENT_CPU, DEMAND_CPU_USER, DEMAND_CPU_SYS, DEMAND_CPU_IDLE, DEMAND_DISK_BUSY,
			DEMAND_FIELDS } },
	{ BOTTLENECK_JOURNAL,
		{ { DEMAND_SYNC, AT_LEAST, 0.5 }, { DEMAND_SYNC_BYTES, BELOW, 256 * KIB } },
		{ DEMAND_SYNC, DEMAND_SYNC_BYTES, DEMAND_CPU_SYS, DEMAND_CPU_IDLE, DEMAND_DISK_BUSY,
			DEMAND_FIELDS } },
	{ BOTTLENECK_JOURNAL,
		{ { DEMAND_FLUSH_SHARE, AT_LEAST, 0.3 }, { DEMAND_FLUSH_BYTES, BELOW, 256 * KIB } },
		{ DEMAND_FLUSH_SHARE, DEMAND_FLUSH_BYTES, DEMAND_CPU_SYS, DEMAND_CPU_IDLE,
			DEMAND_DISK_BUSY, DEMAND_FIELDS } },
	{ BOTTLENECK_DEVICE,
		{ { DEMAND_DISK_BUSY, AT_LEAST, 0.9 }, { DEMAND_DISK_IN_FLIGHT, AT_LEAST, 1.5 } },
		{ DEMAND_CPU_SYS, DEMAND_CPU_IDLE, DEMAND_DISK_BUSY, DEMAND_DISK_IN_FLIGHT,
			DEMAND_PSI_IO, DEMAND_FIELDS } },
	{ BOTTLENECK_DEVICE,
		{ { DEMAND_DISK_BUSY, AT_LEAST, 0.7 }, { DEMAND_DISK_IN_FLIGHT, AT_LEAST, 3 } },
		{ DEMAND_CPU_SYS, DEMAND_CPU_IDLE, DEMAND_DISK_BUSY, DEMAND_DISK_IN_FLIGHT,
			DEMAND_PSI_IO, DEMAND_FIELDS } },
	{ BOTTLENECK_DEVICE,
		{ { DEMAND_DISK_BUSY, AT_LEAST, 0.7 }, { DEMAND_DISK_REQUEST, AT_LEAST, 128 * KIB } },
		{ DEMAND_CPU_SYS, DEMAND_CPU_IDLE, DEMAND_DISK_BUSY, DEMAND_DISK_REQUEST, DEMAND_PSI_IO,
			DEMAND_FIELDS } },
	{ BOTTLENECK_DEVICE,
		{ { DEMAND_LOOP_BUSY, AT_LEAST, 0.9 }, { DEMAND_LOOP_IN_FLIGHT, AT_LEAST, 1.5 },
			{ DEMAND_PSI_IO, AT_LEAST, 0.3 } },
		{ DEMAND_CPU_SYS, DEMAND_CPU_IDLE, DEMAND_LOOP_BUSY, DEMAND_LOOP_IN_FLIGHT, DEMAND_DISK_BUSY,
			DEMAND_FIELDS } },
	{ BOTTLENECK_LATENCY,
		{ { DEMAND_PSI_IO, AT_LEAST, 0.2 }, { DEMAND_DISK_IN_FLIGHT, AT_LEAST, 0.5 },
			{ DEMAND_DISK_IN_FLIGHT, BELOW, 3 } },
		{ DEMAND_CPU_SYS, DEMAND_CPU_IDLE, DEMAND_DISK_IN_FLIGHT, DEMAND_DISK_REQUEST, DEMAND_PSI_IO,
			DEMAND_FIELDS } },
	{ BOTTLENECK_LATENCY,
		{ { DEMAND_PSI_IO, AT_LEAST, 0.2 }, { DEMAND_LOOP_IN_FLIGHT, AT_LEAST, 0.5 },
			{ DEMAND_LOOP_IN_FLIGHT, BELOW, 3 } },
		{ DEMAND_CPU_SYS, DEMAND_CPU_IDLE, DEMAND_LOOP_IN_FLIGHT, DEMAND_DISK_BUSY, DEMAND_PSI_IO,
			DEMAND_FIELDS } },
	{ BOTTLENECK_LATENCY,
		{ { DEMAND_CPU_WAIT, AT_LEAST, 0.3 }, { DEMAND_DISK_BUSY, BELOW, 0.9 } },
		{ DEMAND_CPU_SYS, DEMAND_CPU_IDLE, DEMAND_CPU_WAIT, DEMAND_DISK_BUSY, DEMAND_FIELDS } },
	{ BOTTLENECK_CPU, { { DEMAND_CPU_IDLE, BELOW, 0.1 }, { DEMAND_CPU_WAIT, BELOW, 0.1 } },
		{ DEMAND_CLIENT_CPU, DEMAND_CPU_USER, DEMAND_CPU_SYS, DEMAND_CPU_IDLE, DEMAND_PSI_CPU,
			DEMAND_FIELDS } },
	{ BOTTLENECK_LOCK,
		{ { DEMAND_CLIENTS, AT_LEAST, 2 }, { DEMAND_CPU_IDLE, AT_LEAST, 0.3 },
			{ DEMAND_PSI_IO, BELOW, 0.1 }, { DEMAND_PSI_CPU, BELOW, 0.3 } },
		{ DEMAND_CLIENTS, DEMAND_CLIENT_CPU, DEMAND_CPU_SYS, DEMAND_CPU_IDLE, DEMAND_PSI_IO,
			DEMAND_FIELDS } },
	{ BOTTLENECK_UNCLEAR, { { 0 } },
		{ DEMAND_CLIENT_CPU, DEMAND_CPU_SYS, DEMAND_CPU_IDLE, DEMAND_DISK_BUSY, DEMAND_PSI_IO,
			DEMAND_FIELDS } },
};
/* clang-format on */

static bool fulfils(const struct demand *demand, const struct bottleneck_condition *c)
{
	double value = demand->at[c->field];

	switch (c->is) {
	case NO_CONDITION:
		return true;
	case AT_LEAST:
		return value >= c->threshold;
	case BELOW:
		return value < c->threshold;
	}
	return false;
}

const struct bottleneck_rule *bottleneck_find(const struct demand *demand)
{
	for (const struct bottleneck_rule *rule = bottleneck_rules;; rule++) {
		bool holds = true;
		for (size_t i = 0; i < BOTTLENECK_CONDITIONS; i++)
			holds &= fulfils(demand, &rule->conditions[i]);
		if (holds)
			return rule;
	}
}

bool bottleneck_is_too_short(const struct demand *demand)
{
	return demand->at[DEMAND_WALL] < LEAST_WALL;
}

const char *bottleneck_name(enum bottleneck kind)
{
	return kinds[kind].name;
}

const char *bottleneck_words(enum bottleneck kind)
{
	return kinds[kind].words;
}

/* One number with what it is of. */
static char *number_of(struct arena *arena, const struct demand *demand, enum demand_field field)
{
	double value = demand->at[field];
	const char *number = "";

	switch (spoken[field].form) {
	case SHARE:
		number = arena_printf(arena, "%.0f %%", fabs(100 * value));
		break;
	case COUNT:
		number = arena_printf(arena, "%.0f", value);
		break;
	case TENTHS:
		number = arena_printf(arena, "%.1f", value);
		break;
	case SIZE:
		number = units_human_size(arena, value);
		break;
	case TIME:
		number = units_human_time(arena, value);
		break;
	}
	return arena_printf(arena, "%s%s%s%s", spoken[field].of_disk ? demand->disk : "",
		spoken[field].before, number, spoken[field].after);
}

char *bottleneck_text(struct arena *arena, const struct demand *demand)
{
	const struct bottleneck_rule *rule = bottleneck_find(demand);
	char *text = arena_strdup(arena, bottleneck_words(rule->kind));
	bool any = false;

	for (size_t i = 0; i < BOTTLENECK_SHOWN && rule->shown[i] != DEMAND_FIELDS; i++) {
		enum demand_field field = rule->shown[i];
		if (isnan(demand->at[field]))
			continue;
		text = arena_printf(arena, "%s%s %s", text, any ? "," : ":",
			number_of(arena, demand, field));
		any = true;
	}
	return any ? text : arena_printf(arena, "%s: nothing was observed", text);
}
