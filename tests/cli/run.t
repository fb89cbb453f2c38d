A small experiment on two folders. Not on a terminal, progress is a plain line for each run, without
escape codes; the verdict alone is on stdout:

  $ mkdir a b
  $ run() {
  >   bakeoff run nothing --operations=10 --rounds=3 --seed=42 \
  >     --variant=a:device=dir:a --variant=b:device=dir:b "$@" 2>said
  > }
  $ run >verdict
  $ sed 's/ [0-9.e+]* 1\/s/ RATE/; s/, [0-9a-z. ]* left/, TIME left/; s|[^ ]*.db|DB|' said
  bakeoff: run 1 of 8, warm-up, b, nothing: RATE, TIME left
  bakeoff: run 2 of 8, warm-up, a, nothing: RATE, TIME left
  bakeoff: run 3 of 8, round 1 of 3, a, nothing: RATE, TIME left
  bakeoff: run 4 of 8, round 1 of 3, b, nothing: RATE, TIME left
  bakeoff: run 5 of 8, round 2 of 3, a, nothing: RATE, TIME left
  bakeoff: run 6 of 8, round 2 of 3, b, nothing: RATE, TIME left
  bakeoff: run 7 of 8, round 3 of 3, b, nothing: RATE, TIME left
  bakeoff: run 8 of 8, round 3 of 3, a, nothing: RATE
  bakeoff: experiment 1 is in DB
  bakeoff: look at it again: bakeoff compare 1, bakeoff show 1, bakeoff list
  $ sed -n '/^experiment\|^[ab]: \|^workload/{s/plan [0-9a-f]*/plan SHA/; s/: tmpfs on dir:.*//; s/: dir:.*//; p;}' verdict
  experiment 1  a-vs-b  baseline a  variant b  m=1  margin \xc2\xb15%  alpha 0.05  plan SHA (esc)
  a
  b
  workload: nothing operations=10
  $ grep -c '^[A-Z].* nothing .*ops/s .* n=3' verdict
  1
  $ tr '\n' ' ' <verdict | grep -o 'rig: .* plan [0-9a-f]*' | sed 's/drift [-+0-9.]*/drift X/; s/plan [0-9a-f]*/plan SHA/; s/  */ /g'
  rig: no A/A arm drift X%/experiment rounds 3+1 warm-up order random seed 42 plan SHA
  $ grep -c "$(printf '\033')" said verdict
  said:0
  verdict:0
  [1]

The order is the one that a dry run shows for the same seed, never all of one variant first, each
variant once in a round, and it is in the JSON:

  $ run --dry-run | sed -n '/^Schedule/,/^ *a round/p'
  Schedule, from seed 42:
    warm-up (discarded): b, a
    round 1: a, b
    round 2: a, b
    round 3: b, a
    a round with a failed run is repeated whole at the end, at most 1 of them
  $ run --dry-run >one && run --dry-run | cmp - one
  $ json() { bakeoff compare --style=json | python3 -c "import json, sys; d = json.load(sys.stdin); $1"; }
  $ json 'print(*[(r["round"], r["variant"]) for r in d["runs"]])'
  (0, 'b') (0, 'a') (1, 'a') (1, 'b') (2, 'a') (2, 'b') (3, 'b') (3, 'a')
  $ run --dry-run --order=sequential | sed -n '/^warning: order/p; /^Schedule/,/^ *a round/p'
  warning: order: sequential: drift is taken for a difference; random is fair
  Schedule, from seed 42:
    sequential: a warm-up (discarded) and 3 rounds of one variant,
    then of the next: a, b
    a round with a failed run is repeated whole at the end, at most 1 of them

Without a seed one is drawn, and shown:

  $ bakeoff run --dry-run nothing | grep -c '^seed = [0-9]'
  1

A variant alone is a measurement: no verdict. What is measured n = 1 times has no deviation:

  $ bakeoff run nothing --operations=10 --rounds=1 --style=classic --seed=1 2>/dev/null |
  >   sed -n 's/^\(nothing.*ops.s\)  *[0-9.]* *- *- /\1 MEAN - - /p'
  nothing nothing/rate  ops/s MEAN - -  1
  $ json 'v = d["metrics"][0]["variants"][0]["summary"]; print(v["n"], v["sd"], v["mean_low"], v["reason"])'
  1 None None one value has no spread

Nothing is left of a run:

  $ ls -A a b
  a:
  
  b:

Output goes into a full disk: a failure, and the results are kept all the same:

  $ bakeoff run nothing --operations=10 --rounds=1 >/dev/full 2>said; echo $?
  1
  $ tail -n 1 said
  bakeoff: write to standard output: No space left on device
  $ bakeoff list | wc -l
  4
