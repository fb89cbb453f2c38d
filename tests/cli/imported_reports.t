Faults of other tools that people have reported, in texts of our own: what an import and a comparison make of them.

The summary contradicts its iterations: the iterations are right, n is theirs, and the summary is told:

  $ cat >summary.txt <<'END'
  > mdtest-3.3.0 was launched with 4 total task(s) on 1 node(s)
  > V-1: Rank   0 Line  1013    Directory creation:         30.100 sec,      41000.500 ops/sec
  > V-1: Rank   0 Line  1013    Directory creation:         30.200 sec,      40100.250 ops/sec
  > V-1: Rank   0 Line  1013    Directory creation:         30.300 sec,      39200.125 ops/sec
  > SUMMARY rate: (of 3 iterations)
  >    Operation                      Max            Min           Mean        Std Dev
  >    Directory creation        :     150000.000      39200.125      55000.500      30000.250
  > END
  $ bakeoff import summary.txt --variant=6.1
  bakeoff: warning: summary.txt:7: mdtest: the summary of 'Directory creation' contradicts its 3 iterations, whose mean is 40100.292
  experiment 1: 1 variant, 1 metric, 3 values from summary.txt (mdtest 3.3.0)
  look at it: bakeoff compare 1
  $ bakeoff compare -v | grep -A 2 -e ^MEAS -e ^note
  MEASURED  mdtest dir_create/ops_rate  40100 ops/s  [37864, 42336]  sd 2.2%  n=3
      6.1: mean 40100 ops/s sd 2.2% (sd CI 1.2-14%) min 39200 median 40100 max 41000 n=3
  rig: imported: in which order and how often each arm was made afresh is not known: not replicated
  --
  note 1: mdtest: the summary of 'Directory creation' contradicts its 3 iterations, whose mean is
        40100.292: mdtest/dir_create ops_rate_mean (line 7) (mdtest; 6.1; first in round 1)

Twenty iterations were asked for, two were done:

  $ cat >stopped.txt <<'END'
  > mdtest-3.4.0 was launched with 4 total task(s) on 1 node(s)
  > Command line used: mdtest '-n' '100' '-i' '20' '-v'
  > V-1: Rank   0 Line  1013    Directory creation:         33.598 sec,      210 ops/sec
  > V-1: Rank   0 Line  1013    Directory creation:         33.598 sec,      190 ops/sec
  > SUMMARY rate: (of 20 iterations)
  >    Directory creation        :           -nan           -nan           -nan           -nan
  > END
  $ bakeoff import stopped.txt --variant=6.1
  bakeoff: warning: stopped.txt:5: mdtest: the run is incomplete: 2 of 20 iterations
  experiment 2: 1 variant, 1 metric, 2 values from stopped.txt (mdtest 3.4.0)
  look at it: bakeoff compare 2
  $ bakeoff compare -v | grep -A 1 ^MEAS
  MEASURED  mdtest dir_create/ops_rate  200.0 ops/s  [72.94, 327.1]  sd 7.1%  n=2
      6.1: mean 200.0 ops/s sd 7.1% (sd CI 3.2-226%) min 190.0 median 200.0 max 210.0 n=2
  $ bakeoff compare --style=json | python3 -c 'import json, sys; json.load(sys.stdin, parse_constant=lambda c: 1 / 0)'

Words before the JSON document, and a job that failed:

  $ cat >full.json <<'END'
  > fio: pid=4711, err=28/file:filesetup.c:240, func=ftruncate, error=No space left on device
  > { "fio version" : "fio-3.33", "jobs" : [ { "jobname" : "t", "groupid" : 0, "error" : 28,
  >   "job options" : { "name" : "t", "rw" : "write", "bs" : "4k" },
  >   "write" : { "io_bytes" : 0, "bw_bytes" : 0, "iops" : 0.0, "runtime" : 0, "total_ios" : 0 } } ] }
  > END
  $ bakeoff import full.json
  bakeoff: full.json: no result is in it: line 2: fio/t bandwidth: fio: the job 't' failed with error 28
  [1]

