// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/demand.h"

#include "model/histogram.h"
#include "model/observed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const struct demand_name demand_names[DEMAND_FIELDS] = {
	[DEMAND_WALL] = { "wall", "s" },
	[DEMAND_CLIENTS] = { "clients", "count" },
	[DEMAND_CPUS] = { "cpus", "count" },
	[DEMAND_CLIENT_CPU] = { "client_cpu", "1" },
	[DEMAND_CPU_USER] = { "cpu_user", "1" },
	[DEMAND_CPU_SYS] = { "cpu_sys", "1" },
	[DEMAND_CPU_IDLE] = { "cpu_idle", "1" },
	[DEMAND_CPU_WAIT] = { "cpu_wait", "1" },
	[DEMAND_CPU_STEAL] = { "cpu_steal", "1" },
	[DEMAND_PSI_CPU] = { "psi_cpu_some", "1" },
	[DEMAND_PSI_IO] = { "psi_io_some", "1" },
	[DEMAND_PSI_MEMORY] = { "psi_memory_some", "1" },
	[DEMAND_SWAP] = { "swap", "B/s" },
	[DEMAND_SYNC] = { "sync", "1" },
	[DEMAND_SYNC_BYTES] = { "sync_bytes", "B" },
	[DEMAND_DISK_BUSY] = { "disk_busy", "1" },
	[DEMAND_DISK_IN_FLIGHT] = { "disk_in_flight", "count" },
	[DEMAND_DISK_REQUEST] = { "disk_request", "B" },
	[DEMAND_DISK_READ] = { "disk_read", "B" },
	[DEMAND_DISK_WRITTEN] = { "disk_written", "B" },
	[DEMAND_DISK_FLUSHES] = { "disk_flushes", "count" },
	[DEMAND_FLUSH_SHARE] = { "flush_share", "1" },
	[DEMAND_FLUSH_BYTES] = { "flush_bytes", "B" },
	[DEMAND_LOOP_BUSY] = { "loop_busy", "1" },
	[DEMAND_LOOP_IN_FLIGHT] = { "loop_in_flight", "count" },
	[DEMAND_LOOP_REQUEST] = { "loop_request", "B" },
	[DEMAND_BYTES] = { "bytes", "B" },
	[DEMAND_READ] = { "bytes_read", "B" },
	[DEMAND_WRITTEN] = { "bytes_written", "B" },
	[DEMAND_CACHE_RESIDENT] = { "cache_resident", "B" },
	[DEMAND_CACHE_SIZE] = { "cache_size", "B" },
};

/* Counters that are a field as they are, or as a share of the time. */
static const struct {
	const char *metric;
	enum demand_field field;
	bool of_time;
} plain[] = {
	{ "kernel.all.pressure.cpu.some.total", DEMAND_PSI_CPU, true },
	{ "kernel.all.pressure.io.some.total", DEMAND_PSI_IO, true },
	{ "kernel.all.pressure.memory.some.total", DEMAND_PSI_MEMORY, true },
	{ OBSERVED_CACHE_RESIDENT, DEMAND_CACHE_RESIDENT, false },
	{ OBSERVED_CACHE_SIZE, DEMAND_CACHE_SIZE, false },
};

/* All that a CPU's time is spent on; together they are the whole of it. */
static const struct {
	const char *metric;
	enum demand_field field; /* DEMAND_FIELDS: in no field of its own */
} cpu_states[] = {
	{ "kernel.all.cpu.user", DEMAND_CPU_USER },
	{ "kernel.all.cpu.nice", DEMAND_CPU_USER },
	{ "kernel.all.cpu.sys", DEMAND_CPU_SYS },
	{ "kernel.all.cpu.irq.hard", DEMAND_CPU_SYS },
	{ "kernel.all.cpu.irq.soft", DEMAND_CPU_SYS },
	{ "kernel.all.cpu.idle", DEMAND_CPU_IDLE },
	{ "kernel.all.cpu.wait.total", DEMAND_CPU_WAIT },
	{ "kernel.all.cpu.steal", DEMAND_CPU_STEAL },
};

/* Calls that wait until data or a journal is on the device. */
static const char *const sync_kinds[] = { "fsync", "fdatasync", "sync", "syncfs", "flush" };

/* Kinds of operation whose bytes go one way only, by the names that the workloads give them. */
static const struct {
	const char *kind;
	enum demand_field field;
} ways[] = {
	{ "read", DEMAND_READ },
	{ "getc", DEMAND_READ },
	{ "seek", DEMAND_READ },
	{ "readx", DEMAND_READ },
	{ "disk_rd", DEMAND_READ },
	{ "disk_rr", DEMAND_READ },
	{ "write", DEMAND_WRITTEN },
	{ "putc", DEMAND_WRITTEN },
	{ "append", DEMAND_WRITTEN },
	{ "writex", DEMAND_WRITTEN },
	{ "disk_wrt", DEMAND_WRITTEN },
	{ "sync_disk_wrt", DEMAND_WRITTEN },
};

