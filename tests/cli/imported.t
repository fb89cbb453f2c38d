Results of other tools, stored and compared.

Tables of means, as they were posted in 2000: nobody says of how many runs, so there is no verdict, but the table
that was meant:

  $ cat >means.txt <<'END'
  > Test: AIM
  > Units: ops/second
  > Host: oak, two processors
  > Native
  > ------
  > OPERATION MEAN ST.DEV. % ST.DEV
  > creat-clo 33000.50 200.25 0.61
  > disk_rd 105000.25 450.50 0.43
  > Other
  > -----
  > OPERATION MEAN ST.DEV. % ST.DEV
  > creat-clo 30360.46 250.50 0.83
  > disk_rd 106050.25 500.25 0.47
  > Comparison Other/Native
  > OPERATION NATIVE OTHER REL.
  > creat-clo 33000.50 30360.46 0.92
  > disk_rd 105000.25 106050.25 1.01
  > END
  $ bakeoff import means.txt
  experiment 1: 2 variants, 2 metrics, 4 values from means.txt (aim9)
  n of 4 summaries is not said: no verdict without it; say it to compare with --n
  look at it: bakeoff compare 1
  $ bakeoff compare
  experiment 1  means  baseline Native  variant Other  m=0  margin \xc2\xb15%  alpha 0.05  imported (esc)
  workloads: creat-clo, disk_rd group=oak
  imported: means.txt (aim9), SHA-256 af5c1782
  n of 4 summaries is not said: no verdict without it; --n says it
  NO-VERDICT creat-clo ops ops/s 33000 -> 30360   -2640 (-8.0%) n=?+? n is not known (--n says it)
  NO-VERDICT disk_rd ops   ops/s 105000 -> 106050 +1050 (+1.0%) n=?+? n is not known (--n says it)
  rig: imported: in which order and how often each arm was made afresh is not known: not replicated
        !not-interleaved
  note: classic/ops is the metric of creat-clo, disk_rd
  $ bakeoff compare --style=classic | sed 's/^Imported: .*/Imported: DATE/'
  Test: means (experiment 1)
  Imported: DATE
  Note: imported: means.txt (aim9), SHA-256 af5c1782
  Note: n of 4 summaries is not said: no verdict without it; --n says it
  
  Native
  ------
  OPERATION              UNIT        MEAN  ST.DEV.  % ST.DEV  N
  creat-clo classic/ops  ops/s   33000.50   200.25      0.61  -
  disk_rd classic/ops    ops/s  105000.25   450.50      0.43  -
  
  Other
  -----
  OPERATION              UNIT        MEAN  ST.DEV.  % ST.DEV  N
  creat-clo classic/ops  ops/s   30360.46   250.50      0.83  -
  disk_rd classic/ops    ops/s  106050.25   500.25      0.47  -
  
  Comparison Other/Native
  -----------------------
  OPERATION              UNIT      NATIVE      OTHER  REL.
  creat-clo classic/ops  ops/s   33000.50   30360.46  0.92
  disk_rd classic/ops    ops/s  105000.25  106050.25  1.01
  
  Above 1.00 is better in: classic/ops.
  
  $ bakeoff compare --n=3
  experiment 1  means  baseline Native  variant Other  m=2  margin \xc2\xb15%  alpha 0.05  imported (esc)
  workloads: creat-clo, disk_rd group=oak
  imported: means.txt (aim9), SHA-256 af5c1782
  assumed: n=3 of 4 summaries, as --n says
  SLOWER        creat-clo ops/s 33000 -> 30359   -8.0% [-9.6, -6.4] n=3+3 p=.0005h >=5% !summary-only
  EQUIVALENT\xc2\xb15% disk_rd   ops/s 104999 -> 106049 +1.0% [0.0, +2.0]  n=3+3 pt=.0005h (esc)
  rig: imported: in which order and how often each arm was made afresh is not known: not replicated
        !not-interleaved
  note: classic/ops is the metric of creat-clo, disk_rd
  $ bakeoff compare --n=3 -v --explain | sed -n '/^SLOWER/,/^EQUI/p'
  SLOWER        creat-clo ops/s 33000 -> 30359   -8.0% [-9.6, -6.4] n=3+3 p=.0005h >=5% !summary-only
      Native: mean 33000 ops/s sd 0.61% (sd CI 0.32-3.8%) n=3
      | Other: mean 30360 ops/s sd 0.83% (sd CI 0.43-5.2%) n=3  | t=-14.10 df=3.67 p=.0002
      raw t=-14.26 df=3.81 p=.0002  | TOST\xc2\xb15% p=1.0 (esc)
      creat-clo classic/ops, Other against Native; higher is better. The difference is shown at 5% (t
      test on logarithms); there are no values to confirm it by an exact test; it is at least 5%. Of
      each arm only mean, sd and n are known: no exact test, no look at single runs. Ratio of
      geometric means 0.919986 = exp(-0.0833972), 95% interval exp(-0.0833972 \xc2\xb1 t * 0.00591) = (esc)
      [0.90447, 0.935767], t=-14.1037, df=3.67386, p=.0002: Welch's t test (Welch 1947) on the moments
      of the log-normal distribution that has the given mean and sd. Equality within \xc2\xb15%, ln(ratio) (esc)
      between \xc2\xb1ln(1 + margin): two one-sided tests, p=1.0 (Schuirmann 1987). For 2 comparisons at once (esc)
      Holm's correction (Holm 1979) makes it p=.0005 and p=1.0 for equality.
  EQUIVALENT\xc2\xb15% disk_rd   ops/s 104999 -> 106049 +1.0% [0.0, +2.0]  n=3+3 pt=.0005h (esc)
  $ bakeoff compare --gate=strict >said; echo $?
  4
  $ bakeoff compare --style=csv
  experiment,cell,phase,metric,unit,better,variant,round,value,discarded,mean,sd,n\r (esc)
  1,creat-clo,classic,ops,1/s,higher,Native,,,no,33000.5,200.25,\r (esc)
  1,creat-clo,classic,ops,1/s,higher,Other,,,no,30360.459999999999,250.5,\r (esc)
  1,disk_rd,classic,ops,1/s,higher,Native,,,no,105000.25,450.5,\r (esc)
  1,disk_rd,classic,ops,1/s,higher,Other,,,no,106050.25,500.25,\r (esc)
  $ bakeoff compare --style=json | python3 -c '
  > import json, sys
  > d = json.load(sys.stdin, parse_constant=lambda c: 1 / 0)
  > print(d["imported"]["assumed"], d["experiment"]["seed"], d["experiment"]["plan_sha256"])
  > arm = d["metrics"][0]["variants"][1]
  > print(arm["imported"], arm["values"], arm["summary"]["mean"], arm["summary"]["n"], arm["summary"]["reason"])
  > print([(c["verdict"], c["reason"]) for m in d["metrics"] for c in m["comparisons"]])'
  [] None None
  {'file': 'means.txt', 'line': 12, 'tool': 'aim9', 'version': None, 'name': 'aim9/creat-clo rate', 'unit': 'ops/s'} [] 30360.46 0 n is not known
  [(None, 'n is not known (--n says it)'), (None, 'n is not known (--n says it)')]

