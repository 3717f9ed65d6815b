// One choice among many leads to the error.
// verdict: violated: assertion @8 37
machine Main {
  start state Only {
    entry {
      var n: int;
      n = choose(50);
      assert n != 37, format("{0}", n);
    }
  }
}
