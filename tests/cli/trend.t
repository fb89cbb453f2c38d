A metric over a series of variants: one file of four systems, oldest last.

  $ cat >tests.txt <<'END'
  >               -------Sequential Output-------- ---Sequential Input-- --Random--
  >               -Per Char- --Block--- -Rewrite-- -Per Char- --Block--- --Seeks---
  > Machine    MB K/sec %CPU K/sec %CPU K/sec %CPU K/sec %CPU K/sec %CPU  /sec %CPU
  > TEST4     256  3600 98.0  9500 14.0  5700 10.0  3300 99.0 18000 19.0 184.0  2.0
  > TEST4     256  3610 98.0  9510 14.0  5710 10.0  3310 99.0 18010 19.0 185.0  2.0
  > TEST4     256  3590 98.0  9490 14.0  5690 10.0  3290 99.0 17990 19.0 183.0  2.0
  > TEST3     256  3601 98.0  9100 14.0  5700 10.0  3300 99.0 18000 19.0 184.5  2.0
  > TEST3     256  3612 98.0  9110 14.0  5712 10.0  3312 99.0 18012 19.0 185.5  2.0
  > TEST3     256  3593 98.0  9090 14.0  5693 10.0  3293 99.0 17993 19.0 183.5  2.0
  > TEST2     256  3600 98.0  9300 14.0  5700 10.0  3300 99.0 18000 19.0 184.0  2.0
  > TEST2     256  3610 98.0  9310 14.0  5710 10.0  3310 99.0 18010 19.0 185.0  2.0
  > TEST2     256  3590 98.0  9290 14.0  5690 10.0  3290 99.0 17990 19.0 183.0  2.0
  > TEST1     256  3601 98.0 11100 14.0  5700 10.0  3300 99.0 18000 19.0 184.5  2.0
  > TEST1     256  3612 98.0 11110 14.0  5712 10.0  3312 99.0 18012 19.0 185.5  2.0
  > TEST1     256  3593 98.0 11090 14.0  5693 10.0  3293 99.0 17993 19.0 183.5  2.0
  > END
  $ bakeoff import tests.txt | head -n 1
  experiment 1: 4 variants, 12 metrics, 144 values from tests.txt (bonnie)
  $ bakeoff trend block_write/throughput --order=name
  bonnie block_write/throughput  4 points  more is better
  POINT  EXPERIMENT  WHEN      N  MEAN MiB/s   % SD  CHANGE
  TEST1           1  imported  3       10.84  0.090
  TEST2           1  imported  3       9.082   0.11  -16.22% [-16.41, -16.03]
  TEST3           1  imported  3       8.887   0.11  -2.15% [-2.39, -1.91]     worst of all
  TEST4           1  imported  3       9.277   0.11  +4.40% [+4.14, +4.65]     best since TEST1
  \xe2\x96\x88\xe2\x96\x81\xe2\x96\x81\xe2\x96\x82  8.887 to 10.84 MiB/s (esc)
  no change is shown: the best split is at TEST3, p=1.0
  changes: E-divisive (Matteson and James 2014) on the logs of the means, 9999 shuffles, alpha 0.05;
        what changes within one point, or twice, it cannot tell
  note: 4 points: below 20 only a landslide is told from noise; `bakeoff compare` judges single steps
  $ bakeoff trend 'bonnie block_write/throughput' --order=TEST1,TEST2,TEST4
  bonnie block_write/throughput  3 points  more is better
  POINT  EXPERIMENT  WHEN      N  MEAN MiB/s   % SD  CHANGE
  TEST1           1  imported  3       10.84  0.090
  TEST2           1  imported  3       9.082   0.11  -16.22% [-16.41, -16.03]
  TEST4           1  imported  3       9.277   0.11  +2.15% [+1.90, +2.40]
  \xe2\x96\x88\xe2\x96\x81\xe2\x96\x81  9.082 to 10.84 MiB/s (esc)
  no change is looked for: fewer than four points, or a mean of 0 or below
  note: 3 points: below 20 only a landslide is told from noise; `bakeoff compare` judges single steps
  note: the order does not name TEST3: left out
  $ bakeoff trend block_write/throughput 1 --style=csv
  point,experiment,n,mean,percent_sd,ratio,ratio_low,ratio_high,change\r (esc)
  "TEST4",1,3,9728000,0.10526315789473684,,,,no\r (esc)
  "TEST3",1,3,9318400,0.10989010989010989,0.95789470505580609,0.95555927728125711,0.96023584071579948,no\r (esc)
  "TEST2",1,3,9523200,0.10752688172043011,1.0219780394813227,1.019461984463514,1.0245003041792853,no\r (esc)
  "TEST1",1,3,11366400,0.090090090090090086,1.1935485241881221,1.1908349713397857,1.1962682604029515,no\r (esc)
  $ bakeoff trend block_write/throughput --style=json | python3 -c '
  > import json, sys
  > d = json.load(sys.stdin, parse_constant=lambda c: 1 / 0)
  > print(d["schema"], d["metric"], d["unit"], d["better"], d["changes"], d["best_split"]["point"], d["shuffles"])
  > for p in d["points"]: print(p["point"], p["experiment"], p["started_ns"], p["n"], round(p["mean"]), p["since"])'
  bakeoff.trend/1 bonnie block_write/throughput bytes/s higher [] TEST2 9999
  TEST4 1 None 3 9728000 
  TEST3 1 None 3 9318400 
  TEST2 1 None 3 9523200 
  TEST1 1 None 3 11366400 best of all

