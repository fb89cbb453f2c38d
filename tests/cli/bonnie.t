The table of 1996, progress on stderr, nothing left:

  $ bakeoff bonnie -s 2 -m machine
  Writing with putc()...done
  Rewriting...done
  Writing intelligently...done
  Reading with getc()...done
  Reading intelligently...done
  Seeker 1...Seeker 2...Seeker 3...start 'em...done...done...done...
                -------Sequential Output-------- ---Sequential Input-- --Random--
                -Per Char- --Block--- -Rewrite-- -Per Char- --Block--- --Seeks---
  Machine    MB K/sec %CPU K/sec %CPU K/sec %CPU K/sec %CPU K/sec %CPU  /sec %CPU
  machine     2 * (glob)
  $ bakeoff bonnie -s 1 -m vm -html 2>/dev/null | sed 's/>[0-9.][0-9.]*</>N</g'
  <TR><TD>vm</TD><TD>N</TD><TD>N</TD><TD>N</TD><TD>N</TD><TD>N</TD><TD>N</TD><TD>N</TD><TD>N</TD><TD>N</TD><TD>N</TD><TD>N</TD><TD>N</TD><TD>N</TD></TR>
  $ bakeoff bonnie --style=bonnie64 -s 1 -m vm -r 2>/dev/null | tail -n 2
  Machine    GB M/sec %CPU M/sec %CPU M/sec %CPU M/sec %CPU M/sec %CPU  /sec %CPU
  vm          0 * (glob)
  $ bakeoff bonnie --style=bonnie64 -s 1 -m vm -f html 2>/dev/null | grep -c '<T[RH]'
  4
  $ ls

The text and the CSV of bonnie++; phases below half a second are not figures:

  $ bakeoff bonnie --style=bonnie++ -s 1 -n 1 -r 0 -z 42 -m vm -f
  Writing intelligently...done
  Rewriting...done
  Reading intelligently...done
  start 'em...done...done...done...done...done...
  Create files in sequential order...done.
  Stat files in sequential order...done.
  Delete files in sequential order...done.
  Create files in random order...done.
  Stat files in random order...done.
  Delete files in random order...done.
  Version *       ------Sequential Output------ --Sequential Input- --Random- (glob)
                      -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--
  Name:Size etc        /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP
  vm               1M           +++++ +++ +++++ +++           +++++ +++ +++++ +++
  Latency            * (glob)
  Version *       ------Sequential Create------ --------Random Create-------- (glob)
  vm                  -Create-- --Read--- -Delete-- -Create-- --Read--- -Delete--
                files  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP
                    1 +++++ +++ +++++ +++ +++++ +++ +++++ +++ +++++ +++ +++++ +++
  Latency            * (glob)
  1.98,bakeoff-*,vm,1,42,1M,,8192,5,,,+++++,+++,+++++,+++,,,+++++,+++,+++++,+++,1,,,,,+++++,+++,+++++,+++,+++++,+++,+++++,+++,+++++,+++,+++++,+++,,*us,*us,,*us,*us,*us,*us,*us,*us,*us,*us (glob)

With -q the CSV alone is on stdout; -x has a header with as many names as there are fields; the older
layouts have 48 and 27:

  $ small="-s 1:16k:100:2 -n 0 -r 0 -f -q"
  $ bakeoff bonnie --style=bonnie++ $small 2>table | awk -F, '{ print NF, $1, $6, $7, $8, $9 }'
  50 1.98 1M 16k 100 2
  $ wc -l <table
  5
  $ for csv in 1.98 1.97 1.03; do
  >   bakeoff bonnie --style=bonnie++ $small -x 2 --csv=$csv 2>&1 | awk -F, '{ print NF, $1 }'
  > done
  50 format_version
  50 1.98
  50 1.98
  48 format_version
  48 1.97
  48 1.97
  27 name
  27 * (glob)
  27 * (glob)

Debian's own readers of the CSV take it: figures, names, no complaint but that about +++++:

  $ command -v bon_csv2txt >/dev/null || exit 80
  $ bakeoff bonnie --style=bonnie++ -s 1:4k:200:2 -n 1:512:64:4:1k -r 0 -z 42 -m vm -q --least-time=500ms 2>table >csv
  $ bon_csv2txt <csv >txt
  $ sed -n '4p;9p' txt
  vm      1M:4k:200:2 * (glob)
  vm    1:512:64/4:1k * (glob)
  $ for file in table txt; do
  >   sed -n '4,5p;9,10p' $file | cut -c 20- >$file.cells
  > done
  $ cmp table.cells txt.cells
  $ tr -s ' ' '\n' <table.cells | grep -c '^[0-9]'
  36
  $ bon_csv2html <csv >html
  $ for field in 10 13 15 16 20 21 27 29 31 33 35 37 38 39 44 45 50; do
  >   grep -q ">$(cut -d, -f $field csv)</td>" html || echo "field $field is not there"
  > done
  $ rm csv table txt html *.cells

