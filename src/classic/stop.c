// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/stop.h"

#include <errno.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGPIPE };
static volatile sig_atomic_t asked;
static volatile sig_atomic_t told = -1; /* an eventfd */
static struct timespec first;           /* when; written before asked */
static struct sigaction before[COUNT_OF(signals)], before_limit;

/*
 * timeout(1) sends its signal to the process and then to its group, so that the second follows at
 * once: that one is not meant to kill. Nor is SIGPIPE, which follows each word that nobody reads.
 */
static void note_signal(int number)
{
	const uint64_t one = 1;
	const int kept = errno;
	struct timespec now;

	(void)clock_gettime(CLOCK_MONOTONIC_COARSE, &now); /* cannot fail; safe in a handler */
	if (asked == 0) {
		first = now;
		asked = number;
		if (told >= 0)
			(void)!write(told, &one, sizeof(one)); /* it has room for the first */
	} else if (number != SIGPIPE && now.tv_sec - first.tv_sec > 1) {
		(void)signal(number, SIG_DFL); /* cannot fail with these signals */
		(void)raise(number);           /* is delivered when this handler returns */
	}
	errno = kept;
}

/* nohup(1) has HUP ignored, a shell's `trap '' PIPE` the other: they mean it. A job in the
 * background of a script has ^C ignored without anybody having meant it. */
static bool stays_ignored(int number, const struct sigaction *found)
{
	return (number == SIGHUP || number == SIGPIPE) && found->sa_handler == SIG_IGN;
}

/* sigaction() cannot fail with these signals. A write above `ulimit -f` is to fail, not to kill. */
void stop_catch(void)
{
	const struct sigaction note = { .sa_handler = note_signal };
	const struct sigaction ignore = { .sa_handler = SIG_IGN };

	asked = 0;
	for (size_t i = 0; i < COUNT_OF(signals); i++) {
		(void)sigaction(signals[i], &note, &before[i]);
		if (stays_ignored(signals[i], &before[i]))
			(void)sigaction(signals[i], &before[i], NULL);
	}
	(void)sigaction(SIGXFSZ, &ignore, &before_limit);
}

void stop_release(void)
{
	for (size_t i = 0; i < COUNT_OF(signals); i++)
		(void)sigaction(signals[i], &before[i], NULL); /* what was there before */
	(void)sigaction(SIGXFSZ, &before_limit, NULL);
}

int stop_asked(void)
{
	return asked;
}

const volatile sig_atomic_t *stop_flag(void)
{
	return &asked;
}

int stop_descriptor(void)
{
	if (told < 0)
		told = eventfd(asked ? 1 : 0, EFD_CLOEXEC | EFD_NONBLOCK);
	return told >= 0 ? told : -errno;
}

int stop_status(int signal)
{
	return 128 + signal;
}
