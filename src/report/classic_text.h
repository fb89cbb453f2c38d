// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text.h"
#include "report/judge.h"
#include "report/verdict_text.h"

/*
 * --style=classic: the tables of the XFS port's test mails of 2000. For each variant OPERATION,
 * MEAN, ST.DEV. (n - 1) and % ST.DEV; then for each variant OPERATION, base, variant and REL. =
 * variant / base of these means. Primary metrics, all with verbose (or where none is primary).
 * -ENOMEM.
 */
int classic_text(const struct judgement *j, const struct report_options *options, struct text *out,
	struct error *err) MUST_CHECK;
