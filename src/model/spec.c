// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/spec.h"

#include "model/protocol.h"

#include <errno.h>
#include <string.h>

static const char *const kind_names[] = {
	[TARGET_DIR] = "dir",
	[TARGET_LOOP] = "loop",
	[TARGET_IMAGE] = "image",
	[TARGET_DEVICE] = "device",
	[TARGET_TMPFS] = "tmpfs",
};

const char *target_kind_name(enum target_kind kind)
{
	return kind_names[kind];
}

int target_kind_of_name(const char *name)
{
	for (size_t i = 0; i < COUNT_OF(kind_names); i++) {
		if (strcmp(kind_names[i], name) == 0)
			return (int)i;
	}
	return -1;
}

static json_t *settings_to_json(const struct setting *settings, size_t count)
{
	json_t *array = json_array();

	for (size_t i = 0; i < count; i++)
		json_array_append_new(array, json_pack("[o, o]", json_text(settings[i].name),
						     json_text(settings[i].value)));
	return array;
}

static int settings_from_json(const json_t *object, const char *key, struct arena *arena,
	struct setting **settings, size_t *count, struct error *err)
{
	const json_t *array = json_object_get(object, key);
	size_t n = json_array_size(array);

	if (!json_is_array(array))
		return fail(err, EINVAL, "\"%s\": an array of [name, value] is expected", key);
	struct setting *made = NEW(arena, struct setting, n + 1);
	for (size_t i = 0; i < n; i++) {
		const json_t *pair = json_array_get(array, i);
		const char *name = json_string_value(json_array_get(pair, 0));
		const char *value = json_string_value(json_array_get(pair, 1));
		if (!name || !value || json_array_size(pair) != 2)
			return fail(err, EINVAL, "\"%s\": [name, value] is expected at %zu", key,
				i);
		made[i] = (struct setting){ arena_strdup(arena, name), arena_strdup(arena, value) };
	}
	*settings = made;
	*count = n;
	return 0;
}

static json_t *shape_to_json(const struct run_shape *shape)
{
	return json_pack("{s:o, s:o, s:o, s:o, s:o}", "numjobs", json_u64(shape->numjobs),
		"iodepth", json_u64(shape->iodepth), "runtime_ns", json_u64(shape->runtime),
		"ramp_time_ns", json_u64(shape->ramp_time), "loops", json_u64(shape->loops));
}

static int shape_from_json(const json_t *json, struct run_shape *shape, struct error *err)
{
	const struct {
		const char *key;
		uint64_t *field, least;
	} fields[] = {
		{ "numjobs", &shape->numjobs, 1 },
		{ "iodepth", &shape->iodepth, 1 },
		{ "runtime_ns", &shape->runtime, 0 },
		{ "ramp_time_ns", &shape->ramp_time, 0 },
		{ "loops", &shape->loops, 1 },
	};

	for (size_t i = 0; i < COUNT_OF(fields); i++) {
		int ret = json_get_u64(json, fields[i].key, fields[i].field, err);
		if (ret < 0)
			return fail_in(err, ret, "\"shape\"");
		if (*fields[i].field < fields[i].least)
			return fail(err, EINVAL, "\"shape\": \"%s\": 0 is below the least, 1",
				fields[i].key);
	}
	return 0;
}

static json_t *target_to_json(const struct target_spec *t)
{
	return json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "kind",
		target_kind_name(t->kind), "path", json_text(t->path), "size", json_u64(t->size),
		"fs", json_text(t->fs), "mkfs", json_text(t->mkfs), "mount", json_text(t->mount),
		"uuid", json_text(t->uuid), "destroy", json_text(t->destroy), "identity",
		json_text(t->identity ? t->identity : ""), "knobs",
		settings_to_json(t->knobs, t->knob_count));
}

static int target_from_json(const json_t *json, struct arena *arena, struct target_spec *t,
	struct error *err)
{
	const struct {
		const char *key;
		const char **field;
	} texts[] = {
		{ "path", &t->path },
		{ "fs", &t->fs },
		{ "mkfs", &t->mkfs },
		{ "mount", &t->mount },
		{ "uuid", &t->uuid },
		{ "destroy", &t->destroy },
		{ "identity", &t->identity },
	};
	const char *kind;
	int ret = json_get_text(json, "kind", arena, &kind, err);

	if (ret < 0)
		return fail_in(err, ret, "\"target\"");
	int found = target_kind_of_name(kind);
	if (found < 0)
		return fail(err, EINVAL, "\"target\": unknown kind '%s'", kind);
	t->kind = (enum target_kind)found;
	for (size_t i = 0; i < COUNT_OF(texts); i++) {
		ret = json_opt_text(json, texts[i].key, arena, "", texts[i].field, err);
		if (ret < 0)
			return fail_in(err, ret, "\"target\"");
	}
	ret = json_opt_u64(json, "size", 0, &t->size, err);
	if (ret == 0)
		ret = settings_from_json(json, "knobs", arena, &t->knobs, &t->knob_count, err);
	return ret < 0 ? fail_in(err, ret, "\"target\"") : 0;
}

