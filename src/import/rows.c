// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/rows.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

static bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

static bool has_settings(const struct import_row *row, const struct row_identity *id)
{
	if (row->setting_count != id->setting_count)
		return false;
	for (size_t i = 0; i < id->setting_count; i++) {
		if (!same_text(row->settings[i].name, id->settings[i].name) ||
			!same_text(row->settings[i].value, id->settings[i].value))
			return false;
	}
	return true;
}

static bool is_row_of(const struct import_row *row, const struct row_identity *id)
{
	return same_text(row->workload, id->workload) && same_text(row->metric, id->metric) &&
	       same_text(row->variant, id->variant) && same_text(row->group, id->group) &&
	       same_text(row->unit, id->unit) && same_text(row->tool_version, id->tool_version) &&
	       has_settings(row, id);
}

/* Rows that follow each other say much the same: one copy is enough. */
static const char *share(struct import *in, const char *before, const char *text)
{
	return same_text(before, text) ? before : arena_strdup(in->arena, text);
}

static struct import_row *add_row(struct import *in, const struct row_identity *id)
{
	struct import_row *row = ARENA_PUSH(in->arena, in->rows, in->row_count);
	static const struct import_row none;
	const struct import_row *before = in->row_count > 1 ? row - 1 : &none;

	*row = (struct import_row){
		.tool = share(in, before->tool, id->tool),
		.tool_version = share(in, before->tool_version, id->tool_version),
		.workload = share(in, before->workload, id->workload),
		.metric = arena_strdup(in->arena, id->metric),
		.variant = share(in, before->variant, id->variant),
		.group = share(in, before->group, id->group),
		.unit = share(in, before->unit, id->unit),
		.better = id->better,
		.mean = NAN,
		.stddev = NAN,
		.least = NAN,
		.greatest = NAN,
		.status = IMPORT_OK,
		.line = id->line,
	};
	if (has_settings(before, id)) {
		row->settings = before->settings;
		row->setting_count = before->setting_count;
		return row;
	}
	for (size_t i = 0; i < id->setting_count; i++)
		*ARENA_PUSH(in->arena, row->settings, row->setting_count) = (struct import_setting){
			.name = arena_strdup(in->arena, id->settings[i].name),
			.value = arena_strdup(in->arena, id->settings[i].value),
		};
	return row;
}

static uint32_t hash_text(uint32_t hash, const char *text)
{
	for (; text && *text; text++) /* FNV-1a */
		hash = (hash ^ (unsigned char)*text) * 16777619u;
	return (hash ^ 0xff) * 16777619u;
}

static uint32_t hash_identity(const struct row_identity *id)
{
	uint32_t hash = 2166136261u;

	hash = hash_text(hash, id->workload);
	hash = hash_text(hash, id->metric);
	hash = hash_text(hash, id->variant);
	hash = hash_text(hash, id->group);
	for (size_t i = 0; i < id->setting_count; i++)
		hash = hash_text(hash, id->settings[i].value);
	return hash;
}

/* The slot of the row of this identity, or the empty one where it belongs: row number + 1, or 0. */
static uint32_t *slot_of(struct import *in, const struct row_identity *id)
{
	const size_t mask = in->row_index_room - 1;
	size_t i = hash_identity(id) & mask;

	while (in->row_index[i] && !is_row_of(&in->rows[in->row_index[i] - 1], id))
		i = (i + 1) & mask;
	return &in->row_index[i];
}

static struct row_identity identity_of(const struct import_row *row)
{
	return (struct row_identity){ .workload = row->workload,
		.metric = row->metric,
		.variant = row->variant,
		.group = row->group,
		.unit = row->unit,
		.tool_version = row->tool_version,
		.settings = row->settings,
		.setting_count = row->setting_count };
}

/* At most half full. Rows without a value are in no index: each stands for itself. */
static void grow_index(struct import *in)
{
	uint32_t *old = in->row_index;
	size_t room = in->row_index_room;

	in->row_index_room = room ? 2 * room : 64;
	in->row_index = NEW(in->arena, uint32_t, in->row_index_room);
	for (size_t i = 0; i < room; i++) {
		if (!old[i])
			continue;
		struct row_identity id = identity_of(&in->rows[old[i] - 1]);
		*slot_of(in, &id) = old[i];
	}
}

struct import_row *row_of(struct import *in, const struct row_identity *identity)
{
	if (2 * (in->row_count + 1) > in->row_index_room)
		grow_index(in);
	uint32_t *slot = slot_of(in, identity);
	if (*slot)
		return &in->rows[*slot - 1];
	struct import_row *row = add_row(in, identity);
	*slot = (uint32_t)in->row_count;
	return row;
}

struct import_row *row_sample(struct import *in, const struct row_identity *identity, double value)
{
	struct import_row *row = row_of(in, identity);

	assert(isfinite(value));
	if (row->line_count == row->value_count)
		*ARENA_PUSH(in->arena, row->lines, row->line_count) = identity->line;
	*ARENA_PUSH(in->arena, row->values, row->value_count) = value;
	return row;
}

struct import_row *row_without_value(struct import *in, const struct row_identity *identity,
	const char *status)
{
	struct import_row *row = add_row(in, identity);

	row->status = status;
	return row;
}

struct import_row *row_summary(struct import *in, const struct row_identity *identity, double mean,
	double stddev, uint64_t runs)
{
	struct import_row *row = add_row(in, identity);

	row->mean = mean;
	row->stddev = stddev;
	row->runs = runs;
	return row;
}

void import_warn(struct import *in, unsigned line, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	*ARENA_PUSH(in->arena, in->warnings, in->warning_count) =
		(struct import_warning){ .line = line,
			.text = arena_vprintf(in->arena, fmt, args) };
	va_end(args);
}
