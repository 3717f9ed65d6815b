// Runs that differ only in what they print end in one state.
// verdict: holds
// transitions: 1
// states: 2
machine Main {
  start state Run {
    entry {
      if ($) print "heads"; else print "tails";
    }
  }
}
