// SPDX-License-Identifier: GPL-3.0-or-later
#include "observe/checks_storage.h"

#include "core/units.h"

#include <math.h>
#include <string.h>

/* Reasons: docs/doctor.md */
static const double least_free_share = 0.10;
static const double traffic_warning = 0.05, traffic_bad = 0.25;
static const double sparse_below = 0.95;

void check_space(const struct machine *m, struct checkup *c)
{
	if (m->storage_count == 0)
		checkup_add(c, "space", CHECK_UNKNOWN, "", "no place to write to was named");
	for (size_t i = 0; i < m->storage_count; i++) {
		const struct storage *s = &m->storage[i];
		const char *who = s->request.who, *path = s->request.path;
		double need = (double)s->request.bytes;
		if (isnan(s->free))
			checkup_add(c, "space", CHECK_UNKNOWN, "",
				"%s: %s: free space is not known", who, path);
		else if (need > s->free)
			checkup_add(c, "space", CHECK_BAD,
				"make room, or name another place (scratch=, device=)",
				"%s: %s has %s free, %s are needed", who, path,
				units_human_size(c->arena, s->free),
				units_human_size(c->arena, need));
		else if (s->free - need < least_free_share * s->total)
			checkup_add(c, "space", CHECK_WARNING,
				"make room, or name another place (scratch=, device=)",
				"%s: %s would be more than %.0f %% full: allocation gets slow", who,
				path, 100 * (1 - least_free_share));
		else
			checkup_add(c, "space", CHECK_OK, "", "%s: %s has %s free", who, path,
				units_human_size(c->arena, s->free));
	}
}

/* File systems whose name alone says what a measurement on them is worth. */
static const struct {
	const char *fs; /* or how it begins, where a dot is at its end */
	enum check_grade grade;
	const char *finding, *remedy;
	bool images_only;
} kinds[] = {
	{ "tmpfs", CHECK_WARNING, "memory: no disk is measured",
		"name a directory on a disk (scratch=, device=)" },
	{ "ramfs", CHECK_WARNING, "memory: no disk is measured",
		"name a directory on a disk (scratch=, device=)" },
	{ "overlay", CHECK_WARNING, "an overlay: what lies below cannot be known from here",
		"name a directory that is no overlay: a volume of the container" },
	{ "nfs", CHECK_WARNING, "a network: the server's state is not known",
		"name a local directory, or measure on the server" },
	{ "nfs4", CHECK_WARNING, "a network: the server's state is not known",
		"name a local directory, or measure on the server" },
	{ "cifs", CHECK_WARNING, "a network: the server's state is not known",
		"name a local directory, or measure on the server" },
	{ "9p", CHECK_WARNING, "the host's: its state is not known",
		"name a directory on a disk of the guest" },
	{ "virtiofs", CHECK_WARNING, "the host's: its state is not known",
		"name a directory on a disk of the guest" },
	{ "fuse", CHECK_WARNING, "a program's: what lies below cannot be known",
		"name a directory on a disk" },
	{ "fuseblk", CHECK_WARNING, "a program's, between workload and disk",
		"name a directory that the kernel's own file system has" },
	{ "fuse.", CHECK_WARNING, "a program's: what lies below cannot be known",
		"name a directory on a disk" },
	{ "btrfs", CHECK_WARNING, "copies on write: the image moves on the disk with every run",
		"chattr +C on an empty directory for the images, or another file system", true },
	{ "zfs", CHECK_WARNING, "copies on write: the image moves on the disk with every run",
		"put images on another file system", true },
	{ "bcachefs", CHECK_WARNING, "copies on write: the image moves on the disk with every run",
		"put images on another file system", true },
};

static bool is_kind(const char *pattern, const char *fs)
{
	size_t length = strlen(pattern);

	return pattern[length - 1] == '.' ? strncmp(fs, pattern, length) == 0
					  : strcmp(fs, pattern) == 0;
}

/* How many findings it came to. */
static size_t judge_fs(const struct storage *s, struct checkup *c)
{
	for (size_t i = 0; i < COUNT_OF(kinds); i++) {
		if (!is_kind(kinds[i].fs, s->fs) ||
			(kinds[i].images_only && !s->request.holds_image))
			continue;
		checkup_add(c, "storage", kinds[i].grade, kinds[i].remedy, "%s: %s is on %s: %s",
			s->request.who, s->request.path, s->fs, kinds[i].finding);
		return 1;
	}
	return 0;
}

