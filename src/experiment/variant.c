// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/variant.h"

#include "core/units.h"
#include "experiment/plan_text.h"
#include "experiment/split.h"
#include "experiment/workload_section.h"
#include "workloads/registry.h"

#include <errno.h>
#include <string.h>

struct variant_keys {
	const char *like, *fs, *device, *mkfs, *mount;
	struct param_list knob;
	uint64_t memory;
	bool baseline;
};

const struct param plan_variant_params[] = {
	PARAM(TEXT, struct variant_keys, like, .value = "VARIANT",
		.help = "everything that is not set here is as in that variant"),
	PARAM(TEXT, struct variant_keys, fs, .fallback = "", .value = "FS",
		.help = "the file system to make: ext2, ext3, ext4, xfs, btrfs, tmpfs, or another "
			"that has a mkfs"),
	PARAM(TEXT, struct variant_keys, device, .fallback = "", .value = "DEVICE",
		.help = "loop:SIZE, image:FILE or a block device to make it on; dir:PATH is a "
			"directory as it is"),
	PARAM(TEXT, struct variant_keys, mkfs, .fallback = "", .value = "OPTIONS",
		.help = "further options of mkfs"),
	PARAM(TEXT, struct variant_keys, mount, .fallback = "", .value = "OPTIONS",
		.help = "mount options, as after -o"),
	PARAM(LIST, struct variant_keys, knob, .value = "NAME=VALUE",
		.help = "queue/NAME of the device, or a sysctl; several with commas; restored "
			"afterwards"),
	PARAM(SIZE, struct variant_keys, memory, .fallback = "0",
		.help = "cap on the clients' memory, page cache included; 0 is none"),
	PARAM(BOOL, struct variant_keys, baseline, .fallback = "no",
		.help = "the variant that the others are compared with; the first where none says "
			"so"),
	{ 0 },
};

static const char *absolute(struct arena *arena, const struct plan_world *world, const char *path)
{
	return *path == '/' ? path : arena_printf(arena, "%s/%s", world->directory, path);
}

static int need_path(const char *path, const char *form, struct error *err)
{
	return *path ? 0 : fail(err, EINVAL, "device: a path is expected after '%s'", form);
}

static int read_device(const char *device, const struct plan_world *world, struct arena *arena,
	struct target_spec *t, struct error *err)
{
	static const struct {
		const char *form;
		enum target_kind kind;
	} forms[] = {
		{ "dir:", TARGET_DIR },
		{ "loop:", TARGET_LOOP },
		{ "image:", TARGET_IMAGE },
		{ "/", TARGET_DEVICE },
	};

	for (size_t i = 0; i < COUNT_OF(forms); i++) {
		size_t length = strlen(forms[i].form);
		if (strncmp(device, forms[i].form, length) != 0)
			continue;
		const char *rest = device + length;
		t->kind = forms[i].kind;
		switch (t->kind) {
		case TARGET_LOOP: {
			int ret = units_parse_size(rest, &t->size, err);
			if (ret < 0)
				return fail_in(err, ret, "device");
			return t->size ? 0 : fail(err, EINVAL, "device: loop:0 has no room");
		}
		case TARGET_DIR:
		case TARGET_IMAGE:
			t->path = absolute(arena, world, rest);
			return need_path(rest, forms[i].form, err);
		case TARGET_DEVICE:
			t->path = device;
			return need_path(rest, "/", err);
		case TARGET_TMPFS:
			break;
		}
	}
	return fail(err, EINVAL,
		"device: '%s': loop:SIZE, dir:PATH, image:FILE or the path of a block device is "
		"expected",
		device);
}

