// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/postmark.h"
#include "classic/stop.h"
#include "core/auto.h"
#include "core/clock.h"
#include "core/error.h"
#include "workloads/postmark_files.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>

struct run {
	struct postmark_pool pool;
	struct postmark_files files;
	struct postmark_op op; /* in progress, or the last */
	const char *part;      /* of the run, for who asks where it was stopped */
	uint64_t untimed_ns;   /* spent on looking at what was done */
	struct postmark_result result;
};

static struct postmark_plan plan_of(const struct postmark_settings *s)
{
	return (struct postmark_plan){
		.number = s->number,
		.transactions = s->transactions,
		.low = s->low,
		.high = s->high,
		.seed = s->seed,
		.subdirectories = s->subdirectories,
		.bias_read = s->bias_read,
		.bias_create = s->bias_create,
		.weights = s->weights,
		.locations = (uint32_t)s->location_count,
	};
}

static struct postmark_files_config files_of(const struct postmark_settings *s)
{
	return (struct postmark_files_config){
		.dir = AT_FDCWD,
		.locations = s->locations,
		.location_count = (uint32_t)s->location_count,
		.subdirectories = s->subdirectories,
		.buffering = s->buffering,
		.read_block = s->read_block,
		.write_block = s->write_block,
		.high = s->high,
	};
}

/* What is printed on stdout is seen at once: a run may take hours. */
static void say(const char *text)
{
	(void)fputs(text, stdout); /* main() looks at the stream's errors */
	(void)fflush(stdout);
}

/* The clock stands still while the work is looked at. */
static uint64_t now(const struct run *run)
{
	return clock_monotonic_ns() - run->untimed_ns;
}

static int verify(struct run *run, struct error *err)
{
	uint64_t start = clock_monotonic_ns();
	int ret = postmark_files_verify(&run->files, &run->pool, err);

	run->untimed_ns += clock_monotonic_ns() - start;
	return ret < 0 ? fail_in(err, ret, "after %s", run->part) : 0;
}

static int do_one(struct run *run, struct error *err)
{
	int ret = postmark_files_do(&run->files, run->pool.text, &run->op, err);

	if (ret < 0)
		return ret;
	postmark_count(&run->result, &run->op);
	return stop_asked() ? -EINTR : 0;
}

static int create_files(struct run *run, struct error *err)
{
	run->part = "creating files";
	say("Creating files...");
	for (uint32_t i = 0; i < run->pool.plan.number; i++) {
		(void)postmark_pool_create(&run->pool, &run->op); /* half of the slots are free */
		int ret = do_one(run, err);
		if (ret < 0)
			return ret;
	}
	say("Done\n");
	return 0;
}

static int out_of_files(const struct run *run, struct error *err)
{
	say("out of files!\nFor this workload, either increase the number of files or\n"
	    "decrease the number of transactions.\n");
	return fail(err, ENODATA, "out of files after %" PRIu32 " of %" PRIu32 " transactions",
		run->pool.transactions, run->pool.plan.transactions);
}

/* A dot after the first transaction and then for each tenth of them: never more than ten. */
static int perform_transactions(struct run *run, struct error *err)
{
	const uint32_t asked = run->pool.plan.transactions, tenth = (asked + 9) / 10;
	uint32_t next_dot = 0;
	int ret;

	run->part = "performing transactions";
	say("Performing transactions");
	while ((ret = postmark_pool_transact(&run->pool, &run->op)) > 0) {
		ret = do_one(run, err);
		if (ret < 0)
			return ret;
		if (run->pool.transactions > next_dot) {
			say(".");
			next_dot += tenth;
		}
	}
	run->op.number = 0;
	if (ret < 0)
		return out_of_files(run, err);
	for (; next_dot < asked; next_dot += tenth)
		say("."); /* the last transactions had nothing to do */
	return 0;
}

static int delete_files(struct run *run, struct error *err)
{
	const uint32_t before = run->result.deleted;

	run->part = "deleting files";
	say("Deleting files...");
	while (postmark_pool_delete(&run->pool, &run->op)) {
		int ret = do_one(run, err);
		if (ret < 0)
			return ret;
	}
	run->result.deleted_alone = run->result.deleted - before;
	return 0;
}

