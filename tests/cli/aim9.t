The classic command asks for what no option says, and prints the table that the field knows:

  $ mkdir disk
  $ cat >s9workfile <<'END'
  > # two of the stock workfile's sixty, and one that is no disk test
  > FILESIZE: 64K
  > disk_rr
  > add_int
  > creat-clo
  > END
  $ printf 'box\n2 CPUs\n2\ndisk\n' | bakeoff aim9 >table 2>questions
  $ cat questions; echo
  Machine's name: Machine's configuration: Seconds for each test (2 to 1000): Directory for disk files: 
  $ cat table
  bakeoff aim9 *: disk tests modelled on AIM Suite IX (glob)
  Machine: box, 2 CPUs
  Files: 64K
  Projected run time: 0:00:04 (2 tests, 2 s each)
  
  ------------------------------------------------------------------------------------------------------------
   Test        Test        Elapsed  Iteration    Iteration          Operation
  Number       Name      Time (sec)   Count   Rate (loops/sec)    Rate (ops/sec)
  ------------------------------------------------------------------------------------------------------------
       1 creat-clo * File Creations and Closes/second (glob)
       2 disk_rr * Random Disk Reads (K)/second (glob)
       - add_int        not run: no disk test
  ------------------------------------------------------------------------------------------------------------
  Projected completion: * (glob)
  Actual completion:    * (glob)
  Difference:           +0:00:0* (glob)

Nothing is left on the disk; the results are appended to two files:

  $ ls -A disk
  $ sed 's/ [0-9]* [0-9.]*  *[0-9.]*\.[0-9][0-9] \([A-Z].*second\)$/ MS CALLS RATE \1/; 3s/.*/DATE/; s/".*"/VERSION/' logfile.suite9
  box
  2 CPUs
  DATE
  bakeoff aim9 VERSION
  64K
  creat-clo MS CALLS RATE File Creations and Closes/second
  disk_rr MS CALLS RATE Random Disk Reads (K)/second
  $ sed 's/\t[0-9]*\t/\tN\t/; 3s/.*/DATE/; s/".*"/VERSION/' suite9.ss
  box
  2 CPUs
  DATE
  bakeoff aim9 VERSION
  64K
  creat-clo\tN\tFile Creations and Closes per second (esc)
  disk_rr\tN\tRandom Disk Reads (K) per second (esc)

Options say it all, too; -nl spares the log:

  $ rm logfile.suite9 suite9.ss s9workfile table questions
  $ aim9() { bakeoff aim9 --machine=m --config=c --period=2 --dir=disk "$@"; }
  $ aim9 -nl --tests=disk_rr --set=bs=4k
  bakeoff: aim9: set: 'bs=4k' needs --fidelity=strict
  [2]
  $ aim9 -nl --tests=disk_rr --fidelity=strict --set=bx=4k
  bakeoff: aim9: set: no parameter named 'bx'; the nearest is 'bs'
  [2]
  $ aim9 -nl --tests=disk_rr --fidelity=strict --set=bs
  bakeoff: aim9: set: 'bs' is no KEY=VALUE
  [2]
  $ aim9 -nl --tests=disk_wrt --fidelity=strict --set=bs=4k --set=fsync=yes |
  >   awk '$2 == "disk_wrt" { print ($6 > 3.9 * $5 && $6 < 4.1 * $5) ? "four K each" : $0 }'
  four K each
  $ aim9 -nl --fidelity=strict --seed=7 --tests=link_test | sed -n 's/  *[0-9.]*  *[0-9.]* *[0-9.]*  *[0-9.]* \([A-Z].*second\)/ \1/p'
       1 link_test Link/Unlink Pairs/second
  $ ls -A disk .
  .:
  disk
  suite9.ss
  
  disk:

A tree that is there already is used, and stays; a test that cannot go on is told, with the path and
the reason, and ends in status 1; the others run all the same:

  $ mkdir disk/fakeh && printf 's ./one\nc ./two\n./ballast\n' >disk/fakeh/dirlist && touch disk/fakeh/one
  $ aim9 -nl --tests=dir_rtns_1,disk_src --listed=never >table
  bakeoff: aim9: dir_rtns_1: open directory never: No such file or directory
  [1]
  $ sed -n '/^  *[12] /{s/src .* Dir/src Dir/;p;}' table
       1 disk_src Directory Searches/second
       2 dir_rtns_1     open directory never: No such file or directory. Skipping to next test.
  $ ls disk disk/fakeh
  disk:
  fakeh
  
  disk/fakeh:
  dirlist
  one
  $ rm -r disk/fakeh

