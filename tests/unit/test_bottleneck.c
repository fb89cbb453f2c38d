// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/bottleneck.h"

#include "model/event.h"
#include "unit.h"

#include <math.h>
#include <string.h>

/* A phase of 10 s and one client of which nothing else is known. */
static struct demand some_demand(void)
{
	struct demand demand = demand_unknown();

	demand.at[DEMAND_WALL] = 10;
	demand.at[DEMAND_CLIENTS] = 1;
	demand.disk = "vda";
	return demand;
}

struct set {
	enum demand_field field;
	double value;
};

static const struct {
	enum bottleneck kind;
	struct set sets[6];
} cases[] = {
	{ BOTTLENECK_UNCLEAR, { { 0, 10 } } },
	{ BOTTLENECK_UNCLEAR, { { DEMAND_WALL, 0.09 }, { DEMAND_CLIENT_CPU, 1 } } },
	{ BOTTLENECK_UNCLEAR, { { DEMAND_WALL, 0 }, { DEMAND_CLIENT_CPU, 1 } } },
	{ BOTTLENECK_CPU, { { DEMAND_CLIENT_CPU, 0.8 } } },
	{ BOTTLENECK_UNCLEAR, { { DEMAND_CLIENT_CPU, 0.79 } } },
	/* others have the CPUs */
	{ BOTTLENECK_CPU, { { DEMAND_CPU_IDLE, 0.05 }, { DEMAND_CPU_WAIT, 0.02 } } },
	{ BOTTLENECK_UNCLEAR, { { DEMAND_CPU_IDLE, 0.05 } } },
	{ BOTTLENECK_LATENCY, { { DEMAND_CPU_IDLE, 0.05 }, { DEMAND_CPU_WAIT, 0.5 },
				      { DEMAND_DISK_BUSY, 0.5 } } },
	/* and yet it is the disk that is waited for */
	{ BOTTLENECK_DEVICE, { { DEMAND_CPU_IDLE, 0.05 }, { DEMAND_CPU_WAIT, 0.02 },
				     { DEMAND_DISK_BUSY, 0.9 }, { DEMAND_DISK_IN_FLIGHT, 1.5 } } },
	/* memory comes before all that it causes */
	{ BOTTLENECK_MEMORY, { { DEMAND_PSI_MEMORY, 0.2 }, { DEMAND_CLIENT_CPU, 0.9 } } },
	{ BOTTLENECK_MEMORY, { { DEMAND_SWAP, MIB }, { DEMAND_DISK_BUSY, 1 } } },
	{ BOTTLENECK_UNCLEAR, { { DEMAND_PSI_MEMORY, 0.19 }, { DEMAND_SWAP, MIB - 1 } } },
	/* many small commits, or one at the end of much data */
	{ BOTTLENECK_JOURNAL, { { DEMAND_SYNC, 0.9 }, { DEMAND_SYNC_BYTES, 4096 } } },
	{ BOTTLENECK_DEVICE, { { DEMAND_SYNC, 0.9 }, { DEMAND_SYNC_BYTES, 200 * MIB },
				     { DEMAND_DISK_BUSY, 0.98 }, { DEMAND_DISK_IN_FLIGHT, 20 } } },
	{ BOTTLENECK_JOURNAL, { { DEMAND_FLUSH_SHARE, 0.3 }, { DEMAND_FLUSH_BYTES, 4096 } } },
	{ BOTTLENECK_UNCLEAR, { { DEMAND_FLUSH_SHARE, 0.3 }, { DEMAND_FLUSH_BYTES, MIB } } },
	{ BOTTLENECK_DEVICE, { { DEMAND_DISK_BUSY, 0.9 }, { DEMAND_DISK_IN_FLIGHT, 1.5 } } },
	{ BOTTLENECK_DEVICE, { { DEMAND_DISK_BUSY, 0.7 }, { DEMAND_DISK_IN_FLIGHT, 3 },
				     { DEMAND_PSI_IO, 0.5 } } },
	{ BOTTLENECK_UNCLEAR, { { DEMAND_DISK_BUSY, 0.69 }, { DEMAND_DISK_IN_FLIGHT, 3 },
				      { DEMAND_PSI_IO, 0.5 } } },
	/* one at a time, large: the device moves data; small: it is waited for */
	{ BOTTLENECK_DEVICE, { { DEMAND_DISK_BUSY, 0.9 }, { DEMAND_DISK_IN_FLIGHT, 0.95 },
				     { DEMAND_PSI_IO, 0.9 }, { DEMAND_DISK_REQUEST, MIB } } },
	{ BOTTLENECK_LATENCY, { { DEMAND_DISK_BUSY, 0.9 }, { DEMAND_DISK_IN_FLIGHT, 0.95 },
				      { DEMAND_PSI_IO, 0.9 }, { DEMAND_DISK_REQUEST, 4096 } } },
	{ BOTTLENECK_UNCLEAR, { { DEMAND_DISK_BUSY, 0.5 }, { DEMAND_DISK_IN_FLIGHT, 0.95 },
				      { DEMAND_PSI_IO, 0.19 }, { DEMAND_DISK_REQUEST, 4096 } } },
	/* no pressure stall information: iowait says it */
	{ BOTTLENECK_LATENCY, { { DEMAND_CPU_WAIT, 0.4 }, { DEMAND_DISK_BUSY, 0.5 } } },
	/* a loop device on a file system without a disk */
	{ BOTTLENECK_DEVICE, { { DEMAND_LOOP_BUSY, 0.95 }, { DEMAND_LOOP_IN_FLIGHT, 3 },
				     { DEMAND_PSI_IO, 0.8 } } },
	{ BOTTLENECK_LATENCY, { { DEMAND_LOOP_BUSY, 0.7 }, { DEMAND_LOOP_IN_FLIGHT, 0.7 },
				      { DEMAND_PSI_IO, 0.8 } } },
	/* several clients and nothing that they wait for but each other */
	{ BOTTLENECK_LOCK,
		{ { DEMAND_CLIENTS, 2 }, { DEMAND_CPU_IDLE, 0.5 }, { DEMAND_PSI_IO, 0.01 },
			{ DEMAND_PSI_CPU, 0.1 }, { DEMAND_CLIENT_CPU, 0.4 } } },
	{ BOTTLENECK_UNCLEAR,
		{ { DEMAND_CLIENTS, 1 }, { DEMAND_CPU_IDLE, 0.5 }, { DEMAND_PSI_IO, 0.01 },
			{ DEMAND_PSI_CPU, 0.1 }, { DEMAND_CLIENT_CPU, 0.4 } } },
	{ BOTTLENECK_UNCLEAR, { { DEMAND_CLIENTS, 2 }, { DEMAND_CPU_IDLE, 0.5 } } },
};