/* The three timed parts, each looked at afterwards. */
static int run_timed(struct run *run, struct error *err)
{
	struct postmark_result *r = &run->result;

	r->start = now(run);
	int ret = create_files(run, err);
	if (ret < 0)
		return ret;
	ret = verify(run, err);
	if (ret < 0)
		return ret;
	r->created_at = now(run);
	ret = perform_transactions(run, err);
	if (ret < 0)
		return ret;
	r->transacted_at = now(run);
	say("Done\n");
	ret = verify(run, err);
	if (ret == 0)
		ret = delete_files(run, err);
	r->end = now(run);
	if (ret < 0)
		return ret;
	say("Done\n");
	return verify(run, err);
}

static int make_directories(struct run *run, struct error *err)
{
	if (run->pool.plan.subdirectories < 2)
		return 0;
	run->part = "creating subdirectories";
	say("Creating subdirectories...");
	int ret = postmark_files_make_directories(&run->files, err);
	if (ret == 0)
		say("Done\n");
	return ret;
}

static int remove_directories(struct run *run, struct error *err)
{
	if (run->pool.plan.subdirectories < 2)
		return 0;
	run->part = "deleting subdirectories";
	say("Deleting subdirectories...");
	int ret = postmark_files_remove_directories(&run->files, err);
	if (ret == 0)
		say("Done\n");
	return ret;
}

/* Nothing is left behind; what cannot be removed is told after the reason of the failure. */
static int clean_up(struct run *run, int ret, struct error *err)
{
	struct error failure = *err, left;
	int removed = postmark_files_remove(&run->files, &run->pool, &run->op, &left);

	if (removed == 0)
		removed = postmark_files_remove_directories(&run->files, &left);
	if (removed == 0)
		return ret;
	return fail(err, -ret, "%.240s%s%.240s", failure.text, ret == -EINTR ? "" : "; ",
		left.text);
}

static void report_partial(FILE *out, const struct run *run)
{
	const struct postmark_result *r = &run->result;

	fprintf(out,
		"interrupted while %s, after %" PRIu32 " of %" PRIu32 " transactions:\n"
		"\tfiles made %" PRIu32 ", appended to %" PRIu64 ", read %" PRIu64
		", removed again %" PRIu32 "\n"
		"\tbytes in: %" PRIu64 ", out: %" PRIu64 "; wall clock: %.6f s\n",
		run->part, run->pool.transactions, r->transactions, r->created, r->appended,
		r->read, r->deleted, r->bytes_read, r->bytes_written,
		(double)(r->end - r->start) / (double)NS_PER_S);
}

static int run_all(struct run *run, struct error *err)
{
	int ret = make_directories(run, err);

	if (ret == 0)
		ret = run_timed(run, err);
	if (ret == 0)
		ret = remove_directories(run, err);
	if (ret < 0) {
		if (ret != -ENODATA)
			say("\n"); /* ends the line that was begun */
		run->result.end = now(run);
		ret = clean_up(run, ret, err);
	}
	return ret;
}

/* Whatever can be known to fail does so before anything is made. */
static int prepare(struct run *run, const struct postmark_settings *settings, struct error *err)
{
	const struct postmark_plan plan = plan_of(settings);
	const struct postmark_files_config config = files_of(settings);
	int ret = postmark_files_init(&run->files, &config, err);

	if (ret == 0)
		ret = postmark_files_check(&run->files, plan.number + plan.transactions, err);
	if (ret == 0)
		ret = postmark_pool_init(&run->pool, &plan, err);
	run->result.number = plan.number;
	run->result.transactions = plan.transactions;
	return ret;
}

static int close_report(FILE *out, const char *name, struct error *err)
{
	if (!name)
		return 0;
	bool bad = ferror(out) != 0;
	return fclose(out) != 0 || bad ? fail_errno(err, "cannot write report '%s'", name) : 0;
}

int postmark_run(const struct postmark_settings *settings, enum postmark_version version,
	const char *report_file, struct error *err)
{
	FILE *out = report_file ? fopen(report_file, "ae") : stdout;
	struct run run = { .part = "preparing" };

	if (!out)
		return fail_errno(err, "cannot append to report '%s'", report_file);
	int ret = prepare(&run, settings, err);
	if (ret == 0) {
		stop_catch(); /* not before: as long as nothing is made, a signal may kill */
		ret = run_all(&run, err);
		if (ret == 0)
			postmark_report(out, &run.result, version, settings->terse);
		else if (ret == -EINTR)
			report_partial(out, &run);
		stop_release();
	}
	postmark_pool_release(&run.pool);
	postmark_files_release(&run.files);
	int closed = close_report(out, report_file, ret == 0 ? err : &(struct error){ 0 });
	return ret < 0 ? ret : closed;
}
