  $ [ "$(id -u)" -eq 0 ] && losetup --find >/dev/null 2>&1 || exit 80

Odd places end within seconds, in a result or with the reason. `measure` says how the one run that
counts ended, without its rate:

  $ measure() {
  >   timeout 60 bakeoff run lmdd --rounds=1 --seed=1 "$@" 2>&1 >out |
  >     sed -n "s|$PWD|HERE|; s|^bakeoff: run 2 of 2, round 1 of 1, a, lmdd: ||; s|^[0-9.]* [KMG]iB/s.*|done|; /^run/d; / is in /d; /look at/d; s|^bakeoff: warning: ||; /^round/d; p" |
  >     grep -v '^bakeoff: run 1'
  > }

tmpfs, with O_DIRECT too; a folder on overlayfs, and an image there:

  $ measure --size=1M --variant=a:fs=tmpfs
  done
  $ measure --size=1M --direct=yes --variant=a:fs=tmpfs,mount=size=16M
  done
  $ mkdir low up work over
  $ mount -t overlay overlay -o lowerdir=low,upperdir=up,workdir=work over
  $ measure --size=1M --fsync=yes --variant=a:device=dir:over
  done
  $ measure --size=1M --scratch=over --variant=a:fs=ext2,device=loop:16M
  done
  $ ls -A over; umount over

An image on tmpfs, which has no direct I/O for a loop device before Linux 6.6:

  $ mkdir memory && mount -t tmpfs -o size=64M tmpfs memory
  $ measure --size=1M --scratch=memory --variant=a:fs=ext2,device=loop:16M
  done
  $ ls -A memory

Too little space there is seen before anything is made:

  $ measure --size=1M --scratch=memory --variant=a:fs=ext2,device=loop:128M | sed 's/has .* free/has SPACE free/'
  bakeoff: scratch: HERE/memory has SPACE free, the images need 128 MiB
  $ umount memory

A folder that may only be read, and options that mkfs or mount do not know; what mkfs says is told,
not the last line of its usage:

  $ mkdir locked && mount -t tmpfs -o ro tmpfs locked
  $ measure --size=1M --variant=a:device=dir:locked
  bakeoff: [variant a]: write to directory HERE/locked: Read-only file system
  $ umount locked
  $ measure --size=1M --variant=a:fs=ext2,device=loop:16M,mkfs=-Z | sed -n 's/^failed: //p'
  mkfs.ext2 failed with status 1: mkfs.ext2: invalid option -- 'Z'
  $ measure --size=1M --variant=a:fs=xfs,device=loop:300M,mkfs=-Z | sed -n 's/^failed: //p'
  mkfs.xfs failed with status 1: unknown option -Z
  $ measure --size=1M --variant=a:fs=ext2,device=loop:16M,mount=no_such_option | sed 's/^bakeoff: //'
  [variant a]: mount options 'no_prefetch_block_bitmaps,no_such_option': ext2: Unknown parameter 'no_such_option'

A cap that a client cannot live with:

  $ measure --size=1M --variant=a:fs=ext2,device=loop:16M,memory=1M
  bakeoff: command line: [variant a]: memory: 1M is below the least, 4M; 0 is no cap
  $ measure --size=64M --bs=64M --variant=a:fs=ext2,device=loop:96M,memory=8M | sed -n 's/^failed: //p'
  memory: a client needed more than the cap of 8M: prepare, client 0: killed by signal 9 (Killed)

Several clients write files of the asked size, twice, and each is read again:

  $ measure --size=1M --bs=64k --numjobs=4 --loops=2 --fsync=yes --variant=a:device=dir:.
  done
  $ id=$(bakeoff list | awk 'NR == 2 { print $1 }')
  $ run=$(bakeoff show | awk '/^ *[0-9]/ { run = $1 } END { print run }')
  $ bakeoff show $id/$run | awk '/^PHASE.*CLIENTS/ { getline; print $(NF - 3), $(NF - 2), $(NF - 1), $NF }'
  4 136 8.00 MiB
  $ measure --rw=read --size=1M --bs=64k --numjobs=4 --variant=a:device=dir:.
  done

Nothing is left:

  $ find . -name 'bakeoff-*'
  $ grep -c "$PWD" /proc/self/mountinfo
  0
  [1]
