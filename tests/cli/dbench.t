What was asked of it comes out as dbench tells it, and the directory is empty again:

  $ mkdir work
  $ cat >load <<'END'
  > Mkdir "\clients" NT_STATUS_OK
  > NTCreateX "\clients\f.client1" 0x40 0x2 9938 NT_STATUS_OK
  > REPEAT 20
  > WriteX 9938 *%1000000/4096 4096 4096 NT_STATUS_OK
  > ReadX 9938 0 1 1 NT_STATUS_OK
  > Close 9938 NT_STATUS_OK
  > NTCreateX "\clients\none" 0x40 0x1 9939 NT_STATUS_OBJECT_NAME_NOT_FOUND
  > Unlink "\clients\f.client1" 0x6 NT_STATUS_OK
  > END
  $ bakeoff dbench --run-once -c load -D work 2 2>/dev/null | grep -v 'Never written'
  Running for 0 seconds with load 'load' and minimum warmup 0 secs
  2 of 2 processes prepared for launch   0 sec
  releasing clients
     2  cleanup   0 sec
     0  cleanup   0 sec
  
   Operation      Count    AvgLat    MaxLat
   ----------------------------------------
   NTCreateX          4 * (glob)
   Close              2 * (glob)
   Unlink             2 * (glob)
   Mkdir              2 * (glob)
   WriteX            40 * (glob)
   ReadX              2 * (glob)
  
   Complete passes: 2  seconds: mean 0.* (glob)
   Latency percentiles, ms:
   WriteX        p50 0.* (glob)
   Bytes in the window: the clients wrote 163840 and read 2; * (glob)
  
  Throughput * MB/sec  2 clients  2 procs  max_latency=* ms (glob)
  $ ls work

For programs, as dbench 5.0 has it; several clients in a process, several loads:

  $ gzip -k load
  $ bakeoff dbench --run-once --machine-readable --clients-per-process=3 -c load,load.gz -D work 2 2>/dev/null | grep -v '^@'
  :NTCreateX:12:*:*: (glob)
  :Close:6:*:*: (glob)
  :Unlink:6:*:*: (glob)
  :Mkdir:6:*:*: (glob)
  :WriteX:120:*:*: (glob)
  :ReadX:6:*:*: (glob)
  ;*;6;2;*; (glob)

A table of each client:

  $ bakeoff dbench --run-once --per-client-results -c load -D work 2 2>/dev/null | grep -e '^Per' -e '^Client'
  Per client results:
  Client 0 did 26 lines and 81921 bytes
  Client 1 did 26 lines and 81921 bytes

A figure of the true window: one second has one, too. dbench 4.0 has none, since it tells the last tick:

  $ bakeoff dbench -t 1 --warmup=100ms -s -S -D work 1 2>/dev/null | tail -n 1
  Throughput [1-9]\S* MB/sec \(sync open\) \(sync dirs\)  1 clients  1 procs  max_latency=\S* ms (re)
  $ bakeoff dbench -t 1 --compat=4 -D work 1 2>/dev/null | tail -n 1
  Throughput 0 MB/sec  1 clients  1 procs  max_latency=* ms (glob)

What is doubtful about a figure is said:

  $ bakeoff dbench -t 0.01 -D work 1 2>&1 >/dev/null | grep -v 'other processes'
  bakeoff: warning: dbench: the data set, 22 MB, fits in memory (* MB): reads are served from it, and much is deleted before it is written (glob)
  bakeoff: warning: dbench: less than one whole pass of each client: the mix of operations depends on the speed; give it more time

