The worked examples of docs/statistics.md are what bakeoff prints: its indented blocks are a transcript.

  $ sed -n 's/^  \(  .*\)/\1/p' "$BAKEOFF_SOURCE/docs/statistics.md" >examples.t
  $ grep -c '^  \$' examples.t
  4
  $ $(command -v cram || command -v cram3) --shell=/bin/sh examples.t >result || cat result
