Numbers from anywhere are from anywhere. What is one is taken, in files of every making:

  $ judge() { bakeoff compare --better=lower "$@" | grep -v '^rig: '; }
  $ word() { judge "$@" | sed -n '2s/ .*//p'; }
  $ no() { bakeoff compare --better=lower "$@"; }
  $ printf '10\r\n10.1\r\n9.9\r\n' >crlf
  $ printf '\357\273\27710\n10.1\n9.9' >bom
  $ printf '10 \t# first\n\t10.1\n\n9.9# last\n' >blanks
  $ for file in crlf bom blanks; do word --values=A=@$file --values=B=1e1,+10.1,9.90; done
  EQUIVALENT\xc2\xb15% (esc)
  EQUIVALENT\xc2\xb15% (esc)
  EQUIVALENT\xc2\xb15% (esc)
  $ mkfifo fifo && (cat blanks >fifo &) && word --values=A=@fifo --values=B=10,10.1,9.9
  EQUIVALENT\xc2\xb15% (esc)

What only looks like one is not, and is named by its place: a decimal comma, a list in one line, a
hexadecimal number, a second mark of UTF-8, colours:

  $ printf '1,5\n' >comma; no --values=A=@comma
  bakeoff: values A: comma, line 1: '1,5': ',5' at position 2 is not part of a number
  [2]
  $ printf '1 2 3\n' >list; no --values=A=@list
  bakeoff: values A: list, line 1: '1 2 3': ' 2 3' at position 2 is not part of a number
  [2]
  $ no --values=A=0x10,1
  bakeoff: values A, number 1: '0x10': 'x10' at position 2 is not part of a number
  [2]
  $ printf '1\n\357\273\2772\n' >twice; no --values=A=@twice 2>&1 | cat -v
  bakeoff: values A: twice, line 2: 'M-oM-;M-?2': a number is expected at position 1
  $ printf '\033[31m5\n' >red; no --values=A=@red
  bakeoff: values A: red, line 1: '\x1b[31m5': a number is expected at position 1
  [2]
  $ printf '1\n2\0\n' >zero; no --values=A=@zero
  bakeoff: values A: zero, line 2: a zero byte is no part of a number
  [2]
  $ no --values=A=@
  bakeoff: values A: the name of a file is expected after @
  [2]
  $ timeout 60 bakeoff compare --better=lower --values=A=@/dev/zero
  bakeoff: values A: /dev/zero, line 1: a line of more than 4096 bytes
  [2]
  $ seq 1 100001 >many; no --values=A=@many
  bakeoff: values A: many, line 100001: more than 100000 numbers
  [2]

Names have commas, blanks and every script; nothing that a terminal would obey:

  $ judge --metric='größe, ganz' --unit='µs' --values='a,b c=1,2,3' --values='日本=1,2,3' | sed -n 1p
  values  baseline a,b c  variant \xe6\x97\xa5\xe6\x9c\xac  m=1  margin \xc2\xb15%  alpha 0.05 (esc)
  $ no --values="$(printf 'a\377')=1,2"
  bakeoff: values: a name: byte 2 is no UTF-8
  [2]
  $ no --values="$(printf 'a\033[1m')=1,2"
  bakeoff: values: a name: byte 2 is a control character
  [2]
  $ no --metric="$(printf 'a\302\233')" --values=a=1,2
  bakeoff: metric: byte 2 is a control character
  [2]
  $ no --unit="$(printf 'm\ns')" --values=a=1,2
  bakeoff: unit: byte 2 is a control character
  [2]
  $ no --metric=write --unit="$(printf '\377')" --values=a=1,2
  bakeoff: metric write: unit: byte 1 is no UTF-8
  [2]
  $ no --unit=a-unit-that-nobody-would-print --values=a=1,2
  bakeoff: unit: more than 24 bytes
  [2]

A step of the readings is a step of these readings:

  $ no --resolution=100 --values=A=1,2,3 --values=B=1,2,3
  bakeoff: resolution: 100 is above the largest value, 3
  [2]
  $ no --metric=x --resolution=1e300 --values=A=1,2,3 --values=B=1,2,3
  bakeoff: metric x: resolution: 1e300 is above the largest value, 3
  [2]
  $ no --resolution=1 --summary=A=1,1,3
  bakeoff: resolution: a summary has no readings that could have one
  [2]

