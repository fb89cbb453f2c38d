// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/dbench_kinds.h"

#include <inttypes.h>
#include <string.h>
#include <strings.h>

#define OP(kind, name, short, paths, least, most, handle, size, usage) \
	[DBENCH_##kind] = { name, short, paths, least, most, false, usage, handle, size }
#define STEER(kind, name, paths, numbers, usage) \
	[DBENCH_##kind] = { name, name, paths, numbers, numbers, true, usage, -1, -1 }

const struct dbench_form dbench_forms[DBENCH_KINDS] = {
	OP(NTCREATEX, "NTCreateX", "NTCreateX", 1, 3, 3, 2, -1,
		"NTCreateX \"\\path\" OPTIONS DISPOSITION HANDLE STATUS"),
	OP(CLOSE, "Close", "Close", 0, 1, 1, 0, -1, "Close HANDLE STATUS"),
	OP(RENAME, "Rename", "Rename", 2, 0, 0, -1, -1, "Rename \"\\old\" \"\\new\" STATUS"),
	OP(UNLINK, "Unlink", "Unlink", 1, 0, 1, -1, -1, "Unlink \"\\path\" ATTRIBUTES STATUS"),
	OP(DELTREE, "Deltree", "Deltree", 1, 0, 0, -1, -1, "Deltree \"\\path\" STATUS"),
	OP(RMDIR, "Rmdir", "Rmdir", 1, 0, 0, -1, -1, "Rmdir \"\\path\" STATUS"),
	OP(MKDIR, "Mkdir", "Mkdir", 1, 0, 0, -1, -1, "Mkdir \"\\path\" STATUS"),
	OP(QUERY_PATH, "QUERY_PATH_INFORMATION", "Qpathinfo", 1, 0, 1, -1, -1,
		"QUERY_PATH_INFORMATION \"\\path\" LEVEL STATUS"),
	OP(QUERY_FILE, "QUERY_FILE_INFORMATION", "Qfileinfo", 0, 1, 2, 0, -1,
		"QUERY_FILE_INFORMATION HANDLE LEVEL STATUS"),
	OP(QUERY_FS, "QUERY_FS_INFORMATION", "Qfsinfo", 0, 0, 1, -1, -1,
		"QUERY_FS_INFORMATION LEVEL STATUS"),
	OP(SET_FILE, "SET_FILE_INFORMATION", "Sfileinfo", 0, 1, 2, 0, -1,
		"SET_FILE_INFORMATION HANDLE LEVEL STATUS"),
	OP(FIND_FIRST, "FIND_FIRST", "Find", 1, 2, 3, -1, -1,
		"FIND_FIRST \"\\pattern\" LEVEL MAXCOUNT COUNT STATUS"),
	OP(WRITEX, "WriteX", "WriteX", 0, 3, 4, 0, 2, "WriteX HANDLE OFFSET SIZE EXPECTED STATUS"),
	OP(READX, "ReadX", "ReadX", 0, 4, 4, 0, 2, "ReadX HANDLE OFFSET SIZE EXPECTED STATUS"),
	OP(LOCKX, "LockX", "LockX", 0, 3, 3, 0, -1, "LockX HANDLE OFFSET SIZE STATUS"),
	OP(UNLOCKX, "UnlockX", "UnlockX", 0, 3, 3, 0, -1, "UnlockX HANDLE OFFSET SIZE STATUS"),
	OP(FLUSH, "Flush", "Flush", 0, 1, 1, 0, -1, "Flush HANDLE STATUS"),
	STEER(SLEEP, "Sleep", 0, 1, "Sleep MICROSECONDS"),
	STEER(REPEAT, "REPEAT", 0, 1, "REPEAT TIMES"),
	STEER(LOOP, "LOOP", 0, 1, "LOOP TIMES"),
	STEER(ENDLOOP, "ENDLOOP", 0, 0, "ENDLOOP"),
	STEER(RANDOMSTRING, "RANDOMSTRING", 1, 1, "RANDOMSTRING SLOT \"text[set]text\""),
	STEER(WRITEPATTERN, "WRITEPATTERN", 1, 0, "WRITEPATTERN TEXT"),
	STEER(SETSP, "SETSP", 0, 1, "SETSP POINT"),
	STEER(WAITSP, "WAITSP", 0, 2, "WAITSP CLIENT POINT"),
};

enum dbench_kind dbench_kind_find(const char *name, size_t length)
{
	for (unsigned k = 0; k < DBENCH_KINDS; k++) {
		const char *known = dbench_forms[k].name;
		if ((known[0] | 0x20) == (name[0] | 0x20) && strlen(known) == length &&
			strncasecmp(known, name, length) == 0)
			return (enum dbench_kind)k;
	}
	return DBENCH_KINDS;
}

const char *dbench_kind_name(enum dbench_kind kind)
{
	return dbench_forms[kind].name;
}

const char *dbench_kind_short_name(enum dbench_kind kind)
{
	return dbench_forms[kind].short_name;
}

static void describe_expr(const struct dbench_expr *e, struct text *out)
{
	if (e->random)
		text_puts(out, "*");
	for (unsigned q = 0; q < e->count; q++) {
		char sign = e->qualifiers[q].sign;
		if (sign == 'c' || sign == 'n')
			text_puts(out, sign == 'c' ? "+child" : "+num_children");
		else
			text_printf(out, "%c%" PRIu64, sign, e->qualifiers[q].number);
	}
}

static void describe_arg(const struct dbench_load *load, const struct dbench_op *op, unsigned i,
	struct text *out)
{
	text_puts(out, " ");
	if (op->computed & 1u << i)
		describe_expr((const struct dbench_expr *)load->exprs.data + op->args[i], out);
	else if (op->kind == DBENCH_NTCREATEX && i < 2)
		text_printf(out, "0x%" PRIx64, op->args[i]);
	else
		text_printf(out, "%" PRIu64, op->args[i]);
}

void dbench_describe(const struct dbench_load *load, const struct dbench_op *op, struct text *out)
{
	static const char *const statuses[] = {
		[DBENCH_SUCCEEDS] = " SUCCESS",
		[DBENCH_FAILS] = " ERROR",
		[DBENCH_EITHER] = " *",
	};
	const struct dbench_form *form = &dbench_forms[op->kind];

	text_puts(out, form->name);
	if (op->kind == DBENCH_RANDOMSTRING)
		describe_arg(load, op, 0, out);
	for (unsigned p = 0; p < form->paths; p++)
		text_printf(out, " \"%s\"", dbench_text(load, op->names[p]));
	for (unsigned i = 0; op->kind != DBENCH_RANDOMSTRING && i < op->arg_count; i++)
		describe_arg(load, op, i, out);
	if (!form->no_status)
		text_puts(out, statuses[op->expect]);
}
