Where nothing is stored there is nothing to compare, and no database is made:

  $ bakeoff compare 2>&1 | sed 's|[^ ]*bakeoff.db|DB|'
  bakeoff: DB: no experiment is stored yet; `bakeoff run` makes one
  $ ls "$XDG_DATA_HOME" 2>/dev/null
  [2]

Two experiments, whose values are then put into the database by hand: 1 is faster, 2 too short:

  $ run() {
  >   bakeoff run nothing --operations=10 --seed=42 --variant=a:device=dir:. --variant=b:device=dir:. \
  >     --variant=c:device=dir:. "$@" 2>said >out
  > }
  $ run --rounds=6 --aa=no --name=six
  $ run --rounds=1 --name=one
  $ sql() { sqlite3 "$XDG_DATA_HOME/bakeoff/bakeoff.db" "$@"; }
  $ sql "DELETE FROM logs; UPDATE facts SET text = '{}'; UPDATE experiments SET plan_sha256 = substr(printf('%08x', id) || printf('%056x', 0), 1, 64);
  > UPDATE vals SET value = (SELECT
  >   (CASE variant WHEN 0 THEN 1000 WHEN 1 THEN 1200 ELSE 1003 END) * (1 + 0.002 * ((round * 7 + variant * 3) % 5))
  >   FROM runs WHERE runs.id = vals.run) WHERE metric IN (SELECT id FROM metrics WHERE metric = 'rate')"

The newest is taken where none is named; one run for each variant is a difference and no verdict:

  $ bakeoff compare
  experiment 2  one  baseline a  variants b, c  m=2  margin \xc2\xb15%  alpha 0.05  plan 00000002 (esc)
  a: dir:* (glob)
  b: dir:* (glob)
  c: dir:* (glob)
  workload: nothing operations=10
  INCONCLUSIVE  b  nothing nothing/rate  ops/s  1004 -> 1200  +19.5%  n=1  not enough data
  INCONCLUSIVE  c  nothing nothing/rate  ops/s  1004 -> 1009  +0.5%   n=1  not enough data
  rig: no A/A arm  rounds 1+1 warm-up  order random  seed 42  plan 00000002
  $ bakeoff compare 2 | head -n 1 | cut -c -21
  experiment 2  one  ba
  $ bakeoff compare 1
  experiment 1  six  baseline a  variants b, c  m=2  margin \xc2\xb15%  alpha 0.05  plan 00000001 (esc)
  a: dir:* (glob)
  b: dir:* (glob)
  c: dir:* (glob)
  workload: nothing operations=10
  FASTER        b nothing nothing/rate ops/s 1004 -> 1204 +19.92% [+19.27, +20.57] n=6 p<.0001h  >=5%
  EQUIVALENT\xc2\xb15% c nothing nothing/rate ops/s 1004 -> 1007 +0.33% [-0.09, +0.76]    n=6 pt<.0001h (esc)
  rig: no A/A arm  drift 0.0%/experiment  rounds 6+1 warm-up  order random  seed 42  plan 00000001