The number of runs can be said when they are read, too; one run is none:

  $ bakeoff import means.txt --n=10 | grep -e n=
  assumed: n=10 of 4 summaries, as --n says
  $ bakeoff compare | grep -e ^SLOWER -e ^EQUI
  SLOWER creat-clo ops/s 33000 -> 30359 -8.00% [-8.63, -7.37] n=10+10 p<.0001h  >=5%  !summary-only
  EQUIVALENT\xc2\xb15% disk_rd ops/s 104999 -> 106049 +1.00% [+0.57, +1.43] n=10+10 pt<.0001h  real-but-small (esc)
  $ bakeoff compare 1 --n=1 | grep NO-V
  NO-VERDICT creat-clo classic/ops ops/s 33000 -> 30360   -2640 (-8.0%) n=1+1 not enough data: n is 1
  NO-VERDICT disk_rd classic/ops   ops/s 105000 -> 106050 +1050 (+1.0%) n=1+1 not enough data: n is 1

Samples, one a line, of which the order is not known; what is only about right, or a range, is said:

  $ cat >tests.txt <<'END'
  >               -------Sequential Output-------- ---Sequential Input-- --Random--
  >               -Per Char- --Block--- -Rewrite-- -Per Char- --Block--- --Seeks---
  > Machine    MB K/sec %CPU K/sec %CPU K/sec %CPU K/sec %CPU K/sec %CPU  /sec %CPU
  > TEST2     256  3600 98.0 10100 14.0  5700 10.0  3300 99.0 18000 19.0 184.0  2.0
  > TEST2     256  3610 98.0 10110 14.0  5710 10.0  3310 99.0 18010 19.0 185.0  2.0
  > TEST2     256  3590 98.0 10090 14.0  5690 10.0  3290 99.0 17990 19.0 183.0  2.0
  > TEST1     256  3601 98.0  9100 14.0  5700 10.0  3300 99.0 18000 19.0 184.5  2.0
  > TEST1     256  3612 98.0  9110 14.0  5712 10.0  3312 99.0 18012 19.0 185.5  2.0
  > TEST1     256  3593 98.0  9090 14.0  5693 10.0  3293 99.0 17993 19.0 183.5  2.0
  > lmdd
  >        Write      Read
  > TEST2  10.5 MB/s  ~18.5 MB/s
  > TEST1  10.5 MB/s  ~19 MB/s
  > END
  $ bakeoff import tests.txt
  experiment 3: 2 variants, 14 metrics, 76 values from tests.txt (bonnie, lmdd)
  assumed: bonnie: K/sec is taken as KiB/s
  assumed: lmdd: MB is taken as 10^6 bytes
  look at it: bakeoff compare 3
  $ bakeoff compare
  experiment 3  tests  baseline TEST2  variant TEST1  m=8  margin \xc2\xb15%  alpha 0.05  imported (esc)
  workload: bonnie size=256M style=bonnie
  workload: lmdd
  imported: tests.txt (bonnie, lmdd), SHA-256 91779410
  assumed: bonnie: K/sec is taken as KiB/s
  assumed: lmdd: MB is taken as 10^6 bytes
  EQUIVALENT\xc2\xb15% bonnie putc/throughput MiB/s 3.516 -> 3.518 +0.06% [-0.56, +0.67] n=3+3 pt<.0001h (esc)
  SLOWER bonnie block_~e/throughput#2 MiB/s 9.863 -> 8.887 -9.90% [-10.12, -9.69] n=3+3 p<.0001h  >=5%
  EQUIVALENT\xc2\xb15% bonnie rewrite/throughput MiB/s 5.566 -> 5.568 +0.03% [-0.36, +0.42] n=3+3 pt<.0001h (esc)
  EQUIVALENT\xc2\xb15% bonnie getc/throughput MiB/s 3.223 -> 3.224 +0.05% [-0.62, +0.73] n=3+3 pt<.0001h (esc)
  EQUIVALENT\xc2\xb15% bonnie block~d/throughput#5 MiB/s 17.58 -> 17.58 +0.01% [-0.11, +0.13] n=3+3 pt<.0001h (esc)
  EQUIVALENT\xc2\xb15% bonnie seeks/rate             ops/s 184.0 -> 184.5 +0.3% [-1.0, +1.5] n=3+3 pt=.0005h (esc)
  INCONCLUSIVE  lmdd write/throughput         MiB/s 10.01 -> 10.01 0.0% n=1+1 not enough data  !note.1
  INCONCLUSIVE  lmdd read/throughput          MiB/s 17.64 -> 18.12 +2.7% n=1+1 not enough data !note.1
  rig: imported: in which order and how often each arm was made afresh is not known: not replicated
        !not-interleaved
  note 1: line 12: lmdd/read throughput is only about 18.5 MB/s (lmdd; TEST2, TEST1; first in round 1)
  note: TEST1 bonnie block_write/throughput: shown as "bonnie block_~e/throughput#2"; !exact-floor.10
  note: TEST1 bonnie block_read/throughput: shown as "bonnie block~d/throughput#5"
  $ bakeoff show | sed 's/20[0-9-]*T[0-9:]*Z/DATE/'
  experiment  3 tests
  state       imported
  started     DATE
  ended       DATE
  design      up to 3 samples of anything, in which order is not known
  workloads   bonnie, lmdd
  runs        8, 0 failed
  bakeoff     0.1.0
  imported    tests.txt, SHA-256 91779410e7fd104d971b9bfdba6fb2557ee8798769ac9843556906fb16b8d26e
  assumed     bonnie: K/sec is taken as KiB/s
              lmdd: MB is taken as 10^6 bytes
  
  VARIANTS
  TEST2       (baseline)
  TEST1       -
  
  RUN  ROUND  ATTEMPT  VARIANT  CELL    OUTCOME        VALUE  REMARK
    9      1        0  TEST2    bonnie  ok       3.516 MiB/s
   10      2        0  TEST2    bonnie  ok       3.525 MiB/s
   11      3        0  TEST2    bonnie  ok       3.506 MiB/s
   12      1        0  TEST1    bonnie  ok       3.517 MiB/s
   13      2        0  TEST1    bonnie  ok       3.527 MiB/s
   14      3        0  TEST1    bonnie  ok       3.509 MiB/s
   15      1        0  TEST2    lmdd    ok       10.01 MiB/s
   16      1        0  TEST1    lmdd    ok       10.01 MiB/s
  $ bakeoff show 3/$(bakeoff show | awk '/TEST1 .*lmdd/ { print $1 }') | sed 's/20[0-9-]*T[0-9:]*Z/DATE/'
  run           3/16 of tests
  variant       TEST1
  cell          lmdd
  round         1, attempt 0
  seed          0
  started       DATE
  took          0 ns
  outcome       ok
  
  METRIC            VALUE  UNIT   BETTER  PRIMARY        BASE UNITS
  write/throughput  10.01  MiB/s  higher  yes      10500000 bytes/s
  read/throughput   18.12  MiB/s  higher  yes      19000000 bytes/s
  
  IMPORTED
  VALUE             FROM       LINE  TOOL  AS                     UNIT  MEAN  SD  N  SAID
  write/throughput  tests.txt    13  lmdd  lmdd/write throughput  MB/s
  read/throughput   tests.txt    13  lmdd  lmdd/read throughput   MB/s               about
  
  LOG
  -                     warning: line 13: lmdd/read throughput is only about 19 MB/s
  $ bakeoff list | sed 's/20[0-9-]*T[0-9:]*Z/DATE/'
  ID  NAME   WHEN                  STATE     VARIANTS       WORKLOADS           RUNS  FAILED
   3  tests  DATE  imported  TEST2, TEST1   bonnie, lmdd           8       0
   2  means  DATE  imported  Native, Other  creat-clo, disk_rd     4       0
   1  means  DATE  imported  Native, Other  creat-clo, disk_rd     4       0
  $ bakeoff show 3 --plan
  bakeoff: experiment 3 was imported: it has no plan
  [1]
  $ bakeoff resume 3
  bakeoff: experiment 3 is done: there is nothing to go on with
  [1]

