// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/error.h"

#include <pcp/pmapi.h>

#include <pcp/import.h>

/*
 * The functions of libpcp_import that write archives. The library is loaded when an archive is
 * wanted, not linked: it would double the time of every start of bakeoff.
 */
#define PCP_FUNCTIONS(X) \
	X(pmiAddInstance) \
	X(pmiAddMetric) \
	X(pmiEnd) \
	X(pmiErrStr_r) \
	X(pmiInDom) \
	X(pmiPutValue) \
	X(pmiSetHostname) \
	X(pmiSetTimezone) \
	X(pmiStart) \
	X(pmiWrite)

#define PCP_MEMBER(function) __typeof__(function) *function;
struct pcp_functions {
	PCP_FUNCTIONS(PCP_MEMBER)
};
#undef PCP_MEMBER

/* Filled by pcp_load(). */
extern struct pcp_functions libpcp;

/* Loads it once. -ENOENT, with the package that has it, where there is none. */
int pcp_load(struct error *err) MUST_CHECK;