/* fs and device together. */
static int read_target(const struct variant_keys *k, const struct plan_world *world,
	struct arena *arena, struct target_spec *t, struct error *err)
{
	if (k->fs[strspn(k->fs, "abcdefghijklmnopqrstuvwxyz0123456789_-.")])
		return fail(err, EINVAL, "fs: '%s' is no name of a file system", k->fs);
	if (strcmp(k->fs, "tmpfs") == 0) {
		if (*k->device)
			return fail(err, EINVAL,
				"device: '%s': tmpfs has none; mount = size=SIZE limits it",
				k->device);
		t->kind = TARGET_TMPFS;
		t->path = "";
		return *k->mkfs ? fail(err, EINVAL, "mkfs: '%s': tmpfs has no mkfs", k->mkfs) : 0;
	}
	if (!*k->device && *k->fs)
		return fail(err, EINVAL,
			"device: missing: fs = %s needs loop:SIZE, image:FILE or a block device",
			k->fs);
	t->path = world->directory;
	t->kind = TARGET_DIR;
	int ret = *k->device ? read_device(k->device, world, arena, t, err) : 0;
	if (ret < 0)
		return ret;
	if (t->kind == TARGET_DIR && (*k->fs || *k->mkfs || *k->mount))
		return fail(err, EINVAL,
			"%s: a directory is taken as it is: nothing is made or mounted there",
			*k->fs     ? "fs"
			: *k->mkfs ? "mkfs"
				   : "mount");
	if (t->kind != TARGET_DIR && !*k->fs)
		return fail(err, EINVAL, "fs: missing: which file system is to be made on %s?",
			k->device);
	return 0;
}

/* *lines become one item each: what the canonical text shows. */
static int read_knobs(struct param_list *lines, struct arena *arena, struct target_spec *t,
	struct error *err)
{
	struct param_list items = { 0 };
	int ret = split_lists(lines, arena, &items, err);

	for (size_t i = 0; ret == 0 && i < items.count; i++) {
		const char *equals = strchr(items.items[i], '=');
		if (!equals || equals == items.items[i] || !equals[1])
			return fail(err, EINVAL,
				"knob: '%s': NAME=VALUE is expected, as in queue/scheduler=none",
				items.items[i]);
		*ARENA_PUSH(arena, t->knobs, t->knob_count) = (struct setting){
			.name = arena_strndup(arena, items.items[i],
				(size_t)(equals - items.items[i])),
			.value = arena_strdup(arena, equals + 1),
		};
	}
	if (ret < 0)
		return fail_in(err, ret, "knob");
	*lines = items;
	return 0;
}

/* The value in its one spelling; of a section that there is not, it stays as it is. */
static int canonical_override(const struct plan_sections *all, const char *section,
	const char *name, const char **value, struct arena *arena, struct error *err)
{
	const struct plan_section *s = sections_find(all, "workload", section);
	const struct workload *w = s ? workload_section_workload(s) : NULL;
	const struct param *p = w ? param_find(w->params, name) : NULL;

	if (!w)
		return 0;
	void *owner = arena_alloc(arena, 1, w->config_size + 1);
	int ret = param_set(w->params, arena, owner, name, *value, err);
	if (ret < 0)
		return fail_in(err, ret, "%s.%s", section, name);
	*value = param_canonical(p, arena, owner);
	return 0;
}

/* `SECTION.KEY = VALUE`; the last one wins. */
static int add_override(const struct plan_sections *all, struct variant *v,
	const struct plan_line *line, const char *dot, struct arena *arena, struct error *err)
{
	struct override new = {
		.section = arena_strndup(arena, line->key, (size_t)(dot - line->key)),
		.where = line_where(line, arena),
		.setting = { .name = arena_strdup(arena, dot + 1), .value = line->value },
	};
	int ret = canonical_override(all, new.section, new.setting.name, &new.setting.value, arena,
		err);

	if (ret < 0)
		return ret;
	for (size_t i = 0; i < v->override_count; i++) {
		struct override *old = &v->overrides[i];
		if (strcmp(old->section, new.section) == 0 &&
			strcmp(old->setting.name, new.setting.name) == 0) {
			*old = new;
			return 0;
		}
	}
	*ARENA_PUSH(arena, v->overrides, v->override_count) = new;
	return 0;
}

