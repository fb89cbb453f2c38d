// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/*
 * The classic tools under their own command lines. argv[0] is the tool's name. Each prints what the
 * tool prints, where the tool prints it, and returns the exit status of bakeoff:
 * 0 done, 1 something failed, 2 wrong usage, 128 and the signal where one stopped it: 130 for ^C.
 */
int classic_aim9(int argc, char **argv);
int classic_bonnie(int argc, char **argv);
int classic_dbench(int argc, char **argv);
int classic_lmdd(int argc, char **argv);
int classic_postmark(int argc, char **argv);
int classic_tbench(int argc, char **argv);
