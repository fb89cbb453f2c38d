// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/describe.h"

#include "core/json.h"
#include "core/text.h"
#include "core/units.h"

#include <string.h>

enum { SUMMARY_BYTES = 4096 };

/* The room that JSON's texts are copied to; they are as long as the plan, which has its own limit.
 */
static const char *dump(struct arena *arena, json_t *json)
{
	char *text = json_dumps(json, JSON_COMPACT);
	const char *copy = arena_strdup(arena, text ? text : "null");

	free(text);
	json_decref(json);
	return copy;
}

static void add_device(struct text *t, struct arena *arena, const struct target_spec *target)
{
	if (target->kind == TARGET_DIR && !*target->path)
		return; /* of an import nothing is known */
	if (*target->fs)
		text_printf(t, "%s", target->fs);
	if (target->kind == TARGET_TMPFS) {
		if (target->size)
			text_printf(t, ", size %s", units_exact_size(arena, target->size));
		return;
	}
	if (*target->fs)
		text_puts(t, " on ");
	if (target->kind == TARGET_LOOP)
		text_printf(t, "loop:%s", units_exact_size(arena, target->size));
	else if (target->kind == TARGET_DEVICE)
		text_puts(t, target->path);
	else
		text_printf(t, "%s:%s", target_kind_name(target->kind), target->path);
}

const char *describe_variant(struct arena *arena, const struct variant *variant)
{
	const struct target_spec *target = &variant->target;
	AUTO_TEXT struct text t;

	text_init(&t, SUMMARY_BYTES);
	add_device(&t, arena, target);
	if (target->mkfs && *target->mkfs)
		text_printf(&t, ", mkfs %s", target->mkfs);
	if (target->mount && *target->mount)
		text_printf(&t, ", mount %s", target->mount);
	for (size_t i = 0; i < target->knob_count; i++)
		text_printf(&t, ", %s=%s", target->knobs[i].name, target->knobs[i].value);
	if (variant->memory)
		text_printf(&t, ", memory %s", units_exact_size(arena, variant->memory));
	for (size_t i = 0; i < variant->override_count; i++)
		text_printf(&t, ", %s.%s=%s", variant->overrides[i].section,
			variant->overrides[i].setting.name, variant->overrides[i].setting.value);
	return arena_strdup(arena, t.data);
}

const char *describe_served(struct arena *arena, const char *summary, const char *fs,
	const char *facts)
{
	AUTO_JSON json_t *json = json_loads(facts, 0, NULL);
	const char *served =
		json_string_value(json_object_get(json_object_get(json, "target"), "served"));
	size_t length = strlen(fs);

	if (!served || !*served)
		return summary;
	if (length == 0)
		return arena_printf(arena, "%s on %s", served, summary);
	/* only in the place where describe_variant() has put the fs */
	if (strncmp(summary, fs, length) != 0)
		return summary;
	return arena_printf(arena, "%s%s", served, summary + length);
}

const char *describe_settings(struct arena *arena, const struct setting *settings, size_t count)
{
	json_t *json = json_object();

	for (size_t i = 0; i < count; i++)
		json_object_set_new(json, settings[i].name, json_text(settings[i].value));
	return dump(arena, json);
}

const char *describe_cell(struct arena *arena, const char *name, const char *params,
	const char *factors, const char *further)
{
	AUTO_JSON json_t *all = json_loads(params, 0, NULL), *vary = json_loads(factors, 0, NULL);
	const char *text = name, *key;
	json_t *value;

	json_object_foreach(all, key, value)
	{
		if (!json_object_get(vary, key) && json_is_string(value))
			text = arena_printf(arena, "%s %s=%s", text, key, json_string_value(value));
	}
	return arena_printf(arena, "%s%s", text, further);
}

const char *describe_names(struct arena *arena, const char *const *names, size_t count)
{
	json_t *json = json_array();

	for (size_t i = 0; i < count; i++)
		json_array_append_new(json, json_text(names[i]));
	return dump(arena, json);
}

static bool is_named(const char *name, const char *phase, const char *metric)
{
	size_t length = strlen(phase);

	if (length == 0)
		return strcmp(name, metric) == 0;
	return strncmp(name, phase, length) == 0 && (name[length] == '_' || name[length] == '/') &&
	       strcmp(name + length + 1, metric) == 0;
}

bool is_primary(const char *names, const char *phase, const char *metric, bool by_default)
{
	AUTO_JSON json_t *json = json_loads(names, 0, NULL);
	size_t i;
	const json_t *name;

	if (json_array_size(json) == 0)
		return by_default;
	json_array_foreach(json, i, name)
	{
		if (is_named(json_string_value(name), phase, metric))
			return true;
	}
	return false;
}
