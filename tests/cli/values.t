Numbers from anywhere, judged as an experiment's are; nothing is stored, and no database is made:

  $ judge() { bakeoff compare "$@" | grep -v '^rig: '; }
  $ judge --better=lower --values=A=115,114,115,115,115 --values=B=78.8,78.8,78.8,78.8,78.8
  values  baseline A  variant B  m=1  margin \xc2\xb15%  alpha 0.05 (esc)
  FASTER  numbers  114.8 -> 78.80  -31.36% [-31.69, -31.02]  n=5+5  p<.0001  >=5%
  $ ls "$XDG_DATA_HOME" 2>/dev/null
  [2]
  $ cat >look.py <<'EOF'
  > """Prints what a path in the JSON document says: metrics.0.comparisons.0.p_exact:%.5f"""
  > import json, sys
  > document = json.load(sys.stdin, parse_constant=lambda c: 1 / 0)
  > words = []
  > for path in sys.argv[1:]:
  >     path, _, form = path.partition(":")
  >     at = document
  >     for key in path.split("."):
  >         at = at[int(key) if isinstance(at, list) else key]
  >     words.append((form or "%s") % at)
  > print(*words)
  > EOF
  $ first=metrics.0.comparisons.0
  $ look() { bakeoff compare --style=json "$@" >json; }

Five equal readings in one arm are a sample like any other (2 of the 252 ways to deal them out are as far apart):

  $ look --better=lower --values=A=115,114,115,115,115 --values=B=78.8,78.8,78.8,78.8,78.8
  $ python3 look.py $first.verdict $first.p_exact:%.5f $first.exact_hits:%g $first.exact_total:%g $first.evidence.rank_p:%.5f $first.evidence.difference_t:%.0f $first.evidence.difference_p:%.2g <json
  FASTER 0.00794 2 252 0.00794 -180 5.7e-09
  $ judge --better=lower --values=A=5,5,5 --values=B=5,5,5 | tail -n 1 | cut -d ' ' -f 1
  EQUIVALENT\xc2\xb15% (esc)

A known step of the readings keeps equal ones uncertain:

  $ judge --better=lower --resolution=0.5 --values=A=5,5,5 --values=B=5.5,5.5,5.5 | tail -n 1
  SLOWER  numbers  5.000 -> 5.500  +10.0% [+3.3, +17.1]  n=3+3  p=.014  !exact-floor.10

The three tables of the year 2000, of which mean, sd and an unknown n are left:

  $ sgi() {
  >   n=$1; shift; bakeoff compare --better=higher "$@" \
  >     --metric=dbench.4 --unit=MB/s --summary=native=55.60,2.70,$n --summary=mips=49.87,3.31,$n \
  >     --metric=dbench.8 --unit=MB/s --summary=native=14.26,2.10,$n --summary=mips=11.89,0.78,$n \
  >     --metric=creat-clo --unit=1/s --summary=native=63888.89,126.20,$n --summary=mips=58788.89,267.36,$n
  > }
  $ for n in 3 5 10; do sgi $n | grep -v '^rig'; done
  summaries  baseline native  variant mips  m=3  margin \xc2\xb15%  alpha 0.05 (esc)
  INCONCLUSIVE dbench.4  MB/s  55.53 -> 49.76 -10% [-22, +3] n=3+3 +5 runs if real, +64 to settle \xc2\xb15% (esc)
  INCONCLUSIVE dbench.8  MB/s  14.11 -> 11.86 -16% [-38, +15] n=3+3 +8 if real, +248 to settle \xc2\xb15% (esc)
  SLOWER       creat-clo ops/s 63889 -> 58788 -7.98% [-8.87, -7.09] n=3+3 p=.0005h >=5% !summary-only
  summaries  baseline native  variant mips  m=3  margin \xc2\xb15%  alpha 0.05 (esc)
  SLOWER       dbench.4  MB/s  55.53 -> 49.76 -10.4% [-17.8, -2.3]  n=5+5 p=.038h  !summary-only
  INCONCLUSIVE dbench.8  MB/s  14.11 -> 11.86 -16% [-30, +1] n=5+5 +6 runs if real, +246 to settle \xc2\xb15% (esc)
  SLOWER       creat-clo ops/s 63889 -> 58788 -7.98% [-8.49, -7.47] n=5+5 p<.0001h >=5% !summary-only
  summaries  baseline native  variant mips  m=3  margin \xc2\xb15%  alpha 0.05 (esc)
  SLOWER dbench.4  MB/s  55.53 -> 49.76 -10.4% [-15.2, -5.3]  n=10+10 p=.0012h  >=5%  !summary-only
  SLOWER dbench.8  MB/s  14.11 -> 11.86 -15.9% [-24.7, -6.1]  n=10+10 p=.0049h  >=5%  !summary-only
  SLOWER creat-clo ops/s 63889 -> 58788 -7.98% [-8.30, -7.67] n=10+10 p<.0001h  >=5%  !summary-only

