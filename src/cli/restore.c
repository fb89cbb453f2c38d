// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/restore.h"

#include "cli/session.h"
#include "report/export/export_json.h"

#include <stdio.h>

int restore_export(const char *db, const char *text, size_t size, struct arena *arena,
	struct error *err)
{
	struct session session;
	AUTO_TEXT struct text said;
	int ret = session_start(&session, arena, db, err);

	if (ret < 0)
		return ret;
	text_init(&said, MIB);
	ret = session_open_store(&session, err);
	if (ret == 0)
		ret = export_read_json(session.store, text, size, &said, err);
	session_end(&session);
	if (ret == 0)
		fputs(said.data, stdout);
	return ret;
}
