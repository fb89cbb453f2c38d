// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/identity.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool is_same(const char *a, const char *b)
{
	return strcmp(a, b) == 0;
}

/* Units as importers name them. */
static const struct {
	const char *said, *base;
	double factor;
} units[] = {
	{ "B/s", "bytes/s", 1 }, { "KB/s", "bytes/s", 1e3 }, { "kB/s", "bytes/s", 1e3 },
	{ "MB/s", "bytes/s", 1e6 }, { "GB/s", "bytes/s", 1e9 }, { "KiB/s", "bytes/s", 1024.0 },
	{ "MiB/s", "bytes/s", 1048576.0 }, { "GiB/s", "bytes/s", 1073741824.0 },
	{ "B", "bytes", 1 }, { "KB", "bytes", 1e3 }, { "MB", "bytes", 1e6 }, { "GB", "bytes", 1e9 },
	{ "KiB", "bytes", 1024.0 }, { "MiB", "bytes", 1048576.0 }, { "GiB", "bytes", 1073741824.0 },
	{ "ns", "s", 1e-9 }, { "us", "s", 1e-6 }, { "ms", "s", 1e-3 }, { "min", "s", 60 },
	{ "h", "s", 3600 }, { "/s", "1/s", 1 }, { "ops/s", "1/s", 1 }, { "files/s", "1/s", 1 },
	{ "iops", "1/s", 1 }, { "IOPS", "1/s", 1 }, { "/min", "1/s", 1.0 / 60 }, { "x", "1", 1 },
	{ "K/s", "1/s", 1 }, /* AIM IX: an operation that it credits moves 1 KiB */
};

/* Tools that are a workload here under another name, or whose test is one. */
static const struct tool_alias {
	const char *tool;
	const char *workload; /* NULL: its test */
	const char *level,
		*level_is;   /* what tells it from others of that workload; NULL: nothing */
	const char *phase;   /* NULL: its test */
	bool counts_clients; /* a test that is a number is how many clients there were */
} tool_aliases[] = {
	{ .tool = "aim7", .workload = "aim7", .phase = "mix", .counts_clients = true },
	{ .tool = "aim9", .phase = "classic" },
	{ .tool = "bonnie", .workload = "bonnie", .level = "style", .level_is = "bonnie" },
	{ .tool = "bonnie++", .workload = "bonnie", .level = "style", .level_is = "bonnie++" },
	{ .tool = "dbench", .workload = "dbench", .phase = "replay", .counts_clients = true },
	{ .tool = "reaim", .workload = "reaim", .phase = "mix", .counts_clients = true },
	{ .tool = "tbench", .workload = "tbench", .phase = "replay", .counts_clients = true },
};

static const struct {
	const char *tool, *test, *phase;
} phase_aliases[] = {
	{ "bonnie", "seq_out_char", "putc" },
	{ "bonnie", "seq_out_block", "block_write" },
	{ "bonnie", "seq_in_char", "getc" },
	{ "bonnie", "seq_in_block", "block_read" },
	{ "bonnie++", "seq_out_chr", "putc" },
	{ "bonnie++", "seq_out_block", "block_write" },
	{ "bonnie++", "seq_in_chr", "getc" },
	{ "bonnie++", "seq_in_block", "block_read" },
	{ "bonnie++", "rand_create", "random_create" },
	{ "bonnie++", "rand_stat", "random_stat" },
	{ "bonnie++", "rand_delete", "random_delete" },
	{ "contest", "noload", "no_load" },
	{ "contest", "io_load_full", "io_load" },
	{ "contest", "ioloadfull", "io_load" },
	{ "contest", "ioloadhalf", "io_load_half" },
	{ "contest", "memload", "mem_load" },
};

static const struct {
	const char *tool, *metric, *unit; /* unit: the base unit, NULL for any */
	const char *phase;                /* NULL: as it is */
	const char *name;
} metric_aliases[] = {
	{ "aim7", "jobs_per_min", NULL, NULL, "jobs" },
	{ "aim7", "real_time", NULL, NULL, "time" },
	{ "aim9", "loop_rate", NULL, NULL, "calls" },
	{ "aim9", "ops_rate", NULL, NULL, "ops" },
	{ "aim9", "rate", NULL, NULL, "ops" },
	{ "bonnie", "rate", "bytes/s", NULL, "throughput" },
	{ "bonnie++", "latency", NULL, NULL, "latency_longest" },
	{ "bonnie++", "rate", "bytes/s", NULL, "throughput" },
	{ "postmark", "created_alone_rate", NULL, "create", "rate" },
	{ "postmark", "deleted_alone_rate", NULL, "delete", "rate" },
	{ "postmark", "transaction_time", NULL, "transactions", "time" },
	{ "postmark", "transactions", NULL, "transactions", "rate" },
	{ "reaim", "jobs_per_min", NULL, NULL, "jobs" },
	{ "reaim", "parent_time", NULL, NULL, "time" },
};

