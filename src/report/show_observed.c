// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/show_observed.h"

#include "core/units.h"
#include "model/observed.h"
#include "report/notes.h"
#include "report/numbers.h"
#include "report/table.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { KEY_COLUMNS = 14 };

struct page {
	const struct phase_record *phase;
	double ns; /* observed */
	struct arena *arena;
	struct text *out;
};

/* One number of a line. */
enum form {
	FORM_PERCENT, /* of the time */
	FORM_RATE,    /* per second, in its own unit */
	FORM_NOW,     /* an instant */
};
struct item {
	const char *word, *metric;
	enum form form;
};

static const struct item pressure_items[] = {
	{ "cpu some", "kernel.all.pressure.cpu.some.total", FORM_PERCENT },
	{ "io some", "kernel.all.pressure.io.some.total", FORM_PERCENT },
	{ "io full", "kernel.all.pressure.io.full.total", FORM_PERCENT },
	{ "memory some", "kernel.all.pressure.memory.some.total", FORM_PERCENT },
	{ "memory full", "kernel.all.pressure.memory.full.total", FORM_PERCENT },
	{ 0 },
};
static const struct item kernel_items[] = {
	{ "context switches", "kernel.all.pswitch", FORM_RATE },
	{ "interrupts", "kernel.all.intr", FORM_RATE },
	{ 0 },
};
static const struct item memory_items[] = {
	{ "dirty", "mem.util.dirty", FORM_NOW },
	{ "writeback", "mem.util.writeback", FORM_NOW },
	{ "cached", "mem.util.cached", FORM_NOW },
	{ "free", "mem.util.free", FORM_NOW },
	{ 0 },
};
static const struct item paging_items[] = {
	{ "in", "mem.vmstat.pgpgin", FORM_RATE },
	{ "out", "mem.vmstat.pgpgout", FORM_RATE },
	{ "faults", "mem.vmstat.pgfault", FORM_RATE },
	{ "major", "mem.vmstat.pgmajfault", FORM_RATE },
	{ "swap in", "swap.pagesin", FORM_RATE },
	{ "swap out", "swap.pagesout", FORM_RATE },
	{ 0 },
};
static const struct item disk_items[] = {
	{ "read", "disk.dev.read_bytes", FORM_RATE },
	{ "write", "disk.dev.write_bytes", FORM_RATE },
	{ "reads", "disk.dev.read", FORM_RATE },
	{ "writes", "disk.dev.write", FORM_RATE },
	{ "busy", "disk.dev.avactive", FORM_PERCENT },
	{ 0 },
};
static const struct item cgroup_items[] = {
	{ "memory", "cgroup.memory.current", FORM_NOW },
	{ "memory", "cgroup.memory.usage", FORM_NOW },
	{ "file", "cgroup.memory.stat.file", FORM_NOW },
	{ "cache", "cgroup.memory.stat.cache", FORM_NOW },
	{ "anon", "cgroup.memory.stat.anon", FORM_NOW },
	{ "rss", "cgroup.memory.stat.rss", FORM_NOW },
	{ "cap reached", "bakeoff.cgroup.memory.events.max", FORM_RATE },
	{ "cap reached", "cgroup.memory.failcnt", FORM_RATE },
	{ 0 },
};

static const struct {
	const char *word, *metric;
} cpu_modes[] = {
	{ "user", "kernel.all.cpu.user" },
	{ "nice", "kernel.all.cpu.nice" },
	{ "sys", "kernel.all.cpu.sys" },
	{ "iowait", "kernel.all.cpu.wait.total" },
	{ "irq", "kernel.all.cpu.irq.hard" },
	{ "softirq", "kernel.all.cpu.irq.soft" },
	{ "steal", "kernel.all.cpu.steal" },
	{ "idle", "kernel.all.cpu.idle" },
};

static char *scaled(struct arena *arena, double value, const char *unit)
{
	struct scale scale = scale_for(unit, value);

	if (strcmp(unit, "count/s") == 0)
		return arena_printf(arena, "%s/s", number_text(arena, value));
	return arena_printf(arena, "%s %s", number_text(arena, value * scale.factor), scale.unit);
}

static char *percent(struct arena *arena, double share)
{
	return arena_printf(arena, "%.1f%%", 100 * share);
}

static char *item_text(struct page *p, const struct item *item, const struct counter_record *c)
{
	const char *unit = c->unit;
	double value = observed_rate(c->value, c->reading, c->unit, p->ns, &unit);

	if (!isfinite(value))
		return arena_printf(p->arena, "%s -", item->word);
	return arena_printf(p->arena, "%s %s", item->word,
		item->form == FORM_PERCENT ? percent(p->arena, value)
					   : scaled(p->arena, value, unit));
}