Several documents in one file are one after the other, as --status-interval writes them; a bs of 4KiB has 4000
bytes for fio; a job that does not name its iodepth has fio's 1:

  $ for bw in 4096000 4198400; do echo '{ "fio version" : "fio-3.30", "global options" : { "rw" : "randread", "bs" : "4KiB" },
  >  "jobs" : [ { "jobname" : "t", "groupid" : 0, "error" : 0, "job options" : { "name" : "t" },
  >    "read" : { "io_bytes" : '$((bw * 2))', "bw_bytes" : '$bw', "iops" : 1000.0, "runtime" : 2000, "total_ios" : 2000 } } ] }'; done >interval.json
  $ bakeoff import interval.json 2>&1 | grep -v ^look
  bakeoff: warning: interval.json:2: fio: bs=4KiB without kb_base=1000 is 4000 bytes, as fio takes it
  bakeoff: warning: interval.json:5: fio: bs=4KiB without kb_base=1000 is 4000 bytes, as fio takes it
  experiment 3: 1 variant, 5 metrics, 10 values from interval.json (fio 3.30)
  assumed: interval.json names no variant: interval, after the file; --variant says another
  assumed: fio: iodepth is not said: 1, its default
  $ bakeoff compare -v | grep -e ^work -e ^MEAS.*band
  workload: fio bs=4000 iodepth=1 rw=randread
  MEASURED  fio t/read/bandwidth  3.955 MiB/s  [3.335, 4.575]  sd 1.7%  n=2

The headline is the result; the mean of intervals in another unit beside it is another thing, and left out:

  $ cat >headline.txt <<'END'
  > t: (groupid=0, jobs=1): err= 0: pid=4711: Mon Nov 30 10:00:00 2026
  >   write: IOPS=73, BW=310MiB/s (325MB/s)(18.5GiB/61000msec)
  >    bw (  KiB/s): min=50000, max=760000, per=100.00%, avg=325000.50, stdev=160000.25, samples=115
  > END
  $ bakeoff import headline.txt 2>&1 | head -n 1
  experiment 4: 1 variant, 3 metrics, 3 values from headline.txt (fio)
  $ bakeoff compare | grep ^MEAS
  MEASURED  fio t/write/bandwidth  310.0 MiB/s  no interval  sd -  n=1

A child failed: no value, and the line of the load file that it failed at. Among runs that did not, the mean is theirs:

  $ cat >child.txt <<'END'
  > dbench version 4.00 - Copyright Andrew Tridgell 1999-2004
  > 4 of 4 processes prepared for launch   0 sec
  > [611] open ./clients/client0/~dmtmp/A.PPT failed for handle 10003 (No such file or directory)
  > (613) ERROR: handle 10003 was not found
  > Child failed with status 1
  > END
  $ bakeoff import child.txt
  bakeoff: child.txt: no result is in it: line 1: dbench/4 throughput: dbench: this run failed: [611] open ./clients/client0/~dmtmp/A.PPT failed for handle 10003 (No such file or directory)
  [1]
  $ run() { printf 'dbench version 4.00\n4 of 4 processes prepared for launch   0 sec\nThroughput %s MB/sec  4 clients  4 procs\n' $1; }
  $ { run 100.5; cat child.txt; run 102.5; } >runs.txt && bakeoff import runs.txt --variant=6.1
  bakeoff: warning: runs.txt:4: dbench: this run failed: [611] open ./clients/client0/~dmtmp/A.PPT failed for handle 10003 (No such file or directory)
  experiment 5: 1 variant, 1 metric, 2 values from runs.txt (dbench 4.00)
  assumed: dbench: MB is taken as 10^6 bytes
  look at it: bakeoff compare 5
  $ bakeoff compare | grep -A 3 -e ^MEAS -e ^note
  MEASURED  dbench replay/throughput  96.80 MiB/s  [84.68, 108.9]  sd 1.4%  n=2
  rig: imported: in which order and how often each arm was made afresh is not known: not replicated
        !not-interleaved
  note 1: failed: line 4: dbench/4 throughput: dbench: this run failed: [611] open
        ./clients/client0/~dmtmp/A.PPT failed for handle 10003 (No such file or directory) (dbench;
        6.1; first in round 3)
  $ bakeoff list | awk 'NR == 2 { print $4, $NF }'
  imported 1

Two runs that were saved as mean and deviation: n must be said; five per cent is the margin:

  $ cat >saved.csv <<'END'
  > command,mean,stddev,median,user,system,min,max
  > old,16.854,0.290,16.8,15.5,1.25,16.5,17.5
  > new,16.612,0.142,16.6,15.25,1.25,16.25,17.25
  > END
  $ bakeoff import saved.csv
  experiment 6: 2 variants, 3 metrics, 6 values from saved.csv (hyperfine)
  n of 2 summaries is not said: no verdict without it; say it to compare with --n
  look at it: bakeoff compare 6
  $ bakeoff compare | grep -e ^NO-V
  NO-VERDICT hyperfine time_mean s 16.85 -> 16.61 -0.2420 (-1.4%) n=?+? n is not known (--n says it)
  $ bakeoff compare --n=10 | grep -e ^EQUI
  EQUIVALENT\xc2\xb15%  hyperfine  s  16.85 -> 16.61  -1.4% [-2.7, -0.1]  n=10+10  pt<.0001  real-but-small (esc)

