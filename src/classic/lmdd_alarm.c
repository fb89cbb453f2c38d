// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/lmdd_alarm.h"

#include "classic/stop.h"

#include <signal.h>
#include <stddef.h>
#include <sys/time.h>

enum { REMINDER_US = 50000 };

static volatile sig_atomic_t time_is_over;

static void note_alarm(int signal)
{
	(void)signal;
	time_is_over = 1;
}

void lmdd_catch_signals(void)
{
	struct sigaction alarm = { .sa_handler = note_alarm };
	struct sigaction ignore = { .sa_handler = SIG_IGN };

	stop_catch();
	time_is_over = 0;
	(void)sigaction(SIGALRM, &alarm, NULL); /* cannot fail with these signals */
	(void)sigaction(SIGPIPE, &ignore, NULL);
}

/* Again and again: an alarm between the look at it and a read would be lost. */
static void arm(struct timeval first)
{
	const struct itimerval timer = {
		.it_value = first,
		.it_interval = { .tv_usec = REMINDER_US },
	};

	(void)setitimer(ITIMER_REAL, &timer, NULL); /* cannot fail with these values */
}

void lmdd_set_alarm(uint64_t seconds)
{
	if (seconds > 0)
		arm((struct timeval){ .tv_sec = (time_t)seconds });
}

void lmdd_remind(void)
{
	arm((struct timeval){ .tv_usec = REMINDER_US });
}

bool lmdd_time_is_over(void)
{
	return time_is_over;
}

bool lmdd_is_to_end(void)
{
	return time_is_over || stop_asked();
}
