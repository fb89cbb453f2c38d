// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/target.h"

#include "core/auto.h"
#include "core/clock.h"
#include "io/file.h"
#include "target/format.h"
#include "target/guard.h"
#include "target/identity.h"
#include "target/make.h"
#include "target/mount.h"
#include "target/settle.h"
#include "target/sysfs.h"
#include "target/use.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <linux/btrfs.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>

/* A new directory in folder, with a name that nobody can guess, written down first. */
static int make_directory(struct target *target, const char *folder, struct error *err)
{
	uint64_t chance, id;

	if (getrandom(&chance, sizeof(chance), 0) != (ssize_t)sizeof(chance))
		return fail_errno(err, "draw a random name");
	target->point = arena_printf(&target->arena, "%s/bakeoff-%016" PRIx64, folder, chance);
	const struct change change = { .kind = CHANGE_TREE, .path = target->point };
	int ret = journal_intend(target->journal, &change, &id, err);
	if (ret < 0)
		return ret;
	if (mkdir(target->point, 0700) < 0)
		return fail_errno(err, "make directory %s", target->point);
	return journal_made(target->journal, id, err);
}

static int open_directory(struct target *target, struct error *err)
{
	struct stat st;

	target->dir = open(target->point, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (target->dir < 0 || fstat(target->dir, &st) < 0)
		return fail_errno(err, "open %s", target->point);
	/* btrfs, overlays and the like have numbers of their own, behind which there is no device
	 */
	if (!target->device && sysfs_folder(&target->arena, st.st_dev))
		target->device = st.st_dev;
	return 0;
}

static int make_dir(struct target *target, struct error *err)
{
	char folder[PATH_MAX];

	if (!realpath(target->spec->path, folder))
		return errno == ENOENT ? fail(err, EINVAL, "directory %s does not exist",
						 target->spec->path)
				       : fail_errno(err, "find directory %s", target->spec->path);
	int ret = make_directory(target, folder, err);
	return ret < 0 ? ret : open_directory(target, err);
}

static struct guard_request request_of(const struct target *target)
{
	const struct target_spec *spec = target->spec;

	return (struct guard_request){
		.path = spec->path,
		.destroy = spec->destroy,
		.identity = spec->identity,
		.ours = spec->kind == TARGET_LOOP,
	};
}

/* The last run's loop device may still be on its way out, when its agent was killed. */
static int guard_patiently(struct target *target, struct error *err)
{
	enum { TRIES = 200 };
	const struct timespec pause = { .tv_nsec = 10 * (long)NS_PER_MS };
	const struct guard_request request = request_of(target);
	int ret = -EBUSY;

	for (int i = 0; i < (request.ours ? TRIES : 1) && ret == -EBUSY; i++) {
		if (i > 0)
			(void)nanosleep(&pause, NULL); /* woken early, it only looks earlier */
		ret = guard_image(&target->arena, &request, &target->guarded, err);
	}
	return ret;
}

/* Whoever asks for no lock may have attached the same file meanwhile. */
static int refuse_second_loop(struct target *target, struct error *err)
{
	const struct guarded *g = &target->guarded;
	int ret = use_of_file(&target->arena, g->dev, g->ino, target->device, err);

	return ret == -EBUSY ? fail_in(err, ret, "image %s is in use", target->spec->path) : ret;
}

static int attach_image(struct target *target, struct error *err)
{
	const struct target_spec *spec = target->spec;
	bool ours = spec->kind == TARGET_LOOP;
	struct guarded *guarded = &target->guarded;
	struct stat st;
	int ret = guard_patiently(target, err);

	if (ret < 0)
		return ret;
	auto_close(&guarded->fd);
	target->size = guarded->size;
	if (ours && guarded->size != spec->size)
		return fail(err, EINVAL, "image %s has %" PRIu64 " bytes, not %" PRIu64, spec->path,
			guarded->size, spec->size);
	ret = loop_attach(&target->arena, target->journal, guarded->lock, spec->path, &target->loop,
		err);
	if (ret < 0)
		return ret;
	if (fstat(target->loop.fd, &st) < 0)
		return fail_errno(err, "look at %s", target->loop.node);
	target->node = target->loop.node;
	target->device = st.st_rdev;
	target->diskseq = identity_diskseq(target->loop.fd);
	target->wipe = !ours;
	if (!target->loop.direct)
		target_warn(target, "image cached: memory cap and cold reads mean little");
	command_say(&target->listener,
		arena_printf(&target->arena, "losetup --direct-io=%s %s %s",
			target->loop.direct ? "on" : "off", target->loop.node, spec->path));
	return refuse_second_loop(target, err);
}

/* guarded.fd keeps others away until mkfs, which wants the device for itself, is started. */
static int take_device(struct target *target, struct error *err)
{
	const struct guard_request request = request_of(target);
	int ret = guard_device(&target->arena, &request, &target->guarded, err);

	if (ret < 0)
		return ret;
	target->node = target->guarded.node;
	target->device = target->guarded.device;
	target->size = target->guarded.size;
	target->diskseq = identity_diskseq(target->guarded.lock);
	target->wipe = true;
	return 0;
}

/* A descriptor of the device that is held for the whole time, and keeps its number ours. */
static int held_device(const struct target *target)
{
	return target->loop.fd >= 0 ? target->loop.fd : target->guarded.lock;
}

/* Whether all is still as the guard saw it. */
static int check_again(struct target *target, const char *destroy, struct error *err)
{
	const struct target_spec *spec = target->spec;
	int fd = held_device(target);
	struct stat st;

	if (target->loop.fd >= 0) {
		if (fstat(target->guarded.lock, &st) < 0)
			return fail_errno(err, "look at image %s", spec->path);
		const char *now = identity_of_file(&target->arena, &st);
		int ret = identity_check(spec->path, target->guarded.identity, now, err);
		return ret == 0 && spec->kind != TARGET_LOOP
			       ? guard_refuse_signature(&target->arena, spec->path, destroy, fd,
					 err)
			       : ret;
	}
	uint64_t size = 0;
	if (ioctl(fd, BLKGETSIZE64, &size) < 0 || size == 0)
		return fail(err, ENODEV, "device %s is gone", spec->path);
	const char *now = identity_of_device(&target->arena, fd, target->device, size);
	int ret = identity_check(spec->path, target->guarded.identity, now, err);
	return ret < 0 ? ret : guard_refuse_signature(&target->arena, spec->path, destroy, fd, err);
}

/*
 * Looks once more, immediately before the old signature goes and immediately before mkfs.
 * mkfs.btrfs looks for its UUID everywhere, and the last variant had the same on this device, so
 * the signature goes first. Some mkfs lock the device for themselves: ours is lent to them.
 */
static int overwrite(struct target *target, const struct mkfs_command *mkfs, struct error *err)
{
	const struct wipe_request wipe = {
		.node = target->node,
		.device = target->device,
		.diskseq = target->diskseq,
		.exclusive = target->loop.fd >= 0,
	};
	bool is_device = target->loop.fd < 0;
	int ret = check_again(target, target->spec->destroy, err);

	if (ret < 0)
		return ret;
	target->overwritten = true;
	ret = guard_wipe(&wipe, err);
	auto_close(&target->guarded.fd);
	if (ret == 0)
		ret = check_again(target, "", err);
	if (ret < 0)
		return ret;
	if (is_device)
		(void)flock(target->guarded.lock, LOCK_UN); /* that we have: it cannot fail */
	ret = mkfs_run(mkfs, err);
	target->made = guard_mark_of(&target->arena, held_device(target));
	struct error lock_error = { 0 };
	int locked = is_device ? guard_lock(target->guarded.lock, true, &lock_error) : 0;
	if (ret == 0 && locked < 0)
		ret = fail(err, -locked, "device %s: %s", target->spec->path, lock_error.text);
	return ret;
}

/* Before it is mounted, while no flag says that it is in use. What cannot be read is no failure. */
static void look_at_format(struct target *target)
{
	struct error why;

	if (format_read(held_device(target), target->spec->fs, &target->format, &why) < 0)
		target->format_unknown = arena_strdup(&target->arena, why.text);
}

static int make_fs(struct target *target, struct error *err)
{
	const struct target_spec *spec = target->spec;
	const struct mkfs_request request = {
		.fs = spec->fs,
		.options = spec->mkfs,
		.uuid = spec->uuid,
		.device = target->node,
		.size = target->size,
	};
	struct mkfs_command mkfs;
	int ret = mkfs_plan(&target->arena, &request, &mkfs, err);

	if (ret == 0)
		ret = target_refuse_twin(spec, err);
	if (ret < 0)
		return ret;
	target->mkfs_version = mkfs_version(&target->arena, &mkfs);
	target->mkfs_line = arguments_text(&target->arena, &mkfs.args);
	command_say(&target->listener, target->mkfs_line);
	ret = overwrite(target, &mkfs, err);
	if (ret == 0)
		look_at_format(target);
	return ret;
}

/* Beside the journals: a folder that only this user enters. */
static int make_mount_point(struct target *target, const char *journal_dir, struct error *err)
{
	const char *folder = arena_printf(&target->arena, "%s/../mnt", journal_dir);
	char resolved[PATH_MAX];
	int ret = io_make_dirs(folder, 0700, err);

	if (ret < 0)
		return ret;
	if (!realpath(folder, resolved))
		return fail_errno(err, "find %s", folder);
	return make_directory(target, resolved, err);
}

static int mount_it(struct target *target, const char *journal_dir, struct error *err)
{
	const struct target_spec *spec = target->spec;
	int ret = make_mount_point(target, journal_dir, err);
	const struct mount_request request = {
		.source = target->node ? target->node : "bakeoff",
		.dir = target->point,
		.fs = spec->kind == TARGET_TMPFS ? "tmpfs" : spec->fs,
		.options = target_mount_options(&target->arena, spec),
	};

	if (ret < 0)
		return ret;
	target->mount_line = mount_line(&target->arena, &request);
	command_say(&target->listener, target->mount_line);
	ret = mount_fs(target->journal, &request, &target->mount_id, err);
	return ret < 0 ? ret : open_directory(target, err);
}

static int make_mounted(struct target *target, const char *journal_dir, struct error *err)
{
	enum target_kind kind = target->spec->kind;
	int ret = 0;

	if (kind == TARGET_LOOP || kind == TARGET_IMAGE)
		ret = attach_image(target, err);
	else if (kind == TARGET_DEVICE)
		ret = take_device(target, err);
	if (ret == 0 && kind != TARGET_TMPFS)
		ret = make_fs(target, err);
	return ret < 0 ? ret : mount_it(target, journal_dir, err);
}

static int write_knobs(struct target *target, struct error *err)
{
	const char *folder =
		target->device ? sysfs_disk_folder(&target->arena, target->device) : NULL;
	int ret = knobs_find(&target->arena, target->spec, folder ? sysfs_name(folder) : NULL, true,
		&target->knobs, err);

	for (size_t i = 0; ret == 0 && i < target->spec->knob_count; i++) {
		command_say(&target->listener, knob_line(&target->arena, &target->knobs[i]));
		/* counted first: one that failed half-way is undone too */
		target->knobs_written++;
		ret = knob_write(&target->arena, target->journal, &target->knobs[i], err);
	}
	return ret;
}

static const struct target_spec *copy_spec(struct arena *arena, const struct target_spec *spec)
{
	struct target_spec *copy = arena_copy(arena, spec, sizeof(*spec));
	const char **texts[] = { &copy->path, &copy->fs, &copy->mkfs, &copy->mount, &copy->uuid,
		&copy->destroy, &copy->identity };

	for (size_t i = 0; i < COUNT_OF(texts); i++)
		*texts[i] = *texts[i] ? arena_strdup(arena, *texts[i]) : "";
	copy->knobs = NEW(arena, struct setting, spec->knob_count + 1);
	for (size_t i = 0; i < spec->knob_count; i++) {
		copy->knobs[i].name = arena_strdup(arena, spec->knobs[i].name);
		copy->knobs[i].value = arena_strdup(arena, spec->knobs[i].value);
	}
	return copy;
}

static int make(struct target *target, const char *journal_dir, struct error *err)
{
	const struct target_spec *spec = target->spec;
	int ret = target_check_shape(spec, err);

	if (ret == 0 && geteuid() != 0 && (spec->kind != TARGET_DIR || spec->knob_count > 0))
		ret = fail(err, EPERM, "making file systems and writing knobs needs root");
	if (ret == 0)
		ret = journal_open(&target->journal, journal_dir, "target", err);
	if (ret == 0)
		ret = spec->kind == TARGET_DIR ? make_dir(target, err)
					       : make_mounted(target, journal_dir, err);
	return ret < 0 ? ret : write_knobs(target, err);
}

int target_make(struct target **target, const struct target_spec *spec, const char *journal_dir,
	void (*say)(void *context, const char *command), void *context, int *dir, struct error *err)
{
	struct target *new = calloc(1, sizeof(*new));

	if (!new)
		return fail(err, ENOMEM, "no memory for a target");
	new->dir = new->loop.fd = new->guarded.fd = new->guarded.lock = -1;
	new->listener = (struct command_listener){ .say = say, .context = context };
	new->spec = copy_spec(&new->arena, spec);
	int ret = make(new, journal_dir, err);
	if (ret < 0) {
		struct error also = { 0 };
		if (target_unmake(new, &also) < 0) {
			struct error first = *err;
			return fail(err, -ret, "%s; and undoing it: %s", first.text, also.text);
		}
		return ret;
	}
	*dir = new->dir;
	*target = new;
	return 0;
}

void target_warn(struct target *target, const char *warning)
{
	for (size_t i = 0; i < target->warning_count; i++) {
		if (strcmp(target->warnings[i], warning) == 0)
			return;
	}
	if (target->warning_count < WARNINGS_MOST)
		target->warnings[target->warning_count++] = warning;
}

const char *const *target_warnings(const struct target *target)
{
	return target->warnings;
}

void target_set_control(struct target *target, int (*control)(void *context, struct error *err),
	void *context)
{
	target->control = control;
	target->control_context = context;
}

int target_settle(struct target *target, uint64_t timeout_ns, struct error *err)
{
	const struct settle_request request = {
		.dir = target->dir,
		.device = target->device,
		.timeout_ns = timeout_ns,
		.control = target->control,
		.context = target->control_context,
	};
	bool saw, blind;
	int ret = settle(&request, &saw, &blind, err);

	if (ret < 0)
		return ret;
	target->settled = true;
	target->saw_initialiser = target->saw_initialiser || saw;
	if (blind)
		target_warn(target,
			"kernel threads cannot be seen: ext4lazyinit may have been running");
	if (geteuid() != 0)
		target_warn(target, "without root the caches were not dropped");
	return 0;
}

bool target_waited_for_initialiser(const struct target *target)
{
	return target->saw_initialiser;
}

/* btrfs remembers devices that it has seen; the next one with this UUID may have another name. */
static void forget_btrfs(const struct target *target)
{
	struct btrfs_ioctl_vol_args args = { 0 };

	if (!target->node || strcmp(target->spec->fs, "btrfs") != 0)
		return;
	AUTO_CLOSE int control = open("/dev/btrfs-control", O_RDWR | O_CLOEXEC);
	(void)snprintf(args.name, sizeof(args.name), "%s", target->node);
	if (control >= 0)
		(void)ioctl(control, BTRFS_IOC_FORGET_DEV,
			&args); /* not known (any more) is as good */
}

static int undo(struct target *target, struct error *err)
{
	struct error later = { 0 };
	int first = 0;

	for (size_t i = target->knobs_written; i > 0; i--) {
		uint64_t id = target->knobs[i - 1].id;
		int ret = id ? journal_undo(target->journal, id, first ? &later : err) : 0;
		first = first ? first : ret;
	}
	if (target->mount_id) {
		int ret = journal_undo(target->journal, target->mount_id, first ? &later : err);
		first = first ? first : ret;
	}
	forget_btrfs(target);
	/* A device is handed back blank, or the next run would find it signed, and its UUID taken.
	 */
	auto_close(&target->guarded.fd);
	if (target->wipe && target->overwritten) {
		const struct wipe_request wipe = {
			.node = target->node,
			.device = target->device,
			.diskseq = target->diskseq,
			.only = target->made ? target->made : "",
			.exclusive = true,
			.hand_back = true,
		};
		int ret = guard_wipe(&wipe, first ? &later : err);
		first = first ? first : ret;
	}
	auto_close(&target->loop.fd);
	int ret = journal_undo_all(target->journal, first ? &later : err);
	return first ? first : ret;
}

int target_unmake(struct target *target, struct error *err)
{
	int ret = 0;

	if (!target)
		return 0;
	auto_close(&target->dir);
	if (target->journal)
		ret = undo(target, err);
	auto_close(&target->loop.fd);
	guard_release(&target->guarded);
	journal_close(target->journal);
	json_decref(target->format);
	arena_free(&target->arena);
	free(target);
	return ret;
}