Their intermediate numbers: Welch on the means as they are (t, df, p, interval), ratio with interval, p on the log
scale and by Holm, the least change that such an experiment sees:

  $ for n in 3 5 10; do
  >   sgi $n --style=json >json
  >   for m in 0 1 2; do
  >     c=metrics.$m.comparisons.0; e=$c.evidence
  >     python3 look.py $e.difference_t:%.6f $e.difference_degrees_of_freedom:%.6f $e.difference_p:%.3g $e.difference_low:%.2f $e.difference_high:%.2f $c.ratio:%.4f $c.ratio_low:%.4f $c.ratio_high:%.4f $c.p:%.2g $c.p_holm:%.2g $e.least_change_seen:%.3f <json
  >   done
  > done
  -2.323433 3.844783 0.0835 -12.69 1.23 0.8960 0.7816 1.0272 0.088 0.18 0.167
  -1.832426 2.541530 0.181 -6.94 2.20 0.8410 0.6173 1.1457 0.17 0.18 0.341
  -29.878286 2.849072 0.00012 -5659.87 -4540.13 0.9202 0.9113 0.9291 0.00018 0.00053 0.010
  -2.999540 7.689565 0.0179 -10.17 -1.29 0.8960 0.8221 0.9766 0.019 0.038 0.110
  -2.365651 5.083060 0.0635 -4.93 0.19 0.8410 0.7030 1.0060 0.056 0.056 0.225
  -38.572702 5.698144 4.12e-08 -5427.73 -4772.27 0.9202 0.9151 0.9253 8.5e-08 2.5e-07 0.007
  -4.241990 17.301522 0.00053 -8.58 -2.88 0.8960 0.8481 0.9466 0.00061 0.0012 0.072
  -3.345536 11.436885 0.0062 -3.92 -0.82 0.8410 0.7533 0.9389 0.0049 0.0049 0.147
  -54.550038 12.820824 1.46e-16 -5302.26 -4897.74 0.9202 0.9170 0.9233 7e-16 2.1e-15 0.004
  $ sgi 5 --style=json | python3 look.py $first.evidence.fieller_ratio:%.6f $first.evidence.fieller_low:%.6f $first.evidence.fieller_high:%.6f
  0.896942 0.821834 0.976709
  $ sgi 3 --style=json | python3 look.py $first.n_to_settle $first.n_to_see metrics.1.comparisons.0.n_to_settle metrics.1.comparisons.0.n_to_see
  67 8 251 11