Readings without any spread get their word, and a flag that no interval can be made of them:

  $ judge --values=A=5,5,5 --values=B=6,6,6 | tail -n +2
  SLOWER numbers 5.000 -> 6.000 +20.0000% [+20.0000, +20.0000] n=3+3 p<.0001  >=5%  !more
  note: B numbers: !exact-floor.10 !no-spread
  $ judge --values=A=5,5,5 --values=B=5,5,5 | tail -n +2
  EQUIVALENT\xc2\xb15%  numbers  5.000 -> 5.000  0.0000% [0.0000, 0.0000]  n=3+3  pt<.0001  !no-spread (esc)
  $ judge --resolution=0.1 --values=A=5,5,5 --values=B=5,5,5 | tail -n +2
  EQUIVALENT\xc2\xb15%  numbers  5.000 -> 5.000  0.0% [-1.3, +1.3]  n=3+3  pt=.0002 (esc)

However far apart two arms are, the line says how far, in 100 columns, and no ratio is 0:

  $ judge --values=A=1e-100,1e-99,2e-100 --values=B=1,2,3 -v | sed -n 2,3p
  SLOWER numbers 2.714e-100 -> 1.817 x6.69e+99 [5.63e+98, 7.95e+100] n=3+3 p<.0001  >=5%  !more
      A: mean 4.333e-100 * (glob)
  $ judge --values=A=1e3,1e3,1001 --values=B=1,.5,5 | sed -n 2p
  FASTER  numbers  1000 -> 1.357  x0.001 [7e-05, 0.026]  n=3+3  p=.011  >=5%  !exact-floor.10
  $ judge --unit=bytes/s --values=A=0,0,1 --values=B=1e9,1e9,1e9 | sed -n 2p
  NO-VERDICT numbers MiB/s 3.179e-07 -> 953.7 +953.7 (x3.00e+09) n=3+3 rank p=.10
  $ judge --paired --values=A=1,2,3,4 --values=B=2,4,6,8 -v | grep -o 't=[0-9.]*e+16 df=3'
  t=[0-9.]*e\+1[56] df=3 (re)
  $ cat >wide.py <<'EOF'
  > import sys
  > sys.exit(max(len(line) for line in sys.stdin.buffer.read().decode().split("\n")) > 100)
  > EOF
  $ for n in 3 300000 1000000000; do
  >   judge --summary=A=1,0.1,$n --summary=B=1.00001,.1,$n -v --explain | python3 wide.py || echo too wide
  >   judge --summary=A=1,1e50,$n --summary=B=1,1,$n -v --explain | python3 wide.py || echo too wide
  > done
  $ many=; for i in $(seq 50); do many="$many --values=variant-$i=$((90 + i)),$((99 + i % 7)),$((95 + i % 3)),$((89 + i % 5))"; done
  $ judge $many -v --explain | python3 wide.py && judge $many | grep -c '^[A-Z].* variant-'
  49

Long lists end, too, and their interval of the sd is that of chi squared (0.99564 and 1.00440 of it):

  $ seq 1 100000 >long; seq 1 40 >forty
  $ timeout 300 bakeoff compare --better=lower --values=A=@long --style=json | python3 -c '
  > import json, sys
  > s = json.load(sys.stdin)["metrics"][0]["variants"][0]["summary"]
  > print("%.5f %.5f" % (s["sd_low"] / s["sd"], s["sd_high"] / s["sd"]))'
  0.99564 1.00440
  $ timeout 60 bakeoff compare --better=lower --summary=A=1,0.1,1000000000 --summary=B=1.1,.1,1000000000 -v | sed -n 2p
  SLOWER numbers 0.9950 -> 1.095 +10.0946% [+10.0937, +10.0956] n=1000000000+1000000000 p<.0001  >=5%

Means and sds give no verdict that rests on how their logs are guessed, as where the means are equal and
the sds are not:

  $ judge --summary=A=10,10,30 --summary=B=10,1,30 | tail -n +2
  INCONCLUSIVE  numbers  7.071 -> 9.950  +41% [+3, +92]  n=30+30  rests on the sds
  $ judge --summary=A=10,10,3000 --summary=B=7.1,.7,3000 | tail -n +2
  INCONCLUSIVE  numbers  7.071 -> 7.066  -0.1% [-3.0, +3.0]  n=3000+3000  rests on the sds
  $ judge --summary=A=10,.5,10 --summary=B=100,50,10 | tail -n +2
  SLOWER  numbers  9.988 -> 89.44  x9.0 [6.4, 12.6]  n=10+10  p<.0001  >=5%  !summary-only
  $ bakeoff compare --better=lower --summary=A=10,10,30 --summary=B=10,1,30 --style=json |
  >   grep -e rests_on_logs -e 'rests on the sds'
            "rests_on_logs": true,
            "reason": "the verdict rests on the sds: by the means as given it would be another"