json_t *spec_to_json(const struct run_spec *s)
{
	json_t *json = json_pack("{s:s, s:s, s:s}", "schema", PROTOCOL_SCHEMA, "type", "spec",
		"mode", s->mode == SPEC_CHECK ? "check" : "run");

	json_object_set_new(json, "experiment", json_text(s->experiment));
	json_object_set_new(json, "variant", json_text(s->variant));
	json_object_set_new(json, "cell", json_text(s->cell));
	json_object_set_new(json, "workload", json_text(s->workload));
	json_object_set_new(json, "round", json_u64(s->round));
	json_object_set_new(json, "attempt", json_u64(s->attempt));
	json_object_set_new(json, "seed", json_u64(s->seed));
	json_object_set_new(json, "params", settings_to_json(s->params, s->param_count));
	json_object_set_new(json, "shape", shape_to_json(&s->shape));
	json_object_set_new(json, "target", target_to_json(&s->target));
	json_object_set_new(json, "cgroup_procs", json_text(s->cgroup_procs));
	json_object_set_new(json, "cgroup_version", json_text(s->cgroup_version));
	json_object_set_new(json, "memory", json_u64(s->memory));
	json_object_set_new(json, "timeout_ns", json_u64(s->timeout));
	json_object_set_new(json, "observe_ns", json_u64(s->observe));
	json_object_set_new(json, "journal_dir", json_text(s->journal_dir));
	json_object_set_new(json, "use_tsc", json_boolean(s->use_tsc));
	return json;
}

static int check_head(const json_t *json, struct arena *arena, struct run_spec *s,
	struct error *err)
{
	const char *schema = "", *type = "", *mode = "";
	int ret = json_get_text(json, "schema", arena, &schema, err);

	if (ret == 0)
		ret = json_get_text(json, "type", arena, &type, err);
	if (ret == 0)
		ret = json_get_text(json, "mode", arena, &mode, err);
	if (ret < 0)
		return ret;
	if (strcmp(schema, PROTOCOL_SCHEMA) != 0)
		return fail(err, EINVAL, "\"schema\": '%s', where '%s' is expected", schema,
			PROTOCOL_SCHEMA);
	if (strcmp(type, "spec") != 0)
		return fail(err, EINVAL, "\"type\": '%s', where 'spec' is expected", type);
	if (strcmp(mode, "run") != 0 && strcmp(mode, "check") != 0)
		return fail(err, EINVAL, "\"mode\": '%s' is neither run nor check", mode);
	s->mode = mode[0] == 'c' ? SPEC_CHECK : SPEC_RUN;
	return 0;
}

int spec_from_json(const json_t *json, struct arena *arena, struct run_spec *spec,
	struct error *err)
{
	struct run_spec s = { 0 };
	const struct {
		const char *key;
		const char **field;
		bool needed;
	} texts[] = {
		{ "experiment", &s.experiment, true },
		{ "variant", &s.variant, true },
		{ "cell", &s.cell, true },
		{ "workload", &s.workload, true },
		{ "cgroup_procs", &s.cgroup_procs, false },
		{ "cgroup_version", &s.cgroup_version, false },
		{ "journal_dir", &s.journal_dir, false },
	};
	const struct {
		const char *key;
		uint64_t *field;
		bool needed;
	} numbers[] = {
		{ "round", &s.round, true },
		{ "attempt", &s.attempt, false },
		{ "seed", &s.seed, true },
		{ "memory", &s.memory, false },
		{ "timeout_ns", &s.timeout, false },
		{ "observe_ns", &s.observe, false },
	};

	if (!json_is_object(json))
		return fail(err, EINVAL, "a run spec is an object");
	int ret = check_head(json, arena, &s, err);
	for (size_t i = 0; ret == 0 && i < COUNT_OF(texts); i++)
		ret = texts[i].needed
			      ? json_get_text(json, texts[i].key, arena, texts[i].field, err)
			      : json_opt_text(json, texts[i].key, arena, "", texts[i].field, err);
	for (size_t i = 0; ret == 0 && i < COUNT_OF(numbers); i++)
		ret = numbers[i].needed
			      ? json_get_u64(json, numbers[i].key, numbers[i].field, err)
			      : json_opt_u64(json, numbers[i].key, 0, numbers[i].field, err);
	if (ret == 0)
		ret = settings_from_json(json, "params", arena, &s.params, &s.param_count, err);
	if (ret == 0)
		ret = shape_from_json(json_object_get(json, "shape"), &s.shape, err);
	if (ret == 0)
		ret = target_from_json(json_object_get(json, "target"), arena, &s.target, err);
	if (ret == 0)
		ret = json_opt_bool(json, "use_tsc", true, &s.use_tsc, err);
	if (ret == 0)
		*spec = s;
	return ret;
}