Versions of a tool, units and sizes that differ are said before the table; UP and SMP are apart, as are numbers of
clients; what one variant does not have is compared with nothing:

  $ cat >a.json <<'END'
  > {"schema": "bakeoff.import/1", "values": [
  > {"tool": "contest", "tool_version": "0.34", "workload": "contest/io_load", "metric": "time", "variant": "old", "unit": "s", "better": "lower", "group": "UP", "values": [100.5, 101.5, 102.5], "line": 1},
  > {"tool": "contest", "tool_version": "0.41", "workload": "contest/io_load", "metric": "time", "variant": "new", "unit": "s", "better": "lower", "group": "UP", "values": [90.5, 91.5, 92.5], "line": 2},
  > {"tool": "contest", "tool_version": "0.41", "workload": "contest/io_load", "metric": "time", "variant": "new", "unit": "s", "better": "lower", "group": "SMP", "values": [60.5, 61.5, 62.5], "line": 3},
  > {"tool": "lmdd", "workload": "lmdd/write", "metric": "throughput", "variant": "old", "unit": "MB/s", "better": "higher", "values": [10.5, 10.25], "settings": {"bs": "4k"}, "line": 4},
  > {"tool": "lmdd", "workload": "lmdd/write", "metric": "throughput", "variant": "new", "unit": "KiB/s", "better": "higher", "values": [10253.90625, 10009.765625], "settings": {"bs": "4k"}, "line": 5},
  > {"tool": "lmdd", "workload": "lmdd/write", "metric": "throughput", "variant": "new", "unit": "KiB/s", "better": "higher", "values": [9000.5], "settings": {"bs": "8k"}, "line": 6}]}
  > END
  $ bakeoff import a.json
  experiment 4: 2 variants, 4 metrics, 14 values from a.json (contest 0.34, contest 0.41, lmdd)
  assumed: lmdd: MB is taken as 10^6 bytes
  look at it: bakeoff compare 4
  $ bakeoff compare
  experiment 4  a  baseline old  variant new  m=2  margin \xc2\xb15%  alpha 0.05  imported (esc)
  workloads: contest, lmdd
  imported: a.json (contest 0.34, contest 0.41, lmdd), SHA-256 2d05b661
  assumed: lmdd: MB is taken as 10^6 bytes
  differs: tool of contest: contest 0.34 (old); contest 0.41 (new)
  differs: group of contest: UP (old); UP, SMP (new)
  differs: unit of lmdd throughput: MB/s (old); KiB/s (new)
  differs: bs of lmdd: 4k (old); 4k, 8k (new)
  FASTER contest group=UP s 101.5 -> 91.50 -9.9% [-12.0, -7.7] n=3+3 p=.0003h  >=5%  !exact-floor.10
  INCONCLUSIVE lmdd bs=4k       MiB/s 9.894 -> 9.894 0.0% [-7.1, +7.6]   n=2+2 not enough data
  rig: imported: in which order and how often each arm was made afresh is not known: not replicated
        !not-interleaved
  not compared: only of new: contest group=SMP io_load/time, lmdd bs=8k write/throughput
  note: io_load/time is the metric of contest group=UP
  note: write/throughput is the metric of lmdd bs=4k

