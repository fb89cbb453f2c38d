// SPDX-License-Identifier: GPL-3.0-or-later
#include "observe/kernel_config.h"

#include "io/file.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <zlib.h>

const struct config_option config_options[] = {
	{ "BLK_WBT" },
	{ "BTRFS_ASSERT", CONFIG_SLOWS },
	{ "BTRFS_DEBUG", CONFIG_RUINS },
	{ "CC_OPTIMIZE_FOR_SIZE" },
	{ "DEBUG_ATOMIC_SLEEP", CONFIG_SLOWS },
	{ "DEBUG_KMEMLEAK", CONFIG_RUINS, .switch_off = "kmemleak=off" },
	{ "DEBUG_LIST" },
	{ "DEBUG_LOCK_ALLOC", CONFIG_RUINS },
	{ "DEBUG_MUTEXES", CONFIG_SLOWS },
	{ "DEBUG_OBJECTS", CONFIG_SLOWS, .switch_off = "no_debug_objects" },
	{ "DEBUG_PAGEALLOC", CONFIG_RUINS, .switch_on = "debug_pagealloc=on" },
	{ "DEBUG_SPINLOCK", CONFIG_SLOWS },
	{ "DEBUG_VM", CONFIG_SLOWS },
	{ "FAULT_INJECTION", CONFIG_SLOWS },
	{ "GCOV_KERNEL", CONFIG_SLOWS },
	{ "HARDENED_USERCOPY" },
	{ "HZ" },
	{ "INIT_ON_ALLOC_DEFAULT_ON" },
	{ "INIT_ON_FREE_DEFAULT_ON" },
	{ "KASAN", CONFIG_RUINS, .switch_off = "kasan=off" },
	{ "KCOV", CONFIG_SLOWS },
	{ "KCSAN", CONFIG_RUINS },
	{ "KFENCE" },
	{ "KMSAN", CONFIG_RUINS },
	{ "LOCKDEP", CONFIG_RUINS },
	{ "LOCK_STAT", CONFIG_RUINS },
	{ "LRU_GEN" },
	{ "NO_HZ_FULL" },
	{ "PAGE_OWNER", CONFIG_SLOWS, .switch_on = "page_owner=on" },
	{ "PAGE_POISONING", CONFIG_SLOWS, .switch_on = "page_poison=1" },
	{ "PARAVIRT" },
	{ "PREEMPT" },
	{ "PREEMPT_DYNAMIC" },
	{ "PREEMPT_LAZY" },
	{ "PREEMPT_NONE" },
	{ "PREEMPT_RT" },
	{ "PREEMPT_VOLUNTARY" },
	{ "PROVE_LOCKING", CONFIG_RUINS },
	{ "PROVE_RCU", CONFIG_SLOWS },
	{ "SLUB_DEBUG_ON", CONFIG_RUINS, .switch_off = "slub_debug=-" },
	{ "UBSAN", CONFIG_SLOWS },
	{ "XFS_DEBUG", CONFIG_RUINS },
	{ "XFS_WARN", CONFIG_SLOWS },
	{ 0 },
};

/* gzopen() takes a file that is not compressed as it is. */
static gzFile open_config(const char *root)
{
	struct error ignored;
	char path[PATH_MAX], release[256] = "";

	(void)snprintf(path, sizeof(path), "%s/proc/config.gz", root);
	gzFile file = gzopen(path, "rbe");
	if (file)
		return file;
	(void)snprintf(path, sizeof(path), "%s/proc/sys/kernel/osrelease", root);
	if (io_read_small(path, release, sizeof(release), NULL, &ignored) < 0)
		return NULL;
	(void)snprintf(path, sizeof(path), "%s/boot/config-%s", root, release);
	file = gzopen(path, "rbe");
	if (file)
		return file;
	(void)snprintf(path, sizeof(path), "%s/lib/modules/%s/config", root, release);
	return gzopen(path, "rbe");
}

/* CONFIG_NAME=VALUE; what is not set is only a comment, or is not there at all. */
static void take_line(char *line, json_t *config)
{
	static const char prefix[] = "CONFIG_";
	char *equals = strchr(line, '=');

	if (!equals || strncmp(line, prefix, sizeof(prefix) - 1) != 0)
		return;
	*equals = '\0';
	equals[1 + strcspn(equals + 1, "\n")] = '\0';
	if (json_object_get(config, line + sizeof(prefix) - 1))
		(void)json_object_set_new(config, line + sizeof(prefix) - 1, json_text(equals + 1));
}

int kernel_config_read(const struct source *source, const char *root, json_t **value,
	struct error *err)
{
	gzFile file = open_config(root);
	char line[1024];
	size_t lines = 0;
	int problem = Z_OK;

	(void)source;
	if (!file)
		return fail(err, ENOENT,
			"no /proc/config.gz, /boot/config-RELEASE or /lib/modules/RELEASE/config");
	json_t *config = json_object();
	for (const struct config_option *o = config_options; o->name; o++)
		(void)json_object_set_new(config, o->name, json_string("n"));
	for (; gzgets(file, line, sizeof(line)); lines++)
		take_line(line, config);
	(void)gzerror(file, &problem);
	(void)gzclose(file); /* only for reading */
	if (lines == 0 || (problem != Z_OK && problem != Z_STREAM_END)) {
		json_decref(config);
		return fail(err, EIO, "the kernel's configuration cannot be read");
	}
	*value = config;
	return 0;
}

static bool has_word(const char *line, const char *word)
{
	size_t length = strlen(word);

	for (const char *at = line; (at = strstr(at, word)); at += length) {
		bool starts = at == line || at[-1] == ' ';
		if (starts && (at[length] == '\0' || at[length] == ' ' || at[length] == '\n'))
			return true;
	}
	return false;
}

bool config_is_on(const struct config_option *option, const json_t *config,
	const char *command_line)
{
	const char *value = json_string_value(json_object_get(config, option->name));

	if (!value || strcmp(value, "n") == 0)
		return false;
	if (option->switch_on && !has_word(command_line, option->switch_on))
		return false;
	return !option->switch_off || !has_word(command_line, option->switch_off);
}
