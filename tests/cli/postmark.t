The report that its readers know, and the true figures below it; nothing is left:

  $ plain() {
  >   sed 's/\t/->/g; s/([^()]*per second)/(RATE)/; s/[0-9.]* seconds/N seconds/; s/wall clock.*/wall clock: TIMES/'
  > }
  $ mkdir d && cd d
  $ printf 'run\nquit\n' | bakeoff postmark 2>../err | plain
  PostMark v1.53 : 5/31/2005 (bakeoff 0.1.0, compatible)
  pm>Creating files...Done
  Performing transactions..........Done
  Deleting files...Done
  Time:
  ->N seconds total
  ->N seconds of transactions (RATE)
  
  Files:
  ->764 created (RATE)
  ->->Creation alone: 500 files (RATE)
  ->->Mixed with transactions: 264 files (RATE)
  ->243 read (RATE)
  ->257 appended (RATE)
  ->764 deleted (RATE)
  ->->Deletion alone: 528 files (RATE)
  ->->Mixed with transactions: 236 files (RATE)
  
  Data:
  ->1.36 megabytes read (RATE)
  ->4.45 megabytes written (RATE)
  
  Exact:
  ->bytes in: 1430770 (1.36 MiB), out: 4662068 (4.45 MiB)
  ->wall clock: TIMES
  pm> (no-eol)
  $ ls -A
  $ sed 's/of .* s tells/of N s tells/' ../err
  bakeoff: warning: postmark: a run of N s tells little in whole seconds: raise set transactions, or take --report-version=1.54
  $ cd ..

A session at the prompt:

  $ cat >commands <<END
  > show
  > set numbers 20
  > set size 4k
  > set bias read -1
  > set read 2048
  > set location /a 3
  > set location +/b c
  > set location +/d
  > set location -/a
  > set buffering false
  > set subdirectories 1
  > set report terse
  > show
  > help set b
  > ?
  > 
  > # a comment
  > !echo from the shell
  > exit
  > never reached
  > END
  $ bakeoff postmark <commands 2>&1 | sed "s|$PWD|HERE|"
  PostMark v1.53 : 5/31/2005 (bakeoff 0.1.0, compatible)
  pm>Current configuration is:
  The base number of files is 500
  Transactions: 500
  Files range between 500 bytes and 9.77 kilobytes in size
  Working directory: HERE
  Block sizes are: read=512 bytes, write=512 bytes
  Biases are: read/append=5, create/delete=5
  Using Unix buffered file I/O
  Random number generator seed is 42
  Report format is verbose.
  pm>pm>bakeoff: warning: postmark: stdin:3: set size: 4 is taken, and 'k' after it is not: there are no suffixes here
  pm>pm>pm>pm>bakeoff: postmark: stdin:7: ignoring invalid weight 'c': it is none of 1 to 2147483647
  pm>pm>pm>pm>pm>pm>Current configuration is:
  The base number of files is 20
  Transactions: 500
  Files are 4 bytes in size
  Working directories: 
  \t/b (weight=1) (esc)
  \t/d (weight=1) (esc)
  1 subdirectory will be used
  Block sizes are: read=2.00 kilobytes, write=512 bytes
  Biases are: read/append=-1, create/delete=5
  Not using Unix buffered file I/O
  Random number generator seed is 42
  Report format is terse.
  pm>set buffering - Reads and writes like stdio (true) or block by block (false)
  set bias read - Of ten, how many read rather than append; -1: neither
  set bias create - Of ten, how many create rather than delete; -1: neither
  pm>set size - Least and greatest bytes of a new file
  set number - How many files are made first
  set seed - Where the random numbers begin
  set transactions - How many transactions are performed
  set location - Where the files go: DIR [WEIGHT], +DIR [WEIGHT], -DIR
  set subdirectories - Directories in each location that files are spread over; 0 for none
  set read - Bytes read at once
  set write - Bytes written at once
  set buffering - Reads and writes like stdio (true) or block by block (false)
  set bias read - Of ten, how many read rather than append; -1: neither
  set bias create - Of ten, how many create rather than delete; -1: neither
  set report - Many lines (verbose) or one (terse)
  run - Runs the benchmark; with FILE the report is appended to it
  load - Runs the commands of a file
  show - Tells the configuration; with FILE appended to it
  help - Tells the commands, or those that begin so
  quit - Leaves
  pm>Eh?
  pm>Eh?
  pm>from the shell
  pm> (no-eol)

