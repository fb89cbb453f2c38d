// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base.h"

/*
 * p values of a family, adjusted for its size: an adjusted p is compared with alpha
 * itself. NaN (not tested) stays NaN and does not count towards the family.
 * adjusted[n] may be p[n].
 */

/* At most alpha chance of any false claim. Source: Holm 1979. */
void adjust_holm(const double *p, size_t n, double *adjusted);
/* q values: at most that share of false claims. Source: Benjamini and Hochberg 1995. */
void adjust_bh(const double *p, size_t n, double *adjusted);