Another baseline, more words, the classic table:

  $ bakeoff compare 1 --baseline=b | grep -v ^rig
  experiment 1  six  baseline b  variants a, c  m=2  margin \xc2\xb15%  alpha 0.05  plan 00000001 (esc)
  a: dir:* (glob)
  b: dir:* (glob)
  c: dir:* (glob)
  workload: nothing operations=10
  SLOWER  a  nothing nothing/rate  ops/s  1204 -> 1004  -16.61% [-17.06, -16.16]  n=6  p<.0001h  >=5%
  SLOWER  c  nothing nothing/rate  ops/s  1204 -> 1007  -16.33% [-16.81, -15.85]  n=6  p<.0001h  >=5%
  $ bakeoff compare 1 -v | sed -n '/^FASTER/,/exact/p'
  FASTER        b nothing nothing/rate ops/s 1004 -> 1204 +19.92% [+19.27, +20.57] n=6 p<.0001h  >=5%
      a: mean 1004 ops/s sd 0.28% (sd CI 0.18-0.69%) min 1000 median 1004 max 1008 n=6
      | b: mean 1204 ops/s sd 0.33% (sd CI 0.20-0.80%) min 1200 median 1204 max 1210 n=6
      | t=86.49 df=5 p<.0001  exact p=.031  rank p=.031  | TOST\xc2\xb15% p=1.0 (esc)
  $ bakeoff compare 1 --style=classic | sed 's/^Date: .*/Date: DATE/; s/^Plan: [0-9a-f]*/Plan: SHA/; s/dir:.*/DIR/; /^---/d; /warm-up/,$d'
  Test: six (experiment 1)
  Date: DATE
  Plan: SHA, seed 42
  
  a: DIR
  OPERATION             UNIT      MEAN  ST.DEV.  % ST.DEV  N
  nothing nothing/rate  ops/s  1004.00     2.83      0.28  6
  
  b: DIR
  OPERATION             UNIT      MEAN  ST.DEV.  % ST.DEV  N
  nothing nothing/rate  ops/s  1204.00     3.92      0.33  6
  
  c: DIR
  OPERATION             UNIT      MEAN  ST.DEV.  % ST.DEV  N
  nothing nothing/rate  ops/s  1007.35     2.95      0.29  6
  
  Comparison b/a
  OPERATION             UNIT         A        B  REL.
  nothing nothing/rate  ops/s  1004.00  1204.00  1.20
  
  Comparison c/a
  OPERATION             UNIT         A        C  REL.
  nothing nothing/rate  ops/s  1004.00  1007.35  1.00
  
  Above 1.00 is better in: nothing/rate.
  

For programs: one document of JSON and nothing else on stdout, every value in it, and no NaN:

  $ bakeoff compare 1 --style=json >json && python3 -c 'import json; json.load(open("json"), parse_constant=lambda c: 1 / 0)'
  $ bakeoff compare 2 --style=json >json && python3 -c 'import json; json.load(open("json"), parse_constant=lambda c: 1 / 0)'
  $ bakeoff compare 1 --style=csv | sed -n '1,4p'
  experiment,cell,phase,metric,unit,better,variant,round,value,discarded\r (esc)
  1,nothing,nothing,rate,1/s,higher,a,0,1000,yes\r (esc)
  1,nothing,nothing,rate,1/s,higher,a,1,1004,no\r (esc)
  1,nothing,nothing,rate,1/s,higher,a,2,1008,no\r (esc)
  $ bakeoff compare 1 --style=csv | grep -c '^1,nothing,nothing,rate,'
  21

Numbers have a point in every locale:

  $ locale -a 2>/dev/null | grep -m 1 -i '^de_DE' >locale || echo C >locale
  $ bakeoff compare 1 >plain && LC_ALL=$(cat locale) bakeoff compare 1 | cmp - plain

A gate for scripts: 0, or 3 where a variant is slower, 4 where strict and nothing is sure:

  $ bakeoff compare 1 --gate >/dev/null
  $ bakeoff compare 1 --baseline=b --gate >/dev/null
  [3]
  $ bakeoff compare 2 --gate >/dev/null
  $ bakeoff compare 2 --gate=strict >/dev/null
  [4]
  $ sql "UPDATE experiments SET state = 'invalid', state_reason = 'too many rounds failed' WHERE id = 2"
  $ bakeoff compare 2 --gate >/dev/null
  [5]
  $ bakeoff compare 2 | sed -n 2p
  state: invalid: too many rounds failed