Names as a file has them, one a line, or as a git log, newest first; commits are looked for in the names:

  $ printf 'TEST1\n# the one that was dropped\n#TEST2\nTEST3\nTEST4\n' >order
  $ bakeoff trend block_write/throughput --order=@order | grep -e ^TEST -e ^note:.*name
  TEST1           1  imported  3       10.84  0.090
  TEST3           1  imported  3       8.887   0.11  -18.02% [-18.21, -17.83]
  TEST4           1  imported  3       9.277   0.11  +4.40% [+4.14, +4.65]
  note: the order does not name TEST2: left out
  $ python3 - <<'END'
  > import json
  > rows = [{"tool": "dbench", "workload": "dbench/4", "metric": "throughput", "variant": "6.1-g%07x" % (0xabc1230 + i),
  >          "unit": "MB/s", "better": "higher", "values": [(500 if i < 12 else 430) * (1 + 0.01 * (i * 7 % 5) / 4) + k for k in range(3)]}
  >         for i in range(24)]
  > json.dump({"schema": "bakeoff.import/1", "values": sorted(rows, key=lambda r: r["variant"][::-1])}, open("history.json", "w"))
  > with open("log", "w") as log:
  >     for i in reversed(range(24)): log.write("%07x%02x a change, number %d\n" % (0xabc1230 + i, i, i))
  > END
  $ bakeoff import history.json | head -n 1
  experiment 2: 24 variants, 1 metric, 72 values from history.json (dbench)
  $ bakeoff trend throughput --order=@log
  dbench replay/throughput  24 points  more is better
  POINT         EXPERIMENT  WHEN      N  MEAN MiB/s  % SD  CHANGE
  6.1-gabc1230           2  imported  3       477.8  0.20
  6.1-gabc1231           2  imported  3       480.2  0.20  +0.50% [+0.05, +0.95]
  6.1-gabc1232           2  imported  3       482.6  0.20  +0.50% [+0.05, +0.95]     best of all
  6.1-gabc1233           2  imported  3       479.0  0.20  -0.74% [-1.19, -0.29]     worst since 6.1-gabc1230
  6.1-gabc1234           2  imported  3       481.4  0.20  +0.50% [+0.05, +0.95]
  6.1-gabc1235           2  imported  3       477.8  0.20  -0.74% [-1.19, -0.29]     worst since 6.1-gabc1230
  6.1-gabc1236           2  imported  3       480.2  0.20  +0.50% [+0.05, +0.95]
  6.1-gabc1237           2  imported  3       482.6  0.20  +0.50% [+0.05, +0.95]     best since 6.1-gabc1232
  6.1-gabc1238           2  imported  3       479.0  0.20  -0.74% [-1.19, -0.29]     worst since 6.1-gabc1235
  6.1-gabc1239           2  imported  3       481.4  0.20  +0.50% [+0.05, +0.95]
  6.1-gabc123a           2  imported  3       477.8  0.20  -0.74% [-1.19, -0.29]     worst since 6.1-gabc1235
  6.1-gabc123b           2  imported  3       480.2  0.20  +0.50% [+0.05, +0.95]
  6.1-gabc123c           2  imported  3       415.1  0.23  -13.55% [-13.97, -13.12]  worst of all
  6.1-gabc123d           2  imported  3       412.1  0.23  -0.74% [-1.26, -0.22]     worst of all
  6.1-gabc123e           2  imported  3       414.1  0.23  +0.50% [-0.03, +1.02]
  6.1-gabc123f           2  imported  3       411.0  0.23  -0.74% [-1.26, -0.22]     worst of all
  6.1-gabc1240           2  imported  3       413.1  0.23  +0.50% [-0.03, +1.03]
  6.1-gabc1241           2  imported  3       415.1  0.23  +0.50% [-0.03, +1.02]     best since 6.1-gabc123c
  6.1-gabc1242           2  imported  3       412.1  0.23  -0.74% [-1.26, -0.22]     worst since 6.1-gabc123f
  6.1-gabc1243           2  imported  3       414.1  0.23  +0.50% [-0.03, +1.02]
  6.1-gabc1244           2  imported  3       411.0  0.23  -0.74% [-1.26, -0.22]     worst since 6.1-gabc123f
  6.1-gabc1245           2  imported  3       413.1  0.23  +0.50% [-0.03, +1.03]
  6.1-gabc1246           2  imported  3       415.1  0.23  +0.50% [-0.03, +1.02]     best since 6.1-gabc1241
  6.1-gabc1247           2  imported  3       412.1  0.23  -0.74% [-1.26, -0.22]     worst since 6.1-gabc1244
  \xe2\x96\x88\xe2\x96\x88\xe2\x96\x88\xe2\x96\x88\xe2\x96\x88\xe2\x96\x88\xe2\x96\x88\xe2\x96\x88\xe2\x96\x88\xe2\x96\x88\xe2\x96\x88\xe2\x96\x88|\xe2\x96\x81\xe2\x96\x81\xe2\x96\x81\xe2\x96\x81\xe2\x96\x81\xe2\x96\x81\xe2\x96\x81\xe2\x96\x81\xe2\x96\x81\xe2\x96\x81\xe2\x96\x81\xe2\x96\x81  411.0 to 482.6 MiB/s (esc)
  change at 6.1-gabc123c: 480.0 -> 413.2 MiB/s, -13.9%, p=.0001 (mean of 12 points before, of 12 from
        there on)
  changes: E-divisive (Matteson and James 2014) on the logs of the means, 9999 shuffles, alpha 0.05;
        what changes within one point, or twice, it cannot tell
  $ bakeoff trend throughput --order=@log --style=json | python3 -c '
  > import json, sys
  > print([(c["point"], c["p"] < 0.001) for c in json.load(sys.stdin)["changes"]])'
  [('6.1-gabc123c', True)]

