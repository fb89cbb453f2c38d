// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/contest.h"

#include "classic/contest_flush.h"
#include "classic/contest_log.h"
#include "classic/stop.h"
#include "core/auto.h"
#include "core/clock.h"
#include "core/log.h"
#include "core/units.h"
#include "report/contest_text.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

enum { EXIT_USAGE = 2, TABLES_MOST = 16 << 20 };

struct session {
	const struct contest_options *options;
	struct contest_config config;
	struct arena *arena;
	uint32_t set;
	const char *kernel, *setting;
	uint64_t began;
	int logs;
	int dir; /* that everything is made in */
	char name[64];
	struct frame frame;
	bool flush_said;
};

/* Operands and -l together; none: all, with io_other where it has a place. */
static int choose_loads(struct session *s, const char *const *operands, size_t count,
	struct error *err)
{
	const struct contest_config *c = &s->options->config;
	char *all = arena_strdup(s->arena, c->loads);

	for (size_t i = 0; i < count; i++)
		all = arena_printf(s->arena, "%s%s%s", all, *all ? "+" : "", operands[i]);
	if (!*all)
		all = arena_strdup(s->arena, *c->other_dir ? "all+io_other" : "all");
	s->config = *c;
	s->config.loads = all;
	int ret = load_set_parse(all, &s->set, err);
	return ret == 0 ? contest_check(&s->config, err) : ret;
}

static int choose_kernel(struct session *s, struct error *err)
{
	struct utsname machine;

	s->kernel = s->options->name;
	if (!*s->kernel) {
		(void)uname(&machine); /* cannot fail with this pointer */
		s->kernel = arena_strdup(s->arena, machine.release);
	}
	return contest_check_name(s->kernel, err);
}

/* Everything that makes a job and its loads what they are, as one word. */
static const char *setting_of(const struct session *s)
{
	const struct contest_config *c = &s->config;
	char *word = *c->job ? arena_printf(s->arena, "job=%s;clean=%s", c->job, c->clean)
			     : arena_printf(s->arena, "%s/%s/seed%" PRIu64,
				       tree_target_names[c->job_kind], tree_size_names[c->job_size],
				       s->options->seed);

	word = arena_printf(s->arena, "%s/j%" PRIu64 "/mem%s/file%s/settle%s", word, s->frame.jobs,
		units_exact_size(s->arena, c->mem), units_exact_size(s->arena, c->file_size),
		units_exact_time(s->arena, c->settle));
	for (char *p = word; *p; p++) {
		if (!isgraph((unsigned char)*p))
			*p = '_';
	}
	return word;
}

static int open_directory(const char *path, const char *what, struct error *err)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	return fd < 0 ? fail_errno(err, "%s: open directory %s", what, path) : fd;
}

/* Before the first load, on stderr: what is run, on what, where. */
static void say_sizes(struct session *s)
{
	const struct load_work *w = &s->frame.work;
	char job[256];

	frame_job_text(&s->frame, job, sizeof(job));
	log_info("contest: %s, job: %s", s->kernel, job);
	log_info("contest: memory %s (%s), files of io and read loads %s, mem_load touches %s",
		units_human_size(s->arena, (double)w->mem),
		s->config.mem      ? "as asked"
		: w->memory.capped ? "the memory cap"
				   : "RAM",
		units_human_size(s->arena, (double)w->file_size),
		units_human_size(s->arena, (double)mem_load_bytes(w)));
}

static void flush(struct session *s)
{
	AUTO_TEXT struct text said;

	text_init(&said, 1024);
	contest_flush(s->options->journal_dir, &said);
	if (!s->flush_said)
		log_info("contest: flush before each load: %s", said.data);
	s->flush_said = true;
}

static int measure(struct session *s, enum load_id id, struct figures *figures, struct error *err)
{
	int ret = frame_prepare(&s->frame, id, err);

	if (ret < 0)
		return ret;
	if (id != LOAD_CACHERUN)
		flush(s);
	ret = stop_asked() ? fail(err, ECANCELED, "stopped") : frame_start(&s->frame, err);
	if (ret == 0)
		ret = frame_job(&s->frame, figures, err);
	return ret == 0 ? frame_end(&s->frame, err) : ret;
}

static int add_to_log(struct session *s, enum load_id id, uint64_t run, const struct figures *f,
	struct error *err)
{
	const double ns = 1e-9;
	const bool idle = !loads[id].run;
	const struct contest_entry entry = {
		.kernel = s->kernel,
		.session = s->began,
		.run = run,
		.setting = s->setting,
		.job = (double)f->job_ns * ns,
		.user = (double)f->user_ns * ns,
		.sys = (double)f->sys_ns * ns,
		.load = idle ? 0 : (double)f->load_ns * ns,
		.load_cpu = (double)f->load_cpu_ns * ns,
		.amount = f->amount,
		.pass = f->whole,
		.size = frame_load_size(&s->frame, id),
	};

	return contest_log_add(s->logs, loads[id].name, &entry, err);
}

