// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/output_values.h"

#include "import/identity.h"
#include "import/import.h"
#include "workloads/registry.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum {
	RESULTS_MOST = 4096, /* different numbers of one client */
	WARNINGS_MOST = 10,
};

/* One number of one client. */
struct found {
	struct identity name;
	const char *phase; /* with what tells it from others */
	enum better better;
	double value;
};

struct reading_outputs {
	const char *tool;
	struct arena *arena;
	struct run_record *run;
	struct found *found; /* of all clients, one after the other */
	size_t count, first; /* first: of the client that is read */
	size_t warnings;
};

/* The tool's name stands before it already. */
static const char *without_tool(const struct reading_outputs *r, const char *text)
{
	size_t length = strlen(r->tool);
	bool named = strncmp(text, r->tool, length) == 0 && strncmp(text + length, ": ", 2) == 0;

	return named ? text + length + 2 : text;
}

static void fail_run(struct reading_outputs *r, const char *reason)
{
	if (r->run->outcome != OUTCOME_OK)
		return; /* the first reason stays */
	r->run->outcome = OUTCOME_FAILED;
	r->run->reason = arena_printf(r->arena, "%s: %s", r->tool, reason);
}

static void warn(struct reading_outputs *r, const char *text)
{
	struct run_record *run = r->run;

	if (r->warnings++ >= WARNINGS_MOST)
		return;
	*ARENA_PUSH(r->arena, run->logs, run->log_count) = (struct log_record){
		.time_ns = run->ended_ns,
		.level = RECORD_WARNING,
		.text = arena_printf(r->arena, "%s: %s", r->tool, text),
	};
}

/* What becomes of a row without a value. Of some of them the run is lost: what is known of it may
 * not be what was asked for. */
static const struct {
	const char *status, *words;
	bool spares_run;
} statuses[] = {
	{ IMPORT_TOO_FAST, "too fast for the tool to measure", true },
	{ IMPORT_MISSING, "the value is missing", true },
	{ IMPORT_IMPRECISE, "printed with too few digits", true },
	{ IMPORT_NOT_RUN, "it was not run", false },
	{ IMPORT_TRUNCATED, "the output ends before its value", false },
	{ IMPORT_INTERRUPTED, "it was interrupted", false },
	{ IMPORT_FAILED, "it failed", false },
	{ IMPORT_INCONSISTENT, "the output contradicts itself", false },
};

static size_t status_of(const struct import_row *row)
{
	size_t i = 0;

	while (i < COUNT_OF(statuses) && strcmp(statuses[i].status, row->status) != 0)
		i++;
	return i;
}

/* fs_mark's three zeros for a call that it never makes are a number, and no phase that is lacking.
 */
static bool spares_run(const struct import_row *row)
{
	size_t i = status_of(row);
	bool zeros = row->value_count > 0 && strcmp(row->status, IMPORT_NOT_RUN) == 0;

	return zeros || (i < COUNT_OF(statuses) && statuses[i].spares_run);
}

/* The importer's own words say more, where it has any of this line. */
static void fail_by_row(struct reading_outputs *r, const struct import *in,
	const struct import_row *row)
{
	size_t status = status_of(row);
	const char *text = arena_printf(r->arena, "line %u: %s %s: %s", row->line, row->workload,
		row->metric, status < COUNT_OF(statuses) ? statuses[status].words : row->status);

	for (size_t i = 0; i < in->warning_count; i++) {
		if (in->warnings[i].line == row->line)
			text = arena_printf(r->arena, "line %u: %s", row->line,
				without_tool(r, in->warnings[i].text));
	}
	fail_run(r, text);
}

/* One warning for all of a status: the same words for all such runs. */
static void warn_of_spared(struct reading_outputs *r, const struct import *in)
{
	for (size_t s = 0; s < COUNT_OF(statuses); s++) {
		const char *names = NULL;
		for (size_t i = 0; i < in->row_count; i++) {
			struct identity id;
			if (status_of(&in->rows[i]) != s || !spares_run(&in->rows[i]))
				continue;
			identity_of_row(&in->rows[i], r->arena, &id);
			names = arena_printf(r->arena, "%s%s%s/%s", names ? names : "",
				names ? ", " : "", *id.phase ? id.phase : id.workload, id.metric);
		}
		if (names)
			warn(r, arena_printf(r->arena, "no value, %s: %s", statuses[s].words,
					names));
	}
}

