Nothing yet: no database is made; of another one that is missing it is an error:

  $ bakeoff list
  bakeoff: no experiment is stored yet; `bakeoff run` makes one
  $ bakeoff list --db=missing.db
  bakeoff: missing.db: no experiment is stored yet; `bakeoff run` makes one
  [1]
  $ bakeoff show 2>&1 | sed 's|[^ ]*bakeoff.db|DB|'
  bakeoff: DB: no experiment is stored yet; `bakeoff run` makes one
  $ find "$HOME" -name '*.db'; ls

Newest first, the id in the first column:

  $ run() { bakeoff run "$@" --variant=a:device=dir:. --variant=b:device=dir:. 2>said >out; }
  $ run nothing --operations=10 --rounds=1 --seed=1 --name=first
  $ run lmdd --size=64k --bs=4k,64k --rounds=1 --seed=42 --variant=b:lmdd.fsync=yes
  $ bakeoff list | sed 's/20..-..-..T..:..:..Z/YYYY-MM-DDThh:mm:ssZ/'
  ID  NAME    WHEN                  STATE  VARIANTS  WORKLOADS  RUNS  FAILED
   2  b-vs-a  YYYY-MM-DDThh:mm:ssZ  done   b, a      lmdd x2       8       0
   1  first   YYYY-MM-DDThh:mm:ssZ  done   a, b      nothing       4       0

An experiment: what it is, its variants, then its runs in their order:

  $ bakeoff show | sed 's/20..-..-..T..:..:..Z/DATE/; s/[0-9a-f]\{64\}/SHA/; s|^\([ab]  *\).* on dir:[^ ,]*|\1FS on dir:HERE|; /^FACTS/,/^$/d; s/ *[0-9.]* [KMG]iB.s/ RATE/; s/OUTCOME  *VALUE/OUTCOME VALUE/; s/^bakeoff .*/bakeoff VERSION/'
  experiment  2 b-vs-a
  state       done
  started     DATE
  ended       DATE
  design      1 round and a warm-up, random order from seed 42; 1 complete
  workloads   lmdd bs=4k, lmdd bs=64k
  runs        8, 0 failed
  plan        SHA
  bakeoff VERSION
  
  VARIANTS
  b           FS on dir:HERE, lmdd.fsync=yes (baseline)
  a           FS on dir:HERE
  
  RUN  ROUND  ATTEMPT  VARIANT  CELL         OUTCOME VALUE  REMARK
    5      0        0  a        lmdd bs=4k   ok RATE  warm-up: discarded
    6      0        0  a        lmdd bs=64k  ok RATE  warm-up: discarded
    7      0        0  b        lmdd bs=4k   ok RATE  warm-up: discarded
    8      0        0  b        lmdd bs=64k  ok RATE  warm-up: discarded
    9      1        0  b        lmdd bs=64k  ok RATE
   10      1        0  b        lmdd bs=4k   ok RATE
   11      1        0  a        lmdd bs=64k  ok RATE
   12      1        0  a        lmdd bs=4k   ok RATE
  $ bakeoff show 1 | sed -n '1p; s/^RUN.*/RUN/p'
  experiment  1 first
  RUN

A run: when, with which seed, how long each phase took and each kind of operation, every value in
the unit of its readers and in base units, and all facts of the machine:

  $ bakeoff show 2/8 | sed -n '1,4p; s/^\(seed  *\)[0-9]*$/\1SEED/p; /^outcome/p; s/^\(PHASE\) .*/\1/p; s/^\(METRIC\) .*/\1/p; s/^\(FACTS\)/\1/p; s/^\(host.kernel  \).*/\1/p; s/^\(target.fs  \).*/\1/p'
  run           2/8 of b-vs-a
  variant       b
  cell          lmdd bs=64k
  round         0 (warm-up: discarded), attempt 0
  seed          SEED
  outcome       ok
  PHASE
  PHASE
  METRIC
  FACTS
  host.kernel  
  target.fs  
  $ bakeoff show 2/8 | awk '/^METRIC/,/^$/ { print $1 }'
  METRIC
  write/throughput
  write/time
  write/cpu_time
  write/fsync_latency
  

The plan that was run is a plan file:

  $ bakeoff show 2 --plan >again.ini
  $ bakeoff show | sed -n 's/^plan  *//p' >sum
  $ bakeoff run --dry-run again.ini | sed -n '1s/.*SHA-256 \(.*\)):/\1/p' | cmp - sum

What there is not:

  $ bakeoff show 3 2>&1 | sed 's|[^ ]*bakeoff.db|DB|'
  bakeoff: DB: no experiment 3; `bakeoff list` shows those there are
  $ bakeoff show 1/8
  bakeoff: run 8 is of experiment 2, not of 1
  [1]
  $ bakeoff show 1/99 2>&1 | sed 's|[^ ]*bakeoff.db|DB|'
  bakeoff: DB: no run 99; `bakeoff show EXPERIMENT` lists them
  $ bakeoff show 1/
  bakeoff: '1/': EXPERIMENT/RUN is expected; `bakeoff show 1` lists the runs
  [2]
  $ bakeoff show /1
  bakeoff: '' is no id of an experiment; `bakeoff list` shows them
  [2]
  $ bakeoff show -1
  bakeoff: unknown option '-1'
  [2]
  $ bakeoff show 99999999999999999999
  bakeoff: '99999999999999999999' is no id of an experiment; `bakeoff list` shows them
  [2]
