// SPDX-License-Identifier: GPL-3.0-or-later
#include "agent/doubts.h"

#include "core/clock.h"
#include "io/residency.h"
#include "model/observed.h"
#include "observe/memory.h"
#include "observe/plausible.h"

#include <math.h>
#include <string.h>

enum {
	FILES_MOST = 4096,
	FILES_MOST_COLD = 16, /* each has an inode that the phase is to find out of memory */
	LOOK_MS = 100,
};

void doubts_start(struct doubts *d, const struct workload *workload, const void *config, int dir,
	uint64_t cap, double memory_copy, struct arena *arena)
{
	uint64_t available = memory_available();

	*d = (struct doubts){
		.workload = workload,
		.config = config,
		.arena = arena,
		.dir = dir,
		.memory = cap > 0 && available > 0 ? min_u64(cap, available)
						   : max_u64(cap, available),
		.memory_copy = memory_copy,
	};
}

/* Its index; MAX_PHASES where the workload has no such phase. */
static size_t find_phase(const struct doubts *d, const char *name)
{
	for (size_t i = 0; i < MAX_PHASES && d->workload->phases[i].name; i++) {
		if (strcmp(d->workload->phases[i].name, name) == 0)
			return i;
	}
	return MAX_PHASES;
}

static bool is_cold(const struct doubts *d, size_t phase)
{
	return phase_is_cold(&d->workload->phases[phase], d->config);
}

/* By the parameter that every workload with O_DIRECT has. */
static bool is_direct(const struct doubts *d)
{
	const struct param *direct = param_find(d->workload->params, "direct");
	bool value = false;

	if (direct && direct->type == PARAM_BOOL)
		memcpy(&value, (const char *)d->config + direct->offset, sizeof(value));
	return value;
}

void doubts_phase_begins(struct doubts *d, const char *phase)
{
	size_t i = find_phase(d, phase);
	struct residency found = { 0 };
	struct error err;

	if (i == MAX_PHASES || d->looked[i])
		return;
	d->looked[i] = true;
	const char *absent = "";
	int ret = io_residency(d->dir, is_cold(d, i) ? FILES_MOST_COLD : FILES_MOST,
		LOOK_MS * NS_PER_MS, &found, &err);
	if (ret < 0)
		absent = arena_strdup(d->arena, err.text);
	else if (found.unknown)
		absent = found.unknown;
	d->bounded |= found.bounded;
	d->caches[i][0] = (struct counter_record){ OBSERVED_CACHE_RESIDENT, "", "B",
		READING_INSTANT, *absent ? NAN : (double)found.resident, absent };
	d->caches[i][1] = (struct counter_record){ OBSERVED_CACHE_SIZE, "", "B", READING_INSTANT,
		*absent ? NAN : (double)found.size, absent };
}

struct phase_record doubts_phase(struct doubts *d, const struct phase_record *phase)
{
	size_t i = find_phase(d, phase->name), n = phase->counter_count;
	struct phase_record made = *phase;

	if (i == MAX_PHASES)
		return made;
	if (!d->looked[i]) {
		d->phases[d->phase_count++] = made;
		return made;
	}
	made.counters = NEW(d->arena, struct counter_record, n + COUNT_OF(d->caches[i]));
	made.counter_count = n + COUNT_OF(d->caches[i]);
	if (n > 0)
		memcpy(made.counters, phase->counters, n * sizeof(*made.counters));
	memcpy(made.counters + n, d->caches[i], sizeof(d->caches[i]));
	d->phases[d->phase_count++] = made;
	return made;
}

void doubts_all(const struct doubts *d, struct log_record **logs, size_t *count)
{
	struct plausible_phase phases[MAX_PHASES];

	for (size_t i = 0; i < d->phase_count; i++)
		phases[i] = (struct plausible_phase){
			.record = &d->phases[i],
			.cold = is_cold(d, find_phase(d, d->phases[i].name)),
			.direct = is_direct(d),
		};
	const struct plausible_run run = {
		.phases = phases,
		.phase_count = d->phase_count,
		.memory = d->memory,
		.memory_copy = d->memory_copy,
		.meant_for_caches = d->workload->for_caches,
	};
	plausible_check(&run, d->arena, logs, count);
	if (d->bounded)
		*ARENA_PUSH(d->arena, *logs, *count) = (struct log_record){
			.time_ns = clock_utc_ns(),
			.level = RECORD_INFO,
			.text = "what the page cache held was asked of some files only: there "
				"were too many for all",
		};
}