Over experiments: those that are named, or all that have the metric, oldest first; one variant of each:

  $ for night in 1 2 3; do
  >   printf 'Throughput %s MB/sec 8 procs\nThroughput %s MB/sec 8 procs\n' $((100 * night)) $((100 * night + 1)) >nightly-2026-11-0$night.txt
  >   bakeoff import --variant=xfs nightly-2026-11-0$night.txt | head -n 1
  > done
  experiment 3: 1 variant, 1 metric, 2 values from nightly-2026-11-01.txt (dbench)
  experiment 4: 1 variant, 1 metric, 2 values from nightly-2026-11-02.txt (dbench)
  experiment 5: 1 variant, 1 metric, 2 values from nightly-2026-11-03.txt (dbench)
  $ bakeoff trend throughput 5 3 4
  dbench numjobs=8 replay/throughput  3 points  more is better
  POINT  EXPERIMENT  WHEN      N  MEAN MiB/s  % SD  CHANGE
  3:xfs           3  imported  2       95.84  0.70
  4:xfs           4  imported  2       191.2  0.35  +99.5% [+92.8, +106.5]
  5:xfs           5  imported  2       286.6  0.24  +49.9% [+47.7, +52.1]   best of all
  \xe2\x96\x81\xe2\x96\x85\xe2\x96\x88  95.84 to 286.6 MiB/s (esc)
  no change is looked for: fewer than four points, or a mean of 0 or below
  note: 3 points: below 20 only a landslide is told from noise; `bakeoff compare` judges single steps
  $ bakeoff trend "dbench numjobs=8 replay/throughput" --all --variant=xfs --order=date | grep xfs
  3:xfs           3  imported  2       95.84  0.70
  4:xfs           4  imported  2       191.2  0.35  +99.5% [+92.8, +106.5]
  5:xfs           5  imported  2       286.6  0.24  +49.9% [+47.7, +52.1]   best of all
  $ bakeoff trend throughput 3 4 5 --order=nightly-2026-11-02,nightly-2026-11-01 | grep -e xfs -e name
  4:xfs           4  imported  2       191.2  0.35
  3:xfs           3  imported  2       95.84  0.70  -49.9% [-51.6, -48.1]
  note: the order does not name 5:xfs: left out
  $ bakeoff run nothing --operations=10 --rounds=1 --name=own --variant=a:device=dir:. --variant=b:device=dir:. 2>said >out
  $ bakeoff trend rate | grep '^[ab] ' | awk '{ print $1, $2, substr($3, 1, 2), $4 }'
  a 6 20 1
  b 6 20 1

