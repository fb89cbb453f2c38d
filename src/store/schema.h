// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/*
 * The schema as the migrations that lead to it: schema_migrations[n] leads from version n
 * (PRAGMA user_version; 0 is an empty file) to n + 1. A migration that was released is never
 * changed: a new one follows it. docs/store.md tells what the tables mean.
 */
enum {
	SCHEMA_VERSION = 6,
	SCHEMA_APPLICATION_ID = 0x42616b65, /* PRAGMA application_id: "Bake" in ASCII */
};

extern const char *const schema_migrations[SCHEMA_VERSION];