lmdd, three runs for each block size:

  $ lmdd() {
  >   bakeoff compare --better=lower --unit=s "$@" \
  >     --metric=lmdd.128k --values=ext2=25.9687,25.9388,25.8078 --values=xfs=25.7309,26.1500,23.9588 \
  >     --metric=lmdd.4k --values=ext2=25.8631,25.9394,25.9258 --values=xfs=25.9783,26.0063,25.9974 \
  >     --metric=lmdd.1k --values=ext2=25.8872,26.0768,25.8838 --values=xfs=66.8429,63.9422,72.2050
  > }
  $ lmdd
  values  baseline ext2  variant xfs  m=3  margin \xc2\xb15%  alpha 0.05 (esc)
  INCONCLUSIVE  lmdd.128k s 25.91 -> 25.26 -2% [-13, +9]         n=3+3 +22 runs to settle \xc2\xb15% (esc)
  EQUIVALENT\xc2\xb15% lmdd.4k   s 25.91 -> 25.99 +0.33% [-0.02, +0.67] n=3+3 pt=.0001h (esc)
  SLOWER        lmdd.1k   s 25.95 -> 67.58 x2.60 [2.24, 3.03]    n=3+3 p=.0039h  >=5%  !exact-floor.10
  rig: numbers from elsewhere, in which order is not known
  $ lmdd --style=json >json; for m in 0 1 2; do
  >   c=metrics.$m.comparisons.0; e=$c.evidence
  >   python3 look.py $c.baseline_value:%.6f $c.variant_value:%.6f $c.ratio:%.6f $c.ratio_low:%.6f $c.ratio_high:%.6f $c.t:%.6f $c.degrees_of_freedom:%.6f $c.p:%.6f $c.p_holm:%.4f $c.p_exact:%.1f $e.rank_p:%.1f $c.p_tost:%.6f <json
  > done
  25.905006 25.261778 0.975170 0.869346 1.093875 -0.932848 2.020164 0.448532 0.4485 0.6 0.7 0.236027
  25.909412 25.993997 1.003265 0.999807 1.006735 3.390570 2.483487 0.056603 0.1132 0.1 0.1 0.000049
  25.949110 67.577695 2.604239 2.237563 3.031004 26.893006 2.019117 0.001312 0.0039 0.1 0.1 0.999271
  $ python3 look.py $first.n_to_settle_more metrics.1.comparisons.0.evidence.hodges_lehmann_log_ratio:%.6f <json
  22 0.002758
  $ lmdd --margin=2% --style=json >json; for m in 0 1 2; do
  >   python3 look.py metrics.$m.comparisons.0.verdict metrics.$m.comparisons.0.p_tost:%.6f <json
  > done
  INCONCLUSIVE 0.569463
  EQUIVALENT 0.000601
  SLOWER 0.999316
  $ python3 look.py metrics.1.comparisons.0.evidence.tost_t_lower:%.6f metrics.1.comparisons.0.evidence.tost_t_upper:%.6f metrics.1.comparisons.0.evidence.ratio_low_90:%.6f metrics.1.comparisons.0.evidence.ratio_high_90:%.6f <json
  23.990503 -17.209364 1.000792 1.005743

Two saved runs of another tool: the same within 5 %, and there is a difference; within 2 % that is not shown:

  $ saved() { bakeoff compare --better=lower --unit=s --summary=A=8.427,0.145,10 --summary=B=8.306,0.071,10 "$@"; }
  $ saved
  summaries  baseline A  variant B  m=1  margin \xc2\xb15%  alpha 0.05 (esc)
  EQUIVALENT\xc2\xb15%  numbers  s  8.426 -> 8.306  -1.4% [-2.7, -0.1]  n=10+10  pt<.0001  real-but-small (esc)
  rig: numbers from elsewhere, in which order is not known
  $ saved --style=json | python3 look.py $first.evidence.difference_t:%.3f $first.evidence.difference_degrees_of_freedom:%.2f $first.evidence.difference_p:%.4f $first.p_tost:%.2g $first.real_but_small
  -2.370 13.08 0.0338 3.6e-05 True
  $ saved --margin=2% | tail -n 2 | head -n 1
  FASTER  numbers  s  8.426 -> 8.306  -1.4% [-2.7, -0.1]  n=10+10  p=.034  !summary-only