What cannot be:

  $ bakeoff trend
  bakeoff: trend: a METRIC is missing; `bakeoff compare -v` has their names
  [2]
  $ bakeoff trend speed
  bakeoff: metric: 'speed' is none of nothing nothing/rate, nothing nothing/latency
  [2]
  $ bakeoff trend throughput 1
  bakeoff: metric: 'throughput' is several of bonnie putc/throughput, bonnie block_write/throughput, bonnie rewrite/throughput, bonnie getc/throughput, bonnie block_read/throughput
  [2]
  $ bakeoff trend throughput 3
  bakeoff: dbench replay/throughput: 1 point: a trend needs two
  [2]
  $ bakeoff trend throughput 3 3
  bakeoff: experiment 3 is named twice
  [2]
  $ bakeoff trend throughput 3 x
  bakeoff: 'x' is no id of an experiment; `bakeoff list` shows them
  [2]
  $ bakeoff trend throughput 99 2>&1 | sed "s,/.*/,,"
  bakeoff: bakeoff.db: no experiment 99; `bakeoff list` shows those there are
  $ bakeoff trend throughput --all 3
  bakeoff: all: experiment 3 is one of them
  [2]
  $ bakeoff trend speed --all
  bakeoff: metric: no experiment has a 'speed'
  [2]
  $ bakeoff trend putc/throughput 1 --order=date
  bakeoff: order: no date is in the name of TEST4, nor of tests
  [2]
  $ bakeoff trend putc/throughput 1 --order=TEST1,,TEST2
  bakeoff: order: a name is empty
  [2]
  $ bakeoff trend putc/throughput 1 --order=TEST1,TEST2,TEST1
  bakeoff: order: 'TEST1' is named twice
  [2]
  $ bakeoff trend putc/throughput 1 --order=@nowhere
  bakeoff: nowhere: No such file or directory
  [1]
  $ : >empty && bakeoff trend putc/throughput 1 --order=@empty
  bakeoff: empty: order: no name is in it
  [2]
  $ bakeoff trend putc/throughput 1 --order=6.1
  bakeoff: order: it names 0 points, and not TEST4, TEST3, TEST2, TEST1: a trend needs two
  [2]
  $ bakeoff trend putc/throughput --db=none.db
  bakeoff: none.db: no experiment is stored yet; `bakeoff run` makes one
  [1]
