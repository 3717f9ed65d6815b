// print computes what it prints, errors included.
// verdict: violated: division-by-zero @9
machine Main {
  start state Run {
    entry {
      var zero: int;
      print "before";
      print format("{0}", 7 / 2);
      print format("{0}", 7 / zero);
    }
  }
}