One run each is a difference and no verdict: no sd, no p, no interval:

  $ judge --better=higher --metric=read --values=A=2421 --values=B=2469 --metric=write --values=A=735 --values=B=786
  values  baseline A  variant B  m=2  margin \xc2\xb15%  alpha 0.05 (esc)
  INCONCLUSIVE  read   2421 -> 2469    +2.0%  n=1+1  not enough data
  INCONCLUSIVE  write  735.0 -> 786.0  +6.9%  n=1+1  not enough data
  $ look --better=higher --values=A=2421 --values=B=2469
  $ python3 look.py $first.verdict $first.p $first.ratio_low metrics.0.variants.0.summary.sd $first.reason <json
  INCONCLUSIVE None None None not enough data: n is below 3

What is 0 or less has no ratio: difference and rank test, for exploring, and no verdict:

  $ judge --better=higher --values=A=5 --values=B=0
  values  baseline A  variant B  m=0  margin \xc2\xb15%  alpha 0.05 (esc)
  NO-VERDICT  numbers  5.000 -> 0  -5.000 (-100.0%)  n=1+1  no ratio (value <= 0); rank p=1.0
  $ judge --better=lower --values=A=0,0,0,0 --values=B=5,6,7,5
  values  baseline A  variant B  m=0  margin \xc2\xb15%  alpha 0.05 (esc)
  NO-VERDICT  numbers  0 -> 5.750  +5.750 (n/a)  n=4+4  no ratio (value <= 0); rank p=.029
  $ judge --better=lower --paired --values=A=-1,-2,-1,-3,-1,-2 --values=B=1,2,3,4,5,6
  values  baseline A  variant B  m=0  margin \xc2\xb15%  alpha 0.05 (esc)
  NO-VERDICT  numbers  -1.667 -> 3.500  +5.167 (n/a)  n=6  no ratio (value <= 0); rank p=.031
  $ bakeoff compare --better=higher --values=A=5,5,6,7 --values=B=0,0,0,0 --explain | sed -n '3,$p'
      numbers, B against A; higher is better. No verdict: no ratio: a value is 0 or below. How the
      runs of the two were ordered is not known. The arithmetic mean went from 5.75 to 0, which is
      worse. Rank-sum test (Mann and Whitney 1947), p=.029: for exploring only, never a verdict.
  rig: numbers from elsewhere, in which order is not known
  $ bakeoff compare --better=higher --values=A=5 --values=B=0 --gate=strict >/dev/null

One variant alone is a measurement; a run far from its sisters is named and stays in:

  $ judge --better=higher --unit=kB/s --metric=write --values=zfs=147857,87473,86773,84602,87486
  values  baseline zfs  no other variant
  MEASURED  write  98838 kB/s  [64782, 132894]  sd 28%  n=5  !odd-run.zfs#1
        without it 86584 kB/s sd 1.6%
  $ judge --better=higher --unit=kB/s --metric=read --values=zfs=76318,75975,75929,75810,76215
  values  baseline zfs  no other variant
  MEASURED  read  76049 kB/s  [75788, 76311]  sd 0.28%  n=5
  $ look --better=higher --values=two-of-twenty=100,110
  $ python3 look.py metrics.0.variants.0.summary.n metrics.0.variants.0.summary.mean metrics.0.variants.0.summary.sd:%.3f <json
  2 105.0 7.071

