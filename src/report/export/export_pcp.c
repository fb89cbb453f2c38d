// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/auto.h"
#include "core/shortest.h"
#include "report/export/export.h"
#include "report/export/pcp_library.h"
#include "report/export/pcp_metrics.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * One archive for each run, by libpcp_import. What the run is, and in which phase it is, are
 * metrics bakeoff.*; the series have PCP's own names. When the last phase has ended, and once more
 * at the end of the run (pmlogsummary and pmdiff make means over time, and of one reading there is
 * none), come the run's values as bakeoff.value.PHASE.METRIC, and what was observed in each phase
 * as bakeoff.observed.METRIC, whose instances are the phases.
 */
enum {
	DOMAIN = 245, /* the one that libpcp_import gives to what has none */
	US_PER_S = 1000000,
};

/* Metrics whose names begin alike (disk.dev) are of the same things. */
struct domain {
	const char *prefix;
	pmInDom id;
	int instances;
};

struct archive {
	struct arena *arena;
	const struct export_experiment *x;
	const struct stored_run *run;
	const struct run_record *record;
	const char *name, *path;
	struct domain *domains;
	size_t domain_count;
	struct error *err;
	int ret; /* the first failure: nothing is done after it */
};

/* Something that is written at its time. */
enum moment_kind {
	MOMENT_BEGIN,
	MOMENT_PHASE_ENDS,
	MOMENT_PHASE_BEGINS,
	MOMENT_POINT,
	MOMENT_RESULTS,
	MOMENT_END,
};

struct moment {
	uint64_t time_us;
	enum moment_kind kind;
	size_t which, point; /* the phase; the series and its point */
};

static void check(struct archive *a, int status, const char *what)
{
	char text[PMI_MAXERRMSGLEN];

	if (a->ret == 0 && status < 0)
		a->ret = fail(a->err, EIO, "%s: %s: %s", a->name, what,
			libpcp.pmiErrStr_r(status, text, sizeof(text)));
}

static void put(struct archive *a, const char *metric, const char *instance, const char *value)
{
	int status = a->ret == 0 ? libpcp.pmiPutValue(metric, instance, value) : 0;

	/* two readings in one microsecond: an archive has room for the first */
	check(a, status == PMI_ERR_DUPVALUE ? 0 : status, metric);
}

static void put_u64(struct archive *a, const char *metric, uint64_t value)
{
	put(a, metric, NULL, arena_printf(a->arena, "%" PRIu64, value));
}

/* Nothing where there is nothing to say, or the type cannot. */
static void put_number(struct archive *a, const char *metric, const char *instance,
	const struct pcp_measure *measure, double value)
{
	char text[SHORTEST_BYTES];
	double scaled = value * measure->factor;

	if (!isfinite(scaled))
		return;
	if (measure->type == PM_TYPE_DOUBLE)
		put(a, metric, instance, shortest_text(text, scaled));
	else if (scaled >= 0 && scaled < 0x1p64)
		put(a, metric, instance,
			arena_printf(a->arena, "%" PRIu64, (uint64_t)nearbyint(scaled)));
}

static void add_metric(struct archive *a, const char *name, const struct pcp_measure *measure,
	pmInDom domain, int semantics)
{
	int status = a->ret == 0 ? libpcp.pmiAddMetric(name, PM_ID_NULL, measure->type, domain,
					   semantics, measure->units)
				 : 0;

	check(a, status == PMI_ERR_DUPMETRICNAME ? 0 : status, name);
}

static struct domain *find_domain(struct archive *a, const char *metric)
{
	const char *dot = strchr(metric, '.'), *end = dot ? strchr(dot + 1, '.') : NULL;
	const char *prefix = end ? arena_strndup(a->arena, metric, (size_t)(end - metric)) : metric;

	for (size_t i = 0; i < a->domain_count; i++) {
		if (strcmp(a->domains[i].prefix, prefix) == 0)
			return &a->domains[i];
	}
	struct domain *made = ARENA_PUSH(a->arena, a->domains, a->domain_count);
	*made = (struct domain){ prefix, libpcp.pmiInDom(DOMAIN, (int)a->domain_count), 0 };
	return made;
}

/* What stands behind a blank would not count as part of an instance's name. */
static const char *instance_name(struct archive *a, const char *instance)
{
	char *name = arena_strdup(a->arena, *instance ? instance : "all");

	for (char *c = name; *c; c++)
		*c = isspace((unsigned char)*c) ? '_' : *c;
	return name;
}