A missing weight is not one of these; each wrong command is told with its place, the value and the
limit; the others are done all the same:

  $ cat >wrong <<END
  > set number
  > set number 0
  > set number 2000000000
  > set size x
  > set size 5 2000000000
  > set seed -3
  > set transactions none
  > set subdirectories -1
  > set read false
  > set bias read 11
  > set bias create foo
  > set buffering maybe
  > set report both
  > set location
  > set location -/x
  > set location /d 0
  > load
  > load nowhere
  > run /no/such/report
  > set num 5
  > exit
  > show
  > END
  $ bakeoff postmark wrong </dev/null >out
  bakeoff: postmark: wrong:1: invalid number of files
  bakeoff: postmark: wrong:2: invalid number of files: '0' is below the least, 1
  bakeoff: postmark: wrong:3: invalid number of files: '2000000000' is above the most, 1073741823
  bakeoff: postmark: wrong:4: no file size low or high bounds specified: 'x' is no number
  bakeoff: postmark: wrong:5: no file size low or high bounds specified: '2000000000' is above the most, 1073741823
  bakeoff: postmark: wrong:6: invalid seed for random numbers: '-3' is below the least, 1
  bakeoff: postmark: wrong:7: no transactions specified: 'none' is no number
  bakeoff: postmark: wrong:8: invalid number of subdirectories: '-1' is below the least, 0
  bakeoff: postmark: wrong:9: invalid read block size: 'false' is no number
  bakeoff: postmark: wrong:10: no bias specified (0-10 for greater chance,-1 to disable): '11' is above the most, 10
  bakeoff: postmark: wrong:11: no bias specified (0-10 for greater chance,-1 to disable): 'foo' is no number
  bakeoff: postmark: wrong:12: no buffering mode (true/false) specified: 'maybe' is neither
  bakeoff: postmark: wrong:13: either 'verbose' or 'terse' required: 'both' is neither
  bakeoff: postmark: wrong:14: no directory name specified
  bakeoff: postmark: wrong:15: cannot find location '/x'
  bakeoff: postmark: wrong:16: ignoring invalid weight '0': it is none of 1 to 2147483647
  bakeoff: postmark: wrong:17: no configuration file specified
  bakeoff: postmark: wrong:18: cannot read configuration file 'nowhere': No such file or directory
  bakeoff: postmark: wrong:19: cannot append to report '/no/such/report': No such file or directory
  bakeoff: postmark: wrong:20: no command 'set num 5'; help tells them
  bakeoff: postmark: wrong:21: no command 'exit'; help tells them
  [1]
  $ tail -n 10 out
  Transactions: 500
  Files range between 500 bytes and 9.77 kilobytes in size
  Working directory: 
  \t/d (weight=1) (esc)
  Block sizes are: read=512 bytes, write=512 bytes
  Biases are: read/append=5, create/delete=5
  Using Unix buffered file I/O
  Random number generator seed is 42
  Report format is verbose.
  pm> (no-eol)
  $ grep -c 'Eh?' out
  2

Commands that say nothing wrong but come from a file: the last line needs no newline, lines may end
in CR, a file may load another, and quit ends only that:

  $ printf 'set transactions 12\r\nset number 7\nset report terse\nquit\nset number 9\n' >inner
  $ printf 'load inner\r\nset subdirectories 3\nshow' >.pmrc
  $ bakeoff postmark </dev/null | sed "s|$PWD|HERE|"
  PostMark v1.53 : 5/31/2005 (bakeoff 0.1.0, compatible)
  Reading configuration from file '.pmrc'
  Current configuration is:
  The base number of files is 7
  Transactions: 12
  Files range between 500 bytes and 9.77 kilobytes in size
  Working directory: HERE
  3 subdirectories will be used
  Block sizes are: read=512 bytes, write=512 bytes
  Biases are: read/append=5, create/delete=5
  Using Unix buffered file I/O
  Random number generator seed is 42
  Report format is terse.
  pm> (no-eol)
  $ printf 'load again' >again
  $ bakeoff postmark again </dev/null 2>&1 | grep 'one another'
  bakeoff: postmark: again:1: cannot read configuration file 'again': 16 files load one another
  $ bakeoff postmark nowhere </dev/null
  PostMark v1.53 : 5/31/2005 (bakeoff 0.1.0, compatible)
  bakeoff: postmark: cannot read configuration file 'nowhere': No such file or directory
  [1]
  $ rm .pmrc

Directories may have blanks in their names, with a weight and without:

  $ mkdir 'my mail' 'my mail 2' plain
  $ printf 'set location my mail\nset location +my mail 2\nset location +plain 5\nset location +plain 5 2\nshow' |
  >   bakeoff postmark | sed -n '/director/,/Block/p'
  Working directories: 
  \tmy mail (weight=1) (esc)
  \tmy mail (weight=2) (esc)
  \tplain (weight=5) (esc)
  \tplain 5 (weight=2) (esc)
  Block sizes are: read=512 bytes, write=512 bytes
  $ printf 'set transactions 20\nset location my mail\nrun\n' | bakeoff postmark 2>/dev/null | grep -o '[0-9]* created'
  511 created
  $ ls -A 'my mail'

Fewer than ten transactions, and never more than ten dots:

  $ for n in 1 5 10 15 25 104 1000; do
  >   printf "set transactions $n\nset location plain\nrun\n" | bakeoff postmark 2>/dev/null | grep Perf
  > done
  Performing transactions.Done
  Performing transactions.....Done
  Performing transactions..........Done
  Performing transactions........Done
  Performing transactions.........Done
  Performing transactions..........Done
  Performing transactions..........Done