Several texts are one experiment, or one each; the same text twice is none:

  $ printf 'Throughput 200 MB/sec 4 procs\n' >one.txt
  $ printf 'Throughput 210 MB/sec 4 procs\nThroughput 211 MB/sec 8 procs\n' >two.txt
  $ bakeoff import one.txt two.txt
  experiment 5: 2 variants, 2 metrics, 3 values from one.txt, two.txt (dbench)
  assumed: one.txt names no variant: one, after the file; --variant says another
  assumed: two.txt names no variant: two, after the file; --variant says another
  assumed: dbench: MB is taken as 10^6 bytes
  look at it: bakeoff compare 5
  $ bakeoff compare
  experiment 5  one and 1 more  baseline one  variant two  m=1  margin \xc2\xb15%  alpha 0.05  imported (esc)
  workload: dbench
  imported: one.txt (dbench), SHA-256 24b13bb9
  imported: two.txt (dbench), SHA-256 b4c0c831
  assumed: one.txt names no variant: one, after the file; --variant says another
  assumed: two.txt names no variant: two, after the file; --variant says another
  assumed: dbench: MB is taken as 10^6 bytes
  differs: numjobs of dbench: 4 (one); 4, 8 (two)
  INCONCLUSIVE dbench numjobs=4 replay/throughput MiB/s 190.7 -> 200.3 +5.0% n=1+1 not enough data
  rig: imported: in which order and how often each arm was made afresh is not known: not replicated
        !not-interleaved
  not compared: only of two: dbench numjobs=8 replay/throughput
  $ bakeoff import one.txt two.txt --variant=6.1
  experiment 6: 1 variant, 2 metrics, 3 values from one.txt, two.txt (dbench)
  assumed: 6.1 is in one.txt and in two.txt: samples of one variant
  assumed: dbench: MB is taken as 10^6 bytes
  look at it: bakeoff compare 6
  $ bakeoff import --variant=6.1 - <one.txt | head -n 1
  experiment 7: 1 variant, 1 metric, 1 value from standard input (dbench)
  $ bakeoff import two.txt --variant=6.12 | head -n 1
  experiment 8: 1 variant, 2 metrics, 2 values from two.txt (dbench)
  $ bakeoff compare 7 8
  experiments 7, 8  baseline 6.1  variant 6.12  m=1  margin \xc2\xb15%  alpha 0.05 (esc)
  imported: standard input (dbench), SHA-256 24b13bb9
  imported: two.txt (dbench), SHA-256 b4c0c831
  assumed: dbench: MB is taken as 10^6 bytes
  differs: numjobs of dbench: 4 (6.1); 4, 8 (6.12)
  INCONCLUSIVE dbench numjobs=4 MiB/s 190.7 -> 200.3 +5.0% n=1+1 not enough data  !not-interleaved
  rig: experiment 7 standard input imported: in which order and how often each arm was made afresh is
        not known: not replicated !not-interleaved
  rig: experiment 8 two imported: in which order and how often each arm was made afresh is not known:
        not replicated !not-interleaved
  rig: no A/A arm !not-interleaved: what differs above may be the effect
  not compared: dbench numjobs=8 replay/throughput [bytes/s]: only in experiment 8
  note: replay/throughput is the metric of dbench numjobs=4
  $ cp one.txt copy.txt && bakeoff import one.txt copy.txt
  bakeoff: copy.txt: the same text as one.txt
  [2]
  $ bakeoff compare 7 8 --style=classic | sed 's/^Imported: .*/Imported: DATE/' | head -n 20
  Test: standard input (experiment 7, done)
  Imported: DATE
  Test: two (experiment 8, done)
  Imported: DATE
  Note: imported: standard input (dbench), SHA-256 24b13bb9
  Note: imported: two.txt (dbench), SHA-256 b4c0c831
  Note: assumed: dbench: MB is taken as 10^6 bytes
  Differs: numjobs of dbench: 4 (6.1); 4, 8 (6.12)
  
  6.1
  ---
  OPERATION                           UNIT     MEAN  ST.DEV.  % ST.DEV  N
  dbench numjobs=4 replay/throughput  MiB/s  190.73        -         -  1
  
  6.12
  ----
  OPERATION                           UNIT     MEAN  ST.DEV.  % ST.DEV  N
  dbench numjobs=4 replay/throughput  MiB/s  200.27        -         -  1
  dbench numjobs=8 replay/throughput  MiB/s  201.23        -         -  1
  

