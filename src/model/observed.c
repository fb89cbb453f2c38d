// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/observed.h"

#include <math.h>
#include <string.h>

const struct counter_record *observed_find(const struct phase_record *phase, const char *metric,
	const char *instance)
{
	for (size_t i = 0; i < phase->counter_count; i++) {
		const struct counter_record *c = &phase->counters[i];
		if (strcmp(c->metric, metric) == 0 && strcmp(c->instance, instance) == 0)
			return c;
	}
	return NULL;
}

double observed_value(const struct phase_record *phase, const char *metric, const char *instance)
{
	const struct counter_record *c = observed_find(phase, metric, instance);

	return c ? c->value : NAN;
}

double observed_ns(const struct phase_record *phase)
{
	return observed_value(phase, OBSERVED_TIME, "");
}

/* Of a counter divided by nanoseconds, and of an instant. */
static const struct {
	const char *counted, *per_second, *instant;
	double factor;
} units[] = {
	{ "ns", "s/s", "ns", 1 },
	{ "B", "bytes/s", "bytes", (double)NS_PER_S },
	{ "count", "count/s", "count", (double)NS_PER_S },
};

double observed_rate(double value, enum reading_kind reading, const char *counted, double ns,
	const char **unit)
{
	bool is_instant = reading == READING_INSTANT;

	for (size_t i = 0; i < COUNT_OF(units); i++) {
		if (strcmp(units[i].counted, counted) != 0)
			continue;
		*unit = is_instant ? units[i].instant : units[i].per_second;
		return is_instant ? value : value / ns * units[i].factor;
	}
	*unit = counted;
	return is_instant ? value : NAN;
}

bool observed_of_device(const char *metric)
{
	static const char *const prefixes[] = { "disk.dev.", "xfs.perdev." };

	for (size_t i = 0; i < COUNT_OF(prefixes); i++) {
		if (strncmp(metric, prefixes[i], strlen(prefixes[i])) == 0)
			return true;
	}
	return false;
}
