// SPDX-License-Identifier: GPL-3.0-or-later
#include "observe/plausible.h"

#include "core/clock.h"
#include "model/demand.h"
#include "model/observed.h"

#include <math.h>
#include <string.h>

#define COLD_SHARE   0.05 /* of the files' bytes that may be in the cache of a cold phase */
#define DEVICE_SHARE 0.1  /* of the application's bytes that a device has to move at least */
#define RANDOM_RATIO 1.1  /* of sequential reads' speed that random ones may have */
#define LEAST_BYTES  ((double)MIB) /* below this nothing is said: metadata and partial pages */

struct view {
	const struct plausible_run *run;
	const struct plausible_phase *phase;
	struct demand demand;
};

static bool began_warm(const struct view *v)
{
	const double *at = v->demand.at;

	return v->phase->cold && at[DEMAND_CACHE_SIZE] >= LEAST_BYTES &&
	       at[DEMAND_CACHE_RESIDENT] > COLD_SHARE * at[DEMAND_CACHE_SIZE];
}

static bool may_be_warm(const struct view *v)
{
	const struct counter_record *c =
		observed_find(v->phase->record, OBSERVED_CACHE_RESIDENT, "");

	return v->phase->cold && c && isnan(c->value);
}

/* The data does not pass through a CPU where the device moves it, so that this is no limit then. */
static bool outran_memory(const struct view *v)
{
	const struct plausible_run *run = v->run;
	const double *at = v->demand.at;
	double copying = fmin(at[DEMAND_CLIENTS], at[DEMAND_CPUS]);

	return !v->phase->direct && run->memory_copy > 0 && at[DEMAND_READ] >= LEAST_BYTES &&
	       at[DEMAND_READ] / at[DEMAND_WALL] > run->memory_copy * copying;
}

static bool passed_by_the_device(const struct view *v)
{
	const double *at = v->demand.at;

	if ((v->phase->cold || v->phase->direct) && at[DEMAND_READ] >= LEAST_BYTES &&
		at[DEMAND_DISK_READ] < DEVICE_SHARE * at[DEMAND_READ])
		return true;
	return v->phase->direct && at[DEMAND_WRITTEN] >= LEAST_BYTES &&
	       at[DEMAND_DISK_WRITTEN] < DEVICE_SHARE * at[DEMAND_WRITTEN];
}

/* One pass over cold files reads each byte from the device, however small they are. */
static bool fits_in_memory(const struct view *v)
{
	const double *at = v->demand.at;
	bool read_once = v->phase->cold && at[DEMAND_READ] <= at[DEMAND_CACHE_SIZE];

	return !v->phase->direct && !read_once && v->run->memory > 0 &&
	       at[DEMAND_READ] >= LEAST_BYTES && at[DEMAND_CACHE_SIZE] >= LEAST_BYTES &&
	       at[DEMAND_CACHE_SIZE] < (double)v->run->memory;
}

/* Bytes per second that one client moved by this kind of operation; NaN where there was none. */
static double rate_of(const struct phase_record *p, const char *kind)
{
	for (size_t i = 0; i < p->kind_count; i++) {
		if (strcmp(p->kinds[i].name, kind) == 0 && p->clients > 0 && p->wall_ns > 0)
			return (double)p->kinds[i].bytes /
			       ((double)p->clients * (double)p->wall_ns);
	}
	return NAN;
}

/* By each client: several that seek at once may well be faster than one that reads. */
static bool outran_sequential(const struct view *v)
{
	double random = rate_of(v->phase->record, "seek");

	for (size_t i = 0; i < v->run->phase_count; i++) {
		if (random > RANDOM_RATIO * rate_of(v->run->phases[i].record, "read"))
			return true;
	}
	return false;
}

static const struct {
	bool (*holds)(const struct view *v);
	const char *text;
	enum { ALWAYS, UNLESS_MEANT, NEVER } warns;
} rules[] = {
	{ began_warm,
		"was to begin with cold caches, and more than 5 % of its files were in the page "
		"cache",
		ALWAYS },
	{ may_be_warm, "whether it began with cold caches is not known", NEVER },
	{ outran_memory,
		"read faster than this machine copies memory: the data did not move, or lay in a "
		"CPU's own cache",
		ALWAYS },
	{ passed_by_the_device,
		"the disk moved less than a tenth of the bytes that cold or direct I/O asks of it: "
		"something else served them",
		ALWAYS },
	{ outran_sequential,
		"random reads are faster than sequential ones of the same run: a cache served "
		"them",
		ALWAYS },
	{ fits_in_memory,
		"its files fit into memory: what it read may come from the page cache, not from "
		"the device",
		UNLESS_MEANT },
};

static void add(struct arena *arena, struct log_record **logs, size_t *count, int level,
	const char *text)
{
	*ARENA_PUSH(arena, *logs, *count) = (struct log_record){
		.time_ns = clock_utc_ns(),
		.level = level,
		.text = text,
	};
}

void plausible_check(const struct plausible_run *run, struct arena *arena, struct log_record **logs,
	size_t *count)
{
	for (size_t r = 0; r < COUNT_OF(rules); r++) {
		const char *names = NULL, *reason = "";
		for (size_t i = 0; i < run->phase_count; i++) {
			const struct phase_record *record = run->phases[i].record;
			struct view v = { run, &run->phases[i], demand_of_phase(record) };
			if (!rules[r].holds(&v))
				continue;
			names = names ? arena_printf(arena, "%s, %s", names, record->name)
				      : record->name;
			/* all are of one directory: what is unknown is so for the same reason */
			if (rules[r].holds == may_be_warm)
				reason = arena_printf(arena, ": %s",
					observed_find(record, OBSERVED_CACHE_RESIDENT, "")->absent);
		}
		bool warns = rules[r].warns == ALWAYS ||
			     (rules[r].warns == UNLESS_MEANT && !run->meant_for_caches);
		if (names)
			add(arena, logs, count, warns ? RECORD_WARNING : RECORD_INFO,
				arena_printf(arena, "%s: %s%s", names, rules[r].text, reason));
	}
}
