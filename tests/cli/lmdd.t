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

Wrong usage is told in one line, before anything is opened:

  $ bakeoff lmdd of=never bsx=8k
  bakeoff: lmdd: no argument named 'bsx'; the nearest is 'bs='
  [2]
  $ bakeoff lmdd of=never bs=2
  bakeoff: lmdd: bs: 2 is below the least, 4
  [2]
  $ bakeoff lmdd of=never rtmax=10
  bakeoff: lmdd: not yet built: rtmax
  [1]
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

  $ bakeoff lmdd --help | grep -A 1 '^  of '
    of         overwrite this file, whatever it is, as dd does; internal: nowhere;
               - is stdout, 2 is stderr

  $ ls never /dev/no-such-device
  ls: cannot access 'never': No such file or directory
  ls: cannot access '/dev/no-such-device': No such file or directory
  [2]
