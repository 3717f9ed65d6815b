// The one combination of choices that opens the lock is found.
// verdict: violated: assertion @12 open
machine Main {
  start state Run {
    entry {
      var a: int;
      var b: int;
      var c: int;
      a = choose(10);
      b = choose(10);
      c = choose(10);
      assert a != 7 || b != 0 || c != 9, "open";
    }
  }
}