static void add_instance(struct archive *a, struct domain *domain, const char *name)
{
	int status = a->ret == 0 ? libpcp.pmiAddInstance(domain->id, name, domain->instances) : 0;

	if (status != PMI_ERR_DUPINSTNAME)
		domain->instances++;
	check(a, status == PMI_ERR_DUPINSTNAME ? 0 : status, name);
}

/* One of several series of the metric may have an instance: then all have. */
static bool has_instances(const struct run_record *r, const char *metric)
{
	for (size_t i = 0; i < r->series_count; i++) {
		if (*r->series[i].instance && strcmp(r->series[i].metric, metric) == 0)
			return true;
	}
	return false;
}

static const char *series_name(struct archive *a, const struct series_record *s)
{
	return pcp_name_is_sound(s->metric)
		       ? s->metric
		       : arena_printf(a->arena, "bakeoff.series.%s", pcp_name(a->arena, s->metric));
}

static void add_series(struct archive *a, const struct series_record *s)
{
	const struct pcp_measure measure = pcp_measure_of(s->metric, s->unit, s->reading);
	const char *name = series_name(a, s);
	struct domain *domain = has_instances(a->record, s->metric) ? find_domain(a, name) : NULL;

	add_metric(a, name, &measure, domain ? domain->id : PM_INDOM_NULL,
		s->reading == READING_COUNTER ? PM_SEM_COUNTER : PM_SEM_INSTANT);
	if (domain)
		add_instance(a, domain, instance_name(a, s->instance));
}

static const char *value_name(struct archive *a, const struct value_record *v)
{
	if (!*v->phase)
		return arena_printf(a->arena, "bakeoff.value.%s", pcp_name(a->arena, v->metric));
	return arena_printf(a->arena, "bakeoff.value.%s.%s", pcp_name(a->arena, v->phase),
		pcp_name(a->arena, v->metric));
}

static const char *observed_name(struct archive *a, const struct counter_record *c)
{
	return arena_printf(a->arena, "bakeoff.observed.%s",
		pcp_name_is_sound(c->metric) ? c->metric : pcp_name(a->arena, c->metric));
}

/* "write", "write:vda" */
static const char *observed_instance(struct archive *a, const struct phase_record *p,
	const struct counter_record *c)
{
	return instance_name(a,
		arena_printf(a->arena, "%s%s%s", p->name, *c->instance ? ":" : "", c->instance));
}

/* An amount of one phase: not the counter itself, and never to be converted to a rate. */
static struct pcp_measure observed_measure(const struct counter_record *c)
{
	return pcp_measure_of(c->metric, c->unit, READING_INSTANT);
}

static void add_observed(struct archive *a, const struct phase_record *p)
{
	for (size_t i = 0; i < p->counter_count; i++) {
		const struct pcp_measure measure = observed_measure(&p->counters[i]);
		const char *name = observed_name(a, &p->counters[i]);
		struct domain *domain = find_domain(a, name);
		add_metric(a, name, &measure, domain->id, PM_SEM_INSTANT);
		add_instance(a, domain, observed_instance(a, p, &p->counters[i]));
	}
}

static void add_all(struct archive *a)
{
	static const char *const texts[] = { "bakeoff.variant", "bakeoff.cell", "bakeoff.workload",
		"bakeoff.experiment", "bakeoff.state", "bakeoff.phase", "bakeoff.outcome",
		"bakeoff.reason" };
	static const char *const counts[] = { "bakeoff.round", "bakeoff.attempt", "bakeoff.run",
		"bakeoff.phase_number" };
	const struct pcp_measure text = { .type = PM_TYPE_STRING };
	const struct pcp_measure count = { .type = PM_TYPE_U64 };
	const struct run_record *r = a->record;

	for (size_t i = 0; i < COUNT_OF(texts); i++)
		add_metric(a, texts[i], &text, PM_INDOM_NULL, PM_SEM_DISCRETE);
	for (size_t i = 0; i < COUNT_OF(counts); i++)
		add_metric(a, counts[i], &count, PM_INDOM_NULL, PM_SEM_DISCRETE);
	for (size_t i = 0; i < r->series_count; i++)
		add_series(a, &r->series[i]);
	for (size_t i = 0; i < r->phase_count; i++)
		add_observed(a, &r->phases[i]);
	for (size_t i = 0; i < r->value_count; i++) {
		const struct value_record *v = &r->values[i];
		const struct pcp_measure measure = pcp_measure_of("", v->unit, READING_INSTANT);
		add_metric(a, value_name(a, v), &measure, PM_INDOM_NULL, PM_SEM_INSTANT);
	}
}

