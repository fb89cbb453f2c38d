// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/knobs.h"

#include "io/file.h"
#include "journal/knob.h"
#include "target/command.h"
#include "target/sysfs.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { VALUE_BYTES = 4096 };

/* Two forms of one setting: writing one makes the other 0. */
static const struct {
	const char *one, *other;
} pairs[] = {
	{ "/proc/sys/vm/dirty_ratio", "/proc/sys/vm/dirty_bytes" },
	{ "/proc/sys/vm/dirty_background_ratio", "/proc/sys/vm/dirty_background_bytes" },
	{ "/proc/sys/vm/overcommit_ratio", "/proc/sys/vm/overcommit_kbytes" },
};

/* The old value can be written back until the new one is there, and then never more. */
static const char *const one_way[] = {
	"/proc/sys/kernel/kexec_load_disabled",
	"/proc/sys/kernel/kexec_load_limit_panic",
	"/proc/sys/kernel/kexec_load_limit_reboot",
	"/proc/sys/kernel/modules_disabled",
	"/proc/sys/kernel/unprivileged_bpf_disabled",
	"/proc/sys/kernel/usermodehelper/bset",
	"/proc/sys/kernel/usermodehelper/inheritable",
	"/proc/sys/kernel/yama/ptrace_scope",
};

static const char *twin_of(const char *path)
{
	for (size_t i = 0; i < COUNT_OF(pairs); i++) {
		if (strcmp(path, pairs[i].one) == 0)
			return pairs[i].other;
		if (strcmp(path, pairs[i].other) == 0)
			return pairs[i].one;
	}
	return NULL;
}

static bool is_of_disk(const char *name)
{
	return strchr(name, '/') != NULL;
}

static int knob_path(struct arena *arena, const char *name, const char *disk, const char **path,
	struct error *err)
{
	if (*name == '\0' || *name == '/' || *name == '.' || strstr(name, ".."))
		return fail(err, EINVAL,
			"knob '%s' is no name: queue/NAME or a sysctl such as vm.dirty_ratio",
			name);
	if (is_of_disk(name)) {
		if (!disk)
			return fail(err, EINVAL, "knob %s: there is no disk under test", name);
		*path = arena_printf(arena, "/sys/block/%s/%s", disk, name);
		return 0;
	}
	char *sysctl = arena_printf(arena, "/proc/sys/%s", name);
	for (char *p = sysctl; *p; p++)
		*p = *p == '.' ? '/' : *p;
	*path = sysctl;
	return 0;
}

/* A link on the way, such as device/, must not lead to another device. */
static bool stays_inside(const char *path, const char *disk)
{
	char folder[PATH_MAX], file[PATH_MAX], top[64];

	(void)snprintf(top, sizeof(top), disk ? "/sys/block/%s" : "/proc/sys", disk);
	return realpath(top, folder) && realpath(path, file) &&
	       strncmp(folder, file, strlen(folder)) == 0 && file[strlen(folder)] == '/';
}

static bool is_one_way(const char *path)
{
	for (size_t i = 0; i < COUNT_OF(one_way); i++) {
		if (strcmp(path, one_way[i]) == 0)
			return true;
	}
	return false;
}

static int check_file(const struct knob *knob, const char *disk, struct error *err)
{
	struct stat st;

	if (is_one_way(knob->path))
		return fail(err, EINVAL,
			"knob %s: the kernel does not let it be put back before a restart, so it "
			"is not changed",
			knob->name);
	if (stat(knob->path, &st) < 0)
		return fail(err, EINVAL, "knob %s: there is no %s", knob->name, knob->path);
	if (!S_ISREG(st.st_mode) || !stays_inside(knob->path, is_of_disk(knob->name) ? disk : NULL))
		return fail(err, EINVAL, "knob %s: %s is no tunable", knob->name, knob->path);
	if ((st.st_mode & 0222) == 0)
		return fail(err, EINVAL, "knob %s: %s is read-only", knob->name, knob->path);
	if ((st.st_mode & 0444) == 0)
		return fail(err, EINVAL, "knob %s: %s cannot be read, so it could not be restored",
			knob->name, knob->path);
	return 0;
}

/* Where the kernel lists the choices, a value must be among them, or come with a module. */
static int check_choice(const struct knob *knob, struct error *err)
{
	struct error ignored = { 0 };
	char text[VALUE_BYTES];
	size_t length = strlen(knob->value);

	if (io_read_small(knob->path, text, sizeof(text), NULL, &ignored) < 0 || !strchr(text, '['))
		return 0;
	for (const char *p = text; *p; p += strspn(p, " []")) {
		size_t word = strcspn(p, " []");
		if (word == length && strncmp(p, knob->value, word) == 0)
			return 0;
		p += word;
	}
	char module[128];
	(void)snprintf(module, sizeof(module), "%s-iosched", knob->value);
	if (sysfs_has_module(knob->value) || sysfs_has_module(module))
		return 0;
	return fail(err, EINVAL, "knob %s: '%s' is none of: %s", knob->name, knob->value, text);
}

