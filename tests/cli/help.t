Without a command: what there is, on stderr, as wrong usage:

  $ bakeoff >out
  usage: bakeoff COMMAND [OPTION...] [OPERAND...]
  
  Is B faster than A, by how much, and how sure are we? A file-system and kernel
  A/B laboratory: it makes the file systems, interleaves the runs, and judges.
  
    agent      make one run for a controller: a spec in, events out (plumbing)
    aim7       mixes of AIM Suite VII's disk tests: jobs/min by users
    aim9       classic disk tests, modelled on AIM Suite IX
    bonnie     the classic Bonnie and bonnie++: one big file, many small ones
    clean      undo what a killed or crashed bakeoff has left on this machine
    compare    say which variant is faster, by how much, and how sure that is
    contest    the classic contest: time a build beside one load at a time
    dbench     the classic dbench: replay a file server load and print MB/sec
    doctor     say what will hurt a measurement on this machine, and what helps
    export     write experiments in the formats of other programs
    import     read other tools' results out of any text
    list       list the experiments, newest first; the first column is the id
    lmdd       the classic lmdd: copy blocks and print MB/sec
    postmark   the classic PostMark: many small files, and its report
    resume     go on with an interrupted experiment, in the same order
    run        measure every variant in every round, in random order, and judge
    show       show an experiment's runs, or everything about one run
    tbench     the classic tbench: the same load as messages over TCP
    trend      one metric over variants or experiments, and where it changed
    workloads  list the workloads, or one's parameters, phases and metrics
  
  `bakeoff COMMAND --help` tells more. A first try, in the current directory:
    bakeoff run lmdd --bs=4k,128k --fsync=yes --rounds=6 --variant=a --variant=b
  [2]
  $ cat out

Asked for, the same is on stdout:

  $ bakeoff --help
  usage: bakeoff COMMAND [OPTION...] [OPERAND...]
  
  Is B faster than A, by how much, and how sure are we? A file-system and kernel
  A/B laboratory: it makes the file systems, interleaves the runs, and judges.
  
    agent      make one run for a controller: a spec in, events out (plumbing)
    aim7       mixes of AIM Suite VII's disk tests: jobs/min by users
    aim9       classic disk tests, modelled on AIM Suite IX
    bonnie     the classic Bonnie and bonnie++: one big file, many small ones
    clean      undo what a killed or crashed bakeoff has left on this machine
    compare    say which variant is faster, by how much, and how sure that is
    contest    the classic contest: time a build beside one load at a time
    dbench     the classic dbench: replay a file server load and print MB/sec
    doctor     say what will hurt a measurement on this machine, and what helps
    export     write experiments in the formats of other programs
    import     read other tools' results out of any text
    list       list the experiments, newest first; the first column is the id
    lmdd       the classic lmdd: copy blocks and print MB/sec
    postmark   the classic PostMark: many small files, and its report
    resume     go on with an interrupted experiment, in the same order
    run        measure every variant in every round, in random order, and judge
    show       show an experiment's runs, or everything about one run
    tbench     the classic tbench: the same load as messages over TCP
    trend      one metric over variants or experiments, and where it changed
    workloads  list the workloads, or one's parameters, phases and metrics
  
  `bakeoff COMMAND --help` tells more. A first try, in the current directory:
    bakeoff run lmdd --bs=4k,128k --fsync=yes --rounds=6 --variant=a --variant=b
  $ bakeoff --help >one && bakeoff -h >two && bakeoff help >three
  $ cmp one two && cmp one three

Every command has a help, on stdout only, at most 80 columns wide, that begins with its usage; `help
COMMAND` is the same text:

  $ commands=$(bakeoff --help | sed -n 's/^  \([a-z][a-z0-9]*\)  .*/\1/p')
  $ echo $commands
  agent aim7 aim9 bonnie clean compare contest dbench doctor export import list lmdd postmark resume run show tbench trend workloads
  $ for command in $commands; do
  >   bakeoff $command --help >help 2>errors || echo "$command: status $?"
  >   bakeoff help $command | cmp - help
  >   head -n 1 help
  >   cat errors
  >   awk 'length > 80' help
  > done
  usage: bakeoff agent [OPTION...]
  usage: bakeoff aim7 [OPTION...] [MIX|WORKFILE]
  usage: bakeoff aim9 [OPTION...]
  usage: bakeoff bonnie [-d DIR] [-s MB] [-m LABEL] [-html]
  usage: bakeoff clean [OPTION...]
  usage: bakeoff compare [OPTION...] [EXPERIMENT...]
  usage: bakeoff contest [OPTION...] [LOAD...]
  usage: bakeoff dbench [OPTION...] N
  usage: bakeoff doctor [PLAN] [WORKLOAD [OPTION...]]...
  usage: bakeoff export [OPTION...] [EXPERIMENT[,...]]
  usage: bakeoff import [OPTION...] FILE...
  usage: bakeoff list [OPTION...]
  usage: bakeoff lmdd NAME=VALUE...
  usage: bakeoff postmark [--report-version=1.51|1.53|1.54] [FILE]
  usage: bakeoff resume [OPTION...] [EXPERIMENT]
  usage: bakeoff run [PLAN] [WORKLOAD [OPTION...]]...
  usage: bakeoff show [OPTION...] [EXPERIMENT[/RUN]]
  usage: bakeoff tbench [OPTION...] N [HOST]
  usage: bakeoff trend [OPTION...] METRIC [EXPERIMENT...]
  usage: bakeoff workloads [OPTION...] [WORKLOAD]

  $ bakeoff show --help
  usage: bakeoff show [OPTION...] [EXPERIMENT[/RUN]]
  
  show an experiment's runs, or everything about one run
  
  Without an EXPERIMENT: the newest one.
  
    --plan                  print the plan that was run, as a plan file
    -v, --verbose           of a run: everything that was observed of the machine,
                            under PCP's names
    --output[=none|stdout|stderr|prepare|cleanup]
                            print what the programs of the run printed, byte by
                            byte, one client after the other (default none)
    --db=FILE               the results database;
                            $XDG_DATA_HOME/bakeoff/bakeoff.db where there is none
    -h, --help              print this and end
  $ bakeoff --version
  bakeoff [0-9]+\.[0-9]+\.[0-9]+ (re)