/* What the counters are shares of. Without its length, what was observed is as long as the phase.
 */
static double span_of(const struct phase_record *p)
{
	double ns = observed_ns(p);

	return ns > 0 ? ns : (double)p->wall_ns;
}

static void take_plain(const struct phase_record *p, struct demand *demand)
{
	for (size_t i = 0; i < COUNT_OF(plain); i++) {
		double value = observed_value(p, plain[i].metric, "");
		demand->at[plain[i].field] = plain[i].of_time ? value / span_of(p) : value;
	}
}

static void take_cpu(const struct phase_record *p, struct demand *demand)
{
	double sums[DEMAND_FIELDS] = { 0 }, all = 0;

	for (size_t i = 0; i < COUNT_OF(cpu_states); i++) {
		double value = observed_value(p, cpu_states[i].metric, "");
		if (isnan(value))
			continue;
		sums[cpu_states[i].field] += value;
		all += value;
	}
	for (size_t i = 0; all > 0 && i < COUNT_OF(cpu_states); i++)
		demand->at[cpu_states[i].field] = sums[cpu_states[i].field] / all;
}

/* Several clients cannot run on fewer CPUs than they are. */
static void take_clients(const struct phase_record *p, struct demand *demand)
{
	uint64_t cpus = 0;

	for (size_t i = 0; i < p->counter_count; i++)
		cpus += strcmp(p->counters[i].metric, "kernel.percpu.cpu.user") == 0;
	uint64_t running = cpus > 0 ? min_u64(p->clients, cpus) : p->clients;
	demand->at[DEMAND_WALL] = (double)p->wall_ns / (double)NS_PER_S;
	demand->at[DEMAND_CLIENTS] = (double)p->clients;
	demand->at[DEMAND_BYTES] = (double)p->bytes;
	if (cpus > 0)
		demand->at[DEMAND_CPUS] = (double)cpus;
	if (running > 0)
		demand->at[DEMAND_CLIENT_CPU] =
			(double)(p->user_ns + p->sys_ns) / ((double)running * (double)p->wall_ns);
}

static void take_ways(const struct phase_record *p, struct demand *demand)
{
	demand->at[DEMAND_READ] = demand->at[DEMAND_WRITTEN] = 0;
	for (size_t i = 0; i < p->kind_count; i++) {
		for (size_t k = 0; k < COUNT_OF(ways); k++) {
			if (strcmp(p->kinds[i].name, ways[k].kind) == 0)
				demand->at[ways[k].field] += (double)p->kinds[i].bytes;
		}
	}
}

static bool is_sync(const char *kind)
{
	for (size_t i = 0; i < COUNT_OF(sync_kinds); i++) {
		if (strcmp(kind, sync_kinds[i]) == 0)
			return true;
	}
	return false;
}

/* The share of the clients' time in such calls, and what was written between two of them. */
static void take_syncs(const struct phase_record *p, struct demand *demand)
{
	double ns = 0, calls = 0;

	for (size_t i = 0; i < p->kind_count; i++) {
		const struct kind_record *kind = &p->kinds[i];
		uint64_t sum;
		if (!is_sync(kind->name) || kind->operations == 0 ||
			!histogram_blob_sum(kind->histogram, kind->histogram_size, &sum))
			continue;
		ns += (double)sum;
		calls += (double)kind->operations;
	}
	if (p->clients > 0)
		demand->at[DEMAND_SYNC] = ns / ((double)p->clients * (double)p->wall_ns);
	if (calls > 0)
		demand->at[DEMAND_SYNC_BYTES] = (double)p->bytes / calls;
}

/* Swap is counted in pages; 4 KiB is the least that a page has. */
static void take_swap(const struct phase_record *p, struct demand *demand)
{
	const double page_bytes = 4096;
	double pages =
		observed_value(p, "swap.pagesin", "") + observed_value(p, "swap.pagesout", "");

	demand->at[DEMAND_SWAP] = pages * page_bytes * (double)NS_PER_S / span_of(p);
}

static bool is_loop(const char *disk)
{
	return strncmp(disk, "loop", strlen("loop")) == 0;
}

/* The disk that had requests for the longest time, of one sort; NULL for none. */
static const char *busiest(const struct phase_record *p, bool loops)
{
	const char *found = NULL;
	double most = -1;

	for (size_t i = 0; i < p->counter_count; i++) {
		const struct counter_record *c = &p->counters[i];
		if (strcmp(c->metric, "disk.dev.avactive") != 0 || is_loop(c->instance) != loops ||
			!(c->value > most))
			continue;
		most = c->value;
		found = c->instance;
	}
	return found;
}

