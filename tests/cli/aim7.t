A mix of Suite VII says first what of it is run, and what is not:

  $ bakeoff aim7 dbase --filesize=16k --list=1,3 2>said
  dbase: 24 of the 99 tests of a task are run.
  Not run, since not disk tests (weight, tests of a task):
    add_int (20, 4) add_long (20, 4) add_short (20, 4) div_int (10, 2)
    div_long (10, 2) div_short (10, 2) jmp_test (10, 2) mem_rtns_1 (40, 7)
    mem_rtns_2 (40, 7) mul_int (10, 2) mul_long (10, 2) mul_short (10, 2)
    page_test (40, 7) ram_copy (20, 4) shared_memory (40, 7) sieve (30, 5)
    sort_rtns_1 (30, 5) stream_pipe (10, 2) string_rtns (30, 5)
  
  Tasks    jobs/min  jti  jobs/min/task      real       cpu
      1 * (glob)
      3 * (glob)
  Peak: * jobs/min at load *; least JTI * (glob)
  Crossover: not reached; * jobs/min/task at load 3 (glob)
  $ ls
  logfile.suite7
  said
  suite7.ss

The spreadsheet has the suite's tabs, the logfile every call of every user:

  $ sed 's/\t/|/g' suite7.ss
  Benchmark|Version|Machine|Date
  bakeoff aim7 dbase (24 of 99 tests)|"*"|*|* (glob)
  
  Tasks|Jobs/Min|JTI|Real|CPU|Jobs/sec/task
  1|*||100|*|*|* (glob)
  3|*||*|*|*|* (glob)
  $ sed -n '5,$p' logfile.suite7 | awk '{ print $1, $2 }' | sort | uniq -c
        7 1 disk_rd
        7 1 disk_rr
        1 1 job_timing
        5 1 sync_disk_rw
        5 1 sync_disk_update
       21 3 disk_rd
       21 3 disk_rr
        3 3 job_timing
       15 3 sync_disk_rw
       15 3 sync_disk_update

Both are appended to; a brief log has the users' times only:

  $ bakeoff aim7 compute --filesize=16k --users=2 --log=brief --machine='My box' >out 2>&1
  $ grep -c Benchmark suite7.ss
  2
  $ sed -n '/^My box/,$p' logfile.suite7
  My box
  Linux * (glob)
  * (glob)
  bakeoff aim7 compute (8 of 101 tests) "*" (glob)
  2 job_timing * 0 0 (glob)
  2 job_timing * 0 0 (glob)

A user's order is that of the suite's generator with the user's number as its seed; disk_src
draws 750 numbers in between, as there:

  $ rm logfile.suite7 suite7.ss
  $ bakeoff aim7 compute --filesize=16k --users=1 --spreadsheet=no >out 2>&1
  $ sed -n '5,$p' logfile.suite7 | awk '{ print $2 }' | tr '\n' ' '
  disk_src disk_cp disk_rd disk_rd disk_wrt disk_rd disk_rd disk_wrt job_timing  (no-eol)
  $ ls
  logfile.suite7
  out
  said
  $ rm logfile.suite7 out said

A workfile, as Suite VII has it, is ./workfile where nothing is named:

  $ cat >workfile <<END
  > # one test, as kernel developers use it
  > FILESIZE: 1M
  > POOLSIZE: 10M
  > 10 disk_src
  > END
  $ bakeoff aim7 --users=2 -t --log=none --spreadsheet=no 2>/dev/null
  workfile: 100 of the 100 tests of a task are run.
  
  Tasks    jobs/min  jti  jobs/min/task      real       cpu
      2 * (glob)
  Peak: * jobs/min at load 2; least JTI * (glob)
  Crossover: not reached; * jobs/min/task at load 2 (glob)

The levels go on until the crossover, or the end:

  $ bakeoff aim7 compute --filesize=16k --crossover=1e9 --log=none --spreadsheet=no 2>/dev/null | sed 1,/Tasks/d
      1 * (glob)
  Peak: * (glob)
  Crossover: not reached; * (glob)
  $ bakeoff aim7 compute --filesize=16k --end=7 --increment=3 --log=none --spreadsheet=no 2>/dev/null |
  > awk '/^Peak/ { exit } p { print $1 } /^Tasks/ { p = 1 }'
  1
  4
  7

Many directories, from options or a file:

  $ mkdir a b
  $ printf '%s\n' "$PWD/a" "$PWD/b" >config
  $ bakeoff aim7 compute --filesize=16k --users=2 --config=config --log=none --spreadsheet=no >out 2>&1
  $ bakeoff aim7 compute --filesize=16k --users=2 --dir=a --dir=b --log=none --spreadsheet=no >out 2>&1
  $ ls a b
  a:
  
  b:

Bad input is named, and nothing is made:

  $ rm workfile out
  $ bakeoff aim7
  bakeoff: aim7: no mix (compute, dbase, fserver, shared) is given: open workfile: No such file or directory
  [2]
  $ bakeoff aim7 fileserver
  bakeoff: aim7: no mix (compute, dbase, fserver, shared) is named so: open fileserver: No such file or directory
  [2]
  $ bakeoff aim7 --mix=fs
  bakeoff: aim7: mix: 'fs' is none of compute, dbase, fserver, shared
  [2]
  $ bakeoff aim7 dbase --mix=dbase
  bakeoff: aim7: one of a mix, --mix and --workfile is enough: they exclude each other
  [2]
  $ printf 'FILESIZE: 1M\n10 disk_rr\n10 dsk_rw\n' >wrong
  $ bakeoff aim7 wrong
  bakeoff: aim7: wrong: line 3: 'dsk_rw' is no test of the suite
  [2]
  $ printf 'FILESIZE: 1M\n10 sieve\n' >wrong
  $ bakeoff aim7 --workfile=wrong
  bakeoff: aim7: wrong: not one of its 1 tests is a disk test with a weight: nothing would be run
  [2]
  $ bakeoff aim7 a
  bakeoff: aim7: a is no regular file
  [2]
  $ bakeoff aim7 dbase --filesize=1k
  bakeoff: aim7: filesize: with 10 users a file has 1 KiB: the least is 2
  [2]
  $ bakeoff aim7 dbase --filesize=1500
  bakeoff: aim7: filesize: 1500 is no multiple of 1024
  [2]
  $ bakeoff aim7 dbase --poolsize=1M
  bakeoff: aim7: poolsize: needs --filesize, too: they replace both
  [2]
  $ bakeoff aim7 dbase --start=20
  bakeoff: aim7: end: 10 is below start, 20
  [2]
  $ bakeoff aim7 dbase --users=0
  bakeoff: users: 0 is below the least, 1
  [2]
  $ bakeoff aim7 dbase --users=1 --list=1
  bakeoff: aim7: users: a list is given, too
  [2]
  $ bakeoff aim7 dbase --list=1,,2
  bakeoff: aim7: list: * (glob)
  [2]
  $ bakeoff aim7 dbase --dir=a --config=config
  bakeoff: aim7: config: --dir is given, too
  [2]
  $ bakeoff aim7 dbase --listed=bin
  bakeoff: aim7: listed: 'bin' is not absolute
  [2]
  $ bakeoff aim7 dbase fserver
  bakeoff: aim7: 'fserver' is one operand too many
  [2]

What fails is told with its place, and nothing stays behind:

  $ bakeoff aim7 dbase --dir=nonsuch
  bakeoff: aim7: nonsuch: No such file or directory
  [1]
  $ bakeoff aim7 dbase --output=nonsuch --dir=a
  bakeoff: aim7: open nonsuch/suite7.ss: No such file or directory
  [1]
  $ bakeoff aim7 fserver --filesize=16k --dir=a --listed=/nonsuch --log=none --spreadsheet=no >out
  bakeoff: aim7: load level 1: user 1: dir_rtns_1 in a/aim7-??????: open directory /nonsuch: No such file or directory (glob)
  [1]
  $ tail -n 1 out
  Tasks    jobs/min  jti  jobs/min/task      real       cpu
  $ ls a
  $ bakeoff aim7 compute --filesize=16k --users=1 --log=none --spreadsheet=no >/dev/full
  bakeoff: aim7: write to standard output: No space left on device
  [1]
  $ ls
  a
  b
  config
  out
  wrong

The tests' system calls are Suite VII's: one call of disk_wrt, as a user does it:

  $ command -v strace >/dev/null || exit 80
  $ printf 'FILESIZE: 4K\n1 disk_wrt\n' >one
  $ ASAN_OPTIONS=detect_leaks=0 strace -f -o calls -e trace=openat,creat,write,unlink,unlinkat,lseek \
  > bakeoff aim7 one --users=1 --log=none --spreadsheet=no >out 2>&1
  $ grep -c 'tmpb.*O_CREAT' calls
  100
  $ grep -c 'unlink.*tmpb' calls
  100
  $ awk '/tmpb.*O_CREAT/ { n++ } n == 100' calls | sed 's/^[0-9 ]*//; s/(.*//' | head -n 6
  openat
  unlink
  write
  write
  write
  write

In the laboratory it is a workload, which tells the same:

  $ bakeoff workloads aim7 | sed -n '/^Mixes/,/^dbase/p'
  Mixes, for each client:
  compute: 8 of the 101 tests of a task are run.
  Not run, since not disk tests (weight, tests of a task):
    add_double (50, 6) add_int (30, 4) add_long (30, 4) array_rtns (10, 1)
    div_double (40, 5) div_int (30, 4) matrix_rtns (50, 6) mem_rtns_1 (40, 5)
    mem_rtns_2 (40, 5) mul_double (50, 6) mul_int (30, 4) mul_long (30, 4)
    new_raph (40, 5) num_rtns_1 (40, 5) page_test (50, 6) series_1 (40, 5)
    shared_memory (10, 1) sieve (30, 4) stream_pipe (20, 2) string_rtns (30, 4)
    trig_rtns (40, 5) udp_test (20, 2)
  dbase: 24 of the 99 tests of a task are run.
  $ bakeoff run aim7 --mix=compute --filesize=16k --numjobs=2 --rounds=2 --seed=1 --variant=here:device=dir:. 2>/dev/null |
  > grep -e MEASURED
  MEASURED  aim7 mix/jobs  * ops/s * n=2 (glob)
  $ bakeoff show 1/2 | grep -e not_run -e mix/jti
  mix/jti * % *higher *no * (glob)
  mix/not_run *186.0 *1 *neither *no * (glob)