Several variants against the first, or another; values from files and standard input:

  $ cat >numbers <<'EOF'
  > # seconds
  > 10.1
  > 10.2   # after the break
  > 
  >   9.9
  > 10.0
  > EOF
  $ judge --better=lower --unit=s --values=old=@numbers --values=new=9,9.1,8.9,9 --values=newer=8,8.1,8.2,8
  values  baseline old  variants new, newer  m=2  margin \xc2\xb15%  alpha 0.05 (esc)
  FASTER  new    numbers  s  10.05 -> 9.000  -10.4% [-12.2, -8.7]   n=4+4  p<.0001h  >=5%
  FASTER  newer  numbers  s  10.05 -> 8.075  -19.7% [-21.4, -17.9]  n=4+4  p<.0001h  >=5%
  $ judge --better=lower --unit=s --values=old=@numbers --values=new=9,9.1,8.9,9 --values=newer=8,8.1,8.2,8 --baseline=newer
  values  baseline newer  variants old, new  m=2  margin \xc2\xb15%  alpha 0.05 (esc)
  SLOWER  old  numbers  s  8.075 -> 10.05  +24.5% [+21.8, +27.1]  n=4+4  p<.0001h  >=5%
  SLOWER  new  numbers  s  8.075 -> 9.000  +11.5% [+9.4, +13.5]   n=4+4  p<.0001h  >=5%
  $ judge --better=lower --paired --values=old=@numbers --values=new=@- <numbers
  values  baseline old  variant new  m=1  margin \xc2\xb15%  alpha 0.05 (esc)
  EQUIVALENT\xc2\xb15%  numbers  10.05 -> 10.05  0.0000% [0.0000, 0.0000]  n=4  pt<.0001  !no-spread (esc)
  $ judge --better=lower --values=old=@numbers --values='new=9, 9.1, 8.9, 9' --metric=wall --alpha=0.01 --margin=10%
  values  baseline old  variant new  m=1  margin \xc2\xb110%  alpha 0.01 (esc)
  FASTER  wall  10.05 -> 9.000  -10.4% [-12.2, -8.7]  n=4+4  p<.0001  !exact-floor.029

The same values paired by their rounds, with all numbers, explained:

  $ bakeoff compare --paired --better=higher --margin=2% -v --explain --values=A=412.6,398.1,421.9,405.3,388.7 --values=B=401.0,389.9,409.2,396.4,380.3
  values  baseline A  variant B  m=1  margin \xc2\xb12%  alpha 0.05 (esc)
  SLOWER  numbers  405.2 -> 395.2  -2.45% [-2.98, -1.91]  n=5  p=.0002  !exact-floor.062
      A: mean 405.3 sd 3.2% (sd CI 1.9-9.1%) min 388.7 median 405.3 max 421.9 n=5
      | B: mean 395.4 sd 2.8% (sd CI 1.7-8.0%) min 380.3 median 396.4 max 409.2 n=5
      | t=-12.52 df=4 p=.0002  exact p=.062  rank p=.062  | TOST\xc2\xb12% p=.97 (esc)
      numbers, B against A; higher is better. The difference is shown at 5% (t test on logarithms); no
      exact test could confirm it with so few runs. Pairs, as --paired says: the first with the first,
      and so on. Ratio of geometric means 0.975516 = exp(-0.0247891), 95% interval exp(-0.0247891 \xc2\xb1 t (esc)
      * 0.00198) = [0.970168, 0.980893], t=-12.5205, df=4, p=.0002: paired t test of the rounds' log
      ratios (Student 1908). Equality within \xc2\xb12%, ln(ratio) between \xc2\xb1ln(1 + margin): two one-sided (esc)
      tests, p=.97 (Schuirmann 1987). Exact: sign-flip test (Fisher 1935), p=.062, which cannot be
      below .062 with so few values.
  rig: numbers from elsewhere, pairs as --paired says
  $ bakeoff compare --better=lower --values=A=1,2,3 --values=B=2,3,4 --style=csv | tail -n 2
  0,numbers,,,,lower,B,2,3,no\r (esc)
  0,numbers,,,,lower,B,3,4,no\r (esc)
  $ bakeoff compare --better=lower --metric=make --unit=s --values=A=61,62,63 --values=B=52,53,54 --style=classic
  Test: values
  
  A
  -
  OPERATION  UNIT   MEAN  ST.DEV.  % ST.DEV  N
  make       s     62.00     1.00      1.61  3
  
  B
  -
  OPERATION  UNIT   MEAN  ST.DEV.  % ST.DEV  N
  make       s     53.00     1.00      1.89  3
  
  Comparison B/A
  --------------
  OPERATION  UNIT      A      B  REL.
  make       s     62.00  53.00  0.85
  
  Below 1.00 is better in: make.
  

