// SPDX-License-Identifier: GPL-3.0-or-later
#include "observe/machine.h"

#include "io/file.h"
#include "io/mountinfo.h"
#include "observe/host.h"

#include <dirent.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

static const char *read_text(struct arena *arena, const char *folder, const char *file)
{
	char text[4096];
	struct error ignored;

	if (io_read_small(arena_printf(arena, "%s/%s", folder, file), text, sizeof(text), NULL,
		    &ignored) < 0)
		return "";
	return arena_strdup(arena, text);
}

static bool ends_with(const char *text, const char *end)
{
	size_t length = strlen(text), tail = strlen(end);

	return length >= tail && strcmp(text + length - tail, end) == 0;
}

/* "LVM-..." is LVM; the pool under a thin volume says so at its end. */
static const char *mapping_of(struct arena *arena, const struct disk *disk)
{
	const char *uuid = read_text(arena, disk->folder, "dm/uuid");
	const char *name = read_text(arena, disk->folder, "dm/name");

	if (ends_with(uuid, "-tpool") || ends_with(uuid, "-pool") || ends_with(name, "-tpool"))
		return "thin pool";
	return *uuid ? arena_strndup(arena, uuid, strcspn(uuid, "-")) : (*name ? "mapped" : "");
}

static const char *syncing_of(struct arena *arena, const struct disk *disk)
{
	const char *action = read_text(arena, disk->folder, "md/sync_action");

	return strcmp(action, "idle") == 0 || strcmp(action, "frozen") == 0 ? "" : action;
}

/* Supplies of a laptop: the mains say 0 where it runs on its battery. */
static double read_battery(const char *root, struct arena *arena)
{
	const char *folder = arena_printf(arena, "%s/sys/class/power_supply", root);
	DIR *supplies = opendir(folder);
	double on_battery = NAN;

	if (!supplies)
		return NAN;
	for (struct dirent *e; (e = readdir(supplies));) {
		const char *supply = arena_printf(arena, "%s/%s", folder, e->d_name);
		if (e->d_name[0] == '.' || strcmp(read_text(arena, supply, "type"), "Mains") != 0)
			continue;
		bool on_mains = strcmp(read_text(arena, supply, "online"), "1") == 0;
		on_battery = on_mains ? 0 : isnan(on_battery) ? 1 : on_battery;
	}
	(void)closedir(supplies); /* only for reading */
	return on_battery;
}

/* A faked tree has no room of its own: only the running machine is asked for it. */
static void look_at_room(const char *root, struct storage *s)
{
	struct statvfs vfs;
	struct stat st;

	s->total = s->free = s->allocated = NAN;
	if (*root || s->request.device)
		return;
	if (statvfs(s->request.path, &vfs) == 0 && vfs.f_blocks > 0) {
		s->total = (double)vfs.f_blocks * (double)vfs.f_frsize;
		s->free = (double)vfs.f_bavail * (double)vfs.f_frsize;
	}
	if (stat(s->request.path, &st) == 0 && S_ISREG(st.st_mode) && st.st_size > 0)
		s->allocated = (double)st.st_blocks * 512 / (double)st.st_size;
}

static void look_at_storage(struct machine *m, const char *root, struct arena *arena,
	struct storage *s)
{
	struct mount_point mount;
	struct disk *disks;
	struct error err;
	const char *why = "";
	dev_t device = s->request.device;

	s->fs = s->unknown = "";
	if (!device) {
		if (mountinfo_find(root, s->request.path, arena, &mount, &err) == 0)
			s->fs = mount.fs;
		if (disk_of_path(root, s->request.path, arena, &device, &why, &err) < 0)
			why = arena_strdup(arena, err.text);
	}
	look_at_room(root, s);
	size_t count = 0;
	if (device && disk_stack(root, device, arena, &disks, &count, &err) < 0)
		why = arena_strdup(arena, err.text);
	s->unknown = why;
	s->first_disk = m->disk_count;
	s->disk_count = count;
	for (size_t i = 0; i < count; i++)
		*ARENA_PUSH(arena, m->disks, m->disk_count) = disks[i];
}

static void look_at_disks(struct machine *m, struct arena *arena)
{
	m->mapped = NEW(arena, const char *, m->disk_count + 1);
	m->syncing = NEW(arena, const char *, m->disk_count + 1);
	for (size_t i = 0; i < m->disk_count; i++) {
		m->mapped[i] = mapping_of(arena, &m->disks[i]);
		m->syncing[i] = syncing_of(arena, &m->disks[i]);
	}
	for (size_t i = 0; i < m->storage_count; i++)
		m->storage[i].disks = m->disks ? &m->disks[m->storage[i].first_disk] : NULL;
}

static void sleep_for(double seconds)
{
	const struct timespec pause = { .tv_sec = (time_t)seconds,
		.tv_nsec = (long)((seconds - floor(seconds)) * 1e9) };

	(void)nanosleep(&pause, NULL); /* woken early, the rates are those of a shorter time */
}

void machine_read(const char *root, const char *version, const struct place_request *places,
	size_t place_count, double seconds, struct arena *arena, struct machine *machine)
{
	struct machine m = { .is_root = geteuid() == 0 };

	m.storage = NEW(arena, struct storage, place_count + 1);
	m.storage_count = place_count;
	for (size_t i = 0; i < place_count; i++) {
		m.storage[i].request = places[i];
		look_at_storage(&m, root, arena, &m.storage[i]);
	}
	look_at_disks(&m, arena);
	m.on_battery = read_battery(root, arena);
	m.facts = host_facts(root, version);
	const struct usage before = usage_read(root, m.disks, m.disk_count, arena);
	sleep_for(seconds);
	const struct usage after = usage_read(root, m.disks, m.disk_count, arena);
	m.rates = usage_between(&before, &after, m.disk_count, arena);
	*machine = m;
}

void machine_free(struct machine *machine)
{
	json_decref(machine->facts);
	machine->facts = NULL;
}