static bool is_scheduler(const char *name)
{
	return strcmp(name, "queue/scheduler") == 0;
}

static int find_one(struct arena *arena, const struct setting *setting, const char *disk,
	struct knob *knob, struct error *err)
{
	*knob = (struct knob){ .name = setting->name, .path = "", .value = setting->value };
	if (*knob->value == '\0')
		return fail(err, EINVAL, "knob %s: no value", knob->name);
	return knob_path(arena, knob->name, disk, &knob->path, err);
}

int knobs_find(struct arena *arena, const struct target_spec *spec, const char *disk,
	bool device_known, struct knob **knobs, struct error *err)
{
	struct knob *list = NEW(arena, struct knob, spec->knob_count + 1);
	bool switches = false;
	size_t n = 0;

	for (int pass = 0; pass < 2; pass++) {
		for (size_t i = 0; i < spec->knob_count; i++) {
			const struct setting *setting = &spec->knobs[i];
			if (is_scheduler(setting->name) != (pass == 0))
				continue;
			struct knob *knob = &list[n++];
			int ret = find_one(arena, setting, disk, knob, err);
			if (ret < 0)
				return ret;
			/* A scheduler's own knobs come with it, and other devices have others. */
			bool later = strncmp(setting->name, "queue/iosched/", 14) == 0 &&
				     (switches || !device_known);
			if (!later)
				ret = check_file(knob, disk, err);
			if (ret == 0 && !later)
				ret = check_choice(knob, err);
			if (ret < 0)
				return ret;
			switches = switches || pass == 0;
		}
	}
	*knobs = list;
	return 0;
}

const char *knob_line(struct arena *arena, const struct knob *knob)
{
	struct arguments value = { 0 }, path = { 0 };

	arguments_add(arena, &value, knob->value);
	arguments_add(arena, &path, knob->path);
	return arena_printf(arena, "echo %s > %s", arguments_text(arena, &value),
		arguments_text(arena, &path));
}

/* What to write down, so that what was in force before can be put back: itself, or its twin. */
static int plan_undo(struct arena *arena, const struct knob *knob, struct change *change,
	struct error *err)
{
	const char *twin = twin_of(knob->path);

	*change = (struct change){
		.kind = CHANGE_KNOB,
		.path = knob->path,
		.other = knob->before,
		.value = knob->value,
	};
	if (twin && strcmp(knob->before, "0") == 0) {
		char value[VALUE_BYTES];
		int ret = knob_read(twin, value, sizeof(value), err);
		if (ret < 0)
			return ret;
		if (strcmp(value, "0") != 0) {
			change->path = twin;
			change->other = arena_strdup(arena, value);
			change->value = "0";
		}
	}
	return 0;
}

/* Some files refuse what they show, such as a limit above what may be set. */
static int try_undo(const struct knob *knob, const struct change *change, struct error *err)
{
	struct error why = { 0 };

	if (knob_put(change->path, change->other, &why) == 0)
		return 0;
	return fail(err, EINVAL,
		"knob %s: its present value %s cannot be written back, so it is not changed: %s",
		knob->name, *change->other ? change->other : "''", why.text);
}

static int look_at_present(struct arena *arena, struct knob *knob, struct change *change,
	struct error *err)
{
	char value[VALUE_BYTES];
	int ret = knob_read(knob->path, value, sizeof(value), err);

	if (ret < 0)
		return ret;
	knob->before = arena_strdup(arena, value);
	return plan_undo(arena, knob, change, err);
}

int knob_write(struct arena *arena, struct journal *journal, struct knob *knob, struct error *err)
{
	char value[VALUE_BYTES], wanted[VALUE_BYTES];
	struct change change;
	int ret = look_at_present(arena, knob, &change, err);

	if (ret < 0)
		return fail_in(err, ret, "knob %s", knob->name);
	ret = try_undo(knob, &change, err);
	if (ret < 0)
		return ret;
	ret = journal_intend(journal, &change, &knob->id, err);
	if (ret == 0)
		ret = io_write_small(knob->path, knob->value, err);
	if (ret == 0)
		ret = knob_read(knob->path, value, sizeof(value), err);
	if (ret < 0)
		return fail_in(err, ret, "knob %s", knob->name);

	knob_value(knob->value, wanted, sizeof(wanted));
	if (!knob_same(value, wanted)) {
		/* the journal would take what the kernel made of it for somebody else's */
		ret = knob_put(change.path, change.other, err);
		if (ret < 0)
			return fail_in(err, ret, "knob %s: restore it", knob->name);
		return fail(err, EINVAL,
			"knob %s: '%s' was written, but the kernel made '%s' of it", knob->name,
			knob->value, value);
	}
	knob->after = arena_strdup(arena, value);
	return journal_made(journal, knob->id, err);
}
