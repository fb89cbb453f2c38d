// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/settle.h"

#include "core/auto.h"
#include "core/clock.h"
#include "io/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/sysmacros.h>
#include <time.h>

static const uint64_t poll_ns = 10 * NS_PER_MS;
static const uint64_t idle_ns = 200 * NS_PER_MS; /* design.md, section 7 */
static const uint64_t sync_ns = 500 * NS_PER_MS; /* others may dirty more meanwhile */
static const uint64_t dirty_most = MIB;

static int dirty_bytes(uint64_t *bytes, struct error *err)
{
	AUTO_FCLOSE FILE *meminfo = fopen("/proc/meminfo", "re");
	char line[128];
	unsigned found = 0;

	if (!meminfo)
		return fail_errno(err, "open /proc/meminfo");
	*bytes = 0;
	while (fgets(line, sizeof(line), meminfo)) {
		if (strncmp(line, "Dirty:", 6) != 0 && strncmp(line, "Writeback:", 10) != 0)
			continue;
		*bytes += strtoull(strchr(line, ':') + 1, NULL, 10) * KIB;
		found++;
	}
	return found == 2 ? 0 : fail(err, EIO, "no Dirty and Writeback in /proc/meminfo");
}

/* The device's counters as one text: the same twice means that nothing was done between. */
struct activity {
	char counters[512];
	uint64_t in_flight;
};

static int read_activity(dev_t device, struct activity *activity, struct error *err)
{
	char path[64];

	(void)snprintf(path, sizeof(path), "/sys/dev/block/%u:%u/stat", major(device),
		minor(device));
	int ret = io_read_small(path, activity->counters, sizeof(activity->counters), NULL, err);
	if (ret < 0)
		return ret;
	/* in flight is the ninth field, Documentation/block/stat.rst of the kernel */
	const char *field = activity->counters;
	for (int i = 1; i < 9; i++) {
		field += strspn(field, " ");
		field += strcspn(field, " ");
	}
	if (*field == '\0')
		return fail(err, EIO, "%s cannot be read: %s", path, activity->counters);
	activity->in_flight = strtoull(field, NULL, 10);
	return 0;
}

static bool is_process(const char *pid, const char *name)
{
	struct error ignored = { 0 };
	char path[300], comm[64];

	(void)snprintf(path, sizeof(path), "/proc/%s/comm", pid);
	return io_read_small(path, comm, sizeof(comm), NULL, &ignored) == 0 &&
	       strcmp(comm, name) == 0;
}

static int find_initialiser(bool *found, bool *blind, struct error *err)
{
	DIR *processes = opendir("/proc");

	if (!processes)
		return fail_errno(err, "read /proc");
	*found = false;
	*blind = !is_process("2", "kthreadd");
	for (struct dirent *e; !*blind && !*found && (e = readdir(processes));) {
		if (e->d_name[0] >= '1' && e->d_name[0] <= '9')
			*found = is_process(e->d_name, "ext4lazyinit");
	}
	(void)closedir(processes); /* only for reading */
	return 0;
}

static int write_back(int dir, struct error *err)
{
	if (syncfs(dir) < 0)
		return fail_errno(err, "sync the file system under test");
	sync();
	return 0;
}

static void pause_ns(uint64_t ns)
{
	const struct timespec pause = { .tv_nsec = (long)ns };

	(void)nanosleep(&pause, NULL); /* woken early, the caller only looks earlier */
}

/* How far it has come; what is not yet so is the reason of a time-out. */
struct progress {
	struct activity last;
	uint64_t quiet_since_ns, synced_ns;
	uint64_t dirty;
	bool initialiser, saw_initialiser, blind;
};

/* One look: 1 where all has settled. */
static int look(const struct settle_request *request, struct progress *p, struct error *err)
{
	struct activity now = { 0 };
	int ret = dirty_bytes(&p->dirty, err);

	if (ret == 0 && request->device)
		ret = read_activity(request->device, &now, err);
	if (ret < 0)
		return ret;
	uint64_t time = clock_monotonic_ns();
	if (now.in_flight > 0 || strcmp(now.counters, p->last.counters) != 0)
		p->quiet_since_ns = time;
	p->last = now;
	if (p->dirty >= dirty_most) {
		if (time - p->synced_ns < sync_ns)
			return 0;
		ret = write_back(request->dir, err);
		p->synced_ns = clock_monotonic_ns();
		return ret;
	}
	if (request->device && time - p->quiet_since_ns < idle_ns)
		return 0;
	ret = find_initialiser(&p->initialiser, &p->blind, err);
	p->saw_initialiser = p->saw_initialiser || p->initialiser;
	return ret < 0 ? ret : !p->initialiser;
}

static int fail_late(const struct settle_request *request, const struct progress *p,
	struct error *err)
{
	double seconds = (double)request->timeout_ns / (double)NS_PER_S;

	if (p->dirty >= dirty_most)
		return fail(err, ETIMEDOUT,
			"not settled after %.3g s: %" PRIu64 " KiB dirty or in writeback,"
			" the most is %" PRIu64,
			seconds, p->dirty / KIB, dirty_most / KIB);
	if (p->initialiser)
		return fail(err, ETIMEDOUT,
			"not settled after %.3g s: ext4lazyinit is still running", seconds);
	return fail(err, ETIMEDOUT,
		"not settled after %.3g s: device %u:%u was never idle for %" PRIu64 " ms", seconds,
		major(request->device), minor(request->device), idle_ns / NS_PER_MS);
}

int settle(const struct settle_request *request, bool *saw_initialiser, bool *blind,
	struct error *err)
{
	uint64_t start = clock_monotonic_ns();
	struct progress p = { 0 };
	int ret = write_back(request->dir, err);

	if (ret == 0 && geteuid() == 0)
		ret = io_write_small("/proc/sys/vm/drop_caches", "3", err);
	p.quiet_since_ns = p.synced_ns = clock_monotonic_ns();
	while (ret == 0) {
		ret = request->control ? request->control(request->context, err) : 0;
		if (ret == 0)
			ret = look(request, &p, err);
		if (ret == 0 && clock_monotonic_ns() - start >= request->timeout_ns)
			return fail_late(request, &p, err);
		if (ret == 0)
			pause_ns(poll_ns);
	}
	if (ret < 0)
		return ret;
	*saw_initialiser = p.saw_initialiser;
	*blind = p.blind;
	return 0;
}