static void put_begin(struct archive *a)
{
	const struct export_experiment *x = a->x;
	const struct stored_cell *cell = &x->design.cells[a->run->cell];

	put(a, "bakeoff.experiment", NULL, x->head.name);
	put(a, "bakeoff.state", NULL, x->head.state);
	put(a, "bakeoff.variant", NULL, x->design.variants[a->run->variant].name);
	put(a, "bakeoff.cell", NULL, cell->label);
	put(a, "bakeoff.workload", NULL, cell->workload);
	put_u64(a, "bakeoff.run", a->run->id);
	put_u64(a, "bakeoff.round", a->run->round);
	put_u64(a, "bakeoff.attempt", a->run->attempt);
}

static void put_point(struct archive *a, const struct series_record *s, size_t point)
{
	const struct pcp_measure measure = pcp_measure_of(s->metric, s->unit, s->reading);
	const char *instance =
		has_instances(a->record, s->metric) ? instance_name(a, s->instance) : NULL;

	put_number(a, series_name(a, s), instance, &measure, s->values[point]);
}

static void put_observed(struct archive *a, const struct phase_record *p)
{
	for (size_t i = 0; i < p->counter_count; i++) {
		const struct pcp_measure measure = observed_measure(&p->counters[i]);
		put_number(a, observed_name(a, &p->counters[i]),
			observed_instance(a, p, &p->counters[i]), &measure, p->counters[i].value);
	}
}

static void put_results(struct archive *a)
{
	const struct run_record *r = a->record;

	for (size_t i = 0; i < r->phase_count; i++)
		put_observed(a, &r->phases[i]);
	for (size_t i = 0; r->outcome == OUTCOME_OK && i < r->value_count; i++) {
		const struct value_record *v = &r->values[i];
		const struct pcp_measure measure = pcp_measure_of("", v->unit, READING_INSTANT);
		put_number(a, value_name(a, v), NULL, &measure, v->value);
	}
}

static void put_end(struct archive *a)
{
	put(a, "bakeoff.outcome", NULL, outcome_name(a->record->outcome));
	if (*a->record->reason)
		put(a, "bakeoff.reason", NULL, a->record->reason);
	put_results(a);
}

static int by_time(const void *a, const void *b)
{
	const struct moment *x = a, *y = b;

	if (x->time_us != y->time_us)
		return x->time_us < y->time_us ? -1 : 1;
	return x->kind < y->kind ? -1 : x->kind > y->kind;
}

static void add_moment(struct archive *a, struct moment **list, size_t *count, uint64_t time_ns,
	struct moment moment)
{
	moment.time_us = time_ns / 1000;
	*ARENA_PUSH(a->arena, *list, *count) = moment;
}

static struct moment *find_moments(struct archive *a, size_t *count)
{
	const struct run_record *r = a->record;
	struct moment *list = NULL;
	uint64_t last_end = 0;

	*count = 0;
	add_moment(a, &list, count, r->started_ns, (struct moment){ .kind = MOMENT_BEGIN });
	add_moment(a, &list, count, r->ended_ns, (struct moment){ .kind = MOMENT_END });
	for (size_t i = 0; i < r->phase_count; i++) {
		const struct phase_record *p = &r->phases[i];
		add_moment(a, &list, count, p->started_ns,
			(struct moment){ .kind = MOMENT_PHASE_BEGINS, .which = i });
		add_moment(a, &list, count, p->started_ns + p->wall_ns,
			(struct moment){ .kind = MOMENT_PHASE_ENDS, .which = i });
		last_end = max_u64(last_end, p->started_ns + p->wall_ns);
	}
	if (r->phase_count > 0)
		add_moment(a, &list, count, last_end, (struct moment){ .kind = MOMENT_RESULTS });
	for (size_t i = 0; i < r->series_count; i++) {
		for (size_t k = 0; k < r->series[i].count; k++)
			add_moment(a, &list, count, r->series[i].time_ns[k],
				(struct moment){ .kind = MOMENT_POINT, .which = i, .point = k });
	}
	qsort(list, *count, sizeof(*list), by_time);
	return list;
}

/* What one moment says; of the phase it only sets which it is: 0 is none. */
static void put_moment(struct archive *a, const struct moment *m, uint64_t *phase)
{
	switch (m->kind) {
	case MOMENT_BEGIN:
		*phase = 0;
		put_begin(a);
		break;
	case MOMENT_PHASE_ENDS:
		*phase = 0;
		break;
	case MOMENT_PHASE_BEGINS:
		*phase = m->which + 1;
		break;
	case MOMENT_POINT:
		put_point(a, &a->record->series[m->which], m->point);
		break;
	case MOMENT_RESULTS:
		put_results(a);
		break;
	case MOMENT_END:
		put_end(a);
		break;
	}
}

