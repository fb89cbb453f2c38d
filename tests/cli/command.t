Any program is a workload: its times are measured, and what it prints is kept with the run.

  $ mkdir d
  $ run() { bakeoff run command --rounds=1 --variant=here:device=dir:d "$@" >told 2>said; }
  $ run --cmd='echo hello; echo world >&2; sleep 0.1'
  $ sed -n 's/  *[0-9.]* ms.*//; s/^MEASURED *//p' told
  command run/time
  $ bakeoff show 1/2 | sed -n '/^METRIC/,/^$/p' | awk 'NF { print $1, $4, $5 }'
  METRIC BETTER PRIMARY
  run/time lower yes
  run/user_time lower no
  run/sys_time lower no
  run/max_rss lower no
  $ bakeoff show 1/2 | sed -n '/^OUTPUT/,/^$/p'
  OUTPUT
  stderr        6 bytes of client 0
  stdout        6 bytes of client 0
  
  $ bakeoff show 1/2 --output
  hello
  $ bakeoff show 1/2 --output=stderr
  world
  $ bakeoff show 1/2 --output=cleanup
  bakeoff: run 2 has no cleanup
  [1]
  $ bakeoff show --output
  bakeoff: output: EXPERIMENT/RUN says of which run
  [2]
  $ bakeoff show 1/2 --output=all
  bakeoff: output: 'all' is none of none, stdout, stderr, prepare, cleanup
  [2]
  $ ls d

It runs in a directory of its own, and its environment says which run it is:

  $ cat >where <<'END'
  > [ "$(pwd)" = "$BAKEOFF_DIR" ] && [ -z "$(ls)" ] || exit 1
  > echo "$BAKEOFF_EXPERIMENT $BAKEOFF_VARIANT $BAKEOFF_CELL $BAKEOFF_ROUND $BAKEOFF_ATTEMPT"
  > echo "$BAKEOFF_CLIENT $BAKEOFF_CLIENTS $LC_ALL"
  > END
  $ run --name=question --cmd="sh $PWD/where" --numjobs=2
  $ bakeoff show 2/4 --output
  question here command 1 0
  0 2 C
  question here command 1 0
  1 2 C

The seed is the same for all variants of a round, and another one in the next:

  $ cat >plan.ini <<'END'
  > [experiment]
  > rounds = 2
  > aa = no
  > seed = 7
  > [variant a]
  > device = dir:d
  > [variant b]
  > like = a
  > [workload seeds]
  > use = command
  > cmd = echo $BAKEOFF_SEED
  > END
  $ bakeoff run ./plan.ini >told 2>said
  $ for run in 5 6 7 8 9 10; do bakeoff show 3/$run --output; done | sort | uniq -c | awk '{ print $1 }'
  2
  2
  2

`parse` reads the numbers out of what is printed, in base units, and `primary` says which are judged:

  $ cat >table <<'END'
  > FSUse%        Count         Size    Files/sec     App Overhead
  >      1         1000        51200        200.5            10001
  >      1         2000        51200        300.5            10001
  > END
  $ run --parse=fs_mark --primary=fs_mark_files_rate --cmd="cat $PWD/table"
  $ grep -o 'fs_mark/files_rate .*n=1' told
  fs_mark/files_rate  250.5 ops/s  no interval  sd -  n=1
  $ bakeoff show 4/12 | awk '$1 ~ /^fs_mark/ { print $1, $2, $3, $4 }'
  fs_mark/files_rate 250.5 ops/s higher
  fs_mark/app_overhead 10.00 ms lower
  $ run --parse=fs_mark --cmd="cat $PWD/table"
  $ grep -o 'command run/time' told
  command run/time

A failed command is a failed run, never a number:

  $ run --cmd='echo it did not work >&2; exit 3'
  [1]
  $ sed -n 's/.*run 2 of 2, //; s/^round 1 of 1, here, command: //p' said
  failed: run: cmd: ended with status 3: it did not work
  $ grep -c MEASURED told
  0
  [1]
  $ run --parse=fs_mark --primary=files_rate --cmd="cat $PWD/table"
  [1]
  $ sed -n 's/.*run 2 of 2, //; s/^round 1 of 1, here, command: //p' said
  failed: fs_mark: primary: 'files_rate' is none of run_time, run_user_time, run_sys_time, run_max_rss, fs_mark_files_rate, fs_mark_app_overhead
  $ run --parse=fio --cmd="cat $PWD/table"
  [1]
  $ sed -n 's/.*run 2 of 2, //; s/^round 1 of 1, here, command: //p' said
  failed: fio: nothing was read from its output

What cannot be right is refused before anything is run:

  $ bad() { bakeoff run command --variant=here:device=dir:d "$@"; }
  $ bad
  bakeoff: command on here: cmd: none, where a command is expected
  [2]
  $ bad --cmd=
  bakeoff: command line: cmd: empty
  [2]
  $ bad --cmd='no-such-program --fast'
  bakeoff: command on here: cmd: no-such-program: no such program
  [1]
  $ bad --cmd='no-such-program --fast' --dry-run
  bakeoff: command on here: cmd: no-such-program: no such program
  [1]
  $ bad --cmd=true --shell=no-such-shell
  bakeoff: command on here: shell: no-such-shell: no such program
  [1]
  $ bad --cmd=true --runtime=10
  bakeoff: command on here: runtime: a command is timed from its start to its end; `timeout` in cmd ends it earlier
  [2]
  $ bad --cmd=true --iodepth=2
  bakeoff: command on here: iodepth: phase run of command has one operation in flight, not 2
  [2]
  $ bad --cmd=true --parse=no-such-tool
  bakeoff: command on here: parse: there is no importer for 'no-such-tool', there are *, fio, * (glob)
  [2]
  $ bad --cmd=true --primary=run_tmie
  bakeoff: command on here: primary: 'run_tmie' is none of run_time, run_user_time, run_sys_time, run_max_rss
  [2]