A gate needs no database either:

  $ bakeoff compare --gate --better=lower --values=A=10,10.1,9.9 --values=B=12,12.1,11.9 >/dev/null
  [3]
  $ bakeoff compare --gate=strict --better=lower --values=A=10,11,9 --values=B=10,12,9 >/dev/null
  [4]

What is no number, or not enough said, is one line that names the item:

  $ no() { bakeoff compare --better=lower "$@"; }
  $ no --values=A=1,nan --values=B=2
  bakeoff: values A, number 2: 'nan': a number is expected at position 1
  [2]
  $ no --values=A=1,inf --values=B=2
  bakeoff: values A, number 2: 'inf': a number is expected at position 1
  [2]
  $ no --values=A=1,2x --values=B=2
  bakeoff: values A, number 2: '2x': 'x' at position 2 is not part of a number
  [2]
  $ no --values=A=1,,2 --values=B=2
  bakeoff: values A, number 2: empty, where a number is expected
  [2]
  $ no --values=A= --values=B=2
  bakeoff: values A: no number at all
  [2]
  $ no --values=A=1e300 --values=B=2
  bakeoff: values A, number 1: '1e300': not between 1e-100 and 1e+100 in size
  [2]
  $ no --values=1,2,3
  bakeoff: values: '1,2,3': NAME=... is expected
  [2]
  $ no --values=A=1,2 --values=A=3,4
  bakeoff: values: 'A' is named twice
  [2]
  $ no --values=A=1,2 --values=B=2 --paired
  bakeoff: paired: A has 2 values and B has 1: pairs need as many of each
  [2]
  $ no --values=A=@missing
  bakeoff: values A: open missing: No such file or directory
  [1]
  $ no --values=A=@.
  bakeoff: values A: ., line 1: read a line: Is a directory
  [1]
  $ echo 'seconds' >text; no --values=A=@text
  bakeoff: values A: text, line 1: 'seconds': a number is expected at position 1
  [2]
  $ echo '# nothing' >text; no --values=A=@text
  bakeoff: values A: text has no number
  [2]
  $ no --summary=A=1,0,3 --summary=B=2,1,3
  bakeoff: summary A: sd is 0: it must be above 0
  [2]
  $ no --summary=A=1,-1,3 --summary=B=2,1,3
  bakeoff: summary A: sd is -1: it must be above 0
  [2]
  $ no --summary=A=1,1,1 --summary=B=2,1,3
  bakeoff: summary A: n is 1: an sd needs at least 2 runs
  [2]
  $ no --summary=A=1,1,2.5 --summary=B=2,1,3
  bakeoff: summary A: n is 2.5: a whole number up to 1e9 is expected
  [2]
  $ no --summary=A=0,1,3 --summary=B=2,1,3
  bakeoff: summary A: mean is 0: a ratio needs one above 0
  [2]
  $ no --summary=A=1,1 --summary=B=2,1,3
  bakeoff: summary A: MEAN,SD,N is expected, not 2 numbers
  [2]
  $ no --summary=A=1,nan,3 --summary=B=2,1,3
  bakeoff: summary A, number 2: 'nan': a number is expected at position 1
  [2]
  $ no --summary=A=1,1,3 --values=B=2,1,3
  bakeoff: --values and --summary do not mix: give mean, sd and n of all
  [2]
  $ no --summary=A=1,1,3 --summary=B=2,1,3 --paired
  bakeoff: paired: a summary has no values that could be pairs
  [2]
  $ no --values=A=1,2 --values=B=2 --margin=0%
  bakeoff: margin: 0% is not above 0% and below 100%
  [2]
  $ no --values=A=1,2 --values=B=2 --margin=100%
  bakeoff: margin: 100% is not above 0% and below 100%
  [2]
  $ no --values=A=1,2 --values=B=2 --margin=5
  bakeoff: margin: '5': a percentage is expected, as in 5%
  [2]
  $ no --values=A=1,2 --values=B=2 --alpha=0
  bakeoff: alpha: 0 is below the least, 0.0001
  [2]
  $ no --values=A=1,2 --values=B=2 --resolution=-1
  bakeoff: resolution: -1 is below 0
  [2]
  $ no --values=A=1,2 --values=B=2 --baseline=C
  bakeoff: baseline: 'C' is none of A, B
  [2]
  $ no --metric=a --metric=b --values=A=1
  bakeoff: metric a: it has no --values and no --summary
  [2]
  $ no --metric=a --values=A=1 --metric=a --values=A=1
  bakeoff: metric: 'a' is named twice
  [2]
  $ no --values=A=1 --metric=a --metric=b --values=A=1
  bakeoff: values A: with several metrics, values follow their --metric
  [2]
  $ no
  bakeoff: no numbers: give --values NAME=1,2,3 for each variant
  [2]
  $ no 1 --values=A=1
  bakeoff: experiment 1 has its own numbers, margin and directions: give either it or --values
  [2]
  $ bakeoff compare --better=up --values=A=1,2 --values=B=2
  bakeoff: better: 'up' is none of lower, higher
  [2]
  $ bakeoff compare --values=A=1,2 --values=B=2
  bakeoff: which way is good? say --better=higher or --better=lower
  [2]
  $ bakeoff compare --metric=a --values=A=1,2 --values=B=2 --metric=b --better=lower --values=A=1,2 --values=B=2
  bakeoff: metric a: which way is good? say --better=higher or --better=lower
  [2]