With an experiment of our own: the same metric has the same name, and what is not known to be the same is said:

  $ bakeoff run lmdd --size=1M --fsync=no --rounds=4 --aa=no --variant=here:device=dir:. --name=own --seed=1 2>said >out
  $ sqlite3 "$XDG_DATA_HOME/bakeoff/bakeoff.db" "DELETE FROM logs;
  > UPDATE vals SET value = 10500000 + run % 4 * 1000 WHERE run IN (SELECT id FROM runs WHERE experiment = 9)"
  $ cat >lmdd.txt <<'END'
  > $ lmdd if=internal of=file bs=8k move=10m fsync=1
  > 10.4858 MB in 1.0000 secs, 10.4858 MB/sec
  > $ lmdd if=internal of=file bs=8k move=10m fsync=1
  > 10.4858 MB in 0.9990 secs, 10.4963 MB/sec
  > $ lmdd if=internal of=file bs=8k move=10m fsync=1
  > 10.4858 MB in 1.0010 secs, 10.4753 MB/sec
  > END
  $ bakeoff import lmdd.txt
  experiment 10: 1 variant, 1 metric, 3 values from lmdd.txt (lmdd)
  assumed: lmdd.txt names no variant: lmdd, after the file; --variant says another
  assumed: lmdd: MB is taken as 10^6 bytes
  look at it: bakeoff compare 10
  $ bakeoff compare 9 10 | grep -v '^not compared' | sed -e 's/plan [0-9a-f]*/plan PLAN/' -e '/^differs: target/d'
  experiments 9, 10  baseline here  variant lmdd  m=1  margin \xc2\xb15%  alpha 0.05 (esc)
  imported: lmdd.txt (lmdd), SHA-256 43ef027a
  assumed: lmdd.txt names no variant: lmdd, after the file; --variant says another
  assumed: lmdd: MB is taken as 10^6 bytes
  differs: tool of lmdd: bakeoff (here); lmdd (lmdd)
  differs: direct of lmdd: no (here); - (lmdd)
  differs: fsync of lmdd: no (here); - (lmdd)
  differs: incompressible of lmdd: yes (here); - (lmdd)
  differs: passes of lmdd: 1 (here); - (lmdd)
  differs: rw of lmdd: write (here); - (lmdd)
  differs: size of lmdd: 1M (here); - (lmdd)
  differs: numjobs of lmdd: 1 (here); - (lmdd)
  differs: host and target: not recorded (lmdd)
  EQUIVALENT\xc2\xb15%  lmdd  MiB/s  10.02 -> 10.00  -0.15% [-0.39, +0.10]  n=4+3  pt<.0001  !not-interleaved (esc)
  rig: experiment 9  own  rounds 4+1 warm-up  order random  seed 1  plan PLAN
  rig: experiment 10 lmdd imported: in which order and how often each arm was made afresh is not
        known: not replicated !not-interleaved
  rig: no A/A arm !not-interleaved: what differs above may be the effect
  note: write/throughput is the metric of lmdd