START_TEST(a_phase_has_the_bottleneck_of_the_first_rule_that_it_fulfils)
{
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct demand demand = some_demand();
		for (size_t k = 0; k < COUNT_OF(cases[i].sets); k++) {
			if (k == 0 || cases[i].sets[k].field != 0)
				demand.at[cases[i].sets[k].field] = cases[i].sets[k].value;
		}
		ck_assert_msg(bottleneck_find(&demand)->kind == cases[i].kind,
			"case %zu is %s, wanted %s", i,
			bottleneck_name(bottleneck_find(&demand)->kind),
			bottleneck_name(cases[i].kind));
	}
}
END_TEST

START_TEST(the_numbers_that_led_to_it_stand_behind_it)
{
	struct arena arena = { 0 };
	struct demand demand = some_demand();

	demand.at[DEMAND_CPU_SYS] = 0.15;
	demand.at[DEMAND_CPU_IDLE] = 0.81;
	demand.at[DEMAND_DISK_BUSY] = 0.98;
	demand.at[DEMAND_DISK_IN_FLIGHT] = 4.21;
	demand.at[DEMAND_PSI_IO] = 0.63;
	ck_assert_str_eq(bottleneck_text(&arena, &demand),
		"device-bound: sys 15 %, idle 81 %, vda 98 % busy, vda 4.2 in flight, "
		"PSI io some 63 %");
	demand.at[DEMAND_PSI_IO] = NAN;
	ck_assert_str_eq(bottleneck_text(&arena, &demand),
		"device-bound: sys 15 %, idle 81 %, vda 98 % busy, vda 4.2 in flight");
	demand = demand_unknown();
	ck_assert_str_eq(bottleneck_text(&arena, &demand), "unclear: nothing was observed");
	demand = some_demand();
	demand.at[DEMAND_WALL] = 0.05;
	ck_assert_str_eq(bottleneck_text(&arena, &demand), "unclear: only 50.0 ms");
	demand = some_demand();
	demand.at[DEMAND_SYNC] = 0.914;
	demand.at[DEMAND_SYNC_BYTES] = 4096;
	ck_assert_str_eq(bottleneck_text(&arena, &demand),
		"journal-bound: clients 91 % in sync calls, 4.00 KiB a sync");
	arena_free(&arena);
}
END_TEST

