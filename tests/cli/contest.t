Every run of every load adds a line to that load's log; no_load is always run:

  $ mkdir work logs
  $ bakeoff contest cpuload noload --runs=2 --dir=work --logs=logs --name=one --settle=0s \
  > --job='sleep 0.5' 2>said >tables
  $ sed 's/[0-9.]* rounds.s/N rounds\/s/; s/[0-9.]* s\b/T s/; s/flush before each load: .*/flush/
  > s/[0-9.]* [KMG]iB/SIZE/g; s/(the memory cap)/(RAM)/' said
  bakeoff: contest: one, job: sleep 0.5
  bakeoff: contest: memory SIZE (RAM), files of io and read loads SIZE, mem_load touches SIZE
  bakeoff: contest: flush
  bakeoff: contest: run 1 of 2, no_load: T s
  bakeoff: contest: run 1 of 2, cpuload: T s, N rounds/s
  bakeoff: contest: run 2 of 2, no_load: T s
  bakeoff: contest: run 2 of 2, cpuload: T s, N rounds/s
  bakeoff: contest: Ratio is to the same kernel's no_load of the same run
  $ sed 's/[0-9]\+\.[0-9]*/N/g; s/ [0-9]* / N /; s/[0-9]* 0 0$/N 0 0/; s/.j[0-9]*\//\/j\//' logs/cpuload.log
  # bakeoff contest log 1
  one N 1 job=sleep_N;clean=/j/mem0/file0/settle0s compile N N N load N N N 0 0
  one N 2 job=sleep_N;clean=/j/mem0/file0/settle0s compile N N N load N N N 0 0
  $ ls work logs
  logs:
  cpuload.log
  no_load.log
  
  work:

The tables of a version; whole seconds are all that 0.6x printed:

  $ sed 's/^\(one  *2 \).*/\1.../' tables
  no_load:
  Kernel     [runs]       Time    CPU%    Loads   LCPU%   Ratio
  one             2 ...
  cpuload:
  Kernel     [runs]       Time    CPU%    Loads   LCPU%   Ratio
  one             2 ...

Another kernel's runs are added to them; --report runs nothing. Made-up times, so that the mark can be
seen: io_load is twice as slow in one of them:

  $ rm logs/*
  $ runs_of() {
  >   test -e logs/$2.log || echo '# bakeoff contest log 1' >logs/$2.log
  >   for run in 1 2 3 4; do
  >     echo "$1 1 $run job compile $3.0$run 8 1 load 9.1 1.82 1000000000 200000000 200000000"
  >   done >>logs/$2.log
  > }
  $ runs_of 2.4.19 no_load 7; runs_of 2.4.19 io_load 10
  $ runs_of 2.5.38 no_load 7; runs_of 2.5.38 io_load 20
  $ bakeoff contest --report --logs=logs --style=0.41
  bakeoff: contest: Ratio is to the same kernel's no_load of the same run; * is FASTER or SLOWER than the first kernel, or --baseline's
  noload:
  Kernel                  Time            CPU             Ratio
  2.4.19                  7.03            128%            1.00
  2.5.38                  7.03            128%            1.00
  
  io_load:
  Kernel                  Time            CPU             Ratio
  2.4.19                  10.02           90%             1.43
  2.5.38                  20.02           45%             2.85*
  
  $ bakeoff contest --report --logs=logs --style=0.34 2>&1 | head -n 4
  bakeoff: contest: Ratio is to the same kernel's no_load of the same run
  NoLoad:
  Kernel                  Time            CPU
  2.4.19                  7.03            128%
  $ bakeoff contest --report --logs=logs --style=0.50 2>/dev/null | tail -n 4
  Kernel [runs]           Time    CPU%    Loads   LCPU%   Ratio
  2.4.19 [4]              10.0    90      10      20      1.43
  2.5.38 [4]              20.0    45      10      20      2.85
  
  $ bakeoff contest --report --logs=logs --style=0.61 --baseline=2.5.38 2>/dev/null | tail -n 4
  io_load:
  Kernel     [runs]       Time    CPU%    Loads   LCPU%   Ratio
  2.4.19          4       10      89.8    20.0    20.0    1.43
  2.5.38          4       20      44.9    20.0    20.0    2.85

What it prints can be read back:

  $ bakeoff contest --report --logs=logs --style=0.41 2>/dev/null >mail
  $ bakeoff import --print mail | grep -c '"mark": "\*"'
  3
  $ bakeoff import --print mail | grep -o '"workload": "[^"]*"' | sort -u
  "workload": "contest/io_load"
  "workload": "contest/noload"

Wrong usage is told before anything is made:

  $ bakeoff contest foo_load
  bakeoff: contest: loads: 'foo_load' is no load: io_load is one, several are joined by +, all is a word for them
  [2]
  $ bakeoff contest io_other
  bakeoff: contest: other_dir: io_other needs a directory on another disk
  [2]
  $ bakeoff contest --runs=0
  bakeoff: runs: 0 is below the least, 1
  [2]
  $ bakeoff contest --job-size=huge
  bakeoff: job-size: 'huge' is none of small, normal, large
  [2]
  $ bakeoff contest --clean='rm x'
  bakeoff: contest: clean: 'rm x' goes with a job of your own
  [2]
  $ bakeoff contest --name='a b'
  bakeoff: contest: name: a blank or control character at position 2
  [2]
  $ bakeoff contest --report io_load
  bakeoff: report: 'io_load' is no operand of it: all logs are printed
  [2]
  $ bakeoff contest --report --logs=work
  bakeoff: contest: logs: there is none here yet
  [1]
  $ bakeoff contest --report --logs=not-there
  bakeoff: contest: logs: open directory not-there: No such file or directory
  [1]
  $ bakeoff contest --report --logs=logs --baseline=2.6
  bakeoff: contest: baseline: the logs have no kernel '2.6'
  [1]
  $ ls work

A line that is none, and runs of another job, are refused with file and line:

  $ echo '2.5.39 1 1 other compile 1 1 1 load 1 1 1 1 1' >>logs/io_load.log
  $ bakeoff contest --report --logs=logs
  bakeoff: contest: io_load.log:10: another job (other) than in line 2 (job): they do not belong in one table
  [1]
  $ echo 'io_load 1:23.4 99%' >logs/io_load.log
  $ bakeoff contest --report --logs=logs
  bakeoff: contest: io_load.log:1: no log of this version: '# bakeoff contest log 1' is expected: take old logs away, their figures are not comparable
  [1]

A job that fails is no result, and its last words are told:

  $ bakeoff contest no_load --dir=work --logs=work --name=x --job='echo why >&2; exit 4' 2>&1 | tail -n 1
  bakeoff: contest: job: ended with status 4: why
  $ ls work

As a workload it has one job, which is timed whole:

  $ bakeoff run contest --variant=a --numjobs=2
  bakeoff: contest on a: numjobs: 2: contest has one job at a time; jobs is make's -j
  [2]
  $ bakeoff run contest --variant=a --runtime=5s
  bakeoff: contest on a: runtime: a job of contest is timed from its start to its end; job_size makes it longer
  [2]
  $ bakeoff run contest --variant=a --loads=io_load+foo
  bakeoff: contest on a: loads: 'foo' is no load: io_load is one, several are joined by +, all is a word for them
  [2]
  $ bakeoff run contest --variant=a --loads=io_other
  bakeoff: contest on a: other_dir: io_other needs a directory on another disk
  [2]
