// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/oversd.h"

#include "stats/student.h"

#include <gsl/gsl_integration.h>
#include <gsl/gsl_randist.h>

#include <assert.h>
#include <math.h>

enum { INTERVALS = 200 };

struct weighted {
	double (*at)(double s, const void *context);
	const void *context;
	double df;
};

/* df s^2 is chi squared. */
static double weighted_at(double s, void *context)
{
	const struct weighted *w = context;
	double density = gsl_ran_chisq_pdf(w->df * s * s, w->df) * 2 * w->df * s;

	return density > 0 ? density * w->at(s, w->context) : 0;
}

double over_sample_sd(double (*at)(double s, const void *context), const void *context, double df,
	double most)
{
	struct weighted weighted = { .at = at, .context = context, .df = df };
	gsl_integration_cquad_workspace *workspace =
		gsl_integration_cquad_workspace_alloc(INTERVALS);
	gsl_function f = { .function = weighted_at, .params = &weighted };
	double value = NAN;

	assert(workspace);
	(void)gsl_integration_cquad(&f, 0, most, 1e-13, 1e-11, workspace, &value, NULL, NULL);
	gsl_integration_cquad_workspace_free(workspace);
	return value;
}

double sample_sd_limit(double df)
{
	return sqrt(chi2_critical(1e-18, df) / df);
}