/* dbench's operations have a table of their own in its text. */
static const struct {
	const char *metric, *ending;
} operation_metrics[] = {
	{ "latency_max", "max" },
	{ "latency_avg", "mean" },
	{ "count", "count" },
};

/* A tool's main metrics, the one that says most first. */
enum { MAIN_MOST = 3 };
static const struct {
	const char *tool, *metrics[MAIN_MOST];
} mains[] = {
	{ "aim7", { "jobs_per_min" } },
	{ "aim9", { "ops_rate", "rate" } },
	{ "bonnie", { "rate" } },
	{ "bonnie++", { "rate" } },
	{ "contest", { "time" } },
	{ "dbench", { "throughput" } },
	{ "dd", { "throughput" } },
	{ "elbencho", { "throughput", "dirs_rate", "iops" } },
	{ "filebench", { "ops_rate" } },
	{ "fio", { "bandwidth" } },
	{ "fs_mark", { "files_rate" } },
	{ "hyperfine", { "time", "time_mean" } },
	{ "ior", { "bandwidth", "bandwidth_max" } },
	{ "kbench", { "bandwidth", "iops", "latency" } },
	{ "lmdd", { "time", "throughput" } },
	{ "mdtest", { "ops_rate", "ops_rate_mean" } },
	{ "postmark", { "transactions" } },
	{ "reaim", { "jobs_per_min" } },
	{ "smallfile", { "files_rate", "elapsed" } },
	{ "sysbench", { "throughput", "requests" } },
	{ "tbench", { "throughput" } },
};

int identity_rank(const struct import_row *row)
{
	for (size_t i = 0; i < COUNT_OF(mains); i++) {
		if (!is_same(mains[i].tool, row->tool))
			continue;
		for (int k = 0; k < MAIN_MOST && mains[i].metrics[k]; k++) {
			if (is_same(mains[i].metrics[k], row->metric))
				return k;
		}
		return -1;
	}
	return 0;
}

static void find_unit(const struct import_row *row, struct identity *id)
{
	id->unit = row->unit;
	id->factor = 1;
	for (size_t i = 0; i < COUNT_OF(units); i++) {
		if (!is_same(units[i].said, row->unit))
			continue;
		id->unit = units[i].base;
		id->factor = units[i].factor;
		return;
	}
}

static void add_level(struct identity *id, struct arena *arena, const char *name, const char *value)
{
	*ARENA_PUSH(arena, id->levels, id->level_count) =
		(struct setting){ .name = name, .value = value };
}

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct setting *)a)->name, ((const struct setting *)b)->name);
}

static bool is_number(const char *text)
{
	return *text && !text[strspn(text, "0123456789")];
}

static const struct tool_alias *find_tool(const char *tool)
{
	for (size_t i = 0; i < COUNT_OF(tool_aliases); i++) {
		if (is_same(tool_aliases[i].tool, tool))
			return &tool_aliases[i];
	}
	return NULL;
}

static char *lower(struct arena *arena, const char *text)
{
	char *copy = arena_strdup(arena, text);

	for (char *p = copy; *p; p++)
		*p = (char)tolower((unsigned char)*p);
	return copy;
}

/* "16/Close" of dbench: sixteen clients, and an operation that names its metrics. */
static void read_clients(struct identity *id, struct arena *arena, const char *test)
{
	size_t length = strcspn(test, "/");
	const char *clients = arena_strndup(arena, test, length);
	const char *operation = test[length] ? test + length + 1 : "";

	if (is_number(clients))
		add_level(id, arena, "numjobs", clients);
	else if (*clients && !is_same(clients, "unknown"))
		operation = test;
	if (!*operation)
		return;
	const char *ending = id->metric;
	for (size_t i = 0; i < COUNT_OF(operation_metrics); i++) {
		if (is_same(operation_metrics[i].metric, id->metric))
			ending = operation_metrics[i].ending;
	}
	id->metric = arena_printf(arena, "%s_%s", lower(arena, operation), ending);
}