/* One run of one load, and a line on stderr that it is done. */
static int one_load(struct session *s, enum load_id id, uint64_t run, struct error *err)
{
	struct figures figures;
	int ret = measure(s, id, &figures, err);

	if (ret < 0)
		return ret;
	ret = add_to_log(s, id, run, &figures, err);
	double rate = figures.load_ns ? 1e9 * (double)figures.amount / (double)figures.load_ns : 0;
	if (ret == 0 && loads[id].run)
		log_info("contest: run %" PRIu64 " of %" PRIu64 ", %s: %.2f s, %.4g %s/s", run,
			s->options->runs, loads[id].name, (double)figures.job_ns * 1e-9, rate,
			loads[id].unit);
	else if (ret == 0)
		log_info("contest: run %" PRIu64 " of %" PRIu64 ", %s: %.2f s", run,
			s->options->runs, loads[id].name, (double)figures.job_ns * 1e-9);
	return ret;
}

static int all_runs(struct session *s, struct error *err)
{
	int ret = 0;

	for (uint64_t run = 1; ret == 0 && run <= s->options->runs; run++) {
		for (enum load_id id = 0; ret == 0 && id < LOAD_COUNT; id++) {
			if (s->set >> id & 1)
				ret = one_load(s, id, run, err);
		}
	}
	return ret;
}

static int run_in(struct session *s, struct error *err)
{
	int ret = frame_open(&s->frame, &s->config, s->dir, s->options->seed, err);

	s->frame.asked_to_stop = stop_asked;
	if (ret == 0) {
		s->setting = setting_of(s);
		s->began = clock_utc_ns() / NS_PER_S;
		say_sizes(s);
		ret = all_runs(s, err);
	}
	frame_close(&s->frame);
	return ret;
}

/* In a new directory, which a process of its own removes however this one ends. */
static int run_all(struct session *s, struct error *err)
{
	AUTO_CLOSE int parent = open_directory(s->options->dir, "dir", err);
	struct error ignored;

	if (parent < 0)
		return parent;
	for (unsigned i = 0; !s->name[0]; i++) {
		(void)snprintf(s->name, sizeof(s->name), "bakeoff-contest-%d-%u", getpid(), i);
		if (mkdirat(parent, s->name, 0700) == 0)
			break;
		if (errno != EEXIST)
			return fail_errno(err, "dir: make a directory in %s", s->options->dir);
		s->name[0] = '\0';
	}
	pid_t janitor = janitor_start(parent, s->name, err);
	if (janitor < 0)
		return janitor;
	AUTO_CLOSE int dir = openat(parent, s->name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	s->dir = dir;
	int ret = dir < 0 ? fail_errno(err, "dir: open %s", s->name) : run_in(s, err);
	int removed = janitor_end(janitor, ret < 0 ? &ignored : err);
	return ret < 0 ? ret : removed;
}

static int choose_baseline(struct results *r, const char *name, struct error *err)
{
	for (size_t v = 0; *name && v < r->variant_count; v++) {
		if (strcmp(r->variants[v].name, name) != 0)
			continue;
		r->baseline = v;
		return 0;
	}
	return *name ? fail(err, EINVAL, "baseline: the logs have no kernel '%s'", name) : 0;
}

static int print_tables(struct session *s, struct error *err)
{
	struct results results;
	struct judgement judgement;
	const char *const *notes;
	AUTO_TEXT struct text out;
	int ret = contest_log_read(s->logs, s->arena, &results, &notes, err);

	text_init(&out, TABLES_MOST);
	if (ret == 0)
		ret = choose_baseline(&results, s->options->baseline, err);
	if (ret == 0)
		ret = judge(&results, s->arena, &judgement, err);
	if (ret == 0)
		ret = contest_text(&judgement, s->options->style, s->arena, &out, err);
	if (ret == 0)
		ret = text_check(&out, "tables", err);
	if (ret < 0)
		return ret;
	for (const char *const *n = notes; *n; n++)
		log_warning("%s", *n);
	(void)fwrite(out.data, 1, out.length, stdout); /* main() looks at ferror() */
	return 0;
}

/* Ratio has a base, and a mark what it is against. */
static void say_base(const struct session *s)
{
	log_info("contest: Ratio is to the same kernel's no_load of the same run%s",
		s->options->style == CONTEST_041
			? "; * is FASTER or SLOWER than the first kernel, or --baseline's"
			: "");
}

int classic_contest(const struct contest_options *options, const char *const *operands,
	size_t count, struct arena *arena)
{
	struct session s = { .options = options, .arena = arena, .logs = -1, .dir = -1 };
	struct error err;

	if (options->report && count > 0) {
		log_error("report: '%s' is no operand of it: all logs are printed", operands[0]);
		return EXIT_USAGE;
	}
	if (choose_loads(&s, operands, count, &err) < 0 || choose_kernel(&s, &err) < 0) {
		log_error("contest: %s", err.text);
		return EXIT_USAGE;
	}
	AUTO_CLOSE int logs = open_directory(options->logs, "logs", &err);
	s.logs = logs;
	stop_catch();
	int ret = logs < 0 ? logs : 0;
	if (ret == 0 && !options->report)
		ret = run_all(&s, &err);
	if (ret == 0)
		ret = print_tables(&s, &err);
	if (ret < 0)
		log_error("contest: %s", err.text);
	if (stop_asked())
		return stop_status(stop_asked());
	if (ret == 0)
		say_base(&s);
	return ret < 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