One run each: no deviation, no p, no interval, no verdict:

  $ cat >each.txt <<'END'
  > before: Throughput 2421 MB/sec 4 procs
  > after: Throughput 2469 MB/sec 4 procs
  > END
  $ sed 1q each.txt >before.txt && sed 1d each.txt >after.txt && bakeoff import before.txt after.txt 2>&1 | head -n 1
  experiment 7: 2 variants, 1 metric, 2 values from before.txt, after.txt (dbench)
  $ bakeoff compare | grep ^INC
  INCONCLUSIVE  dbench replay/throughput  MiB/s  2309 -> 2355  +2.0%  n=1+1  not enough data
  $ bakeoff compare --style=json | python3 -c '
  > import json, sys
  > c = json.load(sys.stdin)["metrics"][0]["comparisons"][0]
  > print(c["verdict"], c["ratio_low"], c["p"], c["reason"], round(c["ratio"], 4))'
  INCONCLUSIVE None None not enough data: n is below 3 1.0198

A header of 48 names over lines of 50 fields; what was too fast is no 0; a line of another length is named:

  $ cat >bonnie.csv <<'END'
  > format_version,bonnie_version,name,concurrency,seed,file_size,io_chunk_size,seeks,seek_proc_count,putc,putc_cpu
  > 1.98,2.00a,box,1,1796031046,64M,,8192,5,370,61,+++++,+++,+++++,+++,350,54,+++++,+++,+++++,+++,1,,,,,590,5,+++++,+++,+++++,+++,+++++,+++,+++++,+++,+++++,+++,45000us,12000us,11000us,61000us,4800us,34000us,14000us,43us,360us,4300us,46us,2400us
  > 1.98,2.00a,box,1,1796031046,64M,,8192,5,370,61,+++++,+++
  > 2.10,2.10,box,1,1796031046,64M,,8192,5,370,61,+++++,+++
  > END
  $ bakeoff import bonnie.csv
  bakeoff: warning: bonnie.csv:3: bonnie: CSV of format 1.98 with 13 fields: 46, 48 and 50 fields are known
  bakeoff: warning: bonnie.csv:4: bonnie: CSV of format 2.10 with 13 fields: 46, 48 and 50 fields are known
  experiment 8: 1 variant, 18 metrics, 18 values from bonnie.csv (bonnie++ 2.00a)
  assumed: bonnie++: K/sec is taken as KiB/s
  look at it: bakeoff compare 8
  $ bakeoff compare -v | grep -e ^MEAS | sort
  MEASURED  bonnie block_read/latency_longest  4.800 ms  no interval  sd -  n=1
  MEASURED  bonnie block_write/latency_longest  12.00 ms  no interval  sd -  n=1
  MEASURED  bonnie files=1024 random_create/latency_longest  4.300 ms  no interval  sd -  n=1
  MEASURED  bonnie files=1024 random_delete/latency_longest  2.400 ms  no interval  sd -  n=1
  MEASURED  bonnie files=1024 random_stat/latency_longest  46.00 us  no interval  sd -  n=1
  MEASURED  bonnie files=1024 seq_create/cpu  5.000 %  no interval  sd -  n=1
  MEASURED  bonnie files=1024 seq_create/latency_longest  14.00 ms  no interval  sd -  n=1
  MEASURED  bonnie files=1024 seq_create/rate  590.0 ops/s  no interval  sd -  n=1
  MEASURED  bonnie files=1024 seq_delete/latency_longest  360.0 us  no interval  sd -  n=1
  MEASURED  bonnie files=1024 seq_stat/latency_longest  43.00 us  no interval  sd -  n=1
  MEASURED  bonnie getc/cpu  54.00 %  no interval  sd -  n=1
  MEASURED  bonnie getc/latency_longest  61.00 ms  no interval  sd -  n=1
  MEASURED  bonnie getc/throughput  0.3418 MiB/s  no interval  sd -  n=1
  MEASURED  bonnie putc/cpu  61.00 %  no interval  sd -  n=1
  MEASURED  bonnie putc/latency_longest  45.00 ms  no interval  sd -  n=1
  MEASURED  bonnie putc/throughput  0.3613 MiB/s  no interval  sd -  n=1
  MEASURED  bonnie rewrite/latency_longest  11.00 ms  no interval  sd -  n=1
  MEASURED  bonnie seeks/latency_longest  34.00 ms  no interval  sd -  n=1
  $ bakeoff compare | grep -A 2 -e '^note 1'
  note 1: it was too fast for the tool to measure: bonnie++/seq_out_block rate (line 2),
        bonnie++/seq_out_block cpu (line 2), bonnie++/rewrite rate (line 2), bonnie++/rewrite cpu
        (line 2), bonnie++/seq_in_block rate (line 2), bonnie++/seq_in_block cpu (line 2),