static double mean_of(const struct import_row *row)
{
	double sum = 0;

	for (size_t i = 0; i < row->value_count; i++)
		sum += row->values[i];
	return row->value_count > 0 ? sum / (double)row->value_count : row->mean;
}

static void add_found(struct reading_outputs *r, const struct import_row *row)
{
	double value = mean_of(row);

	if (!isfinite(value) || strcmp(row->unit, "setting") == 0)
		return;
	struct found *f = ARENA_PUSH(r->arena, r->found, r->count);
	identity_of_row(row, r->arena, &f->name);
	if (row->variant && *row->variant)
		*ARENA_PUSH(r->arena, f->name.levels, f->name.level_count) =
			(struct setting){ "name", row->variant };
	f->better = row->better;
	f->value = value * f->name.factor;
	f->phase = *f->name.phase ? f->name.phase : f->name.workload;
}

static bool same_name(const struct found *a, const struct found *b)
{
	return strcmp(a->phase, b->phase) == 0 && strcmp(a->name.metric, b->name.metric) == 0;
}

static const char *level_of(const struct found *f, const char *name)
{
	for (size_t i = 0; i < f->name.level_count; i++) {
		if (strcmp(f->name.levels[i].name, name) == 0)
			return f->name.levels[i].value;
	}
	return "";
}

/* Its phase with the levels in which it differs from others of its name: "w/read bs=4k". */
static const char *full_phase(const struct reading_outputs *r, const struct found *f)
{
	const char *phase = f->phase;

	for (size_t l = 0; l < f->name.level_count; l++) {
		const struct setting *level = &f->name.levels[l];
		bool differs = false;
		for (size_t i = r->first; i < r->count && !differs; i++)
			differs = same_name(f, &r->found[i]) &&
				  strcmp(level->value, level_of(&r->found[i], level->name)) != 0;
		if (differs)
			phase = arena_printf(r->arena, "%s %s=%s", phase, level->name,
				level->value);
	}
	return phase;
}

static void tell_apart(struct reading_outputs *r)
{
	const char **phases = NEW(r->arena, const char *, r->count - r->first + 1);

	for (size_t i = r->first; i < r->count; i++)
		phases[i - r->first] = full_phase(r, &r->found[i]);
	for (size_t i = r->first; i < r->count; i++)
		r->found[i].phase = phases[i - r->first];
}

static void read_output(struct reading_outputs *r, const struct output_record *output)
{
	const struct import_hints hints = { .tool = r->tool, .better = -1 };
	struct import in;
	struct error err;

	r->first = r->count;
	if (import_read((const char *)output->data, output->size, &hints, r->arena, &in, &err) <
		0) {
		fail_run(r, arena_strdup(r->arena, without_tool(r, err.text)));
		return;
	}
	for (size_t i = 0; i < in.warning_count; i++)
		warn(r, arena_printf(r->arena, "line %u: %s", in.warnings[i].line,
				without_tool(r, in.warnings[i].text)));
	for (size_t i = 0; i < in.row_count; i++) {
		if (strcmp(in.rows[i].status, IMPORT_OK) == 0)
			add_found(r, &in.rows[i]);
		else if (!spares_run(&in.rows[i]))
			fail_by_row(r, &in, &in.rows[i]);
	}
	warn_of_spared(r, &in);
	if (r->count == r->first)
		fail_run(r, "nothing was read from its output");
	else if (r->count - r->first > RESULTS_MOST)
		fail_run(r, arena_printf(r->arena, "its output has %zu numbers, and the most is %d",
				    r->count - r->first, RESULTS_MOST));
	else
		tell_apart(r);
}

static struct value_record *find_value(const struct run_record *run, const char *phase,
	const char *metric)
{
	for (size_t i = 0; i < run->value_count; i++) {
		if (strcmp(run->values[i].phase, phase) == 0 &&
			strcmp(run->values[i].metric, metric) == 0)
			return &run->values[i];
	}
	return NULL;
}

