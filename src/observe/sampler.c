// SPDX-License-Identifier: GPL-3.0-or-later
#include "observe/sampler.h"

#include "core/auto.h"
#include "core/clock.h"
#include "observe/observer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS_LEAST = 256 };

/* In the order in which their numbers are shown; the clients at the end, as there may be many. */
static const struct observer *const observers[] = {
	&cpu_observer,
	&disk_observer,
	&pressure_observer,
	&meminfo_observer,
	&vmstat_observer,
	&frequency_observer,
	&cgroup_observer,
	&xfs_observer,
	&ext4_observer,
	&btrfs_observer,
	&nfs_observer,
	&clients_observer,
};

/* What a phase comes to, over its loops. */
struct phase_sum {
	const char *name;
	double *values;      /* by channel */
	const char **absent; /* by channel; NULL where there is a value */
};

struct sampler {
	struct observation o;
	struct sampler_config config;
	bool is_open;
	void *states[COUNT_OF(observers)];
	size_t time; /* the channel of CLOCK_MONOTONIC */

	struct phase_sum *sums;
	size_t sum_count;
	struct phase_sum *phase; /* the running one; NULL between them */
	double *begin;           /* by channel: at the start of the phase */
	const char **broken;     /* by channel: why its phase has no value; NULL so far */
	double *previous;        /* by channel: one sample ago */

	uint64_t interval_ns, due_ns, rebase_ns; /* rebase: when the ramp is over; 0: no ramp */
	uint64_t samples;
	bool no_memory; /* for more points of the series */

	size_t *serial; /* channels that have series */
	size_t serial_count;
	uint64_t *times; /* UTC */
	double *rows;    /* [time][serial_count] */
	size_t row_count, row_room;
};

struct sampler *sampler_new(const struct sampler_config *config)
{
	struct sampler *s = calloc(1, sizeof(*s));

	if (!s)
		return NULL;
	struct arena *arena = &s->o.arena;
	s->config = (struct sampler_config){
		.root = arena_strdup(arena, config->root),
		.interval_ns = config->interval_ns,
		.path = arena_strdup(arena, config->path),
		.device = config->device,
		.cgroup_procs = arena_strdup(arena, config->cgroup_procs),
	};
	s->o.root = s->config.root;
	s->o.config = &s->config;
	s->interval_ns = config->interval_ns;
	s->due_ns = UINT64_MAX;
	return s;
}

void sampler_free(struct sampler *s)
{
	if (!s)
		return;
	for (struct source *source = s->o.sources; source; source = source->before)
		auto_close(&source->fd);
	free(s->o.text);
	free(s->times);
	free(s->rows);
	arena_free(&s->o.arena);
	free(s);
}

static void open_observers(struct sampler *s, const pid_t *clients, unsigned count)
{
	struct observation *o = &s->o;

	s->is_open = true;
	o->pids = clients;
	o->clients = count;
	devices_find(o);
	s->time = channel_add(o, "bakeoff.observed.time", "", "ns", READING_COUNTER);
	for (size_t i = 0; i < COUNT_OF(observers); i++)
		s->states[i] = observers[i]->open(o);
	o->pids = NULL; /* the caller's, and read by now */
	s->begin = NEW(&o->arena, double, o->channel_count);
	s->previous = NEW(&o->arena, double, o->channel_count);
	s->broken = NEW(&o->arena, const char *, o->channel_count);
	s->serial = NEW(&o->arena, size_t, o->channel_count);
	for (size_t i = 0; i < o->channel_count; i++) {
		s->previous[i] = NAN;
		if (i != s->time && !o->channels[i].ends_only)
			s->serial[s->serial_count++] = i;
	}
}

static struct phase_sum *find_sum(struct sampler *s, const char *name)
{
	struct arena *arena = &s->o.arena;

	for (size_t i = 0; i < s->sum_count; i++) {
		if (strcmp(s->sums[i].name, name) == 0)
			return &s->sums[i];
	}
	struct phase_sum *sum = ARENA_PUSH(arena, s->sums, s->sum_count);
	*sum = (struct phase_sum){
		.name = arena_strdup(arena, name),
		.values = NEW(arena, double, s->o.channel_count),
		.absent = NEW(arena, const char *, s->o.channel_count),
	};
	return sum;
}

/* A long run's series gets coarser instead of longer. */
static void thin_out(struct sampler *s)
{
	size_t width = s->serial_count, kept = 0;

	for (size_t i = 0; i < s->row_count; i += 2, kept++) {
		s->times[kept] = s->times[i];
		memmove(&s->rows[kept * width], &s->rows[i * width], width * sizeof(*s->rows));
	}
	s->row_count = kept;
	s->interval_ns *= 2;
}

static bool make_room(struct sampler *s)
{
	size_t room = s->row_room ? 2 * s->row_room : ROWS_LEAST;

	if (s->row_count < s->row_room)
		return true;
	if (s->row_room >= SERIES_POINTS_MOST) {
		thin_out(s);
		return true;
	}
	uint64_t *times = realloc(s->times, room * sizeof(*times));
	if (times)
		s->times = times;
	double *rows = times ? realloc(s->rows, room * s->serial_count * sizeof(*rows)) : NULL;
	if (!rows)
		return false;
	s->rows = rows;
	s->row_room = room;
	return true;
}

static void keep_row(struct sampler *s)
{
	s->no_memory = s->no_memory || !make_room(s);
	if (s->no_memory)
		return;
	double *row = &s->rows[s->row_count * s->serial_count];
	s->times[s->row_count++] = clock_utc_ns();
	for (size_t i = 0; i < s->serial_count; i++)
		row[i] = s->o.channels[s->serial[i]].value;
}