The time was over before the second phase began: it was not run:

  $ cat >limit.txt <<'END'
  > elbencho -w -r -b 1m -s 1g --timelimit 5 /mnt/f
  > OPERATION   RESULT TYPE         FIRST DONE   LAST DONE
  > =========== ================    ==========   =========
  > WRITE       Elapsed time     :      5.000s      5.010s
  >             IOPS             :         150         149
  >             Throughput MiB/s :         150         149
  > Terminating due to phase time limit.
  > END
  $ bakeoff import limit.txt --variant=box
  bakeoff: warning: limit.txt:1: elbencho: read was asked for and not run
  experiment 9: 1 variant, 3 metrics, 3 values from limit.txt (elbencho)
  look at it: bakeoff compare 9
  $ bakeoff compare | grep -A 1 -e ^MEAS -e ^note
  MEASURED  elbencho write/throughput  149.0 MiB/s  no interval  sd -  n=1
  rig: imported: in which order and how often each arm was made afresh is not known: not replicated
  --
  note 1: elbencho: read was asked for and not run: elbencho/read throughput (line 1) (elbencho; box;
        first in round 1)

A number before each line is nobody's measurement:

  $ cat >numbered.txt <<'END'
  >  11: access    bw(MiB/s)  IOPS       Latency(s)  block(KiB) xfer(KiB)  open(s)    wr/rd(s)   close(s)   total(s)   iter
  >  12: ------    ---------  ----       ----------  ---------- ---------  --------   --------   --------   --------   ----
  >  13: write     100.50     100.50     0.1         1024       1024       0.01       10.0       0.01       10.0       0
  >  14: write     110.50     110.50     0.1         1024       1024       0.01       10.0       0.01       10.0       1
  > END
  $ bakeoff import numbered.txt --variant=box 2>&1 | head -n 1
  experiment 10: 1 variant, 2 metrics, 4 values from numbered.txt (ior)
  $ bakeoff compare | grep ^MEAS
  MEASURED  ior write/bandwidth  105.5 MiB/s  [41.97, 169.0]  sd 6.7%  n=2

The same device by a tool whose KB is 1024 and by one that says KiB; latencies in us and in ms:

  $ cat >units.json <<'END'
  > {"schema": "bakeoff.import/1", "values": [
  > {"tool": "fio", "tool_version": "2.2.10", "workload": "fio/t/read", "metric": "bandwidth", "variant": "old", "unit": "KiB/s", "better": "higher", "values": [62499, 62500, 62501], "line": 1},
  > {"tool": "fio", "tool_version": "3.30", "workload": "fio/t/read", "metric": "bandwidth", "variant": "new", "unit": "B/s", "better": "higher", "values": [63998976, 64000000, 64001024], "line": 2},
  > {"tool": "fio", "tool_version": "2.2.10", "workload": "fio/t/read", "metric": "lat_mean", "variant": "old", "unit": "us", "better": "lower", "values": [812, 813, 811], "line": 3},
  > {"tool": "fio", "tool_version": "3.30", "workload": "fio/t/read", "metric": "lat_mean", "variant": "new", "unit": "ms", "better": "lower", "values": [0.812, 0.813, 0.811], "line": 4}]}
  > END
  $ bakeoff import units.json | head -n 1
  experiment 11: 2 variants, 2 metrics, 12 values from units.json (fio 2.2.10, fio 3.30)
  $ bakeoff compare -v | grep -e ^differs -e ^EQUI -e '^-'
  differs: tool of fio: fio 2.2.10 (old); fio 3.30 (new)
  differs: unit of fio bandwidth: KiB/s (old); B/s (new)
  differs: unit of fio lat_mean: us (old); ms (new)
  EQUIVALENT\xc2\xb15% fio t/read/bandwidth MiB/s 61.04 -> 61.04 0.0000% [-0.0036, +0.0036] n=3+3 pt<.0001 (esc)
  -             fio t/read/lat_mean  us    812.0 -> 812.0 0.00% [-0.28, +0.28]       n=3+3
