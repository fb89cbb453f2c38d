// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/shared.h"

#include <string.h>

struct totals {
	double bytes, operations;
	uint64_t counter, divisor;
	struct histogram latency;
};

static bool is_counted(const struct metric *m)
{
	return m->kind == METRIC_COUNT || m->kind == METRIC_COUNT_RATE ||
	       m->kind == METRIC_QUOTIENT;
}

static void add_kinds(const struct metric *m, const struct phase_record *phase,
	const struct histogram *latency, struct totals *totals)
{
	for (size_t k = 0; k < phase->kind_count; k++) {
		if (m->operation != METRIC_ALL_OPERATIONS && m->operation != (int)k)
			continue;
		totals->bytes += (double)phase->kinds[k].bytes;
		totals->operations += (double)phase->kinds[k].operations;
		histogram_merge(&totals->latency, &latency[k]);
	}
}

/*
 * A quantile q is a metric only from 10 / (1 - q) operations on (statistics.md 2.11): 1000 for the
 * 99th percentile. With fewer there is no value rather than a rumour.
 */
static bool has_value(const struct metric *m, const struct phase_record *phase,
	const struct totals *totals)
{
	switch (m->kind) {
	case METRIC_THROUGHPUT:
	case METRIC_RATE:
		return phase->wall_ns > 0 && totals->operations > 0;
	case METRIC_TIME:
	case METRIC_CPU_TIME:
	case METRIC_USER_TIME:
	case METRIC_SYS_TIME:
	case METRIC_CPU_SHARE:
	case METRIC_COUNT_RATE:
		return phase->wall_ns > 0;
	case METRIC_COUNT:
		return true;
	case METRIC_QUOTIENT:
		return totals->divisor > 0;
	case METRIC_LATENCY:
		if (m->quantile == 0 || m->quantile == 1)
			return totals->operations > 0;
		return totals->operations >= 10 / (1 - m->quantile);
	case METRIC_END:
		break;
	}
	return false;
}

static double latency_of(const struct metric *m, const struct histogram *latency)
{
	if (m->quantile == 0)
		return histogram_mean(latency);
	return m->quantile == 1 ? (double)latency->greatest
				: histogram_quantile(latency, m->quantile);
}

static double value_of(const struct metric *m, const struct phase_record *phase,
	const struct totals *totals)
{
	double wall_s = (double)phase->wall_ns / (double)NS_PER_S;
	double cpu_s = (double)(phase->user_ns + phase->sys_ns) / (double)NS_PER_S;

	switch (m->kind) {
	case METRIC_THROUGHPUT:
		return totals->bytes / wall_s;
	case METRIC_RATE:
		return totals->operations / wall_s;
	case METRIC_TIME:
		return wall_s;
	case METRIC_CPU_TIME:
		return cpu_s;
	case METRIC_USER_TIME:
		return (double)phase->user_ns / (double)NS_PER_S;
	case METRIC_SYS_TIME:
		return (double)phase->sys_ns / (double)NS_PER_S;
	case METRIC_CPU_SHARE:
		return 100 * cpu_s / wall_s;
	case METRIC_COUNT:
		return (double)totals->counter;
	case METRIC_COUNT_RATE:
		return (double)totals->counter / wall_s;
	case METRIC_QUOTIENT:
		return m->factor * (double)totals->counter / (double)totals->divisor;
	case METRIC_LATENCY:
		return latency_of(m, &totals->latency) / (double)NS_PER_S;
	case METRIC_END:
		break;
	}
	return 0;
}

void values_make(const struct bench_job *job, const struct phase_record *phase,
	const struct histogram *latency, const uint64_t *counters, struct arena *arena,
	struct bench_result *result)
{
	for (const struct metric *m = job->workload->metrics; m->kind != METRIC_END; m++) {
		if (strcmp(m->phase, phase->name) != 0)
			continue;
		struct totals *totals = NEW(arena, struct totals, 1);
		if (is_counted(m))
			totals->counter = counters[m->operation];
		if (m->kind == METRIC_QUOTIENT)
			totals->divisor = counters[m->divisor];
		if (!is_counted(m))
			add_kinds(m, phase, latency, totals);
		if (!has_value(m, phase, totals))
			continue;
		*ARENA_PUSH(arena, result->values, result->value_count) = (struct value_record){
			.phase = m->phase,
			.metric = m->name,
			.unit = m->unit,
			.better = m->better,
			.primary = m->primary,
			.value = value_of(m, phase, totals),
		};
	}
}
