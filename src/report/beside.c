// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/beside.h"

#include "report/numbers.h"

#include <math.h>
#include <string.h>

const char *const beside_names[] = {
	"kernel.all.cpu.user",
	"kernel.all.cpu.nice",
	"kernel.all.cpu.sys",
	"kernel.all.cpu.idle",
	"kernel.all.cpu.wait.total",
	"kernel.all.cpu.irq.hard",
	"kernel.all.cpu.irq.soft",
	"kernel.all.cpu.steal",
	"disk.dev.read_bytes",
	"disk.dev.write_bytes",
	"disk.dev.avactive",
	"kernel.all.pressure.cpu.some.total",
	"kernel.all.pressure.io.some.total",
	"kernel.all.pressure.memory.some.total",
	NULL,
};

static const char *const busy_modes[] = {
	"kernel.all.cpu.user",
	"kernel.all.cpu.nice",
	"kernel.all.cpu.sys",
	"kernel.all.cpu.irq.hard",
	"kernel.all.cpu.irq.soft",
};
/* What is left of the CPUs' time: steal is nobody's idling, and not this machine's work. */
static const char *const other_modes[] = {
	"kernel.all.cpu.idle",
	"kernel.all.cpu.wait.total",
	"kernel.all.cpu.steal",
};

/* Where the numbers are looked for: those of one metric's phase. */
struct phase_of {
	const struct judgement *j;
	const struct result_metric *metric;
	size_t arms[2]; /* baseline and variant */
	size_t arm_count;
	struct arena *arena;
};

/* The mean of an observed metric beside this phase; NaN where it was not observed. */
static double mean_of(const struct phase_of *p, const char *name, size_t arm)
{
	const struct results *r = p->j->results;

	for (size_t m = 0; m < r->metric_count; m++) {
		const struct result_metric *o = &r->metrics[m];
		if (o->origin != RESULT_MEASURED && strcmp(o->metric, name) == 0 &&
			strcmp(o->phase, p->metric->phase) == 0 &&
			strcmp(o->cell, p->metric->cell) == 0)
			return judgement_summary(p->j, m, p->arms[arm])->mean;
	}
	return NAN;
}

static double sum_of(const struct phase_of *p, const char *const *names, size_t count, size_t arm)
{
	double sum = 0;

	for (size_t i = 0; i < count; i++)
		sum += mean_of(p, names[i], arm);
	return sum;
}

static char *percent(struct arena *arena, double share)
{
	return isfinite(share) ? arena_printf(arena, "%.0f%%", 100 * share)
			       : arena_strdup(arena, "-");
}

/* "WORD 4% -> 9%"; NULL where neither is known. */
static char *shares_text(const struct phase_of *p, const char *word, const double *shares)
{
	bool any = isfinite(shares[0]) || (p->arm_count > 1 && isfinite(shares[1]));

	if (!any)
		return NULL;
	if (p->arm_count == 1)
		return arena_printf(p->arena, "%s %s", word, percent(p->arena, shares[0]));
	return arena_printf(p->arena, "%s %s -> %s", word, percent(p->arena, shares[0]),
		percent(p->arena, shares[1]));
}

static char *rates_text(const struct phase_of *p, const char *word, const char *name)
{
	double rates[2] = { mean_of(p, name, 0), NAN };

	if (p->arm_count > 1)
		rates[1] = mean_of(p, name, 1);
	struct scale scale = scale_for("bytes/s", fmax(rates[0], rates[1]));
	if (!isfinite(rates[0]) && !isfinite(rates[1]))
		return NULL;
	if (p->arm_count == 1)
		return arena_printf(p->arena, "%s %s %s", word,
			number_text(p->arena, rates[0] * scale.factor), scale.unit);
	return arena_printf(p->arena, "%s %s -> %s %s", word,
		number_text(p->arena, rates[0] * scale.factor),
		number_text(p->arena, rates[1] * scale.factor), scale.unit);
}

static char *cpu_text(const struct phase_of *p)
{
	double shares[2] = { NAN, NAN };

	for (size_t arm = 0; arm < p->arm_count; arm++) {
		double busy = sum_of(p, busy_modes, COUNT_OF(busy_modes), arm);
		shares[arm] = busy / (busy + sum_of(p, other_modes, COUNT_OF(other_modes), arm));
	}
	return shares_text(p, "CPU", shares);
}

static char *share_text(const struct phase_of *p, const char *word, const char *name)
{
	double shares[2] = { mean_of(p, name, 0), NAN };

	if (p->arm_count > 1)
		shares[1] = mean_of(p, name, 1);
	return shares_text(p, word, shares);
}

const char **beside_items(const struct judgement *j, size_t metric, size_t variant,
	struct arena *arena, size_t *count)
{
	const struct phase_of p = {
		.j = j,
		.metric = &j->results->metrics[metric],
		.arms = { j->results->baseline, variant },
		.arm_count = variant == SIZE_MAX ? 1 : 2,
		.arena = arena,
	};
	const char *found[] = {
		cpu_text(&p),
		rates_text(&p, "device read", "disk.dev.read_bytes[target]"),
		rates_text(&p, "write", "disk.dev.write_bytes[target]"),
		share_text(&p, "busy", "disk.dev.avactive[target]"),
		share_text(&p, "pressure cpu", "kernel.all.pressure.cpu.some.total"),
		share_text(&p, "io", "kernel.all.pressure.io.some.total"),
		share_text(&p, "memory", "kernel.all.pressure.memory.some.total"),
	};
	const char **items = NULL;

	size_t n = 0;

	for (size_t i = 0; i < COUNT_OF(found); i++) {
		const char *text = found[i];
		if (text && n == 0)
			text = arena_printf(arena, "beside: %s", text);
		if (text)
			*ARENA_PUSH(arena, items, n) = text;
	}
	*count = n;
	return items;
}
