// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "import/import.h"

/* One for each file; the order in which they look is registry.c's. */
extern const struct importer aim7_importer;
extern const struct importer aim9_importer;
extern const struct importer bakeoff_importer;
extern const struct importer benchstat_importer;
extern const struct importer bonnie_importer;
extern const struct importer contest_importer;
extern const struct importer dbench_importer;
extern const struct importer dd_importer;
extern const struct importer elbencho_importer;
extern const struct importer filebench_importer;
extern const struct importer fio_importer;
extern const struct importer fs_mark_importer;
extern const struct importer hyperfine_importer;
extern const struct importer ior_importer;
extern const struct importer kbench_importer;
extern const struct importer lmdd_importer;
extern const struct importer mdtest_importer;
extern const struct importer means_importer;
extern const struct importer postmark_config_importer;
extern const struct importer postmark_importer;
extern const struct importer reaim_importer;
extern const struct importer smallfile_importer;
extern const struct importer sysbench_importer;