A call that fails where the load says that it succeeds ends the run, and there is no figure. dbench goes
on until a handle is missing:

  $ head -n 3 load >short
  $ printf '%s\n' 'NTCreateX "\clients\PCBENCHM.PPT" 0x40 0x1 10003 NT_STATUS_OK' >>short
  $ echo 'ReadX 10003 0 4096 4096 NT_STATUS_OK' >>short
  $ sed -i 3d short
  $ bakeoff dbench --run-once -c short -D work 1 >out
  bakeoff: dbench: client 0: line 3: No such file or directory: NTCreateX "/clients/PCBENCHM.PPT" 0x40 0x1 10003 SUCCESS
  [1]
  $ grep Throughput out
  [1]
  $ bakeoff dbench --run-once --compat=4 -c short -D work 1 >out
  [3] open work/dbench-*/clients/PCBENCHM.PPT failed for handle 10003 (No such file or directory) (glob)
  bakeoff: dbench: client 0: line 4: handle 10003 is not open: ReadX 10003 0 4096 4096 SUCCESS
  [1]
  $ grep Throughput out
  [1]
  $ ls work

Wrong loads and wrong usage are told, and nothing is done:

  $ printf 'Frobnicate 1 NT_STATUS_OK\nClose 1\nFlush 1 NT_STATUS_OK\n' >wrong
  $ bakeoff dbench -c wrong -D work 1
  bakeoff: dbench: wrong:1: Frobnicate 1 NT_STATUS_OK: no such operation; expected NTCreateX, ReadX, WriteX, Close, QUERY_PATH_INFORMATION or another of dbench's
  bakeoff: dbench: wrong:2: Close 1: '1' is no status; expected NT_STATUS_..., 0xHEX, SUCCESS, ERROR or *
  bakeoff: dbench: 2 faults in the load
  [2]
  $ printf 'Close 1\n' >wrong
  $ bakeoff dbench -c wrong -D work 1
  bakeoff: dbench: wrong:1: Close 1: '1' is no status; expected NT_STATUS_..., 0xHEX, SUCCESS, ERROR or *
  bakeoff: dbench: 1 fault in the load
  [2]
  $ gzip <short | head -c 30 >cut.gz
  $ bakeoff dbench -c cut.gz -D work 1
  bakeoff: dbench: cut.gz: decompress: unexpected end of file
  [2]
  $ bakeoff dbench -c short, -D work 1
  bakeoff: dbench: loadfile: 'short,' has an empty name
  [2]

A pause in the load ends with the time, and clients of one process may wait for each other:

  $ printf 'Sleep 1000000000\nMkdir "\\d" *\n' >pause
  $ timeout 60 bakeoff dbench -t 0.2 -c pause -D work 2 >out 2>&1
  $ printf 'SETSP 0\nWAITSP 1 0\nMkdir "\\d" *\n' >both
  $ timeout 60 bakeoff dbench --run-once --clients-per-process=2 -c both -D work 1 >out 2>&1
  $ grep -o 'Mkdir *[0-9]*' out
  Mkdir              2
  $ ls work
  $ printf 'Mkdir "\\d" *\n' >both2
  $ deep=$(printf 'x%.0s' $(seq 200)) && deep=$deep/$deep/$deep && mkdir -p $deep
  $ bakeoff dbench --run-once -c both2 -D $deep 1 2>/dev/null | grep -c Throughput
  1
  $ bakeoff dbench -c nowhere 1
  bakeoff: dbench: nowhere: open the load file: No such file or directory
  [1]
  $ bakeoff dbench
  bakeoff: dbench: how many clients? bakeoff dbench [OPTION...] N
  [2]
  $ bakeoff dbench 0
  bakeoff: dbench: '0' is no number of processes above 0
  [2]
  $ bakeoff dbench 1 2
  bakeoff: dbench: '2' is one operand too many
  [2]
  $ bakeoff dbench --clients-per-process=100 100
  bakeoff: dbench: 100 processes of 100 clients are more than the most, 4096 clients
  [2]
  $ bakeoff dbench -B nfs 1
  bakeoff: dbench: backend: 'nfs' is not one of fileio, sockio
  [2]
  $ bakeoff dbench -D nowhere 1
  bakeoff: dbench: make a directory in nowhere: No such file or directory
  [1]