/* Rates of copies that run at the same time add up. */
static bool adds_up(const char *unit)
{
	size_t length = strlen(unit);

	return length >= 2 && strcmp(unit + length - 2, "/s") == 0;
}

static void add_values(struct reading_outputs *r, uint64_t clients)
{
	struct run_record *run = r->run;
	const size_t own = run->value_count;
	uint64_t *counts = NEW(r->arena, uint64_t, own + r->count + 1);

	for (size_t i = 0; i < r->count && run->outcome == OUTCOME_OK; i++) {
		const struct found *f = &r->found[i];
		struct value_record *v = find_value(run, f->phase, f->name.metric);
		if (!v) {
			v = ARENA_PUSH(r->arena, run->values, run->value_count);
			*v = (struct value_record){ .phase = f->phase,
				.metric = f->name.metric,
				.unit = f->name.unit,
				.better = f->better };
		}
		size_t place = (size_t)(v - run->values);
		if (place < own || ++counts[place] > clients || strcmp(v->unit, f->name.unit) != 0)
			fail_run(r, arena_printf(r->arena, "two results are called %s/%s", f->phase,
					    f->name.metric));
		v = &run->values[place];
		v->value += f->value;
	}
	for (size_t i = own; i < run->value_count && run->outcome == OUTCOME_OK; i++) {
		struct value_record *v = &run->values[i];
		if (counts[i] != clients)
			fail_run(r, arena_printf(r->arena,
					    "%s/%s is of %" PRIu64 " of %" PRIu64 " copies",
					    v->phase, v->metric, counts[i], clients));
		v->value /= adds_up(v->unit) ? 1 : (double)clients;
	}
}

/* "read/clat_mean, read/iops, ...": at most so many bytes of it. */
static const char *names_of(const struct reading_outputs *r)
{
	enum { NAMES_BYTES = 200 };
	const char *names = "";

	for (size_t i = 0; i < r->run->value_count; i++) {
		const struct value_record *v = &r->run->values[i];
		names = arena_printf(r->arena, "%s%s%s_%s", names, *names ? ", " : "", v->phase,
			v->metric);
		if (strlen(names) > NAMES_BYTES)
			return arena_printf(r->arena, "%s, ...", names);
	}
	return names;
}

static bool has_primary(const struct run_record *run, const char *name, struct arena *arena)
{
	for (size_t i = 0; i < run->value_count; i++) {
		const struct value_record *v = &run->values[i];
		if (strcmp(arena_printf(arena, "%s_%s", v->phase, v->metric), name) == 0 ||
			strcmp(arena_printf(arena, "%s/%s", v->phase, v->metric), name) == 0)
			return true;
	}
	return false;
}

static const struct output_record *stdout_of(const struct run_record *run, uint64_t client)
{
	for (size_t i = 0; i < run->output_count; i++) {
		if (run->outputs[i].client == client &&
			strcmp(run->outputs[i].stream, "stdout") == 0)
			return &run->outputs[i];
	}
	return NULL;
}

int output_values_add(const struct run_spec *spec, const char *const *primary, size_t primary_count,
	struct arena *arena, struct run_record *run, struct error *err)
{
	const struct workload *w = workload_find(spec->workload);
	struct reading_outputs r = { .arena = arena, .run = run };
	void *config;

	if (!w->importer || run->outcome != OUTCOME_OK)
		return 0;
	int ret = workload_configure(w, spec->params, spec->param_count, &spec->shape, arena,
		&config, err);
	if (ret < 0)
		return ret;
	r.tool = w->importer(config);
	if (!*r.tool)
		return 0;
	const unsigned clients = workload_clients(w, config, &spec->shape);
	for (unsigned i = 0; i < clients && run->outcome == OUTCOME_OK; i++) {
		const struct output_record none = { .data = (const unsigned char *)"" };
		const struct output_record *output = stdout_of(run, i);
		read_output(&r, output ? output : &none);
	}
	add_values(&r, clients);
	for (size_t i = 0; i < primary_count && run->outcome == OUTCOME_OK; i++) {
		if (!has_primary(run, primary[i], arena))
			fail_run(&r, arena_printf(arena, "primary: '%s' is none of %s", primary[i],
					     names_of(&r)));
	}
	return 0;
}