The report and the configuration are appended to a file, whole:

  $ printf 'set location plain\nset report terse\nrun report\nrun report\nshow report\n' |
  >   bakeoff postmark 2>/dev/null
  PostMark v1.53 : 5/31/2005 (bakeoff 0.1.0, compatible)
  pm>pm>pm>Creating files...Done
  Performing transactions..........Done
  Deleting files...Done
  pm>Creating files...Done
  Performing transactions..........Done
  Deleting files...Done
  pm>pm> (no-eol)
  $ grep -c '^[0-9. ]*$' report
  2
  $ grep -A 2 Working report
  Working directory: 
  \tplain (weight=1) (esc)
  Block sizes are: read=512 bytes, write=512 bytes

Three reports differ in what they mended:

  $ for v in 1.51 1.53 1.54; do
  >   printf 'set location plain\nrun\n' | bakeoff postmark --report-version=$v 2>/dev/null |
  >     sed -n '1s/ (.*//p; s/\t//; s/[0-9][0-9]*/N/g; /seconds/p; /appended/p'
  > done
  PostMark v1.51 : 8/14/01
  N seconds total
  N seconds of transactions (N per second)
  N appended (N per second)
  PostMark v1.53 : 5/31/2005
  N seconds total
  N seconds of transactions (N per second)
  N appended (N per second)
  PostMark v1.54 : 9/27/2025
  N.N seconds total
  N.N seconds of transactions (N.N per second)
  N appended (N.N per second)
  $ bakeoff postmark --report-version=1.0
  bakeoff: postmark: report-version: '1.0' is none of 1.51, 1.53, 1.54
  [2]
  $ bakeoff postmark one two
  bakeoff: postmark: 'two' is one operand too many
  [2]

A directory that is not there, or is none, is told before anything is done, and the run failed:

  $ printf 'set location /nonexist\nrun\n' | bakeoff postmark
  PostMark v1.53 : 5/31/2005 (bakeoff 0.1.0, compatible)
  pm>pm>bakeoff: postmark: stdin:2: cannot use location '/nonexist': No such file or directory (errno 2)
  pm> (no-eol)
  [1]
  $ touch file
  $ printf 'set location plain\nset location +file\nrun\n' | bakeoff postmark
  PostMark v1.53 : 5/31/2005 (bakeoff 0.1.0, compatible)
  pm>pm>pm>bakeoff: postmark: stdin:3: cannot use location 'file': Not a directory (errno 20)
  pm> (no-eol)
  [1]
  $ ls -A plain

So is a file that the run would take for its own:

  $ touch plain/17
  $ printf 'set location plain\nrun\n' | bakeoff postmark
  PostMark v1.53 : 5/31/2005 (bakeoff 0.1.0, compatible)
  pm>pm>bakeoff: postmark: stdin:2: cannot make file 'plain/17': it is there already, and would be overwritten and deleted (errno 17)
  pm> (no-eol)
  [1]
  $ mkdir plain/s1
  $ printf 'set location plain\nset subdirectories 3\nrun\n' | bakeoff postmark
  PostMark v1.53 : 5/31/2005 (bakeoff 0.1.0, compatible)
  pm>pm>pm>bakeoff: postmark: stdin:3: cannot make directory 'plain/s1': File exists (errno 17)
  pm> (no-eol)
  [1]
  $ ls -A plain
  17
  s1

No files left to work on is a failed run, with both numbers:

  $ mkdir h
  $ printf 'set location h\nset number 50\nset transactions 1000\nset seed 2147483647\nset bias create 0\nrun\n' |
  >   bakeoff postmark
  PostMark v1.53 : 5/31/2005 (bakeoff 0.1.0, compatible)
  pm>pm>pm>pm>pm>pm>Creating files...Done
  Performing transactions.out of files!
  For this workload, either increase the number of files or
  decrease the number of transactions.
  bakeoff: postmark: stdin:6: out of files after 50 of 1000 transactions
  pm> (no-eol)
  [1]
  $ ls -A h

A run that is stopped says how far it came, and leaves nothing:

  $ printf 'set location h\nset transactions 2000000000\nrun\n' >long
  $ for signal in INT TERM; do
  >   timeout --preserve-status -s $signal 1 bakeoff postmark long </dev/null >said
  >   echo "status $?"
  >   sed -n '/^interrupted/,$s/[0-9][0-9.]*/N/gp' said
  > done
  status 130
  interrupted while performing transactions, after N of N transactions:
  \tfiles made N, appended to N, read N, removed again N (esc)
  \tbytes in: N, out: N; wall clock: N s (esc)
  status 143
  interrupted while performing transactions, after N of N transactions:
  \tfiles made N, appended to N, read N, removed again N (esc)
  \tbytes in: N, out: N; wall clock: N s (esc)
  $ ls -A h
