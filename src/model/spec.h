// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json.h"
#include "model/shape.h"

/* One name and its value as text, in the spelling of the parameter tables. */
struct setting {
	const char *name;
	const char *value;
};

enum target_kind {
	TARGET_DIR,    /* an existing directory; nothing is made or mounted */
	TARGET_LOOP,   /* an image of `size` bytes at `path`, made by the controller, through a loop
			  device */
	TARGET_IMAGE,  /* a user's image file at `path`, through a loop device */
	TARGET_DEVICE, /* a block device */
	TARGET_TMPFS,  /* no device at all */
};

/* "dir", "loop", "image", "device", "tmpfs"; and back, -1 for a name that is none. */
const char *target_kind_name(enum target_kind kind);
int target_kind_of_name(const char *name);

/* The thing under test, as the agent makes it. */
struct target_spec {
	enum target_kind kind;
	const char *path;  /* directory, image or device, absolute */
	uint64_t size;     /* bytes, for TARGET_LOOP; for TARGET_TMPFS the limit, 0 for none */
	const char *fs;    /* "" for TARGET_DIR: what is there already */
	const char *mkfs;  /* further options of mkfs, as typed, split at blanks */
	const char *mount; /* mount options, as typed after -o */
	const char *uuid;  /* of the file system that is made; also seeds its directory hash */
	struct setting
		*knobs; /* queue/NAME under /sys/block/DEV, or a sysctl such as vm.dirty_ratio */
	size_t knob_count;
	const char
		*destroy; /* a device whose content may be overwritten: exactly as named, or "" */
	const char *identity; /* the device or image that it has to be, of an event `identity` of a
				 check; "" for any */
};

enum spec_mode {
	SPEC_RUN,
	SPEC_CHECK, /* say what would be done and whether it can be; change nothing */
};

/*
 * One cell of the schedule: what an agent gets on its standard input, as one
 * line of JSON (docs/protocol.md). Everything that a run depends on is here.
 */
struct run_spec {
	enum spec_mode mode;
	const char *experiment; /* name, for messages and for names of files */
	const char *variant;
	const char *cell;       /* the workload's section and factor levels: "lmdd bs=4k" */
	const char *workload;   /* of the registry */
	uint64_t round;         /* 0 is the warm-up */
	uint64_t attempt;       /* 0 first */
	uint64_t seed;          /* below 2^53, the same for all variants of a round */
	struct setting *params; /* of the workload; what is not here has its default */
	size_t param_count;
	struct run_shape shape;
	struct target_spec target;
	const char
		*cgroup_procs; /* the file that clients write "0" to, to be capped; "" for none */
	const char *cgroup_version; /* "v1", "v2" or "" */
	uint64_t memory;            /* the cap in bytes, 0 for none; for the record */
	uint64_t timeout;           /* nanoseconds for the whole run */
	uint64_t observe;           /* nanoseconds between two samples of the machine, 0 for none */
	const char *journal_dir;    /* where the agent's undo journal goes */
	bool use_tsc;               /* false: CLOCK_MONOTONIC only */
};

/* A new JSON object. */
json_t *spec_to_json(const struct run_spec *spec);
/* Texts are copied into the arena. -EINVAL with the key that is missing or wrong. */
int spec_from_json(const json_t *json, struct arena *arena, struct run_spec *spec,
	struct error *err) MUST_CHECK;
