// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/measure.h"

#include "cli/command.h"
#include "cli/overwritten.h"
#include "cli/progress.h"
#include "core/log.h"
#include "experiment/run.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

/* Warnings first: what they say is said before an hour is spent. */
static int prepare(struct session *session, const struct plan *plan, uint64_t experiment,
	struct run_options *options, struct arena *arena, struct error *err)
{
	session_run_options(session, options);
	for (size_t i = 0; i < plan->warning_count; i++)
		log_warning("%s: %s", plan->warnings[i].name, plan->warnings[i].value);
	options->identities_arena = arena;
	int ret = overwritten_refuse_database(session, plan, err);
	if (ret == 0)
		ret = overwritten_identities(session, plan, experiment, arena, &options->identities,
			err);
	if (ret == 0)
		ret = experiment_check(plan, options, NULL, NULL, err);
	if (ret == 0 && !session->store)
		ret = session_open_store(session, err);
	if (ret == 0)
		ret = session_measure(session, err);
	return ret;
}

int measure_and_report(struct session *session, const struct plan *plan, uint64_t experiment,
	int style, struct arena *arena)
{
	struct report_request request = { .baseline = "", .style = style };
	struct run_options options;
	struct results results;
	struct judgement judgement;
	struct error err;
	uint64_t id = experiment;

	if (prepare(session, plan, experiment, &options, arena, &err) < 0)
		return say_failure(&err);
	log_set_before(progress_clear, NULL);
	int ret = experiment_run(plan, session->store, &options, &id, &err);
	progress_clear(NULL);
	if (ret < 0)
		log_error("%s%s", ret == -EPROTO ? "INVALID: " : "", err.text);
	if (ret == -ECANCELED && id)
		log_info("experiment %" PRIu64 " is stored as interrupted; `bakeoff resume %" PRIu64
			 "` goes on with it",
			id, id);
	if (ret == -ECANCELED)
		return EXIT_INTERRUPTED;
	if (ret < 0 && ret != -EPROTO)
		return EXIT_WENT_WRONG;

	request.experiments = &id;
	request.experiment_count = 1;
	if (report_read(session, &request, arena, &results, &err) < 0 ||
		report_print(&results, &request, arena, &judgement, &err) < 0)
		return say_failure(&err);
	bool invalid = judgement_has(&judgement, VERDICT_INVALID);
	if (ret == 0 && invalid)
		log_error("INVALID: facts that have to be the same are not; docs/facts.md says "
			  "which");
	log_info("experiment %" PRIu64 " is in %s", id, session->db);
	log_info("look at it again: bakeoff compare %" PRIu64 ", bakeoff show %" PRIu64
		 ", bakeoff list",
		id, id);
	return ret < 0 || invalid ? EXIT_WENT_WRONG : EXIT_DONE;
}