/* All of one microsecond is one record. */
static void put_moments(struct archive *a)
{
	size_t count;
	const struct moment *list = find_moments(a, &count);
	uint64_t phase = UINT64_MAX;

	for (size_t i = 0; a->ret == 0 && i < count;) {
		uint64_t now = list[i].time_us, before = phase;
		for (; i < count && list[i].time_us == now; i++)
			put_moment(a, &list[i], &phase);
		if (phase != before) {
			put_u64(a, "bakeoff.phase_number", phase);
			put(a, "bakeoff.phase", NULL,
				phase ? a->record->phases[phase - 1].name : "none");
		}
		if (a->ret == 0 && now / US_PER_S > INT_MAX)
			a->ret = fail(a->err, ERANGE, "%s: its time is after 2038", a->name);
		int status = a->ret == 0
				     ? libpcp.pmiWrite((int)(now / US_PER_S), (int)(now % US_PER_S))
				     : 0;
		/* a reading that had nothing to say */
		check(a, status == PMI_ERR_NODATA ? 0 : status, "write");
	}
}

static const char *host_name(struct archive *a)
{
	AUTO_JSON json_t *facts = json_loads(a->record->facts, 0, NULL);
	const char *host = json_string_value(json_object_get(export_host(facts), "host"));

	return arena_strdup(a->arena, host && *host ? host : "unknown");
}

static int write_archive(struct archive *a)
{
	check(a, libpcp.pmiStart(a->path, 0), "start");
	if (a->ret < 0)
		return a->ret;
	check(a, libpcp.pmiSetHostname(host_name(a)), "host name");
	check(a, libpcp.pmiSetTimezone("UTC"), "time zone");
	add_all(a);
	put_moments(a);
	check(a, libpcp.pmiEnd(), "end");
	return a->ret;
}

/* "run-17_xfs_lmdd-bs-4k_round-2": the id tells them apart, the rest is for people. */
static const char *archive_name(struct arena *arena, const struct export_experiment *x,
	const struct stored_run *run)
{
	char *name = arena_printf(arena, "run-%" PRIu64 "_%s_%s_round-%" PRIu64, run->id,
		x->design.variants[run->variant].name, x->design.cells[run->cell].label,
		run->round);

	if (run->attempt > 0)
		name = arena_printf(arena, "%s_attempt-%" PRIu64, name, run->attempt);
	for (char *c = name; *c; c++)
		*c = isalnum((unsigned char)*c) || *c == '_' ? *c : '-';
	if (strlen(name) > NAME_MAX / 2) /* the files have endings */
		name[NAME_MAX / 2] = '\0';
	return name;
}

static int write_run(const struct export *e, const struct export_experiment *x,
	const struct stored_run *run, const char *folder, struct error *err)
{
	struct arena arena = { 0 };
	struct run_record record;
	int ret = export_get_run(e, run, &arena, &record, err);

	if (ret == 0) {
		const char *name = archive_name(&arena, x, run);
		struct archive archive = {
			.arena = &arena,
			.x = x,
			.run = run,
			.record = &record,
			.name = name,
			.path = arena_printf(&arena, "%s/%s", folder, name),
			.err = err,
		};
		ret = write_archive(&archive);
	}
	arena_free(&arena);
	return ret;
}

/* The library also says on standard error, in words for its own makers, what it returns. */
static int silence(struct error *err)
{
	AUTO_CLOSE int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
	AUTO_CLOSE int said = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0);

	if (null < 0 || said < 0 || dup2(null, STDERR_FILENO) < 0)
		return fail_errno(err, "standard error");
	return fd_take(&said);
}

static void speak_again(int *said)
{
	(void)dup2(*said, STDERR_FILENO); /* it was that before */
	auto_close(said);
}

int export_pcp(const struct export *e, const struct export_place *to, struct error *err)
{
	int ret = pcp_load(err);
	int said = ret == 0 ? silence(err) : ret;

	if (said < 0)
		return said;
	for (size_t i = 0; ret == 0 && i < e->count; i++) {
		const struct export_experiment *x = &e->experiments[i];
		for (size_t r = 0; ret == 0 && r < x->run_count; r++)
			ret = write_run(e, x, &x->runs[r], to->folder, err);
	}
	speak_again(&said);
	return ret;
}
