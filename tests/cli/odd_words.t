What a plan cannot carry is refused with one line, from wherever it comes, and never printed raw:

  $ no() { bakeoff run nothing --dry-run "$@"; }
  $ no --name=' blank'
  bakeoff: command line: name: a blank at its start cannot be kept
  [2]
  $ no --name='blank '
  bakeoff: command line: name: a blank at its end cannot be kept
  [2]
  $ no --name="$(printf 'two\nlines')"
  bakeoff: command line: name: byte 4 is a control character
  [2]
  $ no --name="$(printf '\033[31mred')"
  bakeoff: command line: name: byte 1 is a control character
  [2]
  $ no --name='of ${HOME}'
  bakeoff: command line: name: '${' stands for a variable, and cannot be kept
  [2]
  $ no --name="$(printf 'caf\351')"
  bakeoff: command line: name: byte 4 is no UTF-8
  [2]
  $ no --name='café' | sed -n 1p
  Plan caf* (glob)
  $ no --variant="$(printf 'a:x\ny.z=1')"
  bakeoff: command line: a key is made of letters, digits and _-.+
  [2]
  $ no --variant="$(printf 'a\033[31m:fs=ext2')"
  bakeoff: --variant='a\x1b[31m:fs=ext2': NAME:key=value,key=value is expected
  [2]
  $ no --variant="$(printf 'a:device=dir:/tmp/\377')"
  bakeoff: command line: device: byte 10 is no UTF-8
  [2]

A name of several words can be gone on with:

  $ bakeoff run nothing --loops=1 --rounds=1 --variant=a --name='two words, "quoted" # and more' >out 2>&1
  $ bakeoff resume 1
  bakeoff: experiment 1 is done: there is nothing to go on with
  [1]
  $ bakeoff list | sed -n 2p
   1  two words, "quoted" # and more  * (glob)

So is a current directory with such a name, before anything is made:

  $ mkdir "$(printf 'caf\351')" && cd caf*
  $ no --variant=a
  bakeoff: the current directory: byte * is no UTF-8 (glob)
  [2]
  $ cd ..

Commands that need no current directory do without:

  $ mkdir gone && cd gone && rmdir ../gone
  $ bakeoff list | wc -l
  2
  $ bakeoff show 1 | sed -n 's/  .*//; 1p'
  experiment* (glob)
  $ bakeoff compare 1 | sed -n 's/  .*//; 1p'
  experiment 1
  $ bakeoff run nothing --variant=a
  bakeoff: find the current directory: No such file or directory
  [1]

A plan is a file:

  $ cd ..
  $ mkfifo fifo.ini
  $ timeout 5 bakeoff run ./fifo.ini
  bakeoff: ./fifo.ini: no regular file, where a plan is expected
  [2]
  $ timeout 5 bakeoff run /dev/zero
  bakeoff: /dev/zero: no regular file, where a plan is expected
  [2]
  $ printf '[workload nothing]\n[variant a]\n' | bakeoff run /dev/stdin --dry-run | sed -n 's/ (.*//; 1p'
  Plan a
  $ printf '[workload nothing]\ninclude fifo.ini\n' >plan.ini
  $ timeout 5 bakeoff run plan.ini
  bakeoff: plan.ini:2: include: fifo.ini: no regular file, where a plan is expected
  [2]