static int read_lines(const struct plan_sections *all, const struct plan_section *s,
	struct arena *arena, struct variant *v, struct variant_keys *k, struct error *err)
{
	int ret = param_defaults(plan_variant_params, arena, k, err);

	for (size_t i = 0; ret == 0 && i < s->count; i++) {
		const struct plan_line *line = &s->lines[i];
		const char *dot = strchr(line->key, '.');
		if (dot && dot > line->key && dot[1])
			ret = add_override(all, v, line, dot, arena, err);
		else
			ret = param_set(plan_variant_params, arena, k, line->key, line->value, err);
		if (ret < 0)
			return fail_in(err, ret, "%s", line_where(line, arena));
	}
	return ret;
}

/* What a client of its own takes, measured: below it is killed before its first operation. */
static const uint64_t memory_least = 4 * MIB;

static int check_memory(uint64_t memory, struct arena *arena, struct error *err)
{
	if (memory == 0 || memory >= memory_least)
		return 0;
	return fail(err, EINVAL, "memory: %s is below the least, %s; 0 is no cap",
		units_exact_size(arena, memory), units_exact_size(arena, memory_least));
}

static const char *canonical_device(const struct variant *v, const char *typed, struct arena *arena)
{
	switch (v->target.kind) {
	case TARGET_DIR:
		return arena_printf(arena, "dir:%s", v->target.path);
	case TARGET_LOOP:
		return arena_printf(arena, "loop:%s", units_exact_size(arena, v->target.size));
	case TARGET_IMAGE:
		return arena_printf(arena, "image:%s", v->target.path);
	case TARGET_DEVICE:
	case TARGET_TMPFS:
		break;
	}
	return typed;
}

/* Where a section has the key that a message begins with; else where the section begins. */
static const char *where_wrong(const struct plan_section *s, const struct error *err,
	struct arena *arena)
{
	const char *key = arena_strndup(arena, err->text, strcspn(err->text, ":"));
	const struct plan_line *line = section_find(s, key);

	return line_where(line ? line : s->head, arena);
}

static int read_variant(const struct plan_sections *all, const struct plan_section *s,
	const struct plan_world *world, struct arena *arena, struct variant *v,
	struct variant_keys *k, struct error *err)
{
	*v = (struct variant){ .name = s->name };
	int ret = read_lines(all, s, arena, v, k, err);
	if (ret < 0)
		return ret;
	v->target = (struct target_spec){ .fs = k->fs,
		.mkfs = k->mkfs,
		.mount = k->mount,
		.uuid = "",
		.destroy = "" };
	v->memory = k->memory;
	ret = read_target(k, world, arena, &v->target, err);
	if (ret == 0)
		ret = read_knobs(&k->knob, arena, &v->target, err);
	if (ret == 0)
		ret = check_memory(k->memory, arena, err);
	if (ret < 0)
		return fail_in(err, ret, "%s: [variant %s]", where_wrong(s, err, arena), s->name);
	v->device = k->device = canonical_device(v, k->device, arena);
	return 0;
}

static void print_variant(struct text *text, const struct variant *v, const struct variant_keys *k,
	struct arena *arena)
{
	plan_text_section(text, "variant", v->name);
	plan_text_params(text, plan_variant_params, k, "like", arena);
	for (size_t i = 0; i < v->override_count; i++)
		plan_text_key(text,
			arena_printf(arena, "%s.%s", v->overrides[i].section,
				v->overrides[i].setting.name),
			v->overrides[i].setting.value);
}

int variants_read(const struct plan_sections *all, const struct plan_world *world,
	struct arena *arena, struct plan *plan, struct text *text, struct error *err)
{
	static const struct plan_line nowhere = { .file = "no file" };
	static const struct plan_section here = { .kind = "variant",
		.name = "here",
		.head = &nowhere };
	struct variant_keys *keys = NEW(arena, struct variant_keys, all->count + 1);
	bool has_baseline = false;

