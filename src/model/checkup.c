// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/checkup.h"

const char *check_grade_name(enum check_grade grade)
{
	static const char *const names[] = {
		[CHECK_OK] = "ok",
		[CHECK_NOTE] = "note",
		[CHECK_UNKNOWN] = "unknown",
		[CHECK_WARNING] = "warning",
		[CHECK_BAD] = "bad",
	};

	return names[grade];
}

void checkup_add(struct checkup *checkup, const char *check, enum check_grade grade,
	const char *remedy, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	*ARENA_PUSH(checkup->arena, checkup->findings, checkup->count) = (struct finding){
		.check = check,
		.grade = grade,
		.text = arena_vprintf(checkup->arena, format, args),
		.remedy = remedy,
	};
	va_end(args);
}

size_t checkup_count(const struct checkup *checkup, enum check_grade grade)
{
	size_t count = 0;

	for (size_t i = 0; i < checkup->count; i++)
		count += checkup->findings[i].grade == grade;
	return count;
}