All variants at once, on request: a footnote from which no verdict comes (the vectors rcb and kw_friedman):

  $ four="--values=base=100.2,97.9,103.1,99,101.4,98.3 --values=v1=101.9,98.1,104.4,100.9,101,100.1
  > --values=v2=98.8,97,99.9,99.1,98.7,96.4 --values=v3=100.6,97.5,103.9,99.9,100.2,98.8"
  $ bakeoff compare --better=lower --paired --margin=2% $four --pool | sed -n '/^pooled/,/judged$/p'
  pooled: numbers  F=15.34 on 3 and 15 df p<.0001  Friedman p=.0046
        v1 +1.1% [0.0, +2.2] Dunnett p=.051  v2 -1.7% [-2.7, -0.6] Dunnett p=.0029
        v3 +0.2% [-0.9, +1.3] Dunnett p=.96  v2/v1 -2.7% Tukey p<.0001  v3/v1 -0.9% Tukey p=.17
        v3/v2 +1.9% Tukey p=.0024  not judged
  $ bakeoff compare --better=lower --margin=2% $four --pool | grep ^pooled
  pooled: numbers  Kruskal-Wallis p=.11  not judged
  $ look --better=lower --paired --margin=2% $four --pool
  $ p=metrics.0.pooled
  $ python3 look.py $p.f_variants:%.6f $p.dunnett_critical:%.6f $p.dunnett.0.p:%.7f $p.dunnett.1.p:%.7f $p.dunnett.2.p:%.7f $p.tukey.1.p:%.5f $p.ranks.p:%.5f <json
  15.335146 2.610032 0.0506927 0.0028996 0.9590302 0.00523 0.00464
  $ bakeoff compare --better=lower --paired --values=a=5,5,5 --values=b=5,5,5 --pool | grep ^pooled
  pooled: numbers  no spread to judge by
  $ bakeoff compare --better=lower --paired --values=a=5,5,0 --values=b=5,5,5 --pool | grep ^pooled
  pooled: numbers  no logarithm: a value is 0 or below
  $ bakeoff compare --better=lower --summary=a=5,1,4 --summary=b=5,1,4 --pool | grep ^pooled
  pooled: numbers  a summary has no values
  $ look --better=lower $four --pool
  $ python3 look.py $p.reason $p.ranks.test $p.ranks.p:%.5f <json
  not paired: ranks are all there is Kruskal-Wallis 0.11261
  $ bakeoff compare --better=lower $four --pool --style=csv
  bakeoff: pool: style csv has no room for it; verdict and json have
  [2]
