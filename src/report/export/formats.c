// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/export/export.h"

#define EXPORT_ROW(name, needs_folder, what) { #name, needs_folder, export_##name },
const struct export_format export_formats[] = { EXPORT_FORMATS(EXPORT_ROW){ 0 } };
#undef EXPORT_ROW