/* Real phases of this program, as their events: tests/data/README.md. */
START_TEST(recorded_phases_have_the_bottleneck_that_they_were_made_for)
{
	static const struct {
		const char *file;
		enum bottleneck kind;
	} recorded[] = {
		{ "cpu-postmark-tmpfs", BOTTLENECK_CPU },
		{ "cpu-lmdd-direct-depth16", BOTTLENECK_CPU },
		{ "device-lmdd-direct-1M", BOTTLENECK_DEVICE },
		{ "journal-postmark-fsync", BOTTLENECK_JOURNAL },
		{ "latency-lmdd-direct-4k", BOTTLENECK_LATENCY },
	};
	const char *source = getenv("BAKEOFF_SOURCE");

	for (size_t i = 0; i < COUNT_OF(recorded); i++) {
		struct arena arena = { 0 };
		struct error err = { 0 };
		struct event event;
		char path[512], *line = arena_alloc(&arena, 1, 1 << 16);
		(void)snprintf(path, sizeof(path), "%s/tests/data/phases/%s.json",
			source ? source : ".", recorded[i].file);
		FILE *f = fopen(path, "re");
		ck_assert_msg(f != NULL, "%s cannot be read; BAKEOFF_SOURCE is the source folder",
			path);
		ck_assert_ptr_nonnull(fgets(line, 1 << 16, f));
		(void)fclose(f);
		OK(event_parse(line, strcspn(line, "\n"), &arena, &event, &err));
		struct demand demand = demand_of_phase(&event.phase);
		ck_assert(demand_is_known(&demand));
		ck_assert_msg(bottleneck_find(&demand)->kind == recorded[i].kind, "%s: %s",
			recorded[i].file, bottleneck_text(&arena, &demand));
		arena_free(&arena);
	}
}
END_TEST

/* As a row of the table in docs/bottleneck.md. */
static char *row_of(struct arena *arena, const struct bottleneck_rule *rule)
{
	char *row = arena_printf(arena, "\n| `%s` | ", bottleneck_name(rule->kind));

	for (size_t i = 0; i < BOTTLENECK_CONDITIONS && rule->conditions[i].is; i++)
		row = arena_printf(arena, "%s%s%s %s %.10g", row, i > 0 ? ", " : "",
			demand_names[rule->conditions[i].field].name,
			rule->conditions[i].is == BELOW ? "<" : "≥", rule->conditions[i].threshold);
	return arena_printf(arena, "%s%s", row, rule->conditions[0].is ? " |" : "|");
}

START_TEST(the_document_has_every_rule_in_its_order)
{
	const char *source = getenv("BAKEOFF_SOURCE");
	struct arena arena = { 0 };
	char path[512];

	(void)snprintf(path, sizeof(path), "%s/docs/bottleneck.md", source ? source : ".");
	FILE *f = fopen(path, "re");
	ck_assert_msg(f != NULL, "%s cannot be read; BAKEOFF_SOURCE is the source folder", path);
	char *docs = arena_alloc(&arena, 1, 1 << 16);
	ck_assert_uint_lt(fread(docs, 1, (1 << 16) - 1, f), (1 << 16) - 1);
	(void)fclose(f);
	const char *at = strstr(docs, "## The rules");
	ck_assert_ptr_nonnull(at);
	for (const struct bottleneck_rule *rule = bottleneck_rules;; rule++) {
		const char *row = row_of(&arena, rule);
		at = strstr(at, row);
		ck_assert_msg(at != NULL, "docs/bottleneck.md lacks, or has elsewhere:%s", row);
		at += strlen(row) - 1;
		if (!rule->conditions[0].is)
			break;
	}
	/* and no row more than there are rules */
	ck_assert_ptr_null(strstr(at, "\n| `"));
	for (size_t i = 0; i < DEMAND_FIELDS; i++)
		ck_assert_msg(strstr(docs, arena_printf(&arena, "`%s`", demand_names[i].name)),
			"docs/bottleneck.md does not tell what %s is", demand_names[i].name);
	arena_free(&arena);
}
END_TEST

UNIT_MAIN("bottleneck", a_phase_has_the_bottleneck_of_the_first_rule_that_it_fulfils,
	the_numbers_that_led_to_it_stand_behind_it,
	recorded_phases_have_the_bottleneck_that_they_were_made_for,
	the_document_has_every_rule_in_its_order)