A load of our own, the same for the same seed:

  $ bakeoff dbench --make-load --iterations=1 --seed=7 >a
  $ bakeoff dbench --make-load --iterations=1 --seed=7 | cmp - a
  $ head -n 4 a
  # bakeoff dbench --make-load --seed=7 --iterations=1 --miss-rate=12.96% --working-set=20971520
  Deltree "\clients\client1" NT_STATUS_OK
  Mkdir "\clients" NT_STATUS_OK
  NTCreateX "\clients\client1" 0x1 0x2 10001 NT_STATUS_OK
  $ bakeoff dbench --run-once -c a -D work 1 2>/dev/null | grep -c Throughput
  1

TERM and ^C leave no child and no file:

  $ for s in INT TERM; do
  >   timeout --preserve-status -s $s 1 bakeoff dbench -t 60 -D work 3 >out 2>&1; echo $?
  >   grep Throughput out; ls work
  > done
  130
  143

Operations are what dbench 4.0 would ask the kernel; -s, -S and -F sync every write and every change of a
directory:

  $ command -v strace >/dev/null || exit 80
  $ cat >sync <<'END'
  > Mkdir "\d" NT_STATUS_OK
  > NTCreateX "\d\f" 0x40 0x2 1 NT_STATUS_OK
  > WriteX 1 0 4096 4096 NT_STATUS_OK
  > WriteX 1 4096 4096 4096 NT_STATUS_OK
  > Close 1 NT_STATUS_OK
  > Rename "\d\f" "\d\g" NT_STATUS_OK
  > Unlink "\d\g" 0 NT_STATUS_OK
  > Rmdir "\d" NT_STATUS_OK
  > END
  $ calls() {
  >   ASAN_OPTIONS=detect_leaks=0 strace -f -qq -o calls -e trace=openat,pwrite64,fsync,fdatasync,mkdir,rename,unlink,rmdir \
  >     bakeoff dbench --run-once --no-resolve -c sync -D work "$@" 1 >/dev/null 2>&1
  >   sed -n '/resumed/d; s/^[0-9]* *//; s/dbench-[A-Za-z0-9]*/dir/g; s/ <unfinished.*//; s/"[^"]*"\.\.\., //; s/) *= [0-9]*$//; /work.dir\|fsync\|fdatasync\|pwrite/p' calls |
  >     grep -v 'O_RDONLY|O_NONBLOCK'
  > }
  $ calls -s | grep -e WRONLY -e RDWR -e sync
  openat(AT_FDCWD, "work/dir/d/f", O_RDWR|O_CREAT|O_SYNC, 0600
  $ calls -F | grep -e pwrite -e sync
  pwrite64(3, 4096, 0
  fsync(3
  pwrite64(3, 4096, 4096
  fsync(3
  $ calls -S | sed '1d; s/, O_RDONLY.*/, .../; /pwrite/d'
  mkdir("work/dir/d", 0777
  openat(AT_FDCWD, "work/dir", ...
  fdatasync(3
  openat(AT_FDCWD, "work/dir/d/f", O_RDWR|O_CREAT, 0600
  openat(AT_FDCWD, "work/dir/d", ...
  fdatasync(4
  rename("work/dir/d/f", "work/dir/d/g"
  openat(AT_FDCWD, "work/dir/d", ...
  fdatasync(3
  unlink("work/dir/d/g"
  openat(AT_FDCWD, "work/dir/d", ...
  fdatasync(3
  rmdir("work/dir/d"
  openat(AT_FDCWD, "work/dir", ...
  fdatasync(3

As a workload, a wrong load is refused before anything is made:

  $ printf 'Foo "x" 1\n' >wrong.txt
  $ bakeoff run dbench --load=wrong.txt --rounds=1 --variant=a:device=dir:.
  bakeoff: dbench on a: load: wrong.txt:1: Foo "x" 1: no such operation; expected NTCreateX, ReadX, WriteX, Close, QUERY_PATH_INFORMATION or another of dbench's
  [2]
  $ bakeoff run dbench --load=missing.txt --rounds=1 --variant=a:device=dir:. --dry-run
  bakeoff: dbench on a: load: missing.txt: open the load file: No such file or directory
  [2]
