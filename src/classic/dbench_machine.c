// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/dbench_shared.h"
#include "core/auto.h"
#include "io/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

/* The numbers that the text begins with; how many there were. */
static unsigned numbers_of(const char *text, uint64_t *numbers, unsigned most)
{
	unsigned n = 0;

	while (n < most) {
		char *end;
		errno = 0;
		uint64_t number = strtoull(text, &end, 10);
		if (end == text || errno != 0)
			break;
		numbers[n++] = number;
		text = end;
	}
	return n;
}

/* The source of a line of mountinfo comes after " - TYPE ". */
static bool source_of(const char *line, char *source, size_t room)
{
	const char *rest = strstr(line, " - ");
	const char *blank = rest ? strchr(rest + 3, ' ') : NULL;

	if (!blank)
		return false;
	(void)snprintf(source, room, "%.*s", (int)strcspn(blank + 1, " "), blank + 1);
	return true;
}

/*
 * The block device under a directory: of its st_dev, or, where that is none (btrfs), of the mount's
 * source. False for tmpfs and the like, and for btrfs before Linux 5.8.
 */
static bool find_device(const char *dir, dev_t *device)
{
	AUTO_FCLOSE FILE *mounts = NULL;
	char line[4096], source[1024];
	struct stat st;
	struct statx stx;

	if (stat(dir, &st) < 0)
		return false;
	*device = st.st_dev;
	if (major(st.st_dev) != 0)
		return true;
	if (statx(AT_FDCWD, dir, 0, STATX_MNT_ID, &stx) < 0 || !(stx.stx_mask & STATX_MNT_ID))
		return false;
	mounts = fopen("/proc/self/mountinfo", "re");
	while (mounts && fgets(line, sizeof(line), mounts)) {
		if (strtoull(line, NULL, 10) != stx.stx_mnt_id ||
			!source_of(line, source, sizeof(source)))
			continue;
		if (stat(source, &st) < 0 || !S_ISBLK(st.st_mode))
			return false;
		*device = st.st_rdev;
		return true;
	}
	return false;
}

/* Documentation/block/stat.rst: the third and the seventh number are sectors of 512 bytes. */
static void read_device(struct dbench_machine *m, const char *dir)
{
	enum { READ = 2, WRITTEN = 6, SECTOR = 512 };
	uint64_t numbers[WRITTEN + 1];
	char path[96], text[256], link[256];
	struct error err;
	dev_t device;

	if (!find_device(dir, &device))
		return;
	(void)snprintf(path, sizeof(path), "/sys/dev/block/%u:%u/stat", major(device),
		minor(device));
	if (io_read_small(path, text, sizeof(text), NULL, &err) < 0 ||
		numbers_of(text, numbers, WRITTEN + 1) <= WRITTEN)
		return;
	m->device_read = numbers[READ] * SECTOR;
	m->device_written = numbers[WRITTEN] * SECTOR;
	m->has_device = true;
	(void)snprintf(path, sizeof(path), "/sys/dev/block/%u:%u", major(device), minor(device));
	ssize_t length = readlink(path, link, sizeof(link) - 1);
	link[length > 0 ? length : 0] = '\0';
	const char *name = strrchr(link, '/');
	(void)snprintf(m->device, sizeof(m->device), "%.60s", name ? name + 1 : "the device");
}

static uint64_t own_time(int who)
{
	struct rusage usage;

	(void)getrusage(who, &usage); /* cannot fail with these arguments */
	return ((uint64_t)usage.ru_utime.tv_sec + (uint64_t)usage.ru_stime.tv_sec) * NS_PER_S +
	       ((uint64_t)usage.ru_utime.tv_usec + (uint64_t)usage.ru_stime.tv_usec) * NS_PER_US;
}

/* user nice system irq softirq of all CPUs; idle, iowait and what a host stole are not load. */
static void read_busy(struct dbench_machine *m)
{
	enum { USER, NICE, SYSTEM, IDLE, IOWAIT, IRQ, SOFTIRQ, NUMBERS };
	uint64_t n[NUMBERS];
	char text[256];
	struct error err;

	if (io_read_small("/proc/stat", text, sizeof(text), NULL, &err) < 0 ||
		strncmp(text, "cpu ", 4) != 0 || numbers_of(text + 4, n, NUMBERS) < NUMBERS)
		return;
	m->busy_ns = (n[USER] + n[NICE] + n[SYSTEM] + n[IRQ] + n[SOFTIRQ]) * NS_PER_S /
		     (uint64_t)sysconf(_SC_CLK_TCK);
}

void dbench_machine_read(struct dbench_machine *m, const char *dir)
{
	*m = (struct dbench_machine){ 0 };
	if (*dir)
		read_device(m, dir);
	read_busy(m);
	m->time_ns = clock_monotonic_ns();
	m->own_ns = own_time(RUSAGE_SELF) + own_time(RUSAGE_CHILDREN);
}
