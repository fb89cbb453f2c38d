// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json.h"
#include "io/disk.h"
#include "observe/usage.h"

/* A place that an experiment will write to, and what it needs there. */
struct place_request {
	const char *who;  /* "scratch", or the variant */
	const char *path; /* a directory or file, or the node of a device; absolute */
	dev_t device;     /* of a block device; 0: what the path is on */
	uint64_t bytes;   /* that are needed; 0: nobody knows */
	bool holds_image; /* a loop device will stand on it */
};

/* The same, looked at. */
struct storage {
	struct place_request request;
	const char *fs;           /* of a path; "" where that is not known, or for a device */
	const char *unknown;      /* why no disk is known; "" where one is */
	const struct disk *disks; /* of machine.disks; what it rests on, from the top down */
	size_t disk_count;
	size_t first_disk;  /* index of disks[0] in machine.disks */
	double total, free; /* bytes; NaN where they are not known */
	double allocated;   /* of an image file, share of its size that it has blocks for; or NaN */
};

/* What doctor judges: all that it knows, so that its rules are a function of this alone. */
struct machine {
	bool is_root;
	json_t *facts; /* of host_facts(); owned */
	struct usage_rates rates;
	struct storage *storage;
	size_t storage_count;
	struct disk *disks; /* of all storage, one after the other */
	size_t disk_count;
	const char *
		*mapped; /* of each disk, kind of its mapping ("LVM-thin", "CRYPT"); "" for none */
	const char **syncing; /* of each disk, what its RAID is doing ("resync"); "" for nothing */
	double on_battery;    /* 1, 0, or NaN where nothing says so */
};

/*
 * Reads everything below root ("" for the machine itself). Takes `seconds` of time, in which it
 * sleeps, to see what others do. What cannot be read is not known, and no error. machine_free().
 */
void machine_read(const char *root, const char *version, const struct place_request *places,
	size_t place_count, double seconds, struct arena *arena, struct machine *machine);
void machine_free(struct machine *machine);
