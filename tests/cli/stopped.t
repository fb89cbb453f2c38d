Whoever reads the output goes away (`| head`), or the terminal does: the classic commands end then, and
leave nothing on the disk:

  $ mkdir disk
  $ printf 'set location disk\nset transactions 2000000000\nrun\n' >long
  $ stop() {
  >   for signal in PIPE HUP; do
  >     timeout --preserve-status -s $signal 1 "$@" </dev/null >said 2>&1
  >     echo "$signal $?: $(ls -A disk)"
  >   done
  > }
  $ stop bakeoff postmark long
  PIPE 141: 
  HUP 129: 
  $ stop bakeoff bonnie -s 100000 -d disk
  PIPE 141: 
  HUP 129: 
  $ stop bakeoff aim9 -nl --machine=m --config=c --period=9 --tests=disk_src --dir=disk
  PIPE 141: 
  HUP 129: 
  $ stop bakeoff aim7 shared --dir=disk --log=none
  PIPE 141: 
  HUP 129: 

Under nohup(1) it goes on:

  $ (trap '' HUP; exec bakeoff aim9 -nl --machine=m --config=c --period=2 --tests=link_test --dir=disk) >said &
  $ sleep 1; kill -HUP $!; wait $!
  $ grep -c 'Link/Unlink Pairs/second' said
  1

A file above the limit of its size is an error as any other:

  $ limited() {
  >   (ulimit -f 16; "$@" </dev/null 2>&1 >said | sed -n 's/.*bakeoff: \(.*\)Bonnie\.[0-9]*\|.*bakeoff: /\1/; $p')
  >   ls -A disk
  > }
  $ limited bakeoff aim9 -nl --machine=m --config=c --period=2 --tests=disk_wrt --filesize=64k --dir=disk
  aim9: disk/tmpa.common: write 1024 bytes: File too large
  $ limited bakeoff aim7 shared --users=1 --log=none --dir=disk
  aim7: disk/aim7-*: write 2580 bytes: File too large (glob)
  $ limited bakeoff bonnie -s 1 -d disk
  bonnie: disk/: putc, client 0: data, chunk at 0: putc: File too large
  $ limited bakeoff lmdd of=disk/x bs=8k count=4
  * MB in * secs, * MB/sec (glob)
  x
  $ rm -f disk/x

A name that would break the lines of the results is refused:

  $ two_lines='a
  > b'
  $ bakeoff aim9 --machine="$two_lines" --config=c --period=2 --tests=link_test --dir=disk
  bakeoff: aim9: machine: byte 2 is a control character
  [2]
  $ printf 'm\nc\tc\n2\ndisk\n' | bakeoff aim9 --tests=link_test 2>&1 | sed 's/.*bakeoff: //'
  aim9: config: byte 2 is a control character
  $ bakeoff aim7 shared --machine="$two_lines" --dir=disk
  bakeoff: aim7: machine: byte 2 is a control character
  [2]
  $ bakeoff bonnie -m "$two_lines" -d disk
  bakeoff: bonnie: -m: byte 2 is a control character
  [2]
  $ bakeoff bonnie -d ''
  bakeoff: bonnie: -d: empty, where a directory is expected
  [2]