What is not there, and what is no id:

  $ bakeoff compare 3 2>&1 | sed 's|[^ ]*bakeoff.db|DB|'
  bakeoff: DB: no experiment 3; `bakeoff list` shows those there are
  $ bakeoff compare 0
  bakeoff: '0' is no id of an experiment; `bakeoff list` shows them
  [2]
  $ bakeoff compare six
  bakeoff: 'six' is no id of an experiment; `bakeoff list` shows them
  [2]
  $ bakeoff compare 1 --baseline=d
  bakeoff: baseline: 'd' is none of a, b, c
  [2]
  $ bakeoff compare 1 --style=html
  bakeoff: style: 'html' is none of verdict, classic, contest, json, csv
  [2]
  $ bakeoff compare --gate=maybe
  bakeoff: gate: 'maybe' is none of no, yes, strict
  [2]
  $ bakeoff compare --db=missing.db
  bakeoff: missing.db: no experiment is stored yet; `bakeoff run` makes one
  [1]
  $ ls missing.db
  ls: cannot access 'missing.db': No such file or directory
  [2]
  $ echo "no database" >text && bakeoff compare --db=text
  bakeoff: text: no bakeoff database; name another file with --db
  [1]

A variant without any value is told, and no gate that is strict lets it through; so are two, and a
measurement of nothing:

  $ sql "UPDATE experiments SET state = 'done', state_reason = '' WHERE id = 2;
  > DELETE FROM vals WHERE run IN (SELECT id FROM runs WHERE experiment = 2 AND variant = 1)"
  $ bakeoff compare 2 --gate | sed -n '/NO-VERDICT/p'
  NO-VERDICT   b nothing rate ops/s - -> -             n=0 no round has a value of both  !missing.1
  $ bakeoff compare 2 --gate=strict >/dev/null
  [4]
  $ sql "DELETE FROM vals"
  $ bakeoff compare 2 --gate | sed -n '/NO-VERDICT/p'
  NO-VERDICT  nothing to compare: no metric has a value of two variants
  $ bakeoff compare 1 2 --gate=strict | sed -n '/NO-VERDICT/p; /MEASURED/p'
  NO-VERDICT  nothing to compare: no metric has a value of two variants
  $ bakeoff compare 2 --gate=strict >/dev/null
  [4]
  $ sql "PRAGMA foreign_keys = ON; DELETE FROM variants WHERE experiment = 2 AND position > 0"
  $ bakeoff compare 2 --gate=strict | sed -n '/NO-VERDICT/p'
  NO-VERDICT  nothing was measured
  $ sql "PRAGMA foreign_keys = ON; DELETE FROM variants WHERE experiment = 2"
  $ bakeoff compare 2 2>&1 | sed 's|[^ ]*bakeoff.db|DB|'
  bakeoff: DB: experiment 2 has no variant: the database is damaged

Whoever is writing, what is stored can be read, by several at once; what cannot be read says why:

  $ cat >hold.py <<'EOF'
  > import sqlite3, sys, time
  > held = sqlite3.connect(sys.argv[1], isolation_level=None)
  > held.execute("BEGIN EXCLUSIVE")
  > print("held", flush=True)
  > time.sleep(60)
  > EOF
  $ sql "DELETE FROM experiments WHERE id = 2"
  $ cp "$XDG_DATA_HOME/bakeoff/bakeoff.db" kept.db
  $ python3 hold.py kept.db >holds & holder=$!
  $ until [ -s holds ]; do sleep 0.1; done
  $ seq 4 | xargs -P 4 -I {} timeout 30 sh -c 'bakeoff compare 1 --db=kept.db --style=csv | wc -l'
  1
  1
  1
  1
  $ kill $holder; wait $holder 2>/dev/null
  [143]
  $ sqlite3 kept.db "PRAGMA user_version = 99"; bakeoff compare 1 --db=kept.db 2>&1 | sed 's/up to [0-9]*/up to N/'
  bakeoff: kept.db: its schema version is 99, and this bakeoff knows them up to N: use a newer bakeoff
  $ truncate -s 20000 kept.db; bakeoff compare 1 --db=kept.db
  bakeoff: kept.db: the database is damaged: keep a copy, then try sqlite3's .recover
  [1]
  $ mkfifo pipe.db; timeout 10 bakeoff compare 1 --db=pipe.db
  bakeoff: pipe.db: no regular file, so no database
  [1]
