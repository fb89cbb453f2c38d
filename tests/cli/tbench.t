A server and its clients on this host; each operation is an exchange of messages:

  $ cat >load <<'END'
  > Deltree "\clients" NT_STATUS_OK
  > NTCreateX "\clients\client1" 0x1 0x2 5 NT_STATUS_OK
  > REPEAT 9
  > WriteX 5 0 65536 65536 NT_STATUS_OK
  > ReadX 5 0 61440 61440 NT_STATUS_OK
  > FIND_FIRST "\clients\x" 260 10 3 NT_STATUS_NO_SUCH_FILE
  > Rename "\a" "\b" NT_STATUS_OK
  > LockX 5 0 1 NT_STATUS_OK
  > Close 5 NT_STATUS_OK
  > END
  $ port=$((20000 + $$ % 20000))
  $ bakeoff dbench --server --port=$port 2>said &
  $ server=$!
  $ for i in 1 2 3 4 5 6 7 8 9 10; do grep -qs serving said && break; sleep 0.2; done
  $ bakeoff tbench --port=$port --run-once -c load 3 localhost 2>/dev/null | grep -v -e Latency -e p50
  Running for 0 seconds with load 'load' and minimum warmup 0 secs
  3 of 3 processes prepared for launch   0 sec
  releasing clients
  
   Operation      Count    AvgLat    MaxLat
   ----------------------------------------
   NTCreateX          3 * (glob)
   Close              3 * (glob)
   Rename             3 * (glob)
   Deltree            3 * (glob)
   Find               3 * (glob)
   WriteX            27 * (glob)
   ReadX              3 * (glob)
   LockX              3 * (glob)
  
   Complete passes: 3  seconds: mean * (glob)
  
  Throughput * MB/sec  3 clients  3 procs  max_latency=* ms (glob)
  $ bakeoff dbench --tbench=localhost --port=$port -t 0.2 1 2>/dev/null | tail -n 1
  Throughput [1-9]\S* MB/sec  1 clients  1 procs  max_latency=\S* ms (re)
  $ bakeoff dbench -B sockio --port=$port --run-once -c load 1 2>/dev/null | grep -c Throughput
  1

The messages are as long as tbench's; a client of another kind is hung up on:

  $ command -v strace >/dev/null || { kill $server; exit 80; }
  $ ASAN_OPTIONS=detect_leaks=0 strace -f -qq -o calls -e trace=sendto bakeoff tbench --port=$port --run-once -c load 1 >/dev/null 2>&1
  $ sed -n 's/.*", [.]*//; s/.*\.\.\., //; s/, MSG_NOSIGNAL.*= / = /p' calls | tr '\n' ' '
  8 = 8 106 = 106 65595 = 65595 * (glob)
  $ kill $server
  $ wait $server
  [143]
  $ bakeoff tbench --port=$port 1 ''
  bakeoff: tbench: the host has no name
  [2]
  $ bakeoff tbench --port=$port 1
  bakeoff: dbench: client 0: connect to localhost port *: Connection refused (glob)
  [1]