What is explained is what was done:

  $ judge --values=A=5,5 --values=B=5,5 --explain | grep -o 'Not enough data: [a-z ]*'
  Not enough data: fewer than three runs of one of the two
  $ judge --values=A=1,2,3 --values=B=4,5,6 | grep -o '+1 run if real'
  +1 run if real
  $ judge --values=A=@forty --values=B=@forty -v --explain | tr -s ' \n' ' ' | grep -o -e 'exact p=[0-9.]* ([a-z]*)' -e 'from 9999 [a-z ]*seed'
  exact p=[01].* \(drawn\) (re)
  from 9999 relabellings drawn by a fixed seed
  $ judge --values=A=84602,87473,86773,87486,147857 -v --explain | tail -n +2
  MEASURED  numbers  98838  [64782, 132894]  sd 28%  n=5  !odd-run.A#5  without it 86584 sd 1.6%
      A: mean 98838 sd 28% (sd CI 17-80%) min 84602 median 87473 max 147857 n=5
      numbers of A; lower is better. The arithmetic mean of n=5 values; in brackets its 95% interval
      by Student's t (Student 1908); sd: the standard deviation, divisor n-1, in per cent of the mean.
      No other variant: there is nothing to compare it with, and no verdict.

A run that is off by less than the margin is not odd, however still its sisters are:

  $ judge --values=A=5,5,5,5,5.0001 | tail -n +2
  MEASURED  numbers  5.000  [5.000, 5.000]  sd 0.00089%  n=5

What cannot be printed was not said:

  $ say() { bakeoff compare --better=lower --values=A=1,2,3 --values=B=2,3,4 "$@"; }
  $ for style in verdict classic json csv; do say --style=$style >/dev/full; say --style=$style >&-; done
  bakeoff: write to standard output: No space left on device
  bakeoff: write to standard output: Bad file descriptor
  bakeoff: write to standard output: No space left on device
  bakeoff: write to standard output: Bad file descriptor
  bakeoff: write to standard output: No space left on device
  bakeoff: write to standard output: Bad file descriptor
  bakeoff: write to standard output: No space left on device
  bakeoff: write to standard output: Bad file descriptor
  [1]
  $ no --values=A=@- <&-
  bakeoff: values A: standard input, line 1: read a line: Bad file descriptor
  [1]
  $ say --values=C=2,3,4 2>&- | head -n 1 | cut -d ' ' -f 1
  values

Neither a terminal, nor its width, nor its colours, nor a locale changes a byte:

  $ say >plain
  $ for words in TERM=xterm NO_COLOR=1 COLUMNS=20 LC_ALL=de_DE.UTF-8 LANG=de_DE; do env $words bakeoff compare --better=lower --values=A=1,2,3 --values=B=2,3,4 | cmp - plain; done
  $ ! command -v script >/dev/null || script -qec 'bakeoff compare --better=lower --values=A=1,2,3 --values=B=2,3,4' /dev/null </dev/null | tr -d '\r' | cmp - plain

Medians of an even and an odd number, the interval of ten, and a geometric mean of many, which other
harnesses have got wrong:

  $ part() { bakeoff compare --better=lower --style=json "$@" | python3 -c '
  > import json, sys
  > s = json.load(sys.stdin, parse_constant=lambda c: 1 / 0)["metrics"][0]["variants"][0]["summary"]
  > print(*["%.3f" % s[key] for key in ("median", "mean_low", "mean_high", "geometric_mean")])'; }
  $ part --values=A=10,20,30,40,50 | cut -d ' ' -f 1
  30.000
  $ part --values=A=10,20,30,40 | cut -d ' ' -f 1
  25.000
  $ part --values=A=100,101,99,100,102,98,100,101,99,100 | cut -d ' ' -f 2,3
  99.174 100.826
  $ yes 1e5 | head -n 70 >same; part --values=A=@same | cut -d ' ' -f 4
  100000.000

A drop to 0 is the whole of it, and worse; from 0 there is no percentage:

  $ bakeoff compare --better=higher --values=A=5,5,5 --values=B=0,0,0 --explain | tr -s ' \n' ' ' | grep -o -e '-5.000 ([^)]*)' -e 'which is [a-z]*'
  -5.000 (-100.0%)
  which is worse
  $ judge --values=A=0,0,0 --values=B=5,5,5 | grep -o '+5.000 ([^)]*)'
  +5.000 (n/a)