/* The most that a disk counted: what an array moved, not what one of its members did. */
static double most_of(const struct phase_record *p, const char *metric, bool loops)
{
	double most = NAN;

	for (size_t i = 0; i < p->counter_count; i++) {
		const struct counter_record *c = &p->counters[i];
		if (strcmp(c->metric, metric) == 0 && is_loop(c->instance) == loops)
			most = fmax(most, c->value);
	}
	return most;
}

/*
 * A disk's share of the time with a request in flight. The kernel counts a whole tick (1 to 10 ms)
 * in which it saw one (since 5.0), which is too much where requests are short; the time that
 * requests spent in it is exact, and by itself says how many there were on average. No disk is busy
 * for a greater share of the time than it has requests on average.
 */
static void take_disk(const struct phase_record *p, const char *disk, enum demand_field busy,
	enum demand_field in_flight, enum demand_field request, struct demand *demand)
{
	double span = span_of(p);
	double requests = observed_value(p, "disk.dev.read", disk) +
			  observed_value(p, "disk.dev.write", disk);
	double bytes = observed_value(p, "disk.dev.read_bytes", disk) +
		       observed_value(p, "disk.dev.write_bytes", disk);

	demand->at[in_flight] = observed_value(p, "disk.dev.aveq", disk) / span;
	demand->at[busy] = fmin(fmin(observed_value(p, "disk.dev.avactive", disk) / span,
					demand->at[in_flight]),
		1);
	if (requests > 0)
		demand->at[request] = bytes / requests;
}

static void take_disks(const struct phase_record *p, struct demand *demand)
{
	const char *loop = busiest(p, true), *disk = busiest(p, false);

	if (loop)
		take_disk(p, loop, DEMAND_LOOP_BUSY, DEMAND_LOOP_IN_FLIGHT, DEMAND_LOOP_REQUEST,
			demand);
	if (disk)
		take_disk(p, disk, DEMAND_DISK_BUSY, DEMAND_DISK_IN_FLIGHT, DEMAND_DISK_REQUEST,
			demand);
	if (disk || loop)
		demand->disk = disk ? disk : loop;
	demand->at[DEMAND_DISK_READ] = most_of(p, "disk.dev.read_bytes", !disk);
	demand->at[DEMAND_DISK_WRITTEN] = most_of(p, "disk.dev.write_bytes", !disk);
	double flushes = most_of(p, "disk.dev.flush", !disk);
	demand->at[DEMAND_DISK_FLUSHES] = flushes;
	if (flushes >= 0 && p->operations > 0)
		demand->at[DEMAND_FLUSH_SHARE] = flushes / (double)p->operations;
	if (flushes > 0 && p->bytes > 0) /* many workloads count none */
		demand->at[DEMAND_FLUSH_BYTES] = (double)p->bytes / flushes;
}

bool demand_needs(const char *metric)
{
	static const char *const prefixes[] = { "kernel.all.cpu.", "kernel.all.pressure.",
		"kernel.percpu.cpu.user", "disk.dev.", "swap.pages", "bakeoff.cache.",
		OBSERVED_TIME };

	for (size_t i = 0; i < COUNT_OF(prefixes); i++) {
		if (strncmp(metric, prefixes[i], strlen(prefixes[i])) == 0)
			return true;
	}
	return false;
}

struct demand demand_unknown(void)
{
	struct demand demand = { .disk = "" };

	for (size_t i = 0; i < DEMAND_FIELDS; i++)
		demand.at[i] = NAN;
	return demand;
}

bool demand_is_known(const struct demand *demand)
{
	return !isnan(demand->at[DEMAND_CPU_IDLE]) || !isnan(demand->at[DEMAND_DISK_IN_FLIGHT]) ||
	       !isnan(demand->at[DEMAND_PSI_IO]);
}

struct demand demand_of_phase(const struct phase_record *phase)
{
	struct demand demand = demand_unknown();

	if (phase->wall_ns == 0)
		return demand;
	take_clients(phase, &demand);
	take_plain(phase, &demand);
	take_cpu(phase, &demand);
	take_ways(phase, &demand);
	take_syncs(phase, &demand);
	take_swap(phase, &demand);
	take_disks(phase, &demand);
	return demand;
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

struct demand demand_median(const struct demand *demands, size_t count, struct arena *arena)
{
	struct demand median = demand_unknown();
	double *known = NEW(arena, double, count + 1);

	for (size_t f = 0; f < DEMAND_FIELDS; f++) {
		size_t n = 0;
		for (size_t i = 0; i < count; i++) {
			if (!isnan(demands[i].at[f]))
				known[n++] = demands[i].at[f];
		}
		if (n == 0)
			continue;
		qsort(known, n, sizeof(*known), by_size);
		median.at[f] = (known[(n - 1) / 2] + known[n / 2]) / 2;
	}
	for (size_t i = 0; i < count && !*median.disk; i++)
		median.disk = demands[i].disk;
	return median;
}