/* A number that was absent meanwhile, or fell, is none of this phase. */
static void look_for_breaks(struct sampler *s, bool at_end)
{
	for (size_t i = 0; i < s->o.channel_count; i++) {
		const struct channel *c = &s->o.channels[i];
		if (c->ends_only && !at_end)
			continue;
		if (c->absent)
			s->broken[i] = c->absent;
		else if (c->reading == READING_COUNTER && c->value < s->previous[i])
			s->broken[i] = "it went backwards: it wrapped or was reset";
		s->previous[i] = c->value;
	}
}

static void sample(struct sampler *s, bool at_end)
{
	struct observation *o = &s->o;

	channel_set(o, s->time, (double)clock_monotonic_ns());
	for (size_t i = 0; i < COUNT_OF(observers); i++) {
		if (s->states[i])
			observers[i]->sample(o, s->states[i], at_end);
	}
	s->samples++;
	look_for_breaks(s, at_end);
	keep_row(s);
}

/* From here on it counts. */
static void set_base(struct sampler *s)
{
	for (size_t i = 0; i < s->o.channel_count; i++) {
		s->begin[i] = s->o.channels[i].value;
		s->broken[i] = s->o.channels[i].absent;
	}
}

uint64_t sampler_begin(struct sampler *s, const char *phase, const pid_t *clients, unsigned count,
	uint64_t ramp_ns)
{
	if (!s->is_open)
		open_observers(s, clients, count);
	s->phase = find_sum(s, phase);
	sample(s, true);
	set_base(s);
	uint64_t now = clock_monotonic_ns();
	s->rebase_ns = ramp_ns > 0 ? now + ramp_ns : 0;
	s->due_ns = now + (ramp_ns > 0 ? min_u64(ramp_ns, s->interval_ns) : s->interval_ns);
	return s->due_ns;
}

uint64_t sampler_tick(struct sampler *s)
{
	uint64_t now = clock_monotonic_ns();
	bool rebase = s->rebase_ns > 0 && now >= s->rebase_ns;

	if (!s->phase)
		return UINT64_MAX;
	if (now < s->due_ns)
		return s->due_ns;
	sample(s, rebase);
	if (rebase) {
		set_base(s);
		s->rebase_ns = 0;
	}
	/* on the grid; what was missed is not made up for */
	now = clock_monotonic_ns();
	if (now >= s->due_ns)
		s->due_ns += ((now - s->due_ns) / s->interval_ns + 1) * s->interval_ns;
	if (s->rebase_ns > 0)
		s->due_ns = min_u64(s->due_ns, s->rebase_ns);
	return s->due_ns;
}

void sampler_end(struct sampler *s)
{
	struct phase_sum *sum = s->phase;

	if (!sum)
		return;
	sample(s, true);
	for (size_t i = 0; i < s->o.channel_count; i++) {
		const struct channel *c = &s->o.channels[i];
		const char *why = c->reading == READING_COUNTER ? s->broken[i] : c->absent;
		if (why)
			sum->absent[i] = why;
		else if (c->reading == READING_COUNTER)
			sum->values[i] += c->value - s->begin[i];
		else
			sum->values[i] = c->value;
	}
	s->phase = NULL;
	s->due_ns = UINT64_MAX;
}

size_t sampler_counters(const struct sampler *s, const char *phase, struct arena *arena,
	struct counter_record **counters)
{
	const struct phase_sum *sum = NULL;

	for (size_t i = 0; i < s->sum_count; i++) {
		if (strcmp(s->sums[i].name, phase) == 0)
			sum = &s->sums[i];
	}
	if (!sum)
		return 0;
	struct counter_record *made = NEW(arena, struct counter_record, s->o.channel_count);
	for (size_t i = 0; i < s->o.channel_count; i++) {
		const struct channel *c = &s->o.channels[i];
		made[i] = (struct counter_record){
			.metric = c->metric,
			.instance = c->instance,
			.unit = c->unit,
			.reading = c->reading,
			.value = sum->absent[i] ? NAN : sum->values[i],
			.absent = sum->absent[i] ? sum->absent[i] : "",
		};
	}
	*counters = made;
	return s->o.channel_count;
}

size_t sampler_series(const struct sampler *s, struct arena *arena, struct series_record **series)
{
	size_t count = 0;

	*series = NULL;
	for (size_t i = 0; i < s->serial_count; i++) {
		const struct channel *c = &s->o.channels[s->serial[i]];
		double *values = NEW(arena, double, s->row_count + 1);
		bool any = false;
		for (size_t row = 0; row < s->row_count; row++) {
			values[row] = s->rows[row * s->serial_count + i];
			any |= !isnan(values[row]);
		}
		if (any)
			*ARENA_PUSH(arena, *series, count) = (struct series_record){
				.metric = c->metric,
				.instance = c->instance,
				.unit = c->unit,
				.reading = c->reading,
				.count = s->row_count,
				.time_ns = s->times,
				.values = values,
			};
	}
	return count;
}

const char *sampler_remark(const struct sampler *s, struct arena *arena)
{
	if (s->no_memory)
		return arena_printf(arena,
			"observers: no memory for series after %zu samples; phases were observed "
			"whole",
			s->row_count);
	if (s->o.is_full)
		return arena_printf(arena, "observers: only the first %d numbers are observed",
			CHANNELS_MOST);
	if (s->o.clients > CLIENTS_MOST)
		return arena_printf(arena,
			"observers: the first %d of %u clients are observed one by one",
			CLIENTS_MOST, s->o.clients);
	return NULL;
}
