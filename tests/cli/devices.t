  $ [ "$(id -u)" -eq 0 ] && losetup --find >/dev/null 2>&1 || exit 80
  $ no() { bakeoff run lmdd --size=1M "$@"; }
  $ sum() { sha256sum image | cut -d ' ' -f 1; }
  $ truncate -s 64M image
  $ mkfs.ext4 -q -L precious image
  $ mkdir mnt
  $ loop=$(losetup --find --show image)
  $ mount $loop mnt && sync

A mounted device is refused by its name, by a link to it and by a second node, and no option lifts
that; the message names the mount point, and not a byte of the device changes:

  $ before=$(sum)
  $ ln -s $loop link
  $ mknod node b $(lsblk --noheadings --output MAJ:MIN $loop | tr -d ' ' | tr : ' ')
  $ for name in $loop $PWD/link $PWD/node; do
  >   no --variant=a:fs=ext2,device=$name
  >   no --variant=a:fs=ext2,device=$name --destroy=$name
  > done 2>&1 | sed "s|$loop|LOOP|g; s|$PWD|HERE|g"
  bakeoff: [variant a]: device LOOP is in use: mounted on HERE/mnt
  bakeoff: [variant a]: device LOOP is in use: mounted on HERE/mnt
  bakeoff: [variant a]: device HERE/link is in use: mounted on HERE/mnt
  bakeoff: [variant a]: device HERE/link is in use: mounted on HERE/mnt
  bakeoff: [variant a]: device HERE/node is in use: mounted on HERE/mnt
  bakeoff: [variant a]: device HERE/node is in use: mounted on HERE/mnt
  $ no --variant=a:fs=ext2,device=image:image 2>&1 | sed "s|$loop|LOOP|g; s|$PWD|HERE|g"
  bakeoff: [variant a]: image HERE/image is in use: attached to loop device loop* (glob)
  $ no --variant=a:fs=ext2,device=image:image --destroy=image:image 2>&1 | sed "s|$loop|LOOP|g; s|$PWD|HERE|g"
  bakeoff: [variant a]: image HERE/image is in use: attached to loop device loop* (glob)
  $ [ "$before" = "$(sum)" ] && mountpoint -q mnt && echo unchanged
  unchanged

Not in use, it still carries a file system, which takes its exact name to be overwritten:

  $ umount mnt && losetup --detach $loop
  $ truncate -s 64M other && mkfs.ext4 -q -L precious other && before=$(sha256sum other)
  $ no --variant=a:fs=ext2,device=image:other 2>&1 | sed "s|$PWD|HERE|g"
  bakeoff: [variant a]: HERE/other carries 'ext4' with label 'precious': to have it overwritten, say --destroy=HERE/other
  $ loop=$(losetup --find --show other) && ln -sf $loop link
  $ no --variant=a:fs=ext2,device=$loop 2>&1 | sed "s|$loop|LOOP|g"
  bakeoff: [variant a]: LOOP carries 'ext4' with label 'precious': to have it overwritten, say --destroy=LOOP
  $ no --variant=a:fs=ext2,device=$PWD/link --destroy=$loop 2>&1 | sed "s|$PWD|HERE|g"
  bakeoff: [variant a]: HERE/link carries 'ext4' with label 'precious': to have it overwritten, say --destroy=HERE/link
  $ losetup --detach $loop
  $ [ "$before" = "$(sha256sum other)" ] && echo unchanged
  unchanged

Swap, as far as this machine lets a loop device be swap:

  $ truncate -s 16M swap && mkswap -q swap 2>/dev/null && loop=$(losetup --find --show swap)
  $ if swapon $loop 2>/dev/null; then
  >   no --variant=a:fs=ext2,device=$loop --destroy=$loop; swapoff $loop
  > else echo "bakeoff: [variant a]: device $loop is in use: swap"; fi 2>&1 | sed "s|$loop|LOOP|"
  bakeoff: [variant a]: device LOOP is in use: swap
  $ losetup --detach $loop

A partition of a device in use, and a disk whose partition is mounted, are covered by
tests/unit/test_guard.c. A name that does not exist is not made:

  $ no --variant=a:fs=ext2,device=/dev/loop9p1
  bakeoff: [variant a]: device /dev/loop9p1 does not exist
  [1]
  $ ls /dev/loop9p1
  ls: cannot access '/dev/loop9p1': No such file or directory
  [2]

A missing mkfs, and the package that has it:

  $ mkdir empty
  $ for fs in ext4 xfs; do
  >   unshare --mount sh -c "mount --bind empty /usr/sbin && exec bakeoff run lmdd \
  >     --variant=a:fs=$fs,device=loop:300M"
  > done
  bakeoff: [variant a]: mkfs.ext4 is missing: install the package e2fsprogs
  bakeoff: [variant a]: mkfs.xfs is missing: install the package xfsprogs
  [1]

Without root, what takes root is refused before anything is made; a dry run shows all of it and
says the same:

  $ mkdir nobody && cp "$(readlink -f "$(command -v bakeoff)")" nobody/bakeoff
  $ chown 65534 nobody && chmod 711 "$CRAMTMP" "$PWD" "$HOME"
  $ as_nobody() (
  >   cd nobody
  >   XDG_DATA_HOME=$PWD/data XDG_STATE_HOME=$PWD/state setpriv --reuid=65534 --regid=65534 \
  >     --clear-groups ./bakeoff run lmdd --size=1M "$@"
  > )
  $ as_nobody --variant=a:fs=ext2,device=loop:64M
  bakeoff: [variant a]: making and mounting ext2 needs root; a directory (dir:PATH) does not
  [1]
  $ as_nobody --variant=a:fs=tmpfs
  bakeoff: [variant a]: making and mounting tmpfs needs root; a directory (dir:PATH) does not
  [1]
  $ as_nobody --variant=a:knob=vm.dirty_ratio=10
  bakeoff: [variant a]: knob vm.dirty_ratio: writing it needs root
  [1]
  $ as_nobody --variant=a:memory=64M
  bakeoff: [variant a]: memory: a cap needs root
  [1]
  $ as_nobody --variant=a:device=dir:/root | sed "s|$PWD|HERE|"
  bakeoff: [variant a]: write to directory /root: Permission denied
  $ as_nobody --dry-run --variant=a:fs=ext2,device=loop:64M --variant=b:fs=ext4,device=loop:64M 2>&1 |
  >   sed -n '/needs root/p; /as root/,/^$/{s|-U.*||; s|[^ ]*/image|IMAGE|; s|-o [^ ]*||; p}'
  bakeoff: [variant a]: making and mounting ext2 needs root; a directory (dir:PATH) does not
  For each run, as root:
    [a]
      losetup --find --show --direct-io=on IMAGE-64M
      mkfs.ext2 -F -q 
      mount -t ext2 /dev/loopN MOUNTPOINT
    [b]
      losetup --find --show --direct-io=on IMAGE-64M
      mkfs.ext4 -F -q 
      mount -t ext4 /dev/loopN MOUNTPOINT
    then for every variant, before what is timed and before a phase that starts cold
      sync; echo 3 > /proc/sys/vm/drop_caches    (until the device is idle)
    and at the end, in reverse: umount, detach, every knob as it was before
  
  $ ls nobody
  bakeoff

Nothing was stored either:

  $ find "$HOME" -name '*.db'
