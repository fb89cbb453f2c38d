Every example is a plan that can be run on this machine. A dry run without root ends with what needs
root; the plan and the commands are there all the same:

  $ export DISK=loop:1G
  $ for plan in "$BAKEOFF_SOURCE"/examples/*.ini; do
  >   basename $plan
  >   bakeoff run --dry-run $plan >out 2>said || grep -v 'needs root' said
  >   awk '/^For each/ { on = 1 } /^  then/ { on = 0 } on && /^    / { print $1 }' out | sort | uniq -c
  >   sed -n 's/^Time: \(.* runs\).*/\1/p' out
  > done
  aa.ini
        2 losetup
        2 mkfs.ext4
        2 mount
  33 runs
  bonnie++.ini
        2 losetup
        1 mkfs.ext4
        1 mkfs.xfs
        2 mount
  21 runs
  contest.ini
        4 echo
        2 losetup
        2 mkfs.ext4
        2 mount
  27 runs
  dbench.ini
        2 losetup
        1 mkfs.ext4
        1 mkfs.xfs
        2 mount
  42 runs
  ext2-or-xfs.ini
        2 losetup
        1 mkfs.ext2
        1 mkfs.xfs
        2 mount
  84 runs
  fio.ini
        2 losetup
        1 mkfs.ext4
        1 mkfs.xfs
        2 mount
  21 runs
  fs_mark.ini
        2 losetup
        1 mkfs.ext4
        1 mkfs.xfs
        2 mount
  21 runs
  mount-options.ini
        4 losetup
        4 mkfs.ext4
        4 mount
  45 runs
  scheduler.ini
        4 echo
        3 losetup
        3 mkfs.ext4
        3 mount
  72 runs
  sync-or-not.ini
  42 runs

Their options and knobs arrive whole:

  $ bakeoff run --dry-run "$BAKEOFF_SOURCE/examples/mount-options.ini" 2>/dev/null | grep -o 'data=.* '
  data=ordered /dev/loopN 
  data=writeback /dev/loopN 
  data=journal /dev/loopN 
  $ bakeoff run --dry-run "$BAKEOFF_SOURCE/examples/scheduler.ini" 2>/dev/null | grep -o 'echo.*queue.*'
  echo none > /sys/block/loopN/queue/scheduler
  echo mq-deadline > /sys/block/loopN/queue/scheduler
  echo mq-deadline > /sys/block/loopN/queue/scheduler
  echo 1 > /sys/block/loopN/queue/iosched/fifo_batch

Nothing was made:

  $ ls
  out
  said
