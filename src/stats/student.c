// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/student.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>

#include <math.h>
#include <stdbool.h>

static bool is_tail(double tail)
{
	return tail >= 0 && tail <= 1;
}

double student_tail(double t, double df)
{
	if (!(df > 0) || isnan(t))
		return NAN;
	return gsl_cdf_tdist_Q(t, df);
}

double student_two_sided(double t, double df)
{
	return 2 * student_tail(fabs(t), df);
}

double student_critical(double tail, double df)
{
	if (!(df > 0) || !is_tail(tail))
		return NAN;
	return gsl_cdf_tdist_Qinv(tail, df);
}

double normal_tail(double z)
{
	return gsl_cdf_ugaussian_Q(z);
}

double normal_critical(double tail)
{
	return is_tail(tail) ? gsl_cdf_ugaussian_Qinv(tail) : NAN;
}

double f_tail(double f, double df1, double df2)
{
	if (!(df1 > 0) || !(df2 > 0) || isnan(f))
		return NAN;
	return gsl_cdf_fdist_Q(f, df1, df2);
}

double f_two_sided(double f, double df1, double df2)
{
	if (!(df1 > 0) || !(df2 > 0) || isnan(f))
		return NAN;
	return fmin(1, 2 * fmin(gsl_cdf_fdist_Q(f, df1, df2), gsl_cdf_fdist_P(f, df1, df2)));
}

double chi2_tail(double x, double df)
{
	if (!(df > 0) || isnan(x))
		return NAN;
	return gsl_cdf_chisq_Q(x, df);
}

double chi2_critical(double tail, double df)
{
	if (!(df > 0) || !is_tail(tail))
		return NAN;
	/* GSL inverts the gamma distribution by iteration and aborts the program where it does not
	 * converge. */
	gsl_error_handler_t *handler = gsl_set_error_handler_off();
	double x = gsl_cdf_chisq_Qinv(tail, df);
	(void)gsl_set_error_handler(handler);
	return x;
}