So is what is told of the workloads:

  $ bakeoff workloads
  aim7              a mix of AIM Suite VII's disk tests, by many clients
  bonnie            putc, block write, rewrite, getc, block read, seeks; many small files
  command           any program: its times, and what its output says
  contest           how long a build takes beside one load at a time
  creat-clo         open with O_TRUNC and close one file; strict: make new ones
  dbench            replay what a client of a file server did, from a dbench load file
  dir_rtns_1        read a directory, entry after entry
  disk_cp           copy a file in blocks
  disk_rd           read a file in blocks in order
  disk_rr           read a file in blocks at random
  disk_rw           overwrite a file in blocks at random
  disk_src          stat, create and unlink names in a tree of directories
  disk_wrt          write a new file in blocks in order
  link_test         unlink and link a name of a file that has eight
  lmdd              write, read or copy a file in blocks, one after the other
  nothing           do nothing, to measure the harness itself
  postmark          create, read, append to and delete small files, as a mail server does
  sync_disk_cp      copy a file in blocks, written with O_SYNC
  sync_disk_rw      overwrite a file in blocks at random, with O_SYNC
  sync_disk_update  read blocks of a file at random and write, with O_SYNC
  sync_disk_wrt     write a new file in blocks, with O_SYNC
  aim9              a suite: the disk tests modelled on AIM Suite IX, each for 10 s
  $ bakeoff workloads nothing | sed 's/default [0-9]*M/default NUMBER/'
  nothing: do nothing, to measure the harness itself
  
  Stands for:               bakeoff's own, docs/workloads/nothing.md; compare
                            fio's null engine
  
  Parameters, as plan keys and as --key=value:
    operations = COUNT      operations that do nothing, for each client (at least
                            1, default NUMBER)
  
  Shared by all workloads:
    use = WORKLOAD          which workload this is, where the section's name is
                            not the workload's own
    primary = PHASE_METRIC  the metrics that are judged; the workload's own choice
                            where there is none
    margin = PERCENT        the equivalence margin of this workload; the
                            experiment's where there is none (0.01% to 99%)
    numjobs = COUNT         client processes, each with a directory of its own (1
                            to 1024, default 1)
    iodepth = COUNT         operations in flight for each client; above 1 through
                            io_uring (1 to 1024, default 1)
    runtime = TIME          end a phase after this time; 0 is when its work is
                            done (default 0)
    ramp_time = TIME        work this long in each phase before its clock starts
                            (default 0)
    loops = COUNT           repeat the phases in one run; work and time add up (1
                            to 1000000, default 1)
  
  Phases:
    nothing                 as many empty operations as asked for
  
  Metrics, as primary= names them:
    nothing_rate            operations per second: what the harness itself can
                            count and time (1/s, higher is better, judged)
    nothing_latency         mean time between two readings of the clock: the
                            harness's own share of an operation (s, lower is
                            better)
  $ for workload in $(bakeoff workloads | sed 's/ .*//'); do
  >   bakeoff workloads $workload | awk 'length > 80'
  > done

What nobody knows is told with what is nearest to it:

  $ bakeoff ruN
  bakeoff: no command 'ruN'; the nearest is 'run'
  [2]
  $ bakeoff frobnicate
  bakeoff: no command 'frobnicate'; `bakeoff --help` lists them
  [2]
  $ bakeoff help lisst
  bakeoff: no command 'lisst'; the nearest is 'list'
  [2]
  $ bakeoff workloads lmd
  bakeoff: no workload named 'lmd'; the nearest is lmdd
  [2]
  $ bakeoff show --pln
  bakeoff: unknown option '--pln'; the nearest is '--plan'
  [2]

Options are never abbreviated, and what is one too many is not overlooked:

  $ bakeoff show --pl
  bakeoff: unknown option '--pl'; the nearest is '--plan'
  [2]
  $ bakeoff list 1
  bakeoff: list: '1' is one operand too many
  [2]
  $ bakeoff show 1 2
  bakeoff: show: '2' is one operand too many
  [2]
  $ bakeoff --version now
  bakeoff: --version: 'now' is one operand too many
  [2]
  $ bakeoff --help run
  bakeoff: --help: 'run' is one operand too many
  [2]
  $ bakeoff help run now
  bakeoff: help: 'now' is one operand too many
  [2]
  $ bakeoff clean --force
  bakeoff: unknown option '--force'; the nearest is '--forget'
  [2]

What could not be printed was not said:

  $ bakeoff --help >/dev/full
  bakeoff: write to standard output: No space left on device
  [1]
  $ bakeoff workloads lmdd >/dev/full
  bakeoff: write to standard output: No space left on device
  [1]