static void put_line(struct page *p, const char *key, const char *const *items, size_t count)
{
	text_printf(p->out, "%-*s", KEY_COLUMNS, key);
	wrap_items(p->out, items, count, KEY_COLUMNS, REPORT_COLUMNS);
}

/* Where all of a line's numbers are absent for one reason, that reason. */
static void put_items(struct page *p, const char *key, const char *instance,
	const struct item *items)
{
	const char *texts[16], *why = "";
	size_t count = 0, absent = 0;

	for (; items->word && count < COUNT_OF(texts); items++) {
		const struct counter_record *c = observed_find(p->phase, items->metric, instance);
		if (!c)
			continue;
		texts[count++] = item_text(p, items, c);
		absent += *c->absent != '\0';
		why = *c->absent ? c->absent : why;
	}
	if (count > 0 && absent == count) {
		texts[0] = why;
		count = 1;
	}
	if (count > 0)
		put_line(p, key, texts, count);
}

static void put_cpu(struct page *p)
{
	const char *texts[COUNT_OF(cpu_modes)];
	double all = 0;

	for (size_t i = 0; i < COUNT_OF(cpu_modes); i++) {
		double value = observed_value(p->phase, cpu_modes[i].metric, "");
		all += isfinite(value) ? value : 0;
	}
	const struct counter_record *user = observed_find(p->phase, cpu_modes[0].metric, "");
	if (all == 0 && user && isfinite(user->value)) {
		texts[0] = "shorter than the tick in which the kernel counts: unknown";
		put_line(p, "CPU", texts, 1);
		return;
	}
	for (size_t i = 0; i < COUNT_OF(cpu_modes); i++) {
		double value = observed_value(p->phase, cpu_modes[i].metric, "");
		texts[i] = arena_printf(p->arena, "%s %s", cpu_modes[i].word,
			isfinite(value) && all > 0 ? percent(p->arena, value / all) : "-");
	}
	put_line(p, "CPU", texts, COUNT_OF(texts));
}

/* Each device, the one under test first. */
static void put_disks(struct page *p)
{
	for (size_t i = 0; i < p->phase->counter_count; i++) {
		const struct counter_record *c = &p->phase->counters[i];
		if (strcmp(c->metric, disk_items[0].metric) == 0)
			put_items(p, *c->instance ? c->instance : "disk", c->instance, disk_items);
	}
}

static void put_summary(struct page *p)
{
	put_cpu(p);
	put_items(p, "kernel", "", kernel_items);
	put_disks(p);
	put_items(p, "pressure", "", pressure_items);
	put_items(p, "memory at end", "", memory_items);
	put_items(p, "paging", "", paging_items);
	put_items(p, "cgroup", "", cgroup_items);
}

/* PCP's name, the number in its base unit, and what it is per second. */
static int put_all(struct page *p, struct error *err)
{
	static const struct table_column columns[] = {
		{ "METRIC", false },
		{ "INSTANCE", false },
		{ "VALUE", true },
		{ "UNIT", false },
		{ "PER SECOND", true },
	};
	size_t rows = p->phase->counter_count;
	const char **cells = NEW(p->arena, const char *, rows *COUNT_OF(columns) + 1);
	const char **cell = cells;

	for (size_t i = 0; i < rows; i++) {
		const struct counter_record *c = &p->phase->counters[i];
		const char *unit = c->unit;
		double rate = observed_rate(c->value, c->reading, c->unit, p->ns, &unit);
		*cell++ = c->metric;
		*cell++ = c->instance;
		*cell++ = *c->absent ? "-" : arena_printf(p->arena, "%.15g", c->value);
		*cell++ = *c->absent ? arena_printf(p->arena, "%s: absent: %s", c->unit, c->absent)
				     : c->unit;
		*cell++ = c->reading == READING_COUNTER && isfinite(rate)
				  ? scaled(p->arena, rate, unit)
				  : "";
	}
	return table_text(p->out, columns, COUNT_OF(columns), cells, rows, err);
}

int show_observed(const struct run_record *run, bool all, struct arena *arena, struct text *out,
	struct error *err)
{
	int ret = 0;

	for (size_t i = 0; ret == 0 && i < run->phase_count; i++) {
		struct page p = { .phase = &run->phases[i], .arena = arena, .out = out };
		p.ns = observed_ns(p.phase);
		if (p.phase->counter_count == 0)
			continue;
		text_printf(out, "\nOBSERVED %s, %s\n", p.phase->name,
			isfinite(p.ns) ? units_human_time(arena, p.ns / (double)NS_PER_S)
				       : "for an unknown time");
		if (all)
			ret = put_all(&p, err);
		else
			put_summary(&p);
	}
	return ret;
}