The system calls of the phases, chunk by chunk. One client does all but the seeks: 4 chunks written,
rewritten (read, back, write; and for Bonnie a last read that returns nothing) and read:

  $ command -v strace >/dev/null || exit 80
  $ calls() { ASAN_OPTIONS=detect_leaks=0 strace -f -o calls -e trace=openat,read,write,lseek,fsync,unlink,unlinkat,close "$@" >/dev/null 2>&1; }
  $ calls bakeoff bonnie --style=bonnie++ -s 1:256k:40:1 -n 0 -r 0 -f -z 1
  $ of_chunks() { sed -n 's/^[0-9]* *\(read\|write\|fsync\)([0-9]*\(, ".*\)\?\(, 262144\)\?) *= \([0-9]*\)$/\1 \4/p; s/^[0-9]* *lseek([0-9]*, -262144, SEEK_CUR) *= [0-9]*$/back/p' calls | grep -e 262144 -e back -e fsync; }
  $ of_chunks | head -n 23 | uniq -c | sed 's/^ *//'
  4 write 262144
  1 fsync 0
  1 read 262144
  1 back
  1 write 262144
  1 read 262144
  1 back
  1 write 262144
  1 read 262144
  1 back
  1 write 262144
  1 read 262144
  1 back
  1 write 262144
  1 fsync 0
  4 read 262144
  1 fsync 0

After them 40 seeks, each with its read; about every tenth goes back and writes; then fsync:

  $ of_chunks | tail -n +24 >seeks
  $ grep -c read seeks
  40
  $ writes=$(grep -c write seeks); test "$writes" -ge 1 && test "$writes" -le 12
  $ test "$(grep -c 'lseek(.*SEEK_SET' calls)" -eq $((40 + writes))
  $ tail -n 1 seeks
  fsync 0

Single bytes, one call each; the workload does it here, since bonnie++'s least is a MiB. in 4096 bytes
each of 0 to 127 comes 32 times, and there are a warm-up and a round:

  $ mkdir dir
  $ strace_run() { ASAN_OPTIONS=detect_leaks=0 strace -ff -o calls -e trace=read,write,lseek,fsync "$@" >/dev/null 2>&1 && cat calls.* >calls && rm calls.*; }
  $ strace_run bakeoff run bonnie --size=64k --chunk=4k --byte_size=4k --seeks=0 --files=0 --cold=no \
  > --least_time=0 --incompressible=no --rounds=1 --variant=a:device=dir:dir
  $ for byte in A m '~'; do
  >   grep -c "write([0-9]*, \"$byte\", 1) *= 1$" calls
  > done | uniq -c | sed 's/^ *//'
  3 64
  $ test "$(grep -c 'read([0-9]*, ".*", 1) *= 1$' calls)" -ge 8192

Bonnie: putc goes through stdio, nothing is synced, and reads go on to the end of the file; 4000 seeks by
three seekers, each of which writes at its 1st, 11th, 21st ...:

  $ strace_run bakeoff bonnie -s 1
  $ grep -c fsync calls
  0
  [1]
  $ grep 'write([0-9]*, .*, 1) *= 1$' calls | grep -c -v '"\\n"'
  0
  [1]
  $ reads=$(grep -c 'read(.*16384) *= 16384$' calls); writes=$(grep -c 'write(.*16384) *= 16384$' calls)
  $ echo $((reads - 2 * 64))
  4000
  $ updates=$((writes - 2 * 64)); test "$updates" -ge 400 && test "$updates" -le 403
  $ echo $(($(grep -c 'lseek(.*SEEK_SET' calls) - updates))
  4000
  $ grep -c 'lseek([0-9]*, -16384, SEEK_CUR)' calls
  64
  $ grep -c 'read(.*16384) *= 0$' calls
  2

-b syncs every file and its directory (1024 created and removed, twice), and every chunk:

  $ strace_run bakeoff bonnie --style=bonnie++ -s 1:256k:0 -n 1 -r 0 -f -b -z 1
  $ echo $(($(grep -c 'fsync' calls) - 1024 * (2 + 1) * 2 - 4 - 4 - 3))
  0

  $ rm -r calls dir seeks

Wrong usage is told in one line, before anything is made:

  $ bakeoff bonnie -q
  bakeoff: bonnie: no option '-q'; bonnie has -d DIR, -s MB, -m LABEL, -html (--style=bonnie++ has more)
  [2]
  $ bakeoff bonnie --style=bonnie++ -p 2
  bakeoff: bonnie: -p: no semaphores here that other processes wait at: -c N starts N of them together, phase by phase
  [2]
  $ bakeoff bonnie --style=bonnie++ -s 64 -D
  bakeoff: bonnie: -D: single bytes cannot be moved with O_DIRECT: add -f
  [2]
  $ bakeoff bonnie --style=bonnie++ -u no-such-user
  bakeoff: bonnie: no user 'no-such-user'
  [2]
  $ bakeoff bonnie --style=bonnie++ -Z /dev/null
  bakeoff: bonnie: -Z: /dev/null is empty
  [1]
  $ bakeoff bonnie -d missing
  bakeoff: bonnie: open directory missing: No such file or directory
  [1]

Less than twice the memory is a warning, with both numbers:

  $ bakeoff bonnie --style=bonnie++ -s 1 -r 512 -n 0 -f -q 2>&1 >/dev/null | head -n 1
  bakeoff: warning: bonnie: -s: 1 MiB are less than twice the memory of 512 MiB: what is read may come from there (-r 0: so be it)

The same seed does the same:

  $ bakeoff bonnie --style=bonnie++ -s 1 -n 0 -r 0 -f -q -Z $(command -v bakeoff) 2>/dev/null | cut -d, -f 5 >one
  $ bakeoff bonnie --style=bonnie++ -s 1 -n 0 -r 0 -f -q -Z $(command -v bakeoff) 2>/dev/null | cut -d, -f 5 | cmp - one
  $ rm one

^C and TERM remove everything:

  $ bakeoff bonnie -s 100000 >out 2>said & sleep 1; kill -TERM $!; wait $!
  [143]
  $ cat out; tail -n 1 said
  bakeoff: bonnie: stopped by signal 15 in run 1 of 1, which has no result
  $ rm out said
  $ ls
