adaptive = yes: the first rounds are a pilot. Its spread, and nothing else of it, fixes once how
many rounds there are. A margin of 0.1 % asks for more than any cap; the seed gives the orders of
all of them before the first run:

  $ mkdir a b
  $ cat >plan.ini <<EOF
  > [experiment]
  > adaptive = yes
  > rounds = 3
  > cap = 5
  > seed = 42
  > margin = 0.1%
  > [variant a]
  > device = dir:a
  > [variant b]
  > device = dir:b
  > [workload nothing]
  > operations = 10
  > EOF
  $ bakeoff run --dry-run plan.ini | sed -n '/^adaptive/p; /^cap/p; /^Schedule/,/^ *a round/p; s/, about [0-9.]* s/, about TIME/g; /^Time/p'
  adaptive = yes
  cap = 5
  Schedule, from seed 42:
    warm-up (discarded): b, a
    round 1: a, b
    round 2: a, b
    round 3: b, a
    that was the pilot: its spread alone fixes, once, how many of these follow:
    round 4: a, b
    round 5: a, b
    a round with a failed run is repeated whole at the end of pilot or experiment, at most 1 of them
  Time: 8 runs, about TIME (the pilot) to 12 runs, about TIME (the cap), if the device does 100 MB/s and a run costs 1 s besides
  $ bakeoff run plan.ini >verdict 2>said
  $ sed 's/ [0-9.e+]* 1\/s/ RATE/; s/, [0-9a-z. ]* left/, TIME left/; s|[^ ]*.db|DB|
  >   /pilot of/{s/[0-9.]* %/N %/; s/: [^:]*$/: WHAT IS LEFT OPEN/;}' said
  bakeoff: run 1 of 8, warm-up, b, nothing: RATE, TIME left
  bakeoff: run 2 of 8, warm-up, a, nothing: RATE, TIME left
  bakeoff: run 3 of 8, pilot round 1 of 3, a, nothing: RATE, TIME left
  bakeoff: run 4 of 8, pilot round 1 of 3, b, nothing: RATE, TIME left
  bakeoff: run 5 of 8, pilot round 2 of 3, a, nothing: RATE, TIME left
  bakeoff: run 6 of 8, pilot round 2 of 3, b, nothing: RATE, TIME left
  bakeoff: run 7 of 8, pilot round 3 of 3, b, nothing: RATE, TIME left
  bakeoff: run 8 of 8, pilot round 3 of 3, a, nothing: RATE
  bakeoff: pilot of 3 rounds: spread N %; cap 5 binds: WHAT IS LEFT OPEN
  bakeoff: run 9 of 12, round 4 of 5, a, nothing: RATE, TIME left
  bakeoff: run 10 of 12, round 4 of 5, b, nothing: RATE, TIME left
  bakeoff: run 11 of 12, round 5 of 5, a, nothing: RATE, TIME left
  bakeoff: run 12 of 12, round 5 of 5, b, nothing: RATE
  bakeoff: experiment 1 is in DB
  bakeoff: look at it again: bakeoff compare 1, bakeoff show 1, bakeoff list

The interval is that of the pilot's spread, on its n - 1 degrees of freedom:

  $ grep '^rig' verdict
  rig: no A/A arm*  rounds 5+1 warm-up  pilot 3 * (glob)
  $ bakeoff compare -v | sed -n 's/.*df=\([0-9.]*\).*/\1/p' | head -n 1
  2

As many rounds are run as the pilot has fixed, and no more:

  $ bakeoff run plan.ini --margin=60% --cap=20 2>said >verdict
  $ fixed=$(sqlite3 "$XDG_DATA_HOME/bakeoff/bakeoff.db" "SELECT fixed_rounds FROM experiments WHERE id = 2")
  $ grep -c "rounds $fixed+1 warm-up" verdict
  1
  $ grep -c "round [0-9]* of $fixed," said | grep -qx "$((2 * (fixed - 3)))\|6" && echo as many
  as many

What makes no sense is said before anything is run:

  $ no() { bakeoff run --dry-run plan.ini "$@"; }
  $ no --rounds=2
  bakeoff: plan.ini:2: adaptive: rounds: 2 is below the least of a pilot, 3
  [2]
  $ no --cap=2
  bakeoff: plan.ini:2: adaptive: cap: 2 is below the pilot's 3 rounds
  [2]
  $ no --order=sequential
  bakeoff: plan.ini:2: adaptive: order = sequential has no rounds to learn from
  [2]
  $ bakeoff run --dry-run nothing --adaptive
  bakeoff: command line: adaptive: one variant alone has no comparison to settle; name two variants
  [2]
  $ no --adaptive=no | grep -e ^cap -e ^warning
  warning: cap: means nothing without adaptive = yes

A hidden copy of the baseline comes with six rounds and two variants, unless it is not wanted; the
plan says what `auto` came to:

  $ aa() { bakeoff run --dry-run nothing --variant=a:device=dir:a --variant=b:device=dir:b "$@" |
  >   sed -n 's/, / /g; /^aa/p; s/.*(discarded): //p' | xargs -n 1 | sort | xargs; }
  $ aa --rounds=6
  = a aa aa b yes
  $ aa --rounds=5
  = a aa b no
  $ aa --rounds=3 --aa
  = a aa aa b yes
  $ aa --rounds=10 --aa=no
  = a aa b no
  $ bakeoff run --dry-run nothing --rounds=10 | grep ^aa
  aa = no
