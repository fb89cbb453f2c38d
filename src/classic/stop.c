// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/stop.h"

static volatile sig_atomic_t asked;

static void note_signal(int signal)
{
	asked = signal;
}

void stop_catch(void)
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
	const struct sigaction once = { .sa_handler = note_signal, .sa_flags = (int)SA_RESETHAND };

	asked = 0;
	for (size_t i = 0; i < COUNT_OF(signals); i++)
		(void)sigaction(signals[i], &once, NULL); /* cannot fail with these signals */
}

int stop_asked(void)
{
	return asked;
}

const volatile sig_atomic_t *stop_flag(void)
{
	return &asked;
}

int stop_status(int signal)
{
	return 128 + signal;
}