	for (size_t i = 0; i <= all->count; i++) {
		const struct plan_section *s = i < all->count ? &all->items[i] : &here;
		if (strcmp(s->kind, "variant") != 0 || (s == &here && plan->variant_count > 0))
			continue;
		if (strcmp(s->name, "aa") == 0)
			return fail(err, EINVAL,
				"%s: [variant aa]: this name is kept for the copy of the baseline",
				line_where(s->head, arena));
		size_t index = plan->variant_count;
		struct variant *v = ARENA_PUSH(arena, plan->variants, plan->variant_count);
		int ret = read_variant(all, s, world, arena, v, &keys[index], err);
		if (ret < 0)
			return ret;
		if (keys[index].baseline && has_baseline)
			return fail(err, EINVAL, "%s: baseline: there are two: %s and %s",
				line_where(section_find(s, "baseline"), arena),
				plan->variants[plan->baseline].name, v->name);
		if (keys[index].baseline) {
			has_baseline = true;
			plan->baseline = index;
		}
	}
	keys[plan->baseline].baseline = true;
	for (size_t i = 0; i < plan->variant_count; i++)
		print_variant(text, &plan->variants[i], &keys[i], arena);
	return 0;
}

/* A workload or suite of the registry, or a section so far: what may stand before the dot of
 * WORKLOAD.KEY. */
static bool is_workload(const struct plan_lines *lines, const char *name)
{
	for (size_t i = 0; i < lines->count; i++) {
		if (strcmp(lines->items[i].kind, "workload") == 0 &&
			strcmp(lines->items[i].section, name) == 0)
			return true;
	}
	return workload_or_suite(name) != NULL;
}

/* Whether a key begins here: a known one, or WORKLOAD.KEY, and then `=`. */
static bool begins_key(const struct plan_lines *lines, const char *text)
{
	char key[64];
	size_t length = strcspn(text, "=,/ ");

	if (text[length] != '=' || length == 0 || length >= sizeof(key))
		return false;
	memcpy(key, text, length);
	key[length] = '\0';
	if (param_find(plan_variant_params, key))
		return true;
	char *dot = strchr(key, '.');
	if (!dot)
		return false;
	*dot = '\0';
	return is_workload(lines, key);
}

/* The comma before the next known key, or the end. */
static const char *value_end(const struct plan_lines *lines, const char *value)
{
	const char *comma = strchr(value, ',');

	while (comma && !begins_key(lines, comma + 1))
		comma = strchr(comma + 1, ',');
	return comma ? comma : value + strlen(value);
}

int plan_add_variant_option(const char *text, struct arena *arena, struct plan_lines *lines,
	struct error *err)
{
	const char *colon = strchr(text, ':');
	size_t name_length = colon ? (size_t)(colon - text) : strlen(text);

	if (name_length == 0 ||
		strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.+") <
			name_length)
		return fail(err, EINVAL, "--variant='%s': NAME:key=value,key=value is expected",
			text);
	const char *name = arena_strndup(arena, text, name_length);
	plan_add_option(arena, lines, "variant", name, NULL, NULL);
	size_t first = lines->count;
	for (const char *p = colon ? colon + 1 : ""; *p;) {
		const char *equals = strchr(p, '=');
		if (!equals || equals == p)
			return fail(err, EINVAL, "--variant='%s': key=value is expected at '%s'",
				text, p);
		const char *key = arena_strndup(arena, p, (size_t)(equals - p));
		const struct param *known = param_find(plan_variant_params, key);
		for (size_t i = first; i < lines->count && !(known && known->type == PARAM_LIST);
			i++) {
			if (strcmp(lines->items[i].key, key) == 0)
				return fail(err, EINVAL, "--variant='%s': %s is there twice", text,
					key);
		}
		const char *end = value_end(lines, equals + 1);
		plan_add_option(arena, lines, "variant", name, key,
			arena_strndup(arena, equals + 1, (size_t)(end - equals - 1)));
		p = *end ? end + 1 : end;
	}
	return 0;
}
