The line that the field knows, on stderr; nothing on stdout:

  $ bakeoff lmdd of=file bs=8k move=200m fsync=1 2>&1 >out
  209.7152 MB in * secs, * MB/sec (glob)
  $ cat out
  $ stat -c %s file
  209715200

Write words that are their own offsets, and check them; a wrong one is told and is
a failure:

  $ bakeoff lmdd of=file bs=4k count=4 opat=1 label=written:
  written:0.0164 MB in * secs, * MB/sec (glob)
  $ bakeoff lmdd if=file bs=4k ipat=1 print=0
  $ printf 'XXXX' | dd of=file bs=1 seek=8200 conv=notrunc status=none
  $ bakeoff lmdd if=file bs=4k ipat=1
  off=8192 want=2008 got=58585858
  0.0164 MB in * secs, * MB/sec (glob)
  [1]

A full disk is a failure, and what was moved until then is still told:

  $ bakeoff lmdd of=/dev/full bs=8k count=3
  bakeoff: lmdd: /dev/full: write 8192 bytes at 0: No space left on device
  0.0000 MB in * secs, 0.0000 MB/sec (glob)
  [1]

From a pipe and into one, every byte counted:

  $ printf abcde | bakeoff lmdd if=- of=- print=5 2>line
  abcde (no-eol)
  $ cat line
  0.000005 * (glob)

Random blocks, each once, and the run ends when all were visited; the order is the seed's:

  $ bakeoff lmdd of=file rand=64k bs=8k norepeat=1 count=100 poff=1 opat=1
  (( *[0-9.]+K?){8} *) (re)
  0.0655 MB in * secs, * MB/sec (glob)
  $ bakeoff lmdd if=file bs=8k ipat=1 print=0
  $ for seed in 1 2; do bakeoff lmdd if=file rand=64k bs=8k norepeat=1 srand=$seed poff=1 print=0 2>order$seed; done
  $ cmp -s order1 order2
  [1]
  $ for i in 1 2; do tr -s ' ' '\n' <order$i | sort | grep . | tr '\n' ' '; echo; done
  0 16.0000K 24.0000K 32.0000K 40.0000K 48.0000K 56.0000K 8.0000K 
  0 16.0000K 24.0000K 32.0000K 40.0000K 48.0000K 56.0000K 8.0000K 

Without norepeat and a seed they begin as lmdd's own, every time:

  $ bakeoff lmdd if=/dev/zero rand=800k bs=8k count=4 poff=1 print=0
  0 8.0000K 40.0000K 144.00K 

Latencies: those outside on stderr in front of the result, after the clock has stopped; the
histogram on stdout, without the buckets that are empty:

  $ bakeoff lmdd if=file bs=32k rtmin=100000 rtmax=1000000 rusage=1 label=read: 2>said
  READ operation latencies
  100000- ms: 2
  $ cat said
  READ: * milliseconds offset 0 (glob)
  READ: * milliseconds offset 32.0000K (glob)
  real=*.?? sys=*.?? user=*.?? idle=*.?? stall=*% rd=* wr=0 min=* maj=* ctx=* (glob)
  read:0.0655 MB in * secs, * MB/sec (glob)
  $ bakeoff lmdd of=file bs=32k count=2 wtmax=1000000 print=0
  WRITE operation latencies
  0 to 100000 ms: 2

A child for each write, and a first block that is left out:

  $ printf 11112222333344445 | bakeoff lmdd if=- of=- bs=4 fork=1 padin=1 print=5 2>line; echo
  2222333344445
  $ cat line
  0.000013 * (glob)

The system calls of a block are the original's: open, write for each, fsync, close:

  $ command -v strace >/dev/null || exit 80
  $ ASAN_OPTIONS=detect_leaks=0 strace -o calls -e trace=open,openat,read,write,pwrite64,fsync,close \
  > bakeoff lmdd of=new bs=4k count=3 fsync=1 print=0
  $ sed -n '/"new"/,$p' calls | sed 's/(\(AT_FDCWD, "new"\|[0-9]*\).*/ \1/; /^+++/d'
  openat AT_FDCWD, "new"
  write 3
  write 3
  write 3
  fsync 3
  close 3
  $ ASAN_OPTIONS=detect_leaks=0 strace -o calls -e trace=openat,read,write,close bakeoff lmdd if=new bs=8k print=0
  $ sed -n '/"new"/,$p' calls | sed 's/(.* = / = /; /^+++/d'
  openat = 3
  read = 8192
  read = 4096
  read = 0
  close = 0

With fork each write is in a child of its own, and the output is synced when all are done:

  $ ASAN_OPTIONS=detect_leaks=0 strace -f -o calls -e trace=openat,write,fsync,close \
  > bakeoff lmdd if=/dev/zero of=new bs=4k count=2 fork=1 fsync=1 print=0
  $ main=$(head -n 1 calls | cut -d ' ' -f 1)
  $ sed -n '/"new"/,$p' calls | sed "s/^$main /main /; s/^[0-9][0-9]* /child /; s/  */ /" |
  >   sed -n 's/^\([a-z]* [a-z]*(4\).*/\1/p'
  child write(4
  child write(4
  main fsync(4
  main close(4

Wrong usage is told in one line, before anything is opened:

  $ bakeoff lmdd of=never bsx=8k
  bakeoff: lmdd: no argument named 'bsx'; the nearest is 'bs='
  [2]
  $ bakeoff lmdd of=never bs=2
  bakeoff: lmdd: bs: 2 is below the least, 4
  [2]
  $ bakeoff lmdd of=never rtmax=10
  bakeoff: lmdd: rtmax: there is no input file; wtmax is for the output
  [2]
  $ bakeoff lmdd of=never norepeat=1
  bakeoff: lmdd: norepeat: it needs rand
  [2]
  $ bakeoff lmdd
  bakeoff: lmdd: nothing to do: no if=, of=, count=, move= or time=
  [2]
  $ bakeoff lmdd of=/dev/no-such-device count=1
  bakeoff: lmdd: /dev/no-such-device: no such device, and none is created
  [1]
  $ bakeoff lmdd of= count=1
  bakeoff: lmdd: of: empty
  [2]
  $ bakeoff lmdd if=
  bakeoff: lmdd: if: empty
  [2]

A FIFO whose other end nobody opens is waited for until the time is over, and to ^C:

  $ mkfifo fifo
  $ timeout 10 bakeoff lmdd if=fifo time=1
  bakeoff: lmdd: time: 1 s were over before the files were open: fifo: open: Interrupted system call
  [1]
  $ timeout --preserve-status -s INT 1 bakeoff lmdd if=fifo
  [130]

  $ bakeoff lmdd --help | grep -A 1 '^  of='
    of=FILE     overwrite this file, whatever it is, as dd does; internal:
                nowhere; - is stdout, 2 is stderr

  $ ls never /dev/no-such-device
  ls: cannot access 'never': No such file or directory
  ls: cannot access '/dev/no-such-device': No such file or directory
  [2]