static size_t judge_stack(const struct machine *m, const struct storage *s, struct checkup *c)
{
	size_t loops = s->request.holds_image, found = 0;

	for (size_t i = 0; i < s->disk_count; i++) {
		const struct disk *d = &s->disks[i];
		const char *mapped = m->mapped[s->first_disk + i];
		const char *syncing = m->syncing[s->first_disk + i];
		loops += *d->file != '\0';
		if (*syncing) {
			checkup_add(c, "storage", CHECK_BAD,
				"wait until it is done: cat /proc/mdstat", "%s: RAID %s does a %s",
				s->request.who, d->name, syncing);
			found++;
		}
		if (strcmp(mapped, "thin pool") == 0) {
			checkup_add(c, "storage", CHECK_BAD,
				"use a volume that has all its blocks: lvcreate without --thin",
				"%s: thin: it rests on the pool %s, and blocks come with the first "
				"write and go with a discard",
				s->request.who, d->name);
			found++;
		} else if (strcmp(mapped, "CRYPT") == 0) {
			checkup_add(c, "storage", CHECK_NOTE, "",
				"%s: encrypted by %s: the CPU is measured along with the disk",
				s->request.who, d->name);
			found++;
		}
	}
	if (loops > 1) {
		checkup_add(c, "storage", CHECK_BAD,
			"name a directory on a disk of its own (scratch=, device=)",
			"%s: a loop device on a loop device: every write goes through two page "
			"caches and queues",
			s->request.who);
		found++;
	}
	return found;
}

static const char *stack_text(const struct storage *s, struct arena *arena)
{
	const char *text = "";

	for (size_t i = 0; i < s->disk_count; i++)
		text = arena_printf(arena, "%s%s%s", text, *text ? " on " : "",
			*s->disks[i].partition ? s->disks[i].partition : s->disks[i].name);
	return text;
}

static void judge_place(const struct machine *m, const struct storage *s, struct checkup *c)
{
	const char *who = s->request.who, *path = s->request.path;
	size_t found = judge_fs(s, c) + judge_stack(m, s, c);

	if (s->allocated < sparse_below) {
		checkup_add(c, "storage", CHECK_WARNING,
			"write it once: fallocate is not enough; or let bakeoff make it "
			"(loop:SIZE)",
			"%s: %s has holes: %.0f %% of it have blocks, the rest comes with the "
			"first "
			"write",
			who, path, 100 * s->allocated);
		found++;
	}
	if (found > 0)
		return;
	if (*s->unknown)
		checkup_add(c, "storage", CHECK_UNKNOWN, "", "%s: %s: %s", who, path, s->unknown);
	else
		checkup_add(c, "storage", CHECK_OK, "", "%s: %s%s%s on %s", who, path,
			*s->fs ? ": " : "", s->fs, stack_text(s, c->arena));
}

void check_storage(const struct machine *m, struct checkup *c)
{
	if (m->storage_count == 0)
		checkup_add(c, "storage", CHECK_UNKNOWN, "", "no place to write to was named");
	for (size_t i = 0; i < m->storage_count; i++)
		judge_place(m, &m->storage[i], c);
}

/* Whether a disk with this number was looked at before. */
static bool is_first(const struct machine *m, size_t at)
{
	for (size_t i = 0; i < at; i++) {
		if (m->disks[i].number == m->disks[at].number)
			return false;
	}
	return true;
}

void check_traffic(const struct machine *m, struct checkup *c)
{
	if (m->disk_count == 0)
		checkup_add(c, "traffic", CHECK_UNKNOWN, "", "no disk is known");
	for (size_t i = 0; i < m->disk_count; i++) {
		double busy = m->rates.disk_busy[i];
		const char *name = m->disks[i].name;
		if (!is_first(m, i))
			continue;
		if (isnan(busy))
			checkup_add(c, "traffic", CHECK_UNKNOWN, "", "%s: no counters", name);
		else
			checkup_add(c, "traffic",
				busy >= traffic_bad       ? CHECK_BAD
				: busy >= traffic_warning ? CHECK_WARNING
							  : CHECK_OK,
				busy >= traffic_warning
					? "end what reads and writes there (iotop shows it)"
					: "",
				"%s was busy for others %.0f %% of %.2g s", name, 100 * busy,
				m->rates.seconds);
	}
}
