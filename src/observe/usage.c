// SPDX-License-Identifier: GPL-3.0-or-later
#include "observe/usage.h"

#include "core/auto.h"
#include "core/clock.h"
#include "io/file.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Fields of the line "cpu" in /proc/stat: proc_stat(5). Guests are in user and nice already. */
enum { USER, NICE, SYSTEM, IDLE, IOWAIT, IRQ, SOFTIRQ, STEAL, FIELDS };

static void read_cpus(const char *root, struct usage *usage)
{
	char path[PATH_MAX], line[512];
	double t[FIELDS] = { 0 };

	(void)snprintf(path, sizeof(path), "%s/proc/stat", root);
	AUTO_FCLOSE FILE *file = fopen(path, "re");
	usage->busy = usage->steal = usage->all = NAN;
	if (!file || !fgets(line, sizeof(line), file) || strncmp(line, "cpu ", 4) != 0)
		return;
	char *at = line + 4;
	usage->all = 0;
	for (int i = 0; i < FIELDS; i++) {
		t[i] = strtod(at, &at);
		usage->all += t[i];
	}
	usage->steal = t[STEAL];
	usage->busy = usage->all - t[IDLE] - t[IOWAIT] - t[STEAL];
}

static double read_swapped(const char *root)
{
	char path[PATH_MAX], line[128];
	double sum = 0;
	unsigned found = 0;

	(void)snprintf(path, sizeof(path), "%s/proc/vmstat", root);
	AUTO_FCLOSE FILE *file = fopen(path, "re");
	while (file && fgets(line, sizeof(line), file)) {
		if (strncmp(line, "pswpin ", 7) != 0 && strncmp(line, "pswpout ", 8) != 0)
			continue;
		sum += strtod(strchr(line, ' '), NULL);
		found++;
	}
	return found == 2 ? sum : NAN;
}

/* The tenth field: milliseconds in which it had something to do. Documentation/block/stat.rst */
static uint64_t read_disk(const struct disk *disk)
{
	enum { FIELD = 10 };
	char path[PATH_MAX], text[512];
	struct error ignored;

	(void)snprintf(path, sizeof(path), "%s/stat", disk->folder);
	if (io_read_small(path, text, sizeof(text), NULL, &ignored) < 0)
		return UINT64_MAX;
	char *at = text;
	uint64_t value = 0;
	for (int i = 0; i < FIELD; i++)
		value = strtoull(at, &at, 10);
	return value;
}

struct usage usage_read(const char *root, const struct disk *disks, size_t count,
	struct arena *arena)
{
	uint64_t *busy = NEW(arena, uint64_t, count + 1);
	struct usage usage = { .time_ns = clock_monotonic_ns(), .disk_busy_ms = busy };

	read_cpus(root, &usage);
	usage.swapped = read_swapped(root);
	for (size_t i = 0; i < count; i++)
		busy[i] = read_disk(&disks[i]);
	return usage;
}

struct usage_rates usage_between(const struct usage *before, const struct usage *after,
	size_t disk_count, struct arena *arena)
{
	double *disk = NEW(arena, double, disk_count + 1);
	double seconds = (double)(after->time_ns - before->time_ns) / (double)NS_PER_S;
	double all = after->all - before->all;

	for (size_t i = 0; i < disk_count; i++) {
		bool known = before->disk_busy_ms[i] != UINT64_MAX &&
			     after->disk_busy_ms[i] != UINT64_MAX;
		disk[i] = known && seconds > 0
				  ? (double)(after->disk_busy_ms[i] - before->disk_busy_ms[i]) /
					    1000 / seconds
				  : NAN;
	}
	return (struct usage_rates){
		.seconds = seconds,
		.busy = all > 0 ? (after->busy - before->busy) / all : NAN,
		.steal = all > 0 ? (after->steal - before->steal) / all : NAN,
		.swapped = seconds > 0 ? (after->swapped - before->swapped) / seconds : NAN,
		.disk_busy = disk,
	};
}
