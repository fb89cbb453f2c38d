// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/export/export.h"

#include <errno.h>

int export_pcp(const struct export *e, const struct export_place *to, struct error *err)
{
	(void)e;
	(void)to;
	return fail(err, EOPNOTSUPP,
		"format pcp: this bakeoff was built without libpcp-import1-dev");
}
