What a phase was bound by is told with each run and, once for each variant, below the verdicts: here
a client that does nothing but compute, 300 ms long.

  $ run() { bakeoff run "$@" --rounds=1 --seed=3 --variant=a:device=dir:. --variant=b:device=dir:. >out 2>said; }
  $ numbers() { sed 's/[0-9][0-9]* %/N %/g'; }
  $ run nothing --runtime=300ms
  $ bakeoff compare | grep '^bound' | cut -d ' ' -f 1,2,3,4
  bound: a: cpu-bound: clients
  bound: b: cpu-bound: clients
  $ bakeoff compare -v | grep '^bound' | cut -d : -f 1,2
  bound: a nothing nothing (medians of 1 run)
  bound: b nothing nothing (medians of 1 run)
  $ bakeoff show 1/1 | sed -n '/^BOUND BY/,/^$/p' | numbers | cut -c -43
  BOUND BY
  nothing       cpu-bound: clients N % on a C
  .* (re)
  
  $ bakeoff compare --style=json | python3 -c '
  > import json, sys
  > for arm in json.load(sys.stdin)["metrics"][0]["variants"]:
  >     found = arm["bottleneck"]
  >     print(arm["variant"], found["class"], found["runs"], 0 < found["client_cpu"], found["bytes"])'
  a cpu 1 True 0.0
  b cpu 1 True 0.0

A phase too short to say anything of is left out, but for -v; without observers nothing is said:

  $ run nothing --operations=10
  $ bakeoff compare | grep '^bound'
  [1]
  $ bakeoff compare -v | grep '^bound' | sed 's/only .*/only TIME/'
  bound: a nothing nothing (medians of 1 run): unclear: only TIME
  bound: b nothing nothing (medians of 1 run): unclear: only TIME
  $ run nothing --runtime=300ms --observe=no
  $ bakeoff compare -v | grep '^bound'
  [1]
  $ bakeoff show 3/9 | grep '^BOUND'
  [1]

Whether a phase began with cold caches is looked at where that can be known; this one is on a file
system of which it cannot, or is cold:

  $ run lmdd --rw=read --size=4M --bs=64k
  $ bakeoff show 4/13 | grep -q 'began with' && echo told
  told
