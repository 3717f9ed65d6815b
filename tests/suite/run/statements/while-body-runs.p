// A loop whose condition holds does run.
// verdict: violated: assertion @9 round 3
machine Main {
  start state Run {
    entry {
      var n: int;
      while (n < 10) {
        n = n + 1;
        assert n != 3, format("round {0}", n);
      }
    }
  }
}