An export has all of it, and comes back as the import that it was, by itself:

  $ bakeoff export 1 --format=json --output=export.json
  $ bakeoff import export.json
  experiment 11  means  4 runs
  $ for id in 1 11; do bakeoff compare $id --n=3 | sed 's/experiment [0-9]*//' >of.$id; done; cmp of.1 of.11
  $ bakeoff import export.json one.txt
  bakeoff: export.json: an export of bakeoff is imported by itself
  [2]
  $ bakeoff export 1 --format=json --anonymous | grep -c -e means.txt -e 'as --n says'
  0
  [1]

Nothing that failed is a number. A text without a result stores nothing:

  $ cat >failed.txt <<'END'
  > dbench version 4.00 - Copyright Andrew Tridgell 1999-2004
  > 4 of 4 processes prepared for launch   0 sec
  > [11] open ./clients/client0/~dmtmp/A.PPT failed for handle 10003 (No such file or directory)
  > (12) ERROR: handle 10003 was not found
  > Child failed with status 1
  > END
  $ bakeoff import failed.txt
  bakeoff: failed.txt: no result is in it: line 1: dbench/4 throughput: dbench: this run failed: [11] open ./clients/client0/~dmtmp/A.PPT failed for handle 10003 (No such file or directory)
  [1]
  $ cat two.txt failed.txt >mixed.txt
  $ bakeoff import mixed.txt
  bakeoff: warning: mixed.txt:3: dbench: this run failed: [11] open ./clients/client0/~dmtmp/A.PPT failed for handle 10003 (No such file or directory)
  experiment 12: 1 variant, 2 metrics, 2 values from mixed.txt (dbench)
  assumed: mixed.txt names no variant: mixed, after the file; --variant says another
  assumed: dbench: MB is taken as 10^6 bytes
  look at it: bakeoff compare 12
  $ bakeoff compare | grep -e ^MEAS -e ^note
  MEASURED  dbench numjobs=4 replay/throughput  200.3 MiB/s  no interval  sd -  n=1
  MEASURED  dbench numjobs=8 replay/throughput  201.2 MiB/s  no interval  sd -  n=1
  note 1: failed: line 3: dbench/4 throughput: dbench: this run failed: [11] open
  $ echo nothing to see >prose.txt
  $ bakeoff import prose.txt
  bakeoff: prose.txt: no result is in it
  [1]
  $ bakeoff import one.txt prose.txt
  bakeoff: prose.txt: no result is in it
  [1]
  $ bakeoff import none.txt
  bakeoff: none.txt: No such file or directory
  [1]
  $ mkdir folder && bakeoff import folder
  bakeoff: folder: read 1048576 bytes: Is a directory
  [1]
  $ bakeoff import
  bakeoff: import: a FILE is missing; - is standard input
  [2]
  $ bakeoff import --print one.txt two.txt
  bakeoff: print: one FILE, or - for standard input
  [2]
  $ bakeoff import one.txt --n=x
  bakeoff: n: 'x': a number is expected at position 1
  [2]
  $ bakeoff compare --n=3
  bakeoff: n: no summary here lacks it: every number is a value or has its own n
  [2]
  $ bakeoff compare --values A=1,2,3 --values B=1,2,3 --better=lower --n=3
  bakeoff: n: it is of imported experiments; --summary has its own
  [2]
  $ bakeoff list | wc -l
  13
