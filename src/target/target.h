// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json.h"
#include "model/spec.h"

/*
 * The thing under test: image, loop device, mkfs, mount, knobs; made for one
 * run and undone after it. The only room that mounts.
 */
struct target;

/*
 * Whether the target can be made, and with which commands: changes nothing.
 * say gets every command that would run as root, as a shell would take it.
 * -EINVAL for what the user must change, -EBUSY for a device in use, -EPERM
 * without root, -ENOENT for a missing program (with the package that has it),
 * -ENOSPC; -ESTALE for a thing that is not spec->identity; *err names the thing, the value and the
 * limit. *identity, where it is not NULL: which device or image it is, for the spec of the runs; ""
 * where that cannot be told or does not matter. In the arena.
 */
int target_check(const struct target_spec *spec, uint64_t bytes_needed,
	void (*say)(void *context, const char *command), void *context, struct arena *arena,
	const char **identity, struct error *err) MUST_CHECK;

/*
 * Makes the target: attach, mkfs, mount, knobs, each written to an undo journal in journal_dir
 * first. Whatever fails, what was done before is undone. On success *dir is an open directory of
 * the system under test that this run has for itself: the root of a fresh file system, or a new
 * directory with a name that cannot be guessed inside a `dir:`. It belongs to the target.
 */
int target_make(struct target **target, const struct target_spec *spec, const char *journal_dir,
	void (*say)(void *context, const char *command), void *context, int *dir,
	struct error *err) MUST_CHECK;

/*
 * control is asked often while a target settles; its failure ends the settling, and is returned.
 */
void target_set_control(struct target *target, int (*control)(void *context, struct error *err),
	void *context);

/*
 * Writes back, drops caches (as root) and waits until dirty + writeback is under 1 MiB, the device
 * was idle for 200 ms and no background initialiser (ext4lazyinit) runs. -ETIMEDOUT after
 * timeout_ns.
 */
int target_settle(struct target *target, uint64_t timeout_ns, struct error *err) MUST_CHECK;

/* Whether settling has met ext4's background initialiser, so far. */
bool target_waited_for_initialiser(const struct target *target);

/*
 * What was made, for the record: driver that served, mkfs and mount lines as run, features, mount
 * options in force, the disk and what it rests on, knobs before and after (docs/facts.md). A new
 * object; what cannot be known is null, and the object `unknown` in it says why. Reads from the
 * disk: to be called before settling.
 */
json_t *target_facts(const struct target *target);

/* Things that a reader of the result must know ("image cached: ..."); NULL-ended, may be empty. */
const char *const *target_warnings(const struct target *target);

/* Unmounts, detaches, restores. Frees the target whatever happens; returns the first error. */
int target_unmake(struct target *target, struct error *err) MUST_CHECK;