What is wrong is told in one line before anything is written:

  $ aim9
  bakeoff: aim9: workfile: open s9workfile, which has a line FILESIZE: 5M and the tests: No such file or directory
  [2]
  $ printf 'creat-clo\n' >s9workfile; aim9
  bakeoff: aim9: s9workfile: no line 'FILESIZE: 5M' in it, and no --filesize=
  [2]
  $ printf 'FILESIZE: 1M\ncreat_close\n' >other; aim9 --workfile=other
  bakeoff: aim9: other: line 2: no test named 'creat_close'; the nearest is creat-clo
  [2]
  $ printf 'FILESIZE: 1M\nadd_int\n' >other; aim9 --workfile=other
  bakeoff: aim9: other: none of its tests is a disk test
  [2]
  $ aim9 --tests=disk_rx
  bakeoff: aim9: tests: no test named 'disk_rx'; the nearest is disk_rr
  [2]
  $ aim9 --tests=disk_rr --period=1
  bakeoff: aim9: period: 1 is below the least, 2
  [2]
  $ aim9 --tests=disk_rr --period=1001
  bakeoff: aim9: period: 1001 is above the most, 1000
  [2]
  $ aim9 --tests=disk_rr --filesize=1500
  bakeoff: aim9: filesize: 1500 is below the least, 2k
  [2]
  $ aim9 --tests=disk_rr --filesize=2500
  bakeoff: aim9: filesize: 2500 is no multiple of 1k
  [2]
  $ aim9 --tests=disk_rr extra
  bakeoff: aim9: 'extra' is one operand too many
  [2]
  $ bakeoff aim9 --tests=disk_rr --period=2 --dir=disk </dev/null 2>&1
  Machine's name: bakeoff: aim9: Machine's name: no answer on standard input; --machine says it too
  [2]

A directory that is not there: status 1, with the path and the reason:

  $ bakeoff aim9 --machine=m --config=c --period=2 --tests=all --dir=never -nl
  bakeoff: aim9: open directory never: No such file or directory
  [1]
  $ ls -A disk

As workloads: a suite is a section for each test, on the command line and in a plan, with one row
for each in the classic table:

  $ bakeoff run aim9 --runtime=0 --calls=1 --filesize=16k --rounds=1 --seed=1 --style=classic \
  >   --variant=a:device=dir:disk --variant=b:device=dir:disk 2>/dev/null >classic
  $ sed -n '/^a:/,/^$/p' classic | sed 's/  *[0-9.-]*  *[0-9.-]*  *[0-9.-]*  *1$/ 1/; 1d; s/^-*$/-/; s/UNIT.*/UNIT/; s/  */ /g'
  -
  OPERATION UNIT
  creat-clo classic/ops ops/s 1
  link_test classic/ops ops/s 1
  disk_rr classic/ops ops/s 1
  disk_rw classic/ops ops/s 1
  disk_rd classic/ops ops/s 1
  disk_wrt classic/ops ops/s 1
  disk_cp classic/ops ops/s 1
  sync_disk_rw classic/ops ops/s 1
  sync_disk_wrt classic/ops ops/s 1
  sync_disk_cp classic/ops ops/s 1
  sync_disk_update classic/ops ops/s 1
  disk_src classic/ops ops/s 1
  dir_rtns_1 classic/ops ops/s 1
  -
  $ sed -n '/^Comparison/,/^$/p' classic | grep -c 'classic/ops'
  13
  $ sed -n 's/  */ /g; s/^OPERATION.*\(MEAN.*\)/\1/p' classic | head -n 1
  MEAN ST.DEV. % ST.DEV N
  $ grep -o 'OPERATION.*REL\.$' classic | sed 's/  */ /g'
  OPERATION UNIT A B REL.
  $ printf '[experiment]\nseed = 1\n[workload aim9]\nruntime = 0\ncalls = 1\nfilesize = 16k\n' >plan.ini
  $ bakeoff run plan.ini --dry-run | sed -n 's/^\(plan.*\|sha.*\|\[workload.*\)/\1/p' >from_plan
  $ bakeoff run aim9 --seed=1 --runtime=0 --calls=1 --filesize=16k --dry-run | sed -n 's/^\(plan.*\|sha.*\|\[workload.*\)/\1/p' | cmp - from_plan
  $ grep -c '^\[workload' from_plan
  13
  $ bakeoff run aim99 --dry-run
  bakeoff: no workload named 'aim99'; the nearest is aim9 (`bakeoff workloads` lists them; a plan file ends in .ini or contains a /)
  [2]