static void find_names(const struct import_row *row, struct identity *id, struct arena *arena)
{
	const char *slash = strchr(row->workload, '/');
	const char *test = slash ? slash + 1 : "";
	const struct tool_alias *alias = find_tool(row->tool);

	id->workload = slash ? arena_strndup(arena, row->workload, (size_t)(slash - row->workload))
			     : row->workload;
	id->phase = test;
	id->metric = row->metric;
	for (size_t i = 0; i < COUNT_OF(metric_aliases); i++) {
		if (!is_same(metric_aliases[i].tool, row->tool) ||
			!is_same(metric_aliases[i].metric, row->metric) ||
			(metric_aliases[i].unit && !is_same(metric_aliases[i].unit, id->unit)))
			continue;
		id->metric = metric_aliases[i].name;
		id->phase = metric_aliases[i].phase ? metric_aliases[i].phase : id->phase;
	}
	for (size_t i = 0; i < COUNT_OF(phase_aliases); i++) {
		if (is_same(phase_aliases[i].tool, row->tool) &&
			is_same(phase_aliases[i].test, test))
			id->phase = phase_aliases[i].phase;
	}
	if (!alias)
		return;
	if (alias->counts_clients)
		read_clients(id, arena, test);
	if (alias->level)
		add_level(id, arena, alias->level, alias->level_is);
	if (alias->workload || *test)
		id->workload = alias->workload ? alias->workload : test;
	id->phase = alias->phase ? alias->phase : id->phase;
}

/* What bakeoff has printed names a cell with its levels: "bakeoff/lmdd bs=4k/write". */
static bool find_own_names(const struct import_row *row, struct identity *id, struct arena *arena)
{
	static const char own[] = "bakeoff/";
	const char *slash = strrchr(row->workload, '/');

	if (strncmp(row->workload, own, strlen(own)) != 0)
		return false;
	const char *cell = row->workload + strlen(own);
	bool has_phase = slash > cell;
	id->workload = has_phase ? arena_strndup(arena, cell, (size_t)(slash - cell)) : cell;
	id->phase = has_phase ? slash + 1 : "";
	id->metric = row->metric;
	return true;
}

bool identity_lacks_iodepth(const struct import_row *row)
{
	bool has_rw = false, has_iodepth = false;

	for (size_t i = 0; i < row->setting_count; i++) {
		has_rw |= is_same(row->settings[i].name, "rw");
		has_iodepth |= is_same(row->settings[i].name, "iodepth");
	}
	return is_same(row->tool, "fio") && has_rw && !has_iodepth;
}

/* Bonnie's "1G:32k" is a size and its chunk, its "256" are MiB, its 16 files are 16 times 1024. */
static bool add_bonnie_level(const struct import_row *row, struct identity *id, struct arena *arena,
	const struct import_setting *setting)
{
	size_t length = strcspn(setting->value, ":");
	const char *first = arena_strndup(arena, setting->value, length);

	if (strncmp(row->tool, "bonnie", strlen("bonnie")) != 0)
		return false;
	if (is_same(setting->name, "size")) {
		add_level(id, arena, "size",
			is_number(first) ? arena_printf(arena, "%sM", first) : first);
		if (setting->value[length])
			add_level(id, arena, "chunk", setting->value + length + 1);
		return true;
	}
	if (!is_same(setting->name, "files") || !is_number(setting->value) || length > 6)
		return false;
	add_level(id, arena, "files",
		arena_printf(arena, "%ld", 1024 * strtol(setting->value, NULL, 10)));
	return true;
}

void identity_of_row(const struct import_row *row, struct arena *arena, struct identity *id)
{
	*id = (struct identity){ 0 };
	find_unit(row, id);
	if (!find_own_names(row, id, arena))
		find_names(row, id, arena);
	for (size_t i = 0; i < row->setting_count; i++) {
		if (!add_bonnie_level(row, id, arena, &row->settings[i]))
			add_level(id, arena, row->settings[i].name, row->settings[i].value);
	}
	if (identity_lacks_iodepth(row))
		add_level(id, arena, "iodepth", "1");
	if (row->group && *row->group)
		add_level(id, arena, "group", row->group);
	if (id->level_count > 1)
		qsort(id->levels, id->level_count, sizeof(*id->levels), by_name);
}

const char *identity_label(const struct identity *id, struct arena *arena)
{
	const char *text = id->workload;

	for (size_t i = 0; i < id->level_count; i++)
		text = arena_printf(arena, "%s %s=%s", text, id->levels[i].name,
			id->levels[i].value);
	return text;
}
