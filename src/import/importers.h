// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "import/import.h"

/* One for each file; the order in which they look is registry.c's. */
extern const struct importer aim7_importer;
extern const struct importer aim9_importer;
extern const struct importer bonnie_importer;
extern const struct importer contest_importer;
extern const struct importer dbench_importer;
extern const struct importer dd_importer;
extern const struct importer fs_mark_importer;
extern const struct importer kbench_importer;
extern const struct importer lmdd_importer;
extern const struct importer means_importer;
extern const struct importer postmark_config_importer;
extern const struct importer postmark_importer;
extern const struct importer reaim_importer;
