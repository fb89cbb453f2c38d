// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/student.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_randist.h>

#include <math.h>
#include <stdbool.h>

/* Degrees of freedom: from CHI2_MANY on GSL's inverse of chi squared loses its way, beyond
 * CHI2_MOST its tail ends the program, and the normal approximation is good to nine digits. */
enum { CHI2_MANY = 1000, CHI2_MOST = 1000000 };

static bool is_tail(double tail)
{
	return tail >= 0 && tail <= 1;
}

/* Wilson and Hilferty 1931: the cube root of chi2 / df is nearly normal. */
static double chi2_spread(double df)
{
	return 2 / (9 * df);
}

static double chi2_nearly(double tail, double df)
{
	double spread = chi2_spread(df);
	double root = 1 - spread + normal_critical(tail) * sqrt(spread);

	return df * root * root * root;
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
	if (df > CHI2_MOST)
		return normal_tail(
			(cbrt(fmax(x, 0) / df) - 1 + chi2_spread(df)) / sqrt(chi2_spread(df)));
	return gsl_cdf_chisq_Q(x, df);
}

static double chi2_of_many(double tail, double df)
{
	double x = chi2_nearly(tail, df);

	/* Newton's steps from there */
	for (int step = 0; step < 4 && df <= CHI2_MOST; step++) {
		double density = gsl_ran_chisq_pdf(x, df);
		if (!(density > 0))
			break;
		x += (gsl_cdf_chisq_Q(x, df) - tail) / density;
	}
	return x;
}

double chi2_critical(double tail, double df)
{
	if (!(df > 0) || !is_tail(tail))
		return NAN;
	if (df > CHI2_MANY && tail > 0 && tail < 1)
		return chi2_of_many(tail, df);
	/* GSL inverts the gamma distribution by iteration and aborts the program where it does not
	 * converge. */
	gsl_error_handler_t *handler = gsl_set_error_handler_off();
	double x = gsl_cdf_chisq_Qinv(tail, df);
	(void)gsl_set_error_handler(handler);
	return x;
}
